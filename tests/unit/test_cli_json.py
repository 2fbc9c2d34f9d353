"""The JSON output: the schema of docs/reference/cli.md."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import command_line
import mujo
from mujo.record import record_of, write_games

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "cli.md").read_text(encoding="utf-8")
LION = "19/19/19/19/19/19/19/19/9,p,9/9,LN,9/19/19/19/19/19/19/19/19/19"


def run(*arguments: str, status: int = 0) -> dict[str, Any]:
    done = command_line.run(*arguments, "--json")
    shown, complaint = done.out.decode(), done.err.decode()
    assert done.status == status, complaint
    out, other = (shown, complaint) if "error" not in complaint else (complaint, shown)
    assert other == ""
    assert out.count("\n") == 1
    data: dict[str, Any] = json.loads(out)
    assert data.pop("format") == "mujo-cli/1"
    return data


def documented(heading: str) -> set[str]:
    """Find the keys in the table below a heading of the page."""
    table = PAGE.split(f"\n{heading}\n", 1)[1].lstrip().split("\n\n")[0]
    return set(re.findall(r"`([a-z_]+)`", "\n".join(line.split("|")[1] for line in table.splitlines()[2:])))


COMMON = {"command", "rules", "position"}


def test_moves() -> None:
    data = run("moves", "--rules", "maka", "--position", LION, "--from", "10j")
    assert set(data) == documented("`moves`") | COMMON
    assert data["rules"] == "maka"
    assert data["position"] == LION + " b - 1"
    assert data["from"] == "10j"
    assert data["count"] == len(data["moves"])
    by_text = {move["usi"]: move for move in data["moves"]}
    assert by_text["10j10i10j"] == {
        "usi": "10j10i10j",
        "from": "10j",
        "captures": ["10i"],
        "to": "10j",
        "promotes": False,
        "pass": False,
        "igui": True,
    }
    assert by_text["10j10i+"]["promotes"] is True
    assert by_text["10j10j"]["pass"] is True
    assert run("moves", "--rules", "maka")["from"] is None


def test_show() -> None:
    data = run("show", "--rules", "maka", "--position", LION)
    assert set(data) == documented("`show`") | COMMON
    assert data["files"] == data["ranks"] == 19
    assert data["turn"] == "black"
    assert data["state"] is None
    assert data["move_number"] == 1
    assert data["pieces"] == [
        {"square": "10i", "type": "P", "side": "white", "promoted": False},
        {"square": "10j", "type": "LN", "side": "black", "promoted": False},
    ]
    assert data["check"] is False
    assert data["outcome"] is None


def test_an_outcome() -> None:
    data = run("show", "--rules", "maka", "--position", LION.replace("LN", "K"))
    assert data["outcome"]["result"] == "black"
    assert data["outcome"]["rule"] == "5.1" or data["outcome"]["rule"] == "5.2"
    assert set(data["outcome"]) == {"result", "termination", "rule"}


def test_perft() -> None:
    data = run("perft", "2", "--rules", "maka", "--position", LION)
    assert set(data) == documented("`perft`") | COMMON
    assert data["nodes"] == mujo.Board(LION, "maka").perft(2)
    assert data["seconds"] >= 0
    assert data["divide"] is None
    divided = run("perft", "2", "--rules", "maka", "--position", LION, "--divide")
    assert sum(divided["divide"].values()) == divided["nodes"] == data["nodes"]


def test_check(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text("format = 2\n", encoding="utf-8")
    good = Path(mujo.__file__).parent / "data" / "rules" / "maka.toml"
    data = run("check", str(path), str(good), status=1)
    assert set(data) == documented("`check`")
    bad, fine = data["files"]
    assert fine == {"file": str(good), "problems": []}
    assert bad["file"] == str(path)
    for problem in bad["problems"]:
        assert set(problem) == {"line", "key", "code", "reason"}
        assert problem["code"] in mujo.error_slugs()


def test_commands_of_the_engine(tmp_path: Path) -> None:
    board = mujo.Board(rules="chu")
    board.push("6i6h")
    games, problems = tmp_path / "games.jsonl", tmp_path / "problems.txt"
    write_games(games, [record_of(board)])
    problems.write_text("k,11/11,R/10,R,1/12/12/12/12/12/12/12/12/K,5,p,5 b - 1\n", encoding="utf-8")
    for heading, arguments in (
        ("`analyse`", ("analyse", str(games), "--nodes", "100")),
        ("`solve`", ("solve", str(problems), "--rules", "chu", "--hash", "1")),
        ("`bench`", ("bench", "--shallower", "10")),
        ("`match`", ("match", "a=random", "b=random", "--rules", "hishigata", "--pairs", "1", "--max-plies", "6")),
    ):
        assert set(run(*arguments)) == documented(heading), heading


@pytest.mark.parametrize(
    ("arguments", "code", "extra"),
    [
        (["moves", "--rules", "mak"], "rules.unknown_name", "matches"),
        (["moves", "--position", "x"], "position.", "problems"),
        (["moves", "--from", "a1"], "notation.", "position"),
        (["moves", "--rules", "missing.toml"], "file", None),
    ],
)
def test_errors(arguments: list[str], code: str, extra: str | None) -> None:
    error = run(*arguments, status=1)["error"]
    assert error["code"].startswith(code)
    assert error["code"] in mujo.error_slugs()
    assert error["message"]
    assert set(error) == {"code", "message"} | ({extra} if extra else set())
