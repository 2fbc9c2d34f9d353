#!/usr/bin/env python3
"""Compare the core and the reference engine on random positions.

    python tools/compare_engines.py --seed 1 --share 350 --processes 2

For every rule set it takes `share` positions of each kind:

- ``opening``: the first plies of random games (a fifth of the share);
- ``deep``: random games beyond 200 plies, with their whole history;
- ``few``: between 2 and 59 pieces, with royals, with one, with none;
- ``scattered``: 60 pieces or more (chu: 60) in disorder, with emperors on both sides, lions, hooks, contagious pieces.

Half of them are under the rule set as it is, half with options and readings changed at random. On each it compares all
legal moves, the position after each of them, outcome, check, checkmate, repetition count, attackers of drawn squares,
and the verdict on doubtful move texts, slug for slug. It prints a table, and the first cases of each sort of difference
as lines that readers of ``position ... moves ...`` take. It ends with status 1 if there was a difference.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[0] = str(ROOT / "tests")

import mujo  # noqa: E402
from cross.random_cases import few_pieces, play_on, rule_set_with_changes, scattered  # noqa: E402
from cross.side_by_side import Pair, differences  # noqa: E402
from mujo.cli.common import add_executor_options, executor_of  # noqa: E402
from mujo.parallel import run_parts  # noqa: E402

KINDS = ("opening", "deep", "few", "scattered")
DEEP = 201
SHOWN = 3


class Tally:
    """The findings of one part of the comparison."""

    def __init__(self) -> None:
        self.positions: Counter[str] = Counter()
        self.moves = 0
        self.few = 0
        self.found: dict[str, list[str]] = defaultdict(list)
        self.sorts: Counter[str] = Counter()

    def as_json(self) -> dict[str, Any]:
        """Tell all counts in a form that JSON holds."""
        return {**vars(self)}

    @classmethod
    def read(cls, content: dict[str, Any]) -> Tally:
        """Make a tally from the result of `as_json`."""
        tally = cls()
        tally.positions, tally.sorts = Counter(content["positions"]), Counter(content["sorts"])
        tally.moves, tally.few = content["moves"], content["few"]
        tally.found.update(content["found"])
        return tally

    def compare(self, pair: Pair, rng: Random, kind: str) -> None:
        """Compare the engines where the pair stands, and count."""
        self.positions[kind] += 1
        self.moves += len(pair.board.legal_moves)
        self.few += len(pair.board.piece_map()) < 60
        for difference in differences(pair, rng):
            sort = re.sub(r"[0-9]+[a-z]+", "#", difference.what)
            if sort.startswith("verdict"):
                sort = f"verdict: core {difference.core}, reference {difference.reference}"
            elif sort.startswith("position after"):
                sort = "position after a move"
            self.sorts[sort] += 1
            if len(self.found[sort]) < SHOWN:
                self.found[sort].append(f"{difference}\n      {pair.line()}")


def games(tally: Tally, rng: Random, name: str, share: int) -> None:
    """Compare openings and deep games of one rule set."""
    while tally.positions["deep"] < share or tally.positions["opening"] < share // 5:
        pair = Pair(rule_set_with_changes(rng, name) if rng.random() < 0.5 else name)
        length = 400 if tally.positions["deep"] < share else 20
        for ply in range(length):
            if ply < 20 and tally.positions["opening"] < share // 5:
                tally.compare(pair, rng, "opening")
            if ply >= DEEP and rng.random() < 0.5:
                tally.compare(pair, rng, "deep")
                if tally.positions["deep"] >= share:
                    break
            if not play_on(rng, pair):
                break


def part(task: tuple[str, str, int, int]) -> tuple[str, str, Tally]:
    """Compare one rule set on positions of one kind."""
    name, kind, seed, share = task
    rng = Random(f"{seed} {name} {kind}")
    tally = Tally()
    if kind == "games":
        games(tally, rng, name, share)
    else:
        make = few_pieces if kind == "few" else scattered
        while tally.positions[kind] < share:
            rules = rule_set_with_changes(rng, name) if rng.random() < 0.5 else name
            pair = Pair(rules, make(rng, rules))
            tally.compare(pair, rng, kind)
            for _ in range(rng.randint(0, 3)):
                if tally.positions[kind] < share and play_on(rng, pair):
                    tally.compare(pair, rng, kind)
    return name, kind, tally


def main() -> int:
    """Compare, print, and return 1 if the engines differ."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=int, default=350, help="positions of each kind for each rule set")
    parser.add_argument("--rules", nargs="*", default=mujo.rule_set_names())
    parser.add_argument("--kinds", nargs="*", default=["games", "few", "scattered"])
    add_executor_options(parser)
    parser.add_argument("--results", type=Path, help="file of finished parts, to go on where a run stopped")
    arguments = parser.parse_args()
    tallies: dict[str, list[Tally]] = {name: [] for name in arguments.rules}
    wanted = [(name, kind) for name in arguments.rules for kind in arguments.kinds]
    if arguments.results is not None and arguments.results.exists():
        for line in arguments.results.read_text(encoding="utf-8").splitlines():
            name, kind, content = json.loads(line)
            if (name, kind) in wanted:
                wanted.remove((name, kind))
                tallies[name].append(Tally.read(content))
    tasks = [(name, kind, arguments.seed, arguments.share) for name, kind in wanted]
    with executor_of(arguments) as chosen:
        executor = chosen or partial(ThreadPoolExecutor, 1)
        for _, (name, kind, tally) in run_parts(part, tasks, executor=executor):
            tallies[name].append(tally)
            print(f"{name} {kind}: {tally.positions.total()} positions", file=sys.stderr, flush=True)
            if arguments.results is not None:
                with arguments.results.open("a", encoding="utf-8") as results:
                    results.write(json.dumps([name, kind, tally.as_json()]) + "\n")
    print(f"command: python tools/compare_engines.py {' '.join(sys.argv[1:])}".rstrip())
    print(f"rule data: {mujo.data_digest()[:16]}")
    print()
    print("| rule set | opening | > 200 plies | few | scattered | positions | moves and successors | differences |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    total: Counter[str] = Counter()
    for name, parts in tallies.items():
        row: Counter[str] = Counter()
        for tally in parts:
            row.update(tally.positions)
            row["positions"] += tally.positions.total()
            row["moves"] += tally.moves
            row["differences"] += tally.sorts.total()
            row["under 60"] += tally.few
        total.update(row)
        _print_row(name, row)
    _print_row("all", total)
    print(f"\n{total['under 60']} positions with fewer than 60 pieces")
    sorts: Counter[str] = Counter()
    cases: dict[str, list[str]] = defaultdict(list)
    for parts in tallies.values():
        for tally in parts:
            sorts.update(tally.sorts)
            for sort, found in tally.found.items():
                cases[sort] += found
    for sort, count in sorts.most_common():
        print(f"\n{sort}: {count}")
        for case in cases[sort][:SHOWN]:
            print(f"  {case}")
    return 1 if sorts else 0


def _print_row(name: str, row: Counter[str]) -> None:
    """Print one row of the table."""
    counts = [row[kind] for kind in (*KINDS, "positions", "moves", "differences")]
    print(f"| {name} | {' | '.join(map(str, counts))} |")


if __name__ == "__main__":
    sys.exit(main())
