"""Records: round trips, faults, files."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from mujo import Board, MujoError, NotationError, RuleSet, RuleSetError
from mujo.record import Record, format_record, parse_record, read_record, record_of, write_record

GOOD: dict[str, Any] = {
    "format": "mujo-record",
    "version": 1,
    "rules": {"name": "maka", "options": {}, "readings": {}},
    "start": "startpos",
    "moves": ["10n10m"],
    "result": None,
    "termination": None,
}


def changed(**fields: Any) -> str:
    return json.dumps({**GOOD, **fields})


@pytest.mark.parametrize(
    "rules",
    [
        RuleSet("tai"),
        RuleSet("maka", readings={"LD": "limited"}, emperor="protected-piece"),
        RuleSet("hishigata", hook_captures=2),
    ],
    ids=lambda rules: rules.name,
)
def test_round_trip(rules: RuleSet) -> None:
    dice = random.Random(2)
    board = Board(None, rules)
    for _ in range(60):
        if board.is_game_over():
            break
        board.push(dice.choice(list(board.legal_moves)))
    record = record_of(board)
    again = parse_record(format_record(record))
    assert again == record
    replay = again.replay()
    assert replay.board == board
    assert replay.board.move_stack == board.move_stack
    assert replay.board.rules == rules
    assert not replay.rest


def test_only_what_differs_is_written() -> None:
    record = record_of(Board(None, RuleSet("maka", readings={"LD": "limited"}, emperor="protected-piece")))
    assert record.rules == "maka"
    assert record.options == {"emperor": "protected-piece"}
    assert record.readings == {"LD": "limited"}


def test_the_board_is_left_as_it_was() -> None:
    board = Board(rules="maka")
    board.push("10n10m")
    record_of(board)
    assert len(board.move_stack) == 1


def test_a_record_begins_where_the_game_did() -> None:
    text = "19/19/19/19/9,k,9/19/19/19/19/19/19/19/19/19/9,K,9/19/19/19/19 w - 5"
    board = Board(text, "maka")
    board.push(board.legal_moves[0])
    assert record_of(board).start == text


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "record.syntax"),
        ("{", "record.syntax"),
        ("[" * 100_000, "record.too_deep"),
        ('{"a": 1, "a": 2}', "record.syntax"),
        ("9" * 5000, "record.syntax"),
        ('{"format": "\\ud800"}', "record.syntax"),
        ("[]", "record.format"),
        ("{}", "record.format"),
        (changed(format="other"), "record.format"),
        (changed(version=2), "record.version"),
        (changed(version=True), "record.version"),
        (changed(version="1"), "record.version"),
        (json.dumps({key: value for key, value in GOOD.items() if key != "start"}), "record.missing_key"),
        (changed(rules={"name": "maka"}), "record.missing_key"),
        (changed(extra=1), "record.unknown_key"),
        (changed(rules={"name": "maka", "options": {}, "readings": {}, "x": 1}), "record.unknown_key"),
        (changed(rules="maka"), "record.wrong_type"),
        (changed(rules={"name": 1, "options": {}, "readings": {}}), "record.wrong_type"),
        (changed(rules={"name": "maka", "options": {"emperor": None}, "readings": {}}), "record.wrong_type"),
        (changed(rules={"name": "maka", "options": {}, "readings": {"LD": 1}}), "record.wrong_type"),
        (changed(start=None), "record.wrong_type"),
        (changed(moves="10n10m"), "record.wrong_type"),
        (changed(moves=[1]), "record.wrong_type"),
        (changed(result="Black"), "record.wrong_type"),
        (changed(termination=1), "record.wrong_type"),
    ],
)
def test_faults(text: str, code: str) -> None:
    with pytest.raises(NotationError) as refusal:
        parse_record(text)
    assert refusal.value.code == code
    assert len(str(refusal.value)) < 200


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ({"name": "mak", "options": {}, "readings": {}}, "rules.unknown_name"),
        ({"name": "maka", "options": {"emprer": "x"}, "readings": {}}, "rules.unknown_option"),
        ({"name": "maka", "options": {"emperor": "x"}, "readings": {}}, "rules.unknown_value"),
        ({"name": "maka", "options": {}, "readings": {"LD": "x"}}, "rules.unknown_reading"),
        ({"name": "maka", "options": {}, "readings": {"XX": "x"}}, "rules.unknown_type"),
    ],
)
def test_unknown_rules(rules: dict[str, Any], code: str) -> None:
    with pytest.raises(RuleSetError) as refusal:
        parse_record(changed(rules=rules)).replay()
    assert refusal.value.code == code


@pytest.mark.parametrize("name", ["name", "self", "cls", "readings"])
def test_options_with_names_of_parameters(name: str) -> None:
    with pytest.raises(RuleSetError):
        parse_record(changed(rules={"name": "maka", "options": {name: "x"}, "readings": {}})).replay()


@pytest.mark.parametrize("move", ["10n10m", "", "x" * 1000, "10s10s", "\x00"])
def test_the_rest_of_a_faulty_record_is_kept(move: str) -> None:
    moves = ("10n10m", "10f10g", move, "10m10l")
    replay = Record("maka", "startpos", moves, result="white", termination="illegal move").replay()
    assert len(replay.board.move_stack) == 2
    assert replay.rest == moves[2:]
    assert isinstance(replay.fault, MujoError)


def test_files(tmp_path: Path) -> None:
    record = parse_record(json.dumps(GOOD))
    path = tmp_path / "game.json"
    write_record(record, path)
    assert read_record(path) == record
    path.chmod(0o640)
    write_record(record, path)
    assert path.stat().st_mode & 0o777 == 0o640
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.json"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    record = parse_record(json.dumps(GOOD))
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    write_record(record, real)
    link.symlink_to(real)
    write_record(record, link)
    assert link.is_symlink()
    assert read_record(real) == record


@pytest.mark.parametrize("content", [b"precious", b"\xff\xfe", b"{}"])
def test_other_files_are_not_replaced(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "letter"
    path.write_bytes(content)
    with pytest.raises(MujoError, match="not a record of a game") as refusal:
        write_record(parse_record(json.dumps(GOOD)), path)
    assert refusal.value.code == "file"
    assert path.read_bytes() == content


@pytest.mark.parametrize("name", ["missing/game.json", ".", "nul\0byte"])
def test_places_that_cannot_be_written(tmp_path: Path, name: str) -> None:
    with pytest.raises(MujoError) as refusal:
        write_record(parse_record(json.dumps(GOOD)), f"{tmp_path}/{name}")
    assert refusal.value.code == "file"


@pytest.mark.parametrize("name", ["missing.json", ".", "nul\0byte"])
def test_places_that_cannot_be_read(tmp_path: Path, name: str) -> None:
    with pytest.raises(MujoError) as refusal:
        read_record(f"{tmp_path}/{name}")
    assert refusal.value.code == "file"


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(b"\x80")
    with pytest.raises(NotationError) as refusal:
        read_record(path)
    assert refusal.value.code == "record.syntax"


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.json"
    record = parse_record(json.dumps(GOOD))
    write_record(record, path)
    before = path.read_bytes()

    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(MujoError, match="No space left"):
        write_record(Record("maka", "startpos", ()), path)
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.json"]
