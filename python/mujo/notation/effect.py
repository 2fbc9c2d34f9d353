"""What a legal move does, as far as a text for people says it, and which other moves would read the same."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from mujo._core import Board, Move, Piece
from mujo.errors import IllegalMoveError, MujoError

__all__ = ["Effect", "all_effects", "effects", "find_effect", "needs_start", "twins"]

#: What stands where a promotion was possible and is declined.
DECLINED = "="


@dataclass(frozen=True, slots=True)
class Effect:
    """A legal move without its start.

    Attributes
    ----------
    move
        The move.
    victims
        The squares where it takes, in order, that of the end included.
    end
        Where it ends.
    stays
        Whether it ends where it starts: the pass, and igui.
    mark
        ``+`` (or ``+`` and an id) if the mover changes, ``=`` if it could have promoted, else nothing.
    """

    move: Move
    victims: tuple[int, ...]
    end: int
    stays: bool
    mark: str

    @property
    def reading(self) -> tuple[object, ...]:
        """What a text says of it: two moves of equal pieces with equal readings need their starts to be told apart."""
        stays = self.stays and len(self.victims) < 2
        return self.victims, None if stays else self.end, self.mark


def effects(board: Board, start: int, end: int) -> list[Effect]:
    """List what the piece on `start` can legally do that ends on `end`."""
    moves = [move for move in board.legal_moves_from(start) if move.to_square == end]
    return list(_effects(moves))


def all_effects(board: Board, start: int) -> list[Effect]:
    """List what the piece on `start` can legally do."""
    return list(_effects(board.legal_moves_from(start)))


def _effects(moves: Iterable[Move]) -> Iterator[Effect]:
    moves = list(moves)
    changing = {(move.captures, move.to_square) for move in moves if move.promotes}
    for move in moves:
        captures, end = move.captures, move.to_square
        stays = move.from_square == end
        if move.promotes:
            mark = "+" + move.usi().partition("+")[2]
        else:
            mark = DECLINED if (captures, end) in changing else ""
        yield Effect(move, captures, end, stays, mark)


def find_effect(board: Board, move: Move) -> Effect:
    """Find what a legal move does.

    Raises
    ------
    IllegalMoveError
        The move may not be played.
    """
    for effect in effects(board, move.from_square, move.to_square):
        if effect.move == move:
            return effect
    why = board.explain(move)
    raise IllegalMoveError(why.message, code=why.code, move=move, rule=why.rule, squares=why.squares)


def twins(board: Board, piece: Piece) -> list[int]:
    """List the squares of the pieces that are equal to this one; none if the rules have no such piece."""
    try:
        return board.pieces(piece.symbol, piece.side)
    except MujoError:
        return []


def needs_start(board: Board, effect: Effect) -> bool:
    """Tell whether another piece of the same id and face has a legal move that would read the same."""
    start = effect.move.from_square
    piece = board.piece_at(start)
    if piece is None:
        return False
    stays = effect.stays and len(effect.victims) < 2
    for square in twins(board, piece):
        if square == start:
            continue
        end = square if stays else effect.end
        if any(other.reading == effect.reading for other in effects(board, square, end)):
            return True
    return False
