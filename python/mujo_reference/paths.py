"""Every path a piece can walk on a board: the legs of its terms, interpreted literally."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mujo_reference.betza import VECTORS, Term, Vector, directions
from mujo_reference.board import Board, Piece, Square, other, shifted
from mujo_reference.rules import Rules


class Path(NamedTuple):
    """One walk along the legs of a term.

    `route` has the square where each leg ended, `modes` how it ended (m, c or p), `victims` the captured squares in
    order, `hopped` the squares hopped over.
    """

    term: Term
    route: tuple[Square, ...] = ()
    modes: str = ""
    victims: tuple[Square, ...] = ()
    hopped: tuple[Square, ...] = ()

    @property
    def end(self) -> Square:
        """The square where the piece ends."""
        return self.route[-1]


def paths(rules: Rules, board: Board, start: Square, towards: Square | None = None) -> Iterator[Path]:
    """Yield all paths of the piece on `start`, one power after the other (rules 3.2 to 3.9, 3.11).

    `towards` skips powers that cannot reach that square.
    """
    for term in rules.terms(board[start]):
        if towards is not None and not _can_reach(term, start, towards):
            continue
        if term.atom == "U":
            yield from _universal(rules, board, start, term)
        else:
            yield from _walk(rules, board, start, Path(term), None)


def _can_reach(term: Term, start: Square, target: Square) -> bool:
    """Return whether all legs together are long enough for the distance."""
    if term.atom == "U" or term.limit is None:
        return True
    longest = max(max(vector) for vector in VECTORS[term.atom])
    return max(abs(target[0] - start[0]), abs(target[1] - start[1])) <= len(term.legs) * term.limit * longest


def can_ever_move(rules: Rules, piece: Piece, start: Square) -> bool:
    """Return whether some path of a piece stays on the board, whatever stands there (rule 4.6)."""

    def goes_on(term: Term, number: int, square: Square, before: Vector | None) -> bool:
        if number == len(term.legs):
            return square != start or term.single_steps
        for direction in directions(term, number, before):
            end = shifted(square, *direction, piece.side)
            distance = 1
            while rules.on_board(end) and (term.limit is None or distance <= term.limit):
                if distance > term.legs[number].skipped and goes_on(term, number + 1, end, direction):
                    return True
                end = shifted(end, *direction, piece.side)
                distance += 1
        return False

    return any(term.atom == "U" or goes_on(term, 0, start, None) for term in rules.terms(piece))


def _universal(rules: Rules, board: Board, start: Square, term: Term) -> Iterator[Path]:
    """Yield a path to every other square that is empty or holds an enemy (rule 3.9)."""
    side = board[start].side
    for square in rules.squares():
        mode = _mode(board.get(square), side)
        if square != start and mode in term.legs[0].modes:
            yield Path(term, (square,), mode, (square,) if mode == "c" else ())


def _walk(rules: Rules, board: Board, start: Square, path: Path, before: Vector | None) -> Iterator[Path]:
    """Yield every completion of a path: the next leg in each direction, then the legs after it (rules 3.2 to 3.7)."""
    term, number = path.term, len(path.modes)
    if number == len(term.legs):
        if _may_end(start, path):
            yield path
        return
    side = board[start].side
    for direction in directions(term, number, before):
        if path.modes.endswith("p") and before == (-direction[0], -direction[1]):
            continue  # path rule 1: no hop if the next leg goes straight back
        for end, swept in _leg_ends(rules, board, start, path, direction):
            if end in path.hopped:
                continue  # path rule 2: a square hopped over is never entered again
            occupant = _occupant(board, start, path, end)
            for mode in term.legs[number].modes:
                if mode == _mode(occupant, side) or (mode == "p" and occupant is not None):
                    longer = Path(
                        term,
                        (*path.route, end),
                        path.modes + mode,
                        (*path.victims, *swept, end) if mode == "c" else (*path.victims, *swept),
                        (*path.hopped, end) if mode == "p" else path.hopped,
                    )
                    yield from _walk(rules, board, start, longer, direction)


def _leg_ends(
    rules: Rules, board: Board, start: Square, path: Path, direction: Vector
) -> Iterator[tuple[Square, list[Square]]]:
    """Yield the squares where a leg may end, each with the squares that it sweeps before.

    It passes over empty squares only (rules 3.2, 3.3), but for squares that it skips (rule 9.3), for pieces of lower
    rank that it jumps over or sweeps (rules 9.2, 10.2), and up to the number of pieces that it leaps over (rule 10.3).
    """
    square = path.end if path.route else start
    mover = board[start]
    leg = path.term.legs[len(path.modes)]
    passed: list[Square] = []
    distance = 0
    while path.term.limit is None or distance < path.term.limit:
        distance += 1
        square = shifted(square, *direction, mover.side)
        if not rules.on_board(square):
            return
        if square in path.hopped:
            return
        if distance <= leg.skipped:
            continue
        occupant = _occupant(board, start, path, square)
        if occupant is None:
            yield square, list(passed) if leg.sweeps else []
            continue
        is_lower = rank(rules, occupant) < rank(rules, mover)
        if leg.sweeps:
            if is_lower:
                yield square, list(passed)
        elif not (leg.jumps and passed) or may_take_by_jump(rules, mover, occupant):
            yield square, []
        passed.append(square)
        by_rank = leg.sweeps or leg.jumps
        if not (is_lower if by_rank else leg.leapt is None or len(passed) <= leg.leapt):
            return


def rank(rules: Rules, piece: Piece) -> int:
    """Return the rank of a piece (rule 9.1); what is no piece of the game has none."""
    line = rules.lines.get(rules.moves_as(piece))
    return 0 if line is None else line.rank


def may_take_by_jump(rules: Rules, mover: Piece, victim: Piece) -> bool:
    """Return whether a jump over other pieces may capture this one (rule 9.2)."""
    allowed = rules.options["jump_victims"]
    if allowed == "lower":
        return rank(rules, victim) < rank(rules, mover)
    return allowed == "any" or rules.role(victim) is None


def _occupant(board: Board, start: Square, path: Path, square: Square) -> Piece | None:
    """Return the piece on a square during the move: the start counts as empty (rule 3.1), victims are gone."""
    if square == start or square in path.victims:
        return None
    return board.get(square)


def _mode(occupant: Piece | None, side: str) -> str:
    """Return m for an empty square, c for an enemy, - for a piece that can only be hopped over."""
    if occupant is None:
        return "m"
    return "c" if occupant.side == other(side) else "-"


def _may_end(start: Square, path: Path) -> bool:
    """Apply path rule 3: only single steps that hopped over nothing may return to the start (rule 3.8)."""
    return path.end != start or (path.term.single_steps and not path.hopped)
