"""When the engine resigns, and when it agrees to a draw."""

from collections.abc import Mapping

from mujo._core import Board, Piece, RuleSet, SearchResult

__all__ = ["DRAW_PLY", "HOPELESS_MOVES", "accepts_draw", "is_hopeless", "is_lost"]

#: Number of hopeless moves in a row after which the engine resigns.
HOPELESS_MOVES = 4
#: A position is hopeless if it is worse than this part of all material of one side.
_HOPELESS = 0.35
#: First ply at which it agrees to a draw, and the largest score, in hundredths of its unit, at which it still does.
DRAW_PLY, _DRAW_SCORE = 80, 60


def is_lost(result: SearchResult) -> bool:
    """Return whether the side to move is being mated.

    Parameters
    ----------
    result
        What a search of the position found.

    Examples
    --------
    >>> from mujo import Board, Engine
    >>> is_lost(Engine("chu", hash=1).search(Board(rules="chu"), depth=1))
    False
    """
    return result.score.mate is not None and result.score.mate <= 0


def is_hopeless(result: SearchResult, rules: RuleSet, values: Mapping[str, int]) -> bool:
    """Return whether the side to move stands so badly that it may resign.

    Parameters
    ----------
    result
        What a search of the position found.
    rules
        The rule set.
    values
        Value of each piece, as `Engine.values` returns.

    Examples
    --------
    >>> from mujo import Engine
    >>> engine, board = Engine("chu", hash=1), Board(rules="chu")
    >>> is_hopeless(engine.search(board, depth=1), board.rules, engine.values())
    False
    """
    if is_lost(result):
        return True
    material = sum(values.get(_symbol(piece), 0) for piece in Board(rules=rules).piece_map().values()) / 2
    return (result.score.units or 0) < -_HOPELESS * material


def accepts_draw(result: SearchResult, *, to_move: bool) -> bool:
    """Return whether the engine agrees to a draw.

    Parameters
    ----------
    result
        What a search of the position found.
    to_move
        Whether the engine is to move.

    Examples
    --------
    >>> from mujo import Board, Engine
    >>> result = Engine("chu", hash=1).search(Board(rules="chu"), depth=1)
    >>> accepts_draw(result, to_move=True) in (True, False)
    True
    """
    return result.score.number * (1 if to_move else -1) <= _DRAW_SCORE


def _symbol(piece: Piece) -> str:
    return ("+" if piece.promoted else "") + piece.type
