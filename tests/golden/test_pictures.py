"""The move diagrams of the two source texts agree with the facts and with the engine."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

import mujo
from golden import pictures
from golden.atoms import FACTS, VECTORS, Effect, GameFacts, Scene, Square, parts
from golden.check import differences, engine_effects, holder, plain_rules

FOLDER = FACTS.parent / "golden"
GAMES = {name: GameFacts(name) for name in ("tai", "maka")}
EXCEPTIONS: dict[str, list[dict[str, Any]]] = tomllib.loads((FOLDER / "exceptions.toml").read_text(encoding="utf-8"))
WRONG = {entry["file"].removesuffix(".txt"): entry for entry in EXCEPTIONS["picture"]}
ALL = [golden for game in GAMES for golden in pictures.load(game)]
GOOD = [golden for golden in ALL if f"{golden.game}/{golden.stem}" not in WRONG]
PICTURES = pytest.mark.parametrize("golden", [pytest.param(g, id=f"{g.game}-{g.stem}") for g in GOOD])


def powers_in_facts(golden: pictures.Golden, type_id: str) -> frozenset[tuple[str, int, int]]:
    facts = GAMES[golden.game]
    if golden.reading:
        return parts(facts.readings[f"{type_id}.{golden.reading}"])
    return parts(facts.types[type_id].atoms)


def rules_of(golden: pictures.Golden) -> mujo.RuleSet:
    return plain_rules(golden.game, {golden.type: golden.reading} if golden.reading else None)


def test_every_type_has_a_picture() -> None:
    drawn = {(golden.game, golden.type) for golden in ALL}
    wanted = {(name, kind) for name, facts in GAMES.items() for kind in facts.types}
    assert wanted - drawn == {("maka", "PG")}, "the promoted gold general has the gold general's picture"


@PICTURES
def test_picture_agrees_with_the_facts(golden: pictures.Golden) -> None:
    """Tests the interpreter of pictures without the engine."""
    assert pictures.parts(golden) == powers_in_facts(golden, golden.type)


@pytest.mark.parametrize("entry", EXCEPTIONS["picture"], ids=lambda entry: entry["file"])
def test_each_listed_wrong_picture_shows_the_stated_error(entry: dict[str, Any]) -> None:
    game, _, name = entry["file"].partition("/")
    golden = pictures.read_file(game, FOLDER / game / name)
    assert pictures.parts(golden) != powers_in_facts(golden, golden.type)
    assert pictures.parts(golden) == powers_in_facts(golden, entry["shows"])


@PICTURES
def test_engine_moves_as_the_picture(golden: pictures.Golden) -> None:
    """All powers, on boards with and without other pieces."""
    facts = GAMES[golden.game]
    piece = holder(facts, golden.game, golden.type)
    assert piece is not None
    assert differences(facts, rules_of(golden), piece, pictures.parts(golden)) == []


def near(found: set[Effect], centre: Square, size: int) -> set[Square]:
    """Return the ends within the picture as steps from the piece, without its own square."""
    ends = {(end[0] - centre[0], end[1] - centre[1]) for _, end in found}
    return {(x, y) for x, y in ends if max(abs(x), abs(y)) <= size and (x, y) != (0, 0)}


@PICTURES
def test_engine_symbol_by_symbol(golden: pictures.Golden) -> None:
    """The same without the interpreter: marked squares, igui and leaps."""
    cells = pictures.grid(golden)
    if set(cells.values()) & {"∞", "╳", "┼"}:
        pytest.skip("marks do not stand on every square that such a piece reaches")
    facts = GAMES[golden.game]
    piece = holder(facts, golden.game, golden.type)
    assert piece is not None
    rules = rules_of(golden)
    centre = (facts.files // 2, facts.ranks // 2)
    size = pictures.reach(golden)
    ring = frozenset((centre[0] + x, centre[1] + y) for x, y in VECTORS)

    empty = engine_effects(rules, piece, mujo.BLACK, Scene(facts.files, facts.ranks, centre))
    assert near(empty, centre, size) == set(cells)

    shut_in = engine_effects(rules, piece, mujo.BLACK, Scene(facts.files, facts.ranks, centre, own=ring))
    assert near(shut_in, centre, size) == {square for square, symbol in cells.items() if symbol == "☆"}

    besieged = engine_effects(rules, piece, mujo.BLACK, Scene(facts.files, facts.ranks, centre, enemy=ring))
    igui = {next(iter(victims)) for victims, end in besieged if end == centre and len(victims) == 1}
    marked = {(centre[0] + x, centre[1] + y) for (x, y), symbol in cells.items() if symbol == "!"}
    assert igui == marked


def rows_of(path: str) -> list[str]:
    return (FOLDER / path).read_text(encoding="utf-8").partition("\n\n")[2].removesuffix("\n").split("\n")


def test_setup_of_tai() -> None:
    """The picture runs letters together, so the comparison does too."""
    facts = GAMES["tai"]
    drawn = [row.replace(" ", "") for row in rows_of("tai/setup-tai.txt")]
    ours = ["".join(c for c in row.split(",") if not c.isdigit()) for row in facts.setup["tai"]]
    assert drawn == ours


@pytest.mark.parametrize("name", ["maka", "hishigata"])
def test_setup_of_maka(name: str) -> None:
    """A square is two columns wide and holds one character of the type's name, sometimes the whole name."""
    facts = GAMES["maka"]
    for drawn, row in zip(rows_of(f"maka/setup-{name}.txt"), facts.setup[name], strict=True):
        cells: list[str] = []
        for cell in row.split(","):
            cells += [""] * int(cell) if cell.isdigit() else [facts.types[cell].kanji]
        place = 0
        for kanji in cells:
            width = 0
            while drawn[place + width : place + width + 1].strip():
                width += 1
            found = drawn[place : place + width]
            assert bool(found) == bool(kanji), (drawn, row)
            assert all(character in kanji for character in found), (found, kanji)
            place += max(width, 1) + 1
        assert not drawn[place:].strip()
