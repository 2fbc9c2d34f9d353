"""Tags of a move: power, captures, promotion, contagion. A run counts them to prove what it has covered."""

from __future__ import annotations

from mujo_reference import Move, Rules
from mujo_reference.betza import Term, is_hook
from mujo_reference.board import Board
from mujo_reference.moves import effects

#: All tags of moves, refusals and verdicts that the side-by-side run must see.
POWERS = ("slide", "limited slide", "step", "leap", "hook", "lion", "line lion", "free lion", "universal")
EXPECTED = (
    *(f"power: {power}" for power in POWERS),
    *(f"captures: {count}" for count in range(4)),
    "hook with two captures",
    "igui",
    "pass",
    "promotion: forced",
    "promotion: chosen",
    "promotion: declined",
    "contagion: DV",
    "contagion: DS",
    "contagion: exempt piece",
    "contagion: chosen by the mover",
    "royal captured",
    "refused: emperor",
    "refused: exposure",
    "refused: repetition",
    "refused: lion trading",
    "refused: game over",
    "repetition: second occurrence",
    "repetition: ends the game",
    "outcome: royals_captured",
    "outcome: no_royals",
    "outcome: stalemate",
    "outcome: bare_king",
    "check",
)


def power(term: Term) -> str:
    """Name the power of a term."""
    if term.atom == "U":
        return "universal"
    if is_hook(term) or (term.atom in "RB" and len(term.legs) == 2):
        return "hook"
    if len(term.legs) > 1:
        straight = all("v" in leg.directions or "f" in leg.directions for leg in term.legs[1:])
        return "line lion" if straight else "lion" if len(term.legs) == 2 else "free lion"
    if term.atom in "DANH":
        return "leap"
    return "slide" if term.limit is None else "step" if term.limit == 1 else "limited slide"


def tags(rules: Rules, board: Board, move: Move) -> set[str]:
    """Return the tags of a move on the board before it."""
    mover = board[move.start]
    path = next(
        path
        for path in effects(rules, board, move.start)
        if path.end == move.end and set(path.victims) == set(move.victims)
    )
    found = {f"power: {power(path.term)}", f"captures: {len(move.victims)}"}
    if power(path.term) == "hook" and len(move.victims) == 2:
        found.add("hook with two captures")
    if move.is_pass:
        found.add("pass")
    if move.start == move.end and move.victims:
        found.add("igui")
    if any(rules.role(board[victim]) for victim in move.victims):
        found.add("royal captured")
    kinds = {board[victim].type for victim in move.victims} & set(rules.contagious)
    infects = bool(kinds) and rules.options["contagion"] == "on"
    if infects and mover.type in rules.exempt:
        found.add("contagion: exempt piece")
    elif infects:
        found.add(f"contagion: {move.becomes.type}")
        if len(kinds) == 2 and rules.options["contagion_order"] == "choice":
            found.add("contagion: chosen by the mover")
    elif move.becomes.promoted and not mover.promoted:
        forced = rules.options["promotion"] == "mandatory" or any(board[victim].promoted for victim in move.victims)
        found.add("promotion: forced" if forced else "promotion: chosen")
    else:
        may = not mover.promoted and rules.promotes_to(mover.type) is not None
        if may and move.victims and rules.options["promotion"] == "optional":
            found.add("promotion: declined")
    return found
