"""Run the notebooks of docs/notebooks and compare what their cells return with what the files hold.

    python tools/notebooks.py [NAME...]            fail if an output differs
    python tools/notebooks.py --write [NAME...]    keep the new outputs in the files

Needs nbclient and ipykernel. Plots and widgets differ from run to run: cells with the tag `varies` are only run.
"""

from __future__ import annotations

import argparse
import difflib
import sys
from pathlib import Path
from typing import Any

from nbclient import NotebookClient
from nbformat import v4

FOLDER = Path(__file__).parents[1] / "docs" / "notebooks"
#: Seconds for one cell.
PATIENCE = 120


def read(path: Path) -> Any:
    """Read a notebook."""
    return v4.reads(path.read_text(encoding="utf-8"))


def execute(path: Path) -> Any:
    """Run a notebook in a new kernel and return it with its outputs."""
    notebook = read(path)
    NotebookClient(
        notebook, timeout=PATIENCE, kernel_name="python3", resources={"metadata": {"path": str(FOLDER)}}
    ).execute()
    for cell in notebook.cells:
        # Times of the run, and widgets whose kernel is gone.
        cell.metadata.pop("execution", None)
    notebook.metadata.pop("widgets", None)
    return notebook


def texts(cell: Any) -> list[str]:
    """Return what a cell printed and returned, as text."""
    found = []
    for output in cell.get("outputs", []):
        text = output.get("text") or output.get("data", {}).get("text/plain", "")
        found += text.splitlines()
    return found


def differences(old: Any, new: Any) -> list[str]:
    """Compare the outputs of two runs; returns lines that say what differs."""
    lines = []
    for number, (before, after) in enumerate(zip(old.cells, new.cells, strict=True), 1):
        if before.cell_type != "code" or "varies" in before.metadata.get("tags", []):
            continue
        held, found = texts(before), texts(after)
        if before.execution_count is None:
            lines.append(f"cell {number} has not been run")
        elif held != found:
            lines.append(f"cell {number}:")
            lines += difflib.unified_diff(held, found, "the file holds", "it returns", lineterm="", n=0)
    return lines


def main() -> int:
    """Run notebooks, compare or write them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="without the ending; all if none is named")
    parser.add_argument("--write", action="store_true", help="keep the new outputs")
    options = parser.parse_args()
    faults = 0
    for path in [FOLDER / f"{name}.ipynb" for name in options.names] or sorted(FOLDER.glob("*.ipynb")):
        notebook = execute(path)
        if options.write:
            path.write_text(v4.writes(notebook) + "\n", encoding="utf-8")
        elif lines := differences(read(path), notebook):
            faults += 1
            print(f"{path.name}:", *lines, sep="\n")
    return min(faults, 1)


if __name__ == "__main__":
    sys.exit(main())
