#!/usr/bin/env python3
"""Draw the move of every type of the larger family from collected facts, into ``tests/golden/GAME.txt``.

    python tools/golden_diagrams.py FOLDER [--out tests/golden] [GAME ...]

FOLDER holds one JSON file for each game: its types with their moves as a list of ``kind`` and directions, and the other
readings. The script shares no code with mujo or its tests. For each type and reading it draws two boards side by side,
seen by the owner, 6 squares each way: the piece alone, and the piece among others that stand at random.

======  ===========================================================================================================
``@``   the piece; ``P`` if it may pass
``o``   an empty square where a move ends
``x``   an enemy it may capture by ending there
``!``   the same, and it may capture it without moving
``*``   an enemy it may capture only without moving
``~``   an enemy it captures only on the way
``s``   a piece of its own side that a move captures
``e``   any other enemy
``S``   any other piece of its own side
``.``   any other square; a blank is off the board
======  ===========================================================================================================
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

GAMES = ("dai", "daidai", "wa", "tenjiku", "taikyoku")
RADIUS = 6
OWN, ENEMY = 0.08, 0.22
"""The shares of squares that hold a piece of the own side, and of either side."""

COMPASS = {
    "N": (0, 1), "NE": (1, 1), "E": (1, 0), "SE": (1, -1), "S": (0, -1), "SW": (-1, -1), "W": (-1, 0), "NW": (-1, 1),
}  # fmt: skip
Square = tuple[int, int]
Effect = tuple[frozenset[Square], Square]


class View(NamedTuple):
    """What a piece on (0, 0) sees: the room on the board, and who stands where."""

    left: int
    right: int
    back: int
    front: int
    others: dict[Square, str]

    def has(self, square: Square) -> bool:
        """Return whether a square is on the board."""
        return -self.left <= square[0] <= self.right and -self.back <= square[1] <= self.front

    def at(self, square: Square) -> str:
        """Return ``own``, ``enemy`` or nothing for an empty square."""
        return self.others.get(square, "")

    def ray(self, direction: Square, origin: Square = (0, 0)) -> Iterator[Square]:
        """Yield the squares in one direction up to the edge."""
        square = plus(origin, direction)
        while self.has(square):
            yield square
            square = plus(square, direction)

    def reach(self, direction: Square, limit: int = 0, origin: Square = (0, 0)) -> Iterator[Square]:
        """Yield the ends of a slide."""
        for distance, square in enumerate(self.ray(direction, origin), 1):
            if self.at(square) == "own" or (limit and distance > limit):
                return
            yield square
            if self.at(square):
                return

    def ending(self, squares: Iterable[Square]) -> Iterator[Effect]:
        """Yield moves that capture only where they end; squares with an own piece and off the board are left out."""
        for square in squares:
            if self.has(square) and self.at(square) != "own":
                yield frozenset([square] if self.at(square) else []), square


def plus(first: Square, second: Square) -> Square:
    """Add two steps."""
    return first[0] + second[0], first[1] + second[1]


def effects(move: dict[str, Any], view: View) -> Iterator[Effect]:
    """Yield every effect of one part of a move: the captured squares and the end."""
    kind = move["kind"]
    directions = [COMPASS[name] for name in move.get("dirs", [])]
    if kind == "jump":
        yield from view.ending([tuple(move["leap"])])
    elif kind == "area":
        yield from area(view, directions, move["steps"])
    elif kind == "lion" and move["shape"] == "free":
        assert move["steps"] == 2
        yield from lion(view, directions)
    elif kind != "burn":
        for direction in directions:
            yield from in_direction(move, direction, view)


def in_direction(move: dict[str, Any], direction: Square, view: View) -> Iterator[Effect]:
    """Yield the effects of one part in one of its directions."""
    neighbour = plus((0, 0), direction)
    match move["kind"]:
        case "step":
            yield from view.ending([neighbour])
        case "limited":
            yield from view.ending(view.reach(direction, move["max"]))
        case "range":
            yield from view.ending(view.reach(direction))
        case "ski":
            yield from view.ending(view.reach(direction, move.get("max", 1) - 1, neighbour))
        case "leap-slide":
            yield from leap_slide(view, direction, move["at"], move.get("max", 0))
        case "hop-slide":
            yield from view.ending(hop_slide(view, direction, move.get("pieces")))
        case "jump-capture":
            yield from view.ending(beyond(view, direction))
        case "sweep":
            yield from sweep(view, direction)
        case "hook":
            yield from hook(view, direction)
        case "lion":
            assert move["shape"] == "line"
            yield from line_lion(view, direction, move["steps"])
        case "run":
            yield from run(view, direction, move["steps"])
        case "shoot":
            if view.at(neighbour) == "enemy":
                yield frozenset([neighbour]), (0, 0)
            if move.get("pass") and view.has(neighbour) and not view.at(neighbour):
                yield frozenset(), (0, 0)
        case other:
            raise ValueError(f"unknown kind {other!r}")


def leap_slide(view: View, direction: Square, at: int, limit: int) -> Iterator[Effect]:
    """Leap to a square; if it is empty, slide on."""
    landing = (direction[0] * at, direction[1] * at)
    yield from view.ending([landing])
    if view.has(landing) and not view.at(landing):
        yield from view.ending(view.reach(direction, max(limit - at, 0), landing))


def hop_slide(view: View, direction: Square, pieces: int | None) -> Iterator[Square]:
    """Slide, leaping over a limited number of pieces; the first that can no longer be leapt over ends it."""
    met = 0
    for square in view.ray(direction):
        yield square
        met += bool(view.at(square))
        if pieces is not None and met > pieces:
            return


def beyond(view: View, direction: Square) -> Iterator[Square]:
    """Yield the enemies beyond the first piece of a line."""
    pieces = [square for square in view.ray(direction) if view.at(square)]
    yield from (square for square in pieces[1:] if view.at(square) == "enemy")


def sweep(view: View, direction: Square) -> Iterator[Effect]:
    """Take everything on the way, of either side, up to an empty square or an enemy."""
    passed: set[Square] = set()
    for square in view.ray(direction):
        if view.at(square):
            passed.add(square)
        if view.at(square) != "own":
            yield frozenset(passed), square


def hook(view: View, direction: Square) -> Iterator[Effect]:
    """Slide, and turn once at a right angle on an empty square."""
    for corner in view.reach(direction):
        yield from view.ending([corner])
        if not view.at(corner):
            for turn in ((direction[1], -direction[0]), (-direction[1], direction[0])):
                yield from view.ending(view.reach(turn, 0, corner))


def area(view: View, directions: list[Square], steps: int) -> Iterator[Effect]:
    """Make king steps over empty squares; the first capture ends the move."""
    edge: set[Square] = {(0, 0)}
    for _ in range(steps):
        ends = {plus(square, direction) for square in edge for direction in directions}
        yield from view.ending(ends)
        edge = {square for square in ends if view.has(square) and not view.at(square)}


def lion(view: View, directions: list[Square]) -> Iterator[Effect]:
    """Make one or two steps, each of which may capture, or leap to where two steps lead."""
    for first in directions:
        yield from view.ending([first])
        if not view.has(first) or view.at(first) == "own":
            between: list[frozenset[Square]] = []
        else:
            between = [frozenset([first] if view.at(first) else [])]
        for second in directions:
            end = plus(first, second)
            if end == (0, 0):
                yield from ((taken, end) for taken in between)
            else:
                for taken, _ in view.ending([end]):
                    yield taken, end
                    yield from ((taken | passed, end) for passed in between)


def line_lion(view: View, direction: Square, steps: int) -> Iterator[Effect]:
    """Use a lion's power along one line: out, and back by at most one square."""
    yield from run(view, direction, steps)
    line = list(view.ray(direction))[:steps]
    if not line or view.at(line[0]) == "own":
        return
    first = frozenset([line[0]] if view.at(line[0]) else [])
    yield first, (0, 0)
    if steps == 3 and len(line) > 1 and view.at(line[1]) == "enemy":
        yield first | {line[1]}, line[0]


def run(view: View, direction: Square, steps: int) -> Iterator[Effect]:
    """Go straight on, capturing some of the enemies on the way and leaping over all others."""
    line = list(view.ray(direction))[:steps]
    for index, end in enumerate(line):
        enemies = [square for square in line[:index] if view.at(square) == "enemy"]
        for count in range(len(enemies) + 1):
            for some in combinations(enemies, count):
                yield from ((taken | frozenset(some), end) for taken, _ in view.ending([end]))


def draw(moves: list[dict[str, Any]], view: View) -> list[str]:
    """Draw the squares around the piece."""
    found = {effect for move in moves for effect in effects(move, view)}
    ends = {end for _, end in found}
    captured = {square for victims, _ in found for square in victims}
    shot = {next(iter(victims)) for victims, end in found if end == (0, 0) and len(victims) == 1}

    def symbol(square: Square) -> str:
        if not view.has(square):
            return " "
        if square == (0, 0):
            return "P" if (frozenset(), square) in found else "@"
        match view.at(square):
            case "own":
                return "s" if square in captured else "S"
            case "enemy" if square in shot:
                return "!" if square in ends else "*"
            case "enemy":
                return "x" if square in ends else "~" if square in captured else "e"
            case _:
                return "o" if square in ends else "."

    around = range(-RADIUS, RADIUS + 1)
    return ["".join(symbol((x, y)) for x in around) for y in reversed(around)]


def views(game: str, name: str, files: int, ranks: int) -> tuple[View, View]:
    """Return the view of a piece alone near the centre, and of one among others."""
    dice = random.Random(f"{game} {name}")
    left, back = files // 2, ranks // 2
    alone = View(left, files - 1 - left, back, ranks - 1 - back, {})
    others: dict[Square, str] = {}
    for x in range(-RADIUS, RADIUS + 1):
        for y in range(-RADIUS, RADIUS + 1):
            chance = dice.random()
            if alone.has((x, y)) and (x, y) != (0, 0) and chance < ENEMY:
                others[x, y] = "own" if chance < OWN else "enemy"
    return alone, alone._replace(others=others)


def diagrams(facts: dict[str, Any], game: str) -> str:
    """Return the text of one file."""
    files, ranks = facts["board"]
    kanji = {piece["id"]: piece["kanji"] for piece in facts["pieces"]}
    drawn = [(piece["id"], piece["moves"]) for piece in facts["pieces"]]
    drawn += [(name, other["moves"]) for name, other in facts["alternative_moves"].items()]
    blocks = []
    for name, moves in drawn:
        alone, among = (draw(moves, view) for view in views(game, name, files, ranks))
        rows = [f"{first} {second}".rstrip() for first, second in zip(alone, among, strict=True)]
        blocks.append("\n".join([f"# {name} {kanji[name.partition('.')[0]]}", *rows]))
    return "\n\n".join(blocks) + "\n"


def main(arguments: list[str] | None = None) -> int:
    """Run the script."""
    parser = argparse.ArgumentParser(description="draw the moves of the larger family from collected facts")
    parser.add_argument("folder", type=Path, help="folder with GAME.json")
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--out", type=Path, default=Path(__file__).resolve().parents[1] / "tests" / "golden")
    options = parser.parse_args(arguments)
    for game in options.games:
        facts = json.loads((options.folder / f"{game}.json").read_text(encoding="utf-8"))
        (options.out / f"{game}.txt").write_text(diagrams(facts, game), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
