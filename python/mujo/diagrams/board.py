"""Boards as text, aligned by terminal cells.

Three styles: one kanji a square (25 files fit 80 columns), ids, and ids with pure ASCII output. The owner of a piece
shows without colour: by a mark before the kanji, or by the case of the id. File numbers stand above the board and rank
letters on both sides. White's side is at the top unless the board is flipped.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum

from mujo._core import BLACK, Board, Piece, RuleSet, Setup
from mujo.arguments import choice, whole_number
from mujo.cells import cell_width, pad_left
from mujo.errors import MujoError

__all__ = ["BOARD_LEGEND", "OWNER_MARKS", "Style", "board_text", "board_width", "grid_text"]


class Style(StrEnum):
    """How pieces are drawn in text.

    Examples
    --------
    >>> from mujo import Board
    >>> from mujo.diagrams import board_text
    >>> board_text(Board(rules="chu"), Style.ASCII).isascii()
    True
    """

    KANJI = "kanji"
    IDS = "ids"
    ASCII = "ascii"


#: The mark before a kanji, by (is Black's, is promoted).
OWNER_MARKS = {(True, False): " ", (True, True): "+", (False, False): "v", (False, True): "*"}

#: The marks of each style, explained in one line.
BOARD_LEGEND = {
    Style.KANJI: "no mark: Black, v: White, +: Black promoted, *: White promoted",
    Style.IDS: "capital: Black, small: White, +: promoted",
    Style.ASCII: "capital: Black, small: White, +: promoted",
}

#: An empty square: as wide as a piece, and never of ambiguous width.
_EMPTY = {Style.KANJI: "・", Style.IDS: ".", Style.ASCII: "."}

#: Returns the text of one square, by its index.
SquareText = Callable[[int], str]


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
        A board or a setup.
    style
        ``kanji``, ``ids`` or ``ascii``.
    flip
        Whether Black's side is at the top.
    files, ranks
        The window to draw: file numbers (1-based) and rank numbers (1 is rank a), in any order. By default the whole
        board.

    Returns
    -------
    str
        Lines of equal width in cells, without a final line feed.

    Raises
    ------
    MujoError
        ``argument``: there is no such style, file or rank.

    Examples
    --------
    >>> from mujo import Board
    >>> text = board_text(Board(), "kanji", files=range(15, 10, -1), ranks=[1, 2, 25])
    >>> print("\n".join(text.splitlines()[1:]))
    a v金v無v天v提v金 a
    b v銀v將v子v将v銀 b
    y  金 提 天 無 金 y
    """
    style = choice(Style, style, "style")
    rules = board.rules
    pieces = board.piece_map()
    piece_text = _piece_text(rules, style)
    empty = _EMPTY[style]

    def square_text(square: int) -> str:
        piece = pieces.get(square)
        return empty if piece is None else piece_text(piece)

    return grid_text(rules, square_text, _square_width(rules, style), flip=flip, files=files, ranks=ranks)


def board_width(rules: RuleSet, style: Style | str) -> int:
    """Return how many terminal cells wide a whole board of these rules is.

    Parameters
    ----------
    rules
        The rules whose board it is.
    style
        How pieces are drawn.

    Raises
    ------
    MujoError
        ``argument``: there is no such style.

    Examples
    --------
    >>> from mujo import RuleSet
    >>> board_width(RuleSet("tai"), "kanji")
    79
    """
    labels = 2 * (len(_rank_name(rules, rules.ranks)) + 1)
    return labels + rules.files * _square_width(rules, choice(Style, style, "style"))


def grid_text(
    rules: RuleSet,
    square_text: SquareText,
    width: int,
    *,
    flip: bool = False,
    files: Sequence[int] | None = None,
    ranks: Sequence[int] | None = None,
) -> str:
    r"""Draw squares inside a frame of file numbers and rank letters.

    Parameters
    ----------
    rules
        The rules whose board it is.
    square_text
        Maps a square index to the text of its cell, at most `width` cells wide.
    width
        Cells a square, including the space before it.
    flip, files, ranks
        As in `board_text`.

    Raises
    ------
    MujoError
        ``argument``: there is no such file or rank.

    Examples
    --------
    >>> from mujo import RuleSet
    >>> text = grid_text(RuleSet("chu"), lambda square: f"{square:4}", 4, ranks=[1])
    >>> len(text.split("\n"))
    2
    """
    shown_files = _window(files, rules.files, "file")[::-1] if files is None else _window(files, rules.files, "file")
    shown_ranks = _window(ranks, rules.ranks, "rank")
    if flip:
        shown_files.reverse()
        shown_ranks.reverse()
    names = {rank: _rank_name(rules, rank) for rank in shown_ranks}
    label = max(len(name) for name in names.values())
    edge = " " * (label + 1)
    lines = [edge + "".join(pad_left(str(file), width) for file in shown_files) + edge]
    for rank in shown_ranks:
        row = "".join(pad_left(square_text((rank - 1) * rules.files + file - 1), width) for file in shown_files)
        lines.append(f"{names[rank]:<{label}} {row} {names[rank]:<{label}}")
    return "\n".join(lines)


def _window(numbers: Sequence[int] | None, count: int, name: str) -> list[int]:
    """Check the numbers of files or ranks to draw; by default all of them."""
    if numbers is None:
        return list(range(1, count + 1))
    checked = [whole_number(number, name, 1, count) for number in numbers]
    if not checked:
        raise MujoError(f"the window has no {name}; name at least one", code="argument")
    return checked


def _rank_name(rules: RuleSet, rank: int) -> str:
    return rules.square_name((rank - 1) * rules.files)[1:]


def _square_width(rules: RuleSet, style: Style) -> int:
    """Return the cells a square: the same for all positions of a rule set, so that boards can be compared."""
    if style is Style.KANJI:
        # A mark and the kanji: one, or two where a game has too many types for one.
        return 1 + max(cell_width(kind.board_kanji) for kind in rules.piece_types.values())
    longest = max(cell_width(kind.id) for kind in rules.piece_types.values() if kind.is_initial)
    return longest + 2


def _piece_text(rules: RuleSet, style: Style) -> Callable[[Piece], str]:
    if style is not Style.KANJI:
        return lambda piece: piece.symbol
    known: dict[Piece, str] = {}

    def kanji_text(piece: Piece) -> str:
        text = known.get(piece)
        if text is None:
            mark = OWNER_MARKS[piece.side == BLACK, piece.promoted]
            text = known[piece] = mark + rules.moves_as(piece).board_kanji
        return text

    return kanji_text
