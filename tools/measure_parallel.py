"""Measure what parts on executors cost, and plan a large count.

::

    python tools/measure_parallel.py           # overhead of a part, efficiency of two workers
    python tools/measure_parallel.py --plan    # what tai perft(5) needs on 1,000 cores, by calculation
    python tools/measure_parallel.py --write   # put either between its markers in docs/how-to/clusters.md

The figures are those of the machine on which the script ran; run it on an idle one.
"""

from __future__ import annotations

import argparse
import pickle
import statistics
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import generated_page
import mujo
from mujo.parallel import count_part, counting_parts, perft, run_parts

PAGE = Path(__file__).resolve().parents[1] / "docs" / "how-to" / "clusters.md"
MARKS = {
    False: (
        "<!-- Printed by: python tools/measure_parallel.py --write -->",
        "<!-- End of what tools/measure_parallel.py prints -->",
    ),
    True: ("<!-- Printed by: python tools/measure_parallel.py --plan --write -->", "<!-- End of the plan -->"),
}
CORES = 1000
#: Parts on which the plan measures the speed of the core.
SAMPLES = 10


def nothing(part: int) -> int:
    """Do nothing, for the overhead."""
    return part


def executors(stack: ExitStack, workers: int) -> dict[str, Callable[[], Executor]]:
    """Return functions that make an executor of each kind."""

    def threads() -> Executor:
        return stack.enter_context(ThreadPoolExecutor(workers))

    def processes() -> Executor:
        return stack.enter_context(ProcessPoolExecutor(workers, mp_context=get_context("spawn")))

    found: dict[str, Callable[[], Executor]] = {"threads": threads, "processes": processes}
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        return found

    def dask() -> Executor:
        cluster = LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs="CRITICAL")
        client: Any = stack.enter_context(Client(stack.enter_context(cluster)))
        executor: Executor = client.get_executor(pure=False)
        return executor

    return {**found, "Dask, local cluster": dask}


def seconds(work: Callable[[], object]) -> float:
    """Return how long a call takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def measured(parts: int, depth: int, rounds: int) -> str:
    """Return the table of overhead and efficiency.

    One worker and two take turns, so that a machine that grows slower or faster meanwhile changes no ratio.
    """
    board = mujo.Board(rules="maka")
    nodes = board.perft(depth, threads=2)
    size = max(1, nodes // 64)
    count_of_parts = len(list(counting_parts(board, depth, nodes=size)))
    lines = [
        f"Overhead of a part: the time of {parts} parts that do nothing, two workers. Efficiency: time of "
        f"`perft({depth})` of maka ({nodes:,} nodes, {count_of_parts} parts) with one worker, over twice the time with "
        f"two. Medians of {rounds} rounds in which one worker and two take turns.",
        "",
        "| executor | overhead of a part | one worker | two workers | efficiency |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]

    def empty(pool: Executor) -> None:
        assert len(list(run_parts(nothing, range(parts), executor=pool))) == parts

    def count(pool: Executor) -> None:
        assert perft(board, depth, nodes=size, executor=pool) == nodes

    for name in executors(ExitStack(), 1):
        with ExitStack() as stack:
            one, two = (executors(stack, workers)[name]() for workers in (1, 2))
            for pool in (one, two):
                # The first calls start the workers.
                list(run_parts(nothing, range(8), executor=pool))
            overhead = statistics.median(seconds(partial(empty, two)) for _ in range(rounds)) / parts
            pairs = [(seconds(partial(count, one)), seconds(partial(count, two))) for _ in range(rounds)]
        times = [statistics.median(column) for column in zip(*pairs, strict=True)]
        ratio = statistics.median(alone / (2 * together) for alone, together in pairs)
        lines.append(
            f"| {name} | {1e6 * overhead:.0f} us | {times[0]:.2f} s | {times[1]:.2f} s | {100 * ratio:.0f} % |"
        )
    return "\n".join(lines)


def planned(depth: int) -> str:
    """Return the calculation for tai on many cores. Processor time counts, so other programs change nothing."""
    board = mujo.Board()
    began = time.process_time()
    parts = list(counting_parts(board, depth))
    cutting = time.process_time() - began
    # The nodes are estimated by the growth of the counts that are known.
    known = [board.perft(ply) for ply in range(1, 4)]
    nodes = known[2] * (known[2] / known[1]) ** (depth - 3)
    sizes = [len(pickle.dumps(part)) for part in parts[:: max(1, len(parts) // 100)]]
    # The speed of the core is measured on one move of a few parts from all over the count.
    some = [replace(part, moves=part.moves[:1]) for part in parts[:: max(1, len(parts) // SAMPLES)]]
    began = time.process_time()
    counted = sum(count for part in some for _, count in count_part(part))
    speed = counted / (time.process_time() - began)
    each = nodes / len(parts) / speed
    total = nodes / speed
    rows = [
        ("nodes, estimated", f"{nodes:.2g}"),
        ("parts", f"{len(parts):,}"),
        ("cutting them, in the one process that starts the count", f"{cutting:.1f} s"),
        ("speed of one core", f"{speed / 1e6:.0f} million nodes/s"),
        ("a part, on average", f"{each:.1f} s"),
        (f"all parts on {CORES:,} cores", f"{total / CORES / 60:.1f} min"),
        ("parts a core", f"{len(parts) / CORES:.0f}"),
        ("loss by the last parts, about half a part a core", f"{50 * each / (total / CORES):.1f} %"),
        ("a part as a message", f"{statistics.mean(sizes) / 1000:.1f} KB"),
        ("all messages", f"{len(parts) * statistics.mean(sizes) / 1e6:.0f} MB out, less back"),
        ("messages a second, out and back", f"{2 * len(parts) / (total / CORES):.0f}"),
        ("memory of a worker, without a table", "that of a Python process with mujo"),
    ]
    return "\n".join(["| | |", "| --- | ---: |", *(f"| {what} | {figure} |" for what, figure in rows)])


def main() -> int:
    """Measure or plan, and print or write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plan", action="store_true", help="calculate instead of measuring")
    parser.add_argument("--write", action="store_true", help="put the table into the page")
    parser.add_argument("--parts", type=int, default=1000)
    parser.add_argument("--depth", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    text = planned(max(options.depth, 5)) if options.plan else measured(options.parts, options.depth, options.rounds)
    return generated_page.print_or_write(text, PAGE, *MARKS[options.plan], write=options.write)


if __name__ == "__main__":
    sys.exit(main())
