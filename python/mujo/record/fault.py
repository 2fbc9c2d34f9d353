"""What stopped the reading of a game."""

from __future__ import annotations

from dataclasses import dataclass

from mujo.errors import MujoError
from mujo.record.game import Game

__all__ = ["Fault", "Scan"]


@dataclass(frozen=True, slots=True)
class Fault:
    """The first fault of a game.

    Attributes
    ----------
    ply
        The ply, from 1 on, of the move that could not be read or played; ``None`` if the fault is in no move.
    text
        The text at fault; empty if it is no single text.
    error
        Why, with its slug.
    """

    ply: int | None
    text: str
    error: MujoError


@dataclass(frozen=True, slots=True)
class Scan:
    """One game of a file, as far as it could be read.

    Attributes
    ----------
    number
        Its number in the file, from 1 on.
    line
        The line of the file where it begins, from 1 on.
    game
        The game, its moves canonical; ``None`` if not even its first position could be read.
    fault
        The first fault; ``None`` if there is none.
    """

    number: int
    line: int
    game: Game | None
    fault: Fault | None
