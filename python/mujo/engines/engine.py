"""`Engine`, what the drivers of both protocols share."""

from __future__ import annotations

import asyncio
import os
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from mujo._core import Board, Move
from mujo.engines.analysis import Analysis
from mujo.engines.dialects import Dialect
from mujo.engines.process import EngineProcess
from mujo.engines.types import Info, Limit, Option, PlayResult
from mujo.errors import EngineError, MujoError

__all__ = ["Engine"]

_Value = TypeVar("_Value")


class Engine(ABC):
    """Another program that plays, in a process of its own.

    One call at a time: a second one waits for the first. After an error the process is gone, and the next call starts
    it anew, with the options that were set.

    Attributes
    ----------
    name
        The name that the engine gives itself, or that of its program.
    author
        Its author, if known.
    options
        The options that it offers, by name.
    dialect
        How it writes positions and moves.
    timeout
        Seconds that it may take for an answer that needs no search, and beyond the limit of a move.
    restarts
        How often its process was started again.

    Examples
    --------
    The classes for USI and CECP have the same methods:

    >>> import asyncio, sys
    >>> from mujo import Board
    >>> from mujo.engines import Limit, UsiEngine
    >>> async def look() -> tuple[bool, int, int]:
    ...     board = Board(rules="chu")
    ...     engine = UsiEngine([sys.executable, "-m", "mujo", "usi"])
    ...     await engine.start()
    ...     await engine.configure({"USI_Hash": 8})
    ...     await engine.ping()
    ...     played = await engine.play(board, Limit(nodes=100))
    ...     infos = await engine.analyse(board, Limit(nodes=100), lines=2)
    ...     async with engine.analysis(board, Limit(nodes=100)) as analysis:
    ...         reports = [info async for info in analysis]
    ...     await engine.quit()
    ...     return played.move in board.legal_moves, len(infos), reports[-1].multipv
    >>> asyncio.run(look())
    (True, 2, 1)
    """

    def __init__(
        self,
        command: Sequence[str] | str,
        dialect: Dialect,
        *,
        timeout: float = 10.0,
        folder: str | os.PathLike[str] | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.command: list[str] = [command] if isinstance(command, str) else list(command)
        self.name: str = Path(self.command[0]).name
        self.author: str = ""
        self.options: dict[str, Option] = {}
        self.dialect = dialect
        self.timeout = timeout
        self.restarts: int = -1
        self._folder, self._environment = folder, environment
        self._configured: dict[str, bool | int | str | None] = {}
        self._process: EngineProcess | None = None
        self._lock = asyncio.Lock()

    # What the protocols do in their own ways.

    @abstractmethod
    async def _greet(self) -> None:
        """Make the engine ready and learn its options."""

    @abstractmethod
    async def _set_option(self, option: Option, text: str) -> None:
        """Set an option."""

    @abstractmethod
    async def _play(self, board: Board, limit: Limit, ponder: bool) -> PlayResult:
        """Let the engine move, and think on while the opponent does if it is to ponder."""

    @abstractmethod
    async def _stop_pondering(self) -> None:
        """End the thinking on the opponent's time, if there is any."""

    @abstractmethod
    async def _start_analysis(self, board: Board, limit: Limit, lines: int) -> None:
        """Let the engine look at a position without moving."""

    @abstractmethod
    async def _read_analysis(self, board: Board) -> Info | None:
        """Wait for the next report of an analysis; ``None`` if the engine has ended it."""

    @abstractmethod
    async def _finish_analysis(self) -> None:
        """End an analysis."""

    @abstractmethod
    async def _ping(self) -> None:
        """Wait until the engine answers."""

    # What users call.

    async def start(self) -> None:
        """Start the process, if it does not run.

        Raises
        ------
        EngineError
            ``engine.start``: it cannot be started, or does not answer the greeting.
        """
        if self._process is not None and self._process.is_running:
            return
        self.restarts += 1
        self._process = await EngineProcess.start(
            self.command, self.name, folder=self._folder, environment=self._environment
        )
        try:
            async with asyncio.timeout(self.timeout):
                await self._greet()
                self._process.name = self.name
                for name, value in self._configured.items():
                    await self._configure(name, value)
        except TimeoutError:
            await self._abandon()
            raise EngineError(
                f"{self.name} did not answer the greeting of its protocol within {self.timeout:g} s",
                code="engine.start",
                engine=self.name,
            ) from None
        except EngineError as error:
            await self._abandon()
            if error.code == "engine.ended":
                raise EngineError(str(error), code="engine.start", engine=self.name, text=error.text) from None
            raise

    async def configure(self, options: Mapping[str, bool | int | str | None]) -> None:
        """Set options; they are set again whenever the process is started again.

        Parameters
        ----------
        options
            The new value of each option by its name; ``None`` presses a button.

        Raises
        ------
        EngineError
            ``engine.option``: the engine has no such option, or the value does not fit; nothing is set then.
        """

        async def work() -> None:
            for name, value in options.items():
                self._option(name).text(value, self.name)
            for name, value in options.items():
                await self._configure(name, value)
                self._configured[name] = value

        await self._exclusive(work, self.timeout)

    async def play(self, board: Board, limit: Limit, *, ponder: bool = False) -> PlayResult:
        """Let the engine choose a move.

        Parameters
        ----------
        board
            The position with its history; unchanged.
        limit
            When the engine is to move. Without any limit it is waited for as long as it thinks.
        ponder
            Whether the engine goes on thinking after its move, until the next call. If the next call has the reply
            that it expects, that thinking counts.

        Raises
        ------
        EngineError
            ``engine.timeout``, ``engine.ended``, ``engine.illegal_move``, ``engine.refused``, ``engine.variant``,
            ``engine.protocol``. The process is gone afterwards.
        MujoError
            ``no_letters``: the engine's positions have no letters for this game.
        """
        slowest = limit.slowest(board.turn)
        return await self._exclusive(
            lambda: self._play(board, limit, ponder), None if slowest is None else slowest + self.timeout
        )

    async def analyse(self, board: Board, limit: Limit, lines: int = 1) -> list[Info]:
        """Let the engine look at a position.

        Parameters
        ----------
        board, limit
            As in `play`; there must be some limit.
        lines
            How many lines it is to find, if it can find several.

        Returns
        -------
        list of Info
            The best line first.

        Raises
        ------
        EngineError
            As in `play`.
        MujoError
            ``argument``: there is no limit.
        """
        if limit.time is None and limit.depth is None and limit.nodes is None:
            raise MujoError("analysis needs a limit of time, depth or nodes", code="argument")
        async with self.analysis(board, limit, lines) as analysis:
            async for _ in analysis:
                pass
        return [analysis.infos[number] for number in sorted(analysis.infos)]

    def analysis(self, board: Board, limit: Limit | None = None, lines: int = 1) -> Analysis:
        """Begin to look at a position; the reports come while the engine thinks.

        Parameters
        ----------
        board, lines
            As in `analyse`.
        limit
            As in `analyse`; without one, the search goes on until it is stopped.

        Returns
        -------
        Analysis
            An asynchronous context manager and iterator. The engine is busy until the context is left.

        Raises
        ------
        EngineError
            As in `play`.
        """
        return Analysis(self, board, limit or Limit(), lines)

    async def ping(self) -> None:
        """Wait until the engine answers.

        Raises
        ------
        EngineError
            ``engine.timeout``, ``engine.ended``
        """
        await self._exclusive(self._ping, self.timeout)

    async def quit(self) -> None:
        """End the engine: ask it to quit, then kill it if it does not."""
        async with self._lock:
            process, self._process = self._process, None
            if process is not None:
                await process.close("quit")

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.quit()

    # What the drivers use.

    async def _exclusive(self, work: Callable[[], Awaitable[_Value]], seconds: float | None) -> _Value:
        """Run one step of an engine that nobody else uses meanwhile."""
        async with self._lock:
            return await self._guarded(work, seconds)

    async def _guarded(self, work: Callable[[], Awaitable[_Value]], seconds: float | None) -> _Value:
        """Run one step with a timeout; the process is ended if the step fails."""
        await self.start()
        try:
            async with asyncio.timeout(seconds):
                return await work()
        except TimeoutError:
            await self._abandon()
            raise EngineError(
                f"{self.name} gave no answer within {seconds:g} s", code="engine.timeout", engine=self.name
            ) from None
        except EngineError as error:
            if error.code != "engine.option":
                await self._abandon()
            raise
        except asyncio.CancelledError:
            await self._abandon()
            raise

    async def _abandon(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            await process.close()

    async def _send(self, *lines: str) -> None:
        assert self._process is not None
        await self._process.send(*lines)

    async def _receive(self) -> str:
        assert self._process is not None
        return await self._process.receive()

    def _option(self, name: str) -> Option:
        found = self.options.get(name)
        if found is None:
            known = next((option for option in self.options.values() if option.name.lower() == name.lower()), None)
            hint = f"did you mean {known.name}?" if known else f"it has {', '.join(self.options) or 'none'}"
            raise EngineError(
                f"{self.name} has no option {name[:40]!r}: {hint}"[:600], code="engine.option", engine=self.name
            )
        return found

    async def _configure(self, name: str, value: bool | int | str | None) -> None:
        option = self._option(name)
        await self._set_option(option, option.text(value, self.name))

    def _read_move(self, board: Board, text: str, turned: bool = False) -> Move:
        """Read a move of the engine, which must be legal."""
        try:
            move = self.dialect.read(board, text, turned)
            if not board.is_legal(move):
                board.play(move)
        except MujoError as error:
            raise EngineError(
                f"{self.name} played {text[:60]!r}, which is not legal: {error}",
                code="engine.illegal_move",
                engine=self.name,
                text=text[:200],
            ) from None
        return move

    def _read_line(self, board: Board, texts: Sequence[str], turned: bool = False) -> tuple[Move, ...]:
        """Read the legal beginning of a line of play."""
        moves: list[Move] = []
        here = board.copy()
        for text in texts[:100]:
            try:
                moves.append(here.push(self.dialect.read(here, text, turned)))
            except MujoError:
                break
        return tuple(moves)


def first_position(board: Board) -> Board:
    """Return the board before its moves."""
    first = board.copy()
    for _ in range(len(board.move_stack)):
        first.pop()
    return first
