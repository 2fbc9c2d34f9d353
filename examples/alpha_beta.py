"""Alpha-beta search in plain Python: material, captures first, captures searched to the end.

python examples/alpha_beta.py --rules chu --depth 2
"""

from __future__ import annotations

import argparse

import mujo

WON = 1_000_000


def worth(rules: mujo.RuleSet, piece: mujo.Piece) -> int:
    """Return the value of a piece."""
    kind = rules.moves_as(piece)
    return 10_000 if kind.royal else round(100 * (kind.value or 1))


def evaluate(board: mujo.Board) -> int:
    """Return the material of the side to move, less that of the other."""
    pieces = board.piece_map().values()
    return sum(worth(board.rules, piece) * (1 if piece.side == board.turn else -1) for piece in pieces)


def search(board: mujo.Board, depth: int, alpha: int = -WON, beta: int = WON) -> tuple[int, mujo.Move | None]:
    """Return score and best move for the side to move; below depth 0 only captures are tried."""
    outcome = board.outcome()
    if outcome is not None:
        return (0 if outcome.winner is None else WON if outcome.winner == board.turn else -WON), None
    best: mujo.Move | None = None
    if depth <= 0:
        standing = evaluate(board)
        if standing >= beta or depth <= -4:
            return standing, None
        alpha = max(alpha, standing)
    moves = board.legal_captures() if depth <= 0 else board.legal_moves
    for move in sorted(moves, key=lambda move: -len(move.captures)):
        board.push_unchecked(move)
        score = -search(board, depth - 1, -beta, -alpha)[0]
        board.pop()
        if score > alpha:
            alpha, best = score, move
            if alpha >= beta:
                break
    return alpha, best


def main() -> None:
    """Print the best move of a position."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", default="hishigata")
    parser.add_argument("--position", help="position text (default: the start)")
    parser.add_argument("--depth", type=int, default=1)
    options = parser.parse_args()
    score, move = search(mujo.Board(options.position, options.rules), options.depth)
    print(f"{move} {score:+}")


if __name__ == "__main__":
    main()
