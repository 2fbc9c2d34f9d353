"""What chu adds: lion trading, counter-strike, the bare king (rules 7.2 to 7.4)."""

from __future__ import annotations

from mujo_reference.board import Board, Position, Square, other, squares_of
from mujo_reference.moves import Move, board_after
from mujo_reference.royals import could_capture, royals
from mujo_reference.rules import Rules


def lion_trading_forbids(rules: Rules, position: Position, move: Move) -> bool:
    """Whether a lion would take a lion that is no neighbour and could be retaken (rule 7.2).

    It may, if it takes on the way another piece than one whose capture counts for nothing.
    """
    board = position.board
    if rules.options["lion_trading"] == "off" or not rules.is_lion(board[move.start]):
        return False
    far_lions = [
        victim for victim in move.victims if rules.is_lion(board[victim]) and not _neighbours(victim, move.start)
    ]
    on_the_way = [victim for victim in move.victims if victim not in far_lions]
    if not far_lions or any(rules.moves_as(board[victim]) not in rules.worthless for victim in on_the_way):
        return False
    return could_capture(rules, board_after(board, move), other(position.turn), move.end)


def counter_strike_forbids(rules: Rules, position: Position, move: Move) -> bool:
    """Whether a piece that is no lion would take a lion elsewhere, just after one was taken so (rule 7.3)."""
    board = position.board
    if rules.options["lion_trading"] == "off" or position.state is None or rules.is_lion(board[move.start]):
        return False
    return any(rules.is_lion(board[victim]) and victim != position.state for victim in move.victims)


def is_bare(rules: Rules, board: Board, side: str) -> bool:
    """Whether a side has a king and nothing else (rule 7.4)."""
    return len(squares_of(board, side)) == 1 == len(royals(rules, board, side))


def bare_side(rules: Rules, board: Board) -> str | None:
    """Return the side that has a king and nothing else against a side that has more (rule 7.4)."""
    for side in ("b", "w"):
        if is_bare(rules, board, side) and len(squares_of(board, other(side))) > 1:
            return side
    return None


def _neighbours(one: Square, two: Square) -> bool:
    """Whether two squares touch."""
    return max(abs(one[0] - two[0]), abs(one[1] - two[1])) == 1
