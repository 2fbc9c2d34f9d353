"""Print the choice of each rule set on each disputed point, with the source of every cell, for docs/reference/rules.md.

    python tools/sets_table.py            write the tables to standard output
    python tools/sets_table.py --write    put them between the markers of docs/reference/rules.md
    python tools/sets_table.py --check    status 1 if the page has other tables

A point is disputed if it is an option, a type with named readings, or a type that in some of the sets becomes something
else or may promote on the last rank.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import generated_page
import mujo

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "rules.md"
BEGIN = "<!-- Printed by: python tools/sets_table.py --write -->"
END = "<!-- End of what tools/sets_table.py prints -->"

#: Games whose sets stand side by side. Hishigata is read against the sets of maka.
GAMES = {
    "tai": "Tai",
    "maka": "Maka dai dai and hishigata",
    "daidai": "Dai dai",
    "tenjiku": "Tenjiku",
    "taikyoku": "Taikyoku",
    "chu": "Chu",
}


class Sources:
    """Numbers for sources, in the order in which they are first met."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def cell(self, value: str, source: str) -> str:
        """Write a cell with the number of its source."""
        return f"{value} <sup>{self.numbers.setdefault(source, len(self.numbers) + 1)}</sup>"

    def lines(self) -> list[str]:
        """List the sources met so far."""
        return [f"{number}. {source}" for source, number in self.numbers.items()]


def sets_of(game: str) -> list[mujo.RuleSet]:
    """Return the sets of a table, the game's own first."""
    names = [name for name in mujo.rule_set_names() if name.split("/")[0] == game]
    extra = ["hishigata"] if game == "maka" else []
    return [mujo.RuleSet(name) for name in [game, *sorted(set(names) - {game}), *extra]]


def table(game: str) -> list[str]:
    """Return the lines of one game's table and of its sources."""
    sets = sets_of(game)
    sources = Sources()
    rows = [["point", *(f"`{rules.name}`" for rules in sets)]]
    for option, spec in mujo.option_specs().items():
        cells = [sources.cell(f"`{rules.options[option]}`", rules.option_sources[option]) for rules in sets]
        rows.append([f"`{option}` ({spec.rule})", *cells])
    for kind in sets[0].piece_types.values():
        if not kind.readings:
            continue
        cells = []
        for rules in sets:
            own = rules.piece_types[kind.id]
            reading = own.reading or "-"
            cells.append(sources.cell(f"`{reading}`", own.reading_sources[reading]))
        rows.append([f"{kind.name}, `{kind.id}`", *cells])
    rows += [
        [", ".join(ids) + (" becomes" if len(ids) == 1 else " become"), *cells]
        for cells, ids in _becoming(sets, sources)
    ]
    rows += [[f"`{id_}` may promote on the last rank (7.1)", *cells] for id_, cells in _last_chances(sets, sources)]
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    lines.insert(1, "| " + " | ".join("---" for _ in rows[0]) + " |")
    return [f"### {GAMES[game]}", "", *lines, "", "Sources of the cells:", "", *sources.lines(), ""]


def _becoming(sets: list[mujo.RuleSet], sources: Sources) -> list[tuple[tuple[str, ...], list[str]]]:
    """Return the types whose promotion differs between sets, grouped where all sets agree on them."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for kind in sets[0].piece_types.values():
        own = [rules.piece_types[kind.id] for rules in sets]
        if len({line.promotes_to for line in own}) > 1:
            cells = tuple(
                sources.cell(f"`{line.promotes_to}`" if line.promotes_to else "nothing", line.source) for line in own
            )
            alike.setdefault(cells, []).append(f"`{kind.id}`")
    return list(alike.items())


def _last_chances(sets: list[mujo.RuleSet], sources: Sources) -> Iterator[tuple[str, list[str]]]:
    """Yield the types that may promote on the last rank in some of the sets only."""
    for id_ in sets[0].piece_types:
        lines = [rules.piece_types[id_] for rules in sets]
        if len({line.last_rank for line in lines}) > 1:
            yield id_, [sources.cell("yes" if line.last_rank else "no", line.source) for line in lines]


def tables() -> str:
    """Return everything that stands between the markers."""
    return "\n".join(line for game in GAMES for line in table(game))


def main() -> int:
    """Run the script."""
    parser = argparse.ArgumentParser(description="Print the choice of each rule set on each disputed point.")
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--write", action="store_true", help="put the tables into docs/reference/rules.md")
    group.add_argument("--check", action="store_true", help="fail if docs/reference/rules.md has other tables")
    options = parser.parse_args()
    if not (options.write or options.check):
        print(tables())
        return 0
    page = PAGE.read_text(encoding="utf-8")
    new = generated_page.replace_between(page, BEGIN, END, f"\n{tables()}")
    if options.check:
        return int(new != page)
    PAGE.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
