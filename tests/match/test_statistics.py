"""Elo differences and sequential tests, against known values and by simulation with fixed seeds."""

from __future__ import annotations

import math
import random

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
    assert elo_of((0, 0, 0, 0, 9)).difference == math.inf
    assert elo_of((9, 0, 0, 0, 0)).difference == -math.inf
    assert elo_of((0, 0, 0, 0, 9)).superiority > 0.99
    assert elo_of((3, 0, 3, 0, 3)).superiority == pytest.approx(0.5)


def test_the_interval_narrows_with_the_root_of_the_number_of_pairs() -> None:
    few, many = elo_of((10, 20, 40, 20, 10)), elo_of((40, 80, 160, 80, 40))
    assert (few.high - few.low) / (many.high - many.low) == pytest.approx(2, abs=0.05)


def test_pairs_say_more_than_single_games_where_openings_decide() -> None:
    """All pairs are split 1 to 1 by the opening: single games would look like pure chance."""
    split = elo_of((0, 1, 98, 1, 0))
    assert split.high - split.low < 10


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
