"""Searches for a page: the computer's move, a hint, analysis, the review of a game, an offer of a draw.

Each is a stream of events. A game has one search at a time: a new one ends the one before. A search runs in a thread
without the interpreter lock, and ends soon after its stream is closed.
"""

import asyncio
import zlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from mujo._core import BLACK, Board, Clock, Engine, Line, Move, SearchResult
from mujo.commentary import line_text, reasons, score_text
from mujo.manners import DRAW_PLY, HOPELESS_MOVES, accepts_draw, is_hopeless, is_lost
from mujo.review import ReviewedMove, chance_scale, review, win_chance
from mujo.web import values
from mujo.web.store import Store
from mujo.web.table import Table

__all__ = ["MODES", "Event", "Searches"]

MODES = ("move", "hint", "analyse", "review", "draw")
#: The name of an event, and its fields.
Event = tuple[str, dict[str, Any]]

#: MiB of an engine's transposition table, and engines that are kept.
_HASH, _MOST_MINDS = 32, 6
#: Searches at once; more wait for their turn.
_MOST_SEARCHES = 16
#: Seconds of a move, a hint, an answer, and at most of an analysis.
_MOVE, _HINT, _DRAW, _LONGEST = 3.0, 2.0, 1.0, 600
#: Lines that an analysis shows, and moves of a line.
_LINES, _LINE_MOVES = 3, 8
#: Positions that the review of a game searches for each move, by default.
_REVIEW_NODES = 10_000


class _Mind:
    """An engine, and what it answers only while it does not search."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.values = engine.values()
        self.scale = chance_scale(self.values)


class _Search:
    """Work in a thread whose results arrive in the event loop."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._results: asyncio.Queue[Any] = asyncio.Queue()
        self.stopped = False
        # Set while no thread works for it.
        self.ended = asyncio.Event()
        self.ended.set()

    def stop(self) -> None:
        """End the work soon; what has been found counts."""
        self.stopped = True
        self._engine.stop()

    async def run(self, pool: ThreadPoolExecutor, work: Callable[[Callable[[Any], None]], Any]) -> AsyncIterator[Any]:
        """Yield what the work reports, then what it returns."""
        loop = asyncio.get_running_loop()

        def report(found: Any) -> None:
            loop.call_soon_threadsafe(self._results.put_nowait, found)
            # A stop just before a search begins is forgotten by the engine.
            if self.stopped:
                self._engine.stop()

        def end(_: object) -> None:
            self.ended.set()
            self._results.put_nowait(None)

        self.ended.clear()
        future = loop.run_in_executor(pool, work, report)
        future.add_done_callback(end)
        try:
            while (found := await self._results.get()) is not None:
                yield found
            yield await future
        finally:
            if not self.ended.is_set():
                self.stop()


class Searches:
    """All searches of a server.

    Parameters
    ----------
    store
        The games.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._running: dict[str, _Search] = {}
        self._minds: OrderedDict[tuple[str, str, int | None], _Mind] = OrderedDict()
        self._pool = ThreadPoolExecutor(_MOST_SEARCHES, thread_name_prefix="mujo-search")

    def stop(self, game_id: str) -> bool:
        """End the search of a game; what has been found counts. Returns whether there was one."""
        search = self._running.get(game_id)
        if search is None or search.ended.is_set():
            return False
        search.stop()
        return True

    def close(self) -> None:
        """End all searches, for the end of the server."""
        for search in self._running.values():
            search.stop()
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def think(self, game_id: str, table: Table, data: Mapping[str, Any]) -> AsyncIterator[Event]:
        """Yield the events of a search.

        Parameters
        ----------
        game_id, table
            The game.
        data
            ``mode`` and its fields; docs/reference/web.md lists them.

        Raises
        ------
        MujoError
            ``argument``: a field is wrong.
        """
        mode = values.word(data, "mode", *MODES)
        level = table.computer.level if mode in ("move", "draw") and table.computer is not None else None
        while (before := self._running.get(game_id)) is not None:
            before.stop()
            await before.ended.wait()
            if self._running.get(game_id) is before:
                del self._running[game_id]
        mind = self._mind(game_id, table.board, level)
        search = self._running[game_id] = _Search(mind.engine)
        try:
            async for event in getattr(self, f"_{mode}")(game_id, table, data, search, mind):
                yield event
        finally:
            # While its thread still works, the next search of the game has to wait for it.
            if search.ended.is_set() and self._running.get(game_id) is search:
                del self._running[game_id]

    def _view(self, game_id: str, table: Table) -> dict[str, Any]:
        return {"id": game_id, **table.view(), "unsaved": self._store.fault}

    def _mind(self, game_id: str, board: Board, level: int | None) -> _Mind:
        key = (game_id, board.rules.digest, level)
        mind = self._minds.pop(key, None)
        if mind is None:
            seed = 0 if level is None else zlib.crc32(game_id.encode())
            mind = _Mind(Engine(board.rules, _HASH, level=level, seed=seed))
        self._minds[key] = mind
        while len(self._minds) > _MOST_MINDS:
            self._minds.popitem(last=False)
        return mind

    async def _search(
        self, search: _Search, mind: _Mind, board: Board, limit: float | Clock, lines: int = 1
    ) -> AsyncIterator[tuple[SearchResult, bool]]:
        """Yield the results of a search, each with whether it is the last."""
        seconds, clock = (None, limit) if isinstance(limit, Clock) else (limit, None)

        def work(report: Callable[[SearchResult], None]) -> SearchResult:
            return mind.engine.search(board, seconds=seconds, clock=clock, multipv=lines, progress=report)

        last: SearchResult | None = None
        async for found in search.run(self._pool, work):
            if last is not None:
                yield last, False
            last = found
        if last is not None:
            yield last, True

    async def _move(
        self, game_id: str, table: Table, data: Mapping[str, Any], search: _Search, mind: _Mind
    ) -> AsyncIterator[Event]:
        """Search for the computer's move and play it, or resign."""
        del data
        with table.lock:
            board, revision = table.board.copy(), table.revision
            if not table.is_computers_turn:
                return
            limit = _MOVE if table.clock is None else table.clock.for_search()
        async for result, is_last in self._search(search, mind, board, limit):
            if not is_last:
                yield "info", _info(board, result, mind.scale)
                continue
            with table.lock:
                # Taken back, or replaced, in the meantime.
                if table.revision != revision or not table.is_computers_turn:
                    return
                side = board.turn
                if table.rule_on_time():
                    self._store.keep(game_id, table)
                    yield "state", {"view": self._view(game_id, table), "said": "The computer's time is up."}
                    return
                if is_lost(result):
                    table.hopeless_moves = HOPELESS_MOVES
                elif is_hopeless(result, board.rules, mind.values):
                    table.hopeless_moves += 1
                else:
                    table.hopeless_moves = 0
                if table.hopeless_moves >= HOPELESS_MOVES and not table.game.redoable:
                    table.act({"action": "resign", "side": "black" if side == BLACK else "white"})
                    said = "The computer resigns."
                else:
                    table.act({"action": "move", "move": result.best.usi()})
                    said = f"The computer's {reasons(board, result.best, mind.values, names=True)}"
                self._store.keep(game_id, table)
                view = self._view(game_id, table)
            yield "info", _info(board, result, mind.scale)
            yield "state", {"view": view, "said": said}

    async def _hint(
        self, game_id: str, table: Table, data: Mapping[str, Any], search: _Search, mind: _Mind
    ) -> AsyncIterator[Event]:
        """Search for a good move, with its reasons."""
        del game_id, data
        with table.lock:
            board = table.board.copy()
        async for result, is_last in self._search(search, mind, board, _HINT):
            yield "info", _info(board, result, mind.scale)
            if is_last:
                said = f"Your {reasons(board, result.best, mind.values, names=True)}"
                yield "hint", {"usi": result.best.usi(), "squares": _squares(result.best), "said": said}

    async def _analyse(
        self, game_id: str, table: Table, data: Mapping[str, Any], search: _Search, mind: _Mind
    ) -> AsyncIterator[Event]:
        """Search the position for as long as the page wants, several lines at once."""
        del game_id
        seconds = values.number(data, "seconds", 1, _LONGEST, _LONGEST)
        lines = values.number(data, "lines", 1, 10, _LINES)
        with table.lock:
            board = table.board.copy()
        async for result, _ in self._search(search, mind, board, seconds, lines):
            yield "info", _info(board, result, mind.scale)

    async def _review(
        self, game_id: str, table: Table, data: Mapping[str, Any], search: _Search, mind: _Mind
    ) -> AsyncIterator[Event]:
        """Evaluate every move of the main line."""
        del game_id
        nodes = values.number(data, "nodes", 100, 1_000_000, _REVIEW_NODES)
        with table.lock:
            board = table.game.whole_board()

        def work(report: Callable[[ReviewedMove], None]) -> None:
            moves: Iterator[ReviewedMove] = review(mind.engine, board, nodes)
            for move in moves:
                if search.stopped:
                    return
                report(move)

        async for move in search.run(self._pool, work):
            if move is not None:
                yield "ply", _reviewed(move, mind.scale)

    async def _draw(
        self, game_id: str, table: Table, data: Mapping[str, Any], search: _Search, mind: _Mind
    ) -> AsyncIterator[Event]:
        """Let the computer answer the offer of a draw."""
        del data
        with table.lock:
            board, revision, computer = table.board.copy(), table.revision, table.computer
        if computer is None or table.game.is_over:
            return
        agreed, said = False, "The computer plays on: it is too early for a draw."
        if board.ply >= DRAW_PLY:
            async for result, is_last in self._search(search, mind, board, _DRAW):
                if is_last:
                    agreed = accepts_draw(result, to_move=board.turn == computer.side)
            said = "The computer agrees." if agreed else "The computer plays on: it stands better."
        with table.lock:
            if agreed and table.revision == revision:
                table.agree()
                self._store.keep(game_id, table)
            view = self._view(game_id, table)
        yield "state", {"view": view, "said": said}


def _info(board: Board, result: SearchResult, scale: float) -> dict[str, Any]:
    return {
        "depth": result.depth,
        "nodes": result.nodes,
        "seconds": round(result.seconds, 2),
        "lines": [_line(board, line, scale) for line in result.lines],
    }


def _line(board: Board, line: Line, scale: float) -> dict[str, Any]:
    chance = win_chance(line.score, scale)
    return {
        "score": score_text(line.score, board.turn),
        "black": round(chance if board.turn == BLACK else 1 - chance, 4),
        "text": line_text(board, line, _LINE_MOVES),
        "usi": [move.usi() for move in line.moves[:_LINE_MOVES]],
        "squares": _squares(line.moves[0]) if line.moves else [],
    }


def _squares(move: Move) -> list[int]:
    return [move.from_square, *move.via, move.to_square]


def _reviewed(move: ReviewedMove, scale: float) -> dict[str, Any]:
    """Describe a reviewed move; `black` is Black's chance of winning after it."""
    if move.after is not None:
        chance = win_chance(move.after.score, scale)
        black = 1 - chance if move.turn == BLACK else chance
        score = score_text(move.after.score, not move.turn)
    else:
        winner = None if move.outcome is None else move.outcome.winner
        black, score = 0.5 if winner is None else float(winner == BLACK), str(move.outcome)
    return {
        "ply": move.ply,
        "score": score,
        "black": round(black, 4),
        "lost": round(move.lost, 3),
        "mark": move.mark,
        "better": "" if move.is_best else line_text(move.board, move.best, _LINE_MOVES),
    }
