"""What scripts share that generate a page of the documentation, or the part of one between two markers."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path


def run(description: str, path: Path, page: Callable[[], str]) -> int:
    """Print the page, or write it with ``--write``; with ``--check`` return 1 if the file at `path` is out of date."""
    parser = argparse.ArgumentParser(description=description.partition("\n")[0])
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--write", action="store_true", help="write the page")
    group.add_argument("--check", action="store_true", help="fail if the page is out of date")
    options = parser.parse_args()
    text = page()
    if options.check:
        return int(not path.is_file() or path.read_text(encoding="utf-8") != text)
    if options.write:
        path.write_text(text, encoding="utf-8")
    else:
        print(text, end="")
    return 0


def replace_between(page: str, begin: str, end: str, text: str) -> str:
    """Return the content of a page with a text on the lines between two markers."""
    before, found, rest = page.partition(begin)
    _, ending, after = rest.partition(end)
    if not found or not ending:
        raise SystemExit(f"the page has no markers:\n{begin}\n{end}")
    return f"{before}{begin}\n{text}\n{end}{after}"


def print_or_write(text: str, page: Path, begin: str, end: str, *, write: bool) -> int:
    """Print a table, or put it as a paragraph between two markers of a page."""
    if write:
        content = page.read_text(encoding="utf-8")
        page.write_text(replace_between(content, begin, end, f"\n{text}\n"), encoding="utf-8")
    else:
        print(text)
    return 0
