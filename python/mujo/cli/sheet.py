"""``mujo sheet``: all pieces of a game with their moves, to be printed."""

import argparse

from mujo.cli.common import Commands, add_rule_set_options, read_rules

__all__ = ["add_parser", "run"]


def add_parser(commands: Commands) -> None:
    """Describe the sub-command."""
    parser = commands.add_parser(
        "sheet",
        help="write a picture of all pieces with their moves",
        description="Write a picture in SVG of all pieces of a game with their moves, to be printed.",
    )
    add_rule_set_options(parser)
    parser.add_argument("--columns", metavar="N", type=_columns, default=8, help="pieces side by side (default: 8)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write the picture."""
    from mujo import svg

    print(svg.sheet(read_rules(options), columns=options.columns), end="")
    return 0


def _columns(text: str) -> int:
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0
    if not 2 <= number <= 40:
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is no number from 2 to 40")
    return number
