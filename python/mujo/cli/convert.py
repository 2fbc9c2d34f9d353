"""``mujo convert``: games from one format to another."""

import argparse
import sys
from collections.abc import Iterator
from typing import Any

from mujo._core import RuleSet
from mujo.cli.common import Commands, add_change_options, add_json_option, clean, open_text, read_own_rules
from mujo.cli.output import emit, limited, say, to_json
from mujo.errors import MujoError, NotationError
from mujo.files import same_file
from mujo.record import WRITABLE, Format, Game, Scan, find_format, format_games, scan_games, scan_stream, write_games

__all__ = ["add_parser", "add_source_options", "fault_fields", "run", "scans_of", "where"]


def add_parser(commands: Commands) -> None:
    """Describe the subcommand."""
    parser = commands.add_parser(
        "convert",
        help="write games in another format",
        description="Read games and write them in another format, one at a time. A game that cannot be read or played "
        "to its end stops the conversion, and nothing is written; the exit status is 1.",
    )
    parser.add_argument("source", metavar="FROM", help="a file of games, or - for standard input")
    parser.add_argument("target", metavar="TO", help="the file to write, or - for standard output")
    parser.add_argument(
        "--to", metavar="FORMAT", choices=[str(form) for form in WRITABLE], help="format to write: %(choices)s"
    )
    parser.add_argument("--force", action="store_true", help="replace TO if it exists")
    parser.add_argument(
        "--keep-going",
        action="store_true",
        help="go on: keep unreadable moves as text, and leave out games whose start is unreadable; the exit status is "
        "still 1 if there were any",
    )
    add_source_options(parser)
    add_json_option(parser)
    parser.set_defaults(run=run)


def add_source_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--from``, and ``--rules`` with its changes."""
    parser.add_argument(
        "--from",
        dest="form",
        metavar="FORMAT",
        choices=[str(form) for form in Format],
        help="format to read: %(choices)s (default: by the suffix of the file)",
    )
    parser.add_argument("--rules", metavar="NAME", help="rules of games that do not name theirs, or a file NAME.toml")
    add_change_options(parser)


def run(options: argparse.Namespace) -> int:
    """Convert."""
    source, target = clean(options.source), clean(options.target)
    if options.to is None and target == "-":
        options.parser.error("standard output needs --to FORMAT")
    if options.form is None and source == "-":
        options.parser.error("standard input needs --from FORMAT")
    if options.json and target == "-":
        options.parser.error("--json does not go with - as TO: both write to standard output")
    if options.force and target == "-":
        options.parser.error("--force does not go with - as TO")
    if same_file(source, target):
        raise MujoError(f"{source} and {target} are the same file: name another to write", code="argument")
    rules = read_own_rules(options)
    form = Format(options.to) if options.to is not None else find_format(target)
    faults: list[dict[str, Any]] = []
    games = _checked(scans_of(source, options.form, rules), source, options, faults)
    if target == "-":
        for text in format_games(games, form, rules):
            emit(text)
        return 1 if faults else 0
    count = write_games(target, games, form, rules, overwrite=options.force)
    if options.json:
        emit(to_json("convert", {"file": target, "format": str(form), "games": count, "faults": faults}) + "\n")
    else:
        say(f"{target}: {count} {'game' if count == 1 else 'games'}")
    return 1 if faults else 0


def scans_of(source: str, form: str | None, rules: RuleSet | None) -> Iterator[Scan]:
    """Read games from a file, or from standard input, whose encoding is UTF-8 whatever the locale."""
    if source != "-":
        yield from scan_games(source, form, rules)
        return
    if form is None:
        raise NotationError("standard input needs --from FORMAT", code="record.unknown_format")
    with open_text(source) as lines:
        yield from scan_stream(lines, Format(form), rules)


def where(source: str, scan: Scan) -> str:
    """Return of which game a fault is, and what it is."""
    assert scan.fault is not None
    ply = "" if scan.fault.ply is None else f", ply {scan.fault.ply}"
    slug = f" [{scan.fault.error.code}]" if scan.fault.error.code else ""
    return limited(f"{source}:{scan.line}: game {scan.number}{ply}: {scan.fault.error}") + slug


def fault_fields(scan: Scan) -> dict[str, Any]:
    """Return the fault of a game as plain values."""
    fault = scan.fault
    assert fault is not None
    return {
        "line": scan.line,
        "game": scan.number,
        "ply": fault.ply,
        "text": limited(fault.text),
        "code": fault.error.code,
        "reason": limited(str(fault.error)),
    }


def _checked(
    scans: Iterator[Scan], source: str, options: argparse.Namespace, faults: list[dict[str, Any]]
) -> Iterator[Game]:
    """Yield the games and collect their faults; raise the first fault unless the conversion is to go on."""
    for scan in scans:
        if scan.fault is not None:
            if not options.keep_going:
                text = where(source, scan).rpartition(" [")[0]
                raise MujoError(f"{text}; --keep-going keeps what is readable", code=scan.fault.error.code)
            faults.append(fault_fields(scan))
            if not options.json:
                print(f"mujo: {where(source, scan)}", file=sys.stderr)
        if scan.game is not None:
            yield scan.game
