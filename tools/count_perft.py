#!/usr/bin/env python3
"""Fill in or check the counts of the perft tables with both engines.

    python tools/count_perft.py tests/perft/powers.txt            # check every number by the core and the reference
    python tools/count_perft.py --write tests/perft/powers.txt    # fill in each `?` where both engines agree
    python tools/count_perft.py tests/perft/starts.txt --alone tai 3 --processes 2 --results FILE

A line is ``name ; rules ; position ; move ; counts``: the move must be legal, and is played and answered below; the
counts are ``depth:number:who``, where ``who`` is

- ``hand``: counted by hand or stated in the sources of the rules;
- ``program``: counted by another program as well as by our two engines;
- ``engines``: our two engines agree;
- ``core``: the core alone, since the reference would take hours (checked only with ``--core``).

``--alone`` takes those hours: the reference counts what the core alone has counted of one rule set to one depth, move
by move, in some processes, and each number is compared with the core's. FILE keeps them, so that an interrupted run
goes on. With ``--write`` the table gets ``engines`` where all agreed.
"""

from __future__ import annotations

import argparse
import json
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
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


def by_reference(rules: str, position: str, move: str, depth: int) -> tuple[str, int]:
    """Count below one move with the reference."""
    game = Game(position, rules=rules)
    game.push(move)
    return move, game.perft(depth)


def alone(row: Row, count: Count, processes: int, results: Path) -> bool:
    """Count below every move with the reference; return whether the core has the same numbers."""
    core = {str(move): number for move, number in mujo.Board(row.position, rules=row.rules).divide(count.depth).items()}
    name = f"{row.rules} {row.position} {count.depth}"
    known: dict[str, int] = {}
    if results.exists():
        for line in results.read_text(encoding="utf-8").splitlines():
            of, move, number = json.loads(line)
            if of == name:
                known[move] = number
    results.parent.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(processes) as pool, results.open("a", encoding="utf-8") as file:
        jobs = [
            pool.submit(by_reference, row.rules, row.position, move, count.depth - 1)
            for move in core
            if move not in known
        ]
        for job in as_completed(jobs):
            move, known[move] = job.result()
            file.write(json.dumps([name, move, known[move]]) + "\n")
            file.flush()
    wrong = [move for move, number in core.items() if known[move] != number]
    for move in wrong:
        print(f"{row.rules}: {move}: core {core[move]}, reference {known[move]}")
    legal = sorted(core) == sorted(Game(row.position, rules=row.rules).legal_moves())
    total = sum(known.values())
    print(f"{row.rules}, depth {count.depth}: reference {total}, below {len(core)} moves; core {sum(core.values())}")
    return legal and not wrong and total == count.number


def main() -> int:
    """Check or fill in a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("table", type=Path)
    parser.add_argument("--write", action="store_true", help="fill in the counts that are ?")
    parser.add_argument("--core", action="store_true", help="also count what only the core has counted")
    parser.add_argument(
        "--alone", nargs=2, metavar=("RULES", "DEPTH"), help="let the reference count what only the core has counted"
    )
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--results", type=Path, default=ROOT / "target" / "perft.jsonl", metavar="FILE")
    arguments = parser.parse_args()
    rows = read(arguments.table)
    wrong = 0
    text = arguments.table.read_text(encoding="utf-8")
    for row in rows:
        for count in row.counts:
            if arguments.alone is not None:
                if [row.rules, str(count.depth)] != arguments.alone or count.who != "core":
                    continue
                if not alone(row, count, arguments.processes, arguments.results):
                    wrong += 1
                elif arguments.write:
                    text = text.replace(row.line, row.line.replace(f"{count.number}:core", f"{count.number}:engines"))
            elif count.number is None and arguments.write:
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
