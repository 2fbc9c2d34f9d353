"""`Analysis`, a search that reports while it runs."""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import TYPE_CHECKING, Self

from mujo._core import Board
from mujo.engines.types import Info, Limit
from mujo.errors import EngineError

if TYPE_CHECKING:
    from mujo.engines.engine import Engine

__all__ = ["Analysis"]


class Analysis:
    """A search of an engine: an asynchronous context manager, and an iterator over its reports.

    Get one from `Engine.analysis`. The engine is busy until the context is left, which ends the search.

    Attributes
    ----------
    infos
        The last report on each line of play, by its number from 1.

    Examples
    --------
    >>> from mujo.engines import UsiEngine
    >>> async def first_mate(command, board):
    ...     async with UsiEngine(command) as engine, engine.analysis(board) as analysis:
    ...         async for info in analysis:
    ...             if info.score is not None and info.score.mate is not None:
    ...                 return info.pv
    """

    def __init__(self, engine: Engine, board: Board, limit: Limit, lines: int) -> None:
        self.infos: dict[int, Info] = {}
        self._engine, self._board, self._limit, self._lines = engine, board.copy(), limit, lines
        self._deadline: float | None = None
        self._is_over = True

    async def __aenter__(self) -> Self:
        engine = self._engine
        await engine._lock.acquire()
        try:
            await engine._guarded(self._begin, engine.timeout)
        except BaseException:
            engine._lock.release()
            raise
        return self

    async def _begin(self) -> None:
        await self._engine._start_analysis(self._board, self._limit, self._lines)
        if self._limit.time is not None:
            self._deadline = asyncio.get_running_loop().time() + self._limit.time
        self._is_over = False

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Info:
        """Wait for the next report.

        Raises
        ------
        EngineError
            ``engine.ended``, ``engine.protocol``, ``engine.timeout``
        """
        while not self._is_over:
            try:
                async with asyncio.timeout_at(self._deadline):
                    info = await self._engine._read_analysis(self._board)
            except TimeoutError:
                await self.stop()
                break
            except EngineError:
                self._is_over = True
                await self._engine._abandon()
                raise
            if info is None:
                self._is_over = True
                break
            if info.score is not None or info.pv or info.multipv not in self.infos:
                self.infos[info.multipv] = info
            if self._is_enough(info):
                await self.stop()
            return info
        raise StopAsyncIteration

    def _is_enough(self, info: Info) -> bool:
        """Whether a limit is reached that the engine may not know of."""
        limit = self._limit
        if info.score is None:
            # The depth of a report without a score is that of an iteration that goes on.
            return limit.nodes is not None and (info.nodes or 0) >= limit.nodes
        if limit.nodes is not None and (info.nodes or 0) >= limit.nodes:
            return True
        return limit.depth is not None and (info.depth or 0) >= limit.depth and info.multipv >= self._lines

    async def stop(self) -> None:
        """End the search; the iteration ends too.

        Raises
        ------
        EngineError
            ``engine.timeout``, ``engine.ended``: the engine does not stop.

        Examples
        --------
        >>> import asyncio, sys
        >>> from mujo import Board
        >>> from mujo.engines import UsiEngine
        >>> async def look() -> int:
        ...     async with UsiEngine([sys.executable, "-m", "mujo", "usi"]) as engine:
        ...         async with engine.analysis(Board(rules="chu")) as analysis:
        ...             async for info in analysis:
        ...                 await analysis.stop()
        ...         return len(analysis.infos)
        >>> asyncio.run(look())
        1
        """
        if not self._is_over:
            self._is_over = True
            await self._engine._guarded(self._engine._finish_analysis, self._engine.timeout)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if self._engine._process is not None:
                await self.stop()
        finally:
            self._engine._lock.release()
