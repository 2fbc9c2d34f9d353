"""Write the docstrings of the extension into its stub, where editors look for them.

::

    python tools/stub_docstrings.py           # say whether the stub is current, exit 1 if not
    python tools/stub_docstrings.py --write   # write it

Signatures and types in the stub are written by hand; docstrings in it are never edited. They come from the doc comments
in `rust/py`, through the built extension. Special methods and the second and later overloads of a function get none.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mujo import _core

STUB = Path(__file__).resolve().parents[1] / "python" / "mujo" / "_core.pyi"

#: A line and what replaces it, or `None` to delete it.
Edit = tuple[int, str | None]


def docstring(owner: object, name: str) -> str | None:
    """Return the docstring of a member of the extension, or `None` for special methods and plain values."""
    if name.startswith("__"):
        return None
    value: Any = vars(owner)[name]
    value = getattr(value, "__func__", value)
    if isinstance(value, (bool, int, str, tuple)):
        return None
    text = getattr(value, "__doc__", None)
    return inspect.cleandoc(text) if text else None


def quoted(text: str, indent: str) -> str:
    """Write a docstring as source lines."""
    if "\\" in text:
        text = text.replace("\\", "\\\\")
    lines = [f"{indent}{line}".rstrip() for line in f'"""{text}'.split("\n")]
    if len(lines) > 1:
        lines.append(f'{indent}"""')
    else:
        lines[0] += '"""'
    return "\n".join(lines)


def has_docstring(body: list[ast.stmt]) -> bool:
    """Return whether a body begins with a text."""
    return (
        bool(body)
        and isinstance(body[0], ast.Expr)
        and isinstance(body[0].value, ast.Constant)
        and isinstance(body[0].value.value, str)
    )


def without_docstrings(source: str) -> str:
    """Return the stub without any docstring but its own."""
    lines: list[str | None] = list(source.splitlines())
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            continue
        texts = [child for child in node.body if has_docstring([child])]
        for text in texts:
            assert text.end_lineno is not None
            lines[text.lineno - 1 : text.end_lineno] = [None] * (text.end_lineno - text.lineno + 1)
        if len(texts) == len(node.body):
            # A function that has only a docstring goes back to `...`, on the line of its colon.
            header = lines[texts[0].lineno - 2]
            assert header is not None
            lines[texts[0].lineno - 2] = f"{header} ..."
    return "\n".join(line for line in lines if line is not None) + "\n"


def functions(body: list[ast.stmt]) -> Iterator[ast.FunctionDef]:
    """List the functions that get a docstring: no setters, and of overloads the first."""
    seen: set[str] = set()
    for node in body:
        if isinstance(node, ast.FunctionDef) and node.name not in seen:
            seen.add(node.name)
            yield node


def with_docstrings(source: str) -> str:
    """Return the stub with the docstrings of the extension."""
    source = without_docstrings(source)
    lines = source.splitlines()
    tree = ast.parse(source)

    def add_to(function: ast.FunctionDef, owner: object, indent: str) -> None:
        text = docstring(owner, function.name)
        if text is None:
            return
        assert function.end_lineno is not None
        end = function.end_lineno - 1
        lines[end] = lines[end].removesuffix(" ...") + "\n" + quoted(text, indent)

    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            kind = getattr(_core, node.name)
            for function in functions(node.body):
                add_to(function, kind, " " * 8)
            for child in node.body:
                if isinstance(child, ast.AnnAssign) and isinstance(child.target, ast.Name):
                    text = docstring(kind, child.target.id)
                    if text is not None:
                        lines[child.lineno - 1] += "\n" + quoted(text, " " * 4)
            text = docstring(_core, node.name)
            if text is not None:
                lines[node.lineno - 1] += "\n" + quoted(text, " " * 4)
    for function in functions(tree.body):
        add_to(function, _core, " " * 4)
    return "\n".join(lines) + "\n"


def formatted(source: str) -> str:
    """Format the stub as the checks demand."""
    import subprocess

    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(STUB), "-"]
    return subprocess.run(command, input=source, capture_output=True, encoding="utf-8", check=True).stdout


def main(arguments: list[str] | None = None) -> int:
    """Compare the stub with the extension, or write it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write the stub")
    options = parser.parse_args(arguments)
    before = STUB.read_text(encoding="utf-8")
    after = formatted(with_docstrings(before))
    if options.write:
        STUB.write_text(after, encoding="utf-8", newline="\n")
    elif before != after:
        print(f"{STUB.name} lacks docstrings of the extension: run python tools/stub_docstrings.py --write")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
