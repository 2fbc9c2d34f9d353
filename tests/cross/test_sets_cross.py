"""Core and reference agree on every rule set, and on sets put together at random from options and readings.

Every day a few positions of each set; `MUJO_PROFILE=long` takes a thousand of each. `MUJO_SEED` gives other positions.
A failure names the set and the position, which is all that is needed to see it again.
"""

from __future__ import annotations

import os
import random
from collections.abc import Mapping

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import mujo
import mujo_reference
from cross.crowded_positions import position

LONG = os.environ.get("MUJO_PROFILE") == "long"
SEED = os.environ.get("MUJO_SEED", "1")
POSITIONS = 1000 if LONG else 30
MIXTURES = 3000 if LONG else 60
PLIES = 3
SUCCESSORS = 5

GAMES = ("tai", "maka", "hishigata", "chu")


def agree(board: mujo.Board, game: mujo_reference.Game) -> list[str]:
    """Compare both engines in one position, and return the legal moves."""
    where = f"{board.rules.name}\n{board.sfen()}"
    assert board.sfen() == game.sfen(), where
    assert board.is_check() == game.is_check(), where
    found, wanted = board.outcome(), game.outcome()
    winner = {None: None, mujo.BLACK: "b", mujo.WHITE: "w"}
    assert (found and (winner[found.winner], found.termination)) == wanted, where
    moves = sorted(move.usi() for move in board.legal_moves)
    expected = sorted(game.legal_moves())
    only = set(moves) - set(expected), set(expected) - set(moves)
    assert moves == expected, f"{where}\nthe core alone has {only[0]}, the reference alone {only[1]}"
    return moves


def compare(rules: mujo.RuleSet, reference: mujo_reference.Rules, seed: str) -> None:
    """Compare the engines on a random position, on some of its successors, and along a line of play."""
    text = position(rules, seed)
    board, game = mujo.Board(text, rules), mujo_reference.Game(text, reference)
    dice = random.Random(f"moves of {seed}")
    for ply in range(PLIES):
        moves = agree(board, game)
        if not moves:
            return
        if not ply:
            for move in dice.sample(moves, min(SUCCESSORS, len(moves))):
                board.push(move)
                game.push(move)
                assert board.sfen() == game.sfen(), f"{rules.name}\n{text}\n{move}"
                board.pop()
                game.pop()
        # Captures are rare, and what they do is most of what sets differ in.
        captures = [move.usi() for move in board.legal_captures()]
        move = dice.choice(captures if captures and dice.random() < 0.7 else moves)
        board.push(move)
        game.push(move)
    agree(board, game)


@pytest.mark.timeout(7200 if LONG else 300)
@pytest.mark.parametrize("name", mujo.rule_set_names())
def test_every_set(name: str) -> None:
    print(f"MUJO_SEED={SEED}")
    rules, reference = mujo.RuleSet(name), mujo_reference.load(name)
    assert rules.options == reference.options
    for number in range(POSITIONS):
        compare(rules, reference, f"{SEED} {name} {number}")


@st.composite
def mixtures(draw: st.DrawFn) -> tuple[str, dict[str, str | int], dict[str, str]]:
    """Draw a set, some options, and some readings, possibly none that differ."""
    name = draw(st.sampled_from(mujo.rule_set_names()))
    base = mujo.RuleSet(name)
    options: dict[str, str | int] = {}
    for option, spec in mujo.option_specs().items():
        if draw(st.integers(0, 3)) == 0:
            low, high = spec.range or (0, 0)
            values: list[str | int] = [*spec.values] or [*range(low, min(high, base.ranks) + 1)]
            options[option] = draw(st.sampled_from(values))
    readings = {
        kind.id: draw(st.sampled_from(sorted(kind.readings)))
        for kind in base.piece_types.values()
        if kind.readings and draw(st.integers(0, 3)) == 0
    }
    return name, options, readings


def possible(options: Mapping[str, str | int], base: mujo.RuleSet) -> dict[str, str | int]:
    """Take from drawn options what cannot stand together with the rest."""
    options = dict(options)
    whole = {**base.options, **options}
    if whole["promotion"] in ("zone", "shogi") and whole["promotion_zone"] == 0:
        options["promotion_zone"] = 2
    if not any(kind.burns for kind in base.piece_types.values()):
        options.pop("burning", None)
    if not base.lions or "burning" in options:
        options.pop("lion_trading", None)
    if whole["contagion_order"] == "choice" and not base.contagious:
        options["contagion_order"] = "last"
    return options


@pytest.mark.timeout(7200 if LONG else 300)
@settings(
    max_examples=MIXTURES,
    deadline=None,
    print_blob=True,
    derandomize=not LONG,
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(mixtures(), st.integers(0, 2**32))
def test_sets_put_together_at_random(mixture: tuple[str, dict[str, str | int], dict[str, str]], seed: int) -> None:
    name, drawn, readings = mixture
    options = possible(drawn, mujo.RuleSet(name))
    rules = mujo.RuleSet(name, readings=readings, **options)
    reference = mujo_reference.load(name, **options, **readings)
    assert rules.name == reference.name
    assert mujo.RuleSet(rules.name) == rules
    assert mujo_reference.load(rules.name).options == reference.options == rules.options
    compare(rules, reference, f"{seed}")
