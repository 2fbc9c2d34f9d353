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

    Examples
    --------
    >>> from mujo.record import Game, first_fault
    >>> fault = first_fault(Game("maka", "startpos", ("10n10m",), rest=("10n10m",)))
    >>> fault.ply, fault.text
    (2, '10n10m')
    """

    ply: int | None
    text: str
    error: MujoError


@dataclass(frozen=True, slots=True)
class Scan:
    r"""One game of a file, as far as it is readable.

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

    Examples
    --------
    >>> from mujo.record import scan_stream
    >>> (scan,) = scan_stream(["startpos moves 8r8q 1a1b\n"], "position")
    >>> scan.number, scan.line, scan.game.moves, scan.fault.ply
    (1, 1, ('8r8q',), 2)
    """

    number: int
    line: int
    game: Game | None
    fault: Fault | None
