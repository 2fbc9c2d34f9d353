"""Every public name has a docstring, and the examples in them run.

``--doctest-modules`` does not reach the docstrings of a compiled module reliably, so the names are walked here.
"""

from __future__ import annotations

import doctest
import enum
import importlib
import inspect
import itertools
import pkgutil
import types
from collections.abc import Iterator
from typing import Any

import pytest

import mujo
import mujo_reference
from mujo import _core

#: Kinds of class attributes that are documented by themselves.
MEMBERS = (
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodDescriptorType,
    types.ClassMethodDescriptorType,
    types.GetSetDescriptorType,
    property,
    classmethod,
    staticmethod,
)


#: Packages of other projects that the development extra does not install.
NOT_INSTALLED = {"pyspiel"}


def load(name: str) -> types.ModuleType | None:
    """Import a module; None if it needs one of `NOT_INSTALLED`."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name not in NOT_INSTALLED:
            raise
        return None


def modules() -> list[types.ModuleType]:
    found: list[types.ModuleType] = []
    for package in (mujo, mujo_reference):
        names = [package.__name__]
        names += [info.name for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")]
        # Importing a __main__ runs it.
        loaded = (load(name) for name in sorted(names) if not name.endswith("__main__"))
        found += [module for module in loaded if module is not None]
    return found


def public_names(module: types.ModuleType) -> list[str]:
    listed = getattr(module, "__all__", None)
    if listed is not None:
        return list(listed)
    return [
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and getattr(value, "__module__", None) == module.__name__
    ]


def members(owner: type) -> Iterator[tuple[str, Any]]:
    for name, value in vars(owner).items():
        if not name.startswith("_") and isinstance(value, MEMBERS):
            yield name, getattr(value, "__func__", value)


def documented(module: types.ModuleType) -> Iterator[tuple[str, Any]]:
    """List the module, its public functions and classes, and the public members of those."""
    yield module.__name__, module
    for name in public_names(module):
        value = getattr(module, name)
        if inspect.isclass(value):
            yield f"{module.__name__}.{name}", value
            if not issubclass(value, enum.Enum):
                for member, what in members(value):
                    yield f"{module.__name__}.{name}.{member}", what
        elif callable(value):
            yield f"{module.__name__}.{name}", value


MODULES = modules()


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_every_public_name_has_a_docstring(module: types.ModuleType) -> None:
    bare = [name for name, value in documented(module) if not (getattr(value, "__doc__", None) or "").strip()]
    assert not bare


def test_first_lines_are_sentences() -> None:
    broken = [
        name
        for name, value in documented(_core)
        if not (value.__doc__ or "").strip().split("\n\n")[0].rstrip().endswith((".", "?", ":"))
    ]
    assert not broken


def test_the_extension_is_walked() -> None:
    names = {name for name, _ in documented(_core)}
    assert {
        "mujo._core.Board",
        "mujo._core.Board.push",
        "mujo._core.Board.turn",
        "mujo._core.RuleSet.from_toml",
    } <= names


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_examples_run(module: types.ModuleType) -> None:
    # In the extension an example may use whatever `from mujo import *` gives.
    names = {**vars(mujo), "mujo": mujo} if module is _core else vars(module)
    faults: list[str] = []
    seen: set[int] = set()
    for name, value in documented(module):
        text = getattr(value, "__doc__", None) or ""
        if ">>>" not in text or id(value) in seen:
            continue
        seen.add(id(value))
        test = doctest.DocTestParser().get_doctest(inspect.cleandoc(text), dict(names), name, None, None)
        doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False).run(test, out=faults.append)
    assert not faults, "".join(faults)


def test_the_extension_shows_its_signatures() -> None:
    hidden = []
    for name, value in documented(_core):
        if inspect.isclass(value) or not callable(value):
            continue
        try:
            inspect.signature(value)
        except ValueError:
            hidden.append(name)
    assert not hidden


def parameters_of(value: Any) -> list[str]:
    return [name for name in inspect.signature(value).parameters if name not in ("self", "cls")]


def sections_of(value: Any) -> set[str]:
    text = inspect.cleandoc(value.__doc__ or "")
    return {before for before, line in itertools.pairwise(text.split("\n")) if line and set(line) == {"-"}}


#: Functions and methods of the extension, with what they need to be documented: parameters, examples.
CALLABLE = [(name, value) for name, value in documented(_core) if callable(value) and not inspect.isclass(value)]


def test_every_method_of_the_extension_has_an_example() -> None:
    assert len(CALLABLE) > 90
    assert [name for name, value in CALLABLE if "Examples" not in sections_of(value)] == []


def test_every_parameter_of_the_extension_is_described() -> None:
    missing = []
    for name, value in CALLABLE:
        text = inspect.cleandoc(value.__doc__ or "")
        part = text.partition("Parameters\n----------\n")[2].partition("\n\n")[0]
        heads = [
            word.strip(" *")
            for line in part.split("\n")
            if not line.startswith(" ")
            for word in line.split(" : ")[0].split(",")
        ]
        missing += [f"{name}: {parameter}" for parameter in parameters_of(value) if parameter not in heads]
    assert missing == []


#: Methods with parameters that raise nothing but `TypeError` and `OverflowError`, for values of another kind.
NEVER_RAISE = {
    "mujo._core.Board.copy",
    "mujo._core.Board.explain",
    "mujo._core.Board.legal_moves_of",
    "mujo._core.Board.royals",
    "mujo._core.LegalMoves.count",
    "mujo._core.cecp_move_text",
    "mujo._core.check_rule_text",
}


def test_every_method_that_can_refuse_says_with_what() -> None:
    bare = {name for name, value in CALLABLE if parameters_of(value) and "Raises" not in sections_of(value)}
    assert bare == NEVER_RAISE
