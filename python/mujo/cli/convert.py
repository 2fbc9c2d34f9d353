"""``mujo convert``: games from one format to another."""

import argparse
import sys
from collections.abc import Iterator

from mujo._core import RuleSet
from mujo.cells import printable
from mujo.cli.common import Commands, add_change_options, clean, read_own_rules
from mujo.errors import MujoError, NotationError
from mujo.record import Format, Game, Scan, find_format, format_games, scan_games, scan_stream, write_games

__all__ = ["add_parser", "add_source_options", "run", "scans_of", "where"]


def add_parser(commands: Commands) -> None:
    """Describe the sub-command."""
    parser = commands.add_parser(
        "convert",
        help="write games in another format",
        description="Read games and write them in another format, one at a time. What cannot be read or played of a "
        "game is kept as text and reported.",
    )
    parser.add_argument("source", metavar="FROM", help="a file of games, or - for standard input")
    parser.add_argument("target", metavar="TO", help="the file to write, or - for standard output")
    parser.add_argument("--to", metavar="FORMAT", choices=list(Format), help="format to write: %(choices)s")
    add_source_options(parser)
    parser.set_defaults(run=run)


def add_source_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--from``, and ``--rules`` with its changes."""
    parser.add_argument(
        "--from",
        dest="form",
        metavar="FORMAT",
        choices=list(Format),
        help="format to read: %(choices)s (default: told by the name of the file)",
    )
    parser.add_argument("--rules", metavar="NAME", help="rules of games that do not name theirs, or a file NAME.toml")
    add_change_options(parser)


def run(options: argparse.Namespace) -> int:
    """Convert."""
    rules = read_own_rules(options)
    target = clean(options.target)
    if options.to is None and target == "-":
        raise NotationError("say with --to which format to write", code="record.unknown_format")
    form = Format(options.to) if options.to is not None else find_format(target)
    games = _reported(scans_of(clean(options.source), options.form, rules), clean(options.source))
    if target == "-":
        for text in format_games(games, form, rules):
            sys.stdout.write(text)
    else:
        count = write_games(target, games, form, rules)
        print(printable(f"{target}: {count} {'game' if count == 1 else 'games'}"))
    return 0


def scans_of(source: str, form: str | None, rules: RuleSet | None) -> Iterator[Scan]:
    """Read games from a file, or from standard input."""
    if source != "-":
        return scan_games(source, form, rules)
    if form is None:
        raise NotationError("say with --from which format standard input has", code="record.unknown_format")
    return scan_stream(sys.stdin, Format(form), rules)


def where(source: str, scan: Scan) -> str:
    """Say of which game a fault is, and what it is."""
    assert scan.fault is not None
    ply = "" if scan.fault.ply is None else f", ply {scan.fault.ply}"
    slug = f" [{scan.fault.error.code}]" if scan.fault.error.code else ""
    return printable(f"{source}:{scan.line}: game {scan.number}{ply}: {scan.fault.error}{slug}")


def _reported(scans: Iterator[Scan], source: str) -> Iterator[Game]:
    for scan in scans:
        if scan.game is None:
            assert scan.fault is not None
            raise MujoError(where(source, scan).rpartition(" [")[0], code=scan.fault.error.code)
        if scan.fault is not None:
            print(f"mujo: {where(source, scan)}", file=sys.stderr)
        yield scan.game
