"""Print the table of a fuzzing session from the logs of libFuzzer.

    python tools/fuzz_table.py FOLDER

The folder has one log for each run, ``NUMBER-TARGET.log``, written with ``-print_final_stats=1``. A run without final
statistics was cut off: the executions of its last line count.
"""

from __future__ import annotations

import argparse
import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Total:
    """The runs of one target."""

    runs: int = 0
    executions: int = 0
    edges: int = 0
    findings: int = 0
    megabytes: int = 0

    def add(self, log: str) -> None:
        """Add the log of a run."""
        numbers = [int(number) for number in re.findall(r"^#(\d+)\t", log, re.MULTILINE)]
        final = re.findall(r"stat::number_of_executed_units:\s+(\d+)", log)
        self.runs += 1
        self.executions += int(final[-1]) if final else max(numbers, default=0)
        self.edges = max([self.edges, *(int(edges) for edges in re.findall(r"\bcov: (\d+)", log))])
        self.findings += len(re.findall(r"^==\d+==\s*ERROR: libFuzzer", log, re.MULTILINE))
        peaks = re.findall(r"stat::peak_rss_mb:\s+(\d+)", log)
        self.megabytes = max([self.megabytes, *map(int, peaks)])


def totals(folder: Path) -> dict[str, Total]:
    """Add up the logs of a folder by target."""
    found: dict[str, Total] = defaultdict(Total)
    for path in sorted(folder.glob("*-*.log")):
        found[path.stem.partition("-")[2]].add(path.read_text(encoding="utf-8", errors="replace"))
    return dict(found)


def table(found: dict[str, Total]) -> str:
    """Return the table."""
    rows = ["| target | runs | executions | edges reached | most memory, MB | crashes and hangs |"]
    rows.append("| --- | ---: | ---: | ---: | ---: | ---: |")
    for target, total in sorted(found.items()):
        counts = f"{total.runs} | {total.executions:,} | {total.edges:,} | {total.megabytes} | {total.findings}"
        rows.append(f"| `{target}` | {counts} |")
    executions, findings = (
        sum(getattr(total, name) for total in found.values()) for name in ("executions", "findings")
    )
    rows.append(f"| all | {sum(total.runs for total in found.values())} | {executions:,} | | | {findings} |")
    return "\n".join(rows)


def main() -> None:
    """Print the table of a folder."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    print(table(totals(parser.parse_args().folder)))


if __name__ == "__main__":
    main()
