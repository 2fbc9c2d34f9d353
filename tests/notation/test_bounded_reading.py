"""Readers take time in proportion to the text, hold limited depth and size, and open no other file.

Steps are counted, not seconds: the lines of Python that the readers run, and the characters that the PGN scanner looks
at. Doubling the text must at most double both.
"""

from __future__ import annotations

import itertools
import json
import random
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from mujo import Board, MujoError, NotationError, RuleSet
from mujo.record import (
    Format,
    Game,
    format_line,
    format_pgn,
    parse_kif,
    parse_pgn,
    parse_record,
    record_of,
    scan_games,
    scan_stream,
)
from mujo.record.limits import LARGEST
from mujo.record.pgn_tokens import Scanner, tokens

TOKENS = {
    Format.PGN: [
        *("{", "}", "(", ")", "( ) ", '"', "\\", "!", "! ", "$1 ", "1. ", "...", ". ", "%\n", ";", "; x\n", "[", "x "),
        *('[A "b"]\n', '[A "', "P-10m ", "* ", "{a} ", "{\n", "\n", " ", "(1. P-9m) ", '"a" ', "{\\", "P-10m! ", "(1."),
    ],
    Format.KIF: [
        *(
            "*",
            "*a\n",
            "変化：1手\n",
            "1",
            "1 a\n",
            "1 一歩目 a\n",
            "|",
            "|a\n",
            "+",
            "：",
            "a：b\n",
            "(",
            "1 (",
            "1 ((\n",
        ),
        *(
            "1 a (0:01)\n",
            " ",
            "\u3000",
            "\n",
            "&$1 ",
            "&$1\n",
            "#",
            "まで\n",
            "投了\n",
            "同",
            "▲",
            "子",
            '"',
            "10十三",
        ),
        *("変化：1手\n 1 9十三歩兵 （←9十四）\n", "10十三歩兵 （←10十四）\n"),
    ],
    Format.XBOARD: ["{", "Nf5 ", "-- ", "N", "x", "e5", "f8g7,", '[FEN "', "1. Nf5 Ng8 "],
    Format.POSITION: ["10n10m ", "moves ", "/", "a", "position ", "\n", "#", "1,"],
    Format.JSONL: ["[", "{", '"', "\\", '{"a":', "[]", "1", '"a",', "{}\n", '{"a":1,'],
}
HEADS = {
    Format.PGN: '[Rules "maka"]\n\n1. P-10m ',
    Format.KIF: "規則：maka\n手数----\n 1 10十三歩兵 （←10十四）\n",
    Format.XBOARD: '[Variant "chu"]\n1. ',
    Format.POSITION: "position startpos moves ",
    Format.JSONL: '{"format":"mujo-record",',
}
LENGTH = 2000


def steps(form: Format, text: str) -> int:
    """Count the lines of Python that reading a text runs."""
    count = 0

    def trace(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal count
        if "mujo" not in frame.f_code.co_filename:
            return None
        count += 1
        return trace

    lines = [line + "\n" for line in text.split("\n")]
    rules = RuleSet("chu" if form is Format.XBOARD else "maka")
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        with suppress(MujoError):
            for _ in scan_stream(lines, form, rules):
                pass
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize(
    ("form", "token"), [(form, token) for form, listed in TOKENS.items() for token in listed], ids=repr
)
def test_twice_the_text_takes_at_most_twice_the_steps(form: Format, token: str) -> None:
    for head in ("", HEADS[form]):
        short = head + token * (LENGTH // len(token))
        long = head + token * (2 * LENGTH // len(token))
        steps(form, short)  # caches are filled
        assert steps(form, long) <= 2.2 * steps(form, short) + 500, head


@pytest.mark.parametrize("token", TOKENS[Format.PGN])
def test_the_pgn_scanner_looks_at_each_character_a_bounded_number_of_times(token: str) -> None:
    for escapes in (False, True):
        scanner = Scanner(token * 3000)
        for _ in tokens(scanner, escapes):
            pass
        assert scanner.steps <= 6 * len(scanner.text) + 10


def test_a_comment_without_end_is_read_once() -> None:
    scanner = Scanner("{" * 10_000)
    assert len(list(tokens(scanner, escapes=True))) == 1
    assert scanner.steps <= 10_010


@pytest.mark.long
@pytest.mark.parametrize(
    ("form", "token"), [(form, token) for form, listed in TOKENS.items() for token in listed], ids=repr
)
def test_ten_megabytes_of_one_token(form: Format, token: str) -> None:
    text = HEADS[form] + token * (10_000_000 // len(token))
    with suppress(MujoError):
        for scan in itertools.islice(scan_stream([line + "\n" for line in text.split("\n")], form), 50):
            assert scan.fault is None or len(str(scan.fault.error)) < 1000


@pytest.mark.parametrize(
    ("read", "text", "code"),
    [
        (parse_pgn, '[Rules "maka"]\n\n' + "(" * 100, "record.too_deep"),
        (parse_pgn, '[Rules "maka"]\n\n1. P-10m ' + "(1. P-9m " * 100, "record.too_deep"),
        (parse_record, "[" * 100_000, "record.too_deep"),
        (parse_record, '{"a":' * 100_000, "record.too_deep"),
        (
            parse_kif,
            "規則：maka\n 1 10十三歩兵 （←10十四）\n 2 10七歩兵 （←10六）\n"
            + "".join(
                f"変化：{ply}手\n {ply} {text}\n {ply + 1} {answer}\n"
                for ply, text, answer in zip(
                    range(2, 200),
                    itertools.cycle(["9七歩兵 （←9六）", "9十三歩兵 （←9十四）"]),
                    itertools.cycle(["9十三歩兵 （←9十四）", "9七歩兵 （←9六）"]),
                    strict=False,
                )
            ),
            "record.variation",
        ),
    ],
    ids=["brackets", "variations", "arrays", "objects", "kif"],
)
def test_depth_is_limited(read: Any, text: str, code: str) -> None:
    with pytest.raises(NotationError) as refusal:
        read(text)
    assert refusal.value.code == code


def long_game(plies: int) -> str:
    """A game in which kings walk about, as PGN."""
    board = Board("k,18/19/19/19/19/19/19/19/19/p,18/P,18/19/19/19/19/19/19/19/18,K b - 1", "maka")
    dice = random.Random(1)
    while board.ply < plies:
        moves = [move for move in board.legal_moves if board.piece_at(move.to_square) is None]
        board.push(dice.choice(moves))
    return format_pgn(record_of(board)).removesuffix("*\n")


def test_variations_that_branch_off_far_back_are_bounded() -> None:
    """Without a limit, a few characters would take back and replay a long game each time."""
    game = long_game(2000)
    assert len(parse_pgn(game + " (1. x)" * 20).variations) == 20
    with pytest.raises(NotationError) as refusal:
        parse_pgn(game + " (1. x)" * 2000)
    assert refusal.value.code == "record.variation"


@pytest.fixture
def rule_file(tmp_path: Path) -> Path:
    path = tmp_path / "secret.toml"
    path.write_text('format = 1\nname = "secret"\n')
    return path


def test_records_never_open_a_file(rule_file: Path, tmp_path: Path) -> None:
    texts = {
        "a.kif": f"規則：{rule_file}\n 1 投了\n",
        "a.pgn": f'[Rules "{rule_file}"]\n*\n',
        "b.pgn": f'[Variant "{rule_file}"]\n*\n',
        "a.jsonl": format_line(replace(Game("maka", "startpos"), rules=str(rule_file))) + "\n",
        "b.jsonl": json.dumps({"variant": str(rule_file), "players": {}, "moves": ""}) + "\n",
    }
    for name, text in texts.items():
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        (scan,) = scan_games(path)
        assert scan.fault is not None
        assert scan.fault.error.code in ("rules.unknown_name", "record.other_game"), name
        assert "format" not in str(scan.fault.error)


def test_the_callers_rules_are_accepted_by_name() -> None:
    own = RuleSet.from_toml(small_game())
    assert parse_pgn(f'[Rules "{own.name}"]\n*', own).rules == own.name
    assert parse_kif(f"規則：{own.name}\n 1 投了\n", own).rules == own.name
    with pytest.raises(MujoError) as refusal:
        parse_pgn(f'[Rules "{own.name}"]\n*')
    assert refusal.value.code == "rules.unknown_name"


def small_game() -> str:
    return (Path(__file__).parents[1] / "repl" / "small.toml").read_text(encoding="utf-8")


class Endless:
    """A stream that never ends, and counts what is read of it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.read_so_far = 0

    def readline(self, size: int = -1) -> str:
        assert size > 0
        self.read_so_far += size
        return (self.text * (size // len(self.text) + 1))[:size]

    def __iter__(self) -> Iterator[str]:
        raise AssertionError("lines of an endless stream must be read with a limit")


@pytest.mark.parametrize("form", list(Format))
def test_an_endless_line_is_refused(form: Format) -> None:
    stream = Endless("\0")
    with pytest.raises(NotationError) as refusal:
        list(scan_stream(stream, form))
    assert refusal.value.code == "record.too_long"
    assert stream.read_so_far <= LARGEST + 1


@pytest.mark.parametrize("form", [Format.PGN, Format.KIF, Format.JSON])
def test_an_endless_game_is_refused(form: Format) -> None:
    line = {Format.PGN: "{" + "x" * 100_000, Format.KIF: "*" + "x" * 100_000, Format.JSON: " " * 100_000}[form] + "\n"
    with pytest.raises(NotationError) as refusal:
        list(scan_stream(itertools.repeat(line), form))
    assert refusal.value.code == "record.too_long"
