"""Elo differences and sequential tests, against known values and by simulation with fixed seeds."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence

import pytest

from mujo import MujoError
from mujo.match import Sprt, cross_table, elo_of, pentanomial


def test_counts_of_pairs() -> None:
    assert pentanomial([]) == (0, 0, 0, 0, 0)
    assert pentanomial([(0, 0), (0, 0.5), (0.5, 0.5), (1, 0), (0.5, 1), (1, 1)]) == (1, 1, 2, 1, 1)


@pytest.mark.parametrize(("score", "elo"), [(0.5, 0.0), (0.75, 190.85), (0.25, -190.85), (10 / 11, 400.0)])
def test_elo_of_a_score(score: float, elo: float) -> None:
    won, lost = round(1100 * score), 1100 - round(1100 * score)
    found = elo_of((lost, 0, 0, 0, won))
    assert found.difference == pytest.approx(elo, abs=0.01)
    assert found.low < found.difference < found.high


def test_extremes() -> None:
    with pytest.raises(MujoError):
        elo_of((0, 0, 0, 0, 0))
    for pairs in range(1, 40):
        won, lost = elo_of((0, 0, 0, 0, pairs)), elo_of((pairs, 0, 0, 0, 0))
        assert (won.difference, won.high, lost.difference, lost.low) == (math.inf, math.inf, -math.inf, -math.inf)
        assert won.low == pytest.approx(-lost.high)
    assert elo_of((0, 0, 0, 0, 9)).superiority > 0.99
    assert elo_of((3, 0, 3, 0, 3)).superiority == pytest.approx(0.5)


def test_the_interval_narrows_with_the_root_of_the_number_of_pairs() -> None:
    few, many = elo_of((100, 200, 400, 200, 100)), elo_of((400, 800, 1600, 800, 400))
    assert (few.high - few.low) / (many.high - many.low) == pytest.approx(2, abs=0.05)


def test_pairs_say_more_than_single_games_where_openings_decide() -> None:
    """All pairs are split 1 to 1 by the opening: single games would look like pure chance."""
    split, chance = elo_of((0, 1, 98, 1, 0)), elo_of((25, 0, 50, 0, 25))
    assert split.high - split.low < 0.35 * (chance.high - chance.low)


def test_the_interval_holds_the_truth_in_about_19_of_20_cases() -> None:
    dice = random.Random(4)
    chances = (0.1, 0.2, 0.3, 0.25, 0.15)
    truth = 400 * math.log10((score := sum(c * n / 4 for n, c in enumerate(chances))) / (1 - score))
    held = 0
    for _ in range(400):
        counts = [0] * 5
        for outcome in dice.choices(range(5), chances, k=200):
            counts[outcome] += 1
        found = elo_of(counts)
        held += found.low <= truth <= found.high
    assert 365 <= held <= 395


def chances_of_games(elo: float, draws: float, bias: float) -> tuple[float, ...]:
    """Chances of the five results where openings favour Black by `bias` Elo and the games of a pair are independent."""
    results = []
    for advantage in (elo + bias, elo - bias):
        score = 1 / (1 + 10 ** (-advantage / 400))
        drawn = min(draws, 1.8 * min(score, 1 - score))
        results.append((1 - score - drawn / 2, drawn, score - drawn / 2))
    chances = [0.0] * 5
    for (one, first), (other, second) in itertools.product(*map(enumerate, results)):
        chances[one + other] += first * second
    return tuple(chances)


def holds(counts: Sequence[int], chances: Sequence[float]) -> bool:
    score = sum(chance * number / 4 for number, chance in enumerate(chances))
    found = elo_of(counts)
    return found.low <= 400 * math.log10(score / (1 - score)) <= found.high


TRUTHS = [
    chances_of_games(elo, draws, bias) for elo in (0, 100, 400) for draws in (0.0, 0.3, 0.8) for bias in (0, 150, 400)
]


@pytest.mark.parametrize("pairs", [1, 2, 3, 5])
def test_after_few_pairs_the_interval_still_holds_the_truth(pairs: int) -> None:
    """The exact probability, over all results of that number of pairs."""
    all_counts = {
        tuple(map(results.count, range(5))) for results in itertools.combinations_with_replacement(range(5), pairs)
    }
    for chances in TRUTHS:
        probability = 0.0
        for counts in all_counts:
            ways = math.factorial(pairs) / math.prod(map(math.factorial, counts))
            probability += holds(counts, chances) * ways * math.prod(map(pow, chances, counts))
        assert probability > 0.95


@pytest.mark.parametrize("pairs", [10, 30])
def test_the_interval_holds_the_truth_by_simulation(pairs: int) -> None:
    dice = random.Random(pairs)
    for chances in TRUTHS:
        held = 0
        for _ in range(300):
            results = dice.choices(range(5), chances, k=pairs)
            held += holds([results.count(number) for number in range(5)], chances)
        assert held >= 0.92 * 300


def test_the_interval_tells_something_after_one_pair() -> None:
    won, level = elo_of((0, 0, 0, 0, 1)), elo_of((0, 0, 1, 0, 0))
    assert -math.inf < won.low < 0
    assert won.high == math.inf
    assert -math.inf < level.low < -200
    assert level.high == pytest.approx(-level.low)


def run(test: Sprt, chances: tuple[float, ...], dice: random.Random, at_once: int) -> str:
    counts = [0] * 5
    while True:
        for outcome in dice.choices(range(5), chances, k=at_once):
            counts[outcome] += 1
        verdict = test.verdict(counts)
        if verdict is not None:
            return verdict


def chances_of(elo: float) -> tuple[float, ...]:
    """Chances of the five results with this expectation, half of the pairs being level."""
    score = 1 / (1 + 10 ** (-elo / 400))
    shift = score - 0.5
    base = (0.05, 0.2, 0.5, 0.2, 0.05)
    # A change of the outer four by `d` moves the score by d * (2 * 1 + 2 * 0.5) / 2.
    d = shift / 1.5
    return (base[0] - d, base[1] - d, base[2], base[3] + d, base[4] + d)


@pytest.mark.parametrize("at_once", [1, 10])
@pytest.mark.parametrize(("elo", "accepted"), [(0.0, "elo0"), (30.0, "elo1")])
def test_the_test_errs_about_as_often_as_it_says(elo: float, accepted: str, at_once: int) -> None:
    dice = random.Random(7)
    chances = chances_of(elo)
    assert sum(c * n / 4 for n, c in enumerate(chances)) == pytest.approx(1 / (1 + 10 ** (-elo / 400)), abs=1e-9)
    test = Sprt(0, 30)
    right = sum(run(test, chances, dice, at_once) == accepted for _ in range(200))
    assert right >= 182


@pytest.mark.parametrize("pair", range(5))
def test_one_pair_decides_nothing(pair: int) -> None:
    counts = [int(score == pair) for score in range(5)]
    assert Sprt(0, 50).verdict(counts) is None


def test_bounds_and_bad_tests() -> None:
    low, high = Sprt(0, 10).bounds
    assert (round(low, 3), round(high, 3)) == (-2.944, 2.944)
    assert Sprt(0, 10).ratio((0, 0, 0, 0, 0)) == 0
    for bad in ((10, 0), (0, 0)):
        with pytest.raises(MujoError):
            Sprt(*bad)
    with pytest.raises(MujoError):
        Sprt(0, 10, alpha=0.6)


def test_the_cross_table_ranks_by_points() -> None:
    scores: dict[tuple[str, str], list[float]] = {
        ("a", "b"): [1, 1],
        ("b", "a"): [0, 0],
        ("b", "c"): [1, 0.5],
        ("c", "b"): [0, 0.5],
    }
    lines = cross_table(["c", "b", "a"], scores).splitlines()
    assert [line.split()[1] for line in lines[1:]] == ["a", "b", "c"]
    assert "2/2" in lines[1]
