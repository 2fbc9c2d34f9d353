"""No error quotes more of a hostile text than a person would read, whichever call refuses it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mujo
import mujo.record
from mujo import Board, DataError, Move, MujoError, Piece, RuleSet, Setup
from mujo.record import Format, scan_stream

MOST_LINES, LONGEST_LINE = 41, 1000

#: Texts that are long in different ways: one word, many words, many lines, many faults.
LONG = {
    "word": "x" * 100_000,
    "squares": "1a" * 50_000,
    "signs": "1a1b" + "=" * 100_000,
    "kanji": "歩" * 50_000,
    "moves": "８七歩" * 30_000,
    "number": "P-" + "9" * 100_000,
    "lines": "\n" * 50_000 + "x",
    "commas": "a," * 50_000,
    "ranks": "a/" * 50_000,
    "quotes": '"' * 100_000,
    "faults": "=x\n" * 30_000,
    "bracket": "x" * 100_000 + "]",
    "tables": "[a]\n" * 30_000,
    "short": "E" * 60,
    "blanks": " " * 100_000 + "x",
}


def scanned(form: Format, text: str) -> None:
    """Raise the first faults of the games of a text."""
    for scan in itertools.islice(scan_stream(text.splitlines(keepends=True), form), 3):
        if scan.fault is not None:
            raise scan.fault.error


def toml(name: str = "a", army: str = "2,K,2", betza: str = "K", key: str = "A") -> str:
    """Return a rule file with one text put in."""
    return (
        f'format = 1\nname = "{name}"\ntitle = "a"\nsource = "a"\ndescription = "a"\n[board]\nfiles = 5\nranks = 5\n'
        f'[setup]\narmy = ["{army}"]\n[pieces]\nK = {{ name = "k", betza = "{betza}", source = "a" }}\n{key} = 1\n'
    )


def calls(text: str) -> Iterator[Callable[[], object]]:
    """Yield calls that are given the text."""
    for rules in ("tai", "chu"):
        board = Board(rules=rules)
        methods = ("push", "parse_move", "push_usi", "parse_usi", "is_legal", "effect", "is_capture", "gives_check")
        for name in (*methods, "square_name", "parse_square", "piece_at", "legal_moves_from"):
            yield partial(getattr(board, name), text)
        yield from (
            lambda board=board: board.pieces(text, True),
            lambda board=board: board.perft(1, by=text),
            lambda board=board: board.legal_moves.index(text),
            lambda rules=rules: Board(text, rules),
            lambda rules=rules: Setup(text, rules),
            lambda rules=rules: Move.from_usi(text, rules),
        )
    yield from (
        lambda: Piece.from_symbol(text),
        lambda: RuleSet(text),
        lambda: RuleSet(f"maka[{text}=x]"),
        lambda: RuleSet("maka").changed(emperor=text),
        lambda: RuleSet("maka").changed(readings={text: "x"}),
        lambda: RuleSet("maka").changed(readings={"LD": text}),
        lambda: RuleSet.from_toml(text),
        lambda: RuleSet.from_toml(toml(name=text)),
        lambda: RuleSet.from_toml(toml(army=text)),
        lambda: RuleSet.from_toml(toml(betza=text)),
        lambda: RuleSet.from_toml(toml(key=text)),
        lambda: RuleSet.from_toml(toml(key=f'"{text}"')),
        lambda: Board.from_bytes(text.encode("utf-8", "surrogatepass")),
        lambda: Board.from_bytes(b"mujo board 1\nrules " + text.encode("utf-8", "surrogatepass") + b"\nx\n"),
        lambda: Board.from_bytes(b"mujo board 1\nrules chu\n" + text.encode("utf-8", "surrogatepass") + b"\n"),
        lambda: Board.from_bytes(b"mujo board 1\nrules chu\nstartpos\n" + text.encode("utf-8", "surrogatepass")),
        lambda: mujo.compare(text, "tai"),
        lambda: mujo.rules.find_rules(text + ".toml"),
        lambda: mujo.rules.find_start(RuleSet("chu"), text),
        lambda: mujo.record.find_format(text),
        lambda: list(mujo.record.read_games(text, "pgn")),
        *(lambda form=form: scanned(form, text) for form in Format),
    )


def message_of(call: Callable[[], object]) -> str | None:
    """Return what a call that refuses its text says."""
    try:
        call()
    except (ValueError, TypeError) as error:
        return str(error)
    return None


def check_size(message: str) -> None:
    """Check that a message is one that people read."""
    lines = message.split("\n")
    assert len(lines) <= MOST_LINES
    assert max(map(len, lines)) <= LONGEST_LINE


@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
def test_long_texts_are_not_quoted_whole(text: str) -> None:
    messages = [message for message in map(message_of, calls(text)) if message is not None]
    assert len(messages) > 40
    for message in messages:
        check_size(message)


@settings(max_examples=60, deadline=None)
@given(st.text(), st.integers(1, 5000), st.text(max_size=5))
def test_any_text_repeated(word: str, times: int, rest: str) -> None:
    for call in calls(word * times + rest):
        check_size(message_of(call) or "")


def test_the_first_faults_are_listed_and_the_others_counted() -> None:
    with pytest.raises(DataError) as refusal:
        RuleSet.from_toml("a\n" * 100)
    lines = str(refusal.value).split("\n")
    assert len(lines) == MOST_LINES
    assert lines[-1].endswith(" more")
    assert len(mujo.check_rule_text("a\n" * 100, "text")) > MOST_LINES


def test_a_long_message_keeps_its_beginning_and_its_end() -> None:
    text = str(MujoError("begin" + "x" * 10_000 + "end"))
    assert text.startswith("beginx")
    assert text.endswith("xend")
    assert len(text) <= LONGEST_LINE
    many = str(MujoError("\n".join(map(str, range(500)))))
    assert many.split("\n")[38:] == ["38", "39", "and 460 more"]
    exact = "\n".join("y" * 30 for _ in range(41))
    assert str(MujoError(exact)) == exact
