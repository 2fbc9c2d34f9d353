"""Measure the steps a second of the environments against those of the core.

::

    python tools/measure_env.py           # print a table
    python tools/measure_env.py --write   # put it between the markers of docs/how-to/reinforcement-learning.md

Every row plays random moves from the start and begins again when a game ends. The figures are those of the machine on
which the script ran; run it on an idle one.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import numpy as np

import generated_page
import mujo
from mujo.env import EngineEnv, FactoredEnv, ListEnv

PAGE = Path(__file__).resolve().parents[1] / "docs" / "how-to" / "reinforcement-learning.md"
BEGIN = "<!-- Printed by: python tools/measure_env.py --write -->"
END = "<!-- End of what tools/measure_env.py prints -->"
RULES = ("hishigata", "chu", "maka", "tai")
#: Slices of each figure.
SLICES = 5


def core(rules: str) -> Iterator[int]:
    """Play games in the core, without Python between the moves."""
    board = mujo.Board(rules=rules)
    for number in count():
        yield board.playouts(20, number, max_plies=300).total_plies


def boards(rules: str) -> Iterator[int]:
    """Play on a board with Python objects, one random move of each list."""
    dice = random.Random(1)
    while True:
        board = mujo.Board(rules=rules)
        while not board.is_game_over() and board.ply < 300:
            board.push(board.legal_moves[dice.randrange(len(board.legal_moves))])
            yield 1


def environment(make: Callable[[str], ListEnv | FactoredEnv]) -> Callable[[str], Iterator[int]]:
    """Play in a PettingZoo environment; what counts is moves, not steps."""

    def play(rules: str) -> Iterator[int]:
        env, dice = make(rules), np.random.default_rng(1)
        while True:
            env.reset()
            before = 0
            while not any(env.terminations.values()) and not any(env.truncations.values()):
                mask = env.observe(env.agent_selection)["action_mask"]
                env.step(int(dice.choice(np.flatnonzero(mask))))
                ply = env.state_of_game.board.ply
                yield ply - before
                before = ply

    return play


def against_engine(rules: str) -> Iterator[int]:
    """Play in the Gymnasium environment against level 1: two moves a step."""
    env, dice = EngineEnv(rules, level=1, max_plies=300), np.random.default_rng(1)
    while True:
        observation, _ = env.reset(seed=1)
        over = False
        while not over:
            action = int(dice.choice(np.flatnonzero(observation["action_mask"])))
            observation, _, terminated, truncated, _ = env.step(action)
            over = terminated or truncated
            yield 2


WAYS: dict[str, Callable[[str], Iterator[int]]] = {
    "`Board.playouts`, one thread": core,
    "`Board.push` of a random move": boards,
    "`ListEnv`": environment(lambda rules: ListEnv(rules, max_plies=300)),
    "`FactoredEnv`, up to three steps a move": environment(lambda rules: FactoredEnv(rules, max_plies=300)),
    "`EngineEnv`, level 1": against_engine,
}


class Pace:
    """Moves a second of a way to play, measured in slices between those of the other ways."""

    def __init__(self, moves: Iterator[int]) -> None:
        self.moves = moves
        self.rates: list[float] = []
        next(moves)

    def go_on(self, seconds: float) -> None:
        """Play for at least some seconds."""
        began, done = time.perf_counter(), 0
        while (spent := time.perf_counter() - began) < seconds:
            done += next(self.moves)
        self.rates.append(done / spent)


def table(seconds: float) -> str:
    """Measure and return the table. All ways take turns, so that a busy machine slows each of them down."""
    lines = [
        "Moves a second, one process, and the share of the core's own; medians of "
        f"{SLICES} slices in which all ways take turns:",
        "",
        f"| | {' | '.join(RULES)} |",
        f"| --- |{' ---: |' * len(RULES)}",
    ]
    columns = []
    for rules in RULES:
        paces = [Pace(way(rules)) for way in WAYS.values()]
        for _ in range(SLICES):
            for pace in paces:
                pace.go_on(seconds / SLICES)
        best = paces[0].rates
        shares = [statistics.median(rate / own for rate, own in zip(pace.rates, best, strict=True)) for pace in paces]
        columns.append(
            [
                f"{statistics.median(pace.rates):,.0f}" + ("" if pace is paces[0] else f" ({100 * share:.2g} %)")
                for pace, share in zip(paces, shares, strict=True)
            ]
        )
    for name, *figures in zip(WAYS, *columns, strict=True):
        lines.append(f"| {name} | {' | '.join(figures)} |")
    return "\n".join(lines)


def main() -> int:
    """Print or write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="of each figure")
    parser.add_argument("--write", action="store_true", help="put the table into the page")
    options = parser.parse_args()
    text = table(options.seconds)
    return generated_page.print_or_write(text, PAGE, BEGIN, END, write=options.write)


if __name__ == "__main__":
    sys.exit(main())
