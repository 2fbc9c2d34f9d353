"""Engines for programs without an event loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Mapping, Sequence
from types import TracebackType
from typing import Any, Self, TypeVar

from mujo._core import Board
from mujo.engines.cecp import CecpEngine
from mujo.engines.engine import Engine
from mujo.engines.types import Info, Limit, Option, PlayResult
from mujo.engines.usi import UsiEngine

__all__ = ["SimpleEngine"]

_Value = TypeVar("_Value")


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
        """Start an engine that speaks USI; settings as in `UsiEngine`."""
        return cls(UsiEngine(command, **settings))

    @classmethod
    def open_cecp(cls, command: Sequence[str] | str, **settings: Any) -> Self:
        """Start an engine that speaks CECP; settings as in `CecpEngine`."""
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
        """Set options, see `Engine.configure`."""
        self._wait(self.engine.configure(options))

    def play(self, board: Board, limit: Limit) -> PlayResult:
        """Let the engine choose a move, see `Engine.play`."""
        return self._wait(self.engine.play(board, limit))

    def analyse(self, board: Board, limit: Limit, lines: int = 1) -> list[Info]:
        """Let the engine look at a position, see `Engine.analyse`."""
        return self._wait(self.engine.analyse(board, limit, lines))

    def ping(self) -> None:
        """Wait until the engine answers, see `Engine.ping`."""
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
