"""Diagrams: boards as text, and how a piece moves, as data and as text. `mujo.svg` draws pictures from the same data.

===========  ==========================================================================
`board`      a board as aligned text: kanji, ids or ASCII
`pieces`     which piece moves as a type; finding a piece by its symbol
`movement`   how a piece moves, found by asking the engine
`marks`      the marks of a move diagram, and what they mean
`last_move`  what the last move removed from the board
`moves`      a move diagram as text
`words`      how a piece moves, in sentences
===========  ==========================================================================

Move diagrams come from legal moves on small study positions, so they always show what the engine plays.
"""

from mujo.diagrams.board import BOARD_LEGEND, OWNER_MARKS, Style, board_text, board_width, grid_text
from mujo.diagrams.last_move import removed_by
from mujo.diagrams.marks import MARK_MEANINGS, Mark, marks, marks_shown, radius_of
from mujo.diagrams.movement import Movement, movement
from mujo.diagrams.moves import legend_for, moves_grid, moves_legend, moves_text
from mujo.diagrams.pieces import find_piece, piece_moving_as

__all__ = [
    "BOARD_LEGEND",
    "MARK_MEANINGS",
    "OWNER_MARKS",
    "Mark",
    "Movement",
    "Style",
    "board_text",
    "board_width",
    "find_piece",
    "grid_text",
    "legend_for",
    "marks",
    "marks_shown",
    "movement",
    "moves_grid",
    "moves_legend",
    "moves_text",
    "piece_moving_as",
    "radius_of",
    "removed_by",
]
