"""The engine on the command line: bench, solve, analyse."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mujo import Board
from mujo.cli import main
from mujo.record import game_of, read_record, record_of, write_games, write_record

MATE = "Q6/12 b"


def test_the_signature_of_the_bench_is_the_same_again(capsys: pytest.CaptureFixture[str]) -> None:
    counts = []
    for _ in range(2):
        assert main(["bench", "--shallower", "3", "--json"]) == 0
        counts.append(json.loads(capsys.readouterr().out)["nodes"])
    assert counts[0] == counts[1] > 0


def test_solve_lists_mates_and_problems_without_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    problems = tmp_path / "problems.txt"
    problems.write_text(
        "# two problems whose attacker has no king\n"
        "easy ; k11/11R/10R1/12/12/12/12/12/12/12/12/12 b - 1 ; anything\n"
        "none ; k11/12/12/12/12/12/12/12/12/12/12/11R b - 1\n"
    )
    arguments = ["solve", str(problems), "--rules", "chu", "--set", "no_royals=plays-on", "--set", "bare_king=off"]
    assert main([*arguments, "--form", "lishogi", "--hash", "1", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert [(row["name"], row["status"]) for row in found["problems"]] == [("easy", "mate"), ("none", "no mate")]
    assert found["problems"][0]["moves"] == ["2c2a"]
    assert found["solved"] == 1


def test_solve_names_the_line_of_a_problem_that_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    problems = tmp_path / "problems.txt"
    problems.write_text("\nbad ; nonsense\n")
    assert main(["solve", str(problems), "--rules", "chu", "--hash", "1"]) == 1
    assert "line 2" in capsys.readouterr().err


def test_analyse_marks_a_queen_that_is_given_away(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = Board(rules="chu")
    for move in ("6i6h", "8d8e", "6k6d", "6c6d"):
        if board.is_legal(board.parse_move(move)) if move in {each.usi() for each in board.legal_moves} else False:
            board.push(move)
    path, out = tmp_path / "game.json", tmp_path / "out.json"
    write_record(record_of(board), path)
    assert main(["analyse", str(path), "--nodes", "300", "--json", "--out", str(out)]) == 0
    rows = json.loads(capsys.readouterr().out)["games"][0]["moves"]
    assert [row["move"] for row in rows] == [move.usi() for move in board.move_stack]
    assert all(0 <= row["lost"] <= 1 for row in rows)
    assert set(read_record(out).comments) == set(range(1, len(rows) + 1))


def test_executors_change_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two games and two problems, here and in two processes."""
    games, problems = tmp_path / "games.jsonl", tmp_path / "problems.txt"
    board = Board(rules="chu")
    board.push("6i6h")
    write_games(games, [game_of(board), game_of(board.play("6d6e"))])
    problems.write_text("k11/11R/10R1/12/12/12/12/12/12/12/12/12 b - 1\nk11/12/12/12/12/12/12/12/12/12/12/11R b - 1\n")
    solve = ["solve", str(problems), "--rules", "chu", "--set", "no_royals=plays-on", "--set", "bare_king=off"]
    for command in (["analyse", str(games), "--nodes", "100"], [*solve, "--form", "lishogi", "--hash", "1"]):
        outputs = []
        for more in ([], ["--processes", "2"]):
            main([*command, "--json", *more])
            outputs.append(capsys.readouterr().out)
        assert outputs[0] == outputs[1]
        assert outputs[0].count('"moves"') == 2
