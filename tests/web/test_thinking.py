"""Searches over HTTP: the computer's move, hints, analysis, reviews, and how they end."""

from __future__ import annotations

import http.client
import json
import threading
from typing import Any

import mujo
from web.served import Served


def events(served: Served, game: str, mode: str, **fields: object) -> list[tuple[str, Any]]:
    answer = served.post(f"games/{game}/think", {"mode": mode, **fields})
    assert answer.status == 200, answer.body
    found = []
    for part in answer.body.decode().split("\n\n"):
        if part:
            name, data = part.split("\n")
            found.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return found


def open_stream(served: Served, game: str, mode: str) -> http.client.HTTPConnection:
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=60)
    headers = {"X-Mujo-Token": served.token, "Content-Type": "application/json"}
    connection.request("POST", f"/api/v1/games/{game}/think", json.dumps({"mode": mode}), headers)
    return connection


def test_the_computer_plays_a_legal_move(served: Served) -> None:
    game = served.new_game(rules="chu", level=1, side="black")
    name, data = events(served, game, "move")[-1]
    assert name == "state"
    (move,) = data["view"]["line"]
    assert mujo.Board(rules="chu").is_legal(move["usi"])
    assert served.get(f"games/{game}").data == data["view"]
    assert data["view"]["computer"]["to_move"] is False


def test_the_computer_waits_for_its_turn(served: Served) -> None:
    game = served.new_game(rules="chu", level=1, side="white")
    assert events(served, game, "move") == []
    assert served.get(f"games/{game}").data["ply"] == 0


def test_undo_takes_back_both_moves(served: Served) -> None:
    game = served.new_game(rules="chu", level=1, side="white")
    served.act(game, "move", move="6i6h")
    events(served, game, "move")
    assert served.get(f"games/{game}").data["ply"] == 2
    assert served.act(game, "undo").data["ply"] == 0
    assert served.act(game, "redo").data["ply"] == 2


def test_a_hint_is_legal_and_says_why(served: Served) -> None:
    """A mate in one is found."""
    position = "k,11/12/12/12/12/5,r,6/5,G,6/12/12/12/12/11,K b"
    game = served.new_game(rules="chu", position=position)
    name, data = events(served, game, "hint")[-1]
    assert name == "hint"
    assert mujo.Board(position, "chu").is_legal(data["usi"])
    assert "gold general" in data["said"]
    assert served.get(f"games/{game}").data["ply"] == 0


def test_an_analysis_shows_several_lines(served: Served) -> None:
    game = served.new_game(rules="chu")
    found = events(served, game, "analyse", seconds=1, lines=2)
    assert {name for name, _ in found} == {"info"}
    depths = [data["depth"] for _, data in found]
    assert depths == sorted(depths)
    last = found[-1][1]
    assert len(last["lines"]) == 2
    assert all(0 <= line["black"] <= 1 and line["usi"] for line in last["lines"])


def test_a_review_covers_every_move(served: Served) -> None:
    game = served.new_game(rules="chu")
    for move in ("6i6h", "6d6e", "7i7h"):
        served.act(game, "move", move=move)
    served.act(game, "go", ply=1)
    found = events(served, game, "review", nodes=300)
    assert [data["ply"] for _, data in found] == [1, 2, 3]
    assert served.get(f"games/{game}").data["ply"] == 1


def test_a_lost_move_is_marked(served: Served) -> None:
    """Black could capture the last royal, and lets its own be captured instead."""
    game = served.new_game(rules="chu", position="10,k,1/12/r,11/12/12/12/12/12/12/12/10,R,1/K,11 b")
    served.act(game, "move", move="2k3k")
    marks = [data["mark"] for _, data in events(served, game, "review", nodes=2000)]
    assert marks == ["??"]


def test_a_search_can_be_stopped(served: Served) -> None:
    game = served.new_game(rules="chu")
    connection = open_stream(served, game, "analyse")
    try:
        response = connection.getresponse()
        assert response.readline().startswith(b"event: info")
        assert served.post(f"games/{game}/stop", {}).data == {"stopped": True}
        # It would go on for minutes.
        assert response.read()
    finally:
        connection.close()
    assert served.post(f"games/{game}/stop", {}).data == {"stopped": False}


def test_a_new_search_ends_the_one_before(served: Served) -> None:
    game = served.new_game(rules="chu")
    first = open_stream(served, game, "analyse")
    try:
        response = first.getresponse()
        response.readline()
        assert events(served, game, "hint")[-1][0] == "hint"
        assert response.read() is not None
    finally:
        first.close()


def test_a_search_ends_with_its_page(served: Served) -> None:
    """The same game can search at once after the stream of an endless analysis is closed."""
    game = served.new_game(rules="chu")
    connection = open_stream(served, game, "analyse")
    connection.getresponse().readline()
    connection.close()
    assert events(served, game, "hint")[-1][0] == "hint"


def test_the_computer_moves_at_once_when_it_is_stopped(served: Served) -> None:
    game = served.new_game(rules="tai", level=10, side="white")
    served.act(game, "move", move="8r8q")
    found: list[tuple[str, Any]] = []
    thread = threading.Thread(target=lambda: found.extend(events(served, game, "move")))
    thread.start()
    while not served.post(f"games/{game}/stop", {}).data["stopped"] and thread.is_alive():
        pass
    thread.join(timeout=60)
    assert not thread.is_alive()
    assert served.get(f"games/{game}").data["ply"] == 2


def test_a_draw_is_refused_early(served: Served) -> None:
    game = served.new_game(rules="chu", level=1, side="white")
    assert served.act(game, "draw").status == 422
    ((name, data),) = events(served, game, "draw")
    assert name == "state"
    assert "too early" in data["said"]
    assert data["view"]["over"] is False


def test_wrong_fields_are_refused(served: Served) -> None:
    game = served.new_game(rules="chu")
    assert served.post(f"games/{game}/think", {"mode": "dream"}).status == 422
    ((name, data),) = events(served, game, "analyse", seconds=0)
    assert (name, data["slug"]) == ("fault", "argument")
