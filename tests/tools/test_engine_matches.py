"""The tool that plays the engine's matches: a short match, its kept games, and the tables in the documentation."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import mujo

sys.path.append(str(Path(__file__).parents[2] / "tools"))
import engine_matches
import random_searches
from mujo.match import MatchSettings, Standing


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    monkeypatch.setattr(sys, "argv", ["engine_matches.py", *words])
    assert engine_matches.main() == 0


def test_games_are_kept_and_counted_for_the_first_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(engine_matches, "JOURNALS", tmp_path / "journals")
    monkeypatch.setattr(engine_matches, "RECORDS", tmp_path / "records")
    words = ("run", "anchors", "hishigata", "--only", "random", "--nodes", "50", "--pairs", "1", "--max-plies", "20")
    run(monkeypatch, *words)
    (path,) = (tmp_path / "records").iterdir()
    assert path.name == "anchors-hishigata-random.jsonl"
    head, *games = map(json.loads, path.read_text().splitlines())
    assert (head["first"], head["second"], len(games)) == ("nodes=50", "random", 2)
    capsys.readouterr()
    # White won both games: one for each player.
    rows = [json.dumps(game | {"result": "white"}) for game in games]
    path.write_text("\n".join([json.dumps(head), *rows]))
    run(monkeypatch, "table")
    table = capsys.readouterr().out
    assert "### Simple reference players" in table
    assert "| hishigata | `nodes=50` | `random` | 1 | 0 | 1 | +0 [" in table


def test_every_part_of_the_search_has_a_match(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[str] = []

    def play(settings: object, **_: object) -> Standing:
        assert isinstance(settings, MatchSettings)
        played.extend(settings.players[1].without)
        return Standing(settings, ())

    monkeypatch.setattr(engine_matches, "play_match", play)
    monkeypatch.setattr(Path, "write_text", lambda *_, **__: 0)
    run(monkeypatch, "run", "ablation", "chu")
    assert played == list(mujo.Engine.FEATURES)


def test_the_tables_of_the_documentation_are_those_of_the_kept_games() -> None:
    assert engine_matches.table() in engine_matches.PAGE.read_text(encoding="utf-8")


def test_random_searches_report_an_illegal_line(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = mujo.Engine("chu", hash=1)
    board = mujo.Board(rules="chu")
    assert random_searches.fault(engine, board, {"depth": 1}) is None
    other = mujo.Board("k,11/11,R/10,R,1/12/12/12/12/12/12/12/12/K,5,p,5 b - 1", "chu")
    result = engine.search(other, depth=1)

    class Wrong:
        def search(self, _: object, **__: object) -> object:
            return result

    assert "illegal" in str(random_searches.fault(Wrong(), board, {}))  # type: ignore[arg-type]
