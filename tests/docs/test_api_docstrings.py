"""The docstrings of the public package, measured: every parameter, what is raised, an example that shows the call.

Public is what the site lists: the names in `__all__` of the modules directly below `mujo`, and their methods. The
extension is measured in `test_docstrings.py`, which also runs all examples.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import re
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from docs.test_docstrings import parameters_of, sections_of

ROOT = Path(__file__).parents[2]


class Entry(NamedTuple):
    """A public function or method, or a class."""

    name: str
    value: Any
    #: The class of a method.
    owner: type | None
    module: types.ModuleType


def public_modules() -> list[types.ModuleType]:
    """Return the modules of the API pages of the site."""
    spec = importlib.util.spec_from_file_location("site_pages", ROOT / "tools" / "site_pages.py")
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    found: list[types.ModuleType] = script.public_modules()
    return [importlib.import_module("mujo"), *found]


def entries() -> Iterator[Entry]:
    """List everything public that is written in Python, once each."""
    seen: set[int] = set()
    for module in public_modules():
        for name in module.__all__:
            value = getattr(module, name)
            home = getattr(value, "__module__", None) or ""
            if id(value) in seen or not home.startswith("mujo."):
                continue
            seen.add(id(value))
            title = f"{module.__name__}.{name}"
            if inspect.isclass(value) and not issubclass(value, Exception):
                yield Entry(title, value, None, module)
                for member, what in vars(value).items():
                    function = getattr(what, "__func__", what)
                    if not member.startswith("_") and isinstance(function, types.FunctionType):
                        yield Entry(f"{title}.{member}", function, value, module)
            elif isinstance(value, types.FunctionType):
                yield Entry(title, value, None, module)


ENTRIES = list(entries())
CALLABLE = [entry for entry in ENTRIES if not inspect.isclass(entry.value)]

#: Functions with parameters that raise nothing but `TypeError`, for values of another kind.
NEVER_RAISE = {
    "mujo.Comparison.diagrams",
    "mujo.Comparison.fields",
    "mujo.Comparison.of_kind",
    "mujo.Comparison.text",
    "mujo.arrays.plane_names",
    "mujo.commentary.reasons",
    "mujo.commentary.score_text",
    "mujo.diagrams.legend_for",
    "mujo.diagrams.marks",
    "mujo.diagrams.marks_shown",
    "mujo.diagrams.piece_moving_as",
    "mujo.diagrams.radius_of",
    "mujo.diagrams.removed_by",
    "mujo.engines.Dialect.turns",
    "mujo.engines.Dialect.variants",
    "mujo.engines.Limit.after_move",
    "mujo.engines.Limit.slowest",
    "mujo.engines.Score.number",
    "mujo.env.EngineEnv.reset",
    "mujo.env.FactoredEnv.reset",
    "mujo.env.GameState.picture",
    "mujo.env.GameState.reward",
    "mujo.env.observation_names",
    "mujo.env.observation_planes",
    "mujo.manners.accepts_draw",
    "mujo.manners.is_hopeless",
    "mujo.manners.is_lost",
    "mujo.match.Sprt.ratio",
    "mujo.match.Sprt.verdict",
    "mujo.match.Standing.scores",
    "mujo.match.TimeControl.limit",
    "mujo.match.cross_table",
    "mujo.match.pentanomial",
    "mujo.match.play_game",
    "mujo.record.format_line",
    "mujo.record.format_record",
    "mujo.record.game_of",
    "mujo.review.chance_scale",
    "mujo.review.win_chance",
    "mujo.rules.describe_rules",
    "mujo.rules.list_rules",
    "mujo.rules.rules_fields",
    "mujo.svg.board_with_last_move",
    "mujo.svg.piece_symbols",
}


def described(value: Any) -> list[str]:
    """Return the names at the heads of the section on parameters."""
    part = inspect.cleandoc(value.__doc__ or "").partition("Parameters\n----------\n")[2]
    part = re.split(r"\n\n[A-Z][a-z]+\n-+\n", part)[0]
    heads = [line.split(" : ")[0] for line in part.split("\n") if line and not line.startswith(" ")]
    return [name.strip(" *") for head in heads for name in head.split(",")]


def shows(text: str | None, name: str) -> bool:
    """Return whether an example in a docstring calls a function of this name."""
    lines = [line for line in (text or "").split("\n") if line.strip().startswith((">>>", "..."))]
    return re.search(rf"\b{name}\(", "\n".join(lines)) is not None


def test_the_whole_package_is_measured() -> None:
    names = {entry.name for entry in ENTRIES}
    assert {"mujo.compare", "mujo.parallel.perft", "mujo.engines.SimpleEngine.play", "mujo.record.Game.replay"} <= names
    assert len(CALLABLE) > 150


def test_every_parameter_is_described() -> None:
    missing = [
        f"{entry.name}: {name}"
        for entry in CALLABLE
        for name in parameters_of(entry.value)
        if name not in described(entry.value)
    ]
    assert missing == []


def test_every_function_that_can_refuse_says_with_what() -> None:
    bare = {entry.name for entry in CALLABLE if parameters_of(entry.value) and "Raises" not in sections_of(entry.value)}
    assert bare == NEVER_RAISE


def test_an_example_calls_every_function() -> None:
    """It stands in the function's docstring, or in that of its class or module."""
    missing = [
        entry.name
        for entry in CALLABLE
        if not any(
            shows(getattr(place, "__doc__", None), entry.value.__name__)
            for place in (entry.value, entry.owner, entry.module)
        )
    ]
    assert missing == []


def test_every_class_has_an_example() -> None:
    bare = [
        entry.name for entry in ENTRIES if inspect.isclass(entry.value) and ">>>" not in (entry.value.__doc__ or "")
    ]
    assert bare == []


@pytest.mark.parametrize(("text", "found"), [(">>> play(1)", True), ("play(1)", False), (">>> display(1)", False)])
def test_examples_are_recognized(text: str, found: bool) -> None:
    assert shows(text, "play") is found
