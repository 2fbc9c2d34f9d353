"""Metadata that stand in several files agree."""

from __future__ import annotations

import importlib.metadata
import os
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import mujo

ROOT = Path(__file__).parents[2]


def read_toml(name: str) -> dict[str, Any]:
    return tomllib.loads((ROOT / name).read_text(encoding="utf-8"))


def test_there_is_one_version() -> None:
    version = read_toml("Cargo.toml")["workspace"]["package"]["version"]
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert mujo.__version__ == version
    assert importlib.metadata.version("mujo") == version
    assert re.search(r"^version: (.*)$", citation, re.MULTILINE).group(1) == version  # type: ignore[union-attr]
    assert f"## {version}" in changelog or "## Unreleased" in changelog


def test_the_licence_is_the_same_everywhere() -> None:
    project = read_toml("pyproject.toml")["project"]
    assert project["license"] == read_toml("Cargo.toml")["workspace"]["package"]["license"]
    assert all((ROOT / name).is_file() for name in project["license-files"])
    assert project["license"] in (ROOT / "LICENSE").read_text(encoding="utf-8")


def test_run_time_dependencies_are_those_of_the_command_line() -> None:
    project = read_toml("pyproject.toml")["project"]
    names = {re.split(r"[<>=!~ ]", requirement)[0] for requirement in project["dependencies"]}
    assert names == {"filelock", "prompt_toolkit", "rich"}


def test_dependency_groups_are_the_developers_extras() -> None:
    table = read_toml("pyproject.toml")
    groups = table["dependency-groups"]
    assert set(groups) <= set(table["project"]["optional-dependencies"])
    assert all(group == [f"mujo[{name}]"] for name, group in groups.items())


def test_both_packages_are_named_for_the_wheel() -> None:
    packages = read_toml("pyproject.toml")["tool"]["maturin"]["python-packages"]
    folders = {path.parent.name for path in (ROOT / "python").glob("*/__init__.py")}
    assert set(packages) == folders == {"mujo", "mujo_reference"}
    assert all((ROOT / "python" / package / "py.typed").is_file() for package in packages)


def test_the_readme_and_ci_set_up_in_the_same_way() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8") if (ROOT / ".ci").exists() else None
    assert "python3 -m venv .venv\n" in readme
    assert '.venv/bin/pip install -e ".[dev]"\n' in readme
    assert ".venv/bin/python -m pytest\n" in readme
    if ci is not None:
        assert "python3 -m venv" in ci
        assert 'install -e ".[dev]"' in re.sub(r" --[\w-]+", "", ci)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no mode bits")
def test_scripts_can_be_started() -> None:
    scripts = [path for path in (ROOT / ".ci" / "run", ROOT / "tools" / "check.sh") if path.exists()]
    assert all(os.access(script, os.X_OK) for script in scripts)
