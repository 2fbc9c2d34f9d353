"""Boards and legal moves as numpy arrays, for machine learning. numpy is an extra: ``pip install mujo[numpy]``.

The compiled core fills the arrays through the buffer protocol. docs/reference/arrays.md defines every number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mujo._core import BLACK, Board, Piece, RuleSet, Setup, fill_moves, fill_planes, fill_squares
from mujo.errors import MujoError
from mujo.extras import extra

with extra("numpy"):
    import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["board_array", "board_from_array", "legal_moves_array", "plane_names", "planes", "planes_to_array"]


def board_array(board: Board, *, seen_by: bool = BLACK, out: NDArray[np.int16] | None = None) -> NDArray[np.int16]:
    """Write a board as an array of its squares.

    Parameters
    ----------
    board
        The board.
    seen_by
        The side whose pieces are positive. For White the board is rotated by half a turn, so that both sides play
        from the last row to the first.
    out
        An array to fill instead of a new one: int16, contiguous, with one element a square.

    Returns
    -------
    numpy.ndarray
        int16, shape ``(ranks, files)``. Row 0 is rank a, column 0 file 1 (as White sees it: the last rank, the last
        file). 0 is an empty square, ``1 + 2 * type + promoted`` a piece of `seen_by`, and its negative a piece of the
        other side; `type` is the index among the initial types of ``rules.piece_types``.

    Raises
    ------
    MujoError
        ``array``: `out` has the wrong type or size.

    Examples
    --------
    >>> from mujo import Board
    >>> array = board_array(Board(rules="maka"))
    >>> array.shape, array.dtype.name, int((array > 0).sum())
    ((19, 19), 'int16', 96)
    """
    rules = board.rules
    if out is None:
        out = np.empty((rules.ranks, rules.files), np.int16)
    fill_squares(board, out, seen_by)
    return out


def board_from_array(
    array: NDArray[np.int16], rules: RuleSet | str, *, turn: bool = BLACK, seen_by: bool = BLACK
) -> Board:
    """Set up the board that an array of `board_array` describes.

    Parameters
    ----------
    array
        int16, shape ``(ranks, files)``.
    rules
        The rule set, or its name.
    turn
        The side to move, which the array does not contain.
    seen_by
        The side whose pieces are positive.

    Raises
    ------
    MujoError
        ``array``: the shape or type is wrong, or a number is not a piece.
    InvalidPositionError
        The position is not valid.

    Examples
    --------
    >>> from mujo import Board
    >>> board_from_array(board_array(Board(rules="maka")), "maka") == Board(rules="maka")
    True
    """
    rules = RuleSet(rules) if isinstance(rules, str) else rules
    _check_integers(array)
    if array.shape != (rules.ranks, rules.files):
        raise MujoError(f"the array has shape {array.shape}, not {(rules.ranks, rules.files)}", code="array")
    kinds = [kind.id for kind in rules.piece_types.values() if kind.is_initial]
    setup = Setup(None, rules)
    setup.clear()
    setup.turn = turn
    seen = array if seen_by == BLACK else array[::-1, ::-1]
    for square in np.flatnonzero(seen):
        code = int(seen.flat[square])
        type_number, promoted = divmod(abs(code) - 1, 2)
        if type_number >= len(kinds):
            raise MujoError(f"{code} is not a piece of {rules.name}, which has {len(kinds)} types", code="array")
        side = seen_by if code > 0 else not seen_by
        setup.put(int(square), Piece(kinds[type_number], side, bool(promoted)))
    return setup.board()


def _check_integers(array: object) -> None:
    """Refuse anything but an array of integers: floats would be rounded, NaN has no meaning."""
    if not isinstance(array, np.ndarray):
        raise TypeError(f"the array must be a numpy.ndarray, not {type(array).__name__}")
    if array.dtype.kind not in "iu":
        raise MujoError(f"the array has type {array.dtype}; it must have an integer type", code="array")


def planes(board: Board, *, seen_by: bool | None = None, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
    """Write a board as planes of zeros and ones, one for each piece and side.

    Parameters
    ----------
    board
        The board.
    seen_by
        The side whose pieces come first and whose side is at the bottom; by default the side to move.
    out
        An array to fill instead of a new one: uint8, contiguous, of the size of the result.

    Returns
    -------
    numpy.ndarray
        uint8, shape ``(4 * types, ranks, files)``: plane ``2 * type + promoted`` has the pieces of
        `seen_by`, plane ``2 * types + 2 * type + promoted`` those of the other side. `plane_names` lists them.

    Raises
    ------
    MujoError
        ``array``: `out` has the wrong type or size.

    Examples
    --------
    >>> from mujo import Board
    >>> array = planes(Board(rules="maka"))
    >>> array.shape, array.dtype.name, int(array.sum())
    ((200, 19, 19), 'uint8', 192)
    """
    rules = board.rules
    if out is None:
        out = np.empty((len(plane_names(rules)), rules.ranks, rules.files), np.uint8)
    fill_planes(board, out, board.turn if seen_by is None else seen_by)
    return out


def plane_names(rules: RuleSet) -> list[str]:
    """Return the names of the planes: capital ids for `seen_by`, small ids for the other side, ``+`` if promoted.

    Parameters
    ----------
    rules
        The rule set.

    Examples
    --------
    >>> from mujo import RuleSet
    >>> plane_names(RuleSet("maka"))[:4], len(plane_names(RuleSet("tai")))
    (['K', '+K', 'DV', '+DV'], 372)
    """
    kinds = [kind.id for kind in rules.piece_types.values() if kind.is_initial]
    own = [mark + kind for kind in kinds for mark in ("", "+")]
    return own + [name.lower() for name in own]


def planes_to_array(array: NDArray[np.uint8]) -> NDArray[np.int16]:
    """Convert planes into the array that `board_array` makes for the same side.

    Parameters
    ----------
    array
        Planes as `planes` makes them: uint8, names x ranks x files.

    Raises
    ------
    TypeError
        The argument is not an array.
    MujoError
        ``array``: its shape, type or content is not that of planes.

    Examples
    --------
    >>> from mujo import Board
    >>> board = Board(rules="maka")
    >>> bool((planes_to_array(planes(board)) == board_array(board)).all())
    True
    """
    _check_integers(array)
    if array.ndim != 3 or array.shape[0] % 4:
        raise MujoError(f"the array has shape {array.shape}; planes have (4 * types, ranks, files)", code="array")
    if array.size and not 0 <= array.min() <= array.max() <= 1:
        raise MujoError("planes hold zeros and ones only", code="array")
    half = array.shape[0] // 2
    codes = np.arange(1, half + 1, dtype=np.int16)
    signed = np.concatenate([codes, -codes])
    squares: NDArray[np.int16] = np.tensordot(signed, array.astype(np.int16), 1).astype(np.int16)
    return squares


def legal_moves_array(board: Board, *, out: NDArray[np.uint64] | None = None) -> NDArray[np.uint64]:
    """List the legal moves as numbers: ``int(move)``, in the order of ``board.legal_moves``.

    Parameters
    ----------
    board
        The board.
    out
        An array to fill instead of a new one: uint64, contiguous, one-dimensional. Its rest is filled with 0, which is
        not a move.

    Returns
    -------
    numpy.ndarray
        uint64, shape ``(moves,)``: a slice of `out` if that is given.

    Raises
    ------
    MujoError
        ``array``: `out` has the wrong type, or is too short.

    Examples
    --------
    >>> from mujo import Board, Move
    >>> board = Board()
    >>> codes = legal_moves_array(board)
    >>> codes.shape, Move.from_int(int(codes[0]), "tai") == board.legal_moves[0]
    ((479,), True)
    """
    if out is None:
        out = np.empty(len(board.legal_moves), np.uint64)
    count = fill_moves(board, out)
    if count > out.size:
        raise MujoError(f"the array has {out.size} elements, but there are {count} legal moves", code="array")
    return out[:count]
