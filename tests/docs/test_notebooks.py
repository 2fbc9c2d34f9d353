"""The notebooks of the documentation run, and still return what their files hold."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

pytest.importorskip("nbclient", reason="needs nbclient")
pytest.importorskip("ipykernel", reason="needs ipykernel")
pytest.importorskip("anywidget", reason="needs the extra mujo[notebook]")
pytest.importorskip("matplotlib", reason="needs matplotlib")

ROOT = Path(__file__).parents[2]
spec = importlib.util.spec_from_file_location("notebooks", ROOT / "tools" / "notebooks.py")
assert spec is not None
assert spec.loader is not None
notebooks = importlib.util.module_from_spec(spec)
spec.loader.exec_module(notebooks)

PATHS = sorted(notebooks.FOLDER.glob("*.ipynb"))


def test_there_are_notebooks() -> None:
    assert len(PATHS) >= 3


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path) -> None:
    held = notebooks.read(path)
    assert notebooks.differences(held, notebooks.execute(path)) == [], "see python tools/notebooks.py --write"


def test_a_changed_output_is_found() -> None:
    held, other = (notebooks.read(PATHS[0]) for _ in range(2))
    cell = next(cell for cell in other.cells if notebooks.texts(cell) and "varies" not in cell.metadata.get("tags", []))
    cell.outputs = []
    assert notebooks.differences(held, other) != []
    assert notebooks.differences(held, held) == []
