"""The tool that measures the engine's speed: the positions that it takes, and what it prints of each."""

import re
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2] / "tools"))
import engine_speed


def test_each_ply_of_the_game_has_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_speed, "GAMES", ("chu",))
    monkeypatch.setattr(engine_speed, "PLIES", (0, 3))
    monkeypatch.setattr(engine_speed, "NODES", 500)
    monkeypatch.setattr(engine_speed, "GAME_NODES", 50)
    _, _, *rows = engine_speed.table().splitlines()
    found = [re.fullmatch(r"\| chu \| (\d+) \| (\d+) \| ([\d,]+) \| (\d+) \|", row) for row in rows]
    numbers = [[int(cell.replace(",", "")) for cell in row.groups()] for row in found if row]
    # 36 legal moves at the start; a depth of two is always completed.
    assert [row[0] for row in numbers] == [0, 3]
    assert numbers[0][1] == 36
    assert all(speed > 0 and depth >= 2 for _, _, speed, depth in numbers)
