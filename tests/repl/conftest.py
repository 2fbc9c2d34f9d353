"""A game that is over in three plies, and sessions of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from mujo import Board, RuleSet
from mujo.diagrams import Style
from mujo.repl.session import Session, View


@pytest.fixture(autouse=True)
def state_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test reads or writes what the user's own prompts have left."""
    folder = tmp_path_factory.mktemp("state")
    monkeypatch.setenv("XDG_STATE_HOME", str(folder))
    return folder


@pytest.fixture
def small_file() -> Path:
    return Path(__file__).parent / "small.toml"


@pytest.fixture
def small(small_file: Path) -> RuleSet:
    return RuleSet.from_file(str(small_file))


@pytest.fixture
def session(small: RuleSet) -> Session:
    return Session(Board(None, small), View(Style.IDS, 80))


@pytest.fixture
def maka() -> Session:
    return Session(Board(None, "maka"), View(Style.IDS, 80))
