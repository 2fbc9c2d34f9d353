"""Clocks: how time is used, what happens when it is up, and that a restart keeps them."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

import mujo
from mujo.record import parse_record
from mujo.web.clock import GameClock, TimeControl
from mujo.web.table import RuleShelf, Table
from web.served import Served, serving
from web.test_thinking import events

BLACK, WHITE = mujo.BLACK, mujo.WHITE


class Time:
    """A time that passes when a test says so."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def passing() -> Time:
    return Time()


def started(passing: Time, **control: int) -> GameClock:
    """Return clocks after the first move, which is free; White's runs."""
    clock = GameClock(TimeControl(**control), passing)
    passing.seconds += 1000
    assert not clock.is_up
    clock.follow(1, WHITE, runs=True, played=True)
    return clock


def test_only_the_side_to_move_uses_its_time(passing: Time) -> None:
    clock = started(passing, main=60)
    passing.seconds += 10
    assert (clock.left(BLACK), clock.left(WHITE)) == ((60, 0), (50, 0))
    clock.follow(2, BLACK, runs=True, played=True)
    passing.seconds += 15
    assert (clock.left(BLACK), clock.left(WHITE)) == ((45, 0), (50, 0))
    assert not clock.is_up
    passing.seconds += 45
    assert clock.is_up


def test_byoyomi_begins_anew_with_each_move(passing: Time) -> None:
    clock = started(passing, main=5, byoyomi=10)
    passing.seconds += 4
    assert clock.left(WHITE) == (1, 10)
    passing.seconds += 10
    assert clock.left(WHITE) == (0, 1)
    assert not clock.is_up
    clock.follow(2, BLACK, runs=True, played=True)
    clock.follow(3, WHITE, runs=True, played=True)
    assert clock.left(WHITE) == (0, 10)
    passing.seconds += 10
    assert clock.is_up


def test_an_increment_is_added_after_the_move(passing: Time) -> None:
    clock = started(passing, main=5, increment=3)
    passing.seconds += 2
    assert clock.left(WHITE) == (3, 0)
    clock.follow(2, BLACK, runs=True, played=True)
    assert (clock.left(BLACK), clock.left(WHITE)) == ((5, 0), (6, 0))


def test_going_back_stops_the_clock_and_restores_its_time(passing: Time) -> None:
    clock = started(passing, main=60)
    passing.seconds += 10
    clock.follow(2, BLACK, runs=True, played=True)
    passing.seconds += 5
    clock.follow(1, WHITE, runs=False)
    passing.seconds += 100
    assert (clock.left(BLACK), clock.left(WHITE)) == ((60, 0), (50, 0))
    assert not clock.is_up
    clock.follow(2, BLACK, runs=True)
    assert clock.left(BLACK) == (55, 0)
    # Another second move: White's turn goes on from what it had used.
    clock.follow(1, WHITE, runs=False)
    clock.follow(2, BLACK, runs=True, played=True)
    assert (clock.left(BLACK), clock.left(WHITE)) == ((60, 0), (50, 0))


def test_saved_clocks_go_on_from_the_same_time(passing: Time) -> None:
    clock = started(passing, main=60, byoyomi=5, increment=2)
    passing.seconds += 10
    saved = clock.saved()
    passing.seconds += 500
    again = GameClock.restored(saved, passing)
    again.follow(1, WHITE, runs=True)
    assert again.left(WHITE) == (50, 5)
    assert again.control == clock.control
    passing.seconds += 55
    assert again.is_up


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"control": {"main": 60}},
        {"control": {"main": 60}, "times": []},
        {"control": {"main": 60}, "times": [[1, 2]]},
        {"control": {"main": 60}, "times": [[1, 2, -1]]},
        {"control": {"main": 60}, "times": [[1, 2, "3"]]},
        {"control": {"main": -1}, "times": [[1, 2, 3]]},
    ],
)
def test_damaged_clocks_are_refused(data: dict[str, Any]) -> None:
    with pytest.raises(mujo.MujoError):
        GameClock.restored(data)


@pytest.mark.parametrize(
    "control", [3, [], {}, {"main": 0}, {"main": 1.5}, {"main": 86_401}, {"main": 1, "byoyomi": -1}, {"increment": 5}]
)
def test_impossible_times_are_refused(served: Served, control: object) -> None:
    answer = served.post("games", {"rules": "chu", "clock": control})
    assert answer.status == 422
    assert "clock" in answer.data["error"]["message"] or "must be a whole number" in answer.data["error"]["message"]


def test_the_side_whose_time_is_up_loses(passing: Time) -> None:
    table = Table(RuleShelf(), mujo.Board(rules="chu"))
    table.clock = GameClock(TimeControl(60), passing)
    table.act({"action": "move", "move": "6i6h"})
    revision = table.revision
    passing.seconds += 59
    assert not table.rule_on_time()
    passing.seconds += 2
    assert table.rule_on_time()
    assert not table.rule_on_time(), "it is ruled once"
    view = table.view()
    assert (view["over"], view["result"], view["termination"]) == (True, "black", "time")
    assert view["revision"] == revision + 1
    assert view["clock"]["running"] is None
    # People who go on after all have no clocks any more.
    table.act({"action": "resume"})
    assert (table.view()["over"], table.view()["clock"]) == (False, None)


def test_clocks_stand_still_while_the_game_does(passing: Time) -> None:
    table = Table(RuleShelf(), mujo.Board(rules="chu"))
    table.clock = GameClock(TimeControl(60), passing)
    assert table.view()["clock"]["running"] is None, "the first move is free"
    table.act({"action": "move", "move": "6i6h"})
    assert table.view()["clock"]["running"] == "white"
    table.act({"action": "go", "ply": 0})
    assert table.view()["clock"]["running"] is None
    table.act({"action": "go", "ply": 1})
    table.act({"action": "resign"})
    assert table.view()["clock"]["running"] is None
    table.act({"action": "resume"})
    assert table.view()["clock"]["running"] == "white"


def test_another_line_uses_the_time_of_its_own_moves(passing: Time) -> None:
    table = Table(RuleShelf(), mujo.Board(rules="chu"))
    table.clock = GameClock(TimeControl(60), passing)
    for move in ("6i6h", "6d6e"):
        table.act({"action": "move", "move": move})
        passing.seconds += 10
    table.act({"action": "go", "ply": 1})
    table.act({"action": "move", "move": "7d7e"})
    table.act({"action": "branch", "index": 0})
    assert table.clock.left(WHITE) == (50, 0)
    assert table.view()["clock"]["running"] == "black"


def test_a_move_that_comes_too_late_is_not_played(served: Served) -> None:
    game = served.new_game(rules="chu", clock={"main": 1})
    served.act(game, "move", move="6i6h")
    time.sleep(1.05)
    answer = served.act(game, "move", move="6d6e")
    assert answer.status == 409
    view = served.get(f"games/{game}").data
    assert (view["ply"], view["result"], view["termination"]) == (1, "black", "time")


def test_the_computer_plays_by_its_clock(served: Served) -> None:
    """Half a minute for a game leaves a move far less than the three seconds that it has without a clock."""
    game = served.new_game(rules="chu", level=10, side="white", clock={"main": 30})
    served.act(game, "move", move="6i6h")
    found = events(served, game, "move")
    seconds = max(data["seconds"] for name, data in found if name == "info")
    name, data = found[-1]
    assert name == "state"
    assert data["view"]["ply"] == 2, data["said"]
    assert seconds < 2.5
    assert data["view"]["clock"]["running"] == "black"


def test_a_restart_keeps_clocks_and_an_untouched_game(tmp_path: Path) -> None:
    with serving(tmp_path, "--rules", "maka") as server:
        fresh = server.new_game(rules="chu", clock={"main": 1000, "increment": 5})
        game = server.new_game(rules="chu", clock={"main": 1000, "byoyomi": 20})
        server.act(game, "move", move="6i6h")
        before = server.get(f"games/{game}").data["clock"]
        assert server.interrupt() == 0
    saved = parse_record((tmp_path / "mujo" / "web" / f"{game}.json").read_text(encoding="utf-8"))
    assert saved.moves == ("6i6h",)
    with serving(tmp_path, "--rules", "maka") as server:
        after = server.get(f"games/{game}").data["clock"]
        assert after["control"] == before["control"]
        assert after["running"] == "white"
        assert 900 < after["white"]["main"] <= before["white"]["main"]
        assert after["black"] == before["black"]
        view = server.get(f"games/{fresh}").data
        assert (view["rules"], view["clock"]["control"]["increment"]) == ("chu", 5)
