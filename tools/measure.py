"""Measure the core against throw-away yardsticks: ``python tools/measure.py FOLDER``.

FOLDER holds ``mailbox.rs`` with ``tables.rs``, ``limit_probe.c`` and ``positions-tai-*.txt``. The yardsticks are built
in a scratch folder, without options for the machine at hand, and run in turn with the core's own benchmark. Both tell
the best of five runs; the table gives ours, theirs, and the ratio. Run it on a machine that does nothing else.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
KINDS = ("full", "mid", "thin", "few")


class Row(NamedTuple):
    """One line of the table: what, the bar, ours, theirs, and whether less is better."""

    what: str
    bar: float
    ours: float
    theirs: float

    @property
    def ratio(self) -> float:
        """Ours over theirs."""
        return self.ours / self.theirs


def run(*command: str | Path, cwd: Path | None = None) -> str:
    """Run a command and return what it prints."""
    done = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))} failed:\n{done.stderr}")
    return done.stdout


def build(folder: Path, scratch: Path) -> tuple[Path, Path, Path]:
    """Build the yardsticks and our benchmark; return the three programs."""
    mailbox, probe = scratch / "mailbox", scratch / "limit_probe"
    run("rustc", "-O", folder / "mailbox.rs", "-o", mailbox)
    run("gcc", "-O3", "-o", probe, folder / "limit_probe.c")
    told = run(
        "cargo",
        "bench",
        "--locked",
        "-p",
        "mujo-core",
        "--bench",
        "measure",
        "--no-run",
        "--message-format=json",
        cwd=ROOT,
    )
    programs = [json.loads(line).get("executable") for line in told.splitlines() if '"measure"' in line]
    ours = next(Path(name) for name in reversed(programs) if name)
    return mailbox, probe, ours


def figures(text: str) -> dict[str, float]:
    """Read one JSON line of figures."""
    found: dict[str, float] = json.loads(text.strip().splitlines()[-1])
    return found


def rows(folder: Path, mailbox: Path, probe: Path, ours: Path) -> list[Row]:
    """Measure everything once, yardstick and core in turn."""
    table = []
    for kind, bar in zip(KINDS, (0.45, 0.55, 0.6, 0.6), strict=True):
        positions = folder / f"positions-tai-{kind}.txt"
        theirs = figures(run(mailbox, positions, "60"))["us_per_list"]
        mine = figures(run(ours, "lists", positions))["us_per_list"]
        table.append(Row(f"list of legal moves, {kind}: us (less is better)", bar, mine, theirs))
    start, middle = (json.loads(line) for line in run(probe).strip().splitlines())
    perft = figures(run(ours, "perft"))
    table.append(Row("perft(2) made: nodes/s", 0.65, perft["made_nodes_per_s"], start["perft_made_nodes_per_s"]))
    table.append(
        Row("perft(3) counted: nodes/s", 3.5, perft["counted_nodes_per_s"], start["perft_counted_nodes_per_s"])
    )
    for name, bar, other, words in (
        ("start", 3.0, start, ()),
        ("mid", 4.0, middle, (folder / "positions-tai-mid.txt",)),
    ):
        made = figures(run(ours, "make", *words))["ns"]
        table.append(Row(f"make and unmake, {name}: ns (less is better)", bar, made, other["make_unmake_ns"]))
    plies = figures(run(ours, "playouts"))["plies_per_s"]
    table.append(Row("random games: plies/s", 2.5, plies, start["playout_plies_per_s"]))
    quiet = figures(run(ours, "repetition"))["ratio"]
    table.append(Row("list with 200 quiet plies behind it, of one without (less is better)", 1.3, quiet, 1.0))
    return table


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="where the yardsticks are")
    folder = parser.parse_args().folder
    with tempfile.TemporaryDirectory() as name:
        programs = build(folder.resolve(), Path(name))
        print(f"<!-- python tools/measure.py FOLDER; {os.cpu_count()} cores, Python {sys.version.split()[0]} -->\n")
        print("| what | ours | yardstick | ratio | bar |\n| --- | ---: | ---: | ---: | ---: |")
        for row in rows(folder.resolve(), *programs):
            print(f"| {row.what} | {row.ours:.4g} | {row.theirs:.4g} | {row.ratio:.2f} | {row.bar} |")


if __name__ == "__main__":
    main()
