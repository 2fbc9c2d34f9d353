"""Boards as text, aligned by terminal cells.

Three styles: one kanji a square (25 files fit 80 columns), ids, and ids in an output of pure ASCII. Owners are told
apart without colour: by a mark before the kanji, by the case of an id. Files stand above the board, ranks on both
sides; White's side is at the top unless the board is flipped.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum

from mujo._core import BLACK, Board, Piece, RuleSet, Setup
from mujo.cells import cell_width, pad_left

__all__ = ["LEGEND", "Style", "board_text", "board_width", "grid_text"]


class Style(StrEnum):
    """How pieces are drawn."""

    KANJI = "kanji"
    IDS = "ids"
    ASCII = "ascii"


#: The marks before a kanji: (side, promoted) to mark.
_MARKS = {(True, False): " ", (True, True): "+", (False, False): "v", (False, True): "*"}

#: What the marks of each style mean, in one line.
LEGEND = {
    Style.KANJI: "no mark: Black, v: White, +: Black promoted, *: White promoted",
    Style.IDS: "capital: Black, small: White, +: promoted",
    Style.ASCII: "capital: Black, small: White, +: promoted",
}

#: An empty square. The dots are as wide as the pieces and never of ambiguous width.
_EMPTY = {Style.KANJI: "・", Style.IDS: ".", Style.ASCII: "."}

#: Draws one square: from its index to the text of its cell.
Painter = Callable[[int], str]


def board_text(
    board: Board | Setup,
    style: Style | str = Style.IDS,
    *,
    flip: bool = False,
    files: Sequence[int] | None = None,
    ranks: Sequence[int] | None = None,
) -> str:
    r"""Draw a board.

    Parameters
    ----------
    board
        A board or a set-up.
    style
        ``kanji``, ``ids`` or ``ascii``.
    flip
        Whether Black's side is at the top.
    files, ranks
        The window to draw: file numbers (1-based) and rank numbers (1 is a) in any order; all of them if left out.

    Returns
    -------
    str
        Lines of equal width in cells, without a final line feed.

    Examples
    --------
    >>> text = board_text(Board(), "kanji", files=range(15, 10, -1), ranks=[1, 2, 25])
    >>> print("\n".join(text.splitlines()[1:]))
    a v金v無v天v提v金 a
    b v銀v將v子v将v銀 b
    y  金 提 天 無 金 y
    """
    style = Style(style)
    rules = board.rules
    pieces = board.piece_map()
    paint_piece = _piece_painter(rules, style)
    empty = _EMPTY[style]

    def paint(square: int) -> str:
        piece = pieces.get(square)
        return empty if piece is None else paint_piece(piece)

    return grid_text(rules, paint, _cell_width(rules, style), flip=flip, files=files, ranks=ranks)


def board_width(rules: RuleSet, style: Style | str) -> int:
    """Tell how many terminal cells a board of these rules is wide, in this style."""
    labels = 2 * (len(_rank_name(rules, rules.ranks)) + 1)
    return labels + rules.files * _cell_width(rules, Style(style))


def grid_text(
    rules: RuleSet,
    paint: Painter,
    width: int,
    *,
    flip: bool = False,
    files: Sequence[int] | None = None,
    ranks: Sequence[int] | None = None,
) -> str:
    """Draw squares inside a frame of file and rank names.

    Parameters
    ----------
    rules
        Whose board it is.
    paint
        From a square index to the text of its cell, at most `width` cells wide.
    width
        Cells a square, the space before it included.
    flip, files, ranks
        As in `board_text`.
    """
    shown_files = list(files) if files is not None else list(range(rules.files, 0, -1))
    shown_ranks = list(ranks) if ranks is not None else list(range(1, rules.ranks + 1))
    if flip:
        shown_files.reverse()
        shown_ranks.reverse()
    names = {rank: _rank_name(rules, rank) for rank in shown_ranks}
    label = max(len(name) for name in names.values())
    edge = " " * (label + 1)
    lines = [edge + "".join(pad_left(str(file), width) for file in shown_files) + edge]
    for rank in shown_ranks:
        cells = "".join(pad_left(paint((rank - 1) * rules.files + file - 1), width) for file in shown_files)
        lines.append(f"{names[rank]:<{label}} {cells} {names[rank]:<{label}}")
    return "\n".join(lines)


def _rank_name(rules: RuleSet, rank: int) -> str:
    return rules.square_name((rank - 1) * rules.files)[1:]


def _cell_width(rules: RuleSet, style: Style) -> int:
    """Tell the cells a square; the same for all positions of a rule set, so that boards can be compared."""
    if style is Style.KANJI:
        return 3
    longest = max(cell_width(kind.id) for kind in rules.piece_types.values() if kind.is_initial)
    return longest + 2


def _piece_painter(rules: RuleSet, style: Style) -> Callable[[Piece], str]:
    if style is not Style.KANJI:
        return lambda piece: piece.symbol
    known: dict[Piece, str] = {}

    def paint(piece: Piece) -> str:
        text = known.get(piece)
        if text is None:
            mark = _MARKS[piece.side == BLACK, piece.promoted]
            text = known[piece] = mark + rules.moves_as(piece).board_kanji
        return text

    return paint
