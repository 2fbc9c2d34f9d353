"""Modules whose packages come with an extra say which one is missing."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

#: For each module an extra, and the packages that the test hides.
NEEDS = {
    "mujo.arrays": ("numpy", ("numpy",)),
    "mujo.env": ("env", ("gymnasium", "pettingzoo")),
    "mujo.notebook": ("notebook", ("anywidget",)),
    "mujo.testing": ("hypothesis", ("hypothesis",)),
}

PROGRAM = """
import importlib, sys
sys.modules.update(dict.fromkeys(sys.argv[2:]))
try:
    importlib.import_module(sys.argv[1])
except ModuleNotFoundError as error:
    print(error, error.name)
"""


@pytest.mark.parametrize("module", NEEDS)
def test_a_missing_package_names_the_extra(module: str) -> None:
    extra, hidden = NEEDS[module]
    words = [sys.executable, "-c", PROGRAM, module, *hidden]
    printed = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert f'it comes with pip install "mujo[{extra}]"' in printed
    assert printed.split()[-1] in hidden


def test_every_extra_that_is_named_exists() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert {extra for extra, _ in NEEDS.values()} <= set(extras)
