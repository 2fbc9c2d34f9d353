"""The licences that a wheel carries are those of the crates it links."""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(shutil.which("cargo") is None, reason="asks cargo for the crates")


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("third_party", ROOT / "tools" / "third_party.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_linked_crate_is_there_and_no_other(script: ModuleType) -> None:
    linked = script.linked()
    assert {"pyo3", "sha2", "toml"} <= {name for name, _ in linked}
    assert not {"syn", "pyo3-macros", "mujo-core"} & {name for name, _ in linked}
    text = script.FILE.read_text(encoding="utf-8")
    titles = [line for before, line in zip(text.split("\n"), text.split("\n")[1:], strict=False) if before == "-" * 80]
    assert [tuple(title.split()[:2]) for title in titles] == linked, "run python tools/third_party.py --write"


def test_every_crate_has_a_text(script: ModuleType) -> None:
    parts = script.FILE.read_text(encoding="utf-8").split("-" * 80)[1:]
    assert all(len(part) > 800 for part in parts)
    assert all("Permission is hereby granted" in part or "Apache License" in part for part in parts)
