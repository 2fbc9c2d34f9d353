"""Count the instructions of the core's benchmarks: ``python tools/instructions.py [FILE...]``.

Each mode of ``rust/core/benches/measure.rs`` is run once under valgrind's callgrind, which collects what happens in the
function that is measured and nothing else. The table tells instructions a list, a node, a move or a ply: figures that
a busy machine does not change, good for comparing two commits. FILE... are files of positions of tai, one a line; the
modes that need none are always run. Needs valgrind, and a build without options for the machine at hand.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from building import benchmark

#: Arguments of the benchmark, and what its units are.
MODES: dict[tuple[str | Path, ...], str] = {
    ("made",): "perft(2), every node made: node",
    ("counted",): "perft(3), last ply counted: node",
    ("make",): "make and unmake, start: move",
    ("playouts",): "random game: ply",
    ("repetition",): "list with 200 quiet plies behind it: list",
}


def instructions(program: Path, *words: str | Path) -> tuple[int, int]:
    """Run one mode under callgrind; return the instructions collected and the units that were done."""
    with tempfile.TemporaryDirectory() as folder:
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


def collected(told: str) -> int:
    """Read the number of instructions from what callgrind tells."""
    found = re.search(r"Collected *: *(\d+)", told)
    if found is None or found[1] == "0":
        raise SystemExit(f"callgrind collected nothing:\n{told}")
    return int(found[1])


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path, help="positions of tai, one a line")
    files = parser.parse_args().files
    if shutil.which("valgrind") is None:
        raise SystemExit("valgrind is not installed; without it no instructions can be counted")
    program = benchmark()
    modes: dict[tuple[str | Path, ...], str] = {("lists", file.resolve()): f"list, {file.name}: list" for file in files}
    print("| what | units | instructions | a unit |\n| --- | ---: | ---: | ---: |")
    modes.update(MODES)
    for words, what in modes.items():
        count, units = instructions(program, *words)
        print(f"| {what} | {units} | {count} | {count / units:.1f} |", flush=True)


if __name__ == "__main__":
    main()
