"""``mujo sheet``: all pieces of a game with their moves, to be printed."""

import argparse

from mujo.cli.common import Commands, add_rule_set_options, read_rules, whole_number
from mujo.cli.output import emit

__all__ = ["add_parser", "run"]


def add_parser(commands: Commands) -> None:
    """Describe the subcommand."""
    parser = commands.add_parser(
        "sheet",
        help="write a picture of all pieces with their moves",
        description="Write a picture in SVG of all pieces of a game with their moves, to be printed.",
    )
    add_rule_set_options(parser)
    parser.add_argument(
        "--columns", metavar="N", type=whole_number(2, 40), default=8, help="pieces side by side (default: 8)"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write the picture."""
    from mujo import svg

    emit(svg.sheet(read_rules(options), columns=options.columns))
    return 0
