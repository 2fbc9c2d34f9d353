"""Limits that every reader of records keeps, and checks that every writer makes."""

from collections.abc import Iterable, Iterator
from typing import Final, NoReturn

from mujo.errors import NotationError

__all__ = ["DEEPEST", "LARGEST", "Allowance", "check_depth", "check_encodable", "limited_lines", "refuse_writing"]

#: The most characters of one game. A game of a million moves has a quarter of it.
LARGEST: Final = 32 * 1024 * 1024
#: The most variations inside one another.
DEEPEST: Final = 50


def check_depth(depth: int) -> None:
    """Refuse variations that are nested too deeply.

    Raises
    ------
    NotationError
        ``record.too_deep``
    """
    if depth > DEEPEST:
        raise NotationError(f"variations are nested deeper than {DEEPEST}", code="record.too_deep")


def limited_lines(file: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a text stream, reading no more than `LARGEST` characters for one.

    Raises
    ------
    NotationError
        ``record.too_long``: a line is longer.
    """
    readline = getattr(file, "readline", None)
    lines = iter(file) if readline is None else iter(lambda: readline(LARGEST + 1), "")
    for line in lines:
        if len(line) > LARGEST:
            raise NotationError(f"a line is longer than {LARGEST} characters", code="record.too_long")
        yield line


class Allowance:
    """Bounds the moves that a reader takes back and replays for variations, in proportion to the text it has read.

    Without it, a short text could make a reader replay one long game over and over.
    """

    def __init__(self, characters: int) -> None:
        self.left: int = 100_000 + 64 * characters

    def spend(self, plies: int) -> None:
        """Count plies of work.

        Raises
        ------
        NotationError
            ``record.variation``: the variations branch off too far back, too often.
        """
        self.left -= plies
        if self.left < 0:
            raise NotationError("the variations branch off too far back for so short a text", code="record.variation")


def check_encodable(text: str) -> str:
    """Return the text if it can be written as UTF-8.

    Raises
    ------
    NotationError
        ``record.cannot_write``: it has a lone surrogate.
    """
    try:
        text.encode()
    except UnicodeEncodeError as error:
        refuse_writing(f"a text has the lone surrogate {text[error.start]!a}, which is not a character")
    return text


def refuse_writing(reason: str) -> NoReturn:
    """Refuse a game that the format has no place for.

    Raises
    ------
    NotationError
        ``record.cannot_write``
    """
    raise NotationError(f"the game cannot be written: {reason}", code="record.cannot_write")
