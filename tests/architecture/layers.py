"""The dependency order of docs/explanation/architecture.md, and the checks of an import graph against it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

FENCE = re.compile(r"^```layers (?P<folder>\S+)(?P<pending>[^\n]*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)

PENDING = {"order-pending", "circles-pending"}

FRONT_PAGES = {"lib.rs", "__init__.py"}
"""Files that name the modules of a crate or package to its users. They may import anything; nothing imports them."""


@dataclass(frozen=True)
class Order:
    """The order of one source folder: a module imports only from the layers before its own.

    `pending` holds ``order-pending`` while imports still break the order, ``circles-pending`` while files still import
    one another in circles. Each is taken out of the page together with the last fault of its kind.
    """

    folder: str
    layers: tuple[tuple[str, ...], ...]
    pending: frozenset[str] = frozenset()

    def layer_of(self, module: str) -> int | None:
        return next((number for number, layer in enumerate(self.layers) if module in layer), None)


@dataclass(frozen=True)
class ImportGraph:
    """The imports of the files of one source folder, by path relative to that folder.

    `named` holds the files whose names the import statements contain, `used` those that define the imported items.
    They differ where a module re-exports an item of another one.
    """

    named: Mapping[str, frozenset[str]]
    used: Mapping[str, frozenset[str]]


def parse_orders(page: str) -> dict[str, Order]:
    """Read the fenced ``layers`` blocks of a page, one layer a line, the lowest first."""
    orders = {}
    for match in FENCE.finditer(page):
        lines = [line.partition("#")[0].split() for line in match["body"].splitlines()]
        layers = tuple(tuple(line) for line in lines if line)
        modules = [module for layer in layers for module in layer]
        assert len(modules) == len(set(modules)), f"{match['folder']}: a module is listed twice"
        assert match["folder"] not in orders, f"two blocks for {match['folder']}"
        pending = frozenset(match["pending"].split())
        assert pending <= PENDING, f"{match['folder']}: unknown words {sorted(pending - PENDING)}"
        orders[match["folder"]] = Order(match["folder"], layers, pending)
    return orders


def module_of(file: str) -> str:
    """Return the top-level module of a file: ``rules`` for ``rules.rs``, ``rules/options.rs``, ``rules/mod.rs``."""
    return Path(file).parts[0].partition(".")[0]


def wrong_arrows(order: Order, graph: ImportGraph) -> list[str]:
    """List the imports that point at the module's own layer, at a later one, or at the front page."""
    wrong = []
    for file in sorted(graph.named):
        if file in FRONT_PAGES:
            continue
        module = module_of(file)
        layer = order.layer_of(module)
        for target in sorted(graph.named[file] | graph.used[file]):
            imported = module_of(target)
            if target in FRONT_PAGES:
                wrong.append(f"{file} imports the front page, {target}")
            elif layer is not None and imported != module:
                below = order.layer_of(imported)
                if below is not None and below >= layer:
                    wrong.append(f"{file} imports {target}: {imported} does not stand before {module}")
    return wrong


def unlisted_modules(order: Order, graph: ImportGraph) -> list[str]:
    """List the modules that the order lacks, and those of the order that do not exist."""
    present = {module_of(file) for file in graph.named if file not in FRONT_PAGES}
    listed = {module for layer in order.layers for module in layer}
    return [f"{module}: not in the order" for module in sorted(present - listed)] + [
        f"{module}: no such module" for module in sorted(listed - present)
    ]


def import_circles(graph: ImportGraph) -> list[list[str]]:
    """List the sets of files that import one another in a circle (strongly connected components, by Tarjan)."""
    numbers: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    circles: list[list[str]] = []

    def visit(file: str) -> None:
        numbers[file] = lowest[file] = len(numbers)
        stack.append(file)
        for target in sorted(graph.used[file]):
            if target not in numbers:
                visit(target)
                lowest[file] = min(lowest[file], lowest[target])
            elif target in stack:
                lowest[file] = min(lowest[file], numbers[target])
        if lowest[file] == numbers[file]:
            start = stack.index(file)
            if len(stack) - start > 1:
                circles.append(sorted(stack[start:]))
            del stack[start:]

    for file in sorted(graph.used):
        if file not in numbers:
            visit(file)
    return circles
