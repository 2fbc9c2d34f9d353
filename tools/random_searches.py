"""Search random positions of all rule sets with small limits, and check that every move of every line is legal.

    python tools/random_searches.py --count 10000

Limits of time (0.5 to 5 ms), nodes (1 to 2000) and depth (1 to 3) take turns, with one to three lines; every engine is
kept for many searches. Exit status 1 and the position if a search fails.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import mujo


def positions(rules: mujo.RuleSet, dice: random.Random) -> Iterator[mujo.Board]:
    """Yield unfinished positions of random games with their history, for ever."""
    squares = rules.files * rules.ranks
    while True:
        board = mujo.Board(rules=rules)
        for _ in range(dice.randrange(4 * squares)):
            if board.is_game_over() or not board.legal_moves:
                break
            board.push(dice.choice(board.legal_moves))
            if dice.random() < 2 / squares and not board.is_game_over():
                yield board.copy()


def limits(number: int, dice: random.Random) -> dict[str, Any]:
    """Return the limits of a search."""
    lines = dice.randint(1, 3)
    match number % 3:
        case 0:
            return {"seconds": dice.uniform(0.0005, 0.005), "multipv": lines}
        case 1:
            return {"nodes": dice.randint(1, 2000), "multipv": lines}
    return {"depth": dice.randint(1, 3), "nodes": 2000, "multipv": lines}


def fault(engine: mujo.Engine, board: mujo.Board, limit: dict[str, Any]) -> str | None:
    """Search, and return what is wrong with the result."""
    before = board.sfen(), board.ply, board.key
    result = engine.search(board, **limit)
    if (board.sfen(), board.ply, board.key) != before:
        return "the board has changed"
    if not result.lines or result.best != result.lines[0].moves[0]:
        return "there is no best move"
    for line in result.lines:
        after = board.copy()
        for move in line.moves:
            if not after.is_legal(move):
                return f"{move.usi()} is illegal after {' '.join(each.usi() for each in line.moves)}"
            after.push(move)
    return None


def main() -> int:
    """Run the searches."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    dice = random.Random(options.seed)
    names = sorted(mujo.rule_set_names())
    engines = {name: mujo.Engine(name, hash=1) for name in names}
    sources = {name: positions(mujo.RuleSet(name), dice) for name in names}
    tried: Counter[str] = Counter()
    begun = time.monotonic()
    for number in range(options.count):
        name = names[number % len(names)]
        board, limit = next(sources[name]), limits(number // len(names), dice)
        problem = fault(engines[name], board, limit)
        tried[name] += 1
        if problem is not None:
            print(f"\n{name}, {limit}: {problem}\n{board.sfen()}")
            return 1
        if number % 100 == 99:
            print(f"\r{number + 1} of {options.count}", end="", flush=True)
    least = min(tried.values())
    seconds = time.monotonic() - begun
    print(f"\r{tried.total()} searches in {len(tried)} rule sets, {least} or more in each: all legal; {seconds:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
