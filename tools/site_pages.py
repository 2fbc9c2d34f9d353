"""Write the pages of the documentation site that are generated from the code and the rule data.

    python tools/site_pages.py FOLDER    write them into a folder; `docs/conf.py` does so in docs/generated

Nothing written here is committed: the gallery of pieces, the Python API, the options of the command line and the
list of error slugs always describe the installed build.
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import pkgutil
import re
import sys
import tempfile
from pathlib import Path
from types import ModuleType

import mujo
from mujo import svg

#: Modules and packages that are no part of the Python API, or whose names `mujo` itself offers.
NOT_API = {
    *("cli", "repl", "data", "__main__"),
    *("arguments", "cells", "comparison", "data_files", "describe", "errors", "extras", "files", "screen", "squares"),
}
#: Methods with underscores that a reader needs to know.
SPECIAL = "__len__, __iter__, __contains__, __getitem__, __bool__, __int__"
GAMES = {
    "tai": "Tai shogi",
    "maka": "Maka dai dai shogi",
    "taikyoku": "Taikyoku shogi",
    "daidai": "Dai dai shogi",
    "tenjiku": "Tenjiku shogi",
    "dai": "Dai shogi",
    "chu": "Chu shogi",
    "wa": "Wa shogi",
    "hishigata": "Hishigata shogi",
}


def write(path: Path, text: str) -> None:
    """Write a text file and the folders it needs."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


# The gallery.


def gallery(folder: Path) -> None:
    """Write one page for each game, with the starting position and every piece."""
    links = []
    for game, title in GAMES.items():
        rules = mujo.RuleSet(game)
        write(folder / "pictures" / f"{game}.svg", svg.board(mujo.Board(rules=rules)))
        kinds = rules.piece_types.values()
        parts = [
            f"# {title}: all pieces",
            f"{rules.files} x {rules.ranks} squares, {sum(kind.is_initial for kind in kinds)} types at the start and "
            f"{sum(not kind.is_initial for kind in kinds)} more by promotion, under the rule set `{rules.name}`.",
            f"![The starting position of {title}](pictures/{game}.svg)",
            "## Pieces at the start",
            grid([card(folder, rules, kind) for kind in kinds if kind.is_initial]),
        ]
        promoted = [card(folder, rules, kind) for kind in kinds if not kind.is_initial]
        if promoted:
            parts += ["## Promoted pieces", grid(promoted)]
        disputed = [
            card(folder, mujo.RuleSet(game, readings={kind.id: reading}), kind, reading)
            for kind in kinds
            for reading in kind.readings
            if reading != kind.reading
        ]
        if disputed:
            parts += [
                "## Other readings",
                "Sources disagree about these pieces. Choose a reading with "
                f'`RuleSet("{game}", readings={{...}})` or `--reading TYPE=NAME`.',
                grid(disputed),
            ]
        write(folder / f"{game}.md", "\n\n".join(parts) + "\n")
        links.append(f"- [{title}]({game}.md)")
    write(
        folder / "index.md",
        "# Gallery of pieces\n\nEvery piece of every game, with its moves. The engine itself computed each diagram.\n\n"
        + "\n".join(links)
        + "\n\n```{toctree}\n:hidden:\n\n"
        + "\n".join(GAMES)
        + "\n```\n",
    )


def card(folder: Path, rules: mujo.RuleSet, kind: mujo.PieceType, reading: str | None = None) -> str:
    """Write the diagram of a type and return its card."""
    name = f"{rules.game}-{kind.id}" + (f"-{reading}" if reading else "")
    write(folder / "pictures" / f"{name}.svg", svg.moves(kind.id, rules, size=420))
    current = rules.piece_types[kind.id]
    lines = [
        f":::{{grid-item-card}} {kind.name}, {kind.kanji}",
        f":img-top: pictures/{name}.svg",
        f":img-alt: The moves of the {kind.name}",
        "",
        f"`{kind.id}`" + (f", reading `{reading}`" if reading else "") + f", move `{current.betza}`",
    ]
    if current.promotes_to:
        lines[-1] += f", promotes to {rules.piece_types[current.promotes_to].name}"
    return "\n".join([*lines, ":::"])


def grid(cards: list[str]) -> str:
    """Return cards in a grid: one below the other on a phone, four side by side on a wide screen."""
    return "\n".join(["::::{grid} 1 2 3 4", ":gutter: 2", "", *cards, "::::"])


# The Python API.


def api(folder: Path) -> None:
    """Write one page for each class of `mujo`, and one for each of its public modules."""
    pages = []
    functions = []
    for name in mujo.__all__:
        value = getattr(mujo, name)
        if inspect.isclass(value) and not issubclass(value, Exception):
            body = f".. currentmodule:: mujo\n\n.. autoclass:: {name}\n   :members:\n   :special-members: {SPECIAL}\n"
            write(folder / f"{name}.rst", heading(name) + body)
            pages.append((name, first_line(value)))
        elif callable(value) and not inspect.isclass(value):
            functions.append(name)
    errors = [name for name in mujo.__all__ if inspect.isclass(getattr(mujo, name)) and name.endswith("Error")]
    body = heading("Functions and constants") + ".. currentmodule:: mujo\n\n"
    body += "".join(f".. autofunction:: {name}\n\n" for name in functions)
    body += ".. py:data:: BLACK\n   :value: True\n\n   The first player.\n\n"
    body += ".. py:data:: WHITE\n   :value: False\n\n   The second player.\n\n"
    body += f".. py:data:: STREAM_VERSION\n   :value: {mujo.STREAM_VERSION}\n\n"
    body += "   Changes when the random games of a seed change.\n\n"
    body += ".. py:data:: TERMINATIONS\n\n   The words for how a random game ended, by index.\n"
    write(folder / "functions.rst", body)
    body = heading("Exceptions") + ".. currentmodule:: mujo\n\n"
    body += "".join(f".. autoexception:: {name}\n   :members:\n   :show-inheritance:\n\n" for name in errors)
    write(folder / "exceptions.rst", body)
    modules = [module for module in public_modules() if module.__name__ != "mujo"]
    for module in modules:
        write(folder / f"{module.__name__}.rst", module_page(module))
    rows = [f"- {{py:class}}`mujo.{name}`: {line}" for name, line in pages]
    rows += [f"- [`{module.__name__}`]({module.__name__}.rst): {first_line(module)}" for module in modules]
    toctree = [*(name for name, _ in pages), "functions", "exceptions", *(module.__name__ for module in modules)]
    write(
        folder / "index.md",
        "# Python API\n\nGenerated from the docstrings and type stubs of the installed package.\n\n"
        + "\n".join(rows)
        + "\n\n```{toctree}\n:hidden:\n\n"
        + "\n".join(toctree)
        + "\n```\n",
    )


def public_modules() -> list[ModuleType]:
    """Return the modules directly below `mujo` that declare `__all__`; those whose extra is missing are left out."""
    found = []
    for entry in sorted(pkgutil.iter_modules(mujo.__path__), key=lambda entry: entry.name):
        if entry.name in NOT_API or entry.name.startswith("_"):
            continue
        try:
            module = importlib.import_module(f"mujo.{entry.name}")
        except ImportError:
            continue
        if hasattr(module, "__all__"):
            found.append(module)
    return found


def module_page(module: ModuleType) -> str:
    """Return the page of a module: its docstring, then what it declares in `__all__`."""
    text = heading(module.__name__) + f".. automodule:: {module.__name__}\n\n"
    for name in module.__all__:
        value = getattr(module, name)
        kind = "class" if inspect.isclass(value) else "function" if callable(value) else "data"
        if kind == "class" and value.__module__.split(".")[:2] != module.__name__.split(".")[:2]:
            continue
        if kind == "data":
            text += f".. py:data:: {module.__name__}.{name}\n\n"
        else:
            text += f".. auto{kind}:: {name}\n" + ("   :members:\n\n" if kind == "class" else "\n")
    return text


def heading(title: str) -> str:
    """Return a title with its underline."""
    return f"{title}\n{'=' * len(title)}\n\n"


def first_line(value: object) -> str:
    """Return the first line of a docstring."""
    return (inspect.getdoc(value) or "").partition("\n")[0]


# The command line and the errors.


def commands(path: Path) -> None:
    """Write the page that shows every option of the command line."""
    text = heading("Commands and options") + "Generated from the parser; ``mujo COMMAND --help`` prints the same.\n\n"
    write(path, text + ".. argparse::\n   :module: mujo.cli\n   :func: build_parser\n   :prog: mujo\n   :nodefault:\n")


def errors(path: Path) -> None:
    """Write the table of error slugs."""
    anchors = rule_anchors()
    rows = [
        f"| `{slug}` | {{py:exc}}`mujo.{error}` | "
        + (f"[{rule}](../reference/rules.md#{anchors[rule]})" if rule else "")
        + f" | {meaning} |"
        for slug, (error, rule, meaning) in sorted(mujo.error_slugs().items())
    ]
    write(
        path,
        "# Error slugs\n\nEvery exception of mujo has a `code`, one of these slugs. Programs may rely on them; "
        "messages may change. `mujo.error_slugs()` returns this list.\n\n"
        "| slug | exception | rule | meaning |\n| --- | --- | --- | --- |\n" + "\n".join(rows) + "\n",
    )


def rule_anchors() -> dict[str, str]:
    """Return the anchor of each rule in docs/reference/rules.md by its number."""
    page = (Path(__file__).parents[1] / "docs" / "reference" / "rules.md").read_text(encoding="utf-8")
    headings = re.findall(r"^#{2,3} ((\d(?:\.\d+)?)\.? .+)$", page, re.MULTILINE)
    return {number: re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-") for text, number in headings}


def write_pages(folder: Path) -> None:
    """Write all generated pages, and delete what an earlier run left; equal files keep their time for Sphinx."""
    with tempfile.TemporaryDirectory() as name:
        fresh = Path(name)
        gallery(fresh / "gallery")
        api(fresh / "api")
        commands(fresh / "commands.rst")
        errors(fresh / "errors.md")
        made = {path.relative_to(fresh): path.read_bytes() for path in fresh.rglob("*") if path.is_file()}
    for path in [path for path in folder.rglob("*") if path.is_file() and path.relative_to(folder) not in made]:
        path.unlink()
    for relative, content in made.items():
        goal = folder / relative
        goal.parent.mkdir(parents=True, exist_ok=True)
        if not goal.is_file() or goal.read_bytes() != content:
            goal.write_bytes(content)


def main() -> int:
    """Run the script."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    write_pages(parser.parse_args().folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
