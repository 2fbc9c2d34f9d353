"""Legal moves as notations see them: what is captured, where the move ends, whether the piece promotes."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from mujo._core import Board, Move, Piece
from mujo.errors import IllegalMoveError, MujoError

__all__ = [
    "Candidate",
    "candidates_from",
    "candidates_to",
    "equal_pieces",
    "find_candidate",
    "needs_start",
    "written_captures",
]

#: The mark of a promotion that was possible and is declined.
DECLINED = "="


@dataclass(frozen=True, slots=True)
class Candidate:
    """A legal move, in the terms that notations for people use.

    Attributes
    ----------
    move
        The move.
    victims
        The squares where it captures, in order, the end included; what burns is not written (rule 9.4).
    end
        Its destination.
    stays
        Whether it ends on its start: a pass or igui.
    mark
        ``+`` (or ``+`` and an id) if the piece changes, ``=`` if it declines to promote, else empty.
    """

    move: Move
    victims: tuple[int, ...]
    end: int
    stays: bool
    mark: str

    @property
    def description(self) -> tuple[object, ...]:
        """Everything that a text states apart from piece and start.

        Moves of two equal pieces with equal descriptions are distinguished by their start squares.
        """
        stays = self.stays and len(self.victims) < 2
        return self.victims, None if stays else self.end, self.mark


def written_captures(move: Move) -> tuple[int, ...]:
    """Return the squares where the piece itself captures, in order: what burns follows from where the move ends."""
    return tuple(square for square in move.captures if square in move.via or square == move.to_square)


def candidates_to(board: Board, start: int, end: int) -> list[Candidate]:
    """List the legal moves of the piece on `start` that end on `end`."""
    return list(_candidates([move for move in board.legal_moves_from(start) if move.to_square == end]))


def candidates_from(board: Board, start: int) -> list[Candidate]:
    """List the legal moves of the piece on `start`."""
    return list(_candidates(board.legal_moves_from(start)))


def _candidates(moves: Iterable[Move]) -> Iterator[Candidate]:
    moves = list(moves)
    promoting = {(move.via, move.to_square) for move in moves if move.promotes}
    for move in moves:
        if move.promotes:
            mark = "+" + move.usi().partition("+")[2]
        else:
            mark = DECLINED if (move.via, move.to_square) in promoting else ""
        yield Candidate(move, written_captures(move), move.to_square, move.from_square == move.to_square, mark)


def find_candidate(board: Board, move: Move) -> Candidate:
    """Return the candidate of a legal move.

    Raises
    ------
    IllegalMoveError
        ``illegal_move.*``: the move is not legal.
    """
    for candidate in candidates_to(board, move.from_square, move.to_square):
        if candidate.move == move:
            return candidate
    why = board.explain(move)
    raise IllegalMoveError(why.message, code=why.code, move=move, rule=why.rule, squares=why.squares)


def equal_pieces(board: Board, piece: Piece) -> list[int]:
    """List the squares of the pieces equal to this one; empty if the rules have no such piece."""
    try:
        return board.pieces(piece.symbol, piece.side)
    except MujoError:
        return []


def needs_start(board: Board, candidate: Candidate) -> bool:
    """Return whether another piece of the same id and side has a legal move with the same description."""
    start = candidate.move.from_square
    piece = board.piece_at(start)
    if piece is None:
        return False
    stays = candidate.stays and len(candidate.victims) < 2
    for square in equal_pieces(board, piece):
        if square == start:
            continue
        end = square if stays else candidate.end
        if any(other.description == candidate.description for other in candidates_to(board, square, end)):
            return True
    return False
