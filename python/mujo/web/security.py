"""What every request must satisfy before it reaches the application: host, origin, token, size and time.

A page of another site can make a browser send requests to this server. It cannot read the answers, unless it points
its own name at 127.0.0.1 (DNS rebinding), which the check of the host refuses; it cannot write, because it does not
have the token of the start link, and its requests carry a foreign origin.
"""

import asyncio
import hmac
import json
from collections.abc import Iterable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["LARGEST_BODY", "TOKEN_HEADER", "Guard"]

#: Bytes of a request's body; a file of records is the largest.
LARGEST_BODY = 8 * 1024 * 1024
#: Seconds until the body of a request must be there.
_BODY_SECONDS = 10.0
#: Requests at work at once.
_MOST_REQUESTS = 64
TOKEN_HEADER = "x-mujo-token"

_READING = frozenset({"GET", "HEAD"})
_HEADERS = (
    (
        b"content-security-policy",
        b"default-src 'self'; img-src 'self' data: blob:; "
        b"object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


class Guard:
    """Refuses requests that are foreign, too large, too slow or too many; adds headers that restrict the page.

    Parameters
    ----------
    app
        The application behind it.
    token
        What a request that writes must carry in the header ``X-Mujo-Token``.
    hosts
        The names by which the server may be called, without a port.
    """

    def __init__(self, app: ASGIApp, token: str, hosts: Iterable[str]) -> None:
        self._app = app
        self._token = token.encode()
        self._hosts = frozenset(host.lower() for host in hosts)
        self._at_work = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request and pass it on."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        send = _with_headers(send)
        fault = self._fault(scope)
        if fault is None and self._at_work >= _MOST_REQUESTS:
            fault = (503, "busy", "too many requests at once: try again")
        if fault is not None:
            await _refuse(send, *fault)
            return
        self._at_work += 1
        try:
            await self._pass_on(scope, receive, send)
        finally:
            self._at_work -= 1

    def _fault(self, scope: Scope) -> tuple[int, str, str] | None:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get(b"host", "")
        if _name_of(host) not in self._hosts:
            return 403, "host", "this server is not called by that name; see --allow-host"
        origin = headers.get(b"origin")
        if origin is not None and origin.lower() not in (f"http://{host.lower()}", f"https://{host.lower()}"):
            return 403, "origin", "a page of another site may not use this server"
        if scope["method"] in _READING:
            return None
        if headers.get(b"sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return 403, "origin", "a page of another site may not use this server"
        given = headers.get(TOKEN_HEADER.encode(), "").encode("latin-1")
        if not hmac.compare_digest(given, self._token):
            return 403, "token", "open the link that 'mujo serve' printed: this tab does not have its token"
        if headers.get(b"content-type", "").partition(";")[0].strip().lower() != "application/json":
            return 415, "type", "the body of a request must be application/json"
        length = headers.get(b"content-length", "0")
        if not length.isdigit() or int(length) > LARGEST_BODY:
            return 413, "size", f"a request may have {LARGEST_BODY} bytes"
        return None

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read the whole body within its limits, then let the application answer."""
        body = b""
        if scope["method"] not in _READING:
            try:
                async with asyncio.timeout(_BODY_SECONDS):
                    while True:
                        message = await receive()
                        if message["type"] != "http.request":
                            return
                        body += message.get("body", b"")
                        if len(body) > LARGEST_BODY:
                            await _refuse(send, 413, "size", f"a request may have {LARGEST_BODY} bytes")
                            return
                        if not message.get("more_body", False):
                            break
            except TimeoutError:
                await _refuse(send, 408, "time", "the request took too long to arrive")
                return
        given = False

        async def replay() -> Message:
            nonlocal given
            if not given:
                given = True
                return {"type": "http.request", "body": body, "more_body": False}
            return await receive()

        await self._app(scope, replay, send)


def _name_of(host: str) -> str:
    """Return the name of a host without its port.

    Examples
    --------
    >>> _name_of("127.0.0.1:8017"), _name_of("[::1]:8017"), _name_of("localhost")
    ('127.0.0.1', '::1', 'localhost')
    """
    host = host.lower().strip()
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *_HEADERS]
        await send(message)

    return sending


async def _refuse(send: Send, status: int, slug: str, message: str) -> None:
    body = json.dumps({"error": {"slug": f"http.{slug}", "message": message}}).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
