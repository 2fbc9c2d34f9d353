"""Legality: which pseudo-legal moves are legal, and which rule forbids the others."""

from __future__ import annotations

from collections.abc import Iterator

from mujo_reference.board import Position, other, squares_of
from mujo_reference.chu import counter_strike_forbids, is_enough, lion_trading_forbids
from mujo_reference.moves import Move, board_after, moves_from, position_after
from mujo_reference.repetition import forbids
from mujo_reference.royals import emperor_may_go, exposes, takes_last_royal
from mujo_reference.rules import Rules


def forbidden_by(rules: Rules, positions: list[Position], moves: list[Move], move: Move) -> str | None:
    """Return the slug of the first rule that forbids a pseudo-legal move, None if it is legal (rule 5.9)."""
    position = positions[-1]
    if rules.role(position.board[move.start]) == "emperor" and not emperor_may_go(
        rules, position.board, move.start, move.victims, move.end
    ):
        return "illegal_move.emperor"
    if lion_trading_forbids(rules, position, move):
        return "illegal_move.lion_trading"
    if counter_strike_forbids(rules, position, move):
        return "illegal_move.counter_strike"
    if rules.options["exposure"] == "forbidden" and exposes(rules, position, move):
        return "illegal_move.exposure"
    if forbids(rules, [*positions, position_after(rules, position, move)], [*moves, move]):
        return "illegal_move.repetition"
    return None


def legal_if_running(rules: Rules, positions: list[Position], moves: list[Move]) -> Iterator[Move]:
    """Yield the legal moves of the last position, as if the game were not over."""
    position = positions[-1]
    for start in squares_of(position.board, position.turn):
        for move in moves_from(rules, position.board, start):
            if forbidden_by(rules, positions, moves, move) is None:
                yield move


def can_end_bareness(rules: Rules, positions: list[Position], moves: list[Move]) -> bool:
    """Return whether a legal capture leaves the opponent without enough pieces, or without a royal (rule 7.4)."""
    board, enemy = positions[-1].board, other(positions[-1].turn)
    return any(
        takes_last_royal(rules, board, move) or not is_enough(rules, board_after(board, move), enemy)
        for move in legal_if_running(rules, positions, moves)
        if move.all_victims
    )
