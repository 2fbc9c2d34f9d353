"""The rules and the first position of a KIF file."""

from __future__ import annotations

from dataclasses import dataclass, field

from mujo._core import Board, RuleSet
from mujo.errors import NotationError
from mujo.notation.programs import find_variant, game_names, game_of_variant, is_even_game, unnamed_kif_rules
from mujo.record.game import known_rules
from mujo.record.kif import RULES, START
from mujo.record.kif_board import read_board, rules_of_size
from mujo.record.naming import default_rules, rules_named

__all__ = ["HANDICAP", "Opening", "find_rules", "find_start"]

#: The header that names a handicap, or another game.
HANDICAP = "手合割"


@dataclass
class Opening:
    """What the lines before the moves say.

    Attributes
    ----------
    headers
        Values by name.
    hands
        Name and value of the lines of pieces in hand.
    rows
        The ranks of a drawn position.
    white_begins
        Whether a line gives White the first move.
    """

    headers: dict[str, str] = field(default_factory=dict)
    hands: list[tuple[str, str]] = field(default_factory=list)
    rows: list[str] = field(default_factory=list)
    white_begins: bool = False


def find_rules(opening: Opening, own: RuleSet | None) -> RuleSet:
    """Return the rules of a game.

    Parameters
    ----------
    opening
        The lines before the moves.
    own
        The caller's rules.

    Raises
    ------
    RuleSetError
        ``rules.*``: the named rules are unknown.
    NotationError
        ``record.other_game``: the header names a game that is unknown or contradicts the rules.
    """
    named = opening.headers.get(RULES)
    handicap = opening.headers.get(HANDICAP)
    variant = find_variant(handicap) if handicap else None
    if named is not None:
        rules = rules_named(named, own)
    elif own is not None:
        rules = own
    else:
        rules = _unnamed(opening, handicap, variant)
    if handicap and variant is not None and game_of_variant(handicap) != rules.game:
        raise NotationError(
            f"{HANDICAP}：{(handicap or '')[:20]} is another game than that of the rules {rules.name}",
            code="record.other_game",
        )
    return rules


def _unnamed(opening: Opening, handicap: str | None, variant: str | None) -> RuleSet:
    """Return the rules where neither the record nor the caller names them."""
    if variant is not None:
        return known_rules(variant)
    if opening.rows and (of_size := rules_of_size(opening.rows)) is not None:
        return of_size
    if handicap is None:
        return default_rules(None)
    name = unnamed_kif_rules(handicap)
    if name is None:
        what = "is ordinary shogi" if is_even_game(handicap) else "is not a game or a handicap that mujo knows"
        raise NotationError(
            f"{HANDICAP}：{handicap[:20]} {what}; if the game is another, name its rules", code="record.other_game"
        )
    return known_rules(name)


def find_start(opening: Opening, rules: RuleSet) -> Board:
    """Set up the first position.

    Raises
    ------
    InvalidPositionError
        ``position.*``
    NotationError
        ``record.kif_board``: the drawn position cannot be read; ``record.other_game``: the handicap is unknown, or
        there are pieces in hand.
    """
    for name, value in opening.hands:
        if value not in ("", "なし"):
            raise NotationError(
                f"{name}：{value[:20]} has pieces in hand, which the games of mujo have not", code="record.other_game"
            )
    if START in opening.headers:
        return Board(opening.headers[START], rules)
    if opening.rows:
        side = "w" if opening.white_begins else "b"
        return Board(f"{read_board(opening.rows, rules)} {side} - 1", rules)
    handicap = opening.headers.get(HANDICAP, "")
    start = game_names(rules).handicaps.get(handicap)
    if start is not None:
        return Board(start, rules)
    if handicap and find_variant(handicap) is None and not is_even_game(handicap):
        known = ", ".join(game_names(rules).handicaps) or "none"
        raise NotationError(
            f"{HANDICAP}：{handicap[:20]} is not a handicap of {rules.game} that mujo knows ({known})",
            code="record.other_game",
        )
    board = Board(rules=rules)
    if not opening.white_begins:
        return board
    placement, _, *rest = board.sfen().split()
    return Board(" ".join((placement, "w", *rest)), rules)
