"""The scripts behind the documentation site: generated pages are complete, and broken links are found."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

import mujo

ROOT = Path(__file__).parents[2]


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("generated")
    script("site_pages").write_pages(folder)
    return folder


@pytest.mark.parametrize("game", sorted({mujo.RuleSet(name).game for name in mujo.rule_set_names()}))
def test_the_gallery_shows_every_type_and_reading(pages: Path, game: str) -> None:
    page = (pages / "gallery" / f"{game}.md").read_text(encoding="utf-8")
    for kind in mujo.RuleSet(game).piece_types.values():
        names = {f"{game}-{kind.id}", *(f"{game}-{kind.id}-{name}" for name in kind.readings if name != kind.reading)}
        for name in names:
            assert f"pictures/{name}.svg" in page
            picture = pages / "gallery" / "pictures" / f"{name}.svg"
            assert picture.read_text(encoding="utf-8").startswith("<svg")


def test_every_public_name_has_its_place(pages: Path) -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in (pages / "api").glob("*.rst"))
    assert [name for name in mujo.__all__ if name not in text and name != "__version__"] == []


def test_every_slug_is_listed_with_its_rule(pages: Path) -> None:
    page = (pages / "errors.md").read_text(encoding="utf-8")
    for slug, (error, rule, _) in mujo.error_slugs().items():
        (row,) = [line for line in page.splitlines() if line.startswith(f"| `{slug}` |")]
        assert error in row
        assert rule is None or f"[{rule}](../reference/rules.md#{rule.replace('.', '')}-" in row


def test_equal_pages_keep_their_time_and_stale_ones_go(pages: Path) -> None:
    stale = pages / "api" / "stale.rst"
    stale.write_text("an earlier run", encoding="utf-8")
    before = {path: path.stat().st_mtime_ns for path in pages.rglob("*") if path.is_file()}
    script("site_pages").write_pages(pages)
    assert not stale.exists()
    del before[stale]
    assert {path: path.stat().st_mtime_ns for path in before} == before


def test_broken_links_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "index.html").write_text(
        '<a href="other.html#here">good</a><a href="other.html#gone">no anchor</a><img src="missing.png">'
        '<a href="https://example.org/">elsewhere</a>',
        encoding="utf-8",
    )
    (tmp_path / "other.html").write_text('<h1 id="here">Here</h1><a href="index.html">back</a>', encoding="utf-8")
    checker = script("check_site")
    assert checker.broken_links(tmp_path) == ["index.html: other.html#gone", "index.html: missing.png"]
    monkeypatch.setattr(sys, "argv", ["check_site.py", str(tmp_path)])
    assert checker.main() == 1
    (tmp_path / "index.html").write_text('<a href="other.html#here">good</a>', encoding="utf-8")
    assert checker.main() == 0
    monkeypatch.setattr(sys, "argv", ["check_site.py", str(tmp_path / "nowhere")])
    assert checker.main() == 1


def test_pictures_of_the_pages_exist_and_are_drawn_by_the_script() -> None:
    drawn = script("pictures")
    names = {f"{name}.svg" for name in drawn.DIAGRAMS} | {f"{name}.png" for name in drawn.RASTERS}
    # Read, not imported: it needs a browser.
    source = (ROOT / "tools" / "web_pictures.py").read_text(encoding="utf-8")
    photographed = {f"{name}.png" for name in re.findall(r'Shot\("([\w-]+)"', source)}
    # The plot of list times is drawn by tools/plot_lists.py, from measurements.
    assert {path.name for path in drawn.FOLDER.iterdir()} == names | photographed | {"lists.svg"}
    for draw in drawn.DIAGRAMS.values():
        assert draw().startswith("<svg")
