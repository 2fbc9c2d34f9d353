"""``mujo rules``, and rule sets changed on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import mujo
from mujo.cli import main

OWN = 'format = 1\nname = "mine"\ntitle = "Mine"\ndescription = "mine"\nsource = "test"\nbase = "maka"\n'
OWN_START = (
    '[starts]\ntwo = { position = "k,18/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/18,K w", '
    'description = "two kings", source = "test" }\n'
)


@pytest.fixture
def mine(tmp_path: Path) -> str:
    path = tmp_path / "mine.toml"
    path.write_text(OWN + OWN_START, encoding="utf-8")
    return str(path)


class Output:
    """What a command wrote."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def of(self, *arguments: str) -> str:
        assert main(arguments) == 0
        out, err = self.capsys.readouterr()
        assert err == ""
        return out

    def json(self, *arguments: str) -> dict[str, Any]:
        data: dict[str, Any] = json.loads(self.of(*arguments, "--json"))
        return data

    def fault(self, *arguments: str) -> str:
        assert main(arguments) == 1
        out, err = self.capsys.readouterr()
        assert out == ""
        return err


@pytest.fixture
def output(capsys: pytest.CaptureFixture[str]) -> Output:
    return Output(capsys)


# Choosing.


def test_set_and_reading_change_the_rules(output: Output) -> None:
    change = ("--set", "emperor=protected-piece", "--reading", "LD=limited")
    data = output.json("moves", "--rules", "maka", "--position", "startpos", *change)
    assert data["rules"] == "maka[emperor=protected-piece,LD=limited]"
    named = output.json("moves", "--rules", data["rules"], "--position", "startpos")
    assert named == data
    again = ("--rules", "maka[LD=limited]", "--set", "emperor=protected-piece", "--position", "startpos")
    assert output.json("moves", *again) == data


@pytest.mark.parametrize("command", [["moves"], ["show"], ["perft", "1"]])
def test_every_command_takes_changes(output: Output, command: list[str]) -> None:
    data = output.json(*command, "--rules", "maka", "--set", "hook_captures=2", "--position", "startpos")
    assert data["rules"] == "maka[hook_captures=2]"


def test_changes_that_change_nothing(output: Output) -> None:
    change = ("--set", "emperor=protected-square", "--reading", "LD=line", "--reading", "HM=single")
    assert output.json("show", "--rules", "maka", "--position", "startpos", *change)["rules"] == "maka"


def test_a_file_of_ones_own_can_be_changed(output: Output, mine: str) -> None:
    data = output.json("show", "--rules", mine, "--position", "startpos", "--set", "stalemate=draw")
    assert data["rules"] == "mine[stalemate=draw]"


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("--set", "emporer=on"), "rules.unknown_option", "emperor"),
        (("--set", "readings=x"), "rules.unknown_option", "readings"),
        (("--set", "emperor=royal"), "rules.unknown_value", "protected-royal"),
        (("--set", "hook_captures=two"), "rules.unknown_value", "1 to 2"),
        (("--set", "hook_captures=-1"), "rules.unknown_value", "1 to 2"),
        (("--reading", "LD=limted"), "rules.unknown_reading", "limited"),
        (("--reading", "XX=limited"), "rules.unknown_type", "XX"),
        (("--reading", "P=x"), "rules.unknown_reading", "only one"),
        (("--set", "promotion=zone"), "rules.impossible_combination", "promotion_zone"),
        (("--set", "lion_trading=chu"), "rules.impossible_combination", "lions"),
        (("--set", "promotion=zone", "--set", "promotion_zone=30"), "rules.impossible_combination", "19 ranks"),
        (("--start", "queen"), "rules.unknown_start", "none but its own"),
    ],
)
def test_wrong_changes(output: Output, arguments: tuple[str, ...], code: str, words: str) -> None:
    fault = (
        output.fault("moves", "--rules", "maka", "--position", "startpos", *arguments)
        if ("--start" not in arguments)
        else output.fault("moves", "--rules", "maka", *arguments)
    )
    assert f"[{code}]" in fault
    assert words in fault


@pytest.mark.parametrize("change", ["x", "=x", "x=", "", "=", "\udcff"])
@pytest.mark.parametrize("flag", ["--set", "--reading"])
def test_changes_that_are_none(flag: str, change: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["moves", "--rules", "maka", flag, change])
    assert left.value.code == 2
    assert "is not a change: write" in capsys.readouterr().err


def test_one_option_twice(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["moves", "--set", "stalemate=draw", "--set", "stalemate=loss"])
    assert "stalemate is given twice" in capsys.readouterr().err


def test_starts(output: Output, mine: str) -> None:
    data = output.json("show", "--rules", mine, "--start", "two")
    assert [(piece["square"], piece["side"]) for piece in data["pieces"]] == [("19a", "white"), ("1s", "black")]
    assert data["turn"] == "white"
    assert "[argument]" in output.fault("show", "--rules", mine, "--start", "two", "--position", "startpos")
    rules = mujo.RuleSet.from_file(mine)
    assert mujo.Board(rules.starts["two"], rules).turn is mujo.WHITE


# Seeing.


def test_the_list(output: Output) -> None:
    lines = output.of("rules").splitlines()
    # What a long description goes on with is indented further.
    assert [line.split()[0] for line in lines if not line.startswith("   ")] == sorted(mujo.rule_set_names())
    assert max(map(len, lines)) <= 100
    listed = output.json("rules")["sets"]
    assert [entry["name"] for entry in listed] == sorted(mujo.rule_set_names())
    assert len({entry["digest"] for entry in listed}) == len(listed)


@pytest.mark.parametrize("name", mujo.rule_set_names())
def test_a_rule_set_tells_all_it_decides(output: Output, name: str) -> None:
    text = " ".join(output.of("rules", name).split())
    rules = mujo.RuleSet(name)
    for option, spec in mujo.option_specs().items():
        assert f"{option}: {spec.summary} (rule {spec.rule})" in text
        assert f"* {rules.options[option]} " in text
        assert f"[{rules.option_sources[option]}]" in text
        assert all(meaning in text for meaning in spec.values.values())
    for kind in rules.piece_types.values():
        for reading, betza in kind.readings.items():
            mark = "* " if reading == kind.reading else ""
            assert f"{mark}{reading} {betza} [{kind.reading_sources[reading]}]" in text


def test_a_rule_set_as_json(output: Output) -> None:
    data = output.json("rules", "maka", "--set", "hook_captures=2")
    assert data["name"] == "maka[hook_captures=2]"
    options = {option["name"]: option for option in data["options"]}
    assert options["hook_captures"]["value"] == 2
    assert options["hook_captures"]["source"] == "chosen by the user"
    types = {kind["id"]: kind for kind in data["types"]}
    assert (types["HM"]["betza"], types["HM"]["reading"]) == ("RmcasR", "double")
    assert all(kind["source"] for kind in data["types"])
    assert mujo.RuleSet(data["name"]).digest == data["digest"]


def test_two_rule_sets(output: Output) -> None:
    text = output.of("rules", "tai", "tai/tsa")
    assert text == mujo.compare("tai", "tai/tsa").text() + "\n"
    assert text.startswith("tai and tai/tsa: 2 options and 6 moves differ.\n")
    # The donkey: with and without the steps forward and back; the leaps in both.
    assert " . . . * . . .     . . . * . . .\n   . . . o . . .     . . . . . . .\n" in text
    assert " @ " not in output.of("rules", "tai", "tai/tsa", "--no-diagrams")
    assert output.of("rules", "tai", "tai/japanese", "--ascii").isascii()


def test_two_rule_sets_as_json(output: Output) -> None:
    data = output.json("rules", "tai/tsa", "tai/gcsa")
    assert data["sets"] == ["tai/tsa", "tai/gcsa"]
    promotion, royal = data["differences"]
    assert (promotion["kind"], promotion["key"], promotion["rule"]) == ("promotion", "CP", "4.1")
    assert [side["value"] for side in promotion["sides"]] == [None, "E"]
    assert (royal["kind"], royal["key"]) == ("royal", "+CP")
    moves = output.json("rules", "maka", "maka/western")["differences"]
    assert [len(move["diagrams"]) for move in moves] == [2, 2, 2]
    assert output.json("rules", "maka", "maka/western", "--no-diagrams")["differences"][0]["diagrams"] is None


def test_games_can_be_compared(output: Output, mine: str) -> None:
    assert "differ" in output.of("rules", "maka", "tai")
    assert "differ" in output.of("rules", "maka", "chu", "--no-diagrams")
    assert "230 squares" in output.of("rules", "maka", "hishigata")
    assert output.of("rules", "maka", mine).startswith("maka and mine: 1 further start differs.\n")


def test_sides_too_wide_for_a_line() -> None:
    text = mujo.compare("tai", "tai/tsa").text(width=40)
    assert "  tai/tsa\n" in text
    assert max(map(len, text.splitlines())) <= 40


@pytest.mark.parametrize(
    "arguments", [("a", "b", "c"), ("--set", "stalemate=draw"), ("tai", "maka", "--reading", "LD=limited")]
)
def test_wrong_numbers_of_sets(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["rules", *arguments])
    assert left.value.code == 2
    assert capsys.readouterr().err.startswith("usage: mujo rules")


def test_unknown_sets(output: Output) -> None:
    assert "[rules.unknown_name]" in output.fault("rules", "mak")
    assert "[rules.unknown_name]" in output.fault("rules", "maka", "ta")


# What compares equal, and what is named so.


def test_readings_that_an_option_gives() -> None:
    """Rule 3.4: a reading named for a piece wins over the option."""
    both = mujo.RuleSet("maka", hook_captures=2)
    assert both.readings["HM"] == "double"
    assert mujo.RuleSet("maka", hook_captures=2, readings={"HM": "double"}) == both
    mixed = mujo.RuleSet("maka", hook_captures=2, readings={"HM": "single"})
    assert mixed.name == "maka[hook_captures=2,HM=single]"
    assert mixed != both
    assert mujo.RuleSet(mixed.name) == mixed
    assert list(mujo.compare(both, mixed).of_kind("move")) == ["HM"]


def test_a_record_keeps_a_reading_that_takes_an_option_back() -> None:
    from mujo.record import format_record, parse_record, record_of

    rules = mujo.RuleSet("maka", hook_captures=2, readings={"HM": "single"})
    record = parse_record(format_record(record_of(mujo.Board(rules=rules))))
    assert record.rule_set() == rules
    assert record.rule_set().name == rules.name


def test_types_in_another_order() -> None:
    lines = {
        name: f'{name} = {{ name = "{name}", kanji = "{name}", board = "{name}", romaji = "-", betza = "{betza}"'
        f'{royal}, source = "test" }}'
        for name, betza, royal in (("A", "W", ', royal = "king"'), ("B", "F", ""))
    }
    head = (
        'format = 1\nname = "small"\ntitle = "Small"\ndescription = "small"\nsource = "test"\n'
        '[board]\nfiles = 3\nranks = 3\n[setup]\narmy = ["1,A,B"]\n[pieces]\n'
    )
    one, two = (mujo.RuleSet.from_toml(head + lines[a] + "\n" + lines[b]) for a, b in ("AB", "BA"))
    assert [difference.kind for difference in mujo.compare(one, two).differences] == ([] if one == two else ["order"])


def test_records_under_changed_rules(output: Output, mine: str, tmp_path: Path) -> None:
    """A game of a changed set names it, and of one's own file it is read with the same changes."""
    from mujo.record import record_of, write_games

    board = mujo.Board(rules=mujo.RuleSet.from_file(mine).changed(stalemate="draw"))
    board.push(board.legal_moves[0])
    path = tmp_path / "game.json"
    write_games(path, [record_of(board)], "json", board.rules)
    assert json.loads(path.read_text(encoding="utf-8"))["rules"]["name"] == "mine[stalemate=draw]"
    output.of("validate", str(path), "--rules", mine, "--set", "stalemate=draw")
    assert main(["validate", str(path), "--rules", mine]) == 1
    output.capsys.readouterr()
    assert "[argument]" in output.fault("validate", str(path), "--set", "stalemate=draw")
