"""Counts of sequences of legal moves, by effect and by path (rules 8.2, 8.3)."""

from __future__ import annotations

from mujo_reference.board import Piece, Position, Square, squares_of
from mujo_reference.errors import Refused
from mujo_reference.legality import forbidden_by
from mujo_reference.moves import Move, moves_with, position_after
from mujo_reference.outcome import legal_moves, outcome
from mujo_reference.paths import Path, paths
from mujo_reference.rules import Rules

PathKey = tuple[Square, Square | None, Square, Piece]
"""Start, square of the first step (None if the piece goes straight to its end), end, and what it becomes."""


def by_effect(rules: Rules, positions: list[Position], moves: list[Move], depth: int) -> int:
    """Count the sequences of `depth` legal moves; a finished game has no further move (rule 8.2)."""
    if depth == 0:
        return 1
    replies = legal_moves(rules, positions, moves)
    if depth == 1:
        return len(replies)
    return sum(
        by_effect(rules, [*positions, position_after(rules, positions[-1], move)], [*moves, move], depth - 1)
        for move in replies
    )


def by_path(rules: Rules, positions: list[Position], moves: list[Move], depth: int) -> int:
    """Count as `by_effect`, but every path separately (rule 8.3)."""
    if any(len(term.legs) > 2 for id_ in rules.lines for term in rules.terms_of_type(id_)):
        raise Refused("paths_refused", "counting by path needs powers of at most two steps")
    if depth == 0:
        return 1
    replies = legal_paths(rules, positions, moves)
    if depth == 1:
        return len(replies)
    return sum(
        by_path(rules, [*positions, position_after(rules, positions[-1], move)], [*moves, move], depth - 1)
        for move in replies.values()
    )


def legal_paths(rules: Rules, positions: list[Position], moves: list[Move]) -> dict[PathKey, Move]:
    """Return every path of a legal move, with that move (rule 8.3)."""
    found: dict[PathKey, Move] = {}
    if outcome(rules, positions, moves):
        return found
    board = positions[-1].board
    for start in squares_of(board, positions[-1].turn):
        for path in paths(rules, board, start):
            for move in moves_with(rules, board, start, path):
                if forbidden_by(rules, positions, moves, move) is None:
                    for step in first_steps(start, path):
                        found[start, step, path.end, move.becomes] = move
    return found


def first_steps(start: Square, path: Path) -> list[Square | None]:
    """Return the first steps under which to count a path: their squares, or None for going straight (rule 8.3).

    A single leg goes straight, and so does a hop. If a leg may hop, the piece may also leap over an empty square.
    That reaches the same end as stepping there, but never the start, and counts separately.
    """
    if len(path.route) == 1 or path.modes[0] == "p":
        return [None]
    if path.modes[0] == "m" and "p" in path.term.legs[0].modes and path.end != start:
        return [path.route[0], None]
    return [path.route[0]]
