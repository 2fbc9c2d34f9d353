"""``mujo convert``: games from one format to another."""

import argparse
import sys
from collections.abc import Iterator

from mujo._core import RuleSet
from mujo.cells import printable
from mujo.cli.common import Commands, add_change_options, clean, read_own_rules
from mujo.errors import MujoError, NotationError
from mujo.files import same_file
from mujo.record import (
    WRITABLE,
    Format,
    Game,
    Scan,
    find_format,
    format_games,
    scan_games,
    scan_stream,
    write_games,
)

__all__ = ["add_parser", "add_source_options", "run", "scans_of", "where"]


def add_parser(commands: Commands) -> None:
    """Describe the sub-command."""
    parser = commands.add_parser(
        "convert",
        help="write games in another format",
        description="Read games and write them in another format, one at a time. A game that cannot be read or played "
        "to its end stops the conversion, and nothing is written.",
    )
    parser.add_argument("source", metavar="FROM", help="a file of games, or - for standard input")
    parser.add_argument("target", metavar="TO", help="the file to write, or - for standard output")
    parser.add_argument("--to", metavar="FORMAT", choices=list(WRITABLE), help="format to write: %(choices)s")
    parser.add_argument("--force", action="store_true", help="replace TO if it exists")
    parser.add_argument(
        "--keep-going",
        action="store_true",
        help="keep unreadable moves as text, leave out games whose start is unreadable, and exit with 0",
    )
    add_source_options(parser)
    parser.set_defaults(run=run)


def add_source_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--from``, and ``--rules`` with its changes."""
    parser.add_argument(
        "--from",
        dest="form",
        metavar="FORMAT",
        choices=list(Format),
        help="format to read: %(choices)s (default: by the suffix of the file)",
    )
    parser.add_argument("--rules", metavar="NAME", help="rules of games that do not name theirs, or a file NAME.toml")
    add_change_options(parser)


def run(options: argparse.Namespace) -> int:
    """Convert."""
    rules = read_own_rules(options)
    source, target = clean(options.source), clean(options.target)
    if options.to is None and target == "-":
        raise NotationError("name the format to write with --to", code="record.unknown_format")
    form = Format(options.to) if options.to is not None else find_format(target)
    if source != "-" and target != "-" and same_file(source, target):
        raise MujoError(f"{source} and {target} are the same file: name another to write", code="argument")
    games = _checked(scans_of(source, options.form, rules), source, options.keep_going)
    if target == "-":
        for text in format_games(games, form, rules):
            sys.stdout.write(text)
    else:
        count = write_games(target, games, form, rules, overwrite=options.force)
        print(printable(f"{target}: {count} {'game' if count == 1 else 'games'}"))
    return 0


def scans_of(source: str, form: str | None, rules: RuleSet | None) -> Iterator[Scan]:
    """Read games from a file, or from standard input."""
    if source != "-":
        return scan_games(source, form, rules)
    if form is None:
        raise NotationError("name the format of standard input with --from", code="record.unknown_format")
    return scan_stream(sys.stdin, Format(form), rules)


def where(source: str, scan: Scan) -> str:
    """Name the game and the ply of a fault, and its reason."""
    assert scan.fault is not None
    ply = "" if scan.fault.ply is None else f", ply {scan.fault.ply}"
    slug = f" [{scan.fault.error.code}]" if scan.fault.error.code else ""
    return printable(f"{source}:{scan.line}: game {scan.number}{ply}: {scan.fault.error}{slug}")


def _checked(scans: Iterator[Scan], source: str, keep_going: bool) -> Iterator[Game]:
    """Yield the games; report faults, and raise the first unless the conversion is to go on."""
    for scan in scans:
        if scan.fault is not None:
            if not keep_going:
                text = where(source, scan).rpartition(" [")[0]
                raise MujoError(f"{text}; --keep-going keeps what is readable", code=scan.fault.error.code)
            print(f"mujo: {where(source, scan)}", file=sys.stderr)
        if scan.game is not None:
            yield scan.game
