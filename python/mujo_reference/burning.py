"""Burning: what a fire demon does to the squares around the end of a move (rule 9.4)."""

from __future__ import annotations

from mujo_reference.board import Board, Piece, Square, board_order
from mujo_reference.rules import Rules


def burns(rules: Rules, piece: Piece) -> bool:
    """Return whether a piece is a fire demon now."""
    line = rules.lines.get(rules.moves_as(piece))
    return rules.options["burning"] != "off" and line is not None and line.burns


def fire(
    rules: Rules, board: Board, start: Square, victims: tuple[Square, ...], end: Square, becomes: Piece
) -> tuple[tuple[Square, ...], bool]:
    """Return the burnt squares, 1a first, and whether the mover vanishes beside an enemy demon."""
    left = {square: piece for square, piece in board.items() if square not in victims and square != start}
    enemies = [
        (file, rank)
        for file in range(end[0] - 1, end[0] + 2)
        for rank in range(end[1] - 1, end[1] + 2)
        if (file, rank) != end and (file, rank) in left and left[file, rank].side != becomes.side
    ]
    burning_first = burns(rules, becomes) and rules.options["burning"] == "mover-first"
    if not burning_first and any(burns(rules, left[square]) for square in enemies):
        return (), True
    if burns(rules, becomes):
        return tuple(sorted(enemies, key=board_order)), False
    return (), False
