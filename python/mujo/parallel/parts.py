"""`run_parts`: call a function on many arguments with any executor, and repeat what was lost."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from queue import Empty, SimpleQueue
from typing import Any, Final, TypeVar

from mujo._core import __version__, data_digest
from mujo.errors import MujoError

__all__ = ["ExecutorSource", "run_parts"]

Part = TypeVar("Part")
Result = TypeVar("Result")

#: An executor, or a function that makes one whenever it is called.
ExecutorSource = Executor | Callable[[], Executor]

#: Parts that an executor has at a time: enough for thousands of workers, and bounded for millions of parts.
_WINDOW: Final = 4096

#: Seconds between two looks for Ctrl-C, where waiting for a queue cannot be interrupted.
_LOOK: Final = 0.2


class _Call:
    """What a worker runs: a function, after a check that it runs the same version of mujo."""

    def __init__(self, function: Callable[[Any], object]) -> None:
        self.function = function
        self.version = (__version__, data_digest())

    def __call__(self, part: object) -> object:
        here = (__version__, data_digest())
        if here != self.version:
            raise MujoError(
                f"a worker has mujo {here[0]} with data {here[1][:16]}, this process {self.version[0]} with "
                f"{self.version[1][:16]}: install the same version everywhere",
                code="executor.version",
            )
        return self.function(part)


def run_parts(
    function: Callable[[Part], Result],
    parts: Iterable[Part],
    *,
    executor: ExecutorSource,
    retries: int = 3,
    window: int = _WINDOW,
) -> Iterator[tuple[int, Result]]:
    """Call a function on each part and yield the results as they arrive.

    Parameters
    ----------
    function
        A function that can be pickled, unless the executor uses threads. It may be called more than once on a part.
    parts
        The arguments. They are taken as they are needed, so they may be generated.
    executor
        Any `concurrent.futures.Executor`, or a function that returns a new one. A process pool is useless once one of
        its processes has died; with a function, a new pool continues the work. An executor that is passed in is left
        open, one that the function made is shut down.
    retries
        How often a part is repeated after its worker was lost or an unexpected exception, 0 or more.
    window
        Maximal number of parts that wait in the executor, 1 or more.

    Yields
    ------
    tuple of int and result
        The number of the part, from 0, and its result: each part once, in any order.

    Raises
    ------
    MujoError
        ``executor.lost``: a part was lost more than `retries` times, or the executor is broken and cannot be made
        again; ``executor.version``: a worker runs another version of mujo. Any `MujoError`, `TypeError` or `ValueError`
        of the function itself, at once.

    Notes
    -----
    When the iterator ends, is closed or is interrupted by Ctrl-C, parts that have not begun are cancelled.

    Examples
    --------
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor(2) as pool:
    ...     sorted(run_parts(abs, [-1, 2, -3], executor=pool))
    [(0, 1), (1, 2), (2, 3)]
    """
    return _Run(function, executor, retries, window).results(enumerate(parts))


class _Run:
    """One call of `run_parts`."""

    def __init__(self, function: Callable[[Any], object], executor: ExecutorSource, retries: int, window: int) -> None:
        if retries < 0 or window < 1:
            raise MujoError("retries must be 0 or more and window 1 or more", code="argument")
        self._call = _Call(function)
        self._make = None if isinstance(executor, Executor) else executor
        self._executor = executor if isinstance(executor, Executor) else executor()
        self._retries, self._window = retries, window
        self._running: dict[Future[object], tuple[int, object]] = {}
        self._done: SimpleQueue[Future[object]] = SimpleQueue()
        self._losses: dict[int, int] = {}

    def results(self, parts: Iterator[tuple[int, object]]) -> Iterator[tuple[int, Any]]:
        """Yield number and result of each part."""
        waiting: list[tuple[int, object]] = []
        try:
            while True:
                while len(self._running) < self._window:
                    task = waiting.pop() if waiting else next(parts, None)
                    if task is None:
                        break
                    if not self._submit(*task):
                        waiting.append(task)
                        self._renew(waiting)
                if not self._running:
                    return
                future = self._finished()
                entry = self._running.pop(future, None)
                if entry is None:
                    # It belonged to an executor that broke.
                    continue
                number, part = entry
                error = self._error_of(future)
                if error is None:
                    yield number, future.result()
                    continue
                self._count_loss(number, error)
                waiting.append((number, part))
                if isinstance(error, BrokenExecutor):
                    self._renew(waiting)
        finally:
            for future in self._running:
                future.cancel()
            if self._make is not None:
                self._executor.shutdown(wait=True, cancel_futures=True)

    def _submit(self, number: int, part: object) -> bool:
        """Send a part; return whether the executor took it."""
        try:
            future: Future[object] = self._executor.submit(self._call, part)
        except BrokenExecutor:
            return False
        self._running[future] = (number, part)
        future.add_done_callback(self._done.put)
        return True

    def _finished(self) -> Future[object]:
        """Wait for any part."""
        while True:
            with contextlib.suppress(Empty):
                return self._done.get(timeout=_LOOK)

    @staticmethod
    def _error_of(future: Future[object]) -> BaseException | None:
        """Return why a part has no result, or raise what no repetition would cure."""
        if future.cancelled():
            return RuntimeError("the executor cancelled it")
        error = future.exception()
        if isinstance(error, (MujoError, TypeError, ValueError, KeyboardInterrupt)):
            raise error
        return error

    def _count_loss(self, number: int, error: BaseException) -> None:
        self._losses[number] = self._losses.get(number, 0) + 1
        if self._losses[number] > self._retries:
            raise MujoError(
                f"part {number} was lost {self._losses[number]} times, at last by {type(error).__name__}: {error}",
                code="executor.lost",
            ) from error

    def _renew(self, waiting: list[tuple[int, object]]) -> None:
        """Replace an executor that is broken, and take back all that it had."""
        if self._make is None:
            raise MujoError(
                "a worker of the executor died, and the executor cannot go on: pass a function that makes one, such as "
                "lambda: ProcessPoolExecutor(4)",
                code="executor.lost",
            )
        for future, (number, part) in list(self._running.items()):
            if future.done() and not future.cancelled() and future.exception() is None:
                continue
            del self._running[future]
            self._count_loss(number, RuntimeError("the executor broke"))
            waiting.append((number, part))
        self._executor.shutdown(wait=False, cancel_futures=True)
        self._executor = self._make()
