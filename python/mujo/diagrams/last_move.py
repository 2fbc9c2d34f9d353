"""What the last move removed from the board, for pictures and the prompt."""

from typing import NamedTuple

from mujo._core import Board, Move, Setup
from mujo.errors import MujoError

__all__ = ["Removed", "removed_by"]


class Removed(NamedTuple):
    """Squares that a move emptied besides its start.

    Examples
    --------
    >>> Removed((3, 20)).burnt
    ()
    """

    taken: tuple[int, ...]
    """Captured on the way, written in the move or swept (rule 10.2)."""
    burnt: tuple[int, ...] = ()
    """Burnt around the end of the move (rule 9.4); the end itself if the mover vanished there."""


def removed_by(board: Board | Setup, move: Move) -> Removed:
    """Return what a move removed: of the last move of a board everything, of any other only what its text names.

    Parameters
    ----------
    board
        The position after the move.
    move
        The move.

    Examples
    --------
    >>> from mujo import Board
    >>> board = Board("16/16/16/16/16/16/7,g,p,7/16/16/7,FI,8/16/16/16/16/16/16", rules="tenjiku")
    >>> removed = removed_by(board, board.push("9j9h"))
    >>> removed.taken, [board.rules.square_name(square) for square in removed.burnt]
    ((), ['8g', '9g'])
    """
    if not isinstance(board, Board) or not board.move_stack or board.peek() != move:
        return Removed(tuple(move.via))
    before = board.copy()
    before.pop()
    try:
        effect = before.effect(move)
    except MujoError:
        # Moves that were pushed unchecked need have no effect by the rules.
        return Removed(tuple(move.via))
    squares = [square for square, _ in effect.victims if square != move.to_square]
    if effect.after is None:
        return Removed(tuple(squares), (move.to_square,))
    if not board.rules.moves_as(effect.after).burns:
        return Removed(tuple(squares))
    return Removed(tuple(move.via), tuple(square for square in squares if square not in move.via))
