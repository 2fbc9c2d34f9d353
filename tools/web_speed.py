"""Measure the page of `mujo serve` by the browser's own clock: first board, marks after a click, a move, bytes.

    python tools/web_speed.py [--rules tai maka] [--count 100]    print a table
    python tools/web_speed.py --write                             put it between the markers of benchmarks.md

Needs Chromium on the path and Playwright. Each time ends after the frame that shows the change has been painted; that
of the first board begins with the first byte of the page. No test asks for these figures.
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
from generated_page import print_or_write
from mujo import build_profile
from web.browser import Tab, launched
from web.served import serving

#: Runs before the page: notes when the board, its marks and its pieces change.
WATCH = """
    addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
        if (window.firstBoard === undefined && document.querySelector(".mj-pieces > g")) {
            const page = performance.getEntriesByType("navigation")[0];
            const note = () => { window.firstBoard = performance.now() - page.responseStart; };
            window.firstBoard = null;
            requestAnimationFrame(() => setTimeout(note));
        }
    }).observe(document, { childList: true, subtree: true }));
    addEventListener("pointerup", () => { window.clicked = performance.now(); window.changed = undefined; }, true);
"""
OBSERVE = """
    (board) => {
        const note = () => requestAnimationFrame(() => setTimeout(
            () => { window.changed = performance.now() - window.clicked; }));
        for (const layer of [".mj-chosen", ".mj-pieces"]) {
            new MutationObserver(note).observe(board.querySelector(layer), { childList: true });
        }
    }
"""
TRANSFERS = """
    () => ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind))
        .map((entry) => entry.transferSize)
"""

PAGE = Path(__file__).parents[1] / "docs" / "explanation" / "benchmarks.md"
BEGIN = "<!-- Printed by: python tools/web_speed.py --write -->"
END = "<!-- End of what tools/web_speed.py prints -->"


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rules", nargs="+", default=["tai", "maka"])
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--write", action="store_true", help="put the table into docs/explanation/benchmarks.md")
    options = parser.parse_args()
    return print_or_write(table(options.rules, options.count), PAGE, BEGIN, END, write=options.write)


def table(games: list[str], count: int) -> str:
    """Measure each game and write the table."""
    lines = [
        f"Medians and, in brackets, the worst of {count}, in milliseconds ({build_profile()} build):",
        "",
        "| game | first board | marks of a piece | a move | requests | bytes | elements |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for rules in games:
        times, transfers, elements = measured(rules, count)
        cells = [f"{statistics.median(each):.0f} ({max(each):.0f})" for each in times]
        lines.append(f"| {rules} | {' | '.join(cells)} | {len(transfers)} | {sum(transfers):,} | {elements:,} |")
    return "\n".join(lines)


def measured(rules: str, count: int) -> tuple[list[list[float]], list[int], int]:
    """Return times of first boards, marks and moves; the bytes of each transfer of a first visit; its elements."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), "--rules", rules) as server,
        launched() as browser,
    ):
        context = browser.new_context()
        context.add_init_script(WATCH)
        tab = Tab(context, server.link)
        cleaner = context.new_cdp_session(tab.page)
        loads = []
        for _ in range(count):
            # A first visit in a browser that runs already: a new window of Chromium is busy with itself for a second.
            tab.page.locator("html").evaluate("() => sessionStorage.clear()")
            tab.page.goto("about:blank")
            cleaner.send("Network.clearBrowserCache")
            tab.page.goto(server.link)
            tab.ready()
            loads.append(read(tab, "window.firstBoard"))
        root = tab.page.locator("html")
        transfers: list[int] = root.evaluate(TRANSFERS)
        elements: int = root.evaluate("() => document.querySelectorAll('*').length")
        marks, moves = clicks(context, server.link, rules, count)
    return [loads, marks, moves], transfers, elements


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
    while (value := tab.page.locator("html").evaluate(f"() => {name} ?? null")) is None:
        tab.page.wait_for_timeout(5)
    return float(value)


if __name__ == "__main__":
    sys.exit(main())
