"""Additions of chu: lion trading, counter-strike, the bare king (rules 7.2 to 7.4)."""

from __future__ import annotations

from mujo_reference.board import BLACK, STAND_IN, WHITE, Board, Piece, Position, Square, other, squares_of
from mujo_reference.moves import Move, board_after
from mujo_reference.royals import captures, could_capture, royals
from mujo_reference.rules import Rules


def lion_trading_forbids(rules: Rules, position: Position, move: Move) -> bool:
    """Return whether a move is a lion's capture of a distant, protected lion (rule 7.2).

    The capture is legal if the move also captures a piece of worth on the way. A worthless piece still protects if it
    is captured on the way.
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
    if could_capture(rules, board_after(board, move), other(position.turn), move.end):
        return True
    without_mover = {square: piece for square, piece in board.items() if square != move.start}
    return any(
        could_capture_from(rules, without_mover, victim, lion)
        for victim in on_the_way
        for lion in far_lions
        if rules.moves_as(board[victim]) in rules.worthless
    )


def counter_strike_forbids(rules: Rules, position: Position, move: Move) -> bool:
    """Return whether a piece other than a lion captures a lion elsewhere, right after such a capture (rule 7.3)."""
    board = position.board
    if rules.options["lion_trading"] == "off" or position.last_lion_capture is None or rules.is_lion(board[move.start]):
        return False
    return any(rules.is_lion(board[victim]) and victim != position.last_lion_capture for victim in move.victims)


def could_capture_from(rules: Rules, board: Board, start: Square, target: Square) -> bool:
    """Return whether the piece on `start` could capture on a square that its own side holds (rule 5.3)."""
    held = {**board, target: Piece(other(board[start].side), STAND_IN)}
    return target in captures(rules, held, start, target)


def is_bare(rules: Rules, board: Board, side: str) -> bool:
    """Return whether a side has a royal and nothing else (rule 7.4)."""
    return len(squares_of(board, side)) == 1 == len(royals(rules, board, side))


def bare_sides(rules: Rules, board: Board) -> list[str]:
    """Return the sides that have a royal and nothing else (rule 7.4)."""
    return [side for side in (BLACK, WHITE) if is_bare(rules, board, side)]


def _neighbours(one: Square, two: Square) -> bool:
    """Return whether two squares are neighbours."""
    return max(abs(one[0] - two[0]), abs(one[1] - two[1])) == 1
