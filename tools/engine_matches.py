"""Play the matches that measure the engine, keep their games, and write the table of results into the documentation.

    python tools/engine_matches.py run levels chu                  # neighbouring levels against each other
    python tools/engine_matches.py run anchors maka --nodes 2000   # random mover, greedy capturer, plain depth 2
    python tools/engine_matches.py run growth chu                  # ten times as many nodes, twice
    python tools/engine_matches.py run ablation chu --pairs 10     # each part of the search removed, SPRT [0, 50]
    python tools/engine_matches.py run evaluation chu --file NEW   # an evaluation file against the game's own
    python tools/engine_matches.py table --write                   # the tables of docs/explanation/engine.md

Openings are random moves that leave the game balanced, and each is played twice with colours swapped. Every player has
a limit of nodes, so the load of the machine does not matter, and the same command gives the same games. Games are kept
in ``build/engine_matches`` while a match runs, from where it continues after an interruption, and then, with their
moves alone, in ``benches/engine_matches``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import generated_page
from mujo import Engine
from mujo.match import Adjudication, MatchSettings, Sprt, Standing, elo_of, parse_player, pentanomial, play_match

ROOT = Path(__file__).resolve().parent.parent
JOURNALS = ROOT / "build/engine_matches"
RECORDS = ROOT / "benches/engine_matches"
PAGE = ROOT / "docs/explanation/engine.md"
BEGIN = "<!-- Printed by: python tools/engine_matches.py table --write -->"
END = "<!-- End of what tools/engine_matches.py prints -->"

#: Headings of the tables.
GROUPS = {
    "levels": "Levels",
    "anchors": "Simple reference players",
    "growth": "More nodes",
    "ablation": "Parts of the search removed",
    "evaluation": "Evaluation files",
    "programs": "Other programs, with equal time",
}
LEVELS = range(1, 11)
#: The test of a level against the one below, and of ten times as many nodes.
STEP = Sprt(50, 150)
#: The test of a part of the search: is the engine with it stronger by 0 or by 50 Elo?
TEST = Sprt(0, 50)


@dataclass(frozen=True)
class Match:
    """A match of a group: a name for its file and its two players."""

    name: str
    first: str
    second: str
    sprt: Sprt | None = None


def matches(options: argparse.Namespace) -> Iterator[Match]:
    """Yield the matches of a group."""
    nodes = f"nodes={options.nodes}"
    match options.group:
        case "levels":
            for level in LEVELS[:-1]:
                yield Match(f"{level + 1}-{level}", f"level={level + 1}", f"level={level}", STEP)
            yield Match("1-random", "level=1", "random")
        case "anchors":
            for name, player in (("random", "random"), ("greedy", "material=1"), ("depth2", "material=2")):
                yield Match(name, nodes, player)
        case "growth":
            for factor in (1, 10):
                less = options.nodes * factor
                yield Match(f"{10 * less}", f"nodes={10 * less}", f"nodes={less}", STEP)
        case "ablation":
            for part in Engine.FEATURES:
                yield Match(part, nodes, f"{nodes},without={part}", TEST)
        case "evaluation":
            yield Match(options.file.stem, f"{nodes},evaluation={options.file}", nodes, TEST)


def settings(match: Match, options: argparse.Namespace) -> MatchSettings:
    """Return the settings of a match."""
    return MatchSettings(
        (parse_player(f"first={match.first}"), parse_player(f"second={match.second}")),
        options.rules,
        options.pairs,
        adjudication=Adjudication(max_plies=options.max_plies),
        opening_plies=8,
        balance=150,
        seed=options.seed,
        sprt=match.sprt,
    )


def run(options: argparse.Namespace) -> None:
    """Play the matches of a group."""
    for folder in (JOURNALS, RECORDS):
        folder.mkdir(parents=True, exist_ok=True)
    for match in matches(options):
        if options.only and match.name not in options.only:
            continue
        name = f"{options.group}-{options.rules.replace('/', '_')}-{match.name}"
        print(f"{match.first} against {match.second} in {options.rules}", flush=True)
        record = RECORDS / f"{name}.jsonl"

        def keep(standing: Standing, match: Match = match, record: Path = record) -> None:
            print(f"  {standing.summary()}", flush=True)
            record.write_text("".join(lines(match, options, standing)), encoding="utf-8")

        play_match(settings(match, options), journal=JOURNALS / f"{name}.jsonl", progress=keep)


def lines(match: Match, options: argparse.Namespace, standing: Standing) -> Iterator[str]:
    """Yield a match as JSON lines: settings, then games; the first player is Black in the first game of each pair."""
    head = {"group": options.group, "rules": options.rules, "first": match.first, "second": match.second}
    test = [match.sprt.elo0, match.sprt.elo1] if match.sprt else None
    yield json.dumps(head | {"seed": options.seed, "sprt": test}) + "\n"
    for _, _, games in standing.pairs:
        for game in games:
            moves = " ".join(game.moves)
            yield json.dumps({"result": game.result, "termination": game.termination, "moves": moves}) + "\n"


def table() -> str:
    """Return the tables of all matches whose games are kept."""
    groups: dict[str, list[str]] = {group: [] for group in GROUPS}
    for path in sorted(RECORDS.glob("*.jsonl"), key=_order):
        head, *games = map(json.loads, path.read_text(encoding="utf-8").splitlines())
        groups[head["group"]].append(_row(head, games))
    parts = []
    for group, rows in groups.items():
        if rows:
            heading = "| rules | player | opponent | won | drawn | lost | Elo, 95 % interval | longest game |"
            parts.append("\n".join([f"### {GROUPS[group]}", "", heading, "|" + " --- |" * 8, *rows]))
    return "\n\n".join(parts)


def _order(path: Path) -> tuple[object, ...]:
    """Return a key that sorts numbers in names by their value."""
    return tuple((0, int(word), "") if word.isdigit() else (1, 0, word) for word in path.stem.split("-"))


def _row(head: dict[str, Any], games: list[dict[str, str]]) -> str:
    scores = [_score(game["result"], number % 2 == 0) for number, game in enumerate(games)]
    counts = pentanomial(zip(scores[::2], scores[1::2], strict=True))
    elo = elo_of(counts)
    interval = f"{_number(elo.difference)} [{_number(elo.low)}, {_number(elo.high)}]"
    if head["sprt"]:
        test = Sprt(*head["sprt"])
        verdict = test.verdict(counts)
        accepted = {"elo0": f"{test.elo0:g}", "elo1": f"{test.elo1:g}"}
        interval += f", {accepted[verdict]} accepted" if verdict else ", undecided"
    longest = max(len(game["moves"].split()) for game in games)
    results = (scores.count(1.0), scores.count(0.5), scores.count(0.0))
    cells = [head["rules"], f"`{head['first']}`", f"`{head['second']}`", *results, interval, f"{longest} plies"]
    return "| " + " | ".join(map(str, cells)) + " |"


def _score(result: str | None, is_black: bool) -> float:
    if result not in ("black", "white"):
        return 0.5
    return float((result == "black") == is_black)


def _number(elo: float) -> str:
    return f"{elo:+.0f}".replace("inf", "∞")


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    play = commands.add_parser("run", help="play the matches of a group")
    play.add_argument("group", choices=[group for group in GROUPS if group != "programs"])
    play.add_argument("rules", help="name of the rule set")
    play.add_argument("--only", nargs="+", help="matches of these names")
    play.add_argument("--nodes", type=int, default=1000, help="positions a move (default: %(default)s)")
    play.add_argument("--pairs", type=int, default=15, help="pairs of games a match (default: %(default)s)")
    play.add_argument("--seed", type=int, default=1)
    play.add_argument("--max-plies", type=int, default=1000, help="longest game (default: %(default)s)")
    play.add_argument("--file", type=Path, help="evaluation file of the group evaluation")
    show = commands.add_parser("table", help="print the tables")
    show.add_argument("--write", action="store_true", help=f"write them into {PAGE.name}")
    options = parser.parse_args()
    if options.command == "run":
        if options.group == "evaluation" and options.file is None:
            parser.error("the group evaluation needs --file")
        run(options)
        return 0
    return generated_page.print_or_write(table(), PAGE, BEGIN, END, write=options.write)


if __name__ == "__main__":
    sys.exit(main())
