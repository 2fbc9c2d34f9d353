"""How a game ends, and the legal moves it offers until then (rules 5.1, 5.2, 5.8, 6.4, 6.5, 7.4).

As in the other modules, `positions` are all positions of a game and `moves` leads from each of them to the next.
"""

from __future__ import annotations

from mujo_reference.board import Position, other
from mujo_reference.chu import bare_king_losers, threatens_reversal
from mujo_reference.legality import can_end_bareness, legal_if_running
from mujo_reference.moves import Move
from mujo_reference.repetition import at_fault, ends
from mujo_reference.royals import is_check, loses_own_last_royal, takes_last_royal, without_royals
from mujo_reference.rules import Rules

Outcome = tuple[str | None, str]
"""The winner, None in a draw, and how the game ended."""


def outcome(rules: Rules, positions: list[Position], moves: list[Move]) -> Outcome | None:
    """Return the outcome of a game, None while it is running (rule 5.8: the first test that applies)."""
    return (
        by_royals(rules, positions, moves)
        or by_bare_king(rules, positions, moves)
        or by_repetition(rules, positions, moves)
        or by_stalemate(rules, positions, moves)
    )


def legal_moves(rules: Rules, positions: list[Position], moves: list[Move]) -> list[Move]:
    """Return the legal moves of the last position; after the end there are none (rule 5.8)."""
    return [] if outcome(rules, positions, moves) else list(legal_if_running(rules, positions, moves))


def by_royals(rules: Rules, positions: list[Position], moves: list[Move]) -> Outcome | None:
    """Test whether the last royal was just captured, or exactly one side began without any (rules 5.1, 5.2)."""
    if moves:
        before = positions[-2]
        if takes_last_royal(rules, before.board, moves[-1]):
            return before.turn, "royals_captured"
        if loses_own_last_royal(rules, before.board, moves[-1]):
            return other(before.turn), "royals_captured"
        return None
    without = [side for side in without_royals(rules, positions[-1].board) if side not in rules.play_without_royals]
    return (other(without[0]), "no_royals") if len(without) == 1 else None


def by_bare_king(rules: Rules, positions: list[Position], moves: list[Move]) -> Outcome | None:
    """Test for bare kings: one loses, two draw, unless the side to move can end that at once (rule 7.4)."""
    value, position = rules.options["bare_king"], positions[-1]
    losers = [] if value == "off" else bare_king_losers(rules, position.board)
    if value == "lishogi":
        reversible = any(threatens_reversal(rules, position.board, side) for side in losers)
    else:
        reversible = position.turn in losers and can_end_bareness(rules, positions, moves)
    if not losers or reversible:
        return None
    return (None if len(losers) == 2 else other(losers[0])), "bare_king"


def by_repetition(rules: Rules, positions: list[Position], moves: list[Move]) -> Outcome | None:
    """Test for the fourth occurrence: the side at fault loses, otherwise it is a draw (rules 6.4, 6.5)."""
    if not ends(rules, positions):
        return None
    fault = at_fault(rules, positions, moves)
    return (None if fault is None else other(fault)), "repetition"


def by_stalemate(rules: Rules, positions: list[Position], moves: list[Move]) -> Outcome | None:
    """Test whether the side to move has no legal move (rule 5.8)."""
    if next(legal_if_running(rules, positions, moves), None) is not None:
        return None
    winner = other(positions[-1].turn)
    if is_check(rules, positions[-1]):
        return winner, "checkmate"
    return (winner if rules.options["stalemate"] == "loss" else None), "stalemate"
