"""Repetition (rules 6.1 to 6.6).

`positions` are all positions of a game, the first one first; `moves` leads from each of them to the next.
"""

from __future__ import annotations

from mujo_reference.board import BLACK, WHITE, Position, other
from mujo_reference.moves import Move
from mujo_reference.royals import captures, last_royal_could_be_taken
from mujo_reference.rules import Rules


def occurrences(positions: list[Position]) -> int:
    """Return how often the last position has occurred, itself included (rule 6.1)."""
    return sum(1 for position in positions if position == positions[-1])


def forbids(rules: Rules, positions: list[Position], moves: list[Move]) -> bool:
    """Return whether the last move was illegal because of the position it repeated (rules 6.2, 6.5)."""
    rule = rules.options["repetition"]
    if rule == "forbid":
        return occurrences(positions) > 1
    if rule == "jcsa":
        return occurrences(positions) == 4 and at_fault(rules, positions, moves) == positions[-2].turn
    return False


def ends(rules: Rules, positions: list[Position]) -> bool:
    """Return whether the last position ends the game by its fourth occurrence (rules 6.4, 6.5)."""
    return rules.options["repetition"] in ("fourfold", "jcsa") and occurrences(positions) >= 4


def at_fault(rules: Rules, positions: list[Position], moves: list[Move]) -> str | None:
    """Return the side at fault for the fourth occurrence of the last position, None if neither is (rules 6.3, 6.5)."""
    third = max(index for index, position in enumerate(positions[:-1]) if position == positions[-1])
    cycle = range(third, len(moves))
    checking = {BLACK, WHITE}
    attacking = {BLACK, WHITE}
    for index in cycle:
        mover = positions[index].turn
        if not gives_check(rules, moves[index], positions[index], positions[index + 1]):
            checking.discard(mover)
            if not attacks(rules, moves[index], positions[index], positions[index + 1]):
                attacking.discard(mover)
    if len(checking) == 1:
        return checking.pop()
    if len(attacking) == 1:
        return attacking.pop()
    if rules.options["repetition"] == "jcsa":
        return first_passer(positions, moves, cycle)
    return None


def gives_check(rules: Rules, move: Move, before: Position, after: Position) -> bool:
    """Return whether a move gives check (rule 6.3)."""
    return not move.is_pass and last_royal_could_be_taken(rules, after.board, other(before.turn))


def attacks(rules: Rules, move: Move, before: Position, after: Position) -> bool:
    """Return whether the piece that moved can now capture an enemy it could not capture before (rule 6.3)."""
    if move.is_pass:
        return False
    return bool(captures(rules, after.board, move.end) - captures(rules, before.board, move.start))


def first_passer(positions: list[Position], moves: list[Move], cycle: range) -> str | None:
    """Return the side that began the first run of passes in which a pass of the cycle answers a pass (rule 6.5)."""
    for index in cycle:
        if index > 0 and moves[index].is_pass and moves[index - 1].is_pass:
            first = index - 1
            while first > 0 and moves[first - 1].is_pass:
                first -= 1
            return positions[first].turn
    return None
