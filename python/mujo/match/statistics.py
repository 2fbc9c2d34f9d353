"""Elo differences, sequential tests and cross tables from the results of paired games.

Games come in pairs that begin with the same opening, colours swapped. The five possible scores of a pair (0, 1/2, 1,
3/2, 2) are the pentanomial counts: the spread of pairs is smaller than that of single games, since an opening that
favours one side counts for both players.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from mujo.errors import MujoError

__all__ = ["Elo", "Sprt", "cross_table", "elo_of", "pentanomial"]

#: Added to each count in sequential tests: the spread of the first few pairs says little of the true one.
_PRIOR = 0.5
#: The square of half the width of a 95 % interval, in standard deviations. So many pairs of the largest variance are
#: also added to the observed ones.
_PSEUDO = 1.959964**2


def pentanomial(pairs: Iterable[tuple[float, float]]) -> tuple[int, int, int, int, int]:
    """Count pairs by their score.

    Parameters
    ----------
    pairs
        The scores of the first player in the two games of each pair: 0, 0.5 or 1.

    Examples
    --------
    >>> pentanomial([(1, 0), (1, 0.5), (0.5, 0.5), (0, 0)])
    (1, 0, 2, 1, 0)
    """
    counts = [0] * 5
    for one, other in pairs:
        counts[round(2 * (one + other))] += 1
    return (counts[0], counts[1], counts[2], counts[3], counts[4])


def _moments(weights: Sequence[float]) -> tuple[float, float, float]:
    """Return the number of pairs, and mean and variance of the score of a pair between 0 and 1."""
    total = sum(weights)
    mean = sum(weight * number / 4 for number, weight in enumerate(weights)) / total
    variance = sum(weight * (number / 4 - mean) ** 2 for number, weight in enumerate(weights)) / total
    return total, mean, variance


def _elo(score: float) -> float:
    if score <= 0:
        return -math.inf
    return math.inf if score >= 1 else 400 * math.log10(score / (1 - score))


def _score(elo: float) -> float:
    return 1 / (1 + 10 ** (-elo / 400))


@dataclass(frozen=True, slots=True)
class Elo:
    """An estimated difference in strength.

    Attributes
    ----------
    difference
        In Elo points; infinite if one side won every game.
    low, high
        An interval that holds it in at least about 95 % of matches; wide after few pairs.
    superiority
        The probability that the first player is the stronger.

    Examples
    --------
    >>> elo = elo_of((10, 20, 40, 20, 10))
    >>> elo.low < elo.difference < elo.high
    True
    """

    difference: float
    low: float
    high: float
    superiority: float

    def __str__(self) -> str:
        return f"{self.difference:+.1f} [{self.low:+.1f}, {self.high:+.1f}]"


def elo_of(counts: Sequence[int]) -> Elo:
    """Estimate the difference in strength from pentanomial counts.

    Parameters
    ----------
    counts
        Pentanomial counts, see `pentanomial`.

    Raises
    ------
    MujoError
        ``argument``: there is no pair.

    Examples
    --------
    >>> print(elo_of((10, 20, 40, 20, 10)))
    +0.0 [-39.8, +39.8]
    >>> elo_of((0, 0, 0, 0, 3)).difference
    inf
    """
    if not sum(counts):
        raise MujoError("there is no pair of games to estimate from", code="argument")
    total, mean, variance = _moments(counts)
    low, high = _score_interval(total, mean, variance)
    error = math.sqrt(_variance_about(0.5, total, mean, variance) / total)
    superiority = 0.5 * (1 + math.erf((mean - 0.5) / (error * math.sqrt(2))))
    return Elo(_elo(mean), _elo(low), _elo(high), superiority)


def _variance_about(true: float, total: float, mean: float, variance: float) -> float:
    """Estimate the variance of a pair's score, were `true` its expectation.

    Few pairs say little about the variance, and equal ones that it is zero. So further pairs are added that vary as
    much as scores with that expectation can.
    """
    return (total * (variance + (mean - true) ** 2) + _PSEUDO * true * (1 - true)) / (total + _PSEUDO)


def _score_interval(total: float, mean: float, variance: float) -> tuple[float, float]:
    """Return the expectations that the observed mean does not contradict: Wilson's interval, with a variance as above.

    They solve ``total * (mean - x)**2 <= _PSEUDO * _variance_about(x)``, which is quadratic in ``x``.
    """
    square = total**2 + _PSEUDO**2
    half = total**2 * mean + _PSEUDO**2 / 2
    root = math.sqrt(max(0.0, half**2 - square * ((total * mean) ** 2 - _PSEUDO * total * variance)))
    # Rounding must not exclude the ends, which are exact solutions where one side won every game.
    low = 0.0 if mean == 0 else max(0.0, (half - root) / square)
    return low, 1.0 if mean == 1 else min(1.0, (half + root) / square)


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential probability ratio test of two strengths of the first player.

    Attributes
    ----------
    elo0, elo1
        The hypotheses.
    alpha, beta
        How probable it may be to accept `elo1` where `elo0` is true, and the other way round.

    Examples
    --------
    >>> Sprt(0, 20).alpha
    0.05
    """

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not (self.elo0 < self.elo1 and 0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise MujoError("a test needs elo0 below elo1, and alpha and beta between 0 and 0.5", code="argument")

    @property
    def bounds(self) -> tuple[float, float]:
        """The ratios, as logarithms, at which the test ends."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Sequence[int]) -> float:
        """Return the logarithm of the likelihood ratio, by the normal approximation for pairs of games.

        Half a pair is added to each count, so that the test does not end on the first few pairs.

        Parameters
        ----------
        counts
            Pentanomial counts, see `pentanomial`.

        Examples
        --------
        >>> round(Sprt(0, 20).ratio((10, 40, 80, 60, 30)), 2)
        4.85
        """
        if not sum(counts):
            return 0.0
        total, mean, variance = _moments([count + _PRIOR for count in counts])
        zero, one = _score(self.elo0), _score(self.elo1)
        return total * (one - zero) * (2 * mean - zero - one) / (2 * variance)

    def verdict(self, counts: Sequence[int]) -> str | None:
        """Return ``"elo1"`` or ``"elo0"`` once one of them is accepted, else ``None``.

        Parameters
        ----------
        counts
            As `ratio`.

        Examples
        --------
        >>> test = Sprt(0, 50)
        >>> test.verdict((0, 0, 0, 20, 20)), test.verdict((20, 20, 0, 0, 0)), test.verdict((1, 1, 1, 1, 1))
        ('elo1', 'elo0', None)
        """
        low, high = self.bounds
        ratio = self.ratio(counts)
        return "elo1" if ratio >= high else "elo0" if ratio <= low else None


def cross_table(names: Sequence[str], scores: Mapping[tuple[str, str], Sequence[float]]) -> str:
    """Draw the results of more than two players.

    Parameters
    ----------
    names
        The players.
    scores
        The scores of the first of two players in their games.

    Examples
    --------
    >>> print(cross_table(["a", "bee"], {("a", "bee"): [1, 0.5], ("bee", "a"): [0, 0.5]}))
        player  points  games       a     bee
     1  a          1.5      2       -   1.5/2
     2  bee        0.5      2   0.5/2       -
    """
    totals = {name: [point for (one, _), points in scores.items() if one == name for point in points] for name in names}
    ranked = sorted(names, key=lambda name: (-sum(totals[name]) / max(1, len(totals[name])), names.index(name)))
    wide = max(6, *(len(name) for name in names))
    column = max(7, *(len(name) for name in names))
    lines = [f"    {'player':{wide}}  points  games " + " ".join(f"{name:>{column}}" for name in ranked)]
    for place, name in enumerate(ranked, 1):
        cells = []
        for other in ranked:
            points = scores.get((name, other), ())
            cells.append(f"{f'{sum(points):g}/{len(points)}' if points else '-':>{column}}")
        lines.append(f"{place:2}  {name:{wide}}  {sum(totals[name]):6g}  {len(totals[name]):5} " + " ".join(cells))
    return "\n".join(lines)
