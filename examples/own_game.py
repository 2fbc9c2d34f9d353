"""Load a game from a file, check it, show its new piece, and let the engine play it.

python examples/own_game.py
"""

from __future__ import annotations

import argparse
from pathlib import Path

import mujo
from mujo.diagrams import board_text, moves_grid

FILE = Path(__file__).with_name("own_game.toml")


def main() -> None:
    """Check the file, draw the piece, play some moves."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plies", type=int, default=12)
    options = parser.parse_args()
    for problem in mujo.check_rule_text(FILE.read_text(encoding="utf-8"), FILE.name):
        print(f"line {problem.line}: {problem.reason}")
    rules = mujo.RuleSet.from_file(str(FILE))
    print(f"{rules.title}: {rules.files} x {rules.ranks} squares, {len(rules.piece_types)} types")
    print(moves_grid(rules, mujo.Piece("V", mujo.BLACK), radius=3))
    board, engine = mujo.Board(rules=rules), mujo.Engine(rules, hash=1)
    while not board.is_game_over() and board.ply < options.plies:
        board.push(engine.search(board, depth=2).best)
    print(board_text(board))
    print(" ".join(move.usi() for move in board.move_stack))


if __name__ == "__main__":
    main()
