"""Executors by their description, for command lines."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from concurrent.futures import Executor
from functools import partial
from typing import cast

from mujo.errors import MujoError
from mujo.parallel.parts import ExecutorSource

__all__ = ["open_executor"]


@contextlib.contextmanager
def open_executor(*, processes: int | None = None, dask: str | None = None) -> Iterator[ExecutorSource | None]:
    """Open an executor as long as a ``with`` block lasts.

    Parameters
    ----------
    processes
        Processes of this machine, 1 or more.
    dask
        Address of the scheduler of a Dask cluster, such as ``tcp://10.0.0.1:8786``. The workers need mujo too.

    Yields
    ------
    executor, or a function that makes one, or None
        What `run_parts` and all functions here take; ``None`` if neither is given.

    Raises
    ------
    MujoError
        ``argument``: both are given, or Dask is not installed; ``executor.lost``: the scheduler cannot be reached.

    Examples
    --------
    >>> from mujo import Board
    >>> with open_executor(processes=2) as pool:
    ...     Board(rules="maka").perft(2, executor=pool)
    6400
    """
    if processes is not None and dask is not None:
        raise MujoError("processes and a Dask cluster exclude each other: give one", code="argument")
    if processes is not None:
        # Loaded here, so that commands that need no processes start without them.
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        # Forked children would inherit locks of threads; a new interpreter does not.
        yield partial(ProcessPoolExecutor, processes, mp_context=get_context("spawn"))
    elif dask is not None:
        with _dask(dask) as executor:
            yield executor
    else:
        yield None


@contextlib.contextmanager
def _dask(address: str) -> Iterator[Executor]:
    try:
        from distributed import Client
    except ImportError:
        raise MujoError("a Dask cluster needs the extra mujo[dask]", code="argument") from None
    try:
        client = Client(address, timeout=10)
    except (OSError, ValueError) as error:
        raise MujoError(f"cannot reach the Dask scheduler at {address[:80]}: {error}", code="executor.lost") from None
    with client:
        yield cast("Executor", client.get_executor(pure=False))
