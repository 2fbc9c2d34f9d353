"""The frame of a picture: its size, its parts, and ids that no other picture has."""

import hashlib
from collections.abc import Callable
from xml.sax.saxutils import escape

__all__ = ["Picture", "number"]

#: Stands for the prefix of all ids until the picture is complete.
_PREFIX = "\x00"


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


class Picture:
    """A picture that is being made: symbols, each once, and what is drawn.

    Parameters
    ----------
    width, height
        Its size in its own units.
    title
        What it shows, for people who cannot see it.
    """

    def __init__(self, width: float, height: float, title: str) -> None:
        self.width, self.height, self.title = width, height, title
        self.symbols: dict[str, str] = {}
        self.parts: list[str] = []

    def draw(self, part: str) -> None:
        """Add a piece of SVG."""
        self.parts.append(part)

    def symbol(self, name: str, make: Callable[[], str]) -> str:
        """Give the reference to a symbol around the point 0,0, and make it if it is new."""
        if name not in self.symbols:
            self.symbols[name] = make()
        return f"#{_PREFIX}{name}"

    def finish(self, size: float | None = None) -> str:
        """Write the whole picture.

        Parameters
        ----------
        size
            Its width in pixels; that of its own units if left out.
        """
        wide = self.width if size is None else size
        high = wide * self.height / self.width
        symbols = "".join(
            f'<symbol id="{_PREFIX}{name}" overflow="visible">{content}</symbol>'
            for name, content in self.symbols.items()
        )
        body = f"<title>{escape(self.title)}</title><defs>{symbols}</defs>{''.join(self.parts)}"
        # Ids come from the content: two different pictures on a page share none, and the same picture stays the same.
        prefix = "m" + hashlib.sha256(body.encode()).hexdigest()[:8] + "-"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(wide)}" height="{number(high)}" '
            f'viewBox="0 0 {number(self.width)} {number(self.height)}">{body.replace(_PREFIX, prefix)}</svg>\n'
        )
