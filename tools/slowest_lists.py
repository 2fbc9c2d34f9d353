"""Search for positions whose list of legal moves takes long, by climbing from random positions.

    python tools/slowest_lists.py search tai maka own --seconds 600 --seed 1 --keep FILE
    python tools/slowest_lists.py table FILE

The first command climbs in each rule set for that time, and adds each slowest position so far to FILE, a line of JSON
each. ``own`` instead of a rule set also makes the rules: games of up to nine types with random moves on boards of any
size. The second measures the slowest position of each rule set again and prints the table of the documentation.

Times are processor times of this thread, the best of several lists. A climb changes some squares at a time and keeps
the change if the list became slower; it begins anew after many changes in vain.
"""

from __future__ import annotations

import argparse
import json
import random
import string
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mujo import Board, DataError, MujoError, Piece, RuleSet, Setup

#: Changes in vain before a climb ends.
PATIENCE = 400
#: Types of a random game beside the king.
MOST_TYPES = 8

HEAD = """format = 1
name = "own"
title = "own"
description = "own"
source = "made up"
[board]
files = {files}
ranks = {ranks}
[options]
exposure = {{ value = "{exposure}", source = "x" }}
emperor = {{ value = "{emperor}", source = "x" }}
[setup]
position = "{position}"
[pieces]
"""


def seconds_of_list(board: Board, times: int = 1) -> float:
    """Measure the list of legal moves: the best of some times."""
    best = float("inf")
    for _ in range(times):
        began = time.thread_time()
        count(board)
        best = min(best, time.thread_time() - began)
    return best


def count(board: Board) -> int | None:
    """Count the legal moves; ``None`` if the list is refused as too complex."""
    try:
        return len(board.legal_moves)
    except MujoError:
        return None


@dataclass
class Found:
    """A position and what its list costs."""

    board: Board
    seconds: float
    toml: str | None = None

    def line(self, name: str) -> str:
        """Return a line of the file."""
        fields = {"rules": name, "milliseconds": round(1000 * self.seconds, 3), "moves": count(self.board)}
        return json.dumps({**fields, "position": self.board.sfen(), "toml": self.toml}, ensure_ascii=False)


def pieces_of(rules: RuleSet) -> list[Piece]:
    """List every piece that may stand on a board of Black or White."""
    symbols = [id_ for id_, kind in rules.piece_types.items() if kind.is_initial]
    symbols += [f"+{id_}" for id_ in symbols if rules.piece_types[id_].promotes_to is not None]
    return [Piece.from_symbol(text) for symbol in symbols for text in (symbol, symbol.lower())]


def begin(rules: RuleSet, pieces: list[Piece], stream: random.Random) -> Setup:
    """Make a random board: some types only, often with many royals, more or less dense."""
    setup = Setup(rules=rules)
    setup.clear()
    royals = [piece for piece in pieces if rules.moves_as(piece).royal]
    some = stream.sample(pieces, min(len(pieces), stream.choice([1, 2, 4, 8, 16])))
    some += royals * stream.choice([0, 0, 1, 1, 4])
    density = stream.random()
    squares = range(rules.files * rules.ranks)
    for square in squares:
        if stream.random() < density:
            setup.put(square, stream.choice(some))
    for side in (True, False):
        setup.put(stream.choice(squares), stream.choice([piece for piece in royals if piece.side == side]))
    return setup


def change(setup: Setup, pieces: list[Piece], stream: random.Random) -> Setup:
    """Return a copy with some squares changed."""
    setup = setup.copy()
    rules = setup.rules
    squares = range(rules.files * rules.ranks)
    kinds = list(dict.fromkeys(setup.piece_map().values())) or pieces
    for _ in range(stream.choice([1, 1, 2, 4, 12, 40])):
        square = stream.choice(squares)
        match stream.randrange(5):
            case 0:
                setup.remove(square)
            case 1:
                setup.put(square, stream.choice(pieces))
            case 2:
                setup.put(square, stream.choice(kinds))
            case 3:
                taken = setup.remove(square)
                if taken is not None:
                    setup.put(stream.choice(squares), taken)
            case _:
                taken = setup.remove(square)
                if taken is not None:
                    setup.put(square, Piece(taken.type, not taken.side, taken.promoted))
    return setup


def climb(rules: RuleSet, stream: random.Random, until: float) -> Found:
    """Climb once from a random position."""
    pieces = pieces_of(rules)
    setup = begin(rules, pieces, stream)
    setup.turn = stream.random() < 0.5
    board = setup.board()
    best, vain = Found(board, seconds_of_list(board)), 0
    while vain < PATIENCE and time.monotonic() < until:
        other = change(setup, pieces, stream)
        board = other.board()
        seconds = seconds_of_list(board)
        if seconds > best.seconds:
            # Measured again: once is often slower than it should be.
            seconds = min(seconds, seconds_of_list(board, 3))
        if seconds > best.seconds:
            setup, best, vain = other, Found(board, seconds), 0
        else:
            vain += 1
    return best


def random_term(stream: random.Random) -> str:
    """Return one term of the move language, not always valid."""
    legs = stream.choice([1, 1, 1, 2, 2, 3, 4, 6])
    modes = ["".join(mode for mode in "mcp" if stream.random() < 0.4) for _ in range(legs)]
    leg = "a".join(stream.choice(["", "", "", "f", "s", "v", "b"]) + mode for mode in modes)
    return leg + stream.choice("WFDANHKRBQ") + stream.choice(["", "", "2", "3", "12"])


def random_game(stream: random.Random) -> str:
    """Return the text of a rule file, not always valid."""
    files, ranks = (stream.choice([5, 8, 12, 19, 25, 36]) for _ in range(2))
    kinds = list(string.ascii_uppercase[: stream.randrange(1, MOST_TYPES + 1)])
    texts = {kind: "".join(random_term(stream) for _ in range(stream.choice([1, 1, 2, 3, 8, 40]))) for kind in kinds}
    texts[kinds[0]] = stream.choice(["K", "U", "U", texts[kinds[0]]])
    empty = "/".join(str(files) for _ in range(ranks - 2))
    king = kinds[0]
    position = f"{king.lower()},{files - 1}/{empty}/{king},{files - 1} b - 1"
    royal = stream.choice(["king", "emperor"])
    rows = ""
    for kind, text in texts.items():
        role = f', royal = "{royal}"' if kind == king else ""
        rows += f'{kind} = {{ name = "{kind}", betza = "{text}", source = "x"{role} }}\n'
    options = {
        "exposure": stream.choice(["allowed", "forbidden"]),
        "emperor": stream.choice(["protected-royal", "protected-square", "protected-piece"]),
    }
    return HEAD.format(files=files, ranks=ranks, position=position, **options) + rows


def climb_own(stream: random.Random, until: float) -> Found:
    """Climb once in a random game that can be loaded."""
    while True:
        toml = random_game(stream)
        try:
            rules = RuleSet.from_toml(toml)
        except DataError:
            continue
        found = climb(rules, stream, min(until, time.monotonic() + 20))
        return Found(found.board, found.seconds, toml)


def climbs(name: str, stream: random.Random, until: float) -> Iterator[Found]:
    """Climb again and again until the time is up."""
    once: Callable[[], Found] = (
        (lambda: climb_own(stream, until)) if name == "own" else (lambda: climb(RuleSet(name), stream, until))
    )
    while time.monotonic() < until:
        yield once()


def search(options: argparse.Namespace) -> None:
    """Climb in each rule set and keep the slowest positions."""
    for name in options.sets:
        stream, until = random.Random(f"{options.seed} {name}"), time.monotonic() + options.seconds
        slowest, number = 0.0, 0
        for found in climbs(name, stream, until):
            number += 1
            if found.seconds > slowest:
                slowest = found.seconds
                with Path(options.keep).open("a", encoding="utf-8") as file:
                    file.write(found.line(name) + "\n")
        print(f"{name}: {number} climbs, seed {options.seed}, slowest list {1000 * slowest:.3f} ms", flush=True)


def table(options: argparse.Namespace) -> None:
    """Measure the slowest position of each rule set again."""
    slowest: dict[str, dict[str, Any]] = {}
    for line in Path(options.file).read_text(encoding="utf-8").splitlines():
        fields = json.loads(line)
        known = slowest.setdefault(fields["rules"], fields)
        if fields["milliseconds"] > known["milliseconds"]:
            slowest[fields["rules"]] = fields
    print("| rule set | moves | list, ms |\n| --- | ---: | ---: |")
    for name, fields in sorted(slowest.items()):
        toml = fields["toml"]
        board = Board(fields["position"], RuleSet.from_toml(toml) if toml else name)
        print(f"| {name} | {count(board) or 'refused'} | {1000 * seconds_of_list(board, 5):.2f} |")


def main() -> None:
    """Search or print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    commands = parser.add_subparsers(required=True)
    finder = commands.add_parser("search", help="climb")
    finder.add_argument("sets", nargs="+", metavar="SET", help="rule sets, or 'own'")
    finder.add_argument("--seconds", type=float, default=60.0, help="time for each rule set (default: %(default)s)")
    finder.add_argument("--seed", type=int, default=1)
    finder.add_argument("--keep", default="slowest.jsonl", metavar="FILE", help="file to add to (default: %(default)s)")
    finder.set_defaults(run=search)
    shower = commands.add_parser("table", help="measure again and print")
    shower.add_argument("file", metavar="FILE")
    shower.set_defaults(run=table)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
