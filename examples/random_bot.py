"""A bot that plays any legal move, against itself.

python examples/random_bot.py --rules maka --seed 1
"""

from __future__ import annotations

import argparse
import random

import mujo


def choose(board: mujo.Board, dice: random.Random) -> mujo.Move:
    """Return any legal move. A list of moves makes only the move that is taken from it."""
    return board.legal_moves[dice.randrange(len(board.legal_moves))]


def main() -> None:
    """Play one game and print how it ended."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", default="hishigata")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--max-plies", type=int, default=5000)
    options = parser.parse_args()
    board, dice = mujo.Board(rules=options.rules), random.Random(options.seed)
    while not board.is_game_over() and board.ply < options.max_plies:
        board.push(choose(board, dice))
    print(f"after {board.ply} plies: {board.outcome() or 'unfinished'}")


if __name__ == "__main__":
    main()
