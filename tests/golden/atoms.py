"""The powers of pieces as atoms, and a small move generator that uses nothing else.

An atom is a line of words; directions are the owner's (``N`` is forward, ``E`` the right hand):

========================  ==================================================================================
``step D...``             one square in each direction
``limited n D...``        a slide of up to n squares
``range D...``            a slide of any length
``jump dx,dy``            a leap, dx to the right, dy forward
``hook D...``             a slide, then at most one turn of 90 degrees on an empty square and another slide
``hook2 D...``            the same, but the first leg may end by taking an enemy and turn there
``free n``                a lion: up to n king steps, and leaps to any square within two
``free n noleap``         up to n king steps, no leaps
``line n D...``           a lion's power of n steps bound to one line in each direction
``hop n D...``            a slide over the first one to n pieces met, ending beyond one of them
``diagonal n``            a lion of n steps that are all diagonal
``area n``                up to n king steps over empty squares; the first capture ends it; it may end on its start
``jumps D...``            captures over at least one piece of either side, all of lower rank than the mover
``skip n D...``           a slide of up to n squares (no limit if n is 0) that passes the first, whatever stands there
``shoot D...``            takes a neighbour without moving
``any``                   every square of the board
========================  ==================================================================================

Coordinates are (x, y) from the owner's left and back: x grows to the right hand, y grows forward.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

Square = tuple[int, int]
Effect = tuple[frozenset[Square], Square]
"""The victims (one on the end square included) and the end of a move."""

Part = tuple[str, int, int]
"""One power in one direction: kind, then two numbers (a direction and a count, or a leap)."""

DIRECTIONS: dict[str, Square] = {
    "N": (0, 1),
    "NE": (1, 1),
    "E": (1, 0),
    "SE": (1, -1),
    "S": (0, -1),
    "SW": (-1, -1),
    "W": (-1, 0),
    "NW": (-1, 1),
}
NAMES = list(DIRECTIONS)
VECTORS = list(DIRECTIONS.values())
FACTS = Path(__file__).resolve().parents[1] / "facts"


def parts(atoms: Collection[str]) -> frozenset[Part]:
    """Split atoms so that two descriptions of one power compare equal."""
    found: set[Part] = set()
    for atom in atoms:
        kind, *words = atom.split()
        match kind:
            case "any":
                found.add(("any", 0, 0))
            case "jump":
                dx, dy = words[0].split(",")
                found.add(("jump", int(dx), int(dy)))
            case "free":
                found.add(("free", int(words[0]), int("noleap" in words)))
            case "step" | "range":
                found |= {("slide", NAMES.index(name), int(kind == "step")) for name in words}
            case "limited":
                found |= {("slide", NAMES.index(name), int(words[0])) for name in words[1:]}
            case "diagonal" | "area":
                found.add((kind, int(words[0]), 0))
            case "jumps" | "shoot" | "rest" | "sweep":
                found |= {(kind, NAMES.index(name), 0) for name in words}
            case "line" | "hop" | "skip" | "run":
                found |= {(kind, NAMES.index(name), int(words[0])) for name in words[1:]}
            case "onward":
                found |= {(f"onward {words[0]}", NAMES.index(name), int(words[1])) for name in words[2:]}
            case "hook" | "hook2":
                found |= {("hook", NAMES.index(name), 2 if kind == "hook2" else 1) for name in words}
            case _:
                raise ValueError(f"unknown atom {atom!r}")
    return frozenset(found)


@dataclass(frozen=True)
class Scene:
    """A board from the point of view of one piece. The mover's start square counts as empty."""

    files: int
    ranks: int
    start: Square
    own: frozenset[Square] = frozenset()
    enemy: frozenset[Square] = frozenset()

    def inside(self, square: Square) -> bool:
        """Return whether the square is on the board."""
        return 0 <= square[0] < self.files and 0 <= square[1] < self.ranks

    def taken(self, square: Square) -> frozenset[Square]:
        """Return the victim on a square where a move ends, as a set."""
        return frozenset({square}) & self.enemy

    def walk(self, origin: Square, vector: Square) -> Iterator[Square]:
        """Yield the squares from origin in one direction up to the edge."""
        square = (origin[0] + vector[0], origin[1] + vector[1])
        while self.inside(square):
            yield square
            square = (square[0] + vector[0], square[1] + vector[1])

    def slide(self, origin: Square, vector: Square, limit: int = 0) -> Iterator[Square]:
        """Yield the squares where a slide may end; a limit of 0 means none."""
        for count, square in enumerate(self.walk(origin, vector), 1):
            if square in self.own or (limit and count > limit):
                return
            yield square
            if square in self.enemy:
                return


def effects(powers: Collection[Part], scene: Scene) -> set[Effect]:
    """Return every effect that powers allow in a scene, including the pass."""
    found: set[Effect] = set()
    for part in powers:
        found |= _effects(part, scene)
    return found


def _effects(part: Part, scene: Scene) -> set[Effect]:
    kind, first, second = part
    start = scene.start
    match kind:
        case "any":
            squares = {(x, y) for x in range(scene.files) for y in range(scene.ranks)} - scene.own - {start}
        case "jump":
            squares = {(start[0] + first, start[1] + second)}
            squares = {square for square in squares if scene.inside(square)} - scene.own
        case "slide":
            squares = set(scene.slide(start, VECTORS[first], second))
        case "hop":
            squares = set(_hop(scene, VECTORS[first], second))
        case "hook":
            return _hook(scene, VECTORS[first], second)
        case "line":
            return _line(scene, VECTORS[first], second)
        case "area":
            return _area(scene, first)
        case "jumps":
            squares = set(_jumps(scene, VECTORS[first]))
        case "skip":
            squares = set(_skip(scene, VECTORS[first], second))
        case "shoot":
            neighbour = (start[0] + VECTORS[first][0], start[1] + VECTORS[first][1])
            return {(frozenset({neighbour}), start)} if neighbour in scene.enemy else set()
        case "rest":
            neighbour = (start[0] + VECTORS[first][0], start[1] + VECTORS[first][1])
            taken = neighbour in scene.own or neighbour in scene.enemy
            return {(frozenset(), start)} if scene.inside(neighbour) and not taken else set()
        case "run":
            return _run(scene, VECTORS[first], second)
        case "sweep":
            return set(_sweep(scene, VECTORS[first]))
        case "diagonal":
            return _free(scene, first, leaps=True, vectors=[vector for vector in VECTORS if all(vector)])
        case "free":
            return _free(scene, first, leaps=not second)
        case _:
            squares = set(_onward(scene, VECTORS[first], int(kind.removeprefix("onward ")), second))
    return {(scene.taken(square), square) for square in squares}


def _hop(scene: Scene, vector: Square, limit: int) -> Iterator[Square]:
    hopped = 0
    for square in scene.walk(scene.start, vector):
        if hopped and square not in scene.own:
            yield square
        if square in scene.own or square in scene.enemy:
            hopped += 1
            if limit and hopped > limit:
                return


def _jumps(scene: Scene, vector: Square) -> Iterator[Square]:
    """Yield the ends of jumps; all pieces of a scene but the mover have the lowest rank."""
    jumped = False
    for square in scene.walk(scene.start, vector):
        if jumped and square in scene.enemy:
            yield square
        jumped |= square in scene.own or square in scene.enemy


def _skip(scene: Scene, vector: Square, limit: int) -> Iterator[Square]:
    first = (scene.start[0] + vector[0], scene.start[1] + vector[1])
    if scene.inside(first):
        yield from scene.slide(first, vector, max(limit - 1, 0))


def _area(scene: Scene, steps: int) -> set[Effect]:
    found: set[Effect] = set()
    reached = {scene.start}
    for _ in range(steps):
        here, reached = reached, set()
        for square in here:
            for vector in VECTORS:
                target = (square[0] + vector[0], square[1] + vector[1])
                if scene.inside(target) and target not in scene.own:
                    found.add((scene.taken(target), target))
                    if target not in scene.enemy:
                        reached.add(target)
    return found


def _hook(scene: Scene, vector: Square, captures: int) -> set[Effect]:
    found: set[Effect] = set()
    turns = [(-vector[1], vector[0]), (vector[1], -vector[0])]
    for corner in scene.slide(scene.start, vector):
        victim = scene.taken(corner)
        found.add((victim, corner))
        if not victim or captures == 2:
            for turn in turns:
                found |= {(victim | scene.taken(end), end) for end in scene.slide(corner, turn)}
    return found


def _line(scene: Scene, vector: Square, steps: int) -> set[Effect]:
    found: set[Effect] = set()
    line = list(scene.walk(scene.start, vector))[:steps]
    if not line:
        return found
    first = line[0]
    if first not in scene.own:
        found.add((scene.taken(first), scene.start))
        found.add((scene.taken(first), first))
        if steps == 3 and len(line) > 1 and line[1] in scene.enemy:
            found.add((scene.taken(first) | {line[1]}, first))
    return found | _run(scene, vector, steps)


def _run(scene: Scene, vector: Square, steps: int) -> set[Effect]:
    found: set[Effect] = set()
    line = list(scene.walk(scene.start, vector))[:steps]
    for index, end in enumerate(line):
        if end in scene.own:
            continue
        passed = [square for square in line[:index] if square in scene.enemy]
        for count in range(len(passed) + 1):
            found |= {(frozenset(some) | scene.taken(end), end) for some in combinations(passed, count)}
    return found


def _onward(scene: Scene, vector: Square, at: int, limit: int) -> Iterator[Square]:
    landing = (scene.start[0] + at * vector[0], scene.start[1] + at * vector[1])
    if scene.inside(landing) and landing not in scene.own:
        yield landing
        if landing not in scene.enemy:
            yield from scene.slide(landing, vector, max(limit - at, 0))


def _sweep(scene: Scene, vector: Square) -> Iterator[Effect]:
    victims: frozenset[Square] = frozenset()
    for square in scene.walk(scene.start, vector):
        victims |= {square} & (scene.own | scene.enemy)
        if square not in scene.own:
            yield victims, square


def _free(scene: Scene, steps: int, *, leaps: bool, vectors: Sequence[Square] = VECTORS) -> set[Effect]:
    found: set[Effect] = set()

    def go(square: Square, left: int, victims: frozenset[Square], hopped: frozenset[Square], back: Square) -> None:
        for vector in vectors:
            target = (square[0] + vector[0], square[1] + vector[1])
            if not scene.inside(target) or target in hopped or vector == back:
                continue
            enemy = target in scene.enemy and target not in victims
            own = target in scene.own
            if not own and not (target == scene.start and hopped):
                found.add((victims | (frozenset({target}) if enemy else frozenset()), target))
            if left == 1:
                continue
            if not own:
                taken = victims | {target} if enemy else victims
                go(target, left - 1, taken, hopped, (0, 0))
            if leaps and (own or enemy):
                go(target, left - 1, victims, hopped | {target}, (-vector[0], -vector[1]))

    go(scene.start, steps, frozenset(), frozenset(), (0, 0))
    if leaps:
        for end in {(scene.start[0] + a[0] + b[0], scene.start[1] + a[1] + b[1]) for a in vectors for b in vectors}:
            if end != scene.start and scene.inside(end) and end not in scene.own:
                found.add((scene.taken(end), end))
    return found


@dataclass(frozen=True)
class TypeFacts:
    """The facts about one type."""

    kanji: str
    atoms: tuple[str, ...]
    promotes: str | None
    count: int
    lone: int | None


class GameFacts:
    """One file of ``tests/facts``."""

    def __init__(self, game: str) -> None:
        raw: dict[str, Any] = json.loads((FACTS / f"{game}.json").read_text(encoding="utf-8"))
        self.game = game
        self.files, self.ranks = int(raw["board"][0]), int(raw["board"][1])
        self.types: dict[str, TypeFacts] = {
            name: TypeFacts(t["kanji"], tuple(t["atoms"]), t["promotes"], t["count"], t["lone"])
            for name, t in raw["types"].items()
        }
        self.readings: dict[str, tuple[str, ...]] = {name: tuple(a) for name, a in raw["readings"].items()}
        self.sets: dict[str, dict[str, tuple[str, ...]]] = {
            name: {t: tuple(a) for t, a in moves.items()} for name, moves in raw["sets"].items()
        }
        self.promotions: dict[str, dict[str, str | None]] = raw["promotions"]
        self.setup: dict[str, list[str]] = raw["setup"]
        self.start: dict[str, int] = raw["start"]
        self.options: dict[str, dict[str, str | int]] = raw["options"]
        self.start_by_type: dict[str, dict[str, int]] = raw.get("start_by_type", {})

    @property
    def set_names(self) -> list[str]:
        """Return the game's own rule set and the sets derived from it."""
        return [self.game, *self.sets]

    def atoms(self, rule_set: str) -> Mapping[str, tuple[str, ...]]:
        """Return the atoms of every type in a rule set."""
        return {name: t.atoms for name, t in self.types.items()} | self.sets.get(rule_set, {})

    def promotes(self, rule_set: str) -> Mapping[str, str | None]:
        """Return the promotion of every initial type in a rule set."""
        base = {name: t.promotes for name, t in self.types.items() if t.count}
        return base | self.promotions.get(rule_set, {})
