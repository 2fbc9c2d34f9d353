"""Make the evaluation file of a game: values by mobility, fitted to the results of self-play games.

    python tools/tune.py prior chu                          # mobility alone
    python tools/tune.py play chu --games 400 --nodes 400   # append games to build/tune/chu.jsonl; resumes
    python tools/tune.py fit chu                            # fit to those games, write the file
    python tools/tune.py correlate tai                      # rank correlation with the values of the rule file

The fit is a logistic regression of results on what stands on the board, in log space: every value is its prior times
exp(t). ``--trust`` says how strongly t is drawn towards 0, so that a value the games say little about stays near its
prior. A slope by rank is fitted beside each value, drawn towards 0 likewise. The games follow from the seed, the number
of nodes and the version of the engine; nothing else is random.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import re
import sys
import time
import tomllib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

import mujo

Numbers = npt.NDArray[np.float64]

ROOT = Path(__file__).resolve().parent.parent
FILES = ROOT / "python/mujo/data/evaluation"
GAMES = ROOT / "build/tune"
#: Positions of a game that are kept: every so many plies, from this ply on.
EVERY, FROM = 6, 12


def mobility(rules: str) -> mujo.Engine:
    """Return an engine that knows mobility alone."""
    return mujo.Engine(rules, hash=0, evaluation="mobility")


def features(board: mujo.Board, index: dict[str, int]) -> tuple[dict[int, int], dict[int, int]]:
    """Black's pieces less White's by kind, and their ranks from their own edge, the middle being 0 and doubled."""
    counts: dict[int, int] = {}
    ranks: dict[int, int] = {}
    files, last = board.rules.files, board.rules.ranks - 1
    for square, piece in board.piece_map().items():
        kind = index[("+" if piece.promoted else "") + piece.type]
        row = square // files
        sign, rank = (1, last - row) if piece.side == mujo.BLACK else (-1, row)
        counts[kind] = counts.get(kind, 0) + sign
        ranks[kind] = ranks.get(kind, 0) + sign * (2 * rank - last)
    return _without_zeros(counts), _without_zeros(ranks)


def _without_zeros(sparse: dict[int, int]) -> dict[int, int]:
    return {key: value for key, value in sparse.items() if value}


def play(arguments: argparse.Namespace) -> None:
    """Play games of the engine against itself, and append each to the file of games as it ends."""
    rules = mujo.RuleSet(arguments.game)
    path = games_file(arguments.game)
    path.parent.mkdir(parents=True, exist_ok=True)
    done = len(path.read_text().splitlines()) if path.exists() else 0
    engine = mujo.Engine(rules, hash=16)
    deadline = time.monotonic() + 60 * arguments.minutes
    for number in range(done, arguments.games):
        if time.monotonic() > deadline:
            break
        rng = random.Random(arguments.seed * 1_000_000 + number)
        board = mujo.Board(rules=rules)
        engine.clear()
        samples = []
        opening = rng.randrange(4, 16)
        while board.outcome() is None and board.ply < arguments.plies:
            if board.ply < opening or rng.random() < 0.02:
                board.push(rng.choice(list(board.legal_moves)))
                continue
            result = engine.search(board, nodes=arguments.nodes)
            calm = result.score.mate is None and not board.effect(result.best).is_capture
            if calm and board.ply >= FROM and board.ply % EVERY == 0:
                samples.append(board.ply)
            board.push(result.best)
        outcome = board.outcome()
        black = {"black": 1.0, "white": 0.0}.get(outcome.result if outcome else "", 0.5)
        moves = " ".join(move.usi() for move in board.move_stack)
        with path.open("a") as file:
            file.write(json.dumps({"result": black, "moves": moves, "samples": samples}) + "\n")
        how = outcome.termination if outcome else "unfinished"
        print(f"\r{number + 1} of {arguments.games} games, {board.ply} plies, {how}     ", end="", flush=True)
    print()


def games_file(game: str) -> Path:
    """Return the file of self-play games."""
    return GAMES / f"{game}.jsonl"


def fit(arguments: argparse.Namespace) -> None:
    """Fit values and slopes to the games, and write the file."""
    engine = mobility(arguments.game)
    values = engine.values()
    kinds = list(values)
    prior = np.array([max(values[kind], 1) for kind in kinds], dtype=float)
    lines = (GAMES / f"{arguments.game}.jsonl").read_text().splitlines()
    counts, ranks, results = [], [], []
    for line in lines:
        game = json.loads(line)
        for _, count, rank in game["samples"]:
            rows = np.zeros((2, len(kinds)))
            for at, sparse in enumerate((count, rank)):
                for kind, number in sparse.items():
                    rows[at, int(kind)] = number
            counts.append(rows[0])
            ranks.append(rows[1])
            results.append(game["result"])
    x, r, y = np.array(counts), np.array(ranks), np.array(results)
    tables = tomllib.loads(engine.evaluation)["ranks"]
    ranks_of_board = mujo.RuleSet(arguments.game).ranks
    # The prior tables are straight lines, so that a slope says all.
    before = np.array([tables[kind][-1] / (ranks_of_board - 1) if kind in tables else 0.0 for kind in kinds])
    k = best_scale(x @ prior + r @ before, y)
    theta, slope = np.zeros(len(kinds)), np.zeros(len(kinds))
    # Positions of one game are not independent: together they count as a few.
    share = len(lines) * 4 / max(len(y), 1)
    step, moments = 0.02, np.zeros((2, 2, len(kinds)))
    for turn in range(1, arguments.steps + 1):
        value = prior * np.exp(theta)
        score = x @ value + r @ (before + slope)
        error = (1 / (1 + np.exp(-np.clip(k * score, -30, 30))) - y) * k * share
        gradient = np.stack(
            [(x.T @ error) * value + arguments.trust * theta, r.T @ error + arguments.trust * slope / 25]
        )
        moments[0] = 0.9 * moments[0] + 0.1 * gradient
        moments[1] = 0.99 * moments[1] + 0.01 * gradient**2
        change = step * moments[0] / (1 - 0.9**turn) / (np.sqrt(moments[1] / (1 - 0.99**turn)) + 1e-9)
        theta -= change[0]
        slope -= change[1] * 5
        if turn % 50 == 0:
            print(f"\rstep {turn} of {arguments.steps}, loss {loss(k * score, y):.4f}", end="", flush=True)
    print()
    print(f"loss by mobility {loss(k * (x @ prior + r @ before), y):.4f}, {len(lines)} games, {len(y)} positions")
    unit = prior[kinds.index(engine.unit)] * math.exp(theta[kinds.index(engine.unit)]) / 100
    fitted = {kind: round(float(p * np.exp(t) / unit)) for kind, p, t in zip(kinds, prior, theta, strict=True)}
    slopes = {kind: float(s / unit) for kind, s in zip(kinds, slope, strict=True)}
    source = (
        f"tools/tune.py: mobility, fitted to {len(lines)} games ({len(y)} positions) of the engine with itself, "
        f"trust {arguments.trust:g}"
    )
    write(arguments.game, engine.evaluation, fitted, slopes, source)


def loss(score: Numbers, y: Numbers) -> float:
    """Mean cross entropy."""
    p = np.clip(1 / (1 + np.exp(-np.clip(score, -30, 30))), 1e-6, 1 - 1e-6)
    return float(-(y * np.log(p) + (1 - y) * np.log(1 - p)).mean())


def best_scale(score: Numbers, y: Numbers) -> float:
    """Return the factor that makes scores into chances best."""
    scales = [2 ** (-step / 4) / 100 for step in range(40)]
    return min(scales, key=lambda k: loss(k * score, y))


def write(game: str, text: str, values: dict[str, int], slopes: dict[str, float], source: str) -> None:
    """Write the evaluation file of a game."""
    ranks = mujo.RuleSet(game).ranks
    known = tomllib.loads(text)["ranks"]
    text = re.sub(r'^source = ".*"$', lambda _: f"source = {json.dumps(source)}", text, flags=re.MULTILINE)
    head = text.partition("[values]")[0]
    lines = [f'"{kind}" = {value}' for kind, value in values.items()]
    tables = []
    for kind in values:
        slope, first = slopes.get(kind, 0.0), known.get(kind, [0] * ranks)
        table = [first[rank] + round(slope * (2 * rank - ranks + 1)) for rank in range(ranks)]
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
    write(arguments.game, engine.evaluation, engine.values(), {}, "tools/tune.py: mobility on partly filled boards")


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
        if name == "fit":
            command.add_argument("--steps", type=int, default=600)
            command.add_argument("--trust", type=float, default=20.0)
    arguments = parser.parse_args()
    arguments.function(arguments)
    return 0


if __name__ == "__main__":
    sys.exit(main())
