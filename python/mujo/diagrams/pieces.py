"""Which piece moves as a type, and finding a piece by its symbol."""

from functools import lru_cache

from mujo._core import BLACK, Piece, PieceType, RuleSet
from mujo.errors import RuleSetError

__all__ = ["find_piece", "piece_moving_as"]


def piece_moving_as(rules: RuleSet, kind: PieceType | str) -> Piece | None:
    """Find a piece of Black that moves as a type: one of that type, or one that promotes to it.

    Parameters
    ----------
    rules
        The rule set.
    kind
        A type, or its id.

    Returns
    -------
    Piece or None
        ``None`` if the rules have no such type, or no piece that becomes it by promotion.

    Examples
    --------
    >>> from mujo import RuleSet
    >>> piece_moving_as(RuleSet("maka"), "TK")
    Piece.from_symbol('+DV')
    """
    return _by_type(rules).get(kind if isinstance(kind, str) else kind.id)


@lru_cache(maxsize=16)
def _by_type(rules: RuleSet) -> dict[str, Piece]:
    """Return a piece for each type that some piece moves as."""
    initial = [kind for kind in rules.piece_types.values() if kind.is_initial]
    found = {kind.id: Piece(kind.id, BLACK) for kind in initial}
    for kind in initial:
        if kind.promotes_to is not None:
            found.setdefault(kind.promotes_to, Piece(kind.id, BLACK, True))
    return found


def find_piece(rules: RuleSet, symbol: str) -> Piece:
    """Find a piece of Black by the id of the type it moves as, or by ``+`` and the id of its unpromoted type.

    Parameters
    ----------
    rules
        The rules of the game.
    symbol
        An id of up to three letters, any case, with or without ``+``.

    Raises
    ------
    RuleSetError
        ``rules.unknown_type``: the game has no such piece.

    Examples
    --------
    >>> from mujo import RuleSet
    >>> find_piece(RuleSet("maka"), "+ln"), find_piece(RuleSet("maka"), "FF")
    (Piece.from_symbol('+LN'), Piece.from_symbol('+LN'))
    """
    piece = None
    type_id = symbol.removeprefix("+").upper()
    if not symbol.startswith("+"):
        piece = piece_moving_as(rules, type_id)
    elif (base := rules.piece_types.get(type_id)) is not None and base.is_initial and base.promotes_to is not None:
        piece = Piece(base.id, BLACK, True)
    if piece is None:
        raise RuleSetError(f"no piece of {rules.name} moves as {symbol[:20]!r}", code="rules.unknown_type", name=symbol)
    return piece
