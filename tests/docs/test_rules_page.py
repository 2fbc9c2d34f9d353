"""docs/reference/rules.md covers every option and rule set, and every rule number in the project exists there."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DATA = ROOT / "python" / "mujo" / "data"
PAGE = (ROOT / "docs" / "reference" / "rules.md").read_text(encoding="utf-8")
NUMBERS = set(re.findall(r"^#{2,3} (\d+(?:\.\d+)?)", PAGE, re.MULTILINE))

SOURCES = [
    *sorted((ROOT / "rust").rglob("*.rs")),
    *sorted((ROOT / "python").rglob("*.py*")),
    *sorted((ROOT / "python").rglob("*.toml")),
    *sorted(page for page in (ROOT / "docs").rglob("*.md") if "generated" not in page.parts),
]


def option_table() -> dict[str, dict[str, object]]:
    return tomllib.loads((DATA / "options.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", option_table())
def test_options_and_their_values_are_explained(name: str) -> None:
    option = option_table()[name]
    assert f"`{name}`" in PAGE
    values = option.get("values", {})
    assert isinstance(values, dict)
    assert [value for value in values if f"`{value}`" not in PAGE and f"`{name} = {value}`" not in PAGE] == []
    assert str(option["rule"]) in NUMBERS


def test_rule_sets_are_listed() -> None:
    folder = DATA / "rules"
    names = [path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob("*.toml")]
    assert names
    assert [name for name in names if f"`{name}`" not in PAGE] == []


def test_error_slugs_name_rules_that_exist() -> None:
    errors = tomllib.loads((DATA / "errors.toml").read_text(encoding="utf-8"))
    assert [slug for slug, error in errors.items() if error.get("rule", "8") not in NUMBERS] == []


def test_rules_that_are_referred_to_exist() -> None:
    unknown = [
        f"{path.relative_to(ROOT)}: rule {number}"
        for path in SOURCES
        for number in re.findall(r"\brules? (\d+\.\d+)\b", path.read_text(encoding="utf-8"))
        if number not in NUMBERS
    ]
    assert not unknown


def test_every_source_tag_is_explained() -> None:
    text, _, table = PAGE.partition("\n## Sources\n")
    known = {tag for cell in re.findall(r"^\| ([^|]+) \|", table, re.MULTILINE) for tag in cell.split(", ")}
    brackets = re.findall(r"^\[(.*?)\]$", text, re.MULTILINE | re.DOTALL)
    assert len(brackets) > 20
    used = {tag for bracket in brackets for tag in re.findall(r"\b(?:[A-Z0-9]*[A-Z][A-Z0-9]+|2C|5CH)\b", bracket)}
    assert used - known == set()
