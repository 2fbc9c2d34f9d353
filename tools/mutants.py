#!/usr/bin/env python3
"""Run the Python tests on the mutants of cargo-mutants that the Rust tests missed.

    python tools/mutants.py FOLDER...                    # mutants.out folders, in the order of their runs
    python tools/mutants.py FOLDER... --results FILE     # continue an interrupted run
    python tools/mutants.py FOLDER... --results FILE --table    # only print what is known

A folder is the output of ``cargo mutants`` for this very tree; a mutant missed by one run may be caught by another.
A mutant that every run missed is applied to a copy of the tree, built into the extension, and given to the Python tests
(those of ``tools/mutation_drill.py``, the tests of single rules first). Prints a table by file and the survivors.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from mutation_drill import CROSS, PYTEST, ROOT, Drill

STAGES = (
    (*PYTEST, "tests/rules"),
    (*PYTEST, *CROSS),
    (*PYTEST, "tests/unit/test_api.py", "tests/bulk/test_batch.py", "tests/bulk/test_playouts.py"),
)
#: Results of a run, the one that prevails first: once caught, always caught.
ORDER = ("Unviable", "CaughtMutant", "Timeout", "MissedMutant")
HEADERS = ("file", "breakages", "do not compile", "no end", "noticed by Rust", "by Python", "survived")


class Breakage:
    """One breakage of cargo-mutants: its name, its diff and its result."""

    def __init__(self, name: str, file: str, diff: Path) -> None:
        self.name, self.file, self.diff = name, file, diff
        self.summary = ORDER[-1]

    def note(self, summary: str) -> None:
        """Keep the best result of all runs."""
        self.summary = min(self.summary, summary, key=ORDER.index)


def read(folders: Iterable[Path]) -> dict[str, Breakage]:
    """All breakages of the folders, by name."""
    breakages: dict[str, Breakage] = {}
    for folder in folders:
        for outcome in json.loads((folder / "outcomes.json").read_text(encoding="utf-8"))["outcomes"]:
            if not isinstance(outcome["scenario"], dict):
                continue
            mutant = outcome["scenario"]["Mutant"]
            new = Breakage(mutant["name"], mutant["file"], folder / outcome["diff_path"])
            breakages.setdefault(mutant["name"], new).note(outcome["summary"])
    return breakages


def check_unbroken(drill: Drill) -> None:
    """Check that the tests pass on the unchanged tree: otherwise every mutant would seem caught."""
    (drill.scratch / "rust" / "core" / "src" / "lib.rs").touch()
    good, output = drill.install()
    for command in STAGES:
        if good:
            good, output = drill.run(command)
    if not good:
        raise SystemExit(f"fails without a breakage:\n{output}")


def noticed(drill: Drill, breakage: Breakage) -> str:
    """Apply a mutant to the copy, build, run the tests until one fails, and undo it."""
    path = drill.scratch / breakage.file
    text = path.read_text(encoding="utf-8")
    try:
        patch = ("patch", "--silent", breakage.file, str(breakage.diff.resolve()))
        if subprocess.run(patch, cwd=drill.scratch, check=False).returncode:
            return "does not apply"
        if not drill.install()[0]:
            return "does not compile"
        return drill.first_to_fail(STAGES)
    finally:
        path.write_text(text, encoding="utf-8")


def table(breakages: Iterable[Breakage], known: dict[str, str]) -> str:
    """Return the table of results by file, and the names of the survivors."""
    rows: dict[str, Counter[str]] = {}
    survivors = []
    words = {"Unviable": "do not compile", "Timeout": "no end", "CaughtMutant": "noticed by Rust"}
    for one in breakages:
        # A mutant that could not be applied or built was not tested.
        verdict = known.get(one.name, "not given to the Python tests")
        by_python = not verdict.startswith(("survived", "not set", "does not"))
        became = words.get(one.summary, "by Python" if by_python else "survived")
        for row in (one.file.removeprefix("rust/core/src/"), "all"):
            rows.setdefault(row, Counter()).update(("breakages", became))
        if became == "survived":
            survivors.append(one.name if verdict == "survived" else f"{one.name} ({verdict})")
    lines = [f"| {' | '.join(HEADERS)} |", f"| --- |{' ---: |' * (len(HEADERS) - 1)}"]
    for file in [*sorted(row for row in rows if row != "all"), "all"]:
        lines.append(f"| `{file}` | {' | '.join(str(rows[file][header]) for header in HEADERS[1:])} |")
    return "\n".join([*lines, "", *(f"- {name.removeprefix('rust/core/src/')}" for name in survivors)])


def main() -> int:
    """Run the Python tests on the remaining mutants, and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER")
    parser.add_argument("--results", type=Path, default=None, help="file of results, to continue from")
    parser.add_argument("--scratch", type=Path, default=ROOT / "target" / "mutants")
    parser.add_argument("--only", default="", help="part of the name of a breakage")
    parser.add_argument("--leave", default="\0", help="part of the name of breakages that are not run")
    parser.add_argument("--table", action="store_true", help="run nothing")
    arguments = parser.parse_args()
    breakages = read(arguments.folders)
    known: dict[str, str] = {}
    if arguments.results is not None and arguments.results.exists():
        known = dict(json.loads(line) for line in arguments.results.read_text(encoding="utf-8").splitlines())
    if not arguments.table:
        arguments.scratch.mkdir(parents=True, exist_ok=True)
        drill = Drill(arguments.scratch)
        check_unbroken(drill)
        for name, one in breakages.items():
            is_asked = arguments.only in name and arguments.leave not in name
            if one.summary == "MissedMutant" and name not in known and is_asked:
                known[name] = noticed(drill, one)
                print(f"{name}: {known[name]}", file=sys.stderr, flush=True)
                if arguments.results is not None:
                    with arguments.results.open("a", encoding="utf-8") as results:
                        results.write(json.dumps([name, known[name]]) + "\n")
    print(table(breakages.values(), known))
    return 0


if __name__ == "__main__":
    sys.exit(main())
