"""Compare the tag of a release with the version of the project.

::

    python tools/release_version.py                       # print the version
    python tools/release_version.py --ref refs/tags/v1.0.0  # exit 1 if the tag names another version

A ref that is no tag is never refused: the workflow also runs for branches, which release nothing.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def version() -> str:
    """Return the version, which stands once, in Cargo.toml."""
    table = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))
    found: str = table["workspace"]["package"]["version"]
    return found


def fault(ref: str) -> str | None:
    """Return what is wrong with a ref, if anything."""
    tag = ref.removeprefix("refs/tags/")
    if tag == ref or tag == f"v{version()}":
        return None
    return f"the tag is {tag}, but Cargo.toml says {version()}: the tag should be v{version()}"


def main(arguments: list[str] | None = None) -> int:
    """Print the version, or compare it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ref", help="a git ref, as in refs/tags/v1.0.0")
    options = parser.parse_args(arguments)
    problem = None if options.ref is None else fault(options.ref)
    print(problem or version(), file=sys.stderr if problem else sys.stdout)
    return 1 if problem else 0


if __name__ == "__main__":
    sys.exit(main())
