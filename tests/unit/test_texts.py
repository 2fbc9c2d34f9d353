"""Texts with lone surrogates, which come from JSON, file names and terminals, are refused like any other bad text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import mujo
from mujo import Board, Move, MujoError, Outcome, Piece, RuleSet, Setup

LONE = "\ud800"
HALVES = ("\ud800", "\udc80", "\udfff")

CALLS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "push": ("notation.move_syntax", lambda text: Board().push(f"8r{text}8q")),
    "play": ("notation.move_syntax", lambda text: Board().play(f"8r{text}8q")),
    "parse_move": ("notation.move_syntax", lambda text: Board().parse_move(f"8r{text}8q")),
    "is_legal": ("notation.move_syntax", lambda text: Board().is_legal(f"8r{text}8q")),
    "from_usi": ("notation.move_syntax", lambda text: Move.from_usi(f"8r{text}8q")),
    "a move's rules": ("rules.unknown_name", lambda text: Move.from_usi("8r8q", text)),
    "position": ("position.cell", lambda text: Board(Board().sfen().replace("P", text, 1))),
    "a board's rules": ("rules.unknown_name", lambda text: Board(rules=text)),
    "setup": ("position.cell", lambda text: Setup(Board().sfen().replace("P", text, 1))),
    "put": ("position.cell", lambda text: Setup().put(0, text)),
    "pieces": ("position.cell", lambda text: Board().pieces(text, mujo.BLACK)),
    "parse_square": ("notation.square", lambda text: mujo.parse_square(text, "tai")),
    "a square's rules": ("rules.unknown_name", lambda text: mujo.parse_square("1a", text)),
    "rule set": ("rules.unknown_name", lambda text: RuleSet(text)),
    "option": ("rules.unknown_option", lambda text: RuleSet("tai", **dict[str, Any]({text: "draw"}))),
    "value": ("rules.unknown_value", lambda text: RuleSet("tai", stalemate=text)),
    "type with a reading": ("rules.unknown_type", lambda text: RuleSet("tai", readings={text: "limited"})),
    "reading": ("rules.unknown_reading", lambda text: RuleSet("tai", readings={"LD": text})),
    "changed": ("rules.unknown_value", lambda text: RuleSet("tai").changed(stalemate=text)),
    "rule text": ("data.syntax", lambda text: RuleSet.from_toml(f'format = 1\ntitle = "{text}"\n')),
    "piece": ("data.bad_id", lambda text: Piece(text, mujo.BLACK)),
    "symbol": ("position.mixed_case", lambda text: Piece.from_symbol(text)),
    "outcome": ("outcome.termination", lambda text: Outcome(None, text)),
}


@pytest.mark.parametrize("half", HALVES, ids=ascii)
@pytest.mark.parametrize("name", CALLS)
def test_lone_surrogates_are_refused_with_a_slug(name: str, half: str) -> None:
    code, call = CALLS[name]
    with pytest.raises(MujoError) as caught:
        call(half)
    assert caught.value.code == code
    # The message can be printed and written anywhere.
    assert str(caught.value).encode()


def test_explanations_of_lone_surrogates() -> None:
    assert Board().explain(f"8r{LONE}8q").code == "notation.move_syntax"


def test_the_place_of_a_fault_counts_characters() -> None:
    with pytest.raises(mujo.NotationError) as caught:
        Move.from_usi(f"8r{LONE}8q")
    assert caught.value.position == 2


def test_faults_of_a_rule_text_with_lone_surrogates() -> None:
    (problem,) = mujo.check_rule_text(f"format = 1\n\n# {LONE}\n", name=LONE)
    assert (problem.code, problem.line) == ("data.syntax", 3)
    # U+FFFD itself is an ordinary character in prose.
    with pytest.raises(mujo.DataError) as caught:
        RuleSet.from_toml("format = 1\n# \ufffd\n")
    assert caught.value.code == "data.missing_key"


def test_values_that_are_not_text_raise_type_errors() -> None:
    number: Any = 3
    for call in (
        lambda: Board(number),
        lambda: Board(rules=number),
        lambda: Board().push(number),
        lambda: RuleSet("tai", readings={number: "x"}),
        lambda: Setup().put(0, number),
    ):
        with pytest.raises(TypeError):
            call()
