"""Positions as text in any form that is known by name.

==========  =============================================================================
form        text
==========  =============================================================================
mujo        position text of this package; reading it also takes lishogi's letters
lishogi     one letter a piece, sides ``b`` and ``w`` (chu)
winboard    letters of XBoard and WinBoard, `mujo.notation.fen`
qboard      letters of QBoard, `mujo.notation.fen`
==========  =============================================================================
"""

from mujo import lishogi
from mujo._core import Board, RuleSet
from mujo.notation.fen import FORMS, format_fen, parse_fen

__all__ = ["POSITION_FORMS", "format_position", "parse_position"]

#: The forms that are known by name.
POSITION_FORMS = ("mujo", "lishogi", *FORMS)


def format_position(board: Board, form: str = "mujo") -> str:
    """Write a position in a form.

    Raises
    ------
    MujoError
        ``argument``: the form is unknown; ``no_letters``: the game has no letters in it.

    Examples
    --------
    >>> format_position(Board(rules="chu"), "winboard")[-14:]
    'GKEGSCFL w 0 1'
    """
    if form == "mujo":
        return board.sfen()
    return lishogi.position_text(board) if form == "lishogi" else format_fen(board, form)


def parse_position(text: str, rules: RuleSet | str, form: str = "mujo") -> Board:
    """Read a position in a form.

    Raises
    ------
    MujoError
        ``argument``, ``no_letters``: as in `format_position`.
    InvalidPositionError
        ``position.*``

    Examples
    --------
    >>> parse_position("12/12/12/12/12/12/5N6/12/12/12/12/12 w", "chu", "qboard").sfen()
    '12/12/12/12/12/12/5,LN,6/12/12/12/12/12 b - 1'
    """
    if form == "mujo":
        return Board(text, rules)
    return lishogi.read_position(text, rules) if form == "lishogi" else parse_fen(text, rules, form)
