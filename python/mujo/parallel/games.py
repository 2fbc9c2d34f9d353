"""Random games in parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mujo._core import Board, Playouts
from mujo.parallel.parts import ExecutorSource, run_parts

__all__ = ["playouts"]

#: Moves of the games of a part, at most: a second or so of playing.
_PLIES: Final = 200_000

#: Board, games, seed, number of the first game, threads, plies, whether moves are kept.
_Part = tuple[Board, int, int, int, int, int, bool]


def _play(part: _Part) -> Playouts:
    board, games, seed, first, threads, max_plies, moves = part
    return board.playouts(games, seed, threads=threads, max_plies=max_plies, first=first, moves=moves)


def playouts(
    board: Board,
    n: int,
    seed: int = 0,
    *,
    executor: ExecutorSource,
    threads: int = 1,
    max_plies: int = 1000,
    first: int = 0,
    moves: bool = False,
    progress: Callable[[int, int], object] | None = None,
) -> Playouts:
    """Play random games on the workers of an executor.

    Parameters
    ----------
    board
        The board that every game begins with; its history counts for repetition.
    n, seed, max_plies, first, moves
        As `Board.playouts`.
    executor
        As `run_parts`.
    threads
        Threads of each part, 1 to 256.
    progress
        Called with (games done, games).

    Returns
    -------
    Playouts
        Equal to those of `Board.playouts`, whatever the executor and the number of its workers.

    Raises
    ------
    MujoError
        As `run_parts` and `Board.playouts`.

    Examples
    --------
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from mujo import Board
    >>> board = Board(rules="chu")
    >>> with ThreadPoolExecutor(2) as pool:
    ...     playouts(board, 50, 1, max_plies=10, executor=pool) == board.playouts(50, 1, max_plies=10)
    True
    """
    size = max(1, _PLIES // max(1, max_plies))
    parts: list[_Part] = [
        (board, min(size, n - begin), seed, first + begin, threads, max_plies, moves) for begin in range(0, n, size)
    ]
    if not parts:
        return board.playouts(0, seed, max_plies=max_plies, first=first, moves=moves)
    found: dict[int, Playouts] = {}
    done = 0
    for number, result in run_parts(_play, parts, executor=executor):
        found[number] = result
        done += len(result)
        if progress is not None:
            progress(done, n)
    return Playouts.joined([found[number] for number in range(len(parts))])
