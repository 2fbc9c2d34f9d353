"""``mujo validate``: look for faults in files of games."""

import argparse
import sys

from mujo.cli.common import Commands, add_json_option, clean, read_own_rules
from mujo.cli.convert import add_source_options, fault_fields, scans_of, where
from mujo.cli.output import emit, say, to_json
from mujo.record import Scan, with_faults

__all__ = ["add_parser", "run"]


def add_parser(commands: Commands) -> None:
    """Describe the subcommand."""
    parser = commands.add_parser(
        "validate",
        help="look for faults in files of games",
        description="Play out the games of files and report the first fault of each file: the line where its game "
        "begins, the game's number, the ply and the reason.",
    )
    parser.add_argument("files", metavar="FILE", nargs="+", help="a file of games, or - for standard input")
    parser.add_argument("--all", action="store_true", help="report the first fault of every game")
    add_json_option(parser)
    add_source_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Validate the files."""
    if options.form is None and "-" in options.files:
        options.parser.error("standard input needs --from FORMAT")
    rules = read_own_rules(options)
    results = []
    for path in options.files:
        name = clean(path)
        faulty: list[Scan] = []
        games = moves = 0
        for scan in with_faults(scans_of(name, options.form, rules), rules):
            games += 1
            moves += len(scan.game.moves) if scan.game is not None else 0
            if scan.fault is None:
                continue
            faulty.append(scan)
            if not options.json:
                print(where(name, scan), file=sys.stderr)
            if not options.all:
                break
        if not faulty and not options.json:
            say(f"{name}: good. {games} games, {moves} moves")
        results.append(
            {"file": name, "games": games, "moves": moves, "faults": [fault_fields(scan) for scan in faulty]}
        )
    if options.json:
        emit(to_json("validate", {"files": results}) + "\n")
    return 1 if any(result["faults"] for result in results) else 0
