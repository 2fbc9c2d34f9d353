"""One server for the tests that do not stop it, and one browser for those that need one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from web.browser import Open, Tab

pytest.importorskip("starlette", reason="needs the extra mujo[web]")
pytest.importorskip("uvicorn", reason="needs the extra mujo[web]")

from web.served import Served, serving


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("state"), "--rules", "maka") as server:
        yield server


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    pytest.importorskip("playwright.sync_api", reason="needs Playwright")
    from web.browser import CHROMIUM, launched

    if CHROMIUM is None:
        pytest.skip("needs Chromium on the path")
    with launched() as found:
        yield found


@pytest.fixture
def open_tab(browser: Browser, served: Served) -> Iterator[Open]:
    """Open a tab in a browser of its own; at the end, nothing may have gone wrong in any of them."""
    from web.browser import Tab

    contexts, tabs = [], []

    def open_one(
        link: str = served.link, *, wide: int = 1000, high: int = 800, touch: bool = False, **position: str
    ) -> Tab:
        context = browser.new_context(viewport={"width": wide, "height": high}, has_touch=touch, is_mobile=touch)
        contexts.append(context)
        tab = Tab(context, link, **position)
        tabs.append(tab)
        return tab

    yield open_one
    for tab in tabs:
        assert tab.faults == []
        assert [url for url in tab.requests if not url.startswith(("http://127.0.0.1:", "blob:", "data:"))] == []
    for context in contexts:
        context.close()
