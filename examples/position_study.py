"""Study a position: who attacks what, which pieces hang, what the engine plays, and why a move is refused.

python examples/position_study.py --rules chu --plies 30 --seed 5
"""

from __future__ import annotations

import argparse
import random

import mujo


def hanging(board: mujo.Board, side: bool) -> list[str]:
    """List the pieces of a side that are attacked and not protected."""
    found = []
    for square, piece in board.piece_map().items():
        if piece.side == side and board.attackers(square, not side) and not board.attackers(square, side):
            found.append(f"{piece.symbol.upper()} {board.square_name(square)}")
    return found


def busiest(board: mujo.Board, side: bool) -> tuple[str, int]:
    """Return the square that most pieces of a side attack, and their number."""
    squares = range(board.rules.files * board.rules.ranks)
    square = max(squares, key=lambda square: len(board.attackers(square, side)))
    return board.square_name(square), len(board.attackers(square, side))


def main() -> None:
    """Reach a position by random moves and describe it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", default="chu")
    parser.add_argument("--position", help="position text (default: some random moves from the start)")
    parser.add_argument("--plies", type=int, default=30)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--depth", type=int, default=2)
    options = parser.parse_args()
    board, dice = mujo.Board(options.position, options.rules), random.Random(options.seed)
    while options.position is None and board.ply < options.plies and not board.is_game_over():
        board.push(dice.choice(board.legal_moves))
    print(board)
    print(board.sfen())
    for side, name in ((mujo.BLACK, "Black"), (mujo.WHITE, "White")):
        square, number = busiest(board, side)
        print(f"{name}: {len(board.legal_moves_of(side))} moves; {number} pieces attack {square}", end="")
        print(f"; hanging: {', '.join(hanging(board, side)) or 'nothing'}")
    if board.is_game_over():
        print(board.outcome())
        return
    result = mujo.Engine(board.rules, hash=16).search(board, depth=options.depth, multipv=3)
    for line in result.lines:
        print(f"{line.score!s:>8}  {' '.join(move.usi() for move in line.moves)}")
    first, second, *_ = (square for square, piece in board.piece_map().items() if piece.side == board.turn)
    print(board.explain(board.square_name(first) + board.square_name(second)).message)


if __name__ == "__main__":
    main()
