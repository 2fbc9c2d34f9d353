"""The tool that counts random games: the same table for any number of processes, and the page in docs is complete."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
KINDS = [
    "igui",
    "capture of two",
    "capture of three",
    "pass",
    "contagion",
    "promotion forced",
    "promotion chosen",
    "promotion declined",
    "emperor refusal",
    "repetition refusal",
]


def run(*arguments: str) -> str:
    command = [sys.executable, str(ROOT / "tools" / "random_games.py"), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=200)
    assert done.returncode in {0, 1}, done.stderr  # 1: some kind was not seen in so few games
    return done.stdout


def test_processes_make_no_difference() -> None:
    arguments = ["--sets", "maka", "hishigata", "--games", "6", "--plies", "60"]
    one = run(*arguments, "--processes", "1")
    assert one == run(*arguments, "--processes", "2")
    assert one != run(*arguments, "--seed", "2")
    assert "| games | 6 | 6 | 12 |" in one


def test_unknown_set() -> None:
    command = [sys.executable, str(ROOT / "tools" / "random_games.py"), "--sets", "shogi"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "no such rule set: shogi" in done.stderr


def test_page_has_every_kind() -> None:
    """None of them is zero over the three games; the endings of each add up to its games."""
    text = (ROOT / "docs" / "explanation" / "random-games.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| ([^|]+) \| (.*) \|$", text, re.MULTILINE))
    for kind in KINDS:
        assert int(rows[kind].split(" | ")[-1].replace(",", "")) > 0, kind
    games = [int(cell.replace(",", "")) for cell in rows["games"].split(" | ")]
    endings = [row for title, row in rows.items() if title.startswith("ended by") or title == "cut at the limit"]
    for column, number in enumerate(games):
        assert sum(int(row.split(" | ")[column].split(" ")[0].replace(",", "")) for row in endings) == number
