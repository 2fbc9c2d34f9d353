"""Imports follow the order of docs/explanation/architecture.md, and no files import one another in a circle."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from architecture.layers import ImportGraph, Order, import_circles, parse_orders, unlisted_modules, wrong_arrows
from architecture.python_imports import python_graph
from architecture.rust_uses import crate_graph, rust_graph

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "explanation" / "architecture.md"
ORDERS = parse_orders(PAGE.read_text(encoding="utf-8"))


def graph_of(folder: str) -> ImportGraph:
    if folder == "rust":
        return crate_graph(ROOT / folder)
    return (rust_graph if folder.startswith("rust/") else python_graph)(ROOT / folder)


def expect_failure_while(word: str, order: Order, request: pytest.FixtureRequest) -> None:
    if word in order.pending:
        reason = f"{PAGE.name} marks {order.folder} as {word}; take the word out when this passes"
        request.node.add_marker(pytest.mark.xfail(reason=reason, strict=True))


def test_the_page_gives_the_order_of_every_source_folder() -> None:
    crates = {f"rust/{path.parent.name}/src" for path in (ROOT / "rust").glob("*/src")}
    assert set(ORDERS) == {"rust", "python/mujo", *crates}


@pytest.mark.parametrize("folder", ORDERS)
def test_the_order_lists_every_module(folder: str) -> None:
    if folder == "rust" and not (ROOT / "rust" / "fuzz").exists():
        pytest.skip("the fuzz targets are not in the source distribution")
    assert unlisted_modules(ORDERS[folder], graph_of(folder)) == []


@pytest.mark.parametrize("folder", ORDERS)
def test_imports_follow_the_order(folder: str, request: pytest.FixtureRequest) -> None:
    expect_failure_while("order-pending", ORDERS[folder], request)
    assert wrong_arrows(ORDERS[folder], graph_of(folder)) == []


@pytest.mark.parametrize("folder", [*ORDERS, "python/mujo_reference"])
def test_no_files_import_in_a_circle(folder: str, request: pytest.FixtureRequest) -> None:
    if folder in ORDERS:
        expect_failure_while("circles-pending", ORDERS[folder], request)
    graph = graph_of(folder)
    assert sum(map(len, graph.used.values())) > 1, "no imports were found at all"
    assert import_circles(graph) == []


# The checks themselves, on small sources with planted faults.


def write(folder: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


ORDER = Order("src", (("low", "side"), ("middle",), ("high",)))

RUST = {
    "lib.rs": "mod low;\nmod side;\nmod middle;\nmod high;\npub use high::Top;",
    "low.rs": "pub struct Base;",
    "side.rs": "pub const WIDTH: usize = 3;",
    "middle/mod.rs": "mod inner;\nmod outer;\npub use inner::{Part, self as parts};\npub use outer::*;",
    "middle/inner.rs": "use crate::low::Base;\npub struct Part(Base);",
    "middle/outer.rs": "use super::inner;\npub struct Whole(inner::Part);",
    "high.rs": "use crate::{low::Base as Bottom, middle::{Part, Whole}};\npub struct Top(Bottom, Part, Whole);",
}


def test_a_right_crate_has_no_faults(tmp_path: Path) -> None:
    graph = rust_graph(write(tmp_path, RUST))
    assert graph.used["high.rs"] == {"low.rs", "middle/inner.rs", "middle/outer.rs"}
    assert graph.named["high.rs"] == {"low.rs", "middle/mod.rs"}
    assert graph.used["middle/outer.rs"] == {"middle/inner.rs"}
    assert graph.used["middle/mod.rs"] == frozenset()
    assert (unlisted_modules(ORDER, graph), wrong_arrows(ORDER, graph), import_circles(graph)) == ([], [], [])


@pytest.mark.parametrize(
    ("file", "text", "target"),
    [
        ("low.rs", "use crate::high::Top;", "high.rs"),
        ("low.rs", "pub struct Base;\nfn peek() { crate::high::peek(); }", "high.rs"),
        ("low.rs", "use crate::{\n    side::WIDTH,\n};", "side.rs"),
        ("low.rs", "pub(crate) use super::middle::{Part as Piece};", "middle/mod.rs"),
        ("low.rs", "use crate::high;\nfn peek() { high::peek(); }", "high.rs"),
        ("low.rs", "use crate::high as top;\nfn peek() -> top::Top { todo!() }", "high.rs"),
        ("low.rs", "const QUOTE: char = '\"'; use crate::high::Top; const OTHER: char = '\"';", "high.rs"),
        ("low.rs", "fn cut<'a>(text: &'a str) { crate::high::peek(text) }", "high.rs"),
        ("low.rs", "#[cfg(test)]\nmod tests { use super::*; }\nfn peek() { crate::high::peek() }", "high.rs"),
        ("middle/inner.rs", "use super::super::high::Top;", "high.rs"),
        ("low.rs", "use crate::Top;", "lib.rs"),
    ],
)
def test_an_arrow_against_the_order_of_a_crate_is_found(tmp_path: Path, file: str, text: str, target: str) -> None:
    wrong = wrong_arrows(ORDER, rust_graph(write(tmp_path, {**RUST, file: text})))
    assert any(line.startswith(f"{file} imports") and target in line for line in wrong)


@pytest.mark.parametrize(
    "text",
    [
        "// use crate::high::Top;",
        "/* use crate::high::Top;\n crate::high::peek() */",
        'const TEXT: &str = "crate::high::peek()";',
        'const TEXT: &str = r#"use crate::high::Top; " crate::high::peek()"#;',
        "#[cfg(test)]\nmod tests {\n use crate::high::Top;\n fn f() { {} }\n}",
        "#[cfg(test)]\nuse crate::high::Top;",
        "use std::high::Top;",
    ],
)
def test_comments_texts_and_unit_tests_of_a_crate_are_no_imports(tmp_path: Path, text: str) -> None:
    assert wrong_arrows(ORDER, rust_graph(write(tmp_path, {**RUST, "low.rs": text}))) == []


@pytest.mark.parametrize(
    "text",
    [
        "use super::outer::Whole;\npub struct Part(Whole);",
        "use crate::middle::Whole;\npub struct Part(Whole);",
        "use crate::middle;\npub struct Part(middle::Whole);",
    ],
)
def test_a_circle_inside_a_module_of_a_crate_is_found(tmp_path: Path, text: str) -> None:
    """Also where the way back leads through the names that the module re-exports."""
    graph = rust_graph(write(tmp_path, {**RUST, "middle/inner.rs": text}))
    assert import_circles(graph) == [["middle/inner.rs", "middle/outer.rs"]]


PYTHON = {
    "src/__init__.py": "from src.high import top",
    "src/low.py": "import re",
    "src/side.py": "WIDTH = 3",
    "src/middle/__init__.py": "from src.middle.outer import whole",
    "src/middle/inner.py": "from src.low import base",
    "src/middle/outer.py": "from src.middle.inner import part",
    "src/high.py": "from src.middle import inner, whole\nimport src.low",
}


def test_a_right_package_has_no_faults(tmp_path: Path) -> None:
    graph = python_graph(write(tmp_path, PYTHON) / "src")
    assert graph.used["high.py"] == {"low.py", "middle/__init__.py", "middle/inner.py"}
    assert (unlisted_modules(ORDER, graph), wrong_arrows(ORDER, graph), import_circles(graph)) == ([], [], [])


@pytest.mark.parametrize(
    ("file", "text", "target"),
    [
        ("low.py", "import src.high", "high.py"),
        ("low.py", "from src.high import top", "high.py"),
        ("low.py", "from src import high", "high.py"),
        ("low.py", "from . import high", "high.py"),
        ("low.py", "from src import side", "side.py"),
        ("low.py", "def f() -> None:\n    from src.high import top", "high.py"),
        ("low.py", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from src.high import Top", "high.py"),
        ("middle/inner.py", "from ..high import top", "high.py"),
        ("low.py", "from src import top", "__init__.py"),
    ],
)
def test_an_arrow_against_the_order_of_a_package_is_found(tmp_path: Path, file: str, text: str, target: str) -> None:
    wrong = wrong_arrows(ORDER, python_graph(write(tmp_path, {**PYTHON, f"src/{file}": text}) / "src"))
    assert any(line.startswith(f"{file} imports") and target in line for line in wrong)


def test_a_circle_inside_a_module_of_a_package_is_found(tmp_path: Path) -> None:
    """Imports for type checkers alone close no circle."""
    source = "from src.middle.outer import whole"
    graph = python_graph(write(tmp_path, {**PYTHON, "src/middle/inner.py": source}) / "src")
    assert import_circles(graph) == [["middle/inner.py", "middle/outer.py"]]
    typing_only = f"if TYPE_CHECKING:\n    {source}"
    graph = python_graph(write(tmp_path, {**PYTHON, "src/middle/inner.py": typing_only}) / "src")
    assert import_circles(graph) == []


def test_modules_that_the_order_lacks_are_found(tmp_path: Path) -> None:
    files = {name: text for name, text in RUST.items() if name != "side.rs"}
    graph = rust_graph(write(tmp_path, {**files, "new/mod.rs": ""}))
    assert unlisted_modules(ORDER, graph) == ["new: not in the order", "side: no such module"]


def test_a_dependency_against_the_order_of_crates_is_found(tmp_path: Path) -> None:
    manifest = '[package]\nname = "{}"\n[dependencies]\n{}\n'
    write(
        tmp_path,
        {
            "low/Cargo.toml": manifest.format("x-low", 'x-high = { path = "../high" }'),
            "high/Cargo.toml": manifest.format("x-high", 'serde = "1"'),
        },
    )
    order = Order("rust", (("low",), ("high",)))
    assert len(wrong_arrows(order, crate_graph(tmp_path))) == 1


def test_blocks_are_read_from_the_page() -> None:
    page = "text\n```layers a/b order-pending\nlow side  # why\n\nhigh\n```\n```layers c\nx\n```\n"
    assert parse_orders(page) == {
        "a/b": Order("a/b", (("low", "side"), ("high",)), frozenset({"order-pending"})),
        "c": Order("c", (("x",),)),
    }
