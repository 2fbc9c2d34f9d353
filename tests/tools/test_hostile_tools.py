"""The tools that look for hostile input still run."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

TOOLS = Path(__file__).resolve().parents[2] / "tools"

LOG = """#2\tINITED cov: 17 ft: 18
#900\tNEW    cov: 40 ft: 60
"""
ENDED = """#1000\tDONE   cov: 41 ft: 61
stat::number_of_executed_units: 1000
stat::peak_rss_mb:              30
"""
CRASHED = "==7== ERROR: libFuzzer: deadly signal\n"


def run(*arguments: str | Path) -> str:
    """Run a tool and return what it prints."""
    command = [sys.executable, *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8").stdout


def test_logs_are_added_up_by_target(tmp_path: Path) -> None:
    for name, text in (("1-a.log", LOG + ENDED), ("2-a.log", LOG), ("3-b.log", LOG + CRASHED)):
        (tmp_path / name).write_text(text)
    rows = run(TOOLS / "fuzz_table.py", tmp_path).splitlines()[2:]
    assert rows == [
        "| `a` | 2 | 1,900 | 41 | 30 | 0 |",
        "| `b` | 1 | 900 | 40 | 0 | 1 |",
        "| all | 3 | 2,800 | | | 1 |",
    ]


def test_damaged_records_are_read(tmp_path: Path) -> None:
    printed = run(TOOLS / "fuzz_records.py", "--seconds", "1", "--keep", tmp_path / "kept")
    assert printed.endswith(" texts, 0 findings\n")
    assert not (tmp_path / "kept").exists()


@pytest.mark.parametrize("name", ["chu", "own"])
def test_slow_lists_are_found_and_measured_again(tmp_path: Path, name: str) -> None:
    kept = tmp_path / "kept.jsonl"
    printed = run(TOOLS / "slowest_lists.py", "search", name, "--seconds", "1", "--keep", kept)
    assert printed.startswith(f"{name}: ")
    lines = [json.loads(line) for line in kept.read_text(encoding="utf-8").splitlines()]
    assert lines
    assert [line["milliseconds"] for line in lines] == sorted(line["milliseconds"] for line in lines)
    assert f"| {name} | " in run(TOOLS / "slowest_lists.py", "table", kept)


def test_the_kept_positions_are_read() -> None:
    assert run(TOOLS / "slowest_lists.py", "table", TOOLS / "slowest_lists.jsonl").count("\n") > 6
