"""The files of the page, held in memory and compressed once: the page itself, one script and one style sheet."""

import gzip
import hashlib
from dataclasses import dataclass
from importlib import resources

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

from mujo.web.bundle import script, style_sheet

__all__ = ["StaticPage"]


@dataclass(frozen=True, slots=True)
class _File:
    kind: str
    plain: bytes
    packed: bytes
    digest: str


class StaticPage:
    """Serves the page, its script, its style sheet and its icon, and nothing else.

    Parameters
    ----------
    digest
        The rule set of a tab without a game, whose pieces the page then asks for at once.
    """

    def __init__(self, digest: str) -> None:
        # The kinds are not left to the system, whose table may be wrong (Windows) and then no script runs.
        files = {
            "page.js": _file("text/javascript", script("page")),
            "page.css": _file("text/css", style_sheet("page")),
            "icon.svg": _file("image/svg+xml", _text("icon.svg")),
        }
        page = _text("index.html").replace('data-set=""', f'data-set="{digest}"', 1)
        for name, file in files.items():
            page = page.replace(f'"{name}"', f'"{name}?{file.digest}"')
        self._files = {f"/{name}": file for name, file in files.items()} | {"/": _file("text/html", page)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        await self._answer(scope)(scope, receive, send)

    def _answer(self, scope: Scope) -> Response:
        file = self._files.get(scope["path"])
        if file is None:
            return PlainTextResponse("Not Found", 404)
        if scope["method"] not in ("GET", "HEAD"):
            return PlainTextResponse("Method Not Allowed", 405)
        asked = Headers(scope=scope)
        # The page names the contents of its other files, and is itself asked for again after an update of mujo.
        named = scope["query_string"].decode("latin-1") == file.digest
        tag = f'"{file.digest}"'
        caching = "private, max-age=31536000, immutable" if named else "no-cache"
        headers = {"etag": tag, "cache-control": caching, "vary": "Accept-Encoding"}
        if asked.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        if "gzip" not in asked.get("accept-encoding", ""):
            return Response(file.plain, headers=headers, media_type=file.kind)
        return Response(file.packed, headers=headers | {"content-encoding": "gzip"}, media_type=file.kind)


def _text(name: str) -> str:
    return (resources.files("mujo.web") / "static" / name).read_text(encoding="utf-8")


def _file(kind: str, text: str) -> _File:
    data = text.encode()
    return _File(kind, data, gzip.compress(data, mtime=0), hashlib.sha256(data).hexdigest()[:16])
