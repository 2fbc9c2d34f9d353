"""A board as the prompt draws it: fitted to the screen, with marks, as parts that can be coloured."""

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mujo._core import BLACK, Board, Piece, RuleSet, Setup
from mujo.cells import cell_width, pad_left
from mujo.diagrams import BOARD_LEGEND, OWNER_MARKS, Style, board_width
from mujo.repl.marks import MEANINGS, Marks
from mujo.repl.session import View

__all__ = ["MENU_ROWS", "Picture", "draw", "fit_style", "plain_kanji"]

#: Rows below the line that is typed, for what may be typed next.
MENU_ROWS = 4

#: Rows of the screen that are left to what is not the board: how the game stands, the line that is typed, the menu.
_SPARE_ROWS = 2 + MENU_ROWS

#: Kanji that many fonts lack, and what is often written for them.
_RARE = {"𩹄": "羯", "𠵇": "奇"}

#: What stands for other kanji outside the basic plane; printers put it where a type is missing.
_MISSING = "〓"

#: What a part is: nothing in particular, a piece of Black or of White, or a mark.
Part = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Picture:
    """A board, drawn.

    Attributes
    ----------
    rows
        The rows from top to bottom, each a list of parts: text, and what it is (``""``, ``"black"``, ``"white"`` or a
        mark). All rows have the same number of terminal cells.
    notes
        Lines to stand below it: the legend of the marks, and which part of the board it is.
    """

    rows: tuple[tuple[Part, ...], ...]
    notes: tuple[str, ...]

    def text(self) -> str:
        """Write it without colours."""
        return "\n".join(["".join(text for text, _ in row) for row in self.rows] + list(self.notes))


def plain_kanji(text: str) -> str:
    """Replace kanji that many fonts lack.

    Examples
    --------
    >>> plain_kanji("摩𩹄")
    '摩羯'
    """
    return "".join(_RARE.get(sign, sign if ord(sign) < 0x10000 else _MISSING) for sign in text)


def fit_style(view: View, rules: RuleSet, *, can_kanji: bool) -> None:
    """Choose how to draw the board on this screen: ids if they fit, else one kanji a square, else ids in a window."""
    if not view.fits:
        return
    needs_kanji = board_width(rules, Style.IDS) > view.width and can_kanji
    view.style = Style.KANJI if needs_kanji else Style.IDS
    view.stacked = False


def draw(board: Board | Setup, view: View, marks: Marks, *, centre: int | None = None) -> Picture:
    """Draw a board.

    Parameters
    ----------
    board
        The board.
    view
        How it is looked at.
    marks
        The marks of squares.
    centre
        The square that should be seen if the screen is too small for the whole board.
    """
    rules = board.rules
    wide = board_width(rules, view.style)
    labels = 2 * (len(_rank_name(rules, rules.ranks)) + 1)
    cell = (wide - labels) // rules.files
    tall = 2 if _is_stacked(view) else 1
    if centre is None:
        centre = (rules.ranks // 2) * rules.files + rules.files // 2
    radius = None
    if view.window is not None:
        centre, radius = view.window
    rank, file = divmod(centre, rules.files)
    files = rules.files if view.whole and radius is None else max(1, (view.width - labels) // cell)
    ranks = rules.ranks
    if view.height is not None and not (view.whole and radius is None):
        ranks = max(3, (view.height - _SPARE_ROWS - 1) // tall)
    if radius is not None:
        files, ranks = min(files, 2 * radius + 1), min(ranks, 2 * radius + 1)
    shown_files = [number + 1 for number in reversed(_span(file, files, rules.files))]
    shown_ranks = [number + 1 for number in _span(rank, ranks, rules.ranks)]
    rows = _rows(board, view, marks, shown_files, shown_ranks, cell)
    notes: list[str] = []
    if len(shown_files) < rules.files or len(shown_ranks) < rules.ranks:
        first, last = _rank_name(rules, shown_ranks[0]), _rank_name(rules, shown_ranks[-1])
        note = f"Files {shown_files[0]} to {shown_files[-1]}, ranks {first} to {last}; 'board whole' draws them all."
        notes = textwrap.wrap(note, view.width)
    return Picture(rows, (*notes, *legend(view, marks)))


def legend(view: View, marks: Marks, *, always: bool = False) -> list[str]:
    """Explain the marks of a board that have not been explained yet, in lines that fit the screen."""
    used = {mark for mark in marks.values() if always or mark not in view.explained}
    view.explained |= used
    words = [f"{mark} {meaning}" for mark, meaning in MEANINGS.items() if mark in used]
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + 2 + len(word) <= view.width:
            lines[-1] += f", {word}"
        else:
            lines.append(word)
    return lines


def style_legend(view: View) -> str:
    """Say what the signs of the board mean."""
    return BOARD_LEGEND[view.style]


def _is_stacked(view: View) -> bool:
    return view.stacked and view.style is Style.KANJI


def _span(middle: int, count: int, size: int) -> range:
    """Take so many numbers below `size` that `middle` stands as near their middle as can be."""
    count = min(count, size)
    first = min(max(0, middle - count // 2), size - count)
    return range(first, first + count)


def _rank_name(rules: RuleSet, rank: int) -> str:
    return rules.square_name((rank - 1) * rules.files)[1:]


def _rows(
    board: Board | Setup, view: View, marks: Marks, files: Sequence[int], ranks: Sequence[int], cell: int
) -> tuple[tuple[Part, ...], ...]:
    rules, pieces = board.rules, board.piece_map()
    if view.flip:
        files, ranks = files[::-1], ranks[::-1]
    names = {rank: _rank_name(rules, rank) for rank in ranks}
    label = max(map(len, names.values()))
    edge = " " * (label + 1)
    paint = _painter(rules, view, cell)
    rows: list[tuple[Part, ...]] = [((edge + "".join(pad_left(str(file), cell) for file in files) + edge, ""),)]
    for rank in ranks:
        squares = [(rank - 1) * rules.files + file - 1 for file in files]
        painted = [paint(pieces.get(square), marks.get(square, "")) for square in squares]
        kinds = [marks.get(square) or _owner(pieces.get(square)) for square in squares]
        for line in range(len(painted[0])):
            shown = names[rank] if not line else ""
            parts = [(texts[line], kind) for texts, kind in zip(painted, kinds, strict=True)]
            rows.append(((f"{shown:<{label}} ", ""), *parts, (f" {shown:<{label}}", "")))
    return tuple(rows)


def _owner(piece: Piece | None) -> str:
    if piece is None:
        return ""
    return "black" if piece.side == BLACK else "white"


#: Draws one square: from what stands there and its mark to the lines of its cell.
_Painter = Callable[[Piece | None, str], tuple[str, ...]]


def _painter(rules: RuleSet, view: View, cell: int) -> _Painter:
    if view.style is not Style.KANJI:
        return lambda piece, mark: (_in_ids(piece, mark, cell),)
    spare = plain_kanji if view.plain_kanji else str

    def one(piece: Piece | None, mark: str) -> tuple[str, ...]:
        if piece is None:
            return (" " + (_full_width(mark) if mark else "・"),)
        owner = OWNER_MARKS[piece.side == BLACK, piece.promoted]
        return ((mark or owner) + spare(rules.moves_as(piece).board_kanji),)

    def two(piece: Piece | None, mark: str) -> tuple[str, ...]:
        if piece is None:
            return (" " + (_full_width(mark) if mark else "・"), "   ")
        owner = OWNER_MARKS[piece.side == BLACK, piece.promoted]
        name = spare(rules.moves_as(piece).kanji[-2:])
        return owner + name[0], (mark or " ") + (name[1] if len(name) > 1 else "　")

    return two if view.stacked else one


def _in_ids(piece: Piece | None, mark: str, cell: int) -> str:
    if piece is None:
        return pad_left(mark or ".", cell)
    return pad_left(mark + piece.symbol, cell)


def _full_width(mark: str) -> str:
    """Make a mark as wide as a kanji."""
    wide = chr(ord(mark) + 0xFEE0)
    assert cell_width(wide) == 2
    return wide
