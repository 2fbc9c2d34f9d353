"""Text in pictures: kanji as outlines, so that no font is needed, and Latin text in common fonts.

``outlines.json`` holds the outlines of all kanji of the shipped games, on an em square of 500 units, written by
``tools/outlines.py`` from the Hanazono fonts of the GlyphWiki project, whose licence permits any use. Characters of
other games are drawn with the fonts of the viewer.
"""

import json
from enum import StrEnum
from functools import cache
from importlib import resources
from typing import Final

from mujo.svg.picture import Picture, number, xml_text

__all__ = ["INK", "LATIN", "RED", "Glyphs", "draw_kanji", "fitting_size", "latin", "latin_width", "wrapped"]

INK, RED = "#1c1a17", "#b3201c"

#: Fonts with the kanji of the games, common ones first. Only the last three have 𩹄.
KANJI_FONTS: Final = (
    "'Noto Serif CJK JP','Source Han Serif JP','Hiragino Mincho ProN','Yu Mincho','MS Mincho',"
    "'BabelStone Han','HanaMinA','HanaMinB',serif"
)
LATIN: Final = "'DejaVu Sans','Noto Sans',Arial,sans-serif"

#: Characters that hardly any font has: always drawn as outlines.
RARE: Final = frozenset("𩹄𠵇")

_EM: Final = 500
#: How far the baseline of the outlines lies above the bottom of the em square, in ems.
_DESCENT: Final = 0.12

_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+"
#: Widths of these letters in bold, in thousandths of an em, as DejaVu Sans has them, which is wider than most.
_WIDTHS: Final = (
    *(774, 762, 734, 830, 683, 683, 821, 837, 372, 372, 775, 637, 995, 837, 850, 733, 850, 770, 720, 682, 812, 774),
    *(1103, 771, 724, 725, 675, 716, 593, 716, 678, 435, 716, 712, 343, 343, 665, 343, 1042, 712, 687, 716, 716),
    *(493, 595, 478, 712, 652, 924, 645, 652, 582, 838),
)
_WIDTH_OF: Final = dict(zip(_LETTERS, _WIDTHS, strict=True))
#: Characters of sentences that are narrower than most letters, and their largest width in thousandths of an em.
_NARROW: Final = dict.fromkeys(" .,:;()'-/", 460)


class Glyphs(StrEnum):
    """How kanji are drawn.

    Examples
    --------
    >>> from mujo import Board, svg
    >>> board = Board(rules="chu")
    >>> len(svg.board(board, glyphs=Glyphs.FONTS)) < len(svg.board(board, glyphs=Glyphs.OUTLINES))
    True
    """

    #: As shapes that look the same everywhere.
    OUTLINES = "outlines"
    #: As text in a font of the viewer: smaller files, and text that can be searched.
    FONTS = "fonts"


@cache
def _outlines() -> dict[str, str]:
    text = (resources.files("mujo.svg") / "outlines.json").read_text(encoding="utf-8")
    outlines: dict[str, str] = json.loads(text)
    return outlines


def draw_kanji(picture: Picture, character: str, x: float, y: float, size: float, fill: str, glyphs: Glyphs) -> str:
    """Return one character whose box has its bottom centre at x, y; `size` is the side of the box."""
    if glyphs is Glyphs.OUTLINES or character in RARE:
        outline = _outlines().get(character)
        if outline is not None:
            reference = picture.symbol(f"u{ord(character):x}", lambda: f'<path d="{outline}"/>')
            place = f"translate({number(x - size / 2)} {number(y - _DESCENT * size)})scale({size / _EM:.4g})"
            return f'<use href="{reference}" transform="{place}" fill="{fill}"/>'
    return (
        f'<text x="{number(x)}" y="{number(y - _DESCENT * size)}" font-size="{number(size)}" text-anchor="middle" '
        f'fill="{fill}" font-family="{KANJI_FONTS}">{xml_text(character)}</text>'
    )


def latin(
    x: float, y: float, text: str, size: float, *, fill: str = INK, bold: bool = False, middle: bool = False
) -> str:
    """Return Latin text whose baseline starts (or has its middle) at x, y."""
    if not text:
        return ""
    weight = ' font-weight="bold"' if bold else ""
    anchor = ' text-anchor="middle"' if middle else ""
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" fill="{fill}" '
        f'font-family="{LATIN}"{anchor}{weight}>{xml_text(text)}</text>'
    )


def latin_width(text: str) -> float:
    """Estimate the width of bold Latin text, in ems.

    Examples
    --------
    >>> latin_width("I") < latin_width("W")
    True
    """
    return sum(_WIDTH_OF.get(character, 1000) for character in text) / 1000


def wrapped(text: str, size: float, room: float) -> list[str]:
    """Break a text into lines that fit into a width.

    Examples
    --------
    >>> wrapped("Slides any distance forward.", 12, 120)
    ['Slides any', 'distance', 'forward.']
    """
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        width = sum(_WIDTH_OF.get(character, _NARROW.get(character, 700)) for character in longer) / 1000
        if lines and width * size <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def fitting_size(text: str, largest: float, room: float) -> float:
    """Return the font size, at most `largest`, at which bold Latin text fits into a width.

    Examples
    --------
    >>> fitting_size("I", 15, 20), fitting_size("+WWW", 15, 20) < 6
    (15, True)
    """
    return min(largest, room / latin_width(text)) if text else largest
