"""No two rule sets, option values or readings mean the same.

For each there is a position of at most twelve pieces, counted by hand, in which it differs from the others; both
engines agree with the count, and `mujo.compare` names exactly that difference.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

import mujo
from sets.questions import Question, core_answer, load, matches, position_text, reference_answer

QUESTIONS = load()
SETS = mujo.rule_set_names()
RULES = Path(mujo.__file__).parent / "data" / "rules"

#: Games with pieces of their own.
GAMES = sorted(
    path.stem for path in RULES.glob("*.toml") if "base" not in tomllib.loads(path.read_text(encoding="utf-8"))
)

#: The values of numeric options that have a question.
NUMBERS = {"hook_captures": {"1", "2"}, "promotion_zone": {"0", "1", "3", "4"}}


def of_game(name: str) -> list[Question]:
    return [question for question in QUESTIONS if mujo.RuleSet(name).game in question.game]


def label(question: Question) -> str:
    return f"{'+'.join(question.game)}-{question.topic}-{'-'.join(question.answers)}"


def cases() -> Iterator[tuple[str, Question, str]]:
    for question in QUESTIONS:
        for game in question.game:
            for value in question.answers:
                if not question.topic.startswith("+"):
                    yield game, question, value


VALUES = [
    pytest.param(*case, id=f"{case[0]}-{case[1].topic}={case[2]}-{number}") for number, case in enumerate(cases())
]
PAIRS = [(one, two) for one, two in combinations(SETS, 2) if mujo.RuleSet(one).game == mujo.RuleSet(two).game]


# The questions themselves.


@pytest.mark.parametrize("question", QUESTIONS, ids=label)
def test_answers_differ_and_are_explained(question: Question) -> None:
    answers = list(question.answers.values())
    assert len(set(answers)) == len(answers)
    assert len(question.how) > 20
    for game in question.game:
        assert position_text(question, mujo.RuleSet(game))


@pytest.mark.parametrize("game", GAMES)
def test_every_reading_has_a_question(game: str) -> None:
    kinds = mujo.RuleSet(game).piece_types.values()
    wanted = {f"{kind.id}={reading}" for kind in kinds for reading in kind.readings}
    covered = {f"{q.topic}={value}" for q in of_game(game) if q.kind == "move" for value in q.answers}
    assert wanted == covered


def test_every_value_of_every_option_has_a_question() -> None:
    for option, spec in mujo.option_specs().items():
        covered = {value for question in QUESTIONS if question.topic == option for value in question.answers}
        assert covered == (set(spec.values) or NUMBERS[option]), option


# Option values and readings.


@pytest.mark.parametrize(("game", "question", "value"), VALUES)
def test_value_gives_what_was_counted(game: str, question: Question, value: str) -> None:
    options, readings = question.changes(value)
    rules = mujo.RuleSet(game, readings=readings, **options)
    assert question.value(rules) == value
    found = core_answer(question, rules)
    assert matches(found, question.answers[value]), f"{rules.name}: {found}, not as counted: {question.how}"
    assert reference_answer(question, rules) == found


@pytest.mark.parametrize(("game", "question", "value"), VALUES)
def test_compare_names_exactly_the_change(game: str, question: Question, value: str) -> None:
    options, readings = question.changes(value)
    base = mujo.RuleSet(game)
    expected = {("option", option) for option, chosen in options.items() if base.options[option] != chosen}
    expected |= {("move", id_) for id_, chosen in readings.items() if base.readings[id_] != chosen}
    if options.get("hook_captures", 1) == 2:
        expected |= {("move", id_) for id_, kind in base.piece_types.items() if "double" in kind.readings}
    comparison = mujo.compare(base, mujo.RuleSet(game, readings=readings, **options))
    assert {(difference.kind, difference.key) for difference in comparison.differences} == expected
    assert bool(comparison) == bool(expected)


# Rule sets.


def test_all_pairs_are_there() -> None:
    games = Counter(path.relative_to(RULES).parts[0].removesuffix(".toml") for path in RULES.rglob("*.toml"))
    assert Counter(mujo.RuleSet(name).game for name in SETS) == games
    found = Counter(mujo.RuleSet(one).game for one, _ in PAIRS)
    assert found == Counter({game: count * (count - 1) // 2 for game, count in games.items() if count > 1})


@pytest.mark.parametrize(("one", "two"), PAIRS)
def test_two_sets_of_a_game_differ_as_counted(one: str, two: str) -> None:
    first, second = mujo.RuleSet(one), mujo.RuleSet(two)
    named = {(difference.kind, difference.key) for difference in mujo.compare(first, second).differences}
    topics, distinguished = set(), 0
    for question in of_game(one):
        values = question.value(first), question.value(second)
        if (
            values[0] is None
            or values[1] is None
            or values[0] == values[1]
            or not set(values) <= question.answers.keys()
        ):
            continue
        topics.add((question.kind, question.key))
        for rules, value in zip((first, second), values, strict=True):
            assert value is not None
            found = core_answer(question, rules)
            assert matches(found, question.answers[value]), f"{rules.name}, {question.topic}: {found}; {question.how}"
            assert reference_answer(question, rules) == found
        distinguished += 1
    assert distinguished, "no question distinguishes these two"
    assert topics <= named


@pytest.mark.parametrize(("one", "two"), PAIRS)
def test_compare_names_every_point_in_which_sets_differ(one: str, two: str) -> None:
    """Options, readings and promotions, taken from the sets themselves and not by `compare`."""
    first, second = mujo.RuleSet(one), mujo.RuleSet(two)
    expected = {("option", option) for option in first.options if first.options[option] != second.options[option]}
    expected |= {("move", id_) for id_ in first.readings if first.readings[id_] != second.readings[id_]}
    kinds = first.piece_types, second.piece_types
    expected |= {("type", id_) for id_ in kinds[0].keys() ^ kinds[1].keys()}
    expected |= {
        ("promotion", id_)
        for id_ in kinds[0].keys() & kinds[1].keys()
        if kinds[0][id_].promotes_to != kinds[1][id_].promotes_to
    }
    expected |= {
        ("last_rank", id_)
        for id_ in kinds[0].keys() & kinds[1].keys()
        if kinds[0][id_].last_rank != kinds[1][id_].last_rank
    }
    found = [(difference.kind, difference.key) for difference in mujo.compare(first, second).differences]
    assert len(set(found)) == len(found)
    assert {case for case in found if case[0] != "royal"} == expected
    assert {key for kind, key in found if kind == "royal"} == ({"+CP"} if ("promotion", "CP") in expected else set())


@pytest.mark.parametrize("name", SETS)
def test_a_set_does_not_differ_from_itself(name: str) -> None:
    comparison = mujo.compare(name, name)
    assert not comparison
    assert comparison.text() == f"{name} and {name}: no difference that affects play."
