"""Exceptions: their fields survive copying and pickling, and the list of slugs matches them."""

from __future__ import annotations

import copy
import pickle
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import mujo
from mujo import errors

ROOT = Path(__file__).parents[2]
LISTED = tomllib.loads((ROOT / "python/mujo/data/errors.toml").read_text(encoding="utf-8"))

FIELDS: list[tuple[type[errors.MujoError], dict[str, Any]]] = [
    (errors.MujoError, {"code": "depth"}),
    (errors.NotationError, {"code": "notation.square", "text": "a1", "position": 0}),
    (errors.IllegalMoveError, {"move": "1a1b", "reason": "because", "rule": "5.4", "squares": (3, 4)}),
    (errors.AmbiguousMoveError, {"text": "pass", "candidates": ("1a1a", "2a2a")}),
    (errors.InvalidPositionError, {"problems": ("one", "two")}),
    (errors.RuleSetError, {"name": "tie", "matches": ("tai",)}),
    (errors.DataError, {"file": "f.toml", "key": "board.files", "reason": "no", "line": 3, "name": "x", "matches": ()}),
    (errors.EngineError, {"engine": "HaChu", "text": "move a1a1"}),
]


def fields_of(error: errors.MujoError) -> dict[str, Any]:
    return {"message": str(error), "args": error.args, **vars(error)}


@pytest.mark.parametrize(("kind", "fields"), FIELDS, ids=lambda value: getattr(value, "__name__", ""))
def test_fields_survive_copies(kind: type[errors.MujoError], fields: dict[str, Any]) -> None:
    error = kind("a message", **fields)
    for name, value in fields.items():
        assert getattr(error, name) == value
    error.add_note("a note")
    copies = [copy.copy(error), copy.deepcopy(error)]
    copies += [pickle.loads(pickle.dumps(error, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
    for other in copies:
        assert type(other) is kind
        assert fields_of(other) == fields_of(error)


@pytest.mark.parametrize("kind", [kind for kind, _ in FIELDS])
def test_a_message_is_enough(kind: type[errors.MujoError]) -> None:
    error = kind("a message")
    assert str(error) == "a message"
    assert error.code == ""
    assert isinstance(error, ValueError)
    assert kind.__module__ == "mujo"
    assert getattr(mujo, kind.__name__) is kind


def test_missing_fields_default_to_the_message() -> None:
    assert errors.IllegalMoveError("a message").reason == "a message"
    assert errors.DataError("a message").reason == "a message"
    assert errors.InvalidPositionError("a message").problems == ("a message",)


def test_fields_are_keywords_only() -> None:
    with pytest.raises(TypeError):
        errors.MujoError("a message", "code")  # type: ignore[call-arg]


def test_data_errors_are_rule_set_errors() -> None:
    assert issubclass(errors.DataError, errors.RuleSetError)


def test_slugs_name_classes_and_rules() -> None:
    page = (ROOT / "docs/reference/rules.md").read_text(encoding="utf-8")
    rules = set(re.findall(r"^### (\d+\.\d+) ", page, re.MULTILINE))
    for slug, entry in LISTED.items():
        assert re.fullmatch(r"[a-z_]+(\.[a-z_]+)?", slug), slug
        assert set(entry) <= {"error", "rule", "meaning", "raised_by"}, slug
        assert entry.get("raised_by", "core") in {"core", "binding", "package"}, slug
        assert entry["error"] in errors.__all__, slug
        assert entry.get("rule", "2.1") in rules, slug
        assert len(entry["meaning"]) > 10, slug
        assert not entry["meaning"].endswith("."), slug


@pytest.mark.parametrize(
    ("prefix", "kind"),
    [
        ("position.", "InvalidPositionError"),
        ("illegal_move.", "IllegalMoveError"),
        ("rules.", "RuleSetError"),
        ("data.", "DataError"),
        ("record.", "NotationError"),
    ],
)
def test_the_prefix_of_a_slug_determines_its_class(prefix: str, kind: str) -> None:
    kinds = {entry["error"] for slug, entry in LISTED.items() if slug.startswith(prefix)}
    assert kinds == {kind}


def test_the_core_reads_the_same_list() -> None:
    expected = {slug: (entry["error"], entry.get("rule"), entry["meaning"]) for slug, entry in LISTED.items()}
    assert mujo.error_slugs() == expected


def test_every_slug_of_the_package_is_raised_somewhere() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "python/mujo").rglob("*.py"))
    of_package = [slug for slug, entry in LISTED.items() if entry.get("raised_by") == "package"]
    assert of_package
    for slug in of_package:
        assert re.search(rf"""["']{re.escape(slug)}["']""", text), f"nothing raises {slug}"


def test_every_slug_raised_by_the_package_is_listed() -> None:
    for path in (ROOT / "python/mujo").rglob("*.py"):
        for slug in re.findall(r"""code(?:_\w+)?=["']([a-z_.]+)["']""", path.read_text(encoding="utf-8")):
            assert slug in LISTED, f"{path.name}: {slug}"
