"""Long tools give the same results in parts as in one process."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[2] / "tools"))
import compare_engines
import tune


def test_games_for_tuning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second run goes on where the first ended."""
    found = []
    for name, counts, more in (("one", ("5",), ()), ("two", ("2", "5"), ("--processes", "2"))):
        monkeypatch.setattr(tune, "GAMES", tmp_path / name)
        for count in counts:
            words = ("play", "hishigata", "--games", count, "--nodes", "30", "--plies", "25")
            monkeypatch.setattr(sys, "argv", ["tune.py", *words, *more])
            assert tune.main() == 0
        found.append((tmp_path / name / "hishigata.jsonl").read_text())
    assert found[0] == found[1]
    assert found[0].count("\n") == 5


def test_comparison_of_the_engines(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    tables = []
    for more in ((), ("--processes", "2")):
        words = ("--share", "1", "--rules", "chu", "hishigata", "--kinds", "few", "scattered", *more)
        monkeypatch.setattr(sys, "argv", ["compare_engines.py", *words])
        assert compare_engines.main() == 0
        tables.append(capsys.readouterr().out.partition("\n\n")[2])
    assert tables[0] == tables[1]
    assert "| hishigata | 0 | 0 | 1 | 1 | 2 |" in tables[0]
