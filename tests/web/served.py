"""A running `mujo serve`, for tests: its address, its token, and requests to it."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

_LINK = re.compile(r"http://127\.0\.0\.1:(\d+)/#token=([\w-]+)")


class Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def data(self) -> Any:
        return json.loads(self.body)


class Served:
    def __init__(self, process: subprocess.Popen[str], link: str, port: int, token: str) -> None:
        self.process, self.link, self.port, self.token = process, link, port, token

    def request(self, method: str, path: str, body: bytes | None = None, /, **headers: str) -> Answer:
        """Send one request; the names of headers have underscores."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, body, named)
            answer = connection.getresponse()
            return Answer(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())
        finally:
            connection.close()

    def get(self, path: str, **headers: str) -> Answer:
        return self.request("GET", f"/api/v1/{path}", **headers)

    def post(self, path: str, data: object, **headers: str) -> Answer:
        body = json.dumps(data).encode()
        usual = {"x_mujo_token": self.token, "content_type": "application/json"} | headers
        return self.request("POST", f"/api/v1/{path}", body, **usual)

    def new_game(self, **fields: object) -> str:
        answer = self.post("games", fields)
        assert answer.status == 201, answer.body
        return str(answer.data["id"])

    def act(self, game: str, action: str, **fields: object) -> Answer:
        return self.post(f"games/{game}/actions", {"action": action, **fields})

    def interrupt(self) -> int:
        """Press Ctrl-C and return the exit status."""
        if sys.platform == "win32":
            pytest.skip("Windows sends Ctrl-C to whole consoles only")
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=30)


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[Served]:
    """Run the server; its games are kept in `folder`."""
    environment = os.environ | {"XDG_STATE_HOME": str(folder)}
    words = [sys.executable, "-m", "mujo", "serve", *(() if "--port" in options else ("--port", "0")), *options]
    process = subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        found = _LINK.search(process.stdout.readline())
        assert found is not None, "the server did not print its link"
        yield Served(process, found[0], int(found[1]), found[2])
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()
