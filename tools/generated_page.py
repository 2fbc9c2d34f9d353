"""The command line of scripts that generate a page of the documentation: print it, write it, or check it."""

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
