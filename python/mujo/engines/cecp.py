"""Engines that speak CECP, the protocol of XBoard and WinBoard."""

from __future__ import annotations

import asyncio
import math
import re
from collections.abc import Sequence
from typing import Final

from mujo._core import Board, Move
from mujo.engines.dialects import CECP, HACHU, Dialect
from mujo.engines.engine import Engine, first_position
from mujo.engines.types import Info, Limit, Option, PlayResult, Score
from mujo.errors import EngineError

__all__ = ["CecpEngine", "parse_features"]

_FEATURE: Final = re.compile(r'(\w+)=(?:"([^"]*)"|(\S+))')
_OPTION: Final = re.compile(r"(.+?) -(check|spin|slider|combo|button|save|reset|string|file|path)\b ?(.*)")
#: Depth, score, hundredths, nodes; before a tab, depth of selection, nodes a second and more; the line of play.
_THOUGHT: Final = re.compile(r"\s*(\d+)[.+?!]?\s+(-?\d+)\s+(\d+)\s+(\d+)\s+(?:(?:(\d+)(?: +(\d+))?[^\t]*)?\t)?(.*)")
_RESULT: Final = re.compile(r"(1-0|0-1|1/2-1/2)\b")
_RESULTS: Final = {"1-0": "black", "0-1": "white", "1/2-1/2": "draw"}
#: From this score on, engines mean a mate.
_MATE: Final = 100_000
#: The part of the time for the greeting after which an engine without features is one of the first version of the
#: protocol.
_OLD_ENGINE: Final = 0.5


class CecpEngine(Engine):
    """An engine that speaks CECP.

    Parameters
    ----------
    command
        The program, or the program and its arguments.
    dialect
        How it writes positions and moves, by default `HACHU` for a program called ``hachu``, else `CECP`.
    memory
        Mebibytes for its tables, if it takes a command for that; by default what the dialect needs.
    timeout, folder, environment
        As in `Engine`.

    Attributes
    ----------
    features
        Its ``feature`` values by name.

    Examples
    --------
    >>> CecpEngine("/usr/games/hachu").dialect.name
    'hachu'
    """

    def __init__(
        self,
        command: Sequence[str] | str,
        dialect: Dialect | None = None,
        *,
        memory: int | None = None,
        **settings: object,
    ) -> None:
        super().__init__(command, dialect or CECP, **settings)  # type: ignore[arg-type]
        if dialect is None and self.name.lower().startswith("hachu"):
            self.dialect = HACHU
        self.memory: int | None = self.dialect.memory if memory is None else memory
        self.features: dict[str, str] = {}
        #: What the engine knows: the first position as text, its moves, and whether its board is turned round.
        self._start = ""
        self._moves: list[Move] = []
        self._turned = False
        self._pings = 0
        #: Whether the engine plays the game on by itself after the opponent's next move.
        self._is_pondering = False
        self._searched_depth = self._line = 0

    async def _greet(self) -> None:
        await self._send("xboard", "protover 2")
        self.features.clear()
        self.options.clear()
        self._start, self._moves, self._is_pondering = "", [], False
        old = _OLD_ENGINE * self.timeout
        patience: float | None = old
        while self.features.get("done") != "1":
            try:
                line = await asyncio.wait_for(self._receive(), patience)
            except TimeoutError:
                break
            if line.startswith("feature"):
                self._take_features(line)
                patience = None if self.features.get("done") == "0" else old
        self.name: str = self.features.get("myname", self.name)[:100]
        if self.memory is not None and self._has("memory"):
            await self._send(f"memory {self.memory}")
        await self._send("easy", "post")

    def _take_features(self, line: str) -> None:
        for name, value in parse_features(line):
            if name == "option":
                option = _parse_option(value)
                if option is not None:
                    self.options[option.name] = option
            else:
                self.features[name] = value

    def _has(self, feature: str) -> bool:
        return self.features.get(feature) == "1"

    async def _set_option(self, option: Option, text: str) -> None:
        if option.kind == "check":
            text = {"true": "1", "false": "0"}.get(text, text)
        await self._send(f"option {option.name}" + ("" if option.kind in ("button", "save", "reset") else f"={text}"))

    async def _ping(self) -> None:
        await self._answers()

    async def _answers(self) -> list[str]:
        """Wait for the answer to a ping, and return the lines before it; without pings, nothing is waited for."""
        if not self._has("ping"):
            return []
        self._pings += 1
        await self._send(f"ping {self._pings}")
        lines: list[str] = []
        while (line := await self._receive()) != f"pong {self._pings}":
            lines.append(line)
        return lines

    async def _synchronize(self, board: Board) -> None:
        """Tell the engine the moves that it does not know, or a new game."""
        first = first_position(board)
        moves = board.move_stack
        start = f"{board.rules.name} {first.sfen()}"
        known = len(self._moves)
        if start != self._start or list(moves[:known]) != self._moves:
            await self._new_game(first)
            self._start, self._moves, known = start, [], 0
        here = first.copy()
        for number, move in enumerate(moves):
            if number >= known:
                await self._tell(here, move)
                self._moves.append(move)
            here.push_unchecked(move)

    async def _new_game(self, first: Board) -> None:
        if self._start and self.dialect.restart:
            await self._abandon()
            await self.start()
        offered = [name.strip() for name in self.features.get("variants", "").split(",")]
        known = next((name for name in self.dialect.variants(first) if name in offered), None)
        if known is None:
            raise EngineError(
                f"{self.name} does not play {first.rules.name}, but {', '.join(offered)[:200] or 'only chess'}",
                code="engine.variant",
                engine=self.name,
            )
        await self._send("new", f"variant {known}", "force")
        for name, value in self.dialect.start_options:
            if name in self.options:
                await self._send(f"option {name}={value}")
        self._turned = False
        if first != Board(rules=first.rules):
            await self._set_up(first)
        self._refuse(await self._answers(), "the new game")

    async def _set_up(self, board: Board) -> None:
        if not self._has("setboard"):
            raise EngineError(f"{self.name} does not accept positions", code="engine.refused", engine=self.name)
        self._turned = self.dialect.turns(board)
        await self._send(f"setboard {self.dialect.position(board)}", "force")

    async def _tell(self, board: Board, move: Move) -> None:
        """Tell a move; where the engine refuses it, set up the position after it."""
        text = self.dialect.move(board, move, self._turned)
        await self._send(f"usermove {text}" if self._has("usermove") else text)
        answers = await self._answers()
        if any(line.startswith(("Illegal move", "Error")) for line in answers):
            if not self._has("setboard"):
                self._refuse(answers, text)
            after = board.play(move)
            await self._set_up(after)
            self._refuse(await self._answers(), text)

    def _refuse(self, answers: Sequence[str], what: str) -> None:
        for line in answers:
            if line.startswith(("Illegal move", "Error", "tellusererror")):
                raise EngineError(
                    f"{self.name} refused {what[:60]}: {line[:200]}",
                    code="engine.refused",
                    engine=self.name,
                    text=line[:200],
                )

    async def _limit(self, board: Board, limit: Limit) -> None:
        if limit.depth is not None:
            await self._send(f"sd {limit.depth}")
        own, other = limit.black_clock, limit.white_clock
        increment = limit.black_increment
        if not board.turn:
            own, other, increment = other, own, limit.white_increment
        if limit.time is not None:
            # The protocol has whole seconds only; the clock carries the exact limit.
            seconds = limit.time
            await self._send(f"st {max(1, math.ceil(seconds))}")
            own = other = seconds
        elif own is not None:
            minutes, seconds = divmod(math.ceil(own), 60)
            await self._send(f"level {limit.moves_to_go or 0} {minutes}:{seconds:02} {increment or 0:g}")
        if own is not None:
            await self._send(f"time {max(1, round(100 * own))}", f"otim {max(1, round(100 * (other or own)))}")

    async def _play(self, board: Board, limit: Limit, ponder: bool) -> PlayResult:
        moves = board.move_stack
        start = f"{board.rules.name} {first_position(board).sfen()}"
        if self._is_pondering and start == self._start and list(moves[:-1]) == self._moves:
            self._is_pondering = False
            await self._limit(board, limit)
            before = board.copy()
            before.pop()
            text = self.dialect.move(before, moves[-1], self._turned)
            await self._send(f"usermove {text}" if self._has("usermove") else text)
            self._moves.append(moves[-1])
        else:
            await self._stop_pondering()
            await self._synchronize(board)
            await self._limit(board, limit)
            if ponder:
                await self._send("hard")
            await self._send("go")
        return await self._answer(board, ponder)

    async def _answer(self, board: Board, ponder: bool) -> PlayResult:
        """Wait for a move."""
        info = Info()
        legs = ""
        offered = False
        while True:
            line = await self._receive()
            if line.startswith("move "):
                legs += line[5:].strip()
                if not legs.endswith(","):
                    break
            elif line == "resign" or (found := _RESULT.match(line)):
                claim = None if line == "resign" else _RESULTS[found[1]] if found else None
                lost = claim == ("white" if board.turn else "black")
                await self._send("force")
                return PlayResult(None, info=info, resigned=line == "resign" or lost, claim=claim)
            elif line.startswith("offer draw"):
                offered = True
            elif line.startswith(("Error", "Illegal move")):
                self._refuse([line], "go")
            elif (thought := self._thought(board, line)) is not None:
                info = thought
        if not ponder:
            await self._send("force")
        move = self._read_move(board, legs, self._turned)
        # The engine has the move on its board already, unless it took the last king.
        self._moves.append(move)
        late = await self._answers()
        if any(_RESULT.match(line) for line in late):
            self._start = ""
        elif ponder:
            self._is_pondering = True
        reply = info.pv[1] if info.pv[:1] == (move,) and len(info.pv) > 1 else None
        offered = offered or any(line == "offer draw" for line in late)
        return PlayResult(move, reply, info, draw_offered=offered)

    async def _stop_pondering(self) -> None:
        if self._is_pondering:
            self._is_pondering = False
            await self._send("easy", "force")
            await self._answers()

    async def _start_analysis(self, board: Board, limit: Limit, lines: int) -> None:
        await self._stop_pondering()
        if "MultiPV" in self.options:
            await self._set_option(self.options["MultiPV"], str(lines))
        await self._synchronize(board)
        await self._send("analyze")
        self._searched_depth = 0

    async def _read_analysis(self, board: Board) -> Info | None:
        while True:
            line = await self._receive()
            if line.startswith("Error") and "analyze" in line:
                self._refuse([line], "analyze")
            info = self._thought(board, line)
            if info is not None:
                # Several lines of one depth are several lines of play, the best first.
                self._line = self._line + 1 if info.depth == self._searched_depth else 1
                self._searched_depth = info.depth or 0
                info.multipv = self._line if "MultiPV" in self.options else 1
                return info

    async def _finish_analysis(self) -> None:
        await self._send("exit", "force")
        await self._answers()

    def _thought(self, board: Board, line: str) -> Info | None:
        """Read a line of what the engine thinks."""
        found = _THOUGHT.match(line)
        if found is None:
            return None
        depth, score, hundredths, nodes = map(int, found.groups()[:4])
        if abs(score) >= _MATE:
            length = abs(score) - _MATE
            mate = max(1, length) if score > 0 else -max(1, length)
            stated = Score(mate=mate)
        else:
            stated = Score(cp=score)
        seldepth, nps = (None if number is None else int(number) for number in found.groups()[4:6])
        moves = self._read_line(board, found[7].split(), self._turned)
        return Info(depth, seldepth, hundredths / 100, nodes, nps, score=stated, pv=moves)


def parse_features(line: str) -> list[tuple[str, str]]:
    """Read a line of features.

    Examples
    --------
    >>> parse_features('feature ping=1 myname="HaChu 0.21" option="Resign -check 0"')
    [('ping', '1'), ('myname', 'HaChu 0.21'), ('option', 'Resign -check 0')]
    """
    return [(name, quoted or bare) for name, quoted, bare in _FEATURE.findall(line)]


def _parse_option(text: str) -> Option | None:
    found = _OPTION.fullmatch(text)
    if found is None:
        return None
    name, kind, rest = found.groups()
    if kind in ("spin", "slider"):
        numbers = [int(word) for word in rest.split() if re.fullmatch(r"-?\d+", word)]
        default, least, most = (*numbers, None, None, None)[:3]
        return Option(name, kind, "" if default is None else str(default), least, most)
    if kind == "combo":
        choices = [choice.strip() for choice in rest.split("///")]
        chosen = next((choice[1:] for choice in choices if choice.startswith("*")), choices[0])
        return Option(name, kind, chosen, choices=tuple(choice.removeprefix("*") for choice in choices))
    return Option(name, kind, {"0": "false", "1": "true"}.get(rest, rest) if kind == "check" else rest)
