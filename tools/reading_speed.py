"""Measure how fast records are read: games and moves a second, by format.

    python tools/reading_speed.py [--games 40] [--plies 150] [--seed 7]

Random games of tai and of maka are written in every format and read back, moves checked, from a file.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from crowded import random_game
from mujo import RuleSet, build_profile
from mujo.record import Format, read_games, record_of, write_games


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--plies", type=int, default=150)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    print(f"{options.games} games of {options.plies} plies, seed {options.seed}, {build_profile()} build")
    print(f"{'rules':<6}{'format':<10}{'bytes a move':>14}{'games/s':>10}{'moves/s':>10}")
    for name in ("tai", "maka"):
        rules, dice = RuleSet(name), random.Random(options.seed)
        games = [record_of(random_game(rules, dice, options.plies)) for _ in range(options.games)]
        moves = sum(len(game.moves) for game in games)
        for form in (Format.JSONL, Format.POSITION, Format.PGN, Format.KIF):
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / f"games.{form}"
                write_games(path, games, form)
                size = path.stat().st_size
                began = time.perf_counter()
                read = [game.moves for game in read_games(path, form, rules)]
                seconds = time.perf_counter() - began
            assert read == [game.moves for game in games]
            per_second = f"{len(games) / seconds:>10,.1f}{moves / seconds:>10,.0f}"
            print(f"{name:<6}{form.value:<10}{size / moves:>14.1f}{per_second}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
