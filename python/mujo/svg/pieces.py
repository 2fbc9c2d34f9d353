"""Pieces: five-sided, labelled with kanji, an id, or a drawing of their moves."""

from enum import StrEnum
from typing import Final

from mujo._core import BLACK, Piece, RuleSet
from mujo.diagrams import movement
from mujo.svg.glyphs import INK, RED, Glyphs, draw_kanji, fitting_size, latin
from mujo.svg.mnemonic import draw_moves
from mujo.svg.picture import Picture, number

__all__ = ["PieceStyle", "draw_piece"]

WOOD, EDGE = "#f9e9c4", "#6d5530"
#: The outline around 0,0; a square has 40 units.
_OUTLINE = "M0-17.5L10.5-13L14.5 16.5H-14.5L-10.5-13Z"
#: The width of a piece where an id stands.
_ROOM = 23.0


class PieceStyle(StrEnum):
    """The label of a piece.

    Examples
    --------
    >>> from mujo import Board, svg
    >>> len({svg.board(Board(rules="chu"), style=style) for style in PieceStyle}) == len(PieceStyle)
    True
    """

    KANJI = "kanji"
    KANJI2 = "kanji2"
    IDS = "ids"
    MNEMONIC = "mnemonic"


#: The first letter of a symbol's name, because a picture may hold pieces of two styles.
_LETTERS: Final = {PieceStyle.KANJI: "k", PieceStyle.KANJI2: "n", PieceStyle.IDS: "i", PieceStyle.MNEMONIC: "m"}


def draw_piece(
    picture: Picture,
    rules: RuleSet | None,
    piece: Piece,
    style: PieceStyle,
    glyphs: Glyphs,
    x: float,
    y: float,
    *,
    down: bool,
) -> None:
    """Draw a piece around a point; `down` turns it upside down.

    Ids stay upright, in small letters for White.
    """
    name = _LETTERS[style] + piece.type + ("p" if piece.promoted else "")
    at = f'x="{number(x)}" y="{number(y)}"'
    if style is PieceStyle.IDS:
        name += "" if piece.side == BLACK else "w"
        name += "d" if down else ""
        reference = picture.symbol(name, lambda: _outline(down) + _id_label(piece))
        picture.draw(f'<use href="{reference}" {at}/>')
        return
    reference = picture.symbol(name, lambda: _outline(False) + _label(picture, rules, piece, style, glyphs))
    turned = f'transform="translate({number(x)} {number(y)})rotate(180)"' if down else at
    picture.draw(f'<use href="{reference}" {turned}/>')


def _outline(down: bool) -> str:
    turned = ' transform="rotate(180)"' if down else ""
    return f'<path d="{_OUTLINE}" fill="{WOOD}" stroke="{EDGE}"{turned}/>'


def _id_label(piece: Piece) -> str:
    size = fitting_size(piece.symbol, 15, _ROOM)
    colour = RED if piece.promoted else INK
    return latin(0, size * 0.4, piece.symbol, size, fill=colour, bold=True, middle=True)


def _label(picture: Picture, rules: RuleSet | None, piece: Piece, style: PieceStyle, glyphs: Glyphs) -> str:
    black = Piece(piece.type, BLACK, piece.promoted)
    if rules is None:
        return _id_label(black)
    colour = RED if piece.promoted else INK
    kind = rules.moves_as(piece)
    if style is PieceStyle.MNEMONIC:
        symbol = latin(0, 15.5, black.symbol, 6, fill=colour, middle=True)
        return draw_moves(movement(rules, piece), colour) + symbol
    letters = kind.board_kanji if style is PieceStyle.KANJI else kind.kanji
    if not letters or letters.isascii():
        return _id_label(black)
    boxes = [(0.0, 11.5, 22.0)] if style is PieceStyle.KANJI and len(letters) == 1 else _boxes(len(letters))
    placed = zip(letters, boxes, strict=False)
    return "".join(draw_kanji(picture, letter, *box, colour, glyphs) for letter, box in placed)


def _boxes(count: int) -> list[tuple[float, float, float]]:
    """Place the characters of a name: for each the bottom centre of its box, and the side of the box."""
    if count == 1:
        return [(0, 11.5, 20)]
    if count == 2:
        return [(0, 2.5, 14), (0, 16, 14)]
    # Columns from right to left, each from top to bottom.
    rows = (count + 1) // 2
    size = min(10.5, 26 / rows)
    top = 2.5 - size * rows / 2 + (0 if rows < 3 else 0.5)
    return [(5.5 if index < rows else -5.5, top + size * (index % rows + 1), size) for index in range(count)]
