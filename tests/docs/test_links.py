"""Relative links in the pages lead somewhere, down to the heading."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [
    *sorted(ROOT.glob("*.md")),
    *sorted(page for page in (ROOT / "docs").rglob("*.md") if "generated" not in page.parts),
]

LINK = re.compile(r"\[[^\]\n]*\]\((?P<target>[^)\s]+)\)")
HOME = re.compile(
    r"https://(?:github\.com/mujo-shogi/mujo/(?:blob|tree)|raw\.githubusercontent\.com/mujo-shogi/mujo)/main/"
    r"(?P<path>[\w./-]*\w)(?:#(?P<fragment>[\w-]+))?"
)
HEADING = re.compile(r"^#+ +(?P<text>.+?) *$", re.MULTILINE)
FENCE = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)
MENTION = re.compile(r"\bdocs/[\w/-]+\.md\b")
ELSEWHERE = re.compile(r"^[a-z][a-z0-9+.-]*:")


def anchor(heading: str) -> str:
    """Make the anchor that GitHub gives a heading."""
    plain = re.sub(r"[^\w\- ]", "", heading.strip().lower())
    return plain.replace(" ", "-")


def anchors(page: Path) -> set[str]:
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    return {anchor(match["text"]) for match in HEADING.finditer(text)}


def test_pages_named_in_sources_exist() -> None:
    missing = [
        f"{path.relative_to(ROOT)}: {name}"
        for folder in ("python", "rust", "tests", "tools")
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in {".py", ".pyi", ".rs", ".toml", ".txt", ".sh"} and "target" not in path.parts
        for name in MENTION.findall(path.read_text(encoding="utf-8"))
        if not (ROOT / name).is_file()
    ]
    assert not missing


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_relative_links_lead_somewhere(page: Path) -> None:
    broken = []
    for match in LINK.finditer(FENCE.sub("", page.read_text(encoding="utf-8"))):
        target = match["target"]
        if ELSEWHERE.match(target):
            continue
        path, _, fragment = target.partition("#")
        goal = (page.parent / path).resolve() if path else page
        if not goal.exists() or (fragment and goal.suffix == ".md" and fragment not in anchors(goal)):
            broken.append(target)
    assert not broken


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_absolute_links_to_the_repository_lead_somewhere(page: Path) -> None:
    broken = []
    for match in HOME.finditer(page.read_text(encoding="utf-8")):
        goal = ROOT / match["path"]
        fragment = match["fragment"]
        if not goal.exists() or (fragment and fragment not in anchors(goal)):
            broken.append(match[0])
    assert not broken


def test_the_readme_has_no_relative_links() -> None:
    """They would lead nowhere on the package index."""
    links = LINK.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    assert links
    assert [target for target in links if not ELSEWHERE.match(target)] == []


def test_anchors_are_those_of_github() -> None:
    assert anchor("5.4 Emperor") == "54-emperor"
    assert anchor("6.2 `forbid`") == "62-forbid"
    assert anchor("5.8 Order of the tests, stalemate") == "58-order-of-the-tests-stalemate"
    assert anchor("7.3 Counter-strike") == "73-counter-strike"
