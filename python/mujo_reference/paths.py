"""Every way a piece can walk on a board: the legs of its terms taken literally."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mujo_reference.betza import VECTORS, Term, Vector, directions
from mujo_reference.board import Board, Piece, Square, other, shifted
from mujo_reference.rules import Rules


class Path(NamedTuple):
    """One walk by the legs of a term.

    `route` has the square where each leg ended, `marks` how it ended (m, c or p), `victims` the enemies taken in order,
    `hopped` the squares hopped over.
    """

    term: Term
    route: tuple[Square, ...] = ()
    marks: str = ""
    victims: tuple[Square, ...] = ()
    hopped: tuple[Square, ...] = ()

    @property
    def end(self) -> Square:
        """Where the piece stands at the end."""
        return self.route[-1]


def paths(rules: Rules, board: Board, start: Square, towards: Square | None = None) -> Iterator[Path]:
    """Yield all paths of the piece on `start`, one power after the other (rules 3.2 to 3.9, 3.11).

    Where only paths over one square are of interest, `towards` leaves out powers that do not get so far.
    """
    for term in rules.terms(board[start]):
        if towards is not None and not _gets_as_far(term, start, towards):
            continue
        if term.atom == "U":
            yield from _anywhere(rules, board, start, term)
        else:
            yield from _walk(rules, board, start, Path(term), None)


def _gets_as_far(term: Term, start: Square, target: Square) -> bool:
    """Whether the legs, all of them together, are long enough for the distance."""
    if term.atom == "U" or term.limit is None:
        return True
    longest = max(max(vector) for vector in VECTORS[term.atom])
    return max(abs(target[0] - start[0]), abs(target[1] - start[1])) <= len(term.legs) * term.limit * longest


def _anywhere(rules: Rules, board: Board, start: Square, term: Term) -> Iterator[Path]:
    """Yield a path to any other square that is empty or holds an enemy (rule 3.9)."""
    side = board[start].side
    for square in rules.squares():
        mark = _mark(board.get(square), side)
        if square != start and mark in term.legs[0].modes:
            yield Path(term, (square,), mark, (square,) if mark == "c" else ())


def _walk(rules: Rules, board: Board, start: Square, path: Path, before: Vector | None) -> Iterator[Path]:
    """Yield the ways to finish a path: the next leg in each direction, then the legs after it (rules 3.2 to 3.7)."""
    term, number = path.term, len(path.marks)
    if number == len(term.legs):
        if _may_end(start, path):
            yield path
        return
    side = board[start].side
    for direction in directions(term, number, before):
        if path.marks.endswith("p") and before == (-direction[0], -direction[1]):
            continue  # path rule 1: no hop where the next leg goes straight back
        for end in _leg_ends(rules, board, start, path, direction):
            if end in path.hopped:
                continue  # path rule 2: a square hopped over is never entered again
            there = _standing(board, start, path, end)
            for mark in term.legs[number].modes:
                if mark == _mark(there, side) or (mark == "p" and there is not None):
                    longer = Path(
                        term,
                        (*path.route, end),
                        path.marks + mark,
                        (*path.victims, end) if mark == "c" else path.victims,
                        (*path.hopped, end) if mark == "p" else path.hopped,
                    )
                    yield from _walk(rules, board, start, longer, direction)


def _leg_ends(rules: Rules, board: Board, start: Square, path: Path, direction: Vector) -> Iterator[Square]:
    """Yield the squares where one leg may end: it passes over empty squares only (rules 3.2, 3.3)."""
    square = path.end if path.route else start
    side = board[start].side
    gone = 0
    while path.term.limit is None or gone < path.term.limit:
        gone += 1
        square = shifted(square, *direction, side)
        if not rules.on_board(square):
            return
        yield square
        if _standing(board, start, path, square) is not None:
            return


def _standing(board: Board, start: Square, path: Path, square: Square) -> Piece | None:
    """Return what stands on a square in mid move: the start counts as empty (rule 3.1), victims are gone."""
    if square == start or square in path.victims:
        return None
    return board.get(square)


def _mark(there: Piece | None, side: str) -> str:
    """Return m for an empty square, c for an enemy to be taken, - for what can at most be hopped over."""
    if there is None:
        return "m"
    return "c" if there.side == other(side) else "-"


def _may_end(start: Square, path: Path) -> bool:
    """Path rule 3: only single steps that hopped over nothing may come back to the start (rule 3.8)."""
    return path.end != start or (path.term.single_steps and not path.hopped)
