"""Squares, sides, pieces, the board and the position (rules 2.1 to 2.3, 6.1)."""

from __future__ import annotations

import re
from typing import NamedTuple

from mujo_reference.errors import Refused

Square = tuple[int, int]
"""(file, rank), both from 1: file 1 is on Black's right, rank 1 is rank a, on White's side."""

BLACK = "b"
WHITE = "w"


class Piece(NamedTuple):
    """A piece: its side, its initial type, and whether it has promoted (rule 2.3)."""

    side: str
    type: str
    promoted: bool = False


Board = dict[Square, Piece]
"""The occupied squares; every other square is empty."""

STONE = Piece("", "stone")
"""Blocks the square an emperor left if protection is judged before the move (rule 5.5). Belongs to neither side."""

STAND_IN = "pawn"
"""Type of the enemy pawn that `could_capture` puts on a square (rule 5.3). No game has a type of this name."""


class Position(NamedTuple):
    """Placement, side to move and, in chu, the counter-strike square: all that repetition compares (rules 6.1, 7.3)."""

    board: Board
    turn: str
    last_lion_capture: Square | None = None


def other(side: str) -> str:
    """Return the opponent of a side (rule 2.2)."""
    return WHITE if side == BLACK else BLACK


def board_order(square: Square) -> tuple[int, int]:
    """Return the sort key of a square: by rank, then file (rule 3.10)."""
    return square[1], square[0]


def shifted(square: Square, right: int, forward: int, side: str) -> Square:
    """Return the square so many to the owner's right and forward (rule 2.2: White's directions are rotated)."""
    file, rank = square
    if side == BLACK:
        return file - right, rank - forward
    return file + right, rank + forward


def squares_of(board: Board, side: str) -> list[Square]:
    """Return the squares of one side's pieces, in board order."""
    return sorted((square for square, piece in board.items() if piece.side == side), key=board_order)


def rank_name(rank: int) -> str:
    """Return a, b, ... z, aa, ... aj for ranks 1 to 36 (rule 2.1)."""
    return chr(96 + rank) if rank <= 26 else "a" + chr(96 + rank - 26)


def square_name(square: Square) -> str:
    """Return the text of a square, such as ``13m`` (rule 2.1)."""
    return f"{square[0]}{rank_name(square[1])}"


def read_square(text: str) -> Square:
    """Read the text of a square, on a board of any size (rule 2.1)."""
    match = re.fullmatch(r"([1-9][0-9]?)([a-z]|a[a-j])", text)
    if match is None:
        raise Refused("notation.square", f"{text!r} is not a square: a file number, then a rank letter")
    file, rank = match.groups()
    return int(file), ord(rank[-1]) - 96 + (26 if len(rank) == 2 else 0)
