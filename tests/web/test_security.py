"""Requests that the server must refuse, and answers that must not harm the page."""

from __future__ import annotations

import os
import re
import socket
from collections import Counter
from pathlib import Path

import pytest

from web.served import Served, serving

PAGES = ("/", "/page.js", "/api/v1/info")


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "evil.example:80", "", "127.0.0.2"])
def test_a_foreign_host_is_refused(served: Served, path: str, host: str) -> None:
    """A name that points at this machine by DNS rebinding carries its own name."""
    answer = served.request("GET", path, host=host)
    assert answer.status == 403
    assert answer.data["error"]["slug"] == "http.host"


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "LOCALHOST:9", "[::1]:8017"])
def test_this_machines_names_are_served(served: Served, host: str) -> None:
    assert served.request("GET", "/", host=host).status == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", "https://localhost"])
def test_a_foreign_origin_is_refused(served: Served, origin: str) -> None:
    for answer in (served.post("games", {}, origin=origin), served.get("info", origin=origin)):
        assert answer.status == 403
        assert answer.data["error"]["slug"] == "http.origin"
    assert served.post("games", {}, sec_fetch_site="cross-site").status == 403
    assert (
        served.post("games", {}, origin=f"http://127.0.0.1:{served.port}", sec_fetch_site="same-origin").status == 201
    )


@pytest.mark.parametrize("token", ["", "x", "é"])
def test_writing_needs_the_token(served: Served, token: str) -> None:
    game = served.new_game()
    for path, data in (("games", {}), (f"games/{game}/actions", {"action": "undo"})):
        answer = served.post(path, data, x_mujo_token=token.encode().decode("latin-1"))
        assert answer.status == 403
        assert answer.data["error"]["slug"] == "http.token"
    assert served.get(f"games/{game}").data["revision"] == 0


def test_the_token_is_in_no_answer(served: Served) -> None:
    game = served.new_game()
    paths = ["/", "/page.js", "/api/v1/info", f"/api/v1/games/{game}"]
    assert not [path for path in paths if served.token.encode() in served.request("GET", path).body]


def test_a_large_body_is_refused_before_it_is_read(served: Served) -> None:
    """Both where the request states its size and where it does not."""
    headers = {"x_mujo_token": served.token, "content_type": "application/json"}
    answer = served.request("POST", "/api/v1/games", b"", content_length=str(50 * 1024 * 1024), **headers)
    assert answer.status == 413
    with socket.create_connection(("127.0.0.1", served.port), timeout=60) as client:
        client.sendall(
            f"POST /api/v1/games HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nX-Mujo-Token: {served.token}\r\n"
            "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
        )
        chunk = b"100000\r\n" + b" " * 0x100000 + b"\r\n"
        sent = 0
        try:
            while sent < 50:
                client.sendall(chunk)
                sent += 1
        except OSError:
            pass
        assert sent < 50, "the server read 50 MB"
    assert served.get("info").status == 200


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 201),
        (b"{}", 201),
        (b"[1]", 400),
        (b"{", 400),
        (b"\xff\xfe", 400),
        (b"[" * 100_000, 400),
        (b'{"rules": 3}', 422),
        (b'{"rules": "../../etc/passwd"}', 422),
        (b'{"rules": "/etc/passwd.toml"}', 422),
        (b'{"rules": "maka", "options": {"emperor": []}}', 422),
        (b'{"rules": "maka", "options": {"self": "x"}}', 422),
        (b'{"position": "9/9"}', 422),
        (b'{"position": "\\ud800"}', 422),
        (b'{"level": 11}', 422),
        (b'{"level": true}', 422),
        (b'{"level": 3, "side": "red"}', 422),
    ],
)
def test_a_bad_body_is_answered(served: Served, body: bytes, status: int) -> None:
    headers = {"x_mujo_token": served.token, "content_type": "application/json"}
    assert served.request("POST", "/api/v1/games", body, **headers).status == status


def test_a_form_of_another_page_cannot_write(served: Served) -> None:
    """A form can send text without asking first, but no JSON."""
    answer = served.post("games", {}, content_type="text/plain")
    assert answer.status == 415


@pytest.mark.parametrize(
    "path", ["/../pyproject.toml", "/%2e%2e/app.py", "/css/%2e%2e/%2e%2e/app.py", "//etc/passwd", "/js/page.js"]
)
def test_only_the_page_is_served(served: Served, path: str) -> None:
    assert served.request("GET", path).status == 404


@pytest.mark.parametrize("game", ["x", "..%2ftoken", "token", "A" * 22, "%00"])
def test_an_unknown_game_is_not_found(served: Served, game: str) -> None:
    assert served.get(f"games/{game}").status == 404


def test_every_answer_restricts_the_page(served: Served) -> None:
    for path in (*PAGES, "/nothing"):
        headers = served.request("GET", path).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in headers


def many(served: Served, count: int, path: str, **headers: str) -> Counter[bytes]:
    """Send requests without waiting for the answer to each; return how often each status came back."""
    named = {"host": f"127.0.0.1:{served.port}"} | headers
    lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in named.items())]
    request, last = ("\r\n".join([*lines, *more, "", ""]).encode() for more in ((), ("connection: close",)))
    found: Counter[bytes] = Counter()
    for begin in range(0, count, 100):
        size = min(100, count - begin)
        with socket.create_connection(("127.0.0.1", served.port), timeout=60) as client:
            client.sendall(request * (size - 1) + last)
            answers = b"".join(iter(lambda: client.recv(1 << 16), b""))
        found.update(re.findall(rb"HTTP/1\.1 (\d+)", answers))
    return found


def test_ten_thousand_requests_leave_the_server_alive(tmp_path: Path) -> None:
    """Games beyond those that are held in memory come back from their files; empty ones may go."""
    with serving(tmp_path, "--rules", "chu") as server:
        played = server.new_game()
        assert server.act(played, "move", move="6i6h").status == 200
        for _ in range(300):
            server.new_game()
        assert many(server, 4000, f"/api/v1/games/{'A' * 22}") == {b"404": 4000}
        assert many(server, 3000, f"/api/v1/games/{played}/squares/5") == {b"200": 3000}
        assert many(server, 2000, "/") == {b"200": 2000}
        for _ in range(700):
            # A refusal ends its connection.
            assert many(server, 1, "/", host="evil.example") == {b"403": 1}
        assert [each["usi"] for each in server.get(f"games/{played}").data["line"]] == ["6i6h"]
        assert server.interrupt() == 0
    assert len(list((tmp_path / "mujo" / "web").glob("*.json"))) == 1


def test_names_of_a_rule_file_are_escaped(tmp_path: Path) -> None:
    rules = (Path(__file__).parents[1] / "repl" / "small.toml").read_text(encoding="utf-8")
    own = tmp_path / "own.toml"
    hostile = "<script>alert(1)</script>"
    changed = rules.replace('title = "', f'title = "{hostile}', 1)
    assert changed != rules
    own.write_text(changed, encoding="utf-8")
    with serving(tmp_path, "--rules", str(own)) as server:
        game = server.new_game()
        view = server.get(f"games/{game}").data
        assert hostile in view["title"]
        answer = server.get(f"games/{game}/picture.svg")
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert b"<script" not in answer.body
        assert b"&lt;script&gt;" in answer.body


@pytest.mark.skipif(os.name == "nt", reason="Windows has no permission bits")
def test_state_is_private(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        server.act(server.new_game(rules="chu"), "move", move="6i6h")
    folder = tmp_path / "mujo" / "web"
    assert folder.stat().st_mode & 0o077 == 0
    assert (folder / "token").stat().st_mode & 0o077 == 0
