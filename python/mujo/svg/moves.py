"""A single piece, and the diagram of its moves."""

from mujo._core import BLACK, Piece, RuleSet
from mujo.arguments import choice, whole_number
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
from mujo.diagrams.moves import LARGEST_RADIUS
from mujo.diagrams.study import Step, direction
from mujo.diagrams.words import sentences
from mujo.svg.glyphs import INK, Glyphs, draw_kanji, latin, wrapped
from mujo.svg.picture import Picture, number
from mujo.svg.pieces import PieceStyle, draw_piece

__all__ = ["draw_diagram", "draw_legend_line", "moves", "piece", "piece_type_for_notebook"]

CELL = 30
#: Font size, height of a line, space between sentences and indentation of the moves in words.
WORDS, LINE, GAP, INDENT = 12, 16, 4, 14
GROUND, LINES, WALK, LEAP, TURN, FIRE = "#fffaf0", "#b9a884", "#1f5fa8", "#b3201c", "#2f7d3a", "#d9730d"


def piece(
    piece: Piece | str,
    rules: RuleSet | str | None = None,
    *,
    size: float = 80,
    style: PieceStyle | str = PieceStyle.KANJI2,
    glyphs: Glyphs | str = Glyphs.OUTLINES,
) -> str:
    """Draw a piece.

    Parameters
    ----------
    piece
        The piece, or its symbol. A piece of White points down.
    rules
        The rules that give it a name and moves; without them its label is its id.
    size
        Width of the picture in pixels, 1 to 100000.
    style, glyphs
        As in `mujo.svg.board`.

    Raises
    ------
    TypeError, MujoError
        As in `mujo.svg.board`.

    Examples
    --------
    >>> "<title>lion</title>" in piece("LN", "maka"), ">LN<" in piece("LN")
    (True, True)
    """
    piece = Piece.from_symbol(piece) if isinstance(piece, str) else piece
    if not isinstance(piece, Piece):
        raise TypeError(f"piece must be a Piece or a str, not {type(piece).__name__}")
    rules = RuleSet(rules) if isinstance(rules, str) else rules
    name = piece.symbol if rules is None else rules.moves_as(piece).name
    picture = Picture(40, 40, name)
    chosen = choice(PieceStyle, style, "style")
    draw_piece(
        picture,
        rules,
        piece,
        PieceStyle.IDS if rules is None else chosen,
        choice(Glyphs, glyphs, "glyphs"),
        20,
        20,
        down=piece.side != BLACK,
    )
    return picture.finish(size)


def moves(
    kind: str,
    rules: RuleSet | str = "tai",
    *,
    size: float = 480,
    radius: int | None = None,
    glyphs: Glyphs | str = Glyphs.OUTLINES,
) -> str:
    """Draw how a type moves, with a legend and the moves in words.

    Parameters
    ----------
    kind
        The id of a type, also of one that pieces only promote to; or ``+`` and the id of the unpromoted type.
    rules
        The rule set, or its name.
    size
        Width of the picture in pixels, 1 to 100000.
    radius
        Squares to show on each side, 1 to 35; by default enough for the longest counted move.
    glyphs
        As in `mujo.svg.board`.

    Raises
    ------
    RuleSetError
        ``rules.unknown_type``: the game has no such type.
    TypeError, MujoError
        As in `mujo.svg.board`.

    Examples
    --------
    >>> picture = moves("LN", "maka")
    >>> "lion" in picture, "can pass" in picture, "Captures up to 2 pieces in one move" in picture
    (True, True, True)
    """
    rules = RuleSet(rules) if isinstance(rules, str) else rules
    return _moves(find_piece(rules, kind), rules, size, radius, choice(Glyphs, glyphs, "glyphs"))


def _moves(found: Piece, rules: RuleSet, size: float, radius: int | None, glyphs: Glyphs) -> str:
    how = movement(rules, found)
    shown = radius_of(how) if radius is None else whole_number(radius, "radius", 1, LARGEST_RADIUS)
    wide = (2 * shown + 1) * CELL
    legend = marks_shown(how, shown)
    kind = rules.moves_as(found)
    broad = max(wide, 440) + 20
    words = [wrapped(sentence, WORDS, broad - 2 * 12 - INDENT) for sentence in sentences(rules, found)]
    below = wide + 64 + 22 * len(legend)
    high = below + sum(map(len, words)) * LINE + len(words) * GAP + 14
    picture = Picture(broad, high, f"moves of {kind.name}")
    picture.draw(f'<rect width="{number(picture.width)}" height="{number(picture.height)}" fill="#fff"/>')
    picture.draw(latin(12, 22, f"{kind.id} {kind.name}", 16, bold=True))
    letters = "" if kind.kanji.isascii() else kind.kanji
    for place, letter in enumerate(letters):
        picture.draw(draw_kanji(picture, letter, 21 + 19 * place, 46, 18, INK, glyphs))
    names = ", ".join(filter(None, [kind.romaji, kind.betza]))
    picture.draw(latin(12 + 19 * len(letters) + (8 if letters else 0), 43, names, 13))
    draw_diagram(picture, rules, found, how, (picture.width - wide) / 2, 54, shown, CELL, glyphs)
    for row, mark in enumerate(legend):
        draw_legend_line(picture, mark, 21, wide + 74 + 22 * row)
    y = below + 4
    for lines in words:
        y += GAP
        for index, line in enumerate(lines):
            y += LINE
            picture.draw(latin(12 + (INDENT if index else 0), y, line, WORDS))
    return picture.finish(size)


def piece_type_for_notebook(kind: str, rules: RuleSet) -> str:
    """Draw how a type moves for a notebook; a type that no piece can have is drawn as a piece with its id.

    Parameters
    ----------
    kind
        Id of a type.
    rules
        The rule set.

    Raises
    ------
    RuleSetError
        ``rules.unknown_type``: the game has no such type.

    Examples
    --------
    >>> from mujo import RuleSet
    >>> piece_type_for_notebook("LN", RuleSet("chu")).startswith("<svg")
    True
    """
    found = piece_moving_as(rules, kind)
    return piece(Piece(kind, BLACK)) if found is None else moves(kind, rules)


def draw_legend_line(picture: Picture, mark: Mark, x: float, y: float) -> None:
    """Draw a mark around a point and its meaning beside it."""
    picture.draw(
        f'<rect x="{number(x - 9)}" y="{number(y - 9)}" width="18" height="18" fill="{GROUND}" stroke="{LINES}"/>'
    )
    picture.draw(_mark(mark, x, y, 18))
    picture.draw(latin(x + 19, y + 4.5, MARK_MEANINGS[mark], 12))


def draw_diagram(
    picture: Picture,
    rules: RuleSet,
    found: Piece,
    how: Movement,
    x: float,
    y: float,
    radius: int,
    cell: float,
    glyphs: Glyphs,
) -> None:
    """Draw the squares around a piece, with the marks of its moves; x, y is the top left corner."""
    count = 2 * radius + 1
    wide = number(count * cell)
    picture.draw(f'<rect x="{number(x)}" y="{number(y)}" width="{wide}" height="{wide}" fill="{GROUND}"/>')
    grid = "".join(
        f"M{number(x)} {number(y + n * cell)}h{wide}M{number(x + n * cell)} {number(y)}v{wide}"
        for n in range(count + 1)
    )
    picture.draw(f'<path d="{grid}" stroke="{LINES}" stroke-width="{number(cell / 40)}" fill="none"/>')
    middle = (x + (radius + 0.5) * cell, y + (radius + 0.5) * cell)
    for step, mark in marks(how, radius):
        picture.draw(_mark(mark, middle[0] + step[0] * cell, middle[1] + step[1] * cell, cell * 0.8, step))
    # Scaled as a whole, since a piece has a fixed size.
    inner = Picture(1, 1, "")
    draw_piece(inner, rules, found, PieceStyle.KANJI, glyphs, 0, 0, down=False)
    picture.symbols.update(inner.symbols)
    place = f"translate({number(middle[0])} {number(middle[1])})scale({number(cell / 40)})"
    picture.draw(f'<g transform="{place}">{"".join(inner.parts)}</g>')


def _mark(mark: Mark, x: float, y: float, size: float, step: Step = (0, -1)) -> str:
    """Return one mark around a point."""
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
        case Mark.STEPS:
            side = size * 0.36
            corner = f'x="{number(x - side / 2)}" y="{number(y - side / 2)}"'
            return f'<rect {corner} width="{number(side)}" height="{number(side)}" {thin} stroke="{WALK}"/>'
        case Mark.SWEEP:
            # A bar on each side of the square's own mark.
            bars = "".join(f"M{number(x + side * half)} {number(y - half)}v{number(2 * half)}" for side in (-1, 1))
            return f'<path d="{bars}" {thin} stroke="{LEAP}"/>'
        case Mark.OVER | Mark.HOP | Mark.BURN:
            # A roof above the square's own mark, or a bowl below it.
            up, colour = (-1, FIRE) if mark is Mark.BURN else (1, LEAP if mark is Mark.OVER else TURN)
            bend = up * half * 0.6
            start = f"M{number(x - half)} {number(y - up * half)}"
            line = f"l{number(half)} {number(-bend)} {number(half)} {number(bend)}"
            return f'<path d="{start}{line}" {thin} stroke="{colour}"/>'
        case Mark.JUMP | Mark.ANY:
            return f'<circle {at} r="{r}" fill="{LEAP if mark is Mark.JUMP else WALK}"/>'
        case Mark.TURN:
            corner = f"M{number(x)} {number(y - half)}l{number(half)} {number(half)}-{number(half)} {number(half)}"
            return f'<path d="{corner}-{number(half)}-{number(half)}z" {thin} stroke="{TURN}"/>'
        case Mark.IGUI | Mark.SHOOT | Mark.ONWARD | Mark.LION:
            side = size * 0.84
            dashes = f' stroke-dasharray="{number(size * 0.16)}"' if mark is Mark.ONWARD else ""
            frame = (
                f'<rect x="{number(x - side / 2)}" y="{number(y - side / 2)}" width="{number(side)}" '
                f'height="{number(side)}" {thin} stroke="{LEAP}"{dashes}/>'
            )
            return frame + (f'<circle {at} r="{r}" fill="{LEAP}"/>' if mark is Mark.LION else "")
        case Mark.VIA:
            return f'<circle {at} r="{number(size * 0.36)}" {thin} stroke="{LEAP}"/>'
        case Mark.PASS:
            return f'<circle {at} r="{number(size * 0.5)}" {thin} stroke="{TURN}"/>'
