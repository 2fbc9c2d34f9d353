"""Diagrams of the moves of one piece, and the sheet of all pieces of a game."""

from __future__ import annotations

from xml.sax.saxutils import escape

from mujo._core import BLACK, Piece, PieceType, RuleSet
from mujo.diagrams import (
    MARK_MEANINGS,
    Mark,
    Movement,
    find_piece,
    marks,
    marks_shown,
    movement,
    piece_moving_as,
    radius_of,
)
from mujo.diagrams.study import direction
from mujo.svg.fonts import FONTS, LATIN, Rare, text_of
from mujo.svg.picture import Picture, number
from mujo.svg.pieces import INK, PieceStyle, draw_piece

__all__ = ["moves", "piece", "sheet"]

CELL = 30
GROUND, LINES, WALK, LEAP, TURN = "#fffaf0", "#b9a884", "#1f5fa8", "#b3201c", "#2f7d3a"


def piece(
    piece: Piece | str,
    rules: RuleSet | str | None = None,
    *,
    size: float = 80,
    style: PieceStyle | str = PieceStyle.KANJI2,
    rare: Rare | str = Rare.KEEP,
) -> str:
    """Draw a piece.

    Parameters
    ----------
    piece
        The piece, or its symbol; one of White points down.
    rules
        Whose names and moves it has; without rules it is drawn with its id.
    size
        Width of the picture in pixels.
    style, rare
        As in `mujo.svg.board`.

    Examples
    --------
    >>> "獅" in piece("LN", "maka"), "LN" in piece("LN")
    (True, True)
    """
    piece = Piece.from_symbol(piece) if isinstance(piece, str) else piece
    rules = RuleSet(rules) if isinstance(rules, str) else rules
    name = piece.symbol if rules is None else rules.moves_as(piece).name
    picture = Picture(40, 40, name)
    chosen = PieceStyle.IDS if rules is None else PieceStyle(style)
    draw_piece(picture, rules, piece, chosen, Rare(rare), 20, 20, down=piece.side != BLACK)
    return picture.finish(size)


def moves(
    kind: str,
    rules: RuleSet | str = "tai",
    *,
    size: float = 480,
    radius: int | None = None,
    rare: Rare | str = Rare.KEEP,
) -> str:
    """Draw how a type moves, with a legend.

    Parameters
    ----------
    kind
        The id of a type, also of one that pieces only promote to; or ``+`` and the id of the type a piece begins as.
    rules
        The rule set, or its name.
    size
        Width of the picture in pixels.
    radius
        Squares to show on each side; as many as the longest counted move needs if left out.
    rare
        As in `mujo.svg.board`.

    Raises
    ------
    RuleSetError
        ``rules.unknown_type``: the game has no such type.

    Examples
    --------
    >>> picture = moves("LN", "maka")
    >>> "lion" in picture, "can pass" in picture
    (True, True)
    """
    rules = RuleSet(rules) if isinstance(rules, str) else rules
    found = find_piece(rules, kind)
    how = movement(rules, found)
    shown = radius or radius_of(how)
    wide = (2 * shown + 1) * CELL
    kinds = marks_shown(how, shown)
    width = max(wide, 440) + 20
    picture = Picture(width, wide + 64 + 22 * len(kinds), f"moves of {rules.moves_as(found).name}")
    picture.draw(f'<rect width="{number(picture.width)}" height="{number(picture.height)}" fill="#fff"/>')
    kept = rules.moves_as(found)
    picture.draw(_line_of_text(12, 22, f"{kept.id} {kept.name}", 16, LATIN, "bold"))
    picture.draw(_line_of_text(12, 43, text_of(kept.kanji, Rare(rare)), 17, FONTS))
    picture.draw(_line_of_text(12 + 19 * len(kept.kanji) + 8, 43, f"{kept.romaji}, {kept.betza}", 13, LATIN))
    draw_diagram(picture, rules, found, how, (width - wide) / 2, 54, shown, CELL, Rare(rare))
    for row, mark in enumerate(kinds):
        y = wide + 74 + 22 * row
        picture.draw(f'<rect x="12" y="{number(y - 9)}" width="18" height="18" fill="{GROUND}" stroke="{LINES}"/>')
        picture.draw(_mark(mark, 21, y, 18))
        picture.draw(_line_of_text(40, y + 4.5, MARK_MEANINGS[mark], 12, LATIN))
    return picture.finish(size)


def sheet(rules: RuleSet | str = "tai", *, size: float = 1600, columns: int = 8, rare: Rare | str = Rare.KEEP) -> str:
    """Draw all pieces of a game with their moves, to be printed.

    Parameters
    ----------
    rules
        The rule set, or its name.
    size
        Width of the picture in pixels.
    columns
        Pieces side by side.
    rare
        As in `mujo.svg.board`.

    Examples
    --------
    >>> sheet("maka").count("<use ")
    154
    """
    rules = RuleSet(rules) if isinstance(rules, str) else rules
    cards = [(kind, found) for kind in rules.piece_types.values() if (found := piece_moving_as(rules, kind))]
    wide, high = 190, 168
    rows = -(-len(cards) // columns)
    moves_of_all = [movement(rules, found) for _, found in cards]
    shown = {mark for how in moves_of_all for mark in marks_shown(how, _sheet_radius(how))}
    legend = [mark for mark in MARK_MEANINGS if mark in shown]
    foot = 22 * -(-len(legend) // 2) + 30
    picture = Picture(columns * wide + 20, 60 + rows * high + foot, f"pieces of {rules.title}")
    picture.draw(f'<rect width="{number(picture.width)}" height="{number(picture.height)}" fill="#fff"/>')
    picture.draw(_line_of_text(14, 34, f"{rules.title} ({rules.name})", 22, LATIN, "bold"))
    for place, (kind, found) in enumerate(cards):
        row, column = divmod(place, columns)
        _card(picture, rules, kind, found, 10 + column * wide, 54 + row * high, Rare(rare))
    for place, mark in enumerate(legend):
        row, column = divmod(place, 2)
        x, y = 24 + column * columns * wide / 2, 60 + rows * high + 16 + 22 * row
        picture.draw(_mark(mark, x, y, 18))
        picture.draw(_line_of_text(x + 18, y + 4.5, MARK_MEANINGS[mark], 13, LATIN))
    return picture.finish(size)


def draw_diagram(
    picture: Picture,
    rules: RuleSet,
    found: Piece,
    how: Movement,
    x: float,
    y: float,
    radius: int,
    cell: float,
    rare: Rare,
) -> None:
    """Draw the squares around a piece, with the marks of its moves; x, y is the top left corner."""
    count = 2 * radius + 1
    wide = count * cell
    picture.draw(
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(wide)}" height="{number(wide)}" fill="{GROUND}"/>'
    )
    grid = "".join(
        f"M{number(x)} {number(y + n * cell)}h{number(wide)}M{number(x + n * cell)} {number(y)}v{number(wide)}"
        for n in range(count + 1)
    )
    picture.draw(f'<path d="{grid}" stroke="{LINES}" stroke-width="{number(cell / 40)}" fill="none"/>')
    middle = (x + (radius + 0.5) * cell, y + (radius + 0.5) * cell)
    for step, mark in marks(how, radius):
        picture.draw(_mark(mark, middle[0] + step[0] * cell, middle[1] + step[1] * cell, cell * 0.8, step))
    inner = Picture(1, 1, "")
    draw_piece(inner, rules, found, PieceStyle.KANJI, rare, 0, 0, down=False)
    picture.symbols.update(inner.symbols)
    scale = cell / 40
    picture.draw(
        f'<g transform="translate({number(middle[0])} {number(middle[1])})scale({number(scale)})">'
        f"{''.join(inner.parts)}</g>"
    )


def _mark(mark: Mark, x: float, y: float, size: float, step: tuple[int, int] = (0, -1)) -> str:
    """Draw one mark around a point."""
    at, r = f'cx="{number(x)}" cy="{number(y)}"', number(size * 0.2)
    thin = f'fill="none" stroke-width="{number(size * 0.09)}"'
    half = size * 0.28
    match mark:
        case Mark.SLIDE:
            return f'<circle {at} r="{r}" {thin} stroke="{WALK}"/>'
        case Mark.RAY:
            way = direction(step)
            tip = (x + way[0] * half, y + way[1] * half)
            back = (x - way[0] * half, y - way[1] * half)
            wings = [(x + s * way[1] * half * 0.8, y - s * way[0] * half * 0.8) for s in (1, -1)]
            points = [back, tip, wings[0], tip, wings[1]]
            return f'<path d="M{"L".join(f"{number(a)} {number(b)}" for a, b in points)}" {thin} stroke="{WALK}"/>'
        case Mark.JUMP | Mark.ANY:
            return f'<circle {at} r="{r}" fill="{LEAP if mark is Mark.JUMP else WALK}"/>'
        case Mark.TURN:
            corner = f"M{number(x)} {number(y - half)}l{number(half)} {number(half)}-{number(half)} {number(half)}"
            return f'<path d="{corner}-{number(half)}-{number(half)}z" {thin} stroke="{TURN}"/>'
        case Mark.IGUI | Mark.ONWARD | Mark.LION:
            side = size * 0.84
            dashes = f' stroke-dasharray="{number(size * 0.16)}"' if mark is Mark.ONWARD else ""
            frame = (
                f'<rect x="{number(x - side / 2)}" y="{number(y - side / 2)}" width="{number(side)}" '
                f'height="{number(side)}" {thin} stroke="{LEAP}"{dashes}/>'
            )
            return frame + (f'<circle {at} r="{r}" fill="{LEAP}"/>' if mark is Mark.LION else "")
        case Mark.VIA:
            return f'<circle {at} r="{number(size * 0.36)}" {thin} stroke="{LEAP}"/>'
        case _:
            return f'<circle {at} r="{number(size * 0.5)}" {thin} stroke="{TURN}"/>'


def _card(picture: Picture, rules: RuleSet, kind: PieceType, found: Piece, x: float, y: float, rare: Rare) -> None:
    """Draw a piece of the sheet: itself, its names, what it promotes to, and its moves."""
    draw_piece(picture, rules, found, PieceStyle.KANJI2, rare, x + 24, y + 24, down=False)
    becomes = ""
    if kind.is_initial and kind.promotes_to is not None:
        becomes = f"→ {rules.piece_types[kind.promotes_to].name}"
    elif not kind.is_initial:
        becomes = "by promotion only"
    picture.draw(_line_of_text(x + 48, y + 16, kind.id, 14, LATIN, "bold"))
    picture.draw(_line_of_text(x + 48, y + 30, kind.name, 10.5, LATIN))
    picture.draw(_line_of_text(x + 48, y + 43, becomes, 9.5, LATIN, colour="#666"))
    how = movement(rules, found)
    radius = _sheet_radius(how)
    draw_diagram(picture, rules, found, how, x + 45, y + 50, radius, 110 / (2 * radius + 1), rare)


def _line_of_text(
    x: float, y: float, text: str, size: float, fonts: str, weight: str = "normal", colour: str = INK
) -> str:
    if not text:
        return ""
    bold = f' font-weight="{weight}"' if weight != "normal" else ""
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" fill="{colour}" '
        f'font-family="{fonts}"{bold}>{escape(text)}</text>'
    )


def _sheet_radius(how: Movement) -> int:
    return min(radius_of(how), 5)
