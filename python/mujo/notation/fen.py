"""Positions as WinBoard and QBoard write them: one letter a piece, some with a suffix, the first player in capitals.

==========  ==========================================================
form        fields
==========  ==========================================================
winboard    placement, ``w`` or ``b``, ``0``, number of the pair of moves
qboard      placement, ``w`` or ``b``, number of the move
==========  ==========================================================

Both call the side that moves first White: ``w`` is Black to move in the terms of this package. They have letters for
chu, maka and tai. Three promoted types share their letters with another (``data/programs.toml``); those are read back
as the commoner one.

Examples
--------
>>> from mujo import Board
>>> format_fen(Board(rules="maka"), "qboard")[:48]
"le'ut'jcsgg!ka!gscjt'ue'l/a1z1m!1j!ftetfi!1k!1z1"
"""

from mujo import _core
from mujo._core import Board, RuleSet

__all__ = ["FORMS", "format_fen", "parse_fen"]

#: The forms that are known by name.
FORMS = ("winboard", "qboard")


def format_fen(board: Board, form: str = "winboard") -> str:
    """Write a position in another program's form.

    Parameters
    ----------
    board
        The position. The square of a lion just captured (rule 7.3) has no place in these forms.
    form
        One of `FORMS`.

    Raises
    ------
    MujoError
        ``argument``: the form is unknown; ``no_letters``: the game has no letters in these forms.

    Examples
    --------
    >>> format_fen(Board("12/12/12/12/12/12/5,+KR,6/12/12/12/12/12 w - 14", "chu"))
    '12/12/12/12/12/12/5+O6/12/12/12/12/12 b 0 7'
    """
    return _core.fen_text(board, form)


def parse_fen(text: str, rules: RuleSet | str, form: str = "winboard") -> Board:
    """Read a position in another program's form.

    Parameters
    ----------
    text
        The position. The fields after the placement may be missing. A third field that is a square is the one of a lion
        just captured, as ChuShogiLite writes it.
    rules
        The rules to play by.
    form
        One of `FORMS`.

    Raises
    ------
    MujoError
        ``argument``, ``no_letters``: as in `format_fen`.
    InvalidPositionError
        ``position.*``: the text cannot be read, or the position is impossible.

    Examples
    --------
    >>> board = parse_fen("12/12/12/12/12/12/5+O6/12/12/12/12/12 b 0 7", "chu")
    >>> board.sfen()
    '12/12/12/12/12/12/5,+KR,6/12/12/12/12/12 w - 14'
    """
    return _core.parse_fen(text, rules, form)
