"""A board as the prompt draws it: fitted to the screen, with marks, as parts that can be coloured."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from mujo._core import BLACK, Board, Piece, RuleSet, Setup
from mujo.cells import cell_width, pad_left
from mujo.diagrams import BOARD_LEGEND, Style
from mujo.repl.layout import Fold, Plan, plan, rank_name
from mujo.repl.marks import MEANINGS, Marks
from mujo.repl.view import View

__all__ = ["MENU_ROWS", "SPARE_ROWS", "Part", "Picture", "draw", "plain_kanji", "style_legend"]

#: Rows below the line that is typed for what may be typed next, and for the hint line.
MENU_ROWS = 3

#: Rows of the screen that the board leaves free: the state of the game, the line that is typed, menu and hint.
SPARE_ROWS = 2 + MENU_ROWS + 1

#: Kanji that many fonts lack, and what is often written for them.
_RARE = {"𩹄": "羯", "𠵇": "奇"}

#: Stands for other kanji outside the basic plane, as printers use it where a type is missing.
_MISSING = "〓"

#: The sign before a kanji: (side is Black, promoted) to sign.
_OWNERS = {(True, False): " ", (True, True): "+", (False, False): "v", (False, True): "*"}

#: Every fifth file and rank has other empty squares, so that they can be followed without colours.
_GRID = 5


class Part(NamedTuple):
    """A piece of a row.

    Attributes
    ----------
    text
        The text.
    kind
        ``""``, ``black``, ``white``, ``empty`` or a mark.
    is_shaded
        Whether it belongs to a shaded file.
    """

    text: str
    kind: str
    is_shaded: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """A board, drawn.

    Attributes
    ----------
    rows
        The rows from top to bottom. All rows of squares have the same width in terminal cells.
    notes
        Lines below it: the legend of its marks, and which part of the board it is.
    is_partial
        Whether ranks or files are left out, empty ones included.
    """

    rows: tuple[tuple[Part, ...], ...]
    notes: tuple[str, ...]
    is_partial: bool = False

    def text(self) -> str:
        """Return the board and its notes without colours."""
        return "\n".join(["".join(part.text for part in row).rstrip() for row in self.rows] + list(self.notes))


def plain_kanji(text: str) -> str:
    """Replace kanji that many fonts lack.

    Examples
    --------
    >>> plain_kanji("摩𩹄")
    '摩羯'
    """
    return "".join(_RARE.get(sign, sign if ord(sign) < 0x10000 else _MISSING) for sign in text)


def style_legend(view: View) -> str:
    """Explain how the board tells the owners of pieces apart."""
    return BOARD_LEGEND[view.style]


def draw(board: Board | Setup, view: View, marks: Marks, *, focus: int | None = None, text_rows: int = 0) -> Picture:
    """Draw a board.

    Parameters
    ----------
    board
        The board.
    view
        How it is shown.
    marks
        The marks of squares.
    focus
        The square that must be visible if the screen is too small for the whole board.
    text_rows
        Rows of text that must fit on the screen together with the board.
    """
    legend = _legend(view, marks)
    rows = None
    if view.height is not None:
        per_rank = 2 if _is_stacked(view) else 1
        rows = (view.height - SPARE_ROWS - 1 - text_rows - len(legend)) // per_rank
    chosen = plan(board, view, marks.keys(), focus, rows)
    if chosen.is_partial and rows is not None and not view.in_lesson:
        # One row less for the note.
        chosen = plan(board, view, marks.keys(), focus, max(1, rows - 1))
    notes = list(legend)
    if chosen.is_partial and not view.in_lesson:
        notes.insert(0, _part_note(board.rules, view, chosen))
    is_folded = any(isinstance(row, Fold) for row in chosen.rows)
    return Picture(_rows(board, view, marks, chosen), tuple(notes), chosen.is_partial or is_folded)


def _part_note(rules: RuleSet, view: View, chosen: Plan) -> str:
    """Say which part of the board is drawn and how to see the rest."""
    ranks = [row for row in chosen.rows if isinstance(row, int)]
    names = f"{rank_name(rules, ranks[0])}-{rank_name(rules, ranks[-1])}"
    if view.window is not None:
        note = f"Ranks {names}. 'board fit': as much as fits; 'board whole': everything."
    else:
        note = "Part of the board. PgUp and PgDn (or 'up', 'down') scroll; 'board whole': all."
        if len(chosen.files) < rules.files:
            note = (
                f"Files {chosen.files[0]}-{chosen.files[-1]}. 'left', 'right', 'up', 'down' scroll; 'board whole': all."
            )
    return note if len(note) <= view.width else "Part. 'up', 'down', 'left', 'right' scroll."[: view.width]


def _legend(view: View, marks: Marks) -> list[str]:
    """Explain the marks of a board, in lines that fit the screen."""
    used = set(marks.values())
    words = [f"{mark} {meaning}" for mark, meaning in MEANINGS.items() if mark in used]
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + 2 + len(word) <= view.width:
            lines[-1] += f"; {word}"
        else:
            lines.append(word)
    return lines


def _is_stacked(view: View) -> bool:
    return view.stacked and view.style is Style.KANJI


def _rows(board: Board | Setup, view: View, marks: Marks, chosen: Plan) -> tuple[tuple[Part, ...], ...]:
    rules, pieces = board.rules, board.piece_map()
    files, cell = chosen.files, chosen.cell
    names = {row: rank_name(rules, row) for row in chosen.rows if isinstance(row, int)}
    label = max(map(len, names.values()))
    edge = " " * (label + 1)
    shaded = [view.shading and file % 2 == 0 for file in files]
    head = [Part(pad_left(str(file), cell), "", dark) for file, dark in zip(files, shaded, strict=True)]
    rows: list[tuple[Part, ...]] = [(Part(edge, ""), *head, Part(edge, ""))]
    paint = _painter(rules, view, cell)
    for row in chosen.rows:
        if isinstance(row, Fold):
            rows.append((Part(_fold_text(rules, row, len(files) * cell + 2 * len(edge)), "fold"),))
            continue
        squares = [row * rules.files + file - 1 for file in files]
        painted = [
            paint(pieces.get(square), marks.get(square, ""), _on_grid(rules, file, row))
            for file, square in zip(files, squares, strict=True)
        ]
        kinds = [marks.get(square) or _owner(pieces.get(square)) for square in squares]
        for line in range(len(painted[0])):
            shown = "" if line else names[row]
            parts = [Part(texts[line], kind, dark) for texts, kind, dark in zip(painted, kinds, shaded, strict=True)]
            rows.append((Part(f"{shown:<{label}} ", ""), *parts, Part(f" {shown:<{label}}", "")))
    return tuple(rows)


def _fold_text(rules: RuleSet, fold: Fold, width: int) -> str:
    first, last = rank_name(rules, fold.first), rank_name(rules, fold.last)
    ranks = f"rank {first}" if first == last else f"ranks {first} to {last}"
    words = f" {ranks}: empty " if fold.is_empty else f" {ranks}: not shown "
    return words.center(width, "-")[:width]


def _on_grid(rules: RuleSet, file: int, rank: int) -> bool:
    """Return whether a square is on the coarse grid that helps the eye on a large board."""
    return rules.files > 2 * _GRID and (file % _GRID == 0 or (rank + 1) % _GRID == 0)


def _owner(piece: Piece | None) -> str:
    if piece is None:
        return "empty"
    return "black" if piece.side == BLACK else "white"


#: Draws one square: from what stands there, its mark, and whether it is on the grid, to the lines of its cell.
_Painter = Callable[[Piece | None, str, bool], Sequence[str]]


def _painter(rules: RuleSet, view: View, cell: int) -> _Painter:
    if view.style is not Style.KANJI:
        return lambda piece, mark, on_grid: (_in_ids(piece, mark, on_grid, cell),)
    spare = plain_kanji if view.plain_kanji else str

    def empty(mark: str, on_grid: bool) -> str:
        return " " + (_full_width(mark) if mark else "：" if on_grid else "・")

    def one(piece: Piece | None, mark: str, on_grid: bool) -> tuple[str, ...]:
        if piece is None:
            return (pad_left(empty(mark, on_grid), cell),)
        owner = _OWNERS[piece.side == BLACK, piece.promoted]
        return (pad_left((mark or owner) + spare(rules.moves_as(piece).board_kanji), cell),)

    def two(piece: Piece | None, mark: str, on_grid: bool) -> tuple[str, ...]:
        if piece is None:
            return empty(mark, on_grid), "   "
        owner = _OWNERS[piece.side == BLACK, piece.promoted]
        name = spare(rules.moves_as(piece).kanji[-2:])
        return owner + name[0], (mark or " ") + (name[1] if len(name) > 1 else "　")

    return two if view.stacked else one


def _in_ids(piece: Piece | None, mark: str, on_grid: bool, cell: int) -> str:
    if piece is None:
        return pad_left(mark or (":" if on_grid else "."), cell)
    symbol = piece.symbol
    if mark and len(symbol) + len(mark) > cell:
        # The mark takes the place of the plus sign.
        symbol = symbol.removeprefix("+")
    return pad_left(mark + symbol, cell)


def _full_width(mark: str) -> str:
    """Return a mark as wide as a kanji."""
    wide = chr(ord(mark) + 0xFEE0)
    assert cell_width(wide) == 2
    return wide
