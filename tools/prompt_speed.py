"""Measure how fast the prompt answers on tai: a move, a board, a completion.

    python tools/prompt_speed.py            print a table
    python tools/prompt_speed.py --write    put it between the markers of docs/explanation/benchmarks.md

Each figure is the median and the worst of many, in milliseconds, over the positions of a random game. No test asks for
these figures: they are those of the machine on which the page was written.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import generated_page
from mujo import Board, build_profile
from mujo.diagrams import Style
from mujo.notation import format_hodges
from mujo.repl.complete import Proposer
from mujo.repl.dispatch import answer
from mujo.repl.render import render
from mujo.repl.reply import Reply
from mujo.repl.session import Session, View
from mujo.repl.state import Autosave

PAGE = Path(__file__).parents[1] / "docs" / "explanation" / "benchmarks.md"
BEGIN = "<!-- Printed by: python tools/prompt_speed.py --write -->"
END = "<!-- End of what tools/prompt_speed.py prints -->"


def measured(positions: int, seed: int, folder: Path) -> dict[str, list[float]]:
    """Return the seconds that each thing took, once in each position."""
    session = Session(Board(), View(Style.KANJI, 80))
    proposer = Proposer(session)
    dice = random.Random(seed)
    found: dict[str, list[float]] = {}
    autosave = Autosave(folder)

    def clock(what: str, work: Callable[[], object]) -> None:
        began = time.perf_counter()
        work()
        found.setdefault(what, []).append(time.perf_counter() - began)

    for _ in range(positions):
        moves = list(session.board.legal_moves)
        if not moves:
            break
        # First the piece, then its move, or nearly all of them would be those of the emperors.
        start = dice.choice(sorted({move.from_square for move in moves}))
        move = dice.choice([move for move in moves if move.from_square == start])
        written = format_hodges(session.board, move)
        piece = session.board.piece_at(move.from_square)
        assert piece is not None
        symbol = piece.symbol.upper()
        clock("draw the board in kanji, with marks", lambda: render(session, Reply(shows_board=True)))
        clock("complete `x`", lambda: proposer.propose("x"))
        clock(
            "complete a start square",
            lambda move=move: proposer.propose(session.board.rules.square_name(move.from_square)),  # type: ignore[misc]
        )
        clock(
            "complete a piece, as in `LN-`, the first time",
            lambda symbol=symbol: proposer.propose(f"{symbol}-"),  # type: ignore[misc]
        )
        clock("complete `E-`", lambda: proposer.propose("E-"))
        clock("complete a piece, at the next key", lambda symbol=symbol: proposer.propose(f"{symbol}-1"))  # type: ignore[misc]
        clock("run `threats`", lambda: answer(session, "threats"))
        clock(
            "read, play and echo a move in Hodges' letters",
            lambda written=written: answer(session, written),  # type: ignore[misc]
        )
        assert session.undo()[0] == move
        clock("save the game to a file, after every move", lambda: autosave.keep(session))
        clock("read and play a move in engine notation", lambda move=move: answer(session, move.usi()))  # type: ignore[misc]
    return found


def table(positions: int, seed: int) -> str:
    """Write the table."""
    with tempfile.TemporaryDirectory() as folder:
        found = measured(positions, seed, Path(folder))
    count = len(next(iter(found.values())))
    lines = [
        f"Over {count} positions of a random game of tai (seed {seed}), {build_profile()} build, milliseconds:",
        "",
        "| what | median | worst |",
        "| --- | --- | --- |",
    ]
    for what, seconds in found.items():
        lines.append(f"| {what} | {1000 * statistics.median(seconds):.2f} | {1000 * max(seconds):.2f} |")
    return "\n".join(lines)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--write", action="store_true", help="put the table into docs/explanation/benchmarks.md")
    options = parser.parse_args()
    text = table(options.positions, options.seed)
    return generated_page.print_or_write(text, PAGE, BEGIN, END, write=options.write)


if __name__ == "__main__":
    sys.exit(main())
