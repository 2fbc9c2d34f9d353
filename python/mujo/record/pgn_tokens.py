"""Tokens of PGN text, and where one game of a file ends and the next begins.

Both work in one pass. Every primitive looks at each character once, and none looks ahead for a closing sign more than
once per comment, so that the time is proportional to the length whatever the text is. `Scanner.steps` counts the
characters looked at, for the test of that.

A game ends at its result, or before a tag line that follows moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import Enum, auto
from typing import Final, NamedTuple

from mujo.errors import NotationError
from mujo.record.limits import LARGEST

__all__ = ["FOREIGN_RESULTS", "RESULT_WORDS", "Kind", "Scanner", "Token", "split_pgn", "tokens", "unescaped"]

#: Results as chess programs write them.
FOREIGN_RESULTS: Final = ("1-0", "0-1", "1/2-1/2")
#: All words that end a game.
RESULT_WORDS: Final = frozenset(("black", "white", "draw", "*", *FOREIGN_RESULTS))

_SPACE = re.compile(r"\s*+")
_DIGITS = re.compile(r"[0-9]++")
_DOTS = re.compile(r"(?:\s*+\.++)*+")
_NAG = re.compile(r"\$[0-9]{1,3}+(?=[\s(){};!?$]|$)")
_WORD = re.compile(r"[^\s(){};\"]++")
_JUDGEMENT = re.compile(r"[!?]++")
_LINE = re.compile(r"[^\n]*+")
_QUOTED = re.compile(r'[^"\\\n]*+(?:\\.[^"\\\n]*+)*+')
_ESCAPED_COMMENT = re.compile(r"[^}\\]*+(?:\\.[^}\\]*+)*+", re.DOTALL)
_PLAIN_COMMENT = re.compile(r"[^}]*+")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_RULES_TAG = re.compile(r"\s*+\[\s*+Rules[\s\"]")
#: Signs that a line of nothing but numbers and moves does not have.
_SPECIAL = re.compile(r"[{}();\"%\[]")


class Kind(Enum):
    """The kind of a token."""

    COMMENT = auto()
    NUMBER = auto()
    NAG = auto()
    JUDGEMENT = auto()
    OPEN = auto()
    CLOSE = auto()
    QUOTED = auto()
    RESULT = auto()
    WORD = auto()


class Token(NamedTuple):
    """One token.

    Attributes
    ----------
    kind
        Its kind.
    text
        The text; of a comment or a quoted text, what is inside; of a NAG, the number; of a number, its dots.
    at
        Its index in the text.
    number
        The value of a move number, 0 for other kinds.
    """

    kind: Kind
    text: str
    at: int
    number: int = 0


class Scanner:
    """A text that is read from left to right.

    Attributes
    ----------
    text, at
        The text, and the index of the next character.
    steps
        How many characters the scanner has looked at.
    """

    __slots__ = ("at", "steps", "text")

    def __init__(self, text: str, at: int = 0) -> None:
        self.text: str = text
        self.at: int = at
        self.steps: int = 0

    def take(self, pattern: re.Pattern[str]) -> str | None:
        """Take what a pattern without backtracking matches here."""
        found = pattern.match(self.text, self.at)
        if found is None:
            self.steps += 1
            return None
        self.steps += found.end() - self.at + 1
        self.at = found.end()
        return found[0]

    def skip(self, sign: str) -> bool:
        """Skip one sign if it stands here."""
        self.steps += 1
        if self.text.startswith(sign, self.at):
            self.at += len(sign)
            return True
        return False


def unescaped(text: str) -> str:
    r"""Undo the backslash escapes of a comment, a quoted text or a tag.

    Examples
    --------
    >>> unescaped(r"a\nb \} \u0041")
    'a\nb } A'
    """
    if "\\" not in text:
        return text
    return _ESCAPE.sub(
        lambda found: chr(int(found[1], 16)) if found[1] else {"n": "\n", "r": "\r"}.get(found[2], found[2]), text
    )


def tokens(scanner: Scanner, escapes: bool) -> Iterator[Token]:
    """Yield the tokens from here to the end of the text.

    Parameters
    ----------
    scanner
        The text.
    escapes
        Whether a backslash in a comment escapes the next character, as in the files of this package.
    """
    while True:
        scanner.take(_SPACE)
        at = scanner.at
        if at >= len(scanner.text):
            return
        token = _token(scanner, escapes, at)
        if token is not None:
            yield token


def _token(scanner: Scanner, escapes: bool, at: int) -> Token | None:
    sign = scanner.text[at]
    if sign == "{":
        return Token(Kind.COMMENT, _comment(scanner, escapes), at)
    if sign == ";":
        return Token(Kind.COMMENT, (scanner.take(_LINE) or "")[1:].strip(), at)
    if sign == "%" and (at == 0 or scanner.text[at - 1] == "\n"):
        return Token(Kind.COMMENT, (scanner.take(_LINE) or "").rstrip(), at)
    if sign == '"':
        scanner.at += 1
        text = scanner.take(_QUOTED) or ""
        scanner.at += 1
        return Token(Kind.QUOTED, unescaped(text), at)
    if sign in "()":
        scanner.at += 1
        return Token(Kind.OPEN if sign == "(" else Kind.CLOSE, sign, at)
    if sign == "}":
        scanner.at += 1
        return Token(Kind.WORD, sign, at)
    if sign == "$" and (nag := scanner.take(_NAG)):
        return Token(Kind.NAG, nag[1:], at)
    if sign in "!?" and (judgement := scanner.take(_JUDGEMENT)):
        following = scanner.text[scanner.at : scanner.at + 1]
        if not following or following.isspace() or following in "(){};$":
            return Token(Kind.JUDGEMENT, judgement, at)
        scanner.at = at
    elif sign == ".":
        scanner.take(_DOTS)
        return None
    elif sign.isdigit():
        number = _number(scanner, at)
        if number is not None:
            return number
    word = scanner.take(_WORD) or ""
    return Token(Kind.RESULT if word in RESULT_WORDS else Kind.WORD, word, at)


def _number(scanner: Scanner, at: int) -> Token | None:
    """Take a move number with its dots, which may stand apart; ``None`` if the digits begin a word."""
    digits = scanner.take(_DIGITS)
    if digits is None:
        return None
    end = scanner.at
    dots = "".join((scanner.take(_DOTS) or "").split())
    if not dots and end < len(scanner.text) and not scanner.text[end].isspace():
        scanner.at = at
        return None
    return Token(Kind.NUMBER, dots, at, int(digits[:9]))


def _comment(scanner: Scanner, escapes: bool) -> str:
    """Take a comment in braces; one without an end goes on to the end of the text."""
    scanner.at += 1
    text = scanner.take(_ESCAPED_COMMENT if escapes else _PLAIN_COMMENT) or ""
    scanner.at += 1
    return unescaped(text) if escapes else text


def split_pgn(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Cut a file into games.

    Yields
    ------
    tuple of int and str
        The number of the first line of a game, from 1 on, and its text.

    Raises
    ------
    NotationError
        ``record.too_long``: a game is longer than `LARGEST` characters.
    """
    splitter = _Splitter()
    for number, line in enumerate(lines, 1):
        yield from splitter.take(number, line)
    yield from splitter.finish()


class _Splitter:
    """Gathers lines until a game ends."""

    def __init__(self) -> None:
        self._begin(1)

    def _begin(self, number: int) -> None:
        self.first = number
        self.held: list[str] = []
        self.size = 0
        self.depth = 0
        self.in_comment = self.escapes = self.has_moves = self.has_ended = False

    def take(self, number: int, line: str) -> Iterator[tuple[int, str]]:
        """Take a line, and yield the games that it ends."""
        if not self.held and not line.strip():
            self.first = number + 1
            return
        if not self.in_comment and line.lstrip().startswith("["):
            if self.has_moves:
                yield from self.finish()
                self._begin(number)
            self.escapes = self.escapes or _RULES_TAG.match(line) is not None
            self._hold(line)
            return
        begun = 0
        for cut in self._cuts(line):
            self._hold(line[begun:cut])
            yield from self.finish()
            self._begin(number)
            self.has_moves = True
            begun = cut
        if begun == 0 or line[begun:].strip():
            self._hold(line[begun:])

    def _hold(self, text: str) -> None:
        self.held.append(text)
        self.size += len(text)
        if self.size > LARGEST:
            raise NotationError(f"a game is longer than {LARGEST} characters", code="record.too_long")

    def _cuts(self, line: str) -> Iterator[int]:
        """Yield the places in a line of moves where a new game begins."""
        if not (self.in_comment or self.depth or self.has_ended or _SPECIAL.search(line)):
            words = line.split()
            self.has_moves = self.has_moves or bool(words)
            if RESULT_WORDS.isdisjoint(words):
                return
        scanner = Scanner(line)
        if self.in_comment:
            scanner.take(_ESCAPED_COMMENT if self.escapes else _PLAIN_COMMENT)
            if scanner.at >= len(line):
                return
            scanner.at += 1
            self.in_comment = False
        # Escapes hold for the whole line: only a tag on a line of its own switches them on.
        for token in tokens(scanner, self.escapes):
            if token.kind is Kind.COMMENT:
                self.has_moves = self.has_moves or line[token.at] != "%"
                self.in_comment = line[token.at] == "{" and scanner.at > len(line)
                continue
            if self.has_ended and token.kind not in (Kind.NAG, Kind.JUDGEMENT, Kind.RESULT):
                yield token.at
            self.has_moves = True
            self.depth += (token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE and self.depth > 0)
            self.has_ended = self.has_ended or (token.kind is Kind.RESULT and self.depth == 0)

    def finish(self) -> Iterator[tuple[int, str]]:
        """Yield the game that is held, if there is one."""
        if any(not text.isspace() for text in self.held):
            yield self.first, "".join(self.held)
        self.held = []
