"""Counting sequences of legal moves, by effect and by path (rules 8.2, 8.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mujo_reference.board import Piece, Square, squares_of
from mujo_reference.errors import Refused
from mujo_reference.legality import forbidden_by
from mujo_reference.moves import Move, moves_with
from mujo_reference.paths import Path, paths

if TYPE_CHECKING:
    from mujo_reference.game import Game

Way = tuple[Square, Square | None, Square, Piece]
"""Start, square of the first step (None if the piece goes straight to its end), end, and what it becomes."""


def by_effect(game: Game, depth: int) -> int:
    """Count the sequences of `depth` legal moves; where the game has ended there is no further move (rule 8.2)."""
    if depth == 0:
        return 1
    moves = game.legal()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        game.play(move)
        total += by_effect(game, depth - 1)
        game.pop()
    return total


def by_path(game: Game, depth: int) -> int:
    """Count as `by_effect`, but each way to walk by itself (rule 8.3)."""
    rules = game.rules
    if any(len(term.legs) > 2 for id_ in rules.lines for term in rules.terms_of_type(id_)):
        raise Refused("paths_refused", "counting by path needs powers of at most two steps")
    if depth == 0:
        return 1
    ways = legal_ways(game)
    if depth == 1:
        return len(ways)
    total = 0
    for move in ways.values():
        game.play(move)
        total += by_path(game, depth - 1)
        game.pop()
    return total


def legal_ways(game: Game) -> dict[Way, Move]:
    """Return each way to walk a legal move, with that move (rule 8.3)."""
    ways: dict[Way, Move] = {}
    if game.outcome():
        return ways
    board = game.position.board
    for start in squares_of(board, game.position.turn):
        for path in paths(game.rules, board, start):
            for move in moves_with(game.rules, board, start, path):
                if forbidden_by(game.rules, game.positions, game.moves, move) is None:
                    for step in first_steps(start, path):
                        ways[start, step, path.end, move.becomes] = move
    return ways


def first_steps(start: Square, path: Path) -> list[Square | None]:
    """Return the ways to count a path by its first step: its square, and None for going straight (rule 8.3).

    One leg goes straight, and so does a hop. Where a leg may hop, its piece may also leap over an empty square; that
    leads to the same end as stepping there, but never back to the start, and is counted by itself.
    """
    if len(path.route) == 1 or path.marks[0] == "p":
        return [None]
    if path.marks[0] == "m" and "p" in path.term.legs[0].modes and path.end != start:
        return [path.route[0], None]
    return [path.route[0]]
