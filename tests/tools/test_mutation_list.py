"""Every mutation of tools/mutations.toml still finds its one line, and the files that decide rules have two or more.

Not run every day: each refactoring moves lines, and the list is brought up to date before the drill is run.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LIST = ROOT / "tools" / "mutations.toml"

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not LIST.exists(), reason="the tools are not in the package"),
]


def test_every_mutation_applies_exactly_once() -> None:
    wrong = []
    names: Counter[str] = Counter()
    for mutation in tomllib.loads(LIST.read_text(encoding="utf-8"))["mutation"]:
        text = (ROOT / mutation["file"]).read_text(encoding="utf-8")
        name = f"{mutation['file']}: {mutation['what']}"
        names[name] += 1
        if text.count(mutation["find"]) != 1 or mutation["find"] == mutation["put"]:
            wrong.append(f"{name} ({text.count(mutation['find'])} times)")
    assert not wrong
    assert set(names.values()) == {1}


def test_every_file_that_decides_a_rule_has_two_mutations() -> None:
    files = Counter(one["file"] for one in tomllib.loads(LIST.read_text(encoding="utf-8"))["mutation"])
    core = {file: count for file, count in files.items() if file.startswith("rust/core/")}
    assert sum(files.values()) >= 60
    assert sum(core.values()) >= 40
    source = ROOT / "rust/core/src"
    # Neither the list of modules nor the sinks decide anything.
    decide = [path for path in source.glob("movegen/*.rs") if path.stem not in ("mod", "sink")]
    decide += [path for path in source.glob("powers/*.rs") if "impl Power for" in path.read_text(encoding="utf-8")]
    assert len(decide) >= 8
    assert not {name for path in decide if files[name := path.relative_to(ROOT).as_posix()] < 2}
