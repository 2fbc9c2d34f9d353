"""The routes of the server: the page, and the interface that docs/reference/web.md documents."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cached_property
from typing import Any

from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route

from mujo import svg
from mujo._core import Board, RuleSet, __version__, option_specs, rule_set_names
from mujo.arguments import choice
from mujo.errors import MujoError
from mujo.record import LOSSLESS, Format, format_game
from mujo.svg import PieceStyle
from mujo.web import values
from mujo.web.cards import card, set_fields
from mujo.web.choices import choices
from mujo.web.security import Guard
from mujo.web.static_files import StaticPage
from mujo.web.store import Store
from mujo.web.table import Table
from mujo.web.thinking import MODES, Event, Searches
from mujo.web.view import VERSION

__all__ = ["make_app"]

#: Digests name contents, so that what is found by one never changes.
_FOREVER = {"cache-control": "private, max-age=31536000, immutable"}
_FRESH = {"cache-control": "no-store"}


def make_app(store: Store, first: Board, token: str, hosts: tuple[str, ...]) -> Starlette:
    """Make the application.

    Parameters
    ----------
    store
        The games.
    first
        The board of a tab that names no game.
    token
        What writing needs.
    hosts
        The names by which the server may be called.
    """
    searches = Searches(store)
    routes = _Routes(store, first, searches)
    api = [
        Route("/info", routes.info),
        Route("/games", routes.create, methods=["POST"]),
        Route("/games/{id}", routes.game),
        Route("/games/{id}/squares/{square:int}", routes.square),
        Route("/games/{id}/actions", routes.act, methods=["POST"]),
        Route("/games/{id}/think", routes.think, methods=["POST"]),
        Route("/games/{id}/stop", routes.stop, methods=["POST"]),
        Route("/games/{id}/record.{form}", routes.record),
        Route("/games/{id}/picture.svg", routes.picture),
        Route("/games/{id}/past", routes.past),
        Route("/rules/{name:path}", routes.rules),
        Route("/sets/{digest}", routes.rule_set),
        Route("/sets/{digest}/styles/{style}", routes.style),
        Route("/sets/{digest}/cards/{symbol}", routes.card),
    ]

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        searches.close()
        await run_in_threadpool(store.close)

    return Starlette(
        lifespan=lifespan,
        routes=[Mount("/api/v1", routes=api), Mount("/", app=StaticPage(first.rules.digest))],
        middleware=[
            Middleware(Guard, token=token, hosts=hosts),
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=6),
        ],
        exception_handlers={HTTPException: _http_fault, MujoError: _fault, Exception: _unexpected},
    )


class _Routes:
    """The handlers. Those that ask the core for more than a look run in a thread."""

    def __init__(self, store: Store, first: Board, searches: Searches) -> None:
        self._store, self._first, self._searches = store, first, searches
        store.sets.add(first.rules)

    async def info(self, request: Request) -> Response:
        """Describe the server: version, rule sets, options."""
        del request
        return JSONResponse(await run_in_threadpool(lambda: self._info), headers=_FRESH)

    @cached_property
    def _info(self) -> dict[str, Any]:
        own = [{"name": rules.name, "title": rules.title, "game": rules.game} for rules in self._store.shelf.own]
        shipped = []
        for name in sorted(rule_set_names()):
            rules = RuleSet(name)
            shipped.append({"name": name, "title": rules.title, "game": rules.game})
        return {
            "version": VERSION,
            "mujo": __version__,
            "default": self._first.rules.name,
            "rule_sets": [*own, *shipped],
            "styles": list(PieceStyle),
            "formats": [str(form) for form in LOSSLESS],
            "options": [
                {"name": name, "summary": spec.summary, "rule": spec.rule, "values": dict(spec.values)}
                for name, spec in option_specs().items()
            ],
        }

    async def create(self, request: Request) -> Response:
        """Start a game."""
        data = await _body(request)

        def start() -> Response:
            game_id, table = self._store.create(self._first.copy())
            if data:
                # The first board is no game that anybody left.
                table.act({"action": "position" if "position" in data else "new", **data})
            self._store.keep(game_id, table)
            return self._view(game_id, table, status=201)

        return await run_in_threadpool(start)

    async def game(self, request: Request) -> Response:
        """Return the state of a game."""
        return await run_in_threadpool(lambda: self._view(*self._table(request)))

    async def square(self, request: Request) -> Response:
        """Return what the piece on a square can do."""

        def find() -> Response:
            _, table = self._table(request)
            square = int(request.path_params["square"])
            with table.lock:
                board = table.board
                if square >= board.rules.files * board.rules.ranks:
                    raise HTTPException(404, "there is no such square")
                return JSONResponse({"revision": table.revision, **choices(board, square)}, headers=_FRESH)

        return await run_in_threadpool(find)

    async def act(self, request: Request) -> Response:
        """Carry out an action and return the new state."""
        data = await _body(request)

        def carry_out() -> Response:
            game_id, table = self._table(request)
            with table.lock:
                seen = data.get("revision")
                if seen is not None and seen != table.revision:
                    raise HTTPException(409, "the game has changed elsewhere; this is its present state")
                if table.rule_on_time():
                    self._store.keep(game_id, table)
                    raise HTTPException(409, "the time is up")
                answer = table.act(data)
                self._store.keep(game_id, table)
                return self._view(game_id, table, answer=answer)

        return await run_in_threadpool(carry_out)

    async def think(self, request: Request) -> Response:
        """Search, as a stream of server-sent events."""
        data = await _body(request)
        game_id, table = await run_in_threadpool(lambda: self._table(request))
        values.word(data, "mode", *MODES)
        events = self._searches.think(game_id, table, data)
        written = BackgroundTask(self._store.flush)
        return StreamingResponse(_sent(events), media_type="text/event-stream", headers=_FRESH, background=written)

    async def stop(self, request: Request) -> Response:
        """End the search of a game, whose stream then ends with what it has found."""
        game_id, _ = await run_in_threadpool(lambda: self._table(request))
        return JSONResponse({"stopped": self._searches.stop(game_id)}, headers=_FRESH)

    async def record(self, request: Request) -> Response:
        """Return the game as a record."""

        def write() -> Response:
            _, table = self._table(request)
            form = choice(Format, request.path_params["form"], "format")
            with table.lock:
                game, rules = table.game.record(whole=True), table.board.rules
            own = rules if rules in self._store.shelf.own else None
            kind = "application/json" if form is Format.JSON else "text/plain; charset=utf-8"
            suffix = {Format.POSITION: "usi"}.get(form, str(form))
            name = f"{rules.game}-game.{suffix}".encode("ascii", "replace").decode().replace('"', "")
            headers = _FRESH | {"content-disposition": f'attachment; filename="{name}"'}
            return Response(format_game(game, form, own), media_type=kind, headers=headers)

        return await run_in_threadpool(write)

    async def picture(self, request: Request) -> Response:
        """Return the board as a picture."""

        def draw() -> Response:
            _, table = self._table(request)
            with table.lock:
                board = table.board.copy()
            picture = svg.board(
                board,
                style=request.query_params.get("style", "kanji"),
                flip=request.query_params.get("flip") == "1",
                last_move=board.peek() if board.move_stack else None,
            )
            return Response(picture, media_type="image/svg+xml", headers=_FRESH)

        return await run_in_threadpool(draw)

    async def past(self, request: Request) -> Response:
        """List the games that were left for another."""
        _, table = self._table(request)
        return JSONResponse({"games": table.past_games()}, headers=_FRESH)

    async def rules(self, request: Request) -> Response:
        """Return the options and starts of a rule set that a game may be started with."""

        def describe() -> Response:
            rules = self._store.shelf.find(request.path_params["name"])
            return JSONResponse(
                {
                    "name": rules.name,
                    "title": rules.title,
                    "description": rules.description,
                    "options": rules.options,
                    "starts": rules.start_descriptions,
                },
                headers=_FRESH,
            )

        return await run_in_threadpool(describe)

    async def rule_set(self, request: Request) -> Response:
        """Return the squares and pieces of the rule set of a game."""
        return await run_in_threadpool(lambda: JSONResponse(set_fields(self._set(request)), headers=_FOREVER))

    async def style(self, request: Request) -> Response:
        """Return the drawings of all pieces in one style."""

        def draw() -> Response:
            style = choice(PieceStyle, request.path_params["style"], "style")
            plain, packed = self._store.sets.style(self._set(request), style)
            if "gzip" not in request.headers.get("accept-encoding", ""):
                return Response(plain, media_type="application/json", headers=_FOREVER)
            headers = _FOREVER | {"content-encoding": "gzip", "vary": "Accept-Encoding"}
            return Response(packed, media_type="application/json", headers=headers)

        return await run_in_threadpool(draw)

    async def card(self, request: Request) -> Response:
        """Describe a piece."""
        return await run_in_threadpool(
            lambda: JSONResponse(card(self._set(request), request.path_params["symbol"]), headers=_FOREVER)
        )

    def _table(self, request: Request) -> tuple[str, Table]:
        game_id = request.path_params["id"]
        table = self._store.find(game_id)
        if table is None:
            raise HTTPException(404, "there is no such game: start a new one")
        return game_id, table

    def _set(self, request: Request) -> RuleSet:
        rules = self._store.sets.find(request.path_params["digest"])
        if rules is None:
            raise HTTPException(404, "no game uses this rule set")
        return rules

    def _view(self, game_id: str, table: Table, *, status: int = 200, answer: dict[str, Any] | None = None) -> Response:
        with table.lock:
            if table.rule_on_time():
                self._store.keep(game_id, table)
            fields = {"id": game_id, **table.view(), "unsaved": self._store.fault}
            if answer:
                fields["answer"] = answer
        return JSONResponse(fields, status, headers=_FRESH, background=BackgroundTask(self._store.flush))


async def _sent(events: AsyncIterator[Event]) -> AsyncIterator[str]:
    """Write events as a browser reads them; a fault that comes late is an event too."""
    try:
        async for name, fields in events:
            yield f"event: {name}\ndata: {json.dumps(fields)}\n\n"
    except MujoError as error:
        fields = {"slug": error.code, "message": str(error)}
        yield f"event: fault\ndata: {json.dumps(fields)}\n\n"
    finally:
        await events.aclose()  # type: ignore[attr-defined]


async def _body(request: Request) -> dict[str, Any]:
    """Read the JSON object of a request."""
    data = await request.body()
    try:
        found = json.loads(data) if data else {}
    except (ValueError, RecursionError):
        raise HTTPException(400, "the body is not JSON") from None
    if not isinstance(found, dict):
        raise HTTPException(400, "the body must be an object")
    return found


_STATUS_SLUGS = {400: "body", 404: "unknown", 405: "method", 409: "stale"}


async def _http_fault(request: Request, error: Exception) -> Response:
    del request
    assert isinstance(error, HTTPException)
    slug = _STATUS_SLUGS.get(error.status_code, "error")
    fields = {"slug": f"http.{slug}", "message": error.detail}
    return JSONResponse({"error": fields}, error.status_code, headers=_FRESH)


async def _fault(request: Request, error: Exception) -> Response:
    del request
    assert isinstance(error, MujoError)
    fields = {"slug": error.code, "message": str(error)}
    return JSONResponse({"error": fields}, 422, headers=_FRESH)


async def _unexpected(request: Request, error: Exception) -> Response:
    del request
    message = f"unexpected {type(error).__name__} (a bug in mujo)"
    return JSONResponse({"error": {"slug": "http.error", "message": message}}, 500, headers=_FRESH)
