"""One round of the figures of the Python API, as JSON: run by ``tools/measure.py`` in a process of its own.

``python tools/measure_boundary.py POSITIONS``, with a package on the path whose extension was built with the feature
``bench``. Both sides of every ratio are measured in turn, in the same process; times are processor times of this thread
where threads are not the subject, so that other programs on the machine count as little as can be.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import mujo
from mujo import _core

#: Blocks of each side, in turn; the best of each counts.
BLOCKS = 5


def best(*sides: Callable[[], int], clock: Callable[[], float] = time.thread_time, blocks: int = BLOCKS) -> list[float]:
    """Measure sides in turn; return for each the least seconds a unit. A side returns how many units it did."""
    found = [float("inf")] * len(sides)
    for _ in range(blocks):
        for at, side in enumerate(sides):
            began = clock()
            units = side()
            found[at] = min(found[at], (clock() - began) / units)
    return found


def push_and_pop(positions: list[str]) -> dict[str, float]:
    """Push and pop every legal move of every position, and give them to methods that do nothing."""
    boards = [mujo.Board(text) for text in positions]
    pairs: list[tuple[Any, list[mujo.Move]]] = [(board, list(board.legal_moves)) for board in boards]

    def real() -> int:
        for board, moves in pairs:
            for move in moves:
                board.push(move)
                board.pop()
        return sum(len(moves) for _, moves in pairs)

    def nothing() -> int:
        for board, moves in pairs:
            for move in moves:
                board._push_nothing(move)
                board._pop_nothing()
        return sum(len(moves) for _, moves in pairs)

    strangers = [(board, [mujo.Move.from_usi(str(move)) for move in moves]) for board, moves in pairs[::10]]

    def searched() -> int:
        for board, moves in strangers:
            for move in moves:
                board.push(move)
                board.pop()
        return sum(len(moves) for _, moves in strangers)

    ours, theirs, others = best(real, nothing, searched)
    if [mujo.Board(text) for text in positions] != boards:
        raise SystemExit("pushing and popping left a board changed")
    return {"push_pop_ns": ours * 1e9, "nothing_ns": theirs * 1e9, "push_pop_searched_ns": others * 1e9}


def lists() -> dict[str, float]:
    """Measure the legal moves of tai's start as a list, and as many floats."""
    board = mujo.Board()
    number = len(board.legal_moves)

    def moves() -> int:
        for _ in range(500):
            list(board.legal_moves)
        return 500

    def floats() -> int:
        for _ in range(500):
            list(map(float, range(number)))
        return 500

    ours, theirs = best(moves, floats)
    return {"list_us": ours * 1e6, "floats_us": theirs * 1e6, "moves": number}


def overhead() -> dict[str, float]:
    """Compare calls of `perft` with the core's own work, at depths 1 and 2."""
    board = mujo.Board()
    many_times: Callable[[mujo.Board, int, int], int] = getattr(_core, "perft_many_times")  # noqa: B009
    found: dict[str, float] = {}
    for depth, times in ((1, 5000), (2, 50)):

        def calls(depth: int = depth, times: int = times) -> int:
            for _ in range(times):
                board.perft(depth)
            return times

        def core(depth: int = depth, times: int = times) -> int:
            many_times(board, depth, times)
            return times

        ours, theirs = best(calls, core, blocks=2 * BLOCKS)
        found |= {f"call_{depth}_us": ours * 1e6, f"core_{depth}_us": theirs * 1e6}
    return found


def threads(games: int) -> dict[str, float]:
    """Measure counts and random games with one thread and with two, by the wall clock."""
    board = mujo.Board()
    results: dict[tuple[str, int], object] = {}

    def count(number: int) -> Callable[[], int]:
        def work() -> int:
            nodes = board.perft(3, threads=number)
            results["perft", number] = nodes
            return nodes

        return work

    def play(number: int) -> Callable[[], int]:
        def work() -> int:
            played = board.playouts(games, seed=1, threads=number, max_plies=300)
            results["games", number] = (bytes(played.plies), bytes(played.winners))
            return sum(played.plies)

        return work

    found = best(count(1), count(2), play(1), play(2), clock=time.perf_counter, blocks=2)
    if results["perft", 1] != results["perft", 2] or results["games", 1] != results["games", 2]:
        raise SystemExit("results depend on the number of threads")
    names = ("perft_one_per_s", "perft_two_per_s", "plies_one_per_s", "plies_two_per_s")
    return {name: 1 / seconds for name, seconds in zip(names, found, strict=True)}


def main() -> None:
    """Print the figures."""
    if mujo.build_profile() != "release" or not hasattr(_core, "perft_many_times"):
        raise SystemExit("build the extension for release and with the feature bench: tools/measure.py does")
    positions = [line for line in Path(sys.argv[1]).read_text().splitlines() if line]
    what = sys.argv[2] if len(sys.argv) > 2 else "all"
    figures = threads(200) if what == "threads" else {**push_and_pop(positions), **lists(), **overhead()}
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
