"""Measure the core at several commits side by side: ``python tools/compare_commits.py FOLDER COMMIT...``.

FOLDER holds ``positions-tai-*.txt``. Each commit builds the benchmark of its own tree; then all are run in turn,
``--rounds`` times, and the best figure of each counts. Times are processor times of one thread, so other programs
disturb little, and their noise falls on all commits alike. ``tools/measure.py --against COMMIT`` compares the whole
table instead, Python included.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from building import benchmark, checkout, run

KINDS = ("full", "mid", "thin", "few")

#: What is measured: the arguments of the benchmark, the figure's name, and its unit; more is better for rates.
MODES: dict[str, tuple[tuple[str, ...], str, str]] = {
    **{f"list, {kind}": (("lists", f"positions-tai-{kind}.txt"), "us_per_list", "us") for kind in KINDS},
    "perft, every node made": (("made",), "nodes_per_s", "nodes/s"),
    "perft, last ply counted": (("counted",), "nodes_per_s", "nodes/s"),
    "make and unmake, start": (("make",), "ns", "ns"),
    "make and unmake, mid": (("make", "positions-tai-mid.txt"), "ns", "ns"),
    "random games": (("playouts",), "plies_per_s", "plies/s"),
    "list with 200 quiet plies behind it, of one without": (("repetition",), "ratio", ""),
}


def figure(program: Path, folder: Path, words: tuple[str, ...], name: str) -> float:
    """Run one mode; return its figure."""
    output = run(program, *(str(folder / word) if word.endswith(".txt") else word for word in words))
    return float(json.loads(output.strip().splitlines()[-1])[name])


def table(found: dict[str, dict[str, float]], commits: list[str]) -> list[str]:
    """Return the lines of the table: a row for each figure, a column for each commit, and the last over the first."""
    lines = [
        f"| what | {' | '.join(commits)} | last / first |",
        f"| --- |{' ---: |' * (len(commits) + 1)}",
    ]
    for what, (_, _, unit) in MODES.items():
        figures = [found[commit][what] for commit in commits]
        cells = " | ".join(f"{value:.4g} {unit}".strip() for value in figures)
        lines.append(f"| {what} | {cells} | {figures[-1] / figures[0]:.2f} |")
    return lines


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="where the files of positions are")
    parser.add_argument("commits", nargs="+", help="commits, first to last")
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    folder, commits = arguments.folder.resolve(), arguments.commits
    found: dict[str, dict[str, float]] = {commit: {} for commit in commits}
    with tempfile.TemporaryDirectory() as scratch, contextlib.ExitStack() as stack:
        trees = {commit: stack.enter_context(checkout(commit, Path(scratch))) for commit in commits}
        programs = {commit: benchmark(tree) for commit, tree in trees.items()}
        for _ in range(arguments.rounds):
            for what, (words, name, unit) in MODES.items():
                best = max if unit.endswith("/s") else min
                for commit, program in programs.items():
                    value = figure(program, folder, words, name)
                    found[commit][what] = best(value, found[commit].get(what, value))
    print(f"<!-- python tools/compare_commits.py FOLDER {' '.join(commits)} --rounds {arguments.rounds} -->\n")
    print("\n".join(table(found, commits)))


if __name__ == "__main__":
    main()
