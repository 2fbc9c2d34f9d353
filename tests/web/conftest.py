"""One server for the tests that do not stop it, and one browser for those that need one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

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
