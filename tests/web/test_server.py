"""The interface that docs/reference/web.md documents, asked over HTTP."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import mujo
from mujo.record import parse_kif, parse_pgn, parse_record
from web.served import Served, serving


def test_a_game_is_played(served: Served) -> None:
    game = served.new_game()
    view = served.act(game, "move", move="10n10m").data
    board = mujo.Board(rules="maka")
    board.push("10n10m")
    assert view["position"] == board.sfen()
    assert view["turn"] == "white"
    assert dict(view["pieces"]) == {square: piece.symbol for square, piece in board.piece_map().items()}
    words = "pawn from 10n to 10m"
    assert view["line"] == [{"usi": "10n10m", "text": "P-10m", "words": words}]
    assert view["legal_moves"] == len(board.legal_moves)
    assert served.act(game, "undo").data["line"] == view["line"]
    assert served.act(game, "redo").data["ply"] == 1


def test_an_illegal_move_changes_nothing(served: Served) -> None:
    game = served.new_game()
    before = served.get(f"games/{game}").data
    answer = served.act(game, "move", move="10n10l")
    assert answer.status == 422
    assert answer.data["error"]["slug"] == "illegal_move.no_such_move"
    assert served.get(f"games/{game}").data == before


def test_a_page_that_has_not_seen_the_last_action_is_told(served: Served) -> None:
    game = served.new_game()
    assert served.act(game, "move", move="10n10m", revision=0).status == 200
    answer = served.act(game, "move", move="10f10g", revision=0)
    assert answer.status == 409
    assert answer.data["error"]["slug"] == "http.stale"
    assert served.act(game, "move", move="10f10g", revision=1).status == 200


@pytest.mark.parametrize("rules", sorted(mujo.rule_set_names()))
def test_every_rule_set_can_be_shown(served: Served, rules: str) -> None:
    view = served.get(f"games/{served.new_game(rules=rules)}").data
    board = mujo.Board(rules=rules)
    found = served.get(f"sets/{view['set']}").data
    assert len(found["squares"]) == board.rules.files * board.rules.ranks
    for style in served.get("info").data["styles"]:
        drawn = served.get(f"sets/{view['set']}/styles/{style}").data
        symbols = {symbol for _, symbol in view["pieces"]}
        assert symbols <= set(drawn["up"]) & set(drawn["down"])
        assert all(f'id="{name}"' in drawn["defs"] for name in (*drawn["up"].values(), *drawn["down"].values()))


def test_every_piece_has_a_card(served: Served) -> None:
    view = served.get(f"games/{served.new_game(rules='chu')}").data
    for symbol in served.get(f"sets/{view['set']}").data["pieces"]:
        found = served.get(f"sets/{view['set']}/cards/{symbol.replace('+', '%2B')}").data
        assert found["moves"]
        assert found["diagram"].startswith("<svg")
    assert served.get(f"sets/{view['set']}/cards/XX").status == 422


def test_a_new_line_keeps_the_old_one_as_a_variation(served: Served) -> None:
    game = served.new_game()
    for move in ("10n10m", "10f10g", "9n9m"):
        served.act(game, "move", move=move)
    served.act(game, "go", ply=1)
    view = served.act(game, "move", move="9f9g").data
    assert [each["usi"] for each in view["line"]] == ["10n10m", "9f9g"]
    assert view["branches"] == [{"ply": 2, "texts": ["P-10g", "P-9m"], "length": 2}]
    view = served.act(game, "branch", index=0).data
    assert [each["usi"] for each in view["line"]] == ["10n10m", "10f10g", "9n9m"]
    assert view["ply"] == 2
    assert [each["texts"] for each in view["branches"]] == [["P-9g"]]
    saved = parse_record(served.get(f"games/{game}/record.json").body.decode())
    assert [(line.ply, line.moves) for line in saved.variations] == [(2, ("9f9g",))]


def test_a_resignation_survives_a_look_back(served: Served) -> None:
    game = served.new_game()
    served.act(game, "move", move="10n10m")
    assert served.act(game, "resign").data["result"] == "black"
    back = served.act(game, "undo").data
    assert (back["result"], back["over"]) == (None, False)
    assert served.act(game, "redo").data["result"] == "black"
    assert served.act(game, "resume").data["over"] is False
    assert served.act(game, "draw").data["result"] == "draw"


@pytest.mark.parametrize(("form", "parse"), [("json", parse_record), ("pgn", parse_pgn), ("kif", parse_kif)])
def test_a_record_is_saved_and_loaded(served: Served, form: str, parse: object) -> None:
    game = served.new_game()
    for move in ("10n10m", "10f10g"):
        served.act(game, "move", move=move)
    text = served.get(f"games/{game}/record.{form}").body.decode()
    assert callable(parse)
    assert parse(text).moves == ("10n10m", "10f10g")
    other = served.new_game(rules="chu")
    answer = served.act(other, "load", content=text, name=f"game.{form}").data
    assert answer["rules"] == "maka"
    assert answer["ply"] == 2
    assert answer["answer"] == {"games": 1, "fault": None}


def test_a_record_with_an_illegal_move_is_loaded_up_to_it(served: Served) -> None:
    record = json.loads(served.get(f"games/{served.new_game()}/record.json").body)
    record["moves"] = ["10n10m", "1a1a"]
    view = served.act(served.new_game(), "load", content=json.dumps(record), name="x.json").data
    assert view["ply"] == 1
    assert "1a1a" in view["answer"]["fault"] or "1a" in view["answer"]["fault"]


@pytest.mark.parametrize(
    ("name", "content", "slug"),
    [
        ("x.exe", "", "record.unknown_format"),
        ("x.json", "", "record.syntax"),
        ("x.json", "[" * 1000, "record."),
        ("x.pgn", "", "record.syntax"),
        ("x.json", "x" * (4 * 1024 * 1024 + 1), "argument"),
    ],
)
def test_a_bad_file_leaves_the_game(served: Served, name: str, content: str, slug: str) -> None:
    game = served.new_game()
    served.act(game, "move", move="10n10m")
    answer = served.act(game, "load", content=content, name=name)
    assert answer.status == 422
    assert answer.data["error"]["slug"].startswith(slug)
    assert served.get(f"games/{game}").data["ply"] == 1


def test_games_survive_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path, "--rules", "maka") as server:
        game = server.new_game()
        for move in ("10n10m", "10f10g"):
            server.act(game, "move", move=move)
        server.act(game, "undo")
        server.act(game, "computer", level=3, side="white")
        before, token = server.get(f"games/{game}").data, server.token
        assert server.interrupt() == 0
    with serving(tmp_path, "--rules", "chu") as server:
        assert server.token == token, "open tabs could not write"
        assert server.get(f"games/{game}").data == before
        assert server.act(game, "redo", count=1).data["ply"] == 2


def test_a_replaced_game_is_in_the_archive_of_the_prompt(tmp_path: Path) -> None:
    with serving(tmp_path, "--rules", "maka") as server:
        game = server.new_game()
        server.act(game, "move", move="10n10m")
        server.act(game, "new", rules="chu")
        assert [past["moves"] for past in server.get(f"games/{game}/past").data["games"]] == [1]
        assert list((tmp_path / "mujo").glob("past-*.json"))
        view = server.act(game, "restore", index=0).data
        assert (view["rules"], view["ply"]) == ("maka", 1)


def test_options_and_handicaps(served: Served) -> None:
    game = served.new_game()
    view = served.act(game, "new", rules="maka", options={"stalemate": "draw"}).data
    assert view["rules"] == "maka[stalemate=draw]"
    starts = served.get("rules/tai").data["starts"]
    name = next(iter(starts))
    view = served.act(game, "new", rules="tai", start=name).data
    assert view["position"] == mujo.Board(mujo.RuleSet("tai").starts[name], "tai").sfen()


def files_of_the_page(served: Served) -> list[str]:
    """Return what the page names in its own text: style sheet, script and icon."""
    text = served.request("GET", "/").body.decode()
    return [f"/{name}" for name in re.findall(r'(?:href|src)="([^"]+)"', text)]


def test_the_page_is_small(served: Served) -> None:
    """What a first visit loads, compressed as a browser asks for it."""
    view = served.get(f"games/{served.new_game(rules='tai')}").data
    interface = ("info", f"games/{view['id']}", f"sets/{view['set']}", f"sets/{view['set']}/styles/kanji")
    paths = ["/", *files_of_the_page(served), *(f"/api/v1/{path}" for path in interface)]
    assert len(paths) <= 8, "each request costs a small page more than its bytes"
    answers = [served.request("GET", path, accept_encoding="gzip") for path in paths]
    assert [answer.status for answer in answers] == [200] * len(paths)
    assert sum(len(answer.body) for answer in answers) < 100_000


def test_a_browser_keeps_what_the_page_names_by_its_contents(served: Served) -> None:
    page = served.request("GET", "/")
    assert page.headers["cache-control"] == "no-cache"
    assert served.request("GET", "/", if_none_match=page.headers["etag"]).status == 304
    files = files_of_the_page(served)
    assert len(files) == 3
    for path in files:
        assert "immutable" in served.request("GET", path).headers["cache-control"]
        assert served.request("GET", path.partition("?")[0] + "?old").headers["cache-control"] == "no-cache"


def test_the_page_knows_the_rule_set_of_a_new_tab(served: Served) -> None:
    view = served.get(f"games/{served.new_game()}").data
    assert f'data-set="{view["set"]}"'.encode() in served.request("GET", "/").body


def test_without_the_extra_the_command_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    from mujo.cli import main

    for name in [name for name in sys.modules if name.startswith("mujo.web.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert main(["serve", "--port", "0"]) == 1
