"""Reads a move diagram and converts its symbols to atoms.

``tools/golden_pictures.py`` explains the symbols. A picture shows a piece on an empty board, where only the symbol
distinguishes a leap from a step; as atoms it can be compared on any board.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from golden.atoms import DIRECTIONS, NAMES, VECTORS, Part, Square

FOLDER = Path(__file__).resolve().parent
KANJI = re.compile(r"[\u3400-\u9fff\U00020000-\U0003ffff]")
UNIFORM = str.maketrans({"＼": "╲", "／": "╱", "✕": "╳", "\u00a0": " ", "\t": " "})
LINES = {"N": "│", "S": "│", "E": "─", "W": "─", "NE": "╱", "SW": "╱", "NW": "╲", "SE": "╲"}
STRAIGHT = {"N", "E", "S", "W"}
CENTRE = "@"
KNIGHTS = [(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)]


class PictureError(ValueError):
    """A picture that cannot be read."""


@dataclass(frozen=True)
class Golden:
    """One file of ``tests/golden/tai`` or ``tests/golden/maka``."""

    game: str
    stem: str
    head: dict[str, str]
    rows: tuple[str, ...]

    @property
    def type(self) -> str:
        """Return the id of the type that the picture belongs to."""
        return self.head["type"]

    @property
    def reading(self) -> str | None:
        """Return the name of the reading, if the type has several pictures."""
        return self.head.get("reading")


def load(game: str) -> list[Golden]:
    """Return every picture of a game."""
    found = []
    for path in sorted((FOLDER / game).glob("*.txt")):
        if not path.stem.startswith("setup-"):
            found.append(read_file(game, path))
    return found


def read_file(game: str, path: Path) -> Golden:
    """Read one golden file."""
    head_text, _, body = path.read_text(encoding="utf-8").partition("\n\n")
    head = dict(line.removeprefix("# ").split(": ", 1) for line in head_text.split("\n"))
    return Golden(game, path.stem, head, tuple(body.removesuffix("\n").split("\n")))


def grid(golden: Golden) -> dict[Square, str]:
    """Return the symbols by (dx, dy) from the piece, without blanks."""
    rows = _join_centre(list(golden.rows))
    step = 2 if golden.game == "maka" else 1
    if step == 2 and any(row[1::2].strip() for row in rows):
        raise PictureError("something stands between the columns")
    rows = [row[::step] for row in rows]
    middle = next(y for y, row in enumerate(rows) if CENTRE in row)
    size = 2 * middle + 1
    if rows[middle].index(CENTRE) != middle or len(rows) > size:
        raise PictureError("the piece does not stand in the centre")
    cells: dict[Square, str] = {}
    for y, row in enumerate(rows):
        if row[size:].strip():
            raise PictureError(f"row {y + 1} is longer than the picture is high")
        for x, symbol in enumerate(row[:size]):
            if symbol not in (" ", CENTRE):
                cells[x - middle, middle - y] = symbol
    return cells


def reach(golden: Golden) -> int:
    """Return how many squares a picture shows on each side of the piece."""
    return next(y for y, row in enumerate(_join_centre(list(golden.rows))) if CENTRE in row)


def _join_centre(lines: list[str]) -> list[str]:
    """Join the row of the piece, with one mark in place of its kanji."""
    with_kanji = [i for i, line in enumerate(lines) if KANJI.search(line)]
    if not with_kanji:
        raise PictureError("no kanji")
    first, stop = with_kanji[0], with_kanji[-1] + 1
    left = KANJI.split(lines[first])[0]
    right = KANJI.split(lines[stop - 1])[-1].lstrip("\t")
    if not left:
        first -= 1
        left = lines[first] + " "
    if not right and lines[stop - 1] != lines[first]:
        right = lines[stop]
        stop += 1
    return [row.translate(UNIFORM) for row in [*lines[:first], left + CENTRE + right, *lines[stop:]]]


def parts(golden: Golden) -> frozenset[Part]:
    """Return the powers in a picture."""
    cells = grid(golden)
    if set(cells.values()) == {"∞"}:
        return frozenset({("any", 0, 0)})
    found: set[Part] = set()
    hooks = {i for i, v in enumerate(VECTORS) if cells.get(v) == ("┼" if NAMES[i] in STRAIGHT else "╳")}
    left = {square: symbol for square, symbol in cells.items() if not _after_turn(square, symbol, hooks)}
    free = all(left.get(knight) == "☆" for knight in KNIGHTS) and all(left.get(vector) == "!" for vector in VECTORS)
    if free:
        found.add(("free", 2, 0))
        for knight in KNIGHTS:
            del left[knight]
    for index, name in enumerate(NAMES):
        dx, dy = DIRECTIONS[name]
        ray = "".join(left.pop((dx * n, dy * n), " ") for n in range(1, reach(golden) + 1)).rstrip()
        found |= _ray(ray, index, LINES[name], free)
    for square, symbol in left.items():
        if symbol != "☆":
            raise PictureError(f"{symbol} on {square} means nothing")
        found.add(("jump", *square))
    return frozenset(found)


def _ray(ray: str, index: int, line: str, free: bool) -> set[Part]:
    """Read the symbols in one direction, from the piece outward."""
    dx, dy = DIRECTIONS[NAMES[index]]
    turn = "┼" if NAMES[index] in STRAIGHT else "╳"
    found: set[Part] = set()
    if not ray:
        return found
    if set(ray) == {turn}:
        return {("hook", index, 1)}
    if ray.endswith(line):
        found.add(("slide", index, 0))
        ray = ray.rstrip(line)
    match = re.fullmatch(r"!(☆{1,2})", ray)
    if match:
        steps = 1 + len(match[1])
        if not (free and steps == 2):
            found.add(("line", index, steps))
    elif free and re.fullmatch(r"!☆○", ray):
        found.add(("slide", index, 3))
    elif ray and set(ray) == {"○"}:
        found.add(("slide", index, len(ray)))
    elif re.fullmatch(f"[ ○{line}]?☆", ray):
        found.add(("jump", dx * 2, dy * 2))
        if ray[0] == "○":
            found.add(("slide", index, 1))
    elif ray:
        raise PictureError(f"{ray!r} towards {NAMES[index]} means nothing")
    return found


def _after_turn(square: Square, symbol: str, hooks: set[int]) -> bool:
    """Return whether a line symbol belongs to a hook after its turn."""
    for index in hooks:
        vector = VECTORS[index]
        for turn in ((-vector[1], vector[0]), (vector[1], -vector[0])):
            line = LINES[NAMES[VECTORS.index(turn)]]
            for first in range(1, 6):
                for second in range(1, 12):
                    end = (vector[0] * first + turn[0] * second, vector[1] * first + turn[1] * second)
                    if end == square and symbol == line:
                        return True
    return False
