"""Draw the pictures of the page of `mujo serve` for the documentation.

    python tools/web_pictures.py [FOLDER]

Needs Chromium on the path and Playwright. Writes docs/pictures/web-*.png by default.
"""

from __future__ import annotations

import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from playwright.sync_api import expect

from web.browser import Tab, launched
from web.served import serving

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
#: A lion between pieces that it can capture, and a hook mover.
LION = "/".join(["19"] * 7 + ["8,p,g,9", "9,p,p,8", "9,LN,9"] + ["19"] * 3 + ["4,HM,14"] + ["19"] * 5)


@dataclass(frozen=True)
class Shot:
    """A picture: its name, game, size, colours, and the squares that are clicked first."""

    name: str
    rules: str
    wide: int
    high: int
    theme: str = "light"
    clicks: tuple[str, ...] = ()
    style: str = "kanji"
    position: str = ""


SHOTS = (
    Shot("web-maka", "maka", 1000, 760, clicks=("10j", "10i"), position=LION),
    Shot("web-tai-dark", "tai", 1200, 900, theme="dark", clicks=("8r",)),
    Shot("web-hishigata-phone", "hishigata", 400, 800, style="mnemonic"),
)


def main(folder: Path) -> None:
    """Draw all pictures into a folder."""
    with tempfile.TemporaryDirectory() as state, serving(Path(state)) as server, launched() as browser:
        for shot in SHOTS:
            context = browser.new_context(
                viewport={"width": shot.wide, "height": shot.high},
                color_scheme="dark" if shot.theme == "dark" else "light",
            )
            position = {"position": shot.position} if shot.position else {}
            tab = Tab(context, server.link, rules=shot.rules, **position)
            if shot.style != "kanji":
                first = tab.page.locator(".mj-pieces > g").first
                before = first.inner_html()
                tab.page.locator("#style").select_option(shot.style)
                expect(first).not_to_have_js_property("innerHTML", before)
            for number, name in enumerate(shot.clicks, 1):
                tab.click(name)
                expect(tab.page.locator(".mj-picked")).to_have_count(number)
            if shot.clicks:
                expect(tab.page.locator("#card svg")).to_be_visible()
            tab.page.screenshot(path=folder / f"{shot.name}.png")
            context.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURES)
