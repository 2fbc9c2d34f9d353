"""Reading the perft tables: see tools/count_perft.py for what a line holds."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

WHO = ("hand", "program", "engines", "core")


@dataclass
class Count:
    """A number of a table: at which depth, and who counted; None if not counted yet."""

    depth: int
    number: int | None
    who: str


@dataclass
class Row:
    """A line of a table."""

    name: str
    rules: str
    position: str
    move: str | None
    counts: list[Count]
    line: str


def read(table: Path) -> list[Row]:
    """Read a table; lines that begin with # are for people."""
    rows = []
    for line in table.read_text(encoding="utf-8").splitlines():
        if line.startswith("#") or not line:
            continue
        name, rules, position, move, counts = line.split(" ; ")
        read_counts = []
        for text in counts.split():
            depth, number, who = text.split(":")
            assert who in WHO, line
            read_counts.append(Count(int(depth), None if number == "?" else int(number), who))
        rows.append(Row(name, rules, position, None if move == "-" else move, read_counts, line))
    return rows
