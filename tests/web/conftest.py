"""One server for the tests that do not stop it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("starlette", reason="needs the extra mujo[web]")
pytest.importorskip("uvicorn", reason="needs the extra mujo[web]")

from web.served import Served, serving


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("state"), "--rules", "maka") as server:
        yield server
