"""Both lock files know what the core depends on, so that locked builds of either workspace work."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.skipif(not (ROOT / "rust" / "fuzz").exists(), reason="the fuzz targets are not in the package")


@pytest.mark.parametrize("lock", ["Cargo.lock", "rust/fuzz/Cargo.lock"])
def test_the_lock_has_every_dependency_of_the_core(lock: str) -> None:
    manifest = tomllib.loads((ROOT / "rust" / "core" / "Cargo.toml").read_text(encoding="utf-8"))
    wanted = {*manifest["dependencies"], *manifest["build-dependencies"], *manifest.get("dev-dependencies", {})}
    packages = tomllib.loads((ROOT / lock).read_text(encoding="utf-8"))["package"]
    core = next(package for package in packages if package["name"] == "mujo-core")
    # A name stands alone, or with its version where two are locked.
    assert {name.split()[0] for name in core["dependencies"]} >= wanted
