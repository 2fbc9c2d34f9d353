"""The loader is strict, and sets are what they are called."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import mujo_reference
from mujo_reference import DataFault, Game, Refused, from_content, load, set_names
from mujo_reference.data import data_folder, read_options

SMALL = """
format = 1
name = "small"
title = "Small"
description = "for the tests"
source = "tests"
[board]
files = 5
ranks = 6
[setup]
army = ["2,P,2", "L,1,K,1,G"]
[contagion]
types = ["L"]
exempt = ["K"]
[pieces]
K = { name = "king", kanji = "玉", board = "玉", romaji = "o", betza = "K", royal = "king" }
G = { name = "gold", kanji = "金", board = "金", romaji = "kin", betza = "WfF" }
P = { name = "pawn", kanji = "歩", board = "歩", romaji = "fu", betza = "fW", promotes = "G" }
L = { name = "lance", kanji = "香", board = "香", romaji = "kyo", betza = "fR", promotes = "T" }
[promoted]
T = { name = "tower", kanji = "塔", board = "塔", romaji = "to", betza = "R" }
[readings.G]
plain = { betza = "WfF", source = "tests" }
wide = { betza = "K", source = "tests" }
"""


def small(**tables: Any) -> dict[str, Any]:
    """The small game with some tables replaced."""
    return {**tomllib.loads(SMALL), **tables}


def test_small_game() -> None:
    rules = from_content(small(), "small.toml")
    game = Game(rules=rules)
    assert game.sfen() == "g,1,k,1,l/2,p,2/5/5/2,P,2/L,1,K,1,G b - 1"
    # gold 2, king 2 forward and 2 sideways without the pawn's square, lance 4, pawn 1
    assert sorted(text[:2] for text in game.legal_moves()) == sorted(["1f"] * 3 + ["3f"] * 4 + ["5f"] * 5 + ["3e"])


def test_set_over_a_base() -> None:
    content = {
        "format": 1,
        "name": "maka/mine",
        "title": "Mine",
        "description": "for the tests",
        "source": "tests",
        "base": "maka",
        "options": {"promotion": {"value": "never", "source": "tests"}},
        "choose": {"LD": "limited"},
        "promotions": {"KR": {"to": "none", "source": "tests"}},
    }
    rules = from_content(content, "mine.toml")
    assert rules.options["promotion"] == "never"
    assert rules.options["emperor"] == "protected-square"
    assert rules.betza("LD") == "Q3"
    assert rules.promotes_to("KR") is None
    assert rules.name == "maka/mine"


@pytest.mark.parametrize(
    ("tables", "code", "key"),
    [
        ({"format": 2}, "data.wrong_type", "format"),
        ({"colour": "red"}, "data.unknown_key", "colour"),
        ({"name": "Small"}, "data.bad_id", "name"),
        ({"board": {"files": 5, "ranks": 6, "rank": 7}}, "data.unknown_key", "board.rank"),
        ({"board": {"files": 2, "ranks": 6}}, "data.wrong_type", "board.files"),
        ({"board": {"files": 5, "ranks": 3}}, "data.setup_size", "setup.army"),
        ({"options": {"promote": {"value": "never", "source": ""}}}, "data.unknown_option", "options.promote"),
        ({"options": {"promotion": {"value": "nevr", "source": ""}}}, "data.unknown_value", "options.promotion"),
        ({"options": {"hook_captures": {"value": 3, "source": ""}}}, "data.unknown_value", "options.hook_captures"),
        ({"options": {"promotion": {"value": "never"}}}, "data.missing_key", "options.promotion.source"),
        ({"choose": {"G": "wider"}}, "data.unknown_reading", "choose.G"),
        ({"choose": {"X": "wide"}}, "data.unknown_type", "choose.X"),
        ({"contagion": {"types": ["G"], "exempt": []}}, "data.impossible_combination", "contagion.types"),
        ({"contagion": {"types": ["X"], "exempt": []}}, "data.unknown_type", "contagion"),
        ({"readings": {"G": {"wide": {"betza": "K", "source": ""}}}}, "data.missing_key", "readings.G"),
        ({"setup": {"army": ["K"], "position": "5"}}, "data.impossible_combination", "setup.army"),
        ({"base": "small"}, "data.base", "base"),
    ],
)
def test_faults(tables: dict[str, Any], code: str, key: str) -> None:
    with pytest.raises(DataFault) as fault:
        from_content(small(**tables), "small.toml")
    assert (fault.value.code, fault.value.file, fault.value.key) == (code, "small.toml", key)


@pytest.mark.parametrize(
    ("line", "code", "key"),
    [
        ({"betza": "WX"}, "data.bad_betza", "pieces.G.betza"),
        ({"betza": "aaaaK"}, "data.too_many_captures", "pieces.G.betza"),
        ({"moves": "W"}, "data.unknown_key", "pieces.G.moves"),
        ({"promotes": "X"}, "data.unknown_type", "pieces.G.promotes"),
        ({"royal": "queen"}, "data.wrong_type", "pieces.G.royal"),
        ({"board": "玉"}, "data.duplicate", "pieces.board"),
    ],
)
def test_faults_of_a_piece(line: dict[str, Any], code: str, key: str) -> None:
    content = small()
    content["pieces"]["G"].update(line)
    with pytest.raises(DataFault) as fault:
        from_content(content, "small.toml")
    assert (fault.value.code, fault.value.key) == (code, key)


def test_unknown_key_names_a_near_one() -> None:
    content = small()
    content["pieces"]["G"]["promotse"] = "T"
    with pytest.raises(DataFault, match="did you mean promotes"):
        from_content(content, "small.toml")


@pytest.mark.parametrize(
    ("name", "changes", "code"),
    [
        ("shogi", {}, "rules.unknown_name"),
        ("tai", {"promote": "never"}, "rules.unknown_option"),
        ("tai", {"promotion": "sometimes"}, "rules.unknown_value"),
        ("tai", {"promotion_zone": 37}, "rules.unknown_value"),
        ("tai", {"LD": "limitd"}, "rules.unknown_reading"),
        ("tai", {"XX": "limited"}, "rules.unknown_type"),
    ],
)
def test_wrong_choices(name: str, changes: dict[str, str | int], code: str) -> None:
    with pytest.raises(Refused) as refused:
        load(name, **changes)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("name", "changes", "wanted"),
    [
        ("tai", {}, "tai"),
        ("maka", {"emperor": "protected-piece", "LD": "limited"}, "maka[emperor=protected-piece,LD=limited]"),
        ("maka", {"emperor": "protected-square", "LD": "line"}, "maka"),
        ("maka", {"stalemate": "draw", "hook_captures": 2}, "maka[hook_captures=2,stalemate=draw]"),
        ("maka", {"HM": "single"}, "maka"),
        ("maka", {"hook_captures": 2, "HM": "single"}, "maka[hook_captures=2,HM=single]"),
        ("tai", {"hook_captures": 2, "LO": "double"}, "tai[hook_captures=2]"),
        ("maka/western", {"TK": "line", "DN": "western"}, "maka/western[TK=line]"),
    ],
)
def test_names_of_changed_sets(name: str, changes: dict[str, str | int], wanted: str) -> None:
    rules = load(name, **changes)
    assert rules.name == wanted
    assert load(wanted).name == wanted
    assert load(wanted).options == rules.options


@pytest.mark.parametrize("name", set_names())
def test_every_set_and_reading_loads(name: str) -> None:
    rules = load(name)
    assert rules.name == name
    for id_, readings in rules.definition.readings.items():
        for reading in readings:
            assert load(name, **{id_: reading}).betza(id_) == readings[reading]


def test_every_value_of_every_option_loads() -> None:
    """In chu, or where demons burn; a zone needs ranks, and no more than the board has."""
    for option, line in read_options().options.items():
        for value in line.values or (line.minimum, min(line.maximum, 12)):
            beside = {"promotion": "never"} if option == "promotion_zone" else {}
            name = "tenjiku" if option in {"burning", "jump_victims"} else "chu"
            assert load(name, **{option: value, **beside}).options[option] == value


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("tai", {"promotion": "zone"}),
        ("chu", {"promotion_zone": 0}),
        ("chu", {"promotion_zone": 13}),
        ("chu", {"contagion": "on", "contagion_order": "choice"}),
        ("maka", {"lion_trading": "chu"}),
    ],
)
def test_impossible_combinations(name: str, changes: dict[str, str | int]) -> None:
    with pytest.raises(DataFault) as fault:
        load(name, **changes)
    assert fault.value.code == "rules.impossible_combination"


def test_slugs_are_listed() -> None:
    """Every slug in the code of the reference stands in the list of errors."""
    known = tomllib.loads((data_folder() / "errors.toml").read_text(encoding="utf-8"))
    package = Path(mujo_reference.__file__).parent
    sources = "".join(path.read_text(encoding="utf-8") for path in package.glob("*.py"))
    pattern = r"\"((?:illegal_move|notation|position|data)\.[a-z_]+|paths_refused|nothing_to_undo|argument)\""
    used = set(re.findall(pattern, sources)) - {"data.syntax"}
    assert len(used) > 30
    assert used <= known.keys()


def test_walls() -> None:
    """The reference imports the standard library and itself, nothing else."""
    package = Path(mujo_reference.__file__).parent
    allowed = (
        "__future__ collections dataclasses difflib functools importlib math pathlib re tomllib typing unicodedata "
        "mujo_reference"
    )
    for path in package.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        for module in re.findall(r"^\s*(?:from|import) ([a-z_]+)", text, re.MULTILINE):
            assert module in {*allowed.split(), package.name}, path.name
        assert len(text.splitlines()) <= 400, path.name
