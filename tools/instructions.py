"""Count the instructions of the core's benchmarks: ``python tools/instructions.py [--profile] [FILE...]``.

Each mode of ``rust/core/benches/measure.rs`` is run once under valgrind's callgrind, which counts the
measured function alone. The table gives instructions for each list, node, move or ply. These figures do not depend on
the load of the machine, so they suit comparisons of two commits. FILE... are files of positions of tai, one a line;
modes without a file always run. ``--profile`` prints, for each file, the share of each source file of the core in the
instructions of a list; code inlined from the standard library is listed separately.
Needs valgrind, and a build without options for the machine at hand.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from building import benchmark

#: Arguments of the benchmark, and its units.
MODES: dict[tuple[str | Path, ...], str] = {
    ("made",): "perft(2), every node made: node",
    ("counted",): "perft(3), last ply counted: node",
    ("make",): "make and unmake, start: move",
    ("playouts",): "random game: ply",
    ("repetition",): "list with 200 quiet plies behind it: list",
}


#: Source files below this share of the instructions are summed up in one line.
LEAST_SHARE = 0.01


def instructions(program: Path, *words: str | Path) -> tuple[int, int]:
    """Run one mode under callgrind; return the instructions and the number of units."""
    with tempfile.TemporaryDirectory() as name:
        return under_callgrind(program, Path(name), *words)


def under_callgrind(program: Path, folder: Path, *words: str | Path) -> tuple[int, int]:
    """As `instructions`, leaving callgrind's file in a folder."""
    done = subprocess.run(
        [
            "valgrind",
            "--tool=callgrind",
            f"--callgrind-out-file={folder}/out",
            "--collect-atstart=no",
            "--toggle-collect=measure::once",
            str(program),
            *map(str, words),
            "--once",
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"valgrind failed:\n{done.stderr}")
    return collected(done.stderr), int(json.loads(done.stdout.strip().splitlines()[-1])["units"])


def collected(output: str) -> int:
    """Read the number of instructions from the output of callgrind."""
    found = re.search(r"Collected *: *(\d+)", output)
    if found is None or found[1] == "0":
        raise SystemExit(f"callgrind collected nothing:\n{output}")
    return int(found[1])


def by_file(output: str) -> dict[str, int]:
    """Read callgrind's own format: instructions by source file, those of called functions left out."""
    names: dict[str, str] = {}
    found: dict[str, int] = {}
    current, called = "", False
    for line in output.splitlines():
        if match := re.match(r"(fl|fi|fe)=\((\d+)\)(?: (.*))?", line):
            if match[3]:
                names[match[2]] = match[3]
            current = names.get(match[2], "")
        elif match := re.match(r"c(?:fi|fl)=\((\d+)\) (.*)", line):
            names[match[1]] = match[2]
        elif line.startswith("calls="):
            called = True
        elif match := re.match(r"[+*-]?\d*\s+(\d+)$", line):
            if not called:
                found[current] = found.get(current, 0) + int(match[1])
            called = False
    return found


def profile(program: Path, file: Path) -> list[str]:
    """Lines of the table of one file of positions."""
    with tempfile.TemporaryDirectory() as name:
        total, units = under_callgrind(program, Path(name), "lists", file)
        shares: dict[str, int] = {}
        for path, count in by_file((Path(name) / "out").read_text(encoding="utf-8")).items():
            _, is_core, place = path.partition("core/src/")
            in_core = bool(is_core) and "/library/" not in path
            room = place if in_core else "standard library, in line or called"
            shares[room] = shares.get(room, 0) + count
    lines = [f"| {file.name}: {total / units:.0f} instructions a list | share |", "| --- | ---: |"]
    small = 0
    for room, count in sorted(shares.items(), key=lambda item: -item[1]):
        if count < total * LEAST_SHARE:
            small += count
        else:
            lines.append(f"| {room} | {count / total:.1%} |")
    return [*lines, f"| others | {small / total:.1%} |"]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path, help="positions of tai, one a line")
    parser.add_argument("--profile", action="store_true", help="print the instructions of the lists by source file")
    arguments = parser.parse_args()
    files = arguments.files
    if shutil.which("valgrind") is None:
        raise SystemExit("valgrind is not installed; without it no instructions can be counted")
    if arguments.profile:
        os.environ["CARGO_PROFILE_BENCH_DEBUG"] = "line-tables-only"
    program = benchmark()
    if arguments.profile:
        for file in files:
            print("\n".join([*profile(program, file.resolve()), ""]))
        return
    modes: dict[tuple[str | Path, ...], str] = {("lists", file.resolve()): f"list, {file.name}: list" for file in files}
    print("| what | units | instructions | a unit |\n| --- | ---: | ---: | ---: |")
    modes.update(MODES)
    for words, what in modes.items():
        count, units = instructions(program, *words)
        print(f"| {what} | {units} | {count} | {count / units:.1f} |", flush=True)


if __name__ == "__main__":
    main()
