"""Read the drawn first position of a KIF file.

A rank is a line between ``|``, with ``v`` before White's pieces and ``・`` for empty squares; the width of the columns
does not matter. A promoted piece is drawn as what it has become (``鹿``), with ``成`` before it where another type
looks the same (``成角`` is a piece promoted to a bishop), or as ``成`` and its own character (``成歩``).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from mujo._core import RuleSet, rule_set_names
from mujo.errors import NotationError

__all__ = ["board_size", "read_board", "rules_of_size"]

_ROW = re.compile(r"\|([^|]*)\|?")
_EMPTY = "・･．.。*＊"
_SPACES = re.compile(r"\s*+")


def board_size(rows: Sequence[str]) -> tuple[int, int]:
    """Return how many files and ranks a drawing has."""
    return (len(_cells(rows[0])) if rows else 0), len(rows)


def rules_of_size(rows: Sequence[str]) -> RuleSet | None:
    """Return the rules of the only shipped game with a board of this size, or ``None``."""
    size = board_size(rows)
    games = {rules.game for rules in map(RuleSet, rule_set_names()) if (rules.files, rules.ranks) == size}
    return RuleSet(games.pop()) if len(games) == 1 else None


def read_board(rows: Sequence[str], rules: RuleSet) -> str:
    """Return the placement of a drawing as position text.

    Parameters
    ----------
    rows
        The lines of the ranks, the first rank first.
    rules
        The rules of the game.

    Raises
    ------
    NotationError
        ``record.kif_board``: the drawing has another size, or a character that does not name one piece.

    Examples
    --------
    >>> rows = ["|" + "  ・" * 12 + "|一"] * 11 + ["|  鹿 v歩 成角" + "  ・" * 9 + "|十二"]
    >>> read_board(rows, RuleSet("chu")).split("/")[-1]
    '+BT,p,+FL,9'
    """
    if len(rows) != rules.ranks:
        _refuse(f"the drawing has {len(rows)} ranks, the board of {rules.name} has {rules.ranks}")
    ranks = []
    for number, row in enumerate(rows, 1):
        cells = _cells(row)
        if len(cells) != rules.files:
            _refuse(f"rank {number} of the drawing has {len(cells)} squares, the board has {rules.files} files")
        ranks.append(_rank([_symbol(cell, rules, number) for cell in cells]))
    return "/".join(ranks)


def _refuse(reason: str) -> None:
    raise NotationError(reason, code="record.kif_board")


def _cells(row: str) -> list[str]:
    """Split a rank into squares: an empty one, or a piece with its side and promotion marks."""
    found = _ROW.match(row.strip())
    inner = "" if found is None else found[1]
    cells: list[str] = []
    held = ""
    for sign in inner:
        if sign.isspace():
            continue
        held += sign
        # Names of one character: marks belong to the character that follows them.
        if sign not in "vV^+成":
            cells.append("" if held in _EMPTY else held)
            held = ""
    return [*cells, held] if held else cells


def _rank(symbols: list[str]) -> str:
    cells: list[str] = []
    empty = 0
    for symbol in symbols:
        if symbol:
            cells += [str(empty), symbol] if empty else [symbol]
            empty = 0
        else:
            empty += 1
    return ",".join([*cells, str(empty)] if empty else cells)


def _symbol(cell: str, rules: RuleSet, number: int) -> str:
    if not cell:
        return ""
    white = cell[0] in "vV"
    name = cell.lstrip("vV^")
    kinds = _names(rules).get(name.replace("+", "成"), ())
    if len(kinds) != 1:
        which = f"could be {' or '.join(kinds)}" if kinds else f"is not a piece of {rules.game}"
        _refuse(f"rank {number} of the drawing: {name[:10]!r} {which}")
    return kinds[0].lower() if white else kinds[0]


@lru_cache(maxsize=16)
def _names(rules: RuleSet) -> dict[str, tuple[str, ...]]:
    """Collect the symbols that a drawn name may stand for."""
    types = rules.piece_types
    initial = [kind for kind in types.values() if kind.is_initial]
    names: dict[str, list[str]] = {}
    for kind in initial:
        names.setdefault(kind.board_kanji, []).append(kind.id)
    plain = set(names)
    became: dict[str, list[str]] = {}
    for kind in initial:
        if kind.promotes_to is None:
            continue
        drawn = types[kind.promotes_to].board_kanji
        became.setdefault(drawn if drawn not in plain else "成" + drawn, []).append("+" + kind.id)
        became.setdefault("成" + drawn, [])
        if "+" + kind.id not in became["成" + drawn]:
            became["成" + drawn].append("+" + kind.id)
    for kind in initial:
        if kind.promotes_to is not None and "成" + kind.board_kanji not in became:
            became["成" + kind.board_kanji] = ["+" + kind.id]
    return {name: tuple(kinds) for name, kinds in (names | became).items()}
