"""Which part of a board fits the screen.

If all ranks fit, all are drawn. Otherwise runs of empty ranks are folded into one line each; if that is not enough, the
ranks that matter most are drawn: the chosen piece and the last move, the royals of both sides, the army of the side to
move, and empty ranks last. A window or scrolling overrides this.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from mujo._core import Board, RuleSet, Setup
from mujo.cells import cell_width
from mujo.diagrams import Style
from mujo.repl.view import View

__all__ = ["Fold", "Plan", "cell_columns", "home_square", "plan", "rank_name"]

#: The smallest number of ranks that is drawn, however small the screen.
_FEWEST_RANKS = 3


@dataclass(frozen=True, slots=True)
class Fold:
    """Ranks that one line stands for.

    Attributes
    ----------
    first, last
        The ranks, 0-based.
    is_empty
        Whether nothing stands on them.
    """

    first: int
    last: int
    is_empty: bool


@dataclass(frozen=True, slots=True)
class Plan:
    """What is drawn of a board.

    Attributes
    ----------
    files
        Files from left to right, 1-based.
    rows
        Ranks (0-based) and folds from top to bottom.
    cell
        Columns of a square.
    is_partial
        Whether anything but empty ranks is left out.
    """

    files: tuple[int, ...]
    rows: tuple[int | Fold, ...]
    cell: int
    is_partial: bool


def rank_name(rules: RuleSet, rank: int) -> str:
    """Return the letters of a rank, 0-based."""
    return rules.square_name(rank * rules.files)[1:]


def label_columns(rules: RuleSet) -> int:
    """Return the columns that the names of the ranks take on both sides."""
    return 2 * (len(rank_name(rules, rules.ranks - 1)) + 1)


def cell_columns(rules: RuleSet, view: View) -> int:
    """Return the columns of a square: wide if the whole board fits so, else narrow."""
    if view.style is Style.KANJI:
        # A mark and the kanji: in a stacked cell one a line, else one or two.
        signs = (kind.board_kanji for kind in rules.piece_types.values())
        return 3 if view.stacked else 1 + max(map(cell_width, signs))
    longest = max(len(kind.id) for kind in rules.piece_types.values() if kind.is_initial)
    wide = longest + 2
    return wide if rules.files * wide + label_columns(rules) <= view.width else longest + 1


def plan(board: Board | Setup, view: View, marked: Collection[int], focus: int | None, rows: int | None) -> Plan:
    """Choose what to draw.

    Parameters
    ----------
    board
        The board.
    view
        How it is shown.
    marked
        Squares with a mark.
    focus
        The square that must be visible: the chosen piece, or the end of the last move.
    rows
        Lines for ranks; ``None`` for no limit.
    """
    rules = board.rules
    cell = cell_columns(rules, view)
    fitting = max(1, (view.width - label_columns(rules)) // cell)
    if view.window is not None:
        centre, radius = view.window
        rank, column = _place(rules, centre)
        files = _span(column, min(2 * radius + 1, fitting), rules.files)
        limit = 2 * radius + 1 if rows is None else min(2 * radius + 1, max(_FEWEST_RANKS, rows))
        ranks: list[int | Fold] = list(_span(rank, limit, rules.ranks))
        return _turned(rules, view, files, ranks, cell)
    if view.whole:
        return _turned(rules, view, range(rules.files), list(range(rules.ranks)), cell)
    royal = home_square(board)
    _, column = _place(rules, focus if focus is not None else royal)
    if view.scroll is not None:
        top, left = view.scroll
        if view.flip:
            left = rules.files - min(fitting, rules.files) - left
        files = range(left, min(left + fitting, rules.files))
    else:
        files = _span(column, fitting, rules.files)
    if rows is None or rules.ranks <= rows:
        ranks = list(range(rules.ranks))
    elif view.scroll is not None:
        count = max(_FEWEST_RANKS, rows)
        top = max(0, min(view.scroll[0], rules.ranks - count))
        if view.flip:
            top = rules.ranks - count - top
        ranks = list(range(top, top + count))
    else:
        ranks = _chosen_ranks(board, marked, focus, max(_FEWEST_RANKS, rows))
    return _turned(rules, view, files, ranks, cell)


def _turned(rules: RuleSet, view: View, columns: Iterable[int], ranks: list[int | Fold], cell: int) -> Plan:
    """Put files and ranks in the order of the screen; columns count from the left as Black sees the board."""
    files = [rules.files - column for column in columns]
    drawn = sum(1 if isinstance(row, int) else (row.last - row.first + 1) * row.is_empty for row in ranks)
    is_partial = len(files) < rules.files or drawn < rules.ranks
    if view.flip:
        files.reverse()
        ranks = ranks[::-1]
    return Plan(tuple(files), tuple(ranks), cell, is_partial)


def _place(rules: RuleSet, square: int) -> tuple[int, int]:
    """Return rank and column of a square, both 0-based from the top left corner."""
    rank, file = divmod(square, rules.files)
    return rank, rules.files - 1 - file


def _span(middle: int, count: int, size: int) -> range:
    """Return `count` numbers below `size` around `middle`."""
    count = min(count, size)
    first = min(max(0, middle - count // 2), size - count)
    return range(first, first + count)


def home_square(board: Board | Setup) -> int:
    """Return the square of a royal of the side to move, or the middle of the board."""
    rules = board.rules
    if isinstance(board, Board):
        royals = board.royals(board.turn)
        if royals:
            return royals[-1 if board.turn else 0]
    return rules.ranks // 2 * rules.files + rules.files // 2


def _chosen_ranks(board: Board | Setup, marked: Collection[int], focus: int | None, limit: int) -> list[int | Fold]:
    """Fold empty ranks, then choose the ranks that matter most."""
    rules = board.rules
    pieces = board.piece_map()
    full = {square // rules.files for square in (*pieces, *marked)}
    runs = _runs([rank for rank in range(rules.ranks) if rank not in full])
    shown = set(range(rules.ranks))
    for run in sorted(runs, key=len, reverse=True):
        if len(run) > 1:
            shown -= set(run)
        if _lines(shown, rules.ranks) <= limit:
            return _rows(shown, full, rules.ranks)
    turn = board.turn
    own = {square // rules.files for square, piece in pieces.items() if piece.side == turn}
    homes = _royal_ranks(board, turn) or [home_square(board) // rules.files]
    enemy_homes = _royal_ranks(board, not turn)
    first = [focus // rules.files] if focus is not None else []
    first += [square // rules.files for square in marked]
    centre = first[0] if first else homes[0]

    def rank_order(rank: int) -> tuple[int, int]:
        from_home = min(abs(rank - home) for home in homes)
        if rank in first[:1] or rank in homes:
            return 0, 0
        if rank in first:
            return 1, abs(rank - centre)
        if rank in enemy_homes:
            return 2, abs(rank - centre)
        if rank in own:
            return 3, from_home
        return (4 if rank in full else 5), min(abs(rank - centre), from_home)

    kept: set[int] = set()
    for rank in sorted(range(rules.ranks), key=rank_order):
        if _lines(kept | {rank}, rules.ranks) <= limit:
            kept.add(rank)
    return _rows(kept, full, rules.ranks)


def _royal_ranks(board: Board | Setup, side: bool) -> list[int]:
    """Return the ranks of a side's royals; a setup has none yet."""
    return [square // board.rules.files for square in board.royals(side)] if isinstance(board, Board) else []


def _runs(numbers: list[int]) -> list[list[int]]:
    """Split ascending numbers into runs without gaps."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return runs


def _lines(shown: Collection[int], ranks: int) -> int:
    """Count the lines of some ranks with a fold for each gap."""
    return len(shown) + len(_runs([rank for rank in range(ranks) if rank not in shown]))


def _rows(shown: Collection[int], full: Collection[int], ranks: int) -> list[int | Fold]:
    rows: list[int | Fold] = []
    gaps = {run[0]: run for run in _runs([rank for rank in range(ranks) if rank not in shown])}
    rank = 0
    while rank < ranks:
        if rank in gaps:
            run = gaps[rank]
            rows.append(Fold(run[0], run[-1], not any(other in full for other in run)))
            rank = run[-1] + 1
        else:
            rows.append(rank)
            rank += 1
    return rows
