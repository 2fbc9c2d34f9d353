"""The tables of docs/reference/rules.md are those that the script prints."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import mujo

ROOT = Path(__file__).parents[2]
# The scripts import one another.
sys.path.append(str(ROOT / "tools"))
SCRIPT = ROOT / "tools" / "sets_table.py"


def test_the_tables_are_printed_by_the_script() -> None:
    done = subprocess.run([sys.executable, SCRIPT, "--check"], check=False)
    assert done.returncode == 0, "run python tools/sets_table.py --write"


def test_every_set_and_point_is_there() -> None:
    spec = importlib.util.spec_from_file_location("sets_table", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    for game in script.GAMES:
        lines = script.table(game)
        rows = [[cell.strip() for cell in line.strip("| ").split("|")] for line in lines if line.startswith("| ")]
        names = [cell.strip("`") for cell in rows[0][1:]]
        assert set(names) == {name for name in mujo.rule_set_names() if name.split("/")[0] == game} | (
            {"hishigata"} if game == "maka" else set()
        )
        assert {len(row) for row in rows} == {len(names) + 1}
        points = [row[0] for row in rows[2:]]
        rules = mujo.RuleSet(game)
        assert len(points) >= len(rules.options) + len(rules.readings)
        for row in rows[2:]:
            for name, cell in zip(names, row[1:], strict=True):
                value, source = re.fullmatch(r"(\S+) <sup>(\d+)</sup>", cell).groups()  # type: ignore[union-attr]
                assert f"{source}. " in "\n".join(lines)
                option = row[0].split("`")[1]
                if option in rules.options:
                    assert value == f"`{mujo.RuleSet(name).options[option]}`"
