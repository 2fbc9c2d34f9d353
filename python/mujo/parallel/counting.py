"""`perft` and `divide` in parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypedDict, Unpack

from mujo._core import Board, Move
from mujo.errors import MujoError
from mujo.parallel.parts import ExecutorSource, run_parts

__all__ = ["CountingOptions", "CountingPart", "count_part", "counting_parts", "divide", "perft"]

#: Estimated nodes of a part: some seconds of counting, against which the cost of sending it is small.
_NODES: Final = 500_000_000

#: A position is not cut below this many plies: the core counts the last two together.
_LEAST_DEPTH: Final = 3

_By = Literal["effect", "path"]


class CountingOptions(TypedDict, total=False):
    """Keywords of the functions here: what is counted, and in which parts.

    Attributes
    ----------
    by, threads, hash
        As `mujo.Board.perft`, for each move of a part.
    nodes
        Estimated size of a part, 1 or more; 500 million by default, which takes seconds. The estimate is the number of
        moves to the power of the depth. A part has one move of one position at least, and positions with three plies to
        go are not cut.

    Examples
    --------
    >>> from mujo import Board
    >>> options: CountingOptions = {"nodes": 20_000, "threads": 2}
    >>> len(list(counting_parts(Board(rules="maka"), 3, **options)))
    27
    """

    by: _By
    threads: int
    hash: int
    nodes: int


@dataclass(frozen=True)
class _Manner:
    """`CountingOptions` with their defaults."""

    by: _By = "effect"
    threads: int = 1
    hash: int = 0
    nodes: int = _NODES


@dataclass(frozen=True)
class CountingPart:
    """A part of a count: some moves of a position, and the plies below them. It can be pickled.

    Attributes
    ----------
    first
        ``int(move)`` of the first move of the whole count that leads here; ``None`` if this is the first position,
        whose moves are themselves first moves.
    board
        The position, without history.
    moves
        ``int(move)`` of the moves that are counted.
    depth
        Plies from this position, 1 or more.
    paths
        In how many ways this position is reached; 1 unless paths are counted.
    by, threads, hash
        As `mujo.Board.perft`, for each move.

    Examples
    --------
    >>> from mujo import Board
    >>> part = next(counting_parts(Board(rules="maka"), 2))
    >>> part.depth, len(part.moves), part.paths
    (2, 80, 1)
    """

    first: int | None
    board: Board
    moves: tuple[int, ...]
    depth: int
    paths: int
    by: _By
    threads: int
    hash: int


def counting_parts(board: Board, depth: int, **options: Unpack[CountingOptions]) -> Iterator[CountingPart]:
    """Cut a count into parts.

    Parameters
    ----------
    board
        The position; its history does not matter.
    depth
        Plies, 1 to 64.
    options
        `CountingOptions`.

    Yields
    ------
    CountingPart
        Every part. They depend on the arguments alone.

    Raises
    ------
    MujoError
        ``argument``: `depth` or `nodes` is out of range.

    Examples
    --------
    >>> from mujo import Board
    >>> board = Board(rules="maka")
    >>> parts = list(counting_parts(board, 3, nodes=20_000))
    >>> len(parts), sum(count for part in parts for _, count in count_part(part)) == board.perft(3)
    (27, True)
    """
    manner = _Manner(**options)
    if not (1 <= depth <= 64 and manner.nodes >= 1):
        raise MujoError(
            f"depth is {depth} and nodes {manner.nodes}, but they should be 1 to 64, and 1 or more", code="argument"
        )

    def cut(board: Board, depth: int, first: int | None, paths: int) -> Iterator[CountingPart]:
        moves = board.legal_moves
        below = len(moves) ** (depth - 1)
        if depth > _LEAST_DEPTH and below > manner.nodes:
            ways = _paths(board, manner.by)
            for move in moves:
                board.push_unchecked(move)
                child = board.copy(history=False)
                board.pop()
                yield from cut(child, depth - 1, int(move) if first is None else first, paths * ways(move))
            return
        size = max(1, manner.nodes // max(below, 1)) if depth >= _LEAST_DEPTH else len(moves)
        codes = [int(move) for move in moves]
        for start in range(0, len(codes), size):
            some = tuple(codes[start : start + size])
            yield CountingPart(first, board, some, depth, paths, manner.by, manner.threads, manner.hash)

    yield from cut(board.copy(history=False), depth, None, 1)


def _paths(board: Board, by: _By) -> Callable[[Move], int]:
    """Return a function from a move to the number of its paths, 1 if effects are counted."""
    if by == "effect":
        return lambda _: 1
    return board.divide(1, by=by).__getitem__


def count_part(part: CountingPart) -> list[tuple[int, int]]:
    """Count a part.

    Parameters
    ----------
    part
        The part.

    Returns
    -------
    list of tuple of int and int
        ``int(move)`` of a first move and nodes below it, one entry for each move of the part.

    Raises
    ------
    MujoError
        As `Board.perft`.

    Examples
    --------
    >>> from mujo import Board
    >>> sum(count for _, count in count_part(next(counting_parts(Board(rules="maka"), 2))))
    6400
    """
    board = part.board.copy()
    ways = _paths(board, part.by)
    found = []
    for code in part.moves:
        move = Move.from_int(code, board.rules)
        board.push_unchecked(move)
        count = board.perft(part.depth - 1, by=part.by, threads=part.threads, hash=part.hash)
        board.pop()
        found.append((code if part.first is None else part.first, part.paths * ways(move) * count))
    return found


def divide(
    board: Board,
    depth: int,
    *,
    executor: ExecutorSource,
    progress: Callable[[int, int], object] | None = None,
    **options: Unpack[CountingOptions],
) -> dict[Move, int]:
    """Count below every legal move on the workers of an executor; the same as ``board.divide(..., executor=executor)``.

    Parameters
    ----------
    board
        The position.
    depth
        Plies, 1 to 64.
    executor
        As `run_parts`.
    progress
        Called with (parts done, parts).
    options
        `CountingOptions`.

    Returns
    -------
    dict of Move to int
        As `mujo.Board.divide`, whatever the executor and the number of its workers. Counts may exceed 64 bits.

    Raises
    ------
    MujoError
        As `run_parts`, `counting_parts` and `mujo.Board.perft`.

    Examples
    --------
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from mujo import Board
    >>> board = Board(rules="maka")
    >>> with ThreadPoolExecutor(2) as pool:
    ...     divide(board, 2, executor=pool) == board.divide(2)
    True
    """
    parts = list(counting_parts(board, depth, **options))
    moves = board.copy(history=False).legal_moves
    counts = {int(move): 0 for move in moves}
    for done, (_, found) in enumerate(run_parts(count_part, parts, executor=executor), 1):
        for first, count in found:
            counts[first] += count
        if progress is not None:
            progress(done, len(parts))
    return {move: counts[int(move)] for move in moves}


def perft(
    board: Board,
    depth: int,
    *,
    executor: ExecutorSource,
    progress: Callable[[int, int], object] | None = None,
    **options: Unpack[CountingOptions],
) -> int:
    """Count sequences of legal moves (rules 8.2 and 8.3) on the workers of an executor: the sum of `divide`.

    Parameters
    ----------
    board
        The position.
    depth
        Plies, 0 to 64.
    executor
        As `run_parts`.
    progress
        Called with (parts done, parts).
    options
        `CountingOptions`.

    Returns
    -------
    int
        As `mujo.Board.perft`, whatever the executor and the number of its workers. It may exceed 64 bits.

    Raises
    ------
    MujoError
        As `divide`.

    Examples
    --------
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from mujo import Board
    >>> with ThreadPoolExecutor(2) as pool:
    ...     perft(Board(rules="maka"), 2, executor=pool)
    6400
    """
    if depth == 0:
        return board.perft(0, by=_Manner(**options).by)
    return sum(divide(board, depth, executor=executor, progress=progress, **options).values())
