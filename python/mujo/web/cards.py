"""What a page shows of a rule set and of one type of piece, as plain values."""

import gzip
import json
from collections import OrderedDict
from threading import Lock
from typing import Any

from mujo import svg
from mujo._core import BLACK, Engine, Piece, RuleSet
from mujo.diagrams.words import sentences
from mujo.errors import RuleSetError
from mujo.svg import PieceStyle, piece_symbols

__all__ = ["SetRegistry", "card", "set_fields", "style_fields"]

#: Rule sets that a server remembers.
_MOST_SETS = 32


def set_fields(rules: RuleSet) -> dict[str, Any]:
    """Return what a page must know of a rule set to draw its board: squares and pieces with their names.

    Examples
    --------
    >>> fields = set_fields(RuleSet("maka"))
    >>> fields["squares"][:2], fields["pieces"]["+DV"]["name"]
    (['1a', '2a'], 'teaching king')
    """
    return {
        "digest": rules.digest,
        "name": rules.name,
        "game": rules.game,
        "title": rules.title,
        "description": rules.description,
        "files": rules.files,
        "ranks": rules.ranks,
        "squares": [rules.square_name(square) for square in range(rules.files * rules.ranks)],
        "pieces": {piece.symbol: _names(rules, piece) for piece in _pieces(rules)},
    }


def style_fields(rules: RuleSet, style: PieceStyle) -> dict[str, Any]:
    """Return the drawings of all pieces in one style, as symbols of SVG."""
    drawn = piece_symbols(rules, style, "p-")
    return {"defs": drawn.defs, "up": drawn.up, "down": drawn.down, "turned": drawn.turned}


def card(rules: RuleSet, symbol: str) -> dict[str, Any]:
    """Describe a piece: names, value, how it moves in words and as a diagram, and what it promotes to.

    Parameters
    ----------
    rules
        The rule set.
    symbol
        The symbol of a piece, such as ``LN`` or ``+ln``.

    Raises
    ------
    RuleSetError
        ``rules.unknown_type``: the game has no such piece.

    Examples
    --------
    >>> found = card(RuleSet("maka"), "LN")
    >>> found["name"], found["promotes_to"]["name"], found["moves"][0]
    ('lion', 'furious fiend', 'Steps one square in all eight directions.')
    """
    found = next((piece for piece in _pieces(rules) if piece.symbol == symbol.upper()), None)
    if found is None:
        raise RuleSetError(f"no piece of {rules.name} is {symbol[:20]!r}", code="rules.unknown_type", name=symbol)
    kind = rules.moves_as(found)
    after = None
    if not found.promoted and kind.promotes_to is not None:
        after = {"symbol": f"+{kind.id}"} | _names(rules, Piece(kind.id, BLACK, True))
    return {
        "symbol": found.symbol,
        **_names(rules, found),
        "romaji": kind.romaji,
        "betza": kind.betza,
        "royal": kind.royal,
        "value": _values(rules).get(found.symbol),
        "promotes_to": after,
        "moves": sentences(rules, found),
        "diagram": svg.moves(found.symbol, rules, size=320),
    }


class SetRegistry:
    """The rule sets that games use, found by digest; the one used longest ago is dropped."""

    def __init__(self) -> None:
        self._sets: OrderedDict[str, RuleSet] = OrderedDict()
        self._styles: dict[tuple[str, PieceStyle], tuple[bytes, bytes]] = {}
        self._lock = Lock()

    def add(self, rules: RuleSet) -> None:
        """Remember a rule set."""
        with self._lock:
            self._sets[rules.digest] = rules
            self._sets.move_to_end(rules.digest)
            while len(self._sets) > _MOST_SETS:
                digest, _ = self._sets.popitem(last=False)
                for style in PieceStyle:
                    self._styles.pop((digest, style), None)

    def style(self, rules: RuleSet, style: PieceStyle) -> tuple[bytes, bytes]:
        """Return `style_fields` as JSON, and the same compressed; both are made once."""
        key = (rules.digest, style)
        found = self._styles.get(key)
        if found is None:
            plain = json.dumps(style_fields(rules, style), separators=(",", ":")).encode()
            found = plain, gzip.compress(plain, 6, mtime=0)
            with self._lock:
                if rules.digest in self._sets:
                    self._styles[key] = found
        return found

    def find(self, digest: str) -> RuleSet | None:
        """Return the rule set of a digest, if it is known."""
        with self._lock:
            return self._sets.get(digest)


def _pieces(rules: RuleSet) -> list[Piece]:
    return [
        Piece(kind.id, BLACK, promoted)
        for kind in rules.piece_types.values()
        if kind.is_initial
        for promoted in (False, True)[: 2 if kind.promotes_to is not None else 1]
    ]


def _names(rules: RuleSet, piece: Piece) -> dict[str, Any]:
    kind = rules.moves_as(piece)
    return {"id": kind.id, "name": kind.name, "kanji": kind.kanji}


_VALUES: OrderedDict[str, dict[str, int]] = OrderedDict()


def _values(rules: RuleSet) -> dict[str, int]:
    """Return the values of the pieces as the engine has them, in hundredths of its unit."""
    known = _VALUES.get(rules.digest)
    if known is None:
        known = _VALUES[rules.digest] = Engine(rules, 1).values()
        while len(_VALUES) > _MOST_SETS:
            _VALUES.popitem(last=False)
    return known
