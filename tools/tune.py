"""Make the evaluation file of a game: values by mobility, fitted to the results of self-play games.

    python tools/tune.py prior chu                          # mobility alone
    python tools/tune.py play chu --games 400 --nodes 400   # append games to build/tune/chu.jsonl; resumes
    python tools/tune.py play chu --games 400 --processes 2 # the same games, in parts
    python tools/tune.py fit chu                            # fit to those games, write the file
    python tools/tune.py correlate tai                      # rank correlation with the values of the rule file

The fit is a logistic regression of results on what stands on the board, in log space: every value is its prior times
exp(t). ``--trust`` is the strength with which t is drawn towards 0, so that a value about which the games say little
stays near its prior; without it, the trust that predicts every fifth game best is taken. A slope by rank is fitted
beside each value, and a factor for each term in ``TERMS``. The games follow from the seed, the number of nodes and the
version of the engine; nothing else is random.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import re
import sys
import time
import tomllib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt

import mujo
from mujo.cli.common import add_executor_options, executor_of
from mujo.parallel import run_parts

Numbers = npt.NDArray[np.float64]

ROOT = Path(__file__).resolve().parent.parent
FILES = ROOT / "python/mujo/data/evaluation"
GAMES = ROOT / "build/tune"
#: Source line of a file that was not fitted.
SOURCE = "tools/tune.py: mobility on partly filled boards"
#: Distance in plies of the positions of a game that are kept, and the ply of the first.
EVERY, FROM = 6, 12
#: Terms of the evaluation that are fitted besides values and places, and the weights behind them.
TERMS = {"royals": ("spare_royal",), "safety": ("pressure", "guard"), "chase": ("chase",), "tempo": ("tempo",)}
#: Weights that are relative to the values of pieces.
RELATIVE = ("pressure",)
#: Folds of the games, each held out once to choose how far to trust the prior.
FOLDS = 5
#: Degrees of trust in the prior among which the fit chooses.
TRUSTS = [5.0, 20.0, 80.0, 320.0]
#: Games that a cluster has at a time.
WINDOW = 64
#: How many independent positions a game counts as.
INDEPENDENT = 4


def mobility(rules: str) -> mujo.Engine:
    """Return an engine that knows mobility alone."""
    return mujo.Engine(rules, hash=0, evaluation="mobility")


@dataclass
class Samples:
    """Positions of self-play games, one a row: Black's pieces less White's."""

    #: How many of each kind.
    counts: Numbers
    #: Sum of the ranks of each kind from the owner's edge; the middle of the board is 0, and ranks are doubled.
    ranks: Numbers
    #: The terms in `TERMS` with the default weights.
    terms: Numbers
    #: 1 if Black won, 0.5 for a draw, 0 if White won.
    results: Numbers
    #: Number of the game.
    games: npt.NDArray[np.int64]

    def of(self, rows: npt.NDArray[np.bool_]) -> Samples:
        """Return some of the positions."""
        return Samples(self.counts[rows], self.ranks[rows], self.terms[rows], self.results[rows], self.games[rows])


def read_samples(game: str, engine: mujo.Engine) -> Samples:
    """Replay the games and collect the positions that were kept."""
    rules = mujo.RuleSet(game)
    index = {kind: at for at, kind in enumerate(engine.values())}
    counts, ranks, terms = [], [], []
    results, numbers = [], []
    lines = games_file(game).read_text().splitlines()
    for number, line in enumerate(lines):
        played = json.loads(line)
        board, wanted = mujo.Board(rules=rules), set(played["samples"])
        for ply, text in enumerate(played["moves"].split()):
            if ply in wanted:
                sign = 1 if board.turn == mujo.BLACK else -1
                count, rank = piece_sums(board, index)
                evaluated = engine.evaluate(board)
                counts.append(count)
                ranks.append(rank)
                terms.append([float(sign * evaluated[name]) for name in TERMS])
                results.append(played["result"])
                numbers.append(number)
            board.push(text)
    return Samples(np.array(counts), np.array(ranks), np.array(terms), np.array(results), np.array(numbers))


def piece_sums(board: mujo.Board, index: dict[str, int]) -> tuple[Numbers, Numbers]:
    """Return the counts and the ranks of a position, see `Samples`."""
    counts, ranks = np.zeros(len(index)), np.zeros(len(index))
    files, last = board.rules.files, board.rules.ranks - 1
    for square, piece in board.piece_map().items():
        kind = index[("+" if piece.promoted else "") + piece.type]
        row = square // files
        sign, rank = (1, last - row) if piece.side == mujo.BLACK else (-1, row)
        counts[kind] += sign
        ranks[kind] += sign * (2 * rank - last)
    return counts, ranks


@dataclass(frozen=True)
class Game:
    """A game of the engine against itself, which follows from these."""

    rules: str
    number: int
    nodes: int
    plies: int
    seed: int


def play_game(game: Game) -> tuple[str, str]:
    """Play a game; return its line in the file of games, and how it went."""
    rules = mujo.RuleSet(game.rules)
    rng = random.Random(game.seed * 1_000_000 + game.number)
    board, engine = mujo.Board(rules=rules), mujo.Engine(rules, hash=16)
    samples = []
    opening = rng.randrange(4, 16)
    while board.outcome() is None and board.ply < game.plies:
        if board.ply < opening or rng.random() < 0.02:
            board.push(rng.choice(list(board.legal_moves)))
            continue
        result = engine.search(board, nodes=game.nodes)
        calm = result.score.mate is None and not board.effect(result.best).is_capture
        if calm and board.ply >= FROM and board.ply % EVERY == 0:
            samples.append(board.ply)
        board.push(result.best)
    outcome = board.outcome()
    black = {"black": 1.0, "white": 0.0}.get(outcome.result if outcome else "", 0.5)
    moves = " ".join(move.usi() for move in board.move_stack)
    how = f"{board.ply} plies, {outcome.termination if outcome else 'unfinished'}"
    return json.dumps({"result": black, "moves": moves, "samples": samples}), how


def play(arguments: argparse.Namespace) -> None:
    """Play games of the engine against itself, and append each to the file of games in their order."""
    path = games_file(arguments.game)
    path.parent.mkdir(parents=True, exist_ok=True)
    done = len(path.read_text().splitlines()) if path.exists() else 0
    deadline = time.monotonic() + 60 * arguments.minutes
    numbers = itertools.takewhile(lambda _: time.monotonic() < deadline, range(done, arguments.games))
    tasks = (Game(arguments.game, number, arguments.nodes, arguments.plies, arguments.seed) for number in numbers)
    waiting: dict[int, str] = {}
    written = 0
    # A file ends with the last game before one that is missing, so a run that stops loses the few after it.
    # Few games wait in the executor, so that `--minutes` ends the work soon.
    window = 2 * (arguments.processes or 1) if arguments.dask is None else WINDOW
    with executor_of(arguments) as chosen:
        executor = chosen or partial(ThreadPoolExecutor, 1)
        for number, (line, how) in run_parts(play_game, tasks, executor=executor, window=window):
            waiting[number] = line
            print(f"\r{done + number + 1} of {arguments.games} games, {how}     ", end="", flush=True)
            while (following := waiting.pop(written, None)) is not None:
                with path.open("a") as file:
                    file.write(following + "\n")
                written += 1
    print()


def games_file(game: str) -> Path:
    """Return the file of self-play games."""
    return GAMES / f"{game}.jsonl"


@dataclass
class Model:
    """Numbers of an evaluation, and the factor that turns its scores into chances."""

    values: Numbers
    slopes: Numbers
    terms: Numbers
    scale: float

    def scores(self, samples: Samples) -> Numbers:
        """Return the logarithm of the odds that Black wins."""
        placed = samples.counts @ self.values + samples.ranks @ self.slopes
        return self.scale * (placed + samples.terms @ self.terms)


def fit(arguments: argparse.Namespace) -> None:
    """Fit the numbers to the games, and write the file."""
    engine = mobility(arguments.game)
    kinds = list(engine.values())
    samples = read_samples(arguments.game, engine)
    prior = prior_model(engine, samples)
    games = int(samples.games.max()) + 1
    held_out = samples.games % FOLDS == 0
    trusts = [arguments.trust] if arguments.trust else TRUSTS
    losses = {}
    for trust in trusts:
        model = fitted(prior, samples.of(~held_out), trust, arguments.steps)
        losses[trust] = loss(model.scores(samples.of(held_out)), samples.results[held_out])
        print(f"trust {trust:g}: loss on the games held out {losses[trust]:.4f}")
    print(
        f"prior: loss on the games held out {loss(prior.scores(samples.of(held_out)), samples.results[held_out]):.4f}"
    )
    trust = min(losses, key=losses.__getitem__)
    model = fitted(prior, samples, trust, arguments.steps)
    before, after = (loss(each.scores(samples), samples.results) for each in (prior, model))
    print(f"{games} games, {len(samples.results)} positions, trust {trust:g}: loss {before:.4f}, then {after:.4f}")
    unit = model.values[kinds.index(engine.unit)] / 100
    positions = len(samples.results)
    source = f"tools/tune.py: mobility, fitted to {games} self-play games ({positions} positions), trust {trust:g}"
    values = {kind: round(float(value / unit)) for kind, value in zip(kinds, model.values, strict=True)}
    slopes = {kind: float(slope / unit) for kind, slope in zip(kinds, model.slopes, strict=True)}
    text = engine.evaluation
    for term, factor in zip(TERMS, model.terms, strict=True):
        for name in TERMS[term]:
            text = reweighted(text, name, factor if name in RELATIVE else factor / unit)
    write(arguments.game, text, values, slopes, source)


def prior_slopes(engine: mujo.Engine) -> dict[str, float]:
    """Return what half a rank adds to each kind by mobility, whose tables are straight lines."""
    tables = tomllib.loads(engine.evaluation)["ranks"]
    last = engine.rules.ranks - 1
    return {kind: tables[kind][-1] / last if kind in tables else 0.0 for kind in engine.values()}


def prior_model(engine: mujo.Engine, samples: Samples) -> Model:
    """Return the numbers by mobility, with the scale that suits the games."""
    values = np.array([max(value, 1) for value in engine.values().values()], dtype=float)
    slopes = np.array(list(prior_slopes(engine).values()))
    model = Model(values, slopes, np.ones(len(TERMS)), 1.0)
    model.scale = best_scale(model.scores(samples), samples.results)
    return model


def fitted(prior: Model, samples: Samples, trust: float, steps: int) -> Model:
    """Minimize the loss by gradient descent (Adam), drawn towards the prior."""
    kinds = len(prior.values)
    # Logarithms of values and of terms, and slopes in between.
    change = np.zeros(2 * kinds + len(TERMS))
    moments = np.zeros((2, len(change)))
    # Positions of one game are not independent: together they count as a few.
    share = INDEPENDENT * len(set(samples.games.tolist())) / len(samples.results)
    for step in range(1, steps + 1):
        model = changed(prior, change)
        error = (chances(model.scores(samples)) - samples.results) * model.scale * share
        gradient = np.concatenate(
            [
                (samples.counts.T @ error) * model.values + trust * change[:kinds],
                samples.ranks.T @ error + trust * change[kinds : 2 * kinds] / 25,
                (samples.terms.T @ error) * model.terms + trust * change[2 * kinds :],
            ]
        )
        moments[0] = 0.9 * moments[0] + 0.1 * gradient
        moments[1] = 0.99 * moments[1] + 0.01 * gradient**2
        towards = 0.02 * moments[0] / (1 - 0.9**step) / (np.sqrt(moments[1] / (1 - 0.99**step)) + 1e-9)
        towards[kinds : 2 * kinds] *= 5
        change -= towards
    return changed(prior, change)


def changed(prior: Model, change: Numbers) -> Model:
    """Return the prior with changes, see `fitted`."""
    kinds = len(prior.values)
    values, slopes, terms = change[:kinds], change[kinds : 2 * kinds], change[2 * kinds :]
    return Model(prior.values * np.exp(values), prior.slopes + slopes, prior.terms * np.exp(terms), prior.scale)


def reweighted(text: str, name: str, factor: float) -> str:
    """Multiply a weight."""

    def product(found: re.Match[str]) -> str:
        return f"{name} = {round(int(found[1]) * factor)}"

    return re.sub(rf"(?m)^{name} = (-?\d+)$", product, text)


def chances(scores: Numbers) -> Numbers:
    """Return the chances of Black."""
    return 1 / (1 + np.exp(-np.clip(scores, -30, 30)))


def loss(score: Numbers, y: Numbers) -> float:
    """Mean cross entropy."""
    p = np.clip(chances(score), 1e-6, 1 - 1e-6)
    return float(-(y * np.log(p) + (1 - y) * np.log(1 - p)).mean())


def best_scale(score: Numbers, y: Numbers) -> float:
    """Return the factor that makes scores into chances best."""
    scales = [2 ** (-step / 4) / 100 for step in range(40)]
    return min(scales, key=lambda k: loss(k * score, y))


def write(game: str, text: str, values: dict[str, int], slopes: dict[str, float], source: str) -> None:
    """Write the evaluation file of a game; the tables of ranks are straight lines."""
    ranks = mujo.RuleSet(game).ranks
    text = re.sub(r'^source = ".*"$', lambda _: f"source = {json.dumps(source)}", text, flags=re.MULTILINE)
    head = text.partition("[values]")[0]
    lines = [f'"{kind}" = {value}' for kind, value in values.items()]
    tables = []
    for kind, slope in slopes.items():
        table = [round(slope * (2 * rank - ranks + 1)) for rank in range(ranks)]
        if any(table):
            tables.append(f'"{kind}" = {table}')
    FILES.mkdir(parents=True, exist_ok=True)
    path = FILES / f"{game}.toml"
    body = "\n".join([*lines, "", "[ranks]", *tables])
    path.write_text(f"# Made by tools/tune.py. Do not edit by hand.\n{head}[values]\n{body}\n")
    mujo.Engine(game, hash=0, evaluation=path.read_text())
    print(f"wrote {path.relative_to(ROOT)}")


def prior(arguments: argparse.Namespace) -> None:
    """Write the values by mobility alone."""
    engine = mobility(arguments.game)
    write(arguments.game, engine.evaluation, engine.values(), prior_slopes(engine), SOURCE)


def correlate(arguments: argparse.Namespace) -> None:
    """Print the rank correlation of our values with published ones."""
    rules = mujo.RuleSet(arguments.game)
    published = {name: piece.value for name, piece in rules.piece_types.items() if piece.value is not None}
    for name, engine in (("mobility", mobility(arguments.game)), ("the file", mujo.Engine(rules, hash=0))):
        values = engine.values()
        pairs = [(values[kind], value) for kind, value in published.items() if kind in values]
        if len(pairs) < 3:
            print(f"{arguments.game} has {len(pairs)} published values")
            return
        figure = f"{spearman(pairs):.3f}"
        print(f"{arguments.game}, {len(pairs)} types: rank correlation of {name} with the published values {figure}")


def spearman(pairs: Sequence[tuple[float, float]]) -> float:
    """Rank correlation."""

    def ranked(numbers: Numbers) -> Numbers:
        order = numbers.argsort().argsort().astype(float)
        return np.array([order[numbers == number].mean() for number in numbers])

    one, other = (ranked(np.array(column, dtype=float)) for column in zip(*pairs, strict=True))
    return float(np.corrcoef(one, other)[0, 1])


def main() -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    for name, function in (("prior", prior), ("play", play), ("fit", fit), ("correlate", correlate)):
        command = commands.add_parser(name)
        command.set_defaults(function=function)
        command.add_argument("game")
        if name == "play":
            command.add_argument("--games", type=int, default=400)
            command.add_argument("--nodes", type=int, default=400)
            command.add_argument("--plies", type=int, default=600)
            command.add_argument("--seed", type=int, default=1)
            command.add_argument("--minutes", type=float, default=60)
            add_executor_options(command)
        if name == "fit":
            command.add_argument("--steps", type=int, default=600)
            command.add_argument("--trust", type=float)
    arguments = parser.parse_args()
    arguments.function(arguments)
    return 0


if __name__ == "__main__":
    sys.exit(main())
