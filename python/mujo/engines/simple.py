"""Engines for programs without an event loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Mapping, Sequence
from types import TracebackType
from typing import Any, Self, TypeVar

from mujo._core import Board, Move
from mujo.engines.analysis import Analysis
from mujo.engines.cecp import CecpEngine
from mujo.engines.engine import Engine
from mujo.engines.types import Info, Limit, Option, PlayResult
from mujo.engines.usi import UsiEngine
from mujo.errors import MujoError

__all__ = ["SimpleAnalysis", "SimpleEngine"]

_Value = TypeVar("_Value")


class SimpleAnalysis:
    """An `Analysis` for programs without an event loop: a context manager, and an iterator over reports.

    Examples
    --------
    >>> import sys
    >>> from mujo import Board
    >>> from mujo.engines import Limit
    >>> with SimpleEngine.open_usi([sys.executable, "-m", "mujo", "usi"]) as engine:
    ...     with engine.analysis(Board(rules="chu")) as analysis:
    ...         first = next(analysis)
    ...         analysis.stop()
    >>> first.multipv
    1
    """

    def __init__(self, analysis: Analysis, wait: Callable[[Coroutine[Any, Any, Any]], Any]) -> None:
        self._analysis, self._wait = analysis, wait

    @property
    def infos(self) -> dict[int, Info]:
        """The last report on each line of play, by its number from 1."""
        return self._analysis.infos

    def stop(self) -> None:
        """End the search; the iteration ends too.

        Raises
        ------
        EngineError
            As `Analysis.stop`.
        """
        self._wait(self._analysis.stop())

    def __enter__(self) -> Self:
        self._wait(self._analysis.__aenter__())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._wait(self._analysis.__aexit__(kind, error, trace))

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Info:
        try:
            info: Info = self._wait(self._next())
        except _AnalysisEndedError:
            raise StopIteration from None
        return info

    async def _next(self) -> Info:
        try:
            return await self._analysis.__anext__()
        except StopAsyncIteration:
            # A coroutine cannot pass this exception on.
            raise _AnalysisEndedError from None


class _AnalysisEndedError(Exception):
    """There is no further report."""


class SimpleEngine:
    """An engine that is called like a function: each call waits for its answer.

    The engine runs in an event loop in a thread of its own. Use `open_usi` or `open_cecp`, and close it, best with
    ``with``.

    Parameters
    ----------
    engine
        The engine to drive; it must not have been started.

    Raises
    ------
    EngineError
        ``engine.start``

    Examples
    --------
    >>> import sys
    >>> from mujo import Board
    >>> from mujo.engines import Limit
    >>> board = Board(rules="chu")
    >>> with SimpleEngine.open_usi([sys.executable, "-m", "mujo", "usi"]) as engine:
    ...     engine.configure({"USI_Hash": 8})
    ...     engine.ping()
    ...     move = engine.play(board, Limit(nodes=100)).move
    ...     infos = engine.analyse(board, Limit(nodes=100), lines=2)
    ...     with engine.analysis(board) as analysis:
    ...         first = next(analysis)
    ...         analysis.stop()
    ...     line = engine.mate(Board("k,11/11,R/10,R,1/12/12/12/12/12/12/12/12/K,5,p,5 b - 1", "chu"), 5)
    >>> move in board.legal_moves, len(infos), first.multipv, [move.usi() for move in line]
    (True, 2, 1, ['2c2a'])
    >>> engine.close()
    """

    def __init__(self, engine: Engine) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="mujo engine", daemon=True)
        self._thread.start()
        self.engine = engine
        try:
            self._wait(engine.start())
        except BaseException:
            self._end_loop()
            raise

    @classmethod
    def open_usi(cls, command: Sequence[str] | str, **settings: Any) -> Self:
        """Start an engine that speaks USI.

        Parameters
        ----------
        command
            The program and its arguments, or both as one text.
        settings
            As in `UsiEngine`.

        Raises
        ------
        EngineError
            ``engine.start``
        """
        return cls(UsiEngine(command, **settings))

    @classmethod
    def open_cecp(cls, command: Sequence[str] | str, **settings: Any) -> Self:
        """Start an engine that speaks CECP.

        Parameters
        ----------
        command
            The program and its arguments, or both as one text.
        settings
            As in `CecpEngine`.

        Raises
        ------
        EngineError
            ``engine.start``
        """
        return cls(CecpEngine(command, **settings))

    @property
    def name(self) -> str:
        """The name that the engine gives itself."""
        return self.engine.name

    @property
    def options(self) -> Mapping[str, Option]:
        """The options that it offers."""
        return self.engine.options

    def configure(self, options: Mapping[str, bool | int | str | None]) -> None:
        """Set options.

        Parameters
        ----------
        options
            As in `Engine.configure`.

        Raises
        ------
        EngineError
            As in `Engine.configure`.
        """
        self._wait(self.engine.configure(options))

    def play(self, board: Board, limit: Limit, *, ponder: bool = False) -> PlayResult:
        """Let the engine choose a move.

        Parameters
        ----------
        board, limit, ponder
            As in `Engine.play`.

        Raises
        ------
        EngineError
            As in `Engine.play`.
        """
        return self._wait(self.engine.play(board, limit, ponder=ponder))

    def analyse(self, board: Board, limit: Limit, lines: int = 1) -> list[Info]:
        """Let the engine look at a position.

        Parameters
        ----------
        board, limit, lines
            As in `Engine.analyse`.

        Raises
        ------
        EngineError, MujoError
            As in `Engine.analyse`.
        """
        return self._wait(self.engine.analyse(board, limit, lines))

    def analysis(self, board: Board, limit: Limit | None = None, lines: int = 1) -> SimpleAnalysis:
        """Begin to look at a position.

        Parameters
        ----------
        board, limit, lines
            As in `Engine.analysis`.

        Raises
        ------
        EngineError
            As in `Engine.play`.
        """
        return SimpleAnalysis(self.engine.analysis(board, limit, lines), self._wait)

    def mate(self, board: Board, seconds: float) -> tuple[Move, ...] | None:
        """Let an engine that speaks USI look for a mate.

        Parameters
        ----------
        board, seconds
            As in `UsiEngine.mate`.

        Raises
        ------
        MujoError
            ``argument``: the engine speaks another protocol.
        EngineError
            As in `UsiEngine.mate`.
        """
        if not isinstance(self.engine, UsiEngine):
            raise MujoError("only engines that speak USI look for mates", code="argument")
        return self._wait(self.engine.mate(board, seconds))

    def ping(self) -> None:
        """Wait until the engine answers.

        Raises
        ------
        EngineError
            As in `Engine.ping`.
        """
        self._wait(self.engine.ping())

    def close(self) -> None:
        """End the engine; more than once is allowed."""
        if self._thread.is_alive():
            self._wait(self.engine.quit())
            self._end_loop()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _wait(self, work: Coroutine[Any, Any, _Value]) -> _Value:
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def _end_loop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
