"""Promotion and contagion: what the moving piece becomes (rules 4.1 to 4.7, 7.1)."""

from __future__ import annotations

from mujo_reference.board import Board, Piece, Square
from mujo_reference.paths import can_ever_move
from mujo_reference.rules import Rules


def results(rules: Rules, board: Board, start: Square, victims: tuple[Square, ...], end: Square) -> list[Piece]:
    """Return every piece the mover may become; `victims` are in order of capture (rules 4.1 to 4.5).

    With two kinds of contagion the result of the last victim comes first; a promotion comes before declining it.
    """
    piece = board[start]
    kinds = [board[victim].type for victim in victims if _infects(rules, board[victim])]
    if kinds and piece.type not in rules.exempt:
        return [Piece(piece.side, kind, True) for kind in _deciding_kinds(rules, kinds)]
    duty = _duty(rules, board, start, victims, end, exempt_took_contagious=bool(kinds))
    promoted = Piece(piece.side, piece.type, True)
    if duty == "forced":
        return [promoted]
    if duty == "free":
        return [promoted, piece]
    return [piece]


def _infects(rules: Rules, victim: Piece) -> bool:
    """Return whether the capturer of this piece is infected (rule 4.3)."""
    if victim.type not in rules.contagious or rules.options["contagion"] == "off":
        return False
    return victim.promoted or rules.options["contagion"] == "on"


def _deciding_kinds(rules: Rules, kinds: list[str]) -> list[str]:
    """Return the kind captured last, or each kind once, the last first, if the mover chooses (rule 4.5)."""
    if rules.options["contagion_order"] == "last":
        return [kinds[-1]]
    return list(dict.fromkeys(reversed(kinds)))


def _duty(
    rules: Rules,
    board: Board,
    start: Square,
    victims: tuple[Square, ...],
    end: Square,
    *,
    exempt_took_contagious: bool,
) -> str | None:
    """Return forced, free or None from the first row that applies (rules 4.1, 4.2, 4.4)."""
    piece = board[start]
    if piece.promoted or rules.promotes_to(piece.type) is None:
        return None
    if exempt_took_contagious and rules.promotion_rows:
        return "forced"
    for when, duty in rules.promotion_rows:
        if _applies(rules, when, board, start, victims, end):
            return duty
    return None


def _applies(rules: Rules, when: str, board: Board, start: Square, victims: tuple[Square, ...], end: Square) -> bool:
    """Return whether a move is an occasion to promote (rules 4.1, 4.6, 4.7, 7.1)."""
    piece = board[start]
    from_rank, to_rank = rules.rank_from_far_side(start, piece.side), rules.rank_from_far_side(end, piece.side)
    zone = int(rules.options["promotion_zone"])
    if when == "capture":
        return bool(victims)
    if when == "capture-of-promoted":
        relevant = victims if rules.options["promotion_victim"] == "any" else victims[-1:]
        return any(board[victim].promoted for victim in relevant)
    if when == "enter-zone":
        return from_rank > zone >= to_rank
    if when == "capture-in-zone":
        return bool(victims) and (from_rank <= zone or to_rank <= zone)
    if when == "last-rank":
        return rules.has_last_chance(piece.type) and from_rank > 1 == to_rank
    if when == "end-in-zone":
        return to_rank <= zone
    if when == "move-in-zone":
        return from_rank <= zone or to_rank <= zone
    assert when == "dead-end"
    return not can_ever_move(rules, piece, end)
