"""Engine searches of many positions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Final

from mujo._core import Board, Engine, SearchResult
from mujo.errors import MujoError
from mujo.parallel.parts import ExecutorSource, run_parts

__all__ = ["analyse"]

#: Positions of a part.
_POSITIONS: Final = 8


@dataclass(frozen=True)
class _Search:
    """Boards of one rule set, and how to search them."""

    boards: tuple[Board, ...]
    depth: int | None
    nodes: int | None
    seconds: float | None
    multipv: int
    hash: int
    evaluation: str | None


def _search(part: _Search) -> list[SearchResult]:
    engine = Engine(part.boards[0].rules, part.hash, evaluation=part.evaluation)
    found = []
    for board in part.boards:
        engine.clear()
        found.append(
            engine.search(board, depth=part.depth, nodes=part.nodes, seconds=part.seconds, multipv=part.multipv)
        )
    return found


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
        As `Engine`, for boards of one rule set.
    progress
        Called with (positions done, positions).

    Returns
    -------
    list of SearchResult
        In the order of `boards`. Without `seconds`, moves, scores and nodes do not depend on executor or workers.

    Raises
    ------
    MujoError
        ``argument``: no limit is given. As `run_parts` and `Engine.search`.

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
    settings = _Search((), depth, nodes, seconds, multipv, hash, evaluation)
    groups: list[list[int]] = []
    for number, board in enumerate(every):
        if groups and len(groups[-1]) < _POSITIONS and every[groups[-1][0]].rules == board.rules:
            groups[-1].append(number)
        else:
            groups.append([number])
    parts = (replace(settings, boards=tuple(every[number] for number in group)) for group in groups)
    found: dict[int, SearchResult] = {}
    for group, results in run_parts(_search, parts, executor=executor):
        found.update(zip(groups[group], results, strict=True))
        if progress is not None:
            progress(len(found), len(every))
    return [found[number] for number in range(len(every))]
