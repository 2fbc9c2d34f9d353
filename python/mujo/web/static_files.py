"""The files of the page, held in memory and compressed once, so that many small modules cost little."""

import gzip
import hashlib
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

__all__ = ["StaticPage"]

#: Not left to the system, whose table may be wrong (Windows) and then no module runs.
_KINDS = {"html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}


@dataclass(frozen=True, slots=True)
class _File:
    kind: str
    plain: bytes
    packed: bytes
    tag: str


class StaticPage:
    """Serves the files of ``static/``, and nothing else, by their paths; ``/`` is the page."""

    def __init__(self) -> None:
        self._files = dict(_read(resources.files("mujo.web") / "static", ""))
        self._files["/"] = self._files["/index.html"]

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
        # Asked again after an update of mujo.
        headers = {"etag": file.tag, "cache-control": "no-cache", "vary": "Accept-Encoding"}
        if asked.get("if-none-match") == file.tag:
            return Response(status_code=304, headers=headers)
        if "gzip" not in asked.get("accept-encoding", ""):
            return Response(file.plain, headers=headers, media_type=file.kind)
        return Response(file.packed, headers=headers | {"content-encoding": "gzip"}, media_type=file.kind)


def _read(folder: Traversable, path: str) -> list[tuple[str, _File]]:
    found: list[tuple[str, _File]] = []
    for entry in folder.iterdir():
        name = f"{path}/{entry.name}"
        if entry.is_dir():
            found += _read(entry, name)
            continue
        data = entry.read_bytes()
        kind = _KINDS.get(name.rpartition(".")[2], "application/octet-stream")
        tag = f'"{hashlib.sha256(data).hexdigest()[:16]}"'
        found.append((name, _File(kind, data, gzip.compress(data, mtime=0), tag)))
    return found
