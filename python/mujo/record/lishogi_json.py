"""Read games that lishogi exports as NDJSON: one JSON object a line."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

from mujo._core import RuleSet
from mujo.errors import NotationError
from mujo.notation.programs import find_variant, game_of_variant
from mujo.record.game import Game, known_rules, named_changes

__all__ = ["is_lishogi", "parse_lishogi"]

#: Terminations by lishogi's status.
_STATUS: Final = {
    "mate": "checkmate",
    "resign": "resignation",
    "outoftime": "time",
    "timeout": "abandonment",
    "draw": "agreement",
    "stalemate": "stalemate",
    "repetition": "repetition",
    "perpetualCheck": "repetition",
    "impasse27": "adjudication",
    "royalsLost": "royals_captured",
    "bareKing": "bare_king",
    "aborted": "aborted",
    "noStart": "forfeit",
    "cheat": "adjudication",
    "illegalMove": "illegal_move",
}
_DRAWN: Final = ("draw", "repetition", "stalemate")
_UNFINISHED: Final = ("created", "started", "paused", "unknownFinish", "aborted")


def is_lishogi(data: Mapping[str, Any]) -> bool:
    """Return whether a JSON object is a game of lishogi's export.

    Examples
    --------
    >>> is_lishogi({"id": "abcdefgh", "variant": "chushogi", "players": {}, "moves": "7i7h"})
    True
    """
    return "format" not in data and isinstance(data.get("variant"), str) and "players" in data


def parse_lishogi(data: Mapping[str, Any], rules: RuleSet | None = None) -> Game:
    """Read a game of lishogi's export. The moves are not checked: `Game.replay` does that.

    Names, ratings, date, site and clock become tags. Computer analysis is left out.

    Parameters
    ----------
    data
        The JSON object.
    rules
        The rules to play by (those of the variant if left out).

    Raises
    ------
    NotationError
        ``record.other_game``: the variant is not a game of mujo, or contradicts the rules; ``record.missing_key``: it
        was exported without its moves; ``record.wrong_type``.

    Examples
    --------
    >>> game = parse_lishogi(
    ...     {
    ...         "id": "abcdefgh",
    ...         "variant": "chushogi",
    ...         "status": "resign",
    ...         "winner": "sente",
    ...         "players": {"sente": {"user": {"name": "A"}, "rating": 1500}, "gote": {"aiLevel": 1}},
    ...         "moves": "7i7h 6d6e",
    ...     }
    ... )
    >>> game.result, game.termination, game.tags["White"]
    ('black', 'resignation', 'lishogi AI level 1')
    """
    variant = str(data["variant"])
    known = find_variant(variant)
    if known is None:
        raise NotationError(f"the variant {variant[:40]!r} is not a game of mujo", code="record.other_game")
    own = known_rules(known) if rules is None else rules
    if game_of_variant(variant) != own.game:
        raise NotationError(f"the variant {variant[:40]!r} contradicts the rules {own.name}", code="record.other_game")
    if "moves" not in data:
        raise NotationError("the game has no moves: export it with moves=true", code="record.missing_key")
    moves, start = data["moves"], data.get("initialSfen") or own.start
    if not isinstance(moves, str) or not isinstance(start, str):
        raise NotationError('"moves" and "initialSfen" should be texts', code="record.wrong_type")
    status = str(data.get("status", ""))
    winner = {"sente": "black", "gote": "white"}.get(str(data.get("winner")))
    result = winner or ("draw" if status in _DRAWN else None)
    name, options, readings = named_changes(own)
    return Game(
        rules=name,
        start=own.start if start == "startpos" else start,
        moves=tuple(moves.split()),
        options=options,
        readings=readings,
        result=result,
        termination=_STATUS.get(status, None if status in _UNFINISHED else status or None),
        tags=_tags(data),
    )


def _tags(data: Mapping[str, Any]) -> dict[str, str]:
    tags: dict[str, str] = {}
    players = data.get("players")
    for side, colour in (("sente", "Black"), ("gote", "White")):
        player = players.get(side) if isinstance(players, dict) else None
        if not isinstance(player, dict):
            continue
        user = player.get("user")
        name = user.get("name") if isinstance(user, dict) else player.get("name")
        if name is None and "aiLevel" in player:
            name = f"lishogi AI level {player['aiLevel']}"
        if name is not None:
            tags[colour] = str(name)
        if "rating" in player:
            tags[f"{colour}Elo"] = str(player["rating"])
    if "id" in data:
        tags["Site"] = f"https://lishogi.org/{data['id']}"
    created = data.get("createdAt")
    if type(created) is int and 0 <= created < 253_402_300_800_000:
        tags["Date"] = datetime.fromtimestamp(created / 1000, UTC).strftime("%Y.%m.%d")
    clock = data.get("clock")
    if isinstance(clock, dict):
        parts = [str(clock.get(key, 0)) for key in ("initial", "increment", "byoyomi", "periods")]
        tags["TimeControl"] = "+".join(parts[:2]) + (f"+{parts[2]}x{parts[3]}" if parts[2] != "0" else "")
    if "rated" in data:
        tags["Event"] = "Rated game" if data["rated"] is True else "Casual game"
    return tags
