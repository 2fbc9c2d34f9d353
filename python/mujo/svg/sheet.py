"""Sheets: all pieces of a game with their moves, in pages to be printed."""

from mujo._core import Piece, PieceType, RuleSet
from mujo.arguments import choice, whole_number
from mujo.diagrams import MARK_MEANINGS, Movement, marks_shown, movement, piece_moving_as, radius_of
from mujo.svg.glyphs import Glyphs, fitting_size, latin
from mujo.svg.moves import draw_diagram, draw_legend_line
from mujo.svg.picture import Picture, number
from mujo.svg.pieces import PieceStyle, draw_piece

__all__ = ["sheet", "sheets"]

_WIDE, _HIGH = 190, 168
_MOST = 1000
#: The largest radius of a diagram on a card.
_LARGEST_RADIUS = 5


def sheets(
    rules: RuleSet | str = "tai",
    *,
    size: float = 1200,
    columns: int = 6,
    rows: int = 9,
    glyphs: Glyphs | str = Glyphs.OUTLINES,
) -> list[str]:
    """Draw all pieces of a game with their moves, on pages of about the shape of A4 paper.

    Parameters
    ----------
    rules
        The rule set, or its name.
    size
        Width of a page in pixels, 1 to 100000.
    columns
        Pieces side by side.
    rows
        Rows of pieces a page.
    glyphs
        As in `mujo.svg.board`.

    Returns
    -------
    list of str
        One picture a page. The legend on each page explains the marks that the game has.

    Raises
    ------
    TypeError, MujoError
        As in `mujo.svg.board`.

    Examples
    --------
    >>> len(sheets("tai")), len(sheets("chu", columns=8, rows=6))
    (2, 1)
    """
    rules = RuleSet(rules) if isinstance(rules, str) else rules
    columns = whole_number(columns, "columns", 2, _MOST)
    rows = whole_number(rows, "rows", 1, _MOST)
    glyphs = choice(Glyphs, glyphs, "glyphs")
    cards = _cards(rules)
    room = columns * rows
    pages = [cards[first : first + room] for first in range(0, len(cards), room)]
    return [
        _page(rules, cards, page, number, len(pages), size, columns, glyphs) for number, page in enumerate(pages, 1)
    ]


def sheet(
    rules: RuleSet | str = "tai",
    *,
    size: float = 1600,
    columns: int = 8,
    glyphs: Glyphs | str = Glyphs.OUTLINES,
) -> str:
    """Draw all pieces of a game with their moves in one picture.

    Parameters
    ----------
    rules, size, columns, glyphs
        As `sheets`.

    Raises
    ------
    MujoError
        As `sheets`.

    Examples
    --------
    >>> sheet("maka").count("<title>")
    1
    """
    return sheets(rules, size=size, columns=columns, rows=_MOST, glyphs=glyphs)[0]


#: A type, a piece that moves as it, and its moves.
_Card = tuple[PieceType, Piece, Movement]


def _cards(rules: RuleSet) -> list[_Card]:
    found = [(kind, piece_moving_as(rules, kind)) for kind in rules.piece_types.values()]
    return [(kind, piece, movement(rules, piece)) for kind, piece in found if piece is not None]


def _page(
    rules: RuleSet,
    cards: list[_Card],
    page: list[_Card],
    place: int,
    pages: int,
    size: float,
    columns: int,
    glyphs: Glyphs,
) -> str:
    found = {mark for _, _, how in cards for mark in marks_shown(how, _radius(how))}
    legend = [mark for mark in MARK_MEANINGS if mark in found]
    rows = -(-len(page) // columns)
    legend_columns = max(1, columns * _WIDE // 420)
    legend_rows = -(-len(legend) // legend_columns)
    part = f", page {place} of {pages}" if pages > 1 else ""
    picture = Picture(columns * _WIDE + 20, 74 + rows * _HIGH + 22 * legend_rows, f"pieces of {rules.title}{part}")
    picture.draw(f'<rect width="{number(picture.width)}" height="{number(picture.height)}" fill="#fff"/>')
    heading = f"{rules.title} ({rules.name}){part}"
    picture.draw(latin(14, 34, heading, fitting_size(heading, 22, columns * _WIDE - 10), bold=True))
    for index, card in enumerate(page):
        row, column = divmod(index, columns)
        _draw_card(picture, rules, card, 10 + column * _WIDE, 54 + row * _HIGH, glyphs)
    for index, mark in enumerate(legend):
        column, row = divmod(index, legend_rows)
        draw_legend_line(picture, mark, 24 + column * columns * _WIDE / legend_columns, 70 + rows * _HIGH + 22 * row)
    return picture.finish(size)


def _draw_card(picture: Picture, rules: RuleSet, card: _Card, x: float, y: float, glyphs: Glyphs) -> None:
    """Draw a card of a sheet: a piece, its names, its promotion, and its moves."""
    kind, piece, how = card
    draw_piece(picture, rules, piece, PieceStyle.KANJI2, glyphs, x + 24, y + 24, down=False)
    promotion = ""
    if kind.is_initial and kind.promotes_to is not None:
        promotion = f"→ {rules.piece_types[kind.promotes_to].name}"
    elif not kind.is_initial:
        promotion = "by promotion only"
    picture.draw(latin(x + 48, y + 16, kind.id, 14, bold=True))
    picture.draw(latin(x + 48, y + 30, kind.name, fitting_size(kind.name, 10.5, _WIDE - 50)))
    picture.draw(latin(x + 48, y + 43, promotion, fitting_size(promotion, 9.5, _WIDE - 50), fill="#666"))
    radius = _radius(how)
    draw_diagram(picture, rules, piece, how, x + 45, y + 50, radius, 110 / (2 * radius + 1), glyphs)


def _radius(how: Movement) -> int:
    return min(radius_of(how), _LARGEST_RADIUS)
