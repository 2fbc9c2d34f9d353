"""A page in a real browser, for tests: squares are named, and nothing waits for a fixed time."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol
from urllib.parse import urlencode

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright

#: The distribution's browser; Playwright's own would be a download of its own.
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
#: Milliseconds; only a hang comes near it.
PATIENCE = 6_000

expect.set_options(timeout=PATIENCE)


@contextmanager
def launched() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


def middle(*rows: str, size: int = 19) -> str:
    """Return a position of rows around the middle of an otherwise empty board."""
    above = (size - len(rows)) // 2
    return "/".join([str(size)] * above + list(rows) + [str(size)] * (size - above - len(rows)))


class Tab:
    """A tab with the page; `faults` collects what the console complains about."""

    def __init__(self, context: BrowserContext, link: str, **position: str) -> None:
        context.set_default_timeout(PATIENCE)
        self.page: Page = context.new_page()
        self.faults: list[str] = []
        self.requests: list[str] = []
        self.page.on(
            "console", lambda line: self.faults.append(line.text) if line.type in ("error", "warning") else None
        )
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.goto(link + ("&" + urlencode(position) if position else ""))
        self.ready()

    def ready(self) -> None:
        expect(self.page.locator("body.ready")).to_be_attached()

    def square(self, name: str) -> Locator:
        return self.page.locator(f'.mj-squares [role="gridcell"][aria-label^="{name},"]')

    def point(self, name: str) -> tuple[float, float]:
        box = self.square(name).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def click(self, *names: str) -> None:
        """Click squares one after the other, each once the page shows what the last one led to."""
        for name in names:
            self.page.mouse.click(*self.point(name))

    def choose(self, name: str) -> None:
        """Click a piece and wait for its marks or for the words about it."""
        self.click(name)
        expect(self.page.locator(".mj-picked").first).to_be_attached()

    def marks(self) -> dict[str, list[str]]:
        """Return the marks on the board, by the name of the square."""
        found: dict[str, list[str]] = self.page.locator(".mj-board").evaluate(
            """(board) => {
                const found = {};
                for (const mark of board.querySelectorAll(".mj-marks .mj-mark")) {
                    const cell = board.querySelector(`.mj-squares [data-square="${mark.dataset.square}"]`);
                    const name = cell.getAttribute("aria-label").split(",")[0];
                    (found[name] ??= []).push(mark.getAttribute("class").replace("mj-mark mj-", ""));
                }
                return found;
            }"""
        )
        return found

    def expect_piece(self, name: str, words: str) -> None:
        expect(self.square(name)).to_have_attribute("aria-label", f"{name}, {words}")

    def expect_moves(self, *texts: str) -> None:
        moves = self.page.locator("#moves [data-ply]")
        expect(moves).to_have_text(list(texts))

    def button(self, command: str) -> Locator:
        return self.page.locator(f'button[data-command="{command}"]')

    def dialog(self, label: str) -> Locator:
        return self.page.locator("dialog").get_by_role("button", name=label)

    def text(self, selector: str) -> Any:
        return expect(self.page.locator(selector))


class Open(Protocol):
    """The fixture `open_tab`: opens a tab in a browser of its own."""

    def __call__(
        self, link: str = ..., *, wide: int = ..., high: int = ..., touch: bool = ..., **position: str
    ) -> Tab: ...
