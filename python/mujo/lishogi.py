"""Positions and moves in the notation of the site lishogi, for games whose types have letters (chu).

`Board`, ``mujo show --position`` and the prompt read this notation too. This module also writes it.

>>> import mujo
>>> from mujo import lishogi
>>> board = lishogi.read_position("12/12/12/12/12/12/5N6/12/12/12/12/12 b - 1")
>>> board.sfen()
'12/12/12/12/12/12/5,LN,6/12/12/12/12/12 b - 1'
>>> lishogi.position_text(board)
'12/12/12/12/12/12/5N6/12/12/12/12/12 b - 1'
>>> lishogi.move_text(board, lishogi.read_move(board, "7g7f7g"))
'7g6f7g'
"""

from mujo._core import Board, Move, RuleSet, lishogi_move_text, lishogi_position_text

__all__ = ["move_text", "position_text", "read_move", "read_position"]


def read_position(text: str, rules: RuleSet | str = "chu") -> Board:
    """Read a position in lishogi's notation.

    Parameters
    ----------
    text
        Ranks of letters and counts without commas, then the side to move, ``-`` or the square of a lion that another
        piece has just captured (rule 7.3), and the move number. The last fields may be missing; several spaces,
        underscores, and mujo's own form with ids and commas are accepted.
    rules
        A rule set whose types have letters.

    Raises
    ------
    MujoError
        ``no_letters`` if the rule set's types have none.
    InvalidPositionError
        ``position.*``, each fault with rank and cell.

    Examples
    --------
    >>> read_position("12/12/12/12/12/12/5+O6/12/12/12/12/12_w").sfen()
    '12/12/12/12/12/12/5,+KR,6/12/12/12/12/12 w - 1'
    """
    lishogi_position_text(Board(rules=rules))  # raises for rules without letters
    return Board(text, rules)


def position_text(board: Board) -> str:
    """Write a position in lishogi's notation.

    Parameters
    ----------
    board
        The board.

    Raises
    ------
    MujoError
        ``no_letters`` if the types of the game have none.

    Examples
    --------
    >>> position_text(Board(rules="chu")).split("/")[-1]
    'LFCSGKEGSCFL b - 1'
    """
    return lishogi_position_text(board)


def read_move(board: Board, text: str) -> Move:
    """Read a move in lishogi's notation: start, middle square of a lion's two steps, end, ``+`` if it promotes.

    An empty middle square has no effect: ``7g7f7e`` over an empty 7f is ``7g7e``, and ``7g7f7g`` is the pass.

    Parameters
    ----------
    board
        The board on which the move is played; it is not changed.
    text
        The move.

    Raises
    ------
    NotationError, IllegalMoveError
        As `Board.parse_move`.

    Examples
    --------
    >>> board = read_position("12/12/12/12/12/5p6/5N6/12/12/12/12/12 b - 1")
    >>> read_move(board, "7g7f7g").is_igui, read_move(board, "7g8f7g").is_pass
    (True, True)
    """
    return board.parse_move(text)


def move_text(board: Board, move: Move) -> str:
    """Write a move of this position in lishogi's notation.

    Parameters
    ----------
    board
        The position before the move.
    move
        A move of this position. Its legality is not checked.

    Returns
    -------
    str
        As `Move.usi`, except that a pass goes over the first empty neighbour in board order: ``7g6f7g``.

    Raises
    ------
    MujoError
        ``no_letters``; ``no_lishogi_move`` if the move names more than one square between start and end.

    Examples
    --------
    >>> board = Board(rules="chu")
    >>> move_text(board, read_move(board, "7i7h"))
    '7i7h'
    """
    return lishogi_move_text(board, move)
