#!/usr/bin/env python3
"""Sum up a coverage report by folder; tools/coverage.sh calls it.

    cargo llvm-cov report --json --summary-only | python tools/coverage_table.py

Files of the core that lie in no folder of their own are listed as `core`.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from pathlib import PurePath


def folder_of(name: str) -> str:
    """Return the folder of a source file below ``rust/core/src``."""
    parts = PurePath(name).parts
    inside = parts[parts.index("src") + 1 :]
    return inside[0] if len(inside) > 1 else "core"


def main() -> None:
    """Read the report from standard input and print a table of lines and regions."""
    files = json.load(sys.stdin)["data"][0]["files"]
    sums: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for file in files:
        lines, regions = file["summary"]["lines"], file["summary"]["regions"]
        for name in (folder_of(file["filename"]), "all"):
            figures = (lines["count"], lines["covered"], regions["count"], regions["covered"])
            sums[name] = [old + new for old, new in zip(sums[name], figures, strict=True)]
    everything = sums.pop("all")
    print("| folder | lines | covered | | regions | covered | |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name, (lines, lines_covered, regions, regions_covered) in [*sorted(sums.items()), ("all", everything)]:
        line_share, region_share = 100 * lines_covered / lines, 100 * regions_covered / regions
        cells = f"{lines} | {lines_covered} | {line_share:.1f} % | {regions} | {regions_covered} | {region_share:.1f} %"
        print(f"| {name} | {cells} |")


if __name__ == "__main__":
    main()
