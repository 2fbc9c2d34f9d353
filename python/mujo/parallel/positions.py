"""Engine searches and mating problems of many positions."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from mujo._core import Board, Engine, Mate, SearchResult
from mujo.errors import MujoError
from mujo.parallel.parts import ExecutorSource, run_parts

__all__ = ["analyse", "solve"]

#: Positions of a part.
_POSITIONS: Final = 8


@dataclass(frozen=True)
class _Search:
    """Boards of one rule set, and how to search them."""

    boards: tuple[Board, ...]
    #: Number of the first of them.
    first: int
    depth: int | None
    nodes: int | None
    seconds: float | None
    multipv: int
    hash: int
    evaluation: str | None


def _search(part: _Search) -> list[SearchResult]:
    engine = Engine(part.boards[0].rules, part.hash, evaluation=part.evaluation)
    found = []
    for number, board in enumerate(part.boards, part.first):
        engine.clear()
        with _naming(number):
            found.append(
                engine.search(board, depth=part.depth, nodes=part.nodes, seconds=part.seconds, multipv=part.multipv)
            )
    return found


@contextlib.contextmanager
def _naming(number: int) -> Iterator[None]:
    """Name the position in an error."""
    try:
        yield
    except MujoError as error:
        raise MujoError(f"position {number}: {error}", code=error.code) from error


def analyse(
    boards: Iterable[Board],
    *,
    executor: ExecutorSource,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    multipv: int = 1,
    hash: int = 16,
    evaluation: str | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> list[SearchResult]:
    """Search many positions with the engine on the workers of an executor.

    Parameters
    ----------
    boards
        The positions, of any rule sets; their games must not have ended.
    executor
        As `run_parts`.
    depth, nodes, seconds
        Limits of each search; at least one.
    multipv
        Lines of each result, 1 or more.
    hash
        Table of a worker in MiB. It is cleared before each position.
    evaluation
        As `mujo.Engine`, for boards of one rule set.
    progress
        Called with (positions done, positions).

    Returns
    -------
    list of SearchResult
        In the order of `boards`. Without `seconds`, moves, scores and nodes do not depend on executor or workers.

    Raises
    ------
    MujoError
        ``argument``: no limit is given. As `run_parts` and `mujo.Engine.search`; the message begins with the number of
        the position, from 0.

    Examples
    --------
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from mujo import Board
    >>> with ThreadPoolExecutor(2) as pool:
    ...     [result.depth for result in analyse([Board(rules="chu")] * 3, depth=1, executor=pool)]
    [1, 1, 1]
    """
    if depth is None and nodes is None and seconds is None:
        raise MujoError("give the searches a limit: depth, nodes or seconds", code="argument")
    every = list(boards)
    settings = _Search((), 0, depth, nodes, seconds, multipv, hash, evaluation)
    groups: list[list[int]] = []
    for number, board in enumerate(every):
        if groups and len(groups[-1]) < _POSITIONS and every[groups[-1][0]].rules == board.rules:
            groups[-1].append(number)
        else:
            groups.append([number])
    parts = (replace(settings, boards=tuple(every[number] for number in group), first=group[0]) for group in groups)
    found: dict[int, SearchResult] = {}
    for group, results in run_parts(_search, parts, executor=executor):
        found.update(zip(groups[group], results, strict=True))
        if progress is not None:
            progress(len(found), len(every))
    return [found[number] for number in range(len(every))]


@dataclass(frozen=True)
class _Problem:
    """A mating problem, and the limits of its search."""

    board: Board
    number: int
    max_plies: int
    nodes: int | None
    seconds: float | None
    hash: int


def _mate(part: _Problem) -> Mate:
    engine = Engine(part.board.rules, part.hash)
    with _naming(part.number):
        return engine.mate(part.board, part.max_plies, nodes=part.nodes, seconds=part.seconds)


def solve(
    boards: Iterable[Board],
    max_plies: int = 99,
    *,
    executor: ExecutorSource,
    nodes: int | None = None,
    seconds: float | None = None,
    hash: int = 16,
    progress: Callable[[int, int], object] | None = None,
) -> list[Mate]:
    """Search many positions for a mate on the workers of an executor.

    Parameters
    ----------
    boards
        The positions, of any rule sets; the side to move is the attacker.
    max_plies
        Length of the longest line, as `mujo.Engine.mate`.
    executor
        As `run_parts`.
    nodes, seconds
        Limits of each search.
    hash
        Table of each search in MiB.
    progress
        Called with (positions done, positions).

    Returns
    -------
    list of Mate
        In the order of `boards`. Without `seconds`, moves and nodes do not depend on executor or workers.

    Raises
    ------
    MujoError
        As `run_parts` and `mujo.Engine.mate`; the message begins with the number of the position, from 0.

    Examples
    --------
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from mujo import Board
    >>> board = Board("k,11/11,R/10,R,1/12/12/12/12/12/12/12/12/K,5,p,5 b - 1", "chu")
    >>> with ThreadPoolExecutor(2) as pool:
    ...     [mate.status for mate in solve([board] * 2, executor=pool)]
    ['mate', 'mate']
    """
    parts = [_Problem(board, number, max_plies, nodes, seconds, hash) for number, board in enumerate(boards)]
    found: dict[int, Mate] = {}
    for number, mate in run_parts(_mate, parts, executor=executor):
        found[number] = mate
        if progress is not None:
            progress(len(found), len(parts))
    return [found[number] for number in range(len(parts))]
