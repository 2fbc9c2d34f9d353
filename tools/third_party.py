"""Collect the licences of the crates that the wheel links, which `LICENSE-THIRD-PARTY` gives to those who get a wheel.

::

    python tools/third_party.py           # say whether the file is current, exit 1 if not
    python tools/third_party.py --write   # write it

The list comes from ``cargo tree`` and the lock file: everything that is linked on any platform, so no macros and no
build scripts. The texts come from the sources of the crates, which must have been fetched (``cargo fetch``).
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "LICENSE-THIRD-PARTY"

HEAD = """\
Licences of third-party code in the binary distributions of mujo
================================================================

The extension module of a wheel is linked with the Rust crates below. mujo uses each of them under the licence that
follows it. This file is written by tools/third_party.py.
"""


def cargo(*words: str) -> str:
    """Run cargo with the lock file and without network, and return its output."""
    command = ["cargo", *words, "--locked", "--offline"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=True).stdout


def linked() -> list[tuple[str, str]]:
    """List name and version of the linked crates, without those of this workspace."""
    edges = ("--edges", "normal,no-proc-macro", "--target", "all")
    lines = cargo("tree", "--package", "mujo-py", *edges, "--prefix", "none", "--format", "{p}").splitlines()
    found = set()
    for line in lines:
        name, version, *rest = line.split()
        if not (rest and rest[0].startswith("(/")) and not name.startswith("mujo-"):
            found.add((name, version.removeprefix("v")))
    return sorted(found)


def texts(folder: Path) -> list[str]:
    """Return the licence that we choose of a crate: MIT where it is offered, else every text it has."""
    files = sorted(path for path in folder.iterdir() if path.name.upper().startswith(("LICEN", "COPYING", "NOTICE")))
    chosen = [path for path in files if "MIT" in path.name.upper()] or files
    if not chosen:
        raise SystemExit(f"{folder.name} has no licence text")
    return [path.read_text(encoding="utf-8").strip() for path in chosen]


def content() -> str:
    """Return the whole file."""
    packages = json.loads(cargo("metadata", "--format-version", "1"))["packages"]
    known = {(package["name"], package["version"]): package for package in packages}
    parts = [HEAD]
    for name, version in linked():
        package = known[name, version]
        title = f"{name} {version} ({package['license']})"
        source = package["repository"] or f"https://crates.io/crates/{name}"
        parts += [
            f"{'-' * 80}\n{title}\n{source}\n",
            *(f"{text}\n" for text in texts(Path(package["manifest_path"]).parent)),
        ]
    return "\n".join(parts)


def main(arguments: list[str] | None = None) -> int:
    """Compare the file with the lock file, or write it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write the file")
    options = parser.parse_args(arguments)
    text = content()
    if options.write:
        FILE.write_text(text, encoding="utf-8", newline="\n")
    elif not FILE.exists() or FILE.read_text(encoding="utf-8") != text:
        print(f"{FILE.name} is not that of the lock file: run python tools/third_party.py --write")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
