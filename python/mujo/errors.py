"""What can go wrong, as exceptions.

Every error of mujo is a `MujoError`, which is a `ValueError`. Its text says what was wrong, where, and what would be
right; its `code` is a stable slug for programs. The slugs are listed in ``data/errors.toml`` together with their
class, and `mujo.error_slugs` reads that list.

All constructors take the message first and the fields by keyword, so that every error can be copied and pickled.
"""

from __future__ import annotations

# The name that type checkers look for; `typing` itself is slow to import.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mujo._core import Move

__all__ = [
    "AmbiguousMoveError",
    "DataError",
    "IllegalMoveError",
    "InvalidPositionError",
    "MujoError",
    "NotationError",
    "RuleSetError",
]


class MujoError(ValueError):
    """Anything that mujo refuses.

    Parameters
    ----------
    message
        What was wrong, where, and what would be right.
    code
        A slug of ``data/errors.toml``; empty if the error has none.

    Examples
    --------
    >>> error = MujoError("nothing to undo", code="nothing_to_undo")
    >>> error.code, str(error)
    ('nothing_to_undo', 'nothing to undo')
    """

    __module__ = "mujo"

    code: str
    #: The board of a `Batch` that the error is about (0-based); ``None`` everywhere else.
    index: int | None = None

    def __init__(self, message: str = "", *, code: str = "") -> None:
        super().__init__(message)
        self.code = code


class NotationError(MujoError):
    """A text that could not be read.

    Parameters
    ----------
    message, code
        As in `MujoError`.
    text
        The text that was read.
    position
        Where in `text` the fault is: a 0-based index, or ``None`` if it has no single place.
    """

    __module__ = "mujo"

    text: str
    position: int | None

    def __init__(self, message: str = "", *, code: str = "", text: str = "", position: int | None = None) -> None:
        super().__init__(message, code=code)
        self.text = text
        self.position = position


class IllegalMoveError(MujoError):
    """A move that was read, but may not be played.

    Parameters
    ----------
    message, code
        As in `MujoError`.
    move
        The move, or its text.
    reason
        Why it may not be played; the message if left out.
    rule
        The number in docs/reference/rules.md of the rule that forbids it.
    squares
        The squares that matter (0-based indexes, 1a first): for instance the one from which the enemy could capture.
    """

    __module__ = "mujo"

    move: Move | str | None
    reason: str
    rule: str | None
    squares: tuple[int, ...]

    def __init__(
        self,
        message: str = "",
        *,
        code: str = "",
        move: Move | str | None = None,
        reason: str | None = None,
        rule: str | None = None,
        squares: Iterable[int] = (),
    ) -> None:
        super().__init__(message, code=code)
        self.move = move
        self.reason = message if reason is None else reason
        self.rule = rule
        self.squares = tuple(squares)


class AmbiguousMoveError(MujoError):
    """A text that fits several legal moves.

    Parameters
    ----------
    message, code
        As in `MujoError`.
    text
        The text that was read.
    candidates
        The moves that it fits.
    """

    __module__ = "mujo"

    text: str
    candidates: tuple[Move | str, ...]

    def __init__(
        self, message: str = "", *, code: str = "", text: str = "", candidates: Iterable[Move | str] = ()
    ) -> None:
        super().__init__(message, code=code)
        self.text = text
        self.candidates = tuple(candidates)


class InvalidPositionError(MujoError):
    """A position, or the text of one, that cannot stand.

    Parameters
    ----------
    message, code
        As in `MujoError`; the code of the first problem.
    problems
        All problems at once, one sentence each; the message alone if left out.
    """

    __module__ = "mujo"

    problems: tuple[str, ...]

    def __init__(self, message: str = "", *, code: str = "", problems: Iterable[str] | None = None) -> None:
        super().__init__(message, code=code)
        self.problems = (message,) if problems is None else tuple(problems)


class RuleSetError(MujoError):
    """A rule set, option, value or reading that does not exist, or does not fit with the others.

    Parameters
    ----------
    message, code
        As in `MujoError`.
    name
        The name that was asked for.
    matches
        Known names close to it, the closest first.
    """

    __module__ = "mujo"

    name: str
    matches: tuple[str, ...]

    def __init__(self, message: str = "", *, code: str = "", name: str = "", matches: Iterable[str] = ()) -> None:
        super().__init__(message, code=code)
        self.name = name
        self.matches = tuple(matches)


class DataError(RuleSetError):
    """A fault in a rule file.

    Parameters
    ----------
    message, code, name, matches
        As in `RuleSetError`.
    file
        The name of the file.
    key
        The key at fault, as a dotted path such as ``pieces.HM.betza``; empty if the file is no TOML at all.
    reason
        What is wrong with it and what would be right; the message if left out.
    line
        The line of the file, 1-based; 0 if unknown.
    """

    __module__ = "mujo"

    file: str
    key: str
    reason: str
    line: int

    def __init__(
        self,
        message: str = "",
        *,
        code: str = "",
        name: str = "",
        matches: Iterable[str] = (),
        file: str = "",
        key: str = "",
        reason: str | None = None,
        line: int = 0,
    ) -> None:
        super().__init__(message, code=code, name=name, matches=matches)
        self.file = file
        self.key = key
        self.reason = message if reason is None else reason
        self.line = line
