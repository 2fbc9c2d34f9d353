"""The scripts that measure parts, environments and packages: their tables and the markers in their pages."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
# The scripts import one another.
sys.path.append(str(ROOT / "tools"))


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # Functions of the script are pickled by name.
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def test_pages_have_the_markers() -> None:
    pytest.importorskip("pettingzoo")
    parallel, env, sizes = load("measure_parallel"), load("measure_env"), load("package_sizes")
    marks = [(parallel.PAGE, *pair) for pair in parallel.MARKS.values()]
    marks += [(env.PAGE, env.BEGIN, env.END), (sizes.PAGE, sizes.BEGIN, sizes.END)]
    for page, begin, end in marks:
        text = page.read_text(encoding="utf-8")
        assert text.count(begin) == text.count(end) == 1
        assert text.index(begin) < text.index(end)


def test_environments_are_measured() -> None:
    pytest.importorskip("pettingzoo")
    script = load("measure_env")
    lines = script.table(0.01).split("\n")
    rows = [line.split(" | ") for line in lines if line.startswith("| `")]
    assert len(rows) == len(script.WAYS) == 5
    assert all(int(figure.split()[0].replace(",", "")) > 0 for row in rows for figure in row[1:])
    assert all(figure.strip(" |").endswith(" %)") for row in rows[1:] for figure in row[1:])


def test_parts_are_measured() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "measure_parallel.py", "--parts", "4", "--depth", "2", "--rounds", "1"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    rows = [line for line in done.stdout.splitlines() if line.endswith(" % |")]
    assert [row.split(" | ")[0] for row in rows][:2] == ["| threads", "| processes"]


def test_sizes_of_packages(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "mujo-1-cp311-abi3-any.whl", "w") as archive:
        archive.writestr("mujo/_core.abi3.so", b"x" * 2_000_000)
        archive.writestr("mujo/__init__.py", b"y" * 500_000)
    rows = dict(load("package_sizes").sizes(tmp_path))
    assert rows["installed"] == "2.50 MB"
    assert rows["of that the extension module"] == "2.00 MB"
    with pytest.raises(SystemExit, match="no packages"):
        load("package_sizes").sizes(tmp_path / "nothing")
