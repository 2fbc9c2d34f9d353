"""Plot the time of a list of legal moves against the pieces on the board: ``python tools/plot_lists.py``.

Random games of tai, maka, chu and hishigata are played (their seeds are those of ``Board.playouts``); every few plies
the position is kept. Then all positions are measured in turn, ``--rounds`` times, each a block of lists counted
(``len`` of ``legal_moves``: the list is made, but no object a move), and the least time of each counts. The plot shows
every position as a dot and the mean of each group of pieces as a line. It is written as SVG, and the means as a table.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import mujo

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "pictures" / "lists.svg"
#: Rule sets and their colours, distinguishable for people with colour blindness.
SETS = {"tai": "#0072b2", "maka": "#d55e00", "chu": "#009e73", "hishigata": "#cc79a7"}
#: Size of the picture and of its margins.
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 800, 440, 64, 90, 40, 56
#: Lists in a block, and pieces in a group.
BLOCK, GROUP = 20, 12


class Point(NamedTuple):
    """A position: its pieces, and the least time of a list in microseconds."""

    pieces: int
    microseconds: float


def positions(rules: str, games: int, every: int, seed: int) -> list[mujo.Board]:
    """Play random games to their end and keep a position every few plies."""
    start = mujo.Board(rules=rules)
    played = start.playouts(games, seed=seed, max_plies=3000, moves=True)
    kept = []
    for game in range(games):
        board = start.copy()
        for ply, move in enumerate(played.moves_of(game)):
            if ply % every == 0:
                kept.append(board.copy(history=False))
            board.push_unchecked(move)
    return kept


def measure(boards: list[mujo.Board], rounds: int) -> list[Point]:
    """Measure every position once a round, in turn; the least time of each counts."""
    least = [float("inf")] * len(boards)
    for _ in range(rounds):
        for at, board in enumerate(boards):
            began = time.thread_time_ns()
            for _ in range(BLOCK):
                len(board.legal_moves)
            least[at] = min(least[at], (time.thread_time_ns() - began) / BLOCK / 1000)
    return [Point(len(board.piece_map()), time) for board, time in zip(boards, least, strict=True)]


def means(points: Iterable[Point]) -> list[Point]:
    """Return the mean time of each group of pieces, at the mean of its pieces."""
    groups = defaultdict(list)
    for point in points:
        groups[point.pieces // GROUP].append(point)
    return [
        Point(
            round(sum(point.pieces for point in group) / len(group)),
            sum(point.microseconds for point in group) / len(group),
        )
        for _, group in sorted(groups.items())
    ]


def steps(most: float) -> list[float]:
    """Return round values from 0 to at least `most`, at most eight of them."""
    for step in (0.1, 0.2, 0.25, 0.5, 1, 2, 2.5, 5, 10, 20, 25, 50, 100, 200, 500):
        if most <= 7 * step:
            break
    return [step * at for at in range(int(-(-most // step)) + 1)]


def svg(curves: dict[str, list[Point]]) -> str:
    """Draw the points of each set and their means."""
    everything = [point for points in curves.values() for point in points]
    across, up = (
        steps(max(point.pieces for point in everything)),
        steps(sorted(point.microseconds for point in everything)[int(len(everything) * 0.998)]),
    )
    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def place(point: Point) -> tuple[float, float]:
        high_enough = min(point.microseconds, up[-1])
        return LEFT + wide * point.pieces / across[-1], HEIGHT - BOTTOM - high * high_enough / up[-1]

    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        'font-family="sans-serif" font-size="13" fill="#222">',
        "<title>Time of a list of legal moves against the pieces on the board</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        '<g stroke="#ddd">',
    ]
    for value in up:
        _, y = place(Point(0, value))
        drawn.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>')
    for number in across:
        x, _ = place(Point(int(number), 0))
        drawn.append(f'<path d="M{x:.1f} {TOP}V{HEIGHT - BOTTOM}"/>')
    drawn.append("</g>")
    for value in up:
        _, y = place(Point(0, value))
        drawn.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{value:g}</text>')
    for number in across:
        x, _ = place(Point(int(number), 0))
        drawn.append(f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle">{number:g}</text>')
    middle = LEFT + wide / 2
    drawn.append(f'<text x="{middle}" y="{HEIGHT - 12}" text-anchor="middle">pieces on the board</text>')
    drawn.append(f'<text x="{LEFT - 48}" y="{TOP - 16}">microseconds a list</text>')
    for name, points in curves.items():
        color = SETS.get(name, "#222")
        dots = "".join(f"M{x:.1f} {y:.1f}h0" for x, y in map(place, points))
        drawn.append(f'<path d="{dots}" stroke="{color}" stroke-width="2.5" stroke-linecap="round" opacity="0.25"/>')
    for name, points in curves.items():
        color = SETS.get(name, "#222")
        line = [place(point) for point in means(points)]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in line)
        drawn.append(f'<path d="M{path}" fill="none" stroke="#fff" stroke-width="5" stroke-linejoin="round"/>')
        drawn.append(f'<path d="M{path}" fill="none" stroke="{color}" stroke-width="2.5" stroke-linejoin="round"/>')
        x, y = line[-1]
        drawn.append(
            f'<text x="{x + 8:.1f}" y="{y + 4:.1f}" fill="{color}" font-weight="bold" '
            f'stroke="#fff" stroke-width="4" paint-order="stroke">{name}</text>'
        )
    drawn.append("</svg>\n")
    return "\n".join(drawn)


def table(curves: dict[str, list[Point]]) -> str:
    """Write the means as a table."""
    lines = ["| set | pieces | us a list |", "| --- | ---: | ---: |"]
    lines += [
        f"| {name} | {point.pieces} | {point.microseconds:.2f} |" for name in curves for point in means(curves[name])
    ]
    return "\n".join(lines)


def main() -> None:
    """Measure, write the picture, print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=8, help="random games of each set")
    parser.add_argument("--every", type=int, default=10, help="plies between two positions")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=PAGE)
    words = parser.parse_args()
    if mujo.build_profile() != "release":
        raise SystemExit("this is a debug build: install it with pip, which builds for release")
    print(f"seed {words.seed}, {words.games} games of each set, a position every {words.every} plies\n")
    boards = {name: positions(name, words.games, words.every, words.seed) for name in SETS}
    curves = {name: measure(boards[name], words.rounds) for name in SETS}
    words.out.write_text(svg(curves), encoding="utf-8")
    print(table(curves))


if __name__ == "__main__":
    main()
