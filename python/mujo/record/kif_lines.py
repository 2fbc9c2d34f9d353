r"""The lines of KIF text: what kind each is, and the backslash escapes of this package's own files.

`classify` looks at one line and nothing else, in time proportional to its length. Lines end at a line feed only.

KIF has no escapes, and some texts do not survive as they are: a line separator in a comment, a tag called like a
keyword, a text that is not a move. A file that has any begins with the line ``# mujo: backslash escapes``. In it
``\n``, ``\r``, ``\\`` and ``\uXXXX`` are escapes, and texts that are not moves stand in quotes. KIF readers skip lines
that begin with ``#``.
"""

from __future__ import annotations

import json
import re
import unicodedata
from enum import Enum, auto
from typing import Final, NamedTuple

from mujo.record.pgn_tokens import unescaped

__all__ = ["ESCAPES", "STEPS", "Line", "LineKind", "classify", "escape", "is_plain", "quote", "unescaped", "unquote"]

#: The line that switches escapes on.
ESCAPES: Final = "# mujo: backslash escapes"
#: The numbers of the steps of a move.
STEPS: Final = "一二三四"
#: Characters; no line of a move is longer.
LONGEST_MOVE: Final = 1000

_HEADER = re.compile(r"([^\s:：*#&|+\"][^:：]*+)[:：](.*)", re.DOTALL)
_NUMBER = re.compile(r"([0-9０-９]{1,9})(?:\s*手目|(?=\s|[一二三四]歩目))\s*")
_STEP = re.compile(rf"([{STEPS}])歩目\s*")
_TIME = re.compile(r"[(（]\s*([0-9]{1,4}):([0-9]{1,2})(?::([0-9]{1,2}))?\s*(?:/[0-9: ]{0,20})?\s*[)）]")
_VARIATION = re.compile(r"変化[:：]\s*([0-9０-９]{1,9})\s*手")
_NAGS = re.compile(r"&\$[0-9]{1,3}(?: \$[0-9]{1,3})*+")
_FILES = re.compile(r"[0-9０-９]{1,2}(?:\s+[0-9０-９]{1,2}){2,}|(?:[０-９]\s*){5,}")
_FRAME = re.compile(r"\+[-+]*")
_SIDE = re.compile(r"(先手|下手|後手|上手)番")
#: How a move without a number begins.
_UNNUMBERED = re.compile(r"[▲△▼▽☗☖]|[同仝]|[1-9１-９][0-9０-９]?[一二三四五六七八九十]")
_HANDS = re.compile(r"(?:先手|後手|上手|下手)の持駒")


class LineKind(Enum):
    """The kind of a line."""

    BLANK = auto()
    SKIPPED = auto()
    COMMENT = auto()
    NAGS = auto()
    BOARD = auto()
    FILES = auto()
    SIDE = auto()
    HANDS = auto()
    HEADER = auto()
    COLUMNS = auto()
    VARIATION = auto()
    RESULT = auto()
    MOVE = auto()
    TEXT = auto()


class Line(NamedTuple):
    """A classified line.

    Attributes
    ----------
    kind
        The kind; `TEXT` is a line that nothing else fits, which may be a move without a number.
    text
        The comment after its star, the value of a header, the text of a move without number, time and branch sign; else
        the line.
    key
        The name of a header.
    number
        The number of a move or the ply of a variation; ``None`` if there is none.
    step
        The number of the step (0-based) of a move of several steps; ``None`` if there is none.
    seconds
        The time that a move took; ``None`` if the line does not say.
    """

    kind: LineKind
    text: str
    key: str = ""
    number: int | None = None
    step: int | None = None
    seconds: int | None = None


def classify(line: str) -> Line:
    """Find out what a line is.

    Examples
    --------
    >>> classify("   3手目二歩目 7八獅子 （←7九） (0:05/00:00:07) +")[1:]
    ('7八獅子 （←7九）', '', 3, 1, 5)
    >>> classify("先手：Ito")[:3]
    (<LineKind.HEADER: 9>, 'Ito', '先手')
    """
    line = line.removesuffix("\n")
    bare = line.strip()
    if not bare:
        return Line(LineKind.BLANK, "")
    first = bare[0]
    if first == "*":
        return Line(LineKind.COMMENT, line.lstrip()[1:])
    if first == "#":
        return Line(LineKind.SKIPPED, bare)
    if first == "&":
        return Line(LineKind.NAGS, bare) if _NAGS.fullmatch(bare) else Line(LineKind.COMMENT, line.lstrip())
    if first == "|":
        return Line(LineKind.BOARD, bare)
    if first == "+" and _FRAME.fullmatch(bare):
        return Line(LineKind.FILES, bare)
    if bare.startswith("手数"):
        return Line(LineKind.COLUMNS, bare)
    if bare.startswith("まで"):
        return Line(LineKind.RESULT, bare)
    if found := _VARIATION.match(bare):
        return Line(LineKind.VARIATION, bare, number=int(found[1]))
    if found := _SIDE.fullmatch(bare):
        return Line(LineKind.SIDE, found[1])
    if len(bare) < 200 and _FILES.fullmatch(bare):
        return Line(LineKind.FILES, bare)
    return _move_or_header(line, bare)


def _move_or_header(line: str, bare: str) -> Line:
    number = _NUMBER.match(bare)
    step = _STEP.match(bare) if number is None else _STEP.match(bare, number.end())
    if number is None and step is None:
        header = None if _UNNUMBERED.match(bare) else _HEADER.match(bare)
        if header is None:
            text, seconds = _without_time(bare) if len(bare) <= LONGEST_MOVE else (bare, None)
            return Line(LineKind.TEXT, text, seconds=seconds)
        if _HANDS.match(header[1]):
            return Line(LineKind.HANDS, header[2].strip(), key=header[1].strip())
        return Line(LineKind.HEADER, header[2].strip(), key=header[1].strip())
    value = None if number is None else int(number[1])
    if len(bare) > LONGEST_MOVE:
        return Line(LineKind.MOVE, bare, number=value)
    begun = step.end() if step is not None else number.end() if number is not None else 0
    text, seconds = _without_time(bare[begun:])
    return Line(
        LineKind.MOVE,
        text.strip(),
        number=value,
        step=None if step is None else STEPS.index(step[1]),
        seconds=seconds,
    )


def _without_time(text: str) -> tuple[str, int | None]:
    """Split the time and the branch sign from the end of a move."""
    text = _without_branch(text)
    at = max(text.rfind("("), text.rfind("（"))
    found = _TIME.fullmatch(text, at) if at > 0 else None
    if found is None:
        return text, None
    first, second, third = (int(part) if part is not None else None for part in found.groups())
    assert first is not None
    assert second is not None
    seconds = first * 60 + second if third is None else first * 3600 + second * 60 + third
    return _without_branch(text[:at]), seconds


def _without_branch(text: str) -> str:
    """Remove the sign of a move that has variations: a plus apart from the move."""
    text = text.rstrip()
    return text[:-1].rstrip() if text.endswith("+") and text[-2:-1].isspace() else text


def is_plain(text: str) -> bool:
    """Return whether a text has no line separator or control character."""
    return text.isprintable() or not any(unicodedata.category(sign) in ("Cc", "Zl", "Zp") for sign in text)


def escape(text: str, signs: str = "") -> str:
    r"""Write a text with backslash escapes.

    Parameters
    ----------
    text
        The text.
    signs
        Further signs to escape.

    Examples
    --------
    >>> escape("two\nlines\\")
    'two\\nlines\\\\'
    """
    named = {"\\": "\\\\", "\n": "\\n", "\r": "\\r"}
    return "".join(
        named.get(sign)
        or (f"\\u{ord(sign):04x}" if sign in signs or unicodedata.category(sign) in ("Cc", "Zl", "Zp") else sign)
        for sign in text
    )


def quote(text: str) -> str:
    """Write a text that is not a move."""
    return (
        json.dumps(text, ensure_ascii=False)
        .replace("\x85", "\\u0085")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029")
    )


def unquote(text: str) -> str | None:
    """Read what `quote` wrote; ``None`` if it is something else."""
    if not text.startswith('"'):
        return None
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return value if isinstance(value, str) else None
