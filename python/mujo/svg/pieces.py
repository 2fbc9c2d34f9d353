"""Pieces: five-sided, with kanji, ids, or a drawing of their moves."""

from enum import StrEnum
from xml.sax.saxutils import escape

from mujo._core import BLACK, Piece, RuleSet
from mujo.diagrams import movement
from mujo.svg.fonts import FONTS, LATIN, Rare, text_of
from mujo.svg.mnemonic import draw_moves
from mujo.svg.picture import Picture

__all__ = ["PieceStyle", "draw_piece"]

INK, RED, WOOD, EDGE = "#1c1a17", "#b3201c", "#f9e9c4", "#6d5530"
#: The outline, 40 units to a square, around 0,0.
_OUTLINE = "M0-17.5L10.5-13L14.5 16.5H-14.5L-10.5-13Z"


class PieceStyle(StrEnum):
    """What stands on a piece."""

    KANJI = "kanji"
    KANJI2 = "kanji2"
    IDS = "ids"
    MNEMONIC = "mnemonic"


#: What symbols of a style begin with: pieces of two styles may stand in one picture.
_LETTERS = {PieceStyle.KANJI: "k", PieceStyle.KANJI2: "n", PieceStyle.IDS: "i", PieceStyle.MNEMONIC: "m"}


def draw_piece(
    picture: Picture,
    rules: RuleSet | None,
    piece: Piece,
    style: PieceStyle,
    rare: Rare,
    x: float,
    y: float,
    *,
    down: bool,
) -> None:
    """Draw a piece around a point; one that points down is turned.

    Ids stay upright, in small letters for White.
    """
    name = _LETTERS[style] + piece.type + ("p" if piece.promoted else "")
    if style is PieceStyle.IDS:
        name += "" if piece.side == BLACK else "w"
        name += "d" if down else ""
        reference = picture.symbol(name, lambda: _outline(down) + _id_text(piece))
        picture.draw(f'<use href="{reference}" x="{x:g}" y="{y:g}"/>')
        return
    reference = picture.symbol(name, lambda: _outline(False) + _face(rules, piece, style, rare))
    turned = f'transform="translate({x:g} {y:g})rotate(180)"' if down else f'x="{x:g}" y="{y:g}"'
    picture.draw(f'<use href="{reference}" {turned}/>')


def _outline(down: bool) -> str:
    turned = ' transform="rotate(180)"' if down else ""
    return f'<path d="{_OUTLINE}" fill="{WOOD}" stroke="{EDGE}"{turned}/>'


def _id_text(piece: Piece) -> str:
    size = 15 if len(piece.symbol) < 3 else 11.5
    colour = RED if piece.promoted else INK
    return _text(piece.symbol, 0, 6, size, colour, LATIN, bold=True)


def _face(rules: RuleSet | None, piece: Piece, style: PieceStyle, rare: Rare) -> str:
    if rules is None:
        return _id_text(Piece(piece.type, BLACK, piece.promoted))
    colour = RED if piece.promoted else INK
    kind = rules.moves_as(piece)
    if style is PieceStyle.MNEMONIC:
        symbol = Piece(piece.type, BLACK, piece.promoted).symbol
        return draw_moves(movement(rules, piece), colour) + _text(symbol, 0, 15.5, 6, colour, LATIN)
    if style is PieceStyle.KANJI:
        return _text(text_of(kind.board_kanji, rare), 0, 9.5, 22, colour, FONTS)
    letters = [text_of(letter, rare) for letter in kind.kanji]
    if len(letters) <= 2:
        places = {1: [(0.0, 9.5, 20.0)], 2: [(0.0, 0.5, 14.0), (0.0, 14.5, 14.0)]}[len(letters)]
    else:
        # Columns from right to left, each from top to bottom.
        half = (len(letters) + 1) // 2
        size = min(10.5, 24 / half)
        places = [
            (5.5 if index < half else -5.5, -2 + size * (index % half) + (0 if half < 3 else -4), size)
            for index in range(len(letters))
        ]
        places = [(left, top + size / 3, size) for left, top, size in places]
    return "".join(
        _text(letter, left, top, size, colour, FONTS) for letter, (left, top, size) in zip(letters, places, strict=True)
    )


def _text(text: str, x: float, y: float, size: float, colour: str, fonts: str, *, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="middle" fill="{colour}" '
        f'font-family="{fonts}"{weight}>{escape(text)}</text>'
    )
