"""Measure the page of `mujo serve` by the browser's own clock: first board, marks after a click, a move, bytes.

    python tools/web_speed.py [--rules tai] [--count 100]

Needs Chromium on the path and Playwright. Prints medians and worst cases in milliseconds.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from playwright.sync_api import BrowserContext

import mujo
from web.browser import Tab, launched
from web.served import serving

#: Runs before the page: notes when the board, its marks and its pieces change.
WATCH = """
    addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
        if (!window.firstBoard && document.querySelector(".mj-pieces use")) {
            const page = performance.getEntriesByType("navigation")[0];
            requestAnimationFrame(() => { window.firstBoard ??= performance.now() - page.responseStart; });
        }
    }).observe(document, { childList: true, subtree: true }));
    addEventListener("pointerup", () => { window.clicked = performance.now(); window.changed = undefined; }, true);
"""
OBSERVE = """
    (board) => {
        const note = () => { window.changed = performance.now() - window.clicked; };
        for (const layer of [".mj-chosen", ".mj-pieces"]) {
            new MutationObserver(note).observe(board.querySelector(layer), { childList: true });
        }
    }
"""
BYTES = """
    () => ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind))
        .reduce((sum, entry) => sum + entry.transferSize, 0)
"""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", default="tai")
    parser.add_argument("--count", type=int, default=100)
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), "--rules", options.rules) as server,
        launched() as browser,
    ):
        loads, sizes = [], []
        for _ in range(options.count):
            context = browser.new_context()
            context.add_init_script(WATCH)
            tab = Tab(context, server.link)
            loads.append(read(tab, "window.firstBoard"))
            sizes.append(tab.page.locator("html").evaluate(BYTES))
            context.close()
        context = browser.new_context()
        context.add_init_script(WATCH)
        marks, moves = clicks(context, server.link, options.rules, options.count)
    print(f"{options.rules}, {options.count} samples, milliseconds: median, worst")
    for name, found in (("first board", loads), ("marks of a piece", marks), ("a move", moves)):
        print(f"{name:18}{statistics.median(found):8.1f}{max(found):8.1f}")
    print(f"bytes of a first visit: {max(sizes)}")


def clicks(context: BrowserContext, link: str, rules: str, count: int) -> tuple[list[float], list[float]]:
    """Play games of first legal moves, and return how long marks and moves took to be drawn."""
    tab = Tab(context, link)
    tab.page.locator(".mj-board").evaluate(OBSERVE)
    board, marks, moves = mujo.Board(rules=rules), list[float](), list[float]()
    played = 0
    while len(moves) < count:
        # A move of two clicks that needs no answer.
        found = [
            move
            for move in board.legal_moves
            if not move.via and not move.is_capture and not move.is_pass and not move.promotes
        ]
        move = found[played * 37 % len(found)]
        tab.click(board.square_name(move.from_square))
        marks.append(read(tab, "window.changed"))
        tab.click(board.square_name(move.to_square))
        moves.append(read(tab, "window.changed"))
        board.push(move)
        played += 1
        tab.expect_piece(board.square_name(move.from_square), "empty")
    return marks, moves


def read(tab: Tab, name: str) -> float:
    """Wait for a value that the page notes."""
    while (value := tab.page.locator("html").evaluate(f"() => {name}")) is None:
        tab.page.wait_for_timeout(5)
    return float(value)


if __name__ == "__main__":
    main()
