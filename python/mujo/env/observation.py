"""What a learner sees: planes of the board, and the legal moves as a table of features.

All squares are seen by the side to move: for White the board is rotated by half a turn, so both sides play towards
row 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mujo._core import BLACK, Board, Move, RuleSet
from mujo.arrays import board_array, plane_names, planes
from mujo.errors import MujoError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["MOVE_FEATURES", "move_features", "observation_names", "observation_planes"]

#: The columns of `move_features`.
MOVE_FEATURES: Final = (
    "from_row",
    "from_column",
    "to_row",
    "to_column",
    "via_row",
    "via_column",
    "captures",
    "promotes",
    "mover",
    "target",
)

_EXTRA: Final = ("state", "repeated")


def observation_names(rules: RuleSet) -> list[str]:
    """Return the names of the planes of `observation_planes`.

    Parameters
    ----------
    rules
        The rule set.

    Returns
    -------
    list of str
        Those of `mujo.arrays.plane_names`, then ``state`` and ``repeated``.

    Examples
    --------
    >>> from mujo import RuleSet
    >>> observation_names(RuleSet("maka"))[-3:], len(observation_names(RuleSet("maka")))
    (['+gb', 'state', 'repeated'], 202)
    """
    return [*plane_names(rules), *_EXTRA]


def observation_planes(board: Board, *, seen_by: bool | None = None) -> NDArray[np.uint8]:
    """Write a board as planes for a network.

    Parameters
    ----------
    board
        The board.
    seen_by
        The side whose pieces come first and whose side is at the bottom; by default the side to move.

    Returns
    -------
    numpy.ndarray
        uint8, shape ``(4 * types + 2, ranks, files)``, zeros and ones: the planes of `mujo.arrays.planes`; plane
        ``state`` marks the square on which a lion was captured in the last move (chu, rule 7.3); plane ``repeated`` is
        filled if the position has occurred before.

    Examples
    --------
    >>> from mujo import Board
    >>> array = observation_planes(Board(rules="chu"))
    >>> array.shape, array.dtype.name, int(array[-2:].sum())
    ((86, 12, 12), 'uint8', 0)
    """
    rules = board.rules
    side = board.turn if seen_by is None else seen_by
    ordinary = len(plane_names(rules))
    found = np.zeros((ordinary + len(_EXTRA), rules.ranks, rules.files), np.uint8)
    planes(board, seen_by=side, out=found[:ordinary])
    if board.state is not None:
        found[ordinary].flat[_seen(board.state, rules, side)] = 1
    if board.is_repetition():
        found[ordinary + 1] = 1
    return found


def _seen(square: int, rules: RuleSet, side: bool) -> int:
    return square if side == BLACK else rules.files * rules.ranks - 1 - square


def move_features(board: Board, *, most: int) -> NDArray[np.int16]:
    """Write the legal moves as a table: row `i` describes ``board.legal_moves[i]``.

    Parameters
    ----------
    board
        The board.
    most
        Rows of the table. Those behind the last move hold -1.

    Returns
    -------
    numpy.ndarray
        int16, shape ``(most, 10)``. The columns are `MOVE_FEATURES`: row and column of start, of end, and of the first
        square captured on before the end (-1 if there is none), as the side to move sees them; captured pieces;
        whether the move promotes; the code of the moving piece and of the piece on the end square, as in
        `mujo.arrays.board_array` (0 if empty, negative for the other side).

    Raises
    ------
    MujoError
        ``argument``: there are more than `most` legal moves.

    Examples
    --------
    >>> from mujo import Board
    >>> board = Board(rules="maka")
    >>> table = move_features(board, most=100)
    >>> table.shape, dict(zip(MOVE_FEATURES, table[0].tolist()))["captures"], int(table[-1, 0])
    ((100, 10), 0, -1)
    """
    moves = board.legal_moves
    if len(moves) > most:
        raise MujoError(f"there are {len(moves)} legal moves, but room for {most}: raise max_moves", code="argument")
    table = np.full((most, len(MOVE_FEATURES)), -1, np.int16)
    if moves:
        rules, side = board.rules, board.turn
        raw = np.array([_raw(move) for move in moves], np.int32)
        squares = raw[:, :3]
        if side != BLACK:
            squares = np.where(squares < 0, squares, rules.files * rules.ranks - 1 - squares)
        cells = board_array(board, seen_by=side).ravel()
        rows = table[: len(moves)]
        rows[:, 0:6:2] = np.where(squares < 0, -1, squares // rules.files)
        rows[:, 1:6:2] = np.where(squares < 0, -1, squares % rules.files)
        rows[:, 6:8] = raw[:, 3:]
        rows[:, 8] = cells[squares[:, 0]]
        # An igui or pass ends where the mover stands.
        rows[:, 9] = np.where(squares[:, 0] == squares[:, 1], 0, cells[squares[:, 1]])
    return table


def _raw(move: Move) -> tuple[int, int, int, int, bool]:
    via = move.via
    return move.from_square, move.to_square, via[0] if via else -1, len(move.captures), move.promotes
