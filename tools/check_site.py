"""Check the built documentation site: every link inside it leads to a page and an anchor that exist.

    python tools/check_site.py FOLDER

Sphinx checks the links it resolves itself. This looks at the result, links in raw HTML and in the theme included.
"""

from __future__ import annotations

import argparse
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """The links, images and anchors of one page."""

    def __init__(self) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.anchors: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect what a tag refers to and what it can be referred to by."""
        for name, value in attrs:
            if value is None:
                continue
            if name == "id" or (tag == "a" and name == "name"):
                self.anchors.add(value)
            elif name == "src" or (name == "href" and tag in ("a", "link")):
                self.targets.append(value)


def read_pages(folder: Path) -> dict[Path, Page]:
    """Parse every HTML page below a folder."""
    pages = {}
    for path in sorted(folder.rglob("*.html")):
        if "_static" in path.parts:
            continue
        pages[path.resolve()] = page = Page()
        page.feed(path.read_text(encoding="utf-8"))
    return pages


def broken_links(folder: Path) -> list[str]:
    """Return each internal link that leads nowhere, with the page it stands on."""
    pages = read_pages(folder)
    broken = []
    for path, page in pages.items():
        for target in page.targets:
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                continue
            goal = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if goal.is_dir():
                goal /= "index.html"
            fragment = unquote(parts.fragment)
            lost = fragment and goal in pages and fragment not in pages[goal].anchors
            if not goal.is_file() or lost:
                broken.append(f"{path.relative_to(folder.resolve())}: {target}")
    return broken


def main() -> int:
    """Run the script."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    if not (folder / "index.html").is_file():
        print(f"{folder} holds no site: build it first", file=sys.stderr)
        return 1
    broken = broken_links(folder)
    for line in broken:
        print(f"broken link: {line}", file=sys.stderr)
    return int(bool(broken))


if __name__ == "__main__":
    sys.exit(main())
