"""A Dask cluster of two workers, one of which is killed in the middle of the work."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

import mujo
from mujo import parallel

distributed = pytest.importorskip("distributed")

pytestmark = [pytest.mark.long, pytest.mark.filterwarnings("ignore")]


@pytest.fixture
def cluster() -> Iterator[Any]:
    """Start two workers with a process each; a worker that dies is replaced."""
    with (
        warnings.catch_warnings(action="ignore"),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs="CRITICAL"
        ) as running,
    ):
        yield running


def test_a_killed_worker_changes_no_result(cluster: Any) -> None:
    board = mujo.Board(rules="maka")
    killed: list[int] = []

    with distributed.Client(cluster) as client:
        workers = client.run(os.getpid)

        def progress(done: int, total: int) -> None:
            if done == total // 4 and not killed:
                killed.append(next(iter(workers.values())))
                os.kill(killed[0], signal.SIGKILL)

        found = parallel.perft(board, 4, nodes=300_000, executor=client.get_executor(pure=False), progress=progress)
    assert killed
    assert found == board.perft(4, threads=2)


def test_random_games_and_searches(cluster: Any) -> None:
    board = mujo.Board(rules="hishigata")
    with distributed.Client(cluster) as client:
        executor = client.get_executor(pure=False)
        assert board.playouts(500, 3, executor=executor) == board.playouts(500, 3)
        (result,) = parallel.analyse([board], depth=2, executor=executor)
    assert result.nodes == mujo.Engine(board.rules, 16).search(board, depth=2).nodes


def test_the_command_line(cluster: Any) -> None:
    command = [sys.executable, "-m", "mujo", "perft", "3", "--rules", "maka", "--position", "startpos"]
    done = subprocess.run([*command, "--dask", cluster.scheduler_address], capture_output=True, text=True, check=True)
    assert done.stdout == f"{mujo.Board(rules='maka').perft(3)}\n"
