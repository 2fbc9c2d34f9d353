"""The diagrams of the larger family, drawn from the facts by ``tools/golden_diagrams.py``, agree with the engine.

One file a game; the script explains the symbols. Only the squares that a diagram shows are compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

import mujo
from golden.atoms import FACTS, Effect, GameFacts, Scene, Square
from golden.check import engine_effects, holder, plain_rules, royal_corner

FOLDER = FACTS.parent / "golden"
GAMES = {name: GameFacts(name) for name in ("dai", "daidai", "wa", "tenjiku", "taikyoku")}


@dataclass(frozen=True)
class Diagram:
    """One piece on two boards: the rows, from the far side."""

    game: str
    type: str
    reading: str
    alone: list[str]
    among_others: list[str]

    @property
    def name(self) -> str:
        """The game, the type and its reading."""
        return f"{self.game}-{self.type}{'.' * bool(self.reading)}{self.reading}"


def load(game: str) -> Iterator[Diagram]:
    """Read the diagrams of a game; two boards stand side by side."""
    text = (FOLDER / f"{game}.txt").read_text(encoding="utf-8")
    for block in text.removeprefix("# ").removesuffix("\n").split("\n\n# "):
        head, *rows = block.split("\n")
        type_id, _, reading = head.split()[0].partition(".")
        size = len(rows)
        wide = [row.ljust(2 * size + 1) for row in rows]
        yield Diagram(game, type_id, reading, [row[:size] for row in wide], [row[size + 1 :] for row in wide])


@pytest.mark.parametrize("game", GAMES)
def test_every_type_and_reading_is_drawn(game: str) -> None:
    names = {diagram.name.removeprefix(f"{game}-") for diagram in load(game)}
    assert names == set(GAMES[game].types) | set(GAMES[game].readings)


@pytest.mark.parametrize(
    "diagram", [pytest.param(diagram, id=diagram.name) for game in GAMES for diagram in load(game)]
)
def test_engine_moves_as_drawn(diagram: Diagram) -> None:
    facts = GAMES[diagram.game]
    piece = holder(facts, facts.game, diagram.type)
    assert piece is not None
    rules = plain_rules(facts.game, {diagram.type: diagram.reading} if diagram.reading else None)
    is_royal = rules.moves_as(mujo.Piece(piece[0], mujo.BLACK, piece[1])).royal
    for rows in (diagram.alone, diagram.among_others):
        scene = read_scene(facts, rows)
        skipped = royal_corner(scene) if is_royal else None
        for side in (mujo.BLACK, mujo.WHITE):
            found = engine_effects(rules, piece, side, scene)
            assert draw(scene, found, len(rows) // 2, skipped) == without(rows, scene, skipped), side


def read_scene(facts: GameFacts, rows: list[str]) -> Scene:
    """Return a drawn board: the piece near the centre, all others as drawn."""
    radius = len(rows) // 2
    start = facts.files // 2, facts.ranks // 2
    own, enemy = set(), set()
    for y, row in enumerate(rows):
        for x, symbol in enumerate(row):
            square = start[0] + x - radius, start[1] + radius - y
            if symbol in "Ss":
                own.add(square)
            elif symbol in "x!*~e":
                enemy.add(square)
    return Scene(facts.files, facts.ranks, start, frozenset(own), frozenset(enemy))


def draw(scene: Scene, found: set[Effect], radius: int, skipped: Square | None) -> list[str]:
    """Draw the effects that the engine lists."""
    ends = {end for _, end in found}
    victims = {victim for taken, _ in found for victim in taken}
    without_moving = {victim for taken, end in found if end == scene.start for victim in taken if len(taken) == 1}
    x, y = scene.start

    def symbol(square: Square) -> str:
        if square == skipped or not scene.inside(square):
            return " "
        if square == scene.start:
            return "P" if (frozenset(), square) in found else "@"
        if square in scene.own:
            return "s" if square in victims else "S"
        if square not in scene.enemy:
            return "o" if square in ends else "."
        if square in ends:
            return "!" if square in without_moving else "x"
        return "*" if square in without_moving else "~" if square in victims else "e"

    around = range(-radius, radius + 1)
    return ["".join(symbol((x + dx, y - dy)) for dx in around) for dy in around]


def without(rows: list[str], scene: Scene, skipped: Square | None) -> list[str]:
    """Return the rows with one square blank: there the board of the engine has the enemy's royal."""
    radius = len(rows) // 2
    if skipped is not None:
        x, y = skipped[0] - scene.start[0] + radius, scene.start[1] + radius - skipped[1]
        rows = list(rows)
        if 0 <= x < len(rows) and 0 <= y < len(rows):
            rows[y] = rows[y][:x] + " " + rows[y][x + 1 :]
    return rows
