"""Train a tiny value network on random games: numpy only, positions of a batch as input, results as target.

    python examples/value_network.py --rules hishigata --games 400 --steps 300

The network learns to say who will win a random game from what stands on the board. It is evaluated on games that it has
not seen.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

import mujo
from mujo.arrays import plane_names

Array = np.ndarray[Any, np.dtype[Any]]


def samples(rules: str, games: int, seed: int, max_plies: int, every: int) -> tuple[Array, Array]:
    """Play random games and return positions and results, both for the side to move.

    A position is described by how many pieces of each kind stand on the board: a sum over the squares of the planes.
    """
    start = mujo.Board(rules=rules)
    played = start.playouts(games, seed, threads=2, max_plies=max_plies, moves=True)
    batch = mujo.Batch(games, rules=rules, threads=2)
    shape = (games, len(plane_names(start.rules)), start.rules.ranks, start.rules.files)
    planes = np.empty(shape, np.uint8)
    winners, lengths = np.asarray(played.winners, np.float32), np.asarray(played.plies)
    moves, offsets = np.asarray(played.moves), np.asarray(played.offsets)
    inputs, targets = [], []
    for ply in range(int(lengths.max())):
        going = ply < lengths
        codes = np.zeros(games, np.uint64)
        codes[going] = moves[offsets[:-1][going] + ply]
        batch.step(codes)
        if ply % every == every - 1:
            batch.planes(planes)
            turns = np.where(np.asarray(batch.turns), 1, -1)
            use = going & (winners != 0)
            inputs.append(planes[use].sum(axis=(2, 3), dtype=np.float32))
            targets.append((winners * turns)[use] > 0)
    return np.concatenate(inputs) / 10, np.concatenate(targets).astype(np.float32)


class Network:
    """One hidden layer; the output is the chance of winning."""

    def __init__(self, size: int, hidden: int, dice: np.random.Generator) -> None:
        self.weights = [
            dice.normal(0, size**-0.5, (size, hidden)),
            np.zeros(hidden),
            dice.normal(0, hidden**-0.5, hidden),
            np.zeros(1),
        ]

    def forward(self, x: Array) -> tuple[Array, Array]:
        """Return the hidden layer and the chance of winning."""
        first, bias, second, last = self.weights
        hidden = np.maximum(x @ first + bias, 0)
        return hidden, 1 / (1 + np.exp(-np.clip(hidden @ second + last, -30, 30)))

    def train(self, x: Array, y: Array, rate: float) -> float:
        """Make one step of gradient descent and return the loss before it."""
        hidden, chance = self.forward(x)
        error = (chance - y) / len(y)
        back = np.outer(error, self.weights[2]) * (hidden > 0)
        for weight, gradient in zip(
            self.weights, (x.T @ back, back.sum(0), hidden.T @ error, error.sum(keepdims=True)), strict=True
        ):
            weight -= rate * gradient
        return loss(chance, y)


def loss(chance: Array, y: Array) -> float:
    """Return the mean cross entropy."""
    kept = np.clip(chance, 1e-6, 1 - 1e-6)
    return float(-(y * np.log(kept) + (1 - y) * np.log(1 - kept)).mean())


def main() -> None:
    """Train and evaluate."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", default="hishigata")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--max-plies", type=int, default=1500)
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    dice = np.random.default_rng(options.seed)
    x, y = samples(options.rules, options.games, options.seed, options.max_plies, 10)
    unseen_x, unseen_y = samples(options.rules, options.games // 2, options.seed + 1, options.max_plies, 10)
    network = Network(x.shape[1], 32, dice)
    for _ in range(options.steps):
        rows = dice.integers(len(y), size=min(512, len(y)))
        network.train(x[rows], y[rows], 0.3)
    _, chance = network.forward(unseen_x)
    print(f"{len(y)} positions to learn from, {len(unseen_y)} unseen ones")
    print(f"loss on unseen games: {loss(chance, unseen_y):.3f} (always saying one half: {np.log(2):.3f})")
    print(f"right about the winner: {((chance > 0.5) == (unseen_y > 0.5)).mean():.3f}")


if __name__ == "__main__":
    main()
