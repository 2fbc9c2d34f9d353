"""The rule files, as the engine reads them, agree with the facts."""

from __future__ import annotations

import json
from collections import Counter

import pytest

import mujo
from golden.atoms import FACTS, GameFacts, Scene, effects, parts
from golden.check import differences, engine_effects, holder, plain_rules

GAMES = {name: GameFacts(name) for name in ("tai", "maka", "chu", "dai", "daidai", "tenjiku", "wa", "taikyoku")}
BETZA = json.loads((FACTS / "betza.json").read_text(encoding="utf-8"))
SETS = [(facts, rule_set) for facts in GAMES.values() for rule_set in facts.set_names]
TYPES = [
    pytest.param(facts, rule_set, name, id=f"{rule_set}-{name}")
    for facts, rule_set in SETS
    for name in (facts.types if rule_set == facts.game else facts.sets[rule_set])
]
READINGS = [
    pytest.param(facts, *reading.split("."), id=f"{facts.game}-{reading}")
    for facts in GAMES.values()
    for reading in facts.readings
]
NAMED_SETS = pytest.mark.parametrize(("facts", "rule_set"), [pytest.param(*pair, id=pair[1]) for pair in SETS])


def lone(facts: GameFacts) -> Scene:
    return Scene(facts.files, facts.ranks, (facts.files // 2, facts.ranks // 2))


@pytest.mark.parametrize(
    ("facts", "name"),
    [pytest.param(f, n, id=f"{f.game}-{n}") for f in GAMES.values() for n, t in f.types.items() if t.lone is not None],
)
def test_atoms_give_the_lone_count(facts: GameFacts, name: str) -> None:
    """The facts are consistent among themselves; the engine is not involved."""
    assert len(effects(parts(facts.types[name].atoms), lone(facts))) == facts.types[name].lone


@pytest.mark.parametrize(("facts", "rule_set", "name"), TYPES)
def test_type_moves_as_its_atoms(facts: GameFacts, rule_set: str, name: str) -> None:
    piece = holder(facts, rule_set, name)
    if piece is None:
        pytest.skip(f"nothing becomes {name} in {rule_set}")
    powers = parts(facts.atoms(rule_set)[name])
    assert differences(facts, plain_rules(rule_set), piece, powers) == []


@pytest.mark.parametrize(
    ("facts", "name"),
    [pytest.param(f, n, id=f"{f.game}-{n}") for f in GAMES.values() for n, t in f.types.items() if t.lone is not None],
)
def test_lone_count(facts: GameFacts, name: str) -> None:
    piece = holder(facts, facts.game, name)
    assert piece is not None
    found = engine_effects(plain_rules(facts.game), piece, mujo.BLACK, lone(facts))
    assert len(found) == facts.types[name].lone


@pytest.mark.parametrize(("facts", "name", "reading"), READINGS)
def test_reading_moves_as_its_atoms(facts: GameFacts, name: str, reading: str) -> None:
    piece = holder(facts, facts.game, name)
    assert piece is not None
    powers = parts(facts.readings[f"{name}.{reading}"])
    assert differences(facts, plain_rules(facts.game, {name: reading}), piece, powers) == []


@pytest.mark.parametrize("game", ["tai", "maka"])
def test_hook_captures_option_equals_the_double_readings(game: str) -> None:
    facts = GAMES[game]
    rules = mujo.RuleSet(game, hook_captures=2, promotion="never", contagion="off")
    for reading, atoms in facts.readings.items():
        name, _, kind = reading.partition(".")
        if kind == "double":
            assert differences(facts, rules, (name, False), parts(atoms)) == []


@pytest.mark.parametrize("game", GAMES)
def test_readings_are_those_of_the_facts(game: str) -> None:
    facts = GAMES[game]
    types = mujo.RuleSet(game).piece_types
    found = {f"{name}.{reading}" for name, kind in types.items() for reading in kind.readings}
    assert found == set(facts.readings)


@NAMED_SETS
def test_types_and_promotions(facts: GameFacts, rule_set: str) -> None:
    types = mujo.RuleSet(rule_set).piece_types
    assert {name for name, kind in types.items() if kind.is_initial} == {n for n, t in facts.types.items() if t.count}
    assert set(types) == set(facts.atoms(rule_set))
    assert {name: kind.promotes_to for name, kind in types.items() if kind.is_initial} == dict(facts.promotes(rule_set))


@NAMED_SETS
def test_set_changes_no_other_move(facts: GameFacts, rule_set: str) -> None:
    types, base = mujo.RuleSet(rule_set).piece_types, mujo.RuleSet(facts.game).piece_types
    others = set(base) - set(facts.sets.get(rule_set, {}))
    assert {name: types[name].betza for name in others} == {name: base[name].betza for name in others}


@NAMED_SETS
def test_options(facts: GameFacts, rule_set: str) -> None:
    expected = facts.options[facts.game] | facts.options.get(rule_set, {})
    assert mujo.RuleSet(rule_set).options == expected


@NAMED_SETS
def test_board_kanji_are_unique(facts: GameFacts, rule_set: str) -> None:
    found = Counter(kind.board_kanji for kind in mujo.RuleSet(rule_set).piece_types.values() if kind.is_initial)
    assert found.most_common(1)[0][1] == 1
    longest = 2 if facts.game == "taikyoku" else 1  # not every type of taikyoku has a character of its own
    assert max(map(len, found)) == longest


@pytest.mark.parametrize("game", GAMES)
def test_kanji(game: str) -> None:
    types = mujo.RuleSet(game).piece_types
    assert {name: types[name].kanji for name in GAMES[game].types} == {
        name: kind.kanji for name, kind in GAMES[game].types.items()
    }


@pytest.mark.parametrize("game", ["tai", "maka", "tai/japanese"])
def test_betza(game: str) -> None:
    types = mujo.RuleSet(game).piece_types
    assert {name: types[name].betza for name in BETZA[game]} == BETZA[game]


@pytest.mark.parametrize(
    ("facts", "name"), [pytest.param(f, name, id=name) for f in GAMES.values() for name in f.setup]
)
def test_setup(facts: GameFacts, name: str) -> None:
    board = mujo.Board(rules=name)
    grid = {number: piece.type for number, piece in board.piece_map().items() if piece.side is mujo.BLACK}
    rows = facts.setup[name]
    expected = {}
    for number, row in enumerate(rows, facts.ranks - len(rows)):
        file = facts.files
        for cell in row.split(","):
            if cell.isdigit():
                file -= int(cell)
            else:
                expected[number * facts.files + file - 1] = cell
                file -= 1
        assert file == 0
    assert grid == expected
    last = facts.files * facts.ranks - 1
    assert {last - n: p.type for n, p in board.piece_map().items() if p.side is mujo.WHITE} == expected
    if name in GAMES:
        assert Counter(grid.values()) == {n: t.count for n, t in facts.types.items() if t.count}


@pytest.mark.parametrize(
    ("rule_set", "count"), [pytest.param(n, c, id=n) for f in GAMES.values() for n, c in f.start.items()]
)
def test_legal_moves_at_the_start(rule_set: str, count: int) -> None:
    assert len(mujo.Board(rules=rule_set).legal_moves) == count


@pytest.mark.parametrize("rule_set", GAMES["tai"].start_by_type)
def test_legal_moves_at_the_start_by_type(rule_set: str) -> None:
    board = mujo.Board(rules=rule_set)
    pieces = board.piece_map()
    found = Counter(pieces[move.from_square].type for move in board.legal_moves)
    assert found == GAMES["tai"].start_by_type[rule_set]


def test_chu_letters_spell_the_start() -> None:
    """The letters are those of lishogi, and so is the start position."""
    raw = json.loads((FACTS / "chu.json").read_text(encoding="utf-8"))
    letters: dict[str, str] = raw["letters"]
    rows = []
    for row in raw["setup"]["chu"]:
        rows.append("".join(letters.get(cell, cell) for cell in row.split(",")))
    black: list[str] = raw["lishogi_start"].split()[0].split("/")[-len(rows) :]
    assert rows == black
