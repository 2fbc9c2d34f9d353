"""Print the sizes of built packages and the time that `import mujo` takes.

::

    maturin build --release --out dist && maturin sdist --out dist
    python tools/package_sizes.py dist            # print a table
    python tools/package_sizes.py dist --write    # put it between the markers of docs/explanation/benchmarks.md

The import time is that of the mujo that this Python has installed, over that of an interpreter that imports nothing;
`python -X importtime` has more. The figures are those of the machine on which the script ran.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import generated_page

PAGE = Path(__file__).resolve().parents[1] / "docs" / "explanation" / "benchmarks.md"
BEGIN = "<!-- Printed by: python tools/package_sizes.py dist --write -->"
END = "<!-- End of what tools/package_sizes.py prints -->"


def megabytes(size: int) -> str:
    """Write a size."""
    return f"{size / 1e6:.2f} MB"


def sizes(folder: Path) -> list[tuple[str, str]]:
    """Return what the packages in a folder weigh."""
    rows = []
    for path in sorted([*folder.glob("*.whl"), *folder.glob("*.tar.gz")]):
        rows.append((f"`{path.name}`", megabytes(path.stat().st_size)))
        if path.suffix == ".whl":
            with zipfile.ZipFile(path) as archive:
                entries = archive.infolist()
            core = sum(entry.file_size for entry in entries if entry.filename.startswith("mujo/_core."))
            rows.append(("installed", megabytes(sum(entry.file_size for entry in entries))))
            rows.append(("of that the extension module", megabytes(core)))
    if not rows:
        raise SystemExit(f"{folder} has no packages: build some first")
    return rows


def seconds(code: str) -> float:
    """Return how long an interpreter takes to run some code."""
    began = time.perf_counter()
    subprocess.run([sys.executable, "-I", "-c", code], check=True)
    return time.perf_counter() - began


def import_time(rounds: int) -> str:
    """Return the time of the import in milliseconds."""
    pairs = [(seconds("import mujo"), seconds("pass")) for _ in range(rounds)]
    return f"{1000 * statistics.median(one - other for one, other in pairs):.1f} ms"


def main() -> int:
    """Print or write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="folder with wheels and source distributions")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--write", action="store_true", help="put the table into the page")
    options = parser.parse_args()
    rows = [*sizes(options.folder), ("`import mujo`", import_time(options.rounds))]
    text = "\n".join(["| | |", "| --- | ---: |", *(f"| {what} | {figure} |" for what, figure in rows)])
    return generated_page.print_or_write(text, PAGE, BEGIN, END, write=options.write)


if __name__ == "__main__":
    sys.exit(main())
