"""The import graph of a Rust crate, from its ``use`` lines and the paths in its code. Unit tests do not count.

This reads declarations, not types: a method called on a value that some other function returned leaves no trace here,
as it leaves none in the ``use`` lines.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from architecture.layers import ImportGraph

ModulePath = tuple[str, ...]

# Comments and literals, which may hold anything; the quote of a lifetime is none of them.
IGNORED = re.compile(
    r"""//[^\n]*|/\*.*?\*/|b?r(?P<hashes>\#*)".*?"(?P=hashes)|b?"(?:\\.|[^"\\])*"|b?'(?:\\.[^']*|[^'\\])'""", re.DOTALL
)
TEST_FILE = "tests.rs"
"""The name of files with nothing but tests of their folder."""

TEST_ONLY = re.compile(r"#\[cfg\(test\)\]\s*")
USE = re.compile(r"^\s*(?P<public>pub(?:\([^)]*\))?\s+)?use\s+(?P<tree>[^;]+);", re.MULTILINE)
CODE_PATH = re.compile(r"(?<![\w:])[A-Za-z_]\w*(?:::[A-Za-z_]\w*)+")
DEFINITION = re.compile(
    r"\b(?:struct|enum|union|trait|type|const|static|fn|macro_rules!)\s+(?:mut\s+)?(?P<name>[A-Za-z_]\w*)"
)


@dataclass
class Source:
    """The declarations and paths of one file."""

    file: str
    module: ModulePath
    imports: dict[str, ModulePath] = field(default_factory=dict)
    re_exports: dict[str, ModulePath] = field(default_factory=dict)
    glob_re_exports: list[ModulePath] = field(default_factory=list)
    uses: list[tuple[ModulePath, bool]] = field(default_factory=list)
    code_paths: set[ModulePath] = field(default_factory=set)
    definitions: set[str] = field(default_factory=set)


def rust_graph(folder: Path) -> ImportGraph:
    """Read the files of a crate's ``src`` folder."""
    crate = _Crate([_read(folder, file) for file in sorted(folder.rglob("*.rs")) if file.name != TEST_FILE])
    named, used = {}, {}
    for source in crate.sources:
        named[source.file], used[source.file] = crate.imports_of(source)
    return ImportGraph(named=named, used=used)


def crate_graph(folder: Path) -> ImportGraph:
    """Read which crates of a workspace depend on one another, from their manifests."""
    manifests = {
        path.parent.name: tomllib.loads(path.read_text(encoding="utf-8")) for path in folder.glob("*/Cargo.toml")
    }
    folders = {manifest["package"]["name"]: name for name, manifest in manifests.items()}
    graph = {
        f"{name}/Cargo.toml": frozenset(
            f"{folders[crate]}/Cargo.toml" for crate in manifest.get("dependencies", {}) if crate in folders
        )
        for name, manifest in manifests.items()
    }
    return ImportGraph(named=graph, used=graph)


class _Crate:
    """All files of a crate, by module path."""

    def __init__(self, sources: list[Source]) -> None:
        self.sources = sources
        self.by_module = {source.module: source for source in sources}

    def imports_of(self, source: Source) -> tuple[frozenset[str], frozenset[str]]:
        """Return the files that a file names, and the files that define what it uses."""
        named, used = set(), set()
        paths = [(path, public) for path, public in source.uses] + [(path, False) for path in source.code_paths]
        for path, public in paths:
            absolute = self._absolute(source, path)
            if absolute is None:
                continue
            first = self._longest_module(absolute)
            # `use crate::text;` only brings a name; the paths in the code say what is used of it. A module that
            # re-exports from inside itself does not use what it hands on.
            if len(first) == len(absolute) or (public and first[: len(source.module)] == source.module):
                continue
            named.add(self.by_module[first].file)
            used.add(self._definition(absolute, set()).file)
        return frozenset(named - {source.file}), frozenset(used - {source.file})

    def _absolute(self, source: Source, path: ModulePath) -> ModulePath | None:
        """Return a path counted from the crate's root; None if it does not start in this crate."""
        head, rest = path[0], path[1:]
        if head == "crate":
            return rest
        if head == "self":
            return (*source.module, *rest)
        if head == "super":
            above = source.module[:-1]
            while rest and rest[0] == "super":
                above, rest = above[:-1], rest[1:]
            return (*above, *rest)
        if (*source.module, head) in self.by_module:
            return (*source.module, *path)
        if head in source.imports and source.imports[head][0] != head:
            start = self._absolute(source, source.imports[head])
            return None if start is None else (*start, *rest)
        return None

    def _longest_module(self, path: ModulePath) -> ModulePath:
        """Return the longest beginning of a path that is a module."""
        length = len(path)
        while path[:length] not in self.by_module:
            length -= 1
        return path[:length]

    def _definition(self, path: ModulePath, seen: set[ModulePath]) -> Source:
        """Follow re-exports to the file that defines an item."""
        module = self._longest_module(path)
        source = self.by_module[module]
        rest = path[len(module) :]
        if not rest or path in seen or rest[0] in source.definitions:
            return source
        seen.add(path)
        candidates = [source.re_exports[rest[0]]] if rest[0] in source.re_exports else []
        candidates += [(*glob, rest[0]) for glob in source.glob_re_exports]
        for candidate in candidates:
            absolute = self._absolute(source, candidate)
            if absolute is not None:
                found = self._definition((*absolute, *rest[1:]), seen)
                if rest[0] in source.re_exports or rest[0] in found.definitions:
                    return found
        return source


def _read(folder: Path, file: Path) -> Source:
    relative = file.relative_to(folder)
    parts = relative.with_suffix("").parts
    module = parts[:-1] if parts[-1] in ("mod", "lib", "main") else parts
    source = Source(relative.as_posix(), module)
    text = _without_tests(IGNORED.sub(" ", file.read_text(encoding="utf-8")))
    for use in USE.finditer(text):
        public = use["public"] is not None
        for path, name in _use_tree(re.sub(r"\s+", " ", use["tree"]), ()):
            source.uses.append((path, public))
            if name == "*":
                if public:
                    source.glob_re_exports.append(path[:-1])
                continue
            source.imports[name] = path
            if public:
                source.re_exports[name] = path
    text = USE.sub("", text)
    source.code_paths = {tuple(match[0].split("::")) for match in CODE_PATH.finditer(text)}
    source.definitions = {match["name"] for match in DEFINITION.finditer(text)}
    return source


def _use_tree(tree: str, prefix: ModulePath) -> Iterator[tuple[ModulePath, str]]:
    """Yield the path and the local name of each import: ``a::{b, c as d}`` gives ``a::b`` and ``a::c`` named d."""
    tree = tree.strip()
    if not tree:
        return
    head, brace, inner = tree.partition("{")
    if brace:
        prefix = (*prefix, *(part for part in head.replace(" ", "").split("::") if part))
        for branch in _split_branches(inner[: inner.rindex("}")]):
            yield from _use_tree(branch, prefix)
        return
    path_text, _, alias = tree.partition(" as ")
    path = (*prefix, *path_text.replace(" ", "").split("::"))
    if path[-1] == "self":
        path = path[:-1]
    yield path, alias.strip() or path[-1]


def _split_branches(inner: str) -> Iterator[str]:
    """Split at the commas that are not inside braces."""
    depth, branch = 0, ""
    for character in inner:
        depth += {"{": 1, "}": -1}.get(character, 0)
        if character == "," and depth == 0:
            yield branch
            branch = ""
        else:
            branch += character
    yield branch


def _without_tests(text: str) -> str:
    """Cut every item under ``#[cfg(test)]``, to its closing brace or semicolon."""
    while (match := TEST_ONLY.search(text)) is not None:
        end, depth = match.end(), 0
        while end < len(text):
            character = text[end]
            end += 1
            depth += {"{": 1, "}": -1}.get(character, 0)
            if depth == 0 and character in ";}":
                break
        text = text[: match.start()] + text[end:]
    return text
