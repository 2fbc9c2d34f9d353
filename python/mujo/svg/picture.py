"""The frame of a picture: its size, its parts, ids that no other picture has, and text that is safe in XML."""

import hashlib
import math
import re
from collections.abc import Callable
from xml.sax.saxutils import escape

from mujo.errors import MujoError

__all__ = ["LARGEST_SIZE", "Picture", "colour", "number", "pixels", "xml_text"]

#: Pixels; larger than any screen or printer needs.
LARGEST_SIZE = 100_000

#: Stands for the prefix of all ids until the picture is complete. It cannot occur in text, see `xml_text`.
_PREFIX = "\x00"

#: Characters that XML 1.0 forbids, and those that change the direction of the text around them.
_UNSAFE = re.compile(
    "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)

#: Colours of CSS: a name, a hexadecimal number, or rgb() and its relatives.
_COLOUR = re.compile(
    r"[A-Za-z]{3,30}|#(?:[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})|(?:rgb|hsl)a?\([-0-9.,%/ deg]{5,60}\)"
)


def number(value: float) -> str:
    """Write a number in as few characters as it needs.

    Examples
    --------
    >>> number(3.0), number(0.126), number(-0.5)
    ('3', '.13', '-.5')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    if text in ("-0", ""):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def xml_text(text: str) -> str:
    r"""Escape a text for XML; characters that XML forbids or that reverse text become U+FFFD.

    Examples
    --------
    >>> xml_text('a<b> & "c"'), xml_text("\x1b[2J\u202e")
    ('a&lt;b&gt; &amp; &quot;c&quot;', '�[2J�')
    """
    return escape(_UNSAFE.sub("\ufffd", text), {'"': "&quot;"})


def colour(value: object) -> str:
    """Return a colour that is safe in an attribute.

    Raises
    ------
    TypeError
        The value is not a text.
    MujoError
        ``argument``: it is not a colour of CSS.

    Examples
    --------
    >>> colour("hotpink"), colour("#7fb0d8"), colour("rgb(1, 2, 3)")
    ('hotpink', '#7fb0d8', 'rgb(1, 2, 3)')
    """
    if not isinstance(value, str):
        raise TypeError(f"a colour must be a str, not {type(value).__name__}")
    if not _COLOUR.fullmatch(value):
        raise MujoError(f"{value[:40]!r} is not a colour: write a name, #rrggbb or rgb(...)", code="argument")
    return value


def pixels(value: object) -> float:
    """Return a width in pixels that a picture can have.

    Raises
    ------
    TypeError
        The value is not a number.
    MujoError
        ``argument``: it is not from 1 to 100000.

    Examples
    --------
    >>> pixels(640)
    640
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"size must be a number, not {type(value).__name__}")
    if not 1 <= value <= LARGEST_SIZE:
        shown = value if isinstance(value, float) or abs(value) < 10**9 else "out of range"
        raise MujoError(f"size is {shown}; it must be from 1 to {LARGEST_SIZE} pixels", code="argument")
    return value


class Picture:
    """A picture under construction: symbols, each once, and drawn parts.

    Parameters
    ----------
    width, height
        Its size in its own units.
    title
        A description, for people who cannot see it.
    """

    def __init__(self, width: float, height: float, title: str) -> None:
        assert math.isfinite(width * height)
        self.width: float = width
        self.height: float = height
        self.title: str = title
        self.symbols: dict[str, str] = {}
        self.parts: list[str] = []

    def draw(self, part: str) -> None:
        """Add a piece of SVG."""
        self.parts.append(part)

    def symbol(self, name: str, make: Callable[[], str]) -> str:
        """Return the reference to a symbol around the point 0,0; `make` draws it the first time."""
        if name not in self.symbols:
            self.symbols[name] = make()
        return f"#{_PREFIX}{name}"

    def definitions(self, prefix: str = _PREFIX) -> str:
        """Return the symbols; `prefix` begins their ids."""
        return "".join(
            f'<symbol id="{_PREFIX}{name}" overflow="visible">{content}</symbol>'
            for name, content in self.symbols.items()
        ).replace(_PREFIX, prefix)

    def finish(self, size: float | None = None) -> str:
        """Return the whole picture.

        Parameters
        ----------
        size
            Its width in pixels; by default its width in its own units.

        Raises
        ------
        TypeError, MujoError
            As in `pixels`.
        """
        wide = self.width if size is None else pixels(size)
        high = wide * self.height / self.width
        body = f"<title>{xml_text(self.title)}</title><defs>{self.definitions()}</defs>{''.join(self.parts)}"
        # Ids are derived from the content: different pictures on a page share none, and equal ones stay equal.
        prefix = "m" + hashlib.sha256(body.encode()).hexdigest()[:8] + "-"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(wide)}" height="{number(high)}" '
            f'viewBox="0 0 {number(self.width)} {number(self.height)}">{body.replace(_PREFIX, prefix)}</svg>\n'
        )
