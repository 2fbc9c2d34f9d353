"""A bot that takes as much as it can, against the random bot.

python examples/greedy_bot.py --rules chu --games 10
"""

from __future__ import annotations

import argparse
import random

import mujo


def worth(rules: mujo.RuleSet, piece: mujo.Piece) -> float:
    """Return a value for a piece: that of the rule file if it has one, else 1, and much for a royal."""
    kind = rules.moves_as(piece)
    return 1000.0 if kind.royal else kind.value or 1.0


def choose(board: mujo.Board, dice: random.Random) -> mujo.Move:
    """Return the move that captures most, or a promotion, or any move."""

    def gain(move: mujo.Move) -> float:
        return sum(worth(board.rules, piece) for _, piece in board.effect(move).victims) + 0.5 * move.promotes

    captures = board.legal_captures()
    moves = captures if len(captures) else board.legal_moves
    best = max(gain(move) for move in moves)
    return dice.choice([move for move in moves if gain(move) == best])


def play(rules: str, seed: int, max_plies: int, greedy_side: bool) -> mujo.Outcome | None:
    """Play a game of the greedy bot against a random one."""
    board, dice = mujo.Board(rules=rules), random.Random(seed)
    while not board.is_game_over() and board.ply < max_plies:
        if board.turn == greedy_side:
            board.push(choose(board, dice))
        else:
            board.push(board.legal_moves[dice.randrange(len(board.legal_moves))])
    return board.outcome()


def main() -> None:
    """Play games, with sides changed after each, and print the score."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", default="hishigata")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--max-plies", type=int, default=2000)
    options = parser.parse_args()
    won = lost = 0
    for number in range(options.games):
        side = mujo.BLACK if number % 2 == 0 else mujo.WHITE
        outcome = play(options.rules, number, options.max_plies, side)
        if outcome is not None and outcome.winner is not None:
            won += outcome.winner == side
            lost += outcome.winner != side
    print(f"greedy against random: {won} won, {lost} lost, {options.games - won - lost} drawn or unfinished")


if __name__ == "__main__":
    main()
