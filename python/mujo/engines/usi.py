"""Engines that speak USI, the protocol of shogi programs."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from typing import Final

from mujo._core import Board, Move
from mujo.engines.dialects import LISHOGI, MUJO, Dialect
from mujo.engines.engine import Engine, first_position
from mujo.engines.types import Info, Limit, Option, PlayResult, Score
from mujo.errors import EngineError

__all__ = ["UsiEngine", "parse_info", "parse_option"]

_OPTION: Final = re.compile(r"option name (.+?) type (\S+)(.*)")
#: The option that chooses a game, as Fairy-Stockfish names it.
_VARIANT: Final = "USI_Variant"
#: The option by which an engine learns that it will think on the opponent's time.
_PONDER: Final = "USI_Ponder"
_WHOLE: Final = ("depth", "seldepth", "nodes", "nps", "hashfull", "multipv")


class UsiEngine(Engine):
    """An engine that speaks USI.

    Parameters
    ----------
    command
        The program, or the program and its arguments.
    dialect
        How it writes positions and moves: `MUJO` or `LISHOGI`. By default that of lishogi, if the engine offers the
        variant ``chushogi`` and not ``chu``, else that of this package.
    timeout, folder, environment
        As in `Engine`.

    Examples
    --------
    >>> UsiEngine(["some-engine", "--quiet"]).command
    ['some-engine', '--quiet']
    """

    def __init__(self, command: Sequence[str] | str, dialect: Dialect | None = None, **settings: object) -> None:
        super().__init__(command, dialect or MUJO, **settings)  # type: ignore[arg-type]
        self._chosen = dialect
        self._game = ""
        #: The position that the engine searches on the opponent's time.
        self._pondering: Board | None = None
        #: Whether the engine has been told that it will ponder, or has no option for that.
        self._knows_pondering = False

    async def _greet(self) -> None:
        await self._send("usi")
        self.options.clear()
        while (line := await self._receive()) != "usiok":
            if line.startswith("id name "):
                self.name: str = line[8:].strip()[:100] or self.name
            elif line.startswith("id author "):
                self.author: str = line[10:].strip()[:200]
            elif (option := parse_option(line)) is not None:
                self.options[option.name] = option
        variants = self._variants()
        if self._chosen is None and "chushogi" in variants and "chu" not in variants:
            self.dialect = LISHOGI
        self._game = ""
        self._pondering = None
        self._knows_pondering = _PONDER not in self.options
        await self._ping()

    def _variants(self) -> tuple[str, ...]:
        option = self.options.get(_VARIANT)
        return () if option is None else option.choices

    async def _set_option(self, option: Option, text: str) -> None:
        await self._send(f"setoption name {option.name}" + ("" if option.kind == "button" else f" value {text}"))

    async def _ping(self) -> None:
        await self._send("isready")
        while await self._receive() != "readyok":
            pass

    async def _position(self, board: Board) -> None:
        """Tell the game, if the engine plays several, and the position."""
        game = board.rules.name
        if game != self._game:
            offered = self._variants()
            if offered:
                known = next((name for name in self.dialect.variants(board) if name in offered), None)
                if known is None:
                    raise EngineError(
                        f"{self.name} does not play {game}, but {', '.join(offered)[:200]}",
                        code="engine.variant",
                        engine=self.name,
                    )
                await self._send(f"setoption name {_VARIANT} value {known}")
            await self._send("usinewgame")
            await self._ping()
            self._game = game
        first = first_position(board)
        start = "startpos" if first == Board(rules=board.rules) else f"sfen {self.dialect.position(first)}"
        moves = []
        for move in board.move_stack:
            moves.append(self.dialect.move(first, move))
            first.push_unchecked(move)
        await self._send(f"position {start}" + (f" moves {' '.join(moves)}" if moves else ""))

    async def _play(self, board: Board, limit: Limit, ponder: bool) -> PlayResult:
        begun = asyncio.get_running_loop().time()
        if self._pondering is not None and _is_same_game(self._pondering, board):
            self._pondering = None
            await self._send("ponderhit")
            infos, answer, expected = await self._answer(board)
        else:
            await self._stop_pondering()
            if ponder and not self._knows_pondering:
                await self._set_option(self.options[_PONDER], "true")
                self._knows_pondering = True
            await self._position(board)
            await self._send(_go_command(limit))
            infos, answer, expected = await self._answer(board)
        spent = asyncio.get_running_loop().time() - begun
        info = infos.get(1, Info())
        if answer == "resign":
            return PlayResult(None, info=info, resigned=True)
        if answer == "win":
            return PlayResult(None, info=info, claim="black" if board.turn else "white")
        move = self._read_move(board, answer)
        after = board.play(move)
        reply = (self._read_line(after, [expected]) or (None,))[0] if expected else None
        if ponder and reply is not None:
            after.push(reply)
            await self._position(after)
            await self._send(_go_command(limit.after_move(board.turn, spent), ponder=True))
            self._pondering = after
        return PlayResult(move, reply, info)

    async def _stop_pondering(self) -> None:
        if self._pondering is not None:
            self._pondering = None
            await self._finish_analysis()

    async def _start_analysis(self, board: Board, limit: Limit, lines: int) -> None:
        await self._stop_pondering()
        if "MultiPV" in self.options:
            await self._set_option(self.options["MultiPV"], str(lines))
        await self._position(board)
        await self._send(_go_command(limit))

    async def _read_analysis(self, board: Board) -> Info | None:
        while True:
            line = await self._receive()
            if line.startswith("bestmove"):
                return None
            info = self._read_info(board, line)
            if info is not None:
                return info

    async def _finish_analysis(self) -> None:
        await self._send("stop")
        while not (await self._receive()).startswith("bestmove"):
            pass

    async def mate(self, board: Board, seconds: float) -> tuple[Move, ...] | None:
        """Let the engine look for a forced mate.

        Parameters
        ----------
        board
            The position; unchanged.
        seconds
            How long the engine may look.

        Returns
        -------
        tuple of Move or None
            A line to the mate, empty if the engine proved that there is none; ``None`` if it does not know.

        Raises
        ------
        EngineError
            As in `play`; ``engine.refused``: the engine does not solve problems.

        Examples
        --------
        >>> import asyncio, sys
        >>> from mujo import Board
        >>> async def solve() -> list[str]:
        ...     async with UsiEngine([sys.executable, "-m", "mujo", "usi"]) as engine:
        ...         board = Board("k,11/11,R/10,R,1/12/12/12/12/12/12/12/12/K,5,p,5 b - 1", "chu")
        ...         return [move.usi() for move in await engine.mate(board, 5)]
        >>> asyncio.run(solve())
        ['2c2a']
        """
        return await self._exclusive(lambda: self._mate(board, seconds), seconds + self.timeout)

    async def _mate(self, board: Board, seconds: float) -> tuple[Move, ...] | None:
        await self._stop_pondering()
        await self._position(board)
        await self._send(f"go mate {max(1, round(1000 * seconds))}")
        while not (line := await self._receive()).startswith("checkmate"):
            pass
        words = line.split()[1:]
        if words == ["notimplemented"]:
            raise EngineError(
                f"{self.name} does not solve problems", code="engine.refused", engine=self.name, text=line
            )
        if words in (["timeout"], []):
            return None
        if words == ["nomate"]:
            return ()
        here, moves = board.copy(), []
        for text in words:
            moves.append(here.push(self._read_move(here, text)))
        return tuple(moves)

    async def _answer(self, board: Board) -> tuple[dict[int, Info], str, str]:
        """Wait for a move: the last report on each line, the move, and the reply that the engine expects."""
        infos: dict[int, Info] = {}
        while True:
            line = await self._receive()
            words = line.split()
            if words[:1] == ["bestmove"]:
                if len(words) < 2:
                    raise EngineError(
                        f"{self.name} sent bestmove without a move", code="engine.protocol", engine=self.name, text=line
                    )
                return infos, words[1], words[3] if words[2:3] == ["ponder"] and len(words) > 3 else ""
            info = self._read_info(board, line)
            if info is not None and (info.score is not None or info.pv or info.multipv not in infos):
                infos[info.multipv] = info

    def _read_info(self, board: Board, line: str) -> Info | None:
        """Read a report with its line of play; ``None`` for any other line."""
        words = line.split()
        if words[:1] != ["info"]:
            return None
        info = parse_info(words[1:])
        if "pv" in words and not info.text:
            info.pv = self._read_line(board, words[words.index("pv") + 1 :])
        return info


def _is_same_game(one: Board, other: Board) -> bool:
    return one == other and one.rules == other.rules and one.move_stack == other.move_stack


def _go_command(limit: Limit, *, ponder: bool = False) -> str:
    """Write the command that starts a search."""

    def milliseconds(seconds: float) -> int:
        return max(1, round(1000 * seconds))

    words = ["go", "ponder"] if ponder else ["go"]
    bare = len(words)
    for name, seconds in (
        ("btime", limit.black_clock),
        ("wtime", limit.white_clock),
        ("binc", limit.black_increment),
        ("winc", limit.white_increment),
        ("byoyomi", limit.byoyomi),
        ("movetime", limit.time),
    ):
        if seconds is not None:
            words += [name, str(milliseconds(seconds))]
    for name, number in (("movestogo", limit.moves_to_go), ("depth", limit.depth), ("nodes", limit.nodes)):
        if number is not None:
            words += [name, str(number)]
    return " ".join(words if len(words) > bare or ponder else [*words, "infinite"])


def parse_option(line: str) -> Option | None:
    """Read the line by which an engine offers an option; ``None`` if it is another line.

    Examples
    --------
    >>> parse_option("option name USI_Hash type spin default 16 min 1 max 1024")
    Option(name='USI_Hash', kind='spin', default='16', least=1, most=1024, choices=())
    """
    found = _OPTION.fullmatch(line)
    if found is None:
        return None
    words = found[3].split()
    values: dict[str, list[str]] = {"default": [], "min": [], "max": []}
    choices: list[list[str]] = []
    current: list[str] = []
    for word in words:
        if word == "var":
            choices.append([])
            current = choices[-1]
        elif word in values:
            current = values[word]
        else:
            current.append(word)
    least, most = (_number(values[name]) for name in ("min", "max"))
    default = " ".join(values["default"])
    kinds = tuple(" ".join(choice) for choice in choices)
    return Option(found[1], found[2], "" if default == "<empty>" else default, least, most, kinds)


def _number(words: Sequence[str]) -> int | None:
    try:
        return int(words[0])
    except (IndexError, ValueError):
        return None


def parse_info(words: Sequence[str]) -> Info:
    """Read an ``info`` line, without its line of play.

    Examples
    --------
    >>> parse_info("depth 7 seldepth 9 score cp -35 nodes 1200 time 250 pv 7g7f".split()).score
    Score(cp=-35, mate=None)
    """
    info = Info()
    for name, value, *more in zip(words, words[1:], [*words[2:], ""], strict=False):
        if name == "string":
            info.text = " ".join(words[words.index("string") + 1 :])[:500]
            break
        if name == "pv":
            break
        if name in _WHOLE and (number := _number([value])) is not None:
            setattr(info, name, number)
        elif name == "time" and (number := _number([value])) is not None:
            info.time = number / 1000
        elif name == "score":
            info.score = _score(value, more[0])
    return info


def _score(kind: str, value: str) -> Score | None:
    if kind == "mate" and value in ("+", "-"):
        return Score(mate=1 if value == "+" else -1)
    number = _number([value])
    if number is None or kind not in ("cp", "mate"):
        return None
    return Score(cp=number) if kind == "cp" else Score(mate=number)
