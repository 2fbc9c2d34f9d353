"""How long random games last, and who wins: numbers, and a plot if a file is named (needs matplotlib).

python examples/self_play_statistics.py --rules hishigata --games 2000 --plot lengths.png
"""

from __future__ import annotations

import argparse

import numpy as np

import mujo


def main() -> None:
    """Play, print statistics, and draw a histogram."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", default="hishigata")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--max-plies", type=int, default=3000)
    parser.add_argument("--plot", metavar="FILE", help="a picture, in a format by its ending")
    options = parser.parse_args()
    board = mujo.Board(rules=options.rules)
    games = board.playouts(options.games, options.seed, threads=options.threads, max_plies=options.max_plies)
    # The arrays are views: numpy copies nothing.
    plies, winners = np.asarray(games.plies), np.asarray(games.winners)
    print(f"{len(games)} random games of {options.rules}, seed {options.seed}")
    print(f"plies: mean {plies.mean():.0f}, median {np.median(plies):.0f}, longest {plies.max()}")
    print(f"Black won {games.black_wins}, White {games.white_wins}, {games.draws} drawn, {games.unfinished} unfinished")
    decided = winners[winners != 0]
    if len(decided):
        share = (decided > 0).mean()
        print(
            f"Black's share of decided games: {share:.3f} +- {1.96 * (share * (1 - share) / len(decided)) ** 0.5:.3f}"
        )
    for outcome, number in games.outcomes().items():
        print(f"{number:6}  {outcome or 'unfinished'}")
    if options.plot:
        from matplotlib.figure import Figure

        figure = Figure(figsize=(7, 4), layout="constrained")
        axes = figure.add_subplot()
        bins = np.linspace(0, plies.max() + 1, 40).tolist()
        axes.hist([plies[winners > 0], plies[winners < 0]], bins, stacked=True, label=["Black wins", "White wins"])
        axes.set(title=f"Length of random games, {options.rules}", xlabel="plies", ylabel="games")
        axes.legend()
        figure.savefig(options.plot)
        print(f"wrote {options.plot}")


if __name__ == "__main__":
    main()
