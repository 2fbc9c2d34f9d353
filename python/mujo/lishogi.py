"""Positions and moves as the site lishogi writes them, for games whose types have letters (chu).

Both forms are read wherever a position or a move is read: `Board`, ``mujo show --position``, the prompt. This module
writes them, and reads them where nothing else should do.

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
    """Read a position in lishogi's form.

    Parameters
    ----------
    text
        Ranks of letters and counts without commas; then side, ``-`` or the square of a lion just taken by another piece
        (rule 7.3), and number. Fields missing at the end, several spaces and underscores are read, and so is the form
        with ids and commas.
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
    lishogi_position_text(Board(rules=rules))  # refuses rules without letters
    return Board(text, rules)


def position_text(board: Board) -> str:
    """Write a position in lishogi's form.

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
    """Read a move in lishogi's form: start, the square in the middle of a lion's two steps, end, ``+`` if it promotes.

    A middle square that is empty changes nothing: ``7g7f7e`` over an empty 7f is ``7g7e``, and ``7g7f7g`` the pass.

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
    """Write a move of this position in lishogi's form.

    Parameters
    ----------
    board
        The position before the move.
    move
        A move of it; not checked: whether it is legal.

    Returns
    -------
    str
        As `Move.usi`, but a pass goes over a square: ``7g6f7g``, by the first empty one in board order.

    Raises
    ------
    MujoError
        ``no_letters``; ``no_lishogi_move`` where more than one square stands between start and end.

    Examples
    --------
    >>> board = Board(rules="chu")
    >>> move_text(board, read_move(board, "7i7h"))
    '7i7h'
    """
    return lishogi_move_text(board, move)
