"""`play_match`: pairs of games between two or more players, one after the other or many at once."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path

from mujo._core import Board, RuleSet
from mujo.errors import MujoError
from mujo.match.journal import Journal
from mujo.match.openings import random_opening
from mujo.match.players import PlayerSpec
from mujo.match.referee import Adjudication, TimeControl, play_game
from mujo.match.statistics import Elo, Sprt, cross_table, elo_of, pentanomial
from mujo.parallel import ExecutorSource, run_parts
from mujo.record import Game

__all__ = ["MatchSettings", "Standing", "play_match"]


@dataclass(frozen=True)
class MatchSettings:
    """Everything that decides a match.

    Attributes
    ----------
    players
        Two or more, with different names.
    rules
        Name of the rule set.
    pairs
        Pairs of games between each two players.
    control
        How much they may think.
    adjudication
        When the referee ends a game.
    openings
        Position texts or engine text of openings to take in turn; random ones if left out.
    opening_plies, balance
        Of random openings, see `random_opening`.
    gauntlet
        Whether the first player plays all others, instead of each playing each.
    seed
        For openings and players that draw lots.
    sprt
        The test that may end a match of two players early.

    Examples
    --------
    >>> from mujo.match import parse_player
    >>> settings = MatchSettings(tuple(map(parse_player, ("random", "level=1", "level=2"))), "hishigata", pairs=1)
    >>> settings.encounters()
    [(0, 1), (0, 2), (1, 2)]
    """

    players: tuple[PlayerSpec, ...]
    rules: str = "tai"
    pairs: int = 10
    control: TimeControl = field(default_factory=TimeControl)
    adjudication: Adjudication = field(default_factory=Adjudication)
    openings: tuple[str, ...] = ()
    opening_plies: int = 6
    balance: int | None = None
    gauntlet: bool = False
    seed: int = 0
    sprt: Sprt | None = None

    def __post_init__(self) -> None:
        names = [player.name for player in self.players]
        if len(names) < 2 or len(set(names)) < len(names):
            raise MujoError("a match needs two or more players with different names", code="match.player")
        if self.pairs < 1:
            raise MujoError("a match needs at least one pair of games", code="argument")
        if self.sprt is not None and len(names) != 2:
            raise MujoError("a sequential test compares two players", code="argument")

    @property
    def digest(self) -> str:
        """What a journal is recognized by: everything but the number of pairs and the test."""
        fixed = replace(self, pairs=1, sprt=None)
        return hashlib.sha256(repr(fixed).encode()).hexdigest()[:16]

    def encounters(self) -> list[tuple[int, int]]:
        """List who plays whom, by the places of the players."""
        pairs = itertools.combinations(range(len(self.players)), 2)
        return [pair for pair in pairs if not self.gauntlet or pair[0] == 0]


@dataclass(frozen=True)
class Standing:
    r"""How a match stands.

    Attributes
    ----------
    settings
        The match.
    pairs
        The finished pairs: the places of both players, and the two games; the first player is Black in the first.
    verdict
        The hypothesis that the sequential test has accepted: ``elo0``, ``elo1``, or ``None``.

    Examples
    --------
    >>> from mujo.match import Adjudication, parse_player
    >>> players = (parse_player("a=random"), parse_player("b=random"))
    >>> standing = play_match(MatchSettings(players, "hishigata", pairs=1, adjudication=Adjudication(max_plies=10)))
    >>> standing.scores(0, 1), standing.counts()
    ([(0.5, 0.5)], (0, 0, 1, 0, 0))
    >>> standing.elo().difference, standing.table().count("\n") > 1, "a" in standing.summary()
    (0.0, True, True)
    """

    settings: MatchSettings
    pairs: tuple[tuple[int, int, tuple[Game, Game]], ...]
    verdict: str | None = None

    @property
    def total(self) -> int:
        """How many pairs the match has."""
        return self.settings.pairs * len(self.settings.encounters())

    def scores(self, one: int, other: int) -> list[tuple[float, float]]:
        """Return the scores of a player against another, by pairs.

        Parameters
        ----------
        one, other
            Places of the players in the settings, from 0.
        """
        found = []
        for first, second, games in self.pairs:
            scores = (_score(games[0], True), _score(games[1], False))
            if (first, second) == (one, other):
                found.append(scores)
            elif (second, first) == (one, other):
                found.append((1 - scores[0], 1 - scores[1]))
        return found

    def counts(self) -> tuple[int, int, int, int, int]:
        """Return the pentanomial counts of the first player against the second."""
        return pentanomial(self.scores(0, 1))

    def elo(self) -> Elo:
        """Estimate the first player's difference to the second."""
        return elo_of(self.counts())

    def table(self) -> str:
        """Draw the results as a table."""
        names = [player.name for player in self.settings.players]
        scores = {
            (names[one], names[other]): [score for pair in self.scores(one, other) for score in pair]
            for one, other in itertools.permutations(range(len(names)), 2)
        }
        return cross_table(names, scores)

    def summary(self) -> str:
        """Describe the match in a line."""
        text = f"{len(self.pairs)} of {self.total} pairs"
        if len(self.settings.players) == 2 and self.pairs:
            games = [score for pair in self.scores(0, 1) for score in pair]
            wins, draws = games.count(1), games.count(0.5)
            text += f", +{wins} ={draws} -{len(games) - wins - draws}, Elo {self.elo()}"
            if self.settings.sprt is not None:
                low, high = self.settings.sprt.bounds
                ratio = self.settings.sprt.ratio(self.counts())
                text += f", LLR {ratio:.2f} [{low:.2f}, {high:.2f}]"
        return text + (f", {self.verdict} accepted" if self.verdict else "")


def _score(game: Game, as_black: bool) -> float:
    if game.result == "draw" or game.result is None:
        return 0.5
    return float((game.result == "black") == as_black)


def play_match(
    settings: MatchSettings,
    *,
    journal: str | Path | None = None,
    executor: ExecutorSource | None = None,
    concurrency: int = 1,
    progress: Callable[[Standing], object] | None = None,
) -> Standing:
    """Play a match, or continue it.

    Parameters
    ----------
    settings
        The match.
    journal
        A JSONL file for the games. If it exists, the match is continued from it.
    executor
        Runs the pairs of games: any of `concurrent.futures`, also one whose workers are other machines, or a function
        that makes one, as `mujo.parallel.run_parts`. A pair whose worker was lost is played again. By default threads
        of this process.
    concurrency
        How many pairs are played at once.
    progress
        Called after each pair.

    Returns
    -------
    Standing
        The result.

    Raises
    ------
    MujoError
        ``match.resume``: the journal is of another match; ``match.player``, ``match.opening``, ``argument``;
        ``engine.start``: a player cannot be started at all; ``executor.lost``, ``executor.version``.

    Examples
    --------
    >>> from mujo.match import Adjudication, parse_player
    >>> players = (parse_player("a=random"), parse_player("b=random"))
    >>> short = MatchSettings(players, "chu", pairs=2, adjudication=Adjudication(max_plies=10))
    >>> play_match(short).summary()
    '2 of 2 pairs, +0 =4 -0, Elo +0.0 [-489.1, +489.1]'
    """
    if concurrency < 1:
        raise MujoError(f"concurrency is {concurrency}, but should be 1 or more", code="argument")
    rules = RuleSet(settings.rules)
    book = Journal(journal, settings.digest, rules)
    tasks = list(_tasks(settings, set(book.pairs)))
    standing = _standing(settings, book)
    pool = executor or ThreadPoolExecutor(concurrency)
    try:
        if standing.verdict is None:
            for number, games in run_parts(play_pair, tasks, executor=pool, window=concurrency):
                book.add(tasks[number].number, games)
                standing = _standing(settings, book)
                if progress is not None:
                    progress(standing)
                if standing.verdict is not None:
                    break
    finally:
        if executor is None:
            assert isinstance(pool, Executor)
            pool.shutdown(wait=True, cancel_futures=True)
    return standing


def _standing(settings: MatchSettings, book: Journal) -> Standing:
    encounters = settings.encounters()
    limit = settings.pairs * len(encounters)
    pairs = tuple(
        (*encounters[number % len(encounters)], book.pairs[number]) for number in sorted(book.pairs) if number < limit
    )
    standing = Standing(settings, pairs)
    verdict = settings.sprt.verdict(standing.counts()) if settings.sprt is not None and pairs else None
    return replace(standing, verdict=verdict)


@dataclass(frozen=True)
class _Task:
    """One pair of games; picklable."""

    number: int
    settings: MatchSettings
    first: int
    second: int


def _tasks(settings: MatchSettings, played: set[int]) -> Iterator[_Task]:
    encounters = settings.encounters()
    for number in range(settings.pairs * len(encounters)):
        if number not in played:
            yield _Task(number, settings, *encounters[number % len(encounters)])


def play_pair(task: _Task) -> tuple[Game, Game]:
    """Play the two games of a pair."""
    settings = task.settings
    rules = RuleSet(settings.rules)
    opening = _opening(settings, rules, task.number // len(settings.encounters()))
    games = []
    for swapped in (False, True):
        names: Sequence[PlayerSpec] = (settings.players[task.first], settings.players[task.second])
        black, white = reversed(names) if swapped else names
        seed = 4 * (settings.seed * 1_000_003 + task.number) + 2 * swapped
        players = []
        try:
            for number, spec in enumerate((black, white)):
                players.append(spec.open(rules, (seed + number) % 2**63))
            game = play_game(players[0], players[1], opening, settings.control, settings.adjudication)
        finally:
            for player in players:
                player.close()
        games.append(replace(game, tags={"Black": black.name, "White": white.name}))
    return games[0], games[1]


def _opening(settings: MatchSettings, rules: RuleSet, number: int) -> Board:
    if not settings.openings:
        seed = settings.seed * 1_000_003 + number
        return random_opening(rules, settings.opening_plies, seed, balance=settings.balance)
    start, _, moves = settings.openings[number % len(settings.openings)].partition(" moves ")
    board = Board(None if start == "startpos" else start, rules)
    for text in moves.split():
        board.push(text)
    return board
