"""The exceptions of mujo.

Every error is a `MujoError`, which is a `ValueError`. Its message says what is wrong, where, and what would be right.
Its `code` is a stable slug for programs; ``data/errors.toml`` lists the slugs with their classes, and
`mujo.error_slugs` returns that list.

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
    "EngineError",
    "IllegalMoveError",
    "InvalidPositionError",
    "MujoError",
    "NotationError",
    "RuleSetError",
]


#: Most lines of a message, and most characters of a line: what comes from a hostile text is cut.
_MOST_LINES, _LONGEST_LINE = 40, 1000


def _limited(message: str) -> str:
    """Cut a message to a size that people read: the middle of long lines, and all lines after the first ones."""
    if len(message) <= _LONGEST_LINE and message.count("\n") < _MOST_LINES:
        return message
    *lines, rest = message.split("\n", _MOST_LINES)
    more = rest.count("\n") + 1
    lines.append(f"and {more} more" if len(lines) == _MOST_LINES and more > 1 else rest)
    half = (_LONGEST_LINE - 5) // 2
    return "\n".join(line if len(line) <= _LONGEST_LINE else f"{line[:half]} ... {line[-half:]}" for line in lines)


class MujoError(ValueError):
    """The base class of all errors that mujo raises.

    Parameters
    ----------
    message
        What is wrong, where, and what would be right. At most some 40 lines of 1,000 characters are kept.
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
    #: The number (0-based) of the board in a `Batch` that caused the error; otherwise ``None``.
    index: int | None = None

    def __init__(self, message: str = "", *, code: str = "") -> None:
        super().__init__(_limited(message))
        self.code = code


class NotationError(MujoError):
    """A text that cannot be read.

    Parameters
    ----------
    message, code
        As in `MujoError`.
    text
        The text.
    position
        The 0-based index of the fault in `text`, or ``None`` if it has no single place.
    """

    __module__ = "mujo"

    text: str
    position: int | None

    def __init__(self, message: str = "", *, code: str = "", text: str = "", position: int | None = None) -> None:
        super().__init__(message, code=code)
        self.text = text
        self.position = position


class IllegalMoveError(MujoError):
    """A move that is not legal.

    Parameters
    ----------
    message, code
        As in `MujoError`.
    move
        The move, or its text.
    reason
        Why it is not legal; by default the message.
    rule
        The number of the rule in docs/reference/rules.md that forbids it.
    squares
        The relevant squares (0-based indexes, 1a first), such as the one from which the enemy could capture.
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
        self.reason = str(self) if reason is None else reason
        self.rule = rule
        self.squares = tuple(squares)


class AmbiguousMoveError(MujoError):
    """A text that fits several legal moves.

    Parameters
    ----------
    message, code
        As in `MujoError`.
    text
        The text.
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
    """A position, or the text of one, that is not valid.

    Parameters
    ----------
    message, code
        As in `MujoError`; the code is that of the first problem.
    problems
        All problems, one sentence each; by default the message alone.
    """

    __module__ = "mujo"

    problems: tuple[str, ...]

    def __init__(self, message: str = "", *, code: str = "", problems: Iterable[str] | None = None) -> None:
        super().__init__(message, code=code)
        self.problems = (message,) if problems is None else tuple(problems)


class RuleSetError(MujoError):
    """A rule set, option, value or reading that does not exist, or that contradicts another.

    Parameters
    ----------
    message, code
        As in `MujoError`.
    name
        The name.
    matches
        Existing names close to it, the closest first.
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
        The key at fault, as a dotted path such as ``pieces.HM.betza``; empty if the file is not TOML at all.
    reason
        What is wrong and what would be right; by default the message.
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
        self.reason = str(self) if reason is None else reason
        self.line = line


class EngineError(MujoError):
    """A failure of another program that plays, driven by `mujo.engines`.

    Parameters
    ----------
    message, code
        As in `MujoError`.
    engine
        The name of the engine.
    text
        The line of the engine that is at fault, if it is one line.
    """

    __module__ = "mujo"

    engine: str
    text: str

    def __init__(self, message: str = "", *, code: str = "", engine: str = "", text: str = "") -> None:
        super().__init__(message, code=code)
        self.engine = engine
        self.text = text
