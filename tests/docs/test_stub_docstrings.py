"""The stub holds the docstrings of the extension, which is where editors look for them."""

from __future__ import annotations

import ast
import importlib.util
import inspect
from pathlib import Path
from types import ModuleType

import pytest

import mujo
from mujo import _core

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "tools" / "stub_docstrings.py"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("stub_docstrings", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_stub_is_current(script: ModuleType) -> None:
    pytest.importorskip("ruff")
    before = script.STUB.read_text(encoding="utf-8")
    assert script.formatted(script.with_docstrings(before)) == before, "run python tools/stub_docstrings.py --write"


def test_docstrings_are_those_of_the_extension(script: ModuleType) -> None:
    tree = ast.parse(script.STUB.read_text(encoding="utf-8"))
    (board,) = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Board"]
    functions = {node.name: node for node in board.body if isinstance(node, ast.FunctionDef)}
    assert ast.get_docstring(board) == inspect.getdoc(mujo.Board)
    for name in ("push", "turn", "from_bytes", "perft"):
        assert ast.get_docstring(functions[name]) == inspect.getdoc(getattr(mujo.Board, name)), name


def test_a_stub_without_docstrings_gets_them(script: ModuleType) -> None:
    bare = script.without_docstrings(script.STUB.read_text(encoding="utf-8"))
    assert "def push(self, move: Move | str) -> Move: ..." in bare
    assert "Make a legal move." not in bare
    assert '"""Side to move' in script.with_docstrings(bare)
    for docstring in (mujo.Board.push.__doc__, _core.rule_set_names.__doc__):
        assert docstring is not None
        assert docstring.split("\n")[0] in script.with_docstrings(bare)
