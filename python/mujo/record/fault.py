"""`Fault` and `Scan`: the result of reading a game of a file."""

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
        The ply (1-based) of the move that is unreadable or illegal; ``None`` if the fault is not in a move.
    text
        The faulty text; empty if there is no single one.
    error
        The reason, with its slug.
    """

    ply: int | None
    text: str
    error: MujoError


@dataclass(frozen=True, slots=True)
class Scan:
    """One game of a file, as far as it is readable.

    Attributes
    ----------
    number
        Its number in the file (1-based).
    line
        The line of the file where it begins (1-based).
    game
        The game with canonical moves; ``None`` if its rules or its start could not be read.
    fault
        The first fault, or ``None``.
    """

    number: int
    line: int
    game: Game | None
    fault: Fault | None
