"""Measure nodes a second of the engine and the depth that it reaches in one second, and write the table into its page.

    python tools/engine_speed.py            # print the table
    python tools/engine_speed.py --write    # write it into docs/explanation/engine.md

One thread searches positions of a game that the engine plays against itself. The time is processor time, so other work
on the machine matters little. The depth is that of a search with as many nodes as one second allows.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import generated_page
import mujo

PAGE = Path(__file__).resolve().parent.parent / "docs/explanation/engine.md"
BEGIN = "<!-- Printed by: python tools/engine_speed.py --write -->"
END = "<!-- End of what tools/engine_speed.py prints -->"

GAMES = ("tai", "maka", "hishigata", "chu")
#: Plies after which a position is measured.
PLIES = (0, 50, 150, 300)
#: Nodes a move of the game that leads there.
GAME_NODES = 300
#: Nodes of the search that measures the speed.
NODES = 50_000


def measure(board: mujo.Board) -> tuple[float, int]:
    """Return the nodes in a second of processor time, and the depth reached in it."""
    engine = mujo.Engine(board.rules, hash=64)
    begun = time.process_time()
    nodes = engine.search(board, nodes=NODES).nodes
    speed = nodes / (time.process_time() - begun)
    engine.clear()
    return speed, engine.search(board, nodes=int(speed)).depth


def rows(rules: str) -> list[str]:
    """Return the rows of a game."""
    board = mujo.Board(rules=rules)
    player = mujo.Engine(rules, hash=4)
    found = []
    while board.ply <= max(PLIES) and not board.is_game_over():
        if board.ply in PLIES:
            speed, depth = measure(board)
            found.append(f"| {rules} | {board.ply} | {len(board.legal_moves)} | {speed:,.0f} | {depth} |")
        board.push(player.search(board, nodes=GAME_NODES).best)
    return found


def table() -> str:
    """Return the table."""
    head = ["| rules | plies played | legal moves | nodes a second | depth after 1 s |", "|" + " --- |" * 5]
    return "\n".join([*head, *(row for rules in GAMES for row in rows(rules))])


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help=f"write the table into {PAGE.name}")
    options = parser.parse_args()
    return generated_page.print_or_write(table(), PAGE, BEGIN, END, write=options.write)


if __name__ == "__main__":
    sys.exit(main())
