#!/usr/bin/env python3
"""Fill in or check the counts of the perft tables with both engines.

    python tools/count_perft.py tests/perft/powers.txt            # check every number by the core and the reference
    python tools/count_perft.py --write tests/perft/powers.txt    # count what says `?`, where both engines agree

A line is ``name ; rules ; position ; move ; counts``: the move must be legal, and is played and answered below; the
counts are ``depth:number:who``, who being

- ``hand``: counted by hand or stated in the sources of the rules;
- ``program``: counted by another program as well as by our two engines;
- ``engines``: our two engines agree;
- ``core``: the core alone, since the reference would take hours (left out here unless asked for with ``--core``).
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[0] = str(ROOT / "tests")

import mujo  # noqa: E402
from mujo_reference import Game  # noqa: E402
from perft.tables import Count, Row, read  # noqa: E402


def counted(row: Row, count: Count) -> int:
    """Count with the core and, unless it is the core's alone, with the reference."""
    core = mujo.Board(row.position, rules=mujo.RuleSet(row.rules)).perft(count.depth)
    if count.who != "core":
        reference = Game(row.position, rules=row.rules).perft(count.depth)
        if core != reference:
            raise SystemExit(f"{row.name}: depth {count.depth}: core {core}, reference {reference}")
    return core


def main() -> int:
    """Check or fill in a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("table", type=Path)
    parser.add_argument("--write", action="store_true", help="fill in the counts that say ?")
    parser.add_argument("--core", action="store_true", help="also count what only the core has counted")
    arguments = parser.parse_args()
    rows = read(arguments.table)
    wrong = 0
    text = arguments.table.read_text(encoding="utf-8")
    for row in rows:
        for count in row.counts:
            if count.number is None and arguments.write:
                number = counted(row, count)
                text = text.replace(row.line, row.line.replace(f"{count.depth}:?:", f"{count.depth}:{number}:"))
                row.line = row.line.replace(f"{count.depth}:?:", f"{count.depth}:{number}:")
            elif count.number is not None and not arguments.write and (count.who != "core" or arguments.core):
                number = counted(row, count)
                if number != count.number:
                    wrong += 1
                    print(f"{row.name}: depth {count.depth}: {number}, the table has {count.number}")
    if arguments.write:
        arguments.table.write_text(text, encoding="utf-8")
    print(f"{len(rows)} rows, {wrong} wrong; rule data {mujo.data_digest()[:16]}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
