"""Moves as CECP engines and boards write them: ``e4e5``, ``f8g7,g7h8``, ``a9a10+``, ``@@@@``.

Squares count from Black's side: file ``a`` is on Black's left, rank 1 is Black's first rank::

    12x12 board:   5e  is  h8        1a  is  l12        12l  is  a1

A move of several steps is a list of legs, a pass is ``@@@@``. Parsing is tolerant where programs are known to slip: any
text that starts with ``@`` is the pass, and a missing ``+`` of a forced promotion is supplied.

Examples
--------
>>> from mujo import Board
>>> board = Board(rules="chu")
>>> format_cecp(board.parse_move("7i7h"))
'f4f5'
>>> parse_cecp(board, "f4f5").usi()
'7i7h'
"""

import re
from collections.abc import Sequence

from mujo._core import Board, Move, RuleSet, cecp_move_text, parse_cecp_move
from mujo.errors import MujoError, NotationError

__all__ = ["format_a1", "format_cecp", "parse_a1", "parse_cecp", "play_path"]

#: Characters; far more than any move has.
LONGEST = 60
_SQUARE = re.compile(r"([a-z])([1-9][0-9]?)")


def format_a1(rules: RuleSet, square: int) -> str:
    """Write a square with its file letter from Black's left and its rank from Black's side.

    Examples
    --------
    >>> format_a1(RuleSet("chu"), RuleSet("chu").parse_square("5e"))
    'h8'
    """
    rank, file = divmod(square, rules.files)
    return f"{chr(ord('a') + rules.files - 1 - file)}{rules.ranks - rank}"


def parse_a1(rules: RuleSet, text: str) -> int:
    """Read a square such as ``h8``.

    Raises
    ------
    NotationError
        ``notation.move_syntax``: the text is not a square of this form; ``notation.off_board``: it is off the board.

    Examples
    --------
    >>> RuleSet("chu").square_name(parse_a1(RuleSet("chu"), "h8"))
    '5e'
    """
    found = _SQUARE.fullmatch(text)
    if found is None:
        raise NotationError(
            f"{text[:40]!r} is not a square such as h8: a file letter, then a rank number",
            code="notation.move_syntax",
            text=text,
            position=0,
        )
    file, rank = ord(found[1]) - ord("a"), int(found[2])
    if file >= rules.files or rank > rules.ranks:
        raise NotationError(
            f"{text} is not on the board of {rules.name} ({rules.files} files, {rules.ranks} ranks)",
            code="notation.off_board",
            text=text,
            position=0,
        )
    return (rules.ranks - rank) * rules.files + rules.files - 1 - file


def format_cecp(move: Move) -> str:
    """Write a move as CECP programs do.

    Parameters
    ----------
    move
        The move; its legality is not checked.

    Examples
    --------
    >>> board = Board("12/12/12/12/12/5,p,6/5,LN,6/12/12/12/12/12", "chu")
    >>> [format_cecp(board.parse_move(text)) for text in ("7g7f7g", "7g7f6e", "pass")]
    ['f6f7,f7f6', 'f6f7,f7g8', '@@@@']
    """
    return cecp_move_text(move)


def parse_cecp(board: Board, text: str) -> Move:
    """Read a move of a CECP program.

    Parameters
    ----------
    board
        The position before the move.
    text
        The move; its legs may be separated by commas and spaces.

    Raises
    ------
    NotationError
        ``notation.*``: the text is not such a move, or the passing piece is not clear.
    IllegalMoveError
        ``illegal_move.*``: the move is not legal.

    Examples
    --------
    >>> board = Board("12/12/12/12/12/5,p,6/5,LN,6/12/12/12/12/12", "chu")
    >>> [parse_cecp(board, text).usi() for text in ("f6f7,f7f6", "f6e6,e6f6", "@@@64")]
    ['7g7f7g', '7g7g', '7g7g']
    """
    return parse_cecp_move(board, text)


def play_path(board: Board, squares: Sequence[int], mark: str) -> Move:
    """Return the legal move along these squares.

    Parameters
    ----------
    board
        The position.
    squares
        The start, the squares visited, the destination. Empty squares on the way are ignored.
    mark
        ``+``, ``=`` or empty. A missing ``+`` of a forced promotion is supplied.

    Raises
    ------
    NotationError, IllegalMoveError
        As in `Board.parse_move`.
    """
    text = "".join(board.rules.square_name(square) for square in squares)
    try:
        return board.parse_move(text + mark)
    except MujoError as error:
        if mark == "" and error.code == "notation.promotion_missing":
            return board.parse_move(text + "+")
        if mark == "=" and error.code == "notation.promotion_impossible":
            return board.parse_move(text)
        raise
