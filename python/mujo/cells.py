"""Text on a terminal: its width in cells, padding, wrapping, and what is safe to print."""

import unicodedata
from collections.abc import Iterable


def cell_width(text: str) -> int:
    """Return how many terminal cells a text takes: two for a wide character, none for a combining one.

    Characters of ambiguous width count as one; diagrams avoid them.

    Examples
    --------
    >>> cell_width("v歩"), cell_width("+HM"), cell_width("ō")
    (3, 3, 1)
    """
    return sum(_character_width(character) for character in text)


def _character_width(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def pad_left(text: str, width: int) -> str:
    """Pad a text with spaces on the left to `width` cells."""
    return " " * (width - cell_width(text)) + text


def pad_right(text: str, width: int) -> str:
    """Pad a text with spaces on the right to `width` cells."""
    return text + " " * (width - cell_width(text))


def printable(text: str) -> str:
    r"""Escape control characters and everything else that a terminal must not receive, except line feeds.

    Examples
    --------
    >>> printable("8n\x1b[2J")
    '8n\\x1b[2J'
    """
    if all(character.isprintable() or character == "\n" for character in text):
        return text
    return "".join(
        character if character.isprintable() or character == "\n" else ascii(character)[1:-1] for character in text
    )


def clip(text: str, width: int) -> str:
    """Cut the middle out of each line that has more than `width` characters.

    Examples
    --------
    >>> clip("1234567890", 9)
    '12 ... 90'
    """
    half = (width - 5) // 2
    lines = text.split("\n")
    return "\n".join(line if len(line) <= width else f"{line[:half]} ... {line[-half:]}" for line in lines)


def to_ascii(text: str) -> str:
    """Spell a text in ASCII: letters lose their accents, anything else becomes a question mark.

    Examples
    --------
    >>> to_ascii("kōgyō")
    'kogyo'
    """
    if text.isascii():
        return text
    decomposed = unicodedata.normalize("NFKD", text)
    bare = "".join(character for character in decomposed if not unicodedata.combining(character))
    return bare.encode("ascii", "replace").decode("ascii")


def wrap_words(words: Iterable[str], width: int, *, first: str = "", indent: str = "  ") -> str:
    """Arrange words in lines of at most `width` cells.

    Parameters
    ----------
    words
        The words; one that is wider than a line gets a line of its own.
    width
        Cells a line.
    first
        The start of the first line.
    indent
        The start of every further line.

    Examples
    --------
    >>> print(wrap_words(["8n8m", "9n9m", "10n10m"], 14, first="P:"))
    P: 8n8m 9n9m
      10n10m
    """
    lines = [first]
    used = cell_width(first)
    empty = not first
    for word in words:
        wide = cell_width(word)
        if not empty and used + 1 + wide > width:
            lines.append(indent)
            used, empty = cell_width(indent), True
        gap = "" if empty else " "
        lines[-1] += gap + word
        used += len(gap) + wide
        empty = False
    return "\n".join(lines)
