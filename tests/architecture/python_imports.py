"""The import graph of a Python package.

Imports inside functions count like all others. Those for type checkers alone count as named, not as used.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from architecture.layers import ImportGraph


def python_graph(folder: Path) -> ImportGraph:
    """Read every import of a package's own modules, stubs of extension modules included."""
    files = sorted([*folder.rglob("*.py"), *folder.rglob("*.pyi")])
    modules = {_module_name(folder, file): file.relative_to(folder).as_posix() for file in files}
    named, used = {}, {}
    for file in files:
        path = file.relative_to(folder).as_posix()
        module = _module_name(folder, file)
        package = module if file.stem == "__init__" else module.rpartition(".")[0]
        targets: dict[bool, set[str]] = {False: set(), True: set()}
        for name, typing_only in _imported_names(ast.parse(file.read_text(encoding="utf-8")), package):
            # `from package import thing` imports a module or a name that the package's own file defines.
            target = modules.get(name) or modules.get(name.rpartition(".")[0])
            if target is not None and target != path:
                targets[typing_only].add(target)
        used[path] = frozenset(targets[False])
        named[path] = frozenset(targets[False] | targets[True])
    return ImportGraph(named=named, used=used)


def _module_name(folder: Path, file: Path) -> str:
    parts = [folder.name, *file.relative_to(folder).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported_names(node: ast.AST, package: str, typing_only: bool = False) -> Iterator[tuple[str, bool]]:
    """Yield the full name of every imported module or item, and whether only type checkers import it."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and _is_type_checking(child.test):
            yield from _imported_names(ast.Module(child.body, []), package, typing_only=True)
            yield from _imported_names(ast.Module(child.orelse, []), package, typing_only)
            continue
        if isinstance(child, ast.Import):
            yield from ((alias.name, typing_only) for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            base = child.module or ""
            if child.level:
                above = package.split(".")[: len(package.split(".")) - child.level + 1]
                base = ".".join([*above, *([base] if base else [])])
            yield from ((f"{base}.{alias.name}", typing_only) for alias in child.names)
        yield from _imported_names(child, package, typing_only)


def _is_type_checking(test: ast.expr) -> bool:
    return (isinstance(test, ast.Name) and test.id == "TYPE_CHECKING") or (
        isinstance(test, ast.Attribute) and test.attr == "TYPE_CHECKING"
    )
