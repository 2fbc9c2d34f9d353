"""``mujo sheet``: all pieces of a game with their moves, to be printed."""

import argparse

from mujo.cli.common import (
    Commands,
    add_picture_options,
    add_rule_set_options,
    read_rules,
    whole_number,
    write_picture,
)

__all__ = ["add_parser", "run"]

#: Pieces side by side in one picture, and on a page.
_COLUMNS, _PAGE_COLUMNS = 8, 6


def add_parser(commands: Commands) -> None:
    """Describe the subcommand."""
    parser = commands.add_parser(
        "sheet",
        help="write a picture of all pieces with their moves",
        description="Write a picture of all pieces of a game with their moves, to be printed: one picture, or one "
        "page of the shape of A4 paper.",
    )
    add_rule_set_options(parser)
    parser.add_argument(
        "--columns",
        metavar="N",
        type=whole_number(2, 36),
        help=f"pieces side by side (default: {_COLUMNS}, on pages {_PAGE_COLUMNS})",
    )
    parser.add_argument("--page", metavar="N", type=whole_number(1, 999), help="only this page")
    add_picture_options(parser, svg=False)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write the picture."""
    from mujo import svg

    rules = read_rules(options)
    if options.page is None:
        write_picture(options, svg.sheet(rules, columns=options.columns or _COLUMNS))
        return 0
    pages = svg.sheets(rules, columns=options.columns or _PAGE_COLUMNS)
    if options.page > len(pages):
        options.parser.error(f"--page {options.page}: there are {len(pages)} pages")
    write_picture(options, pages[options.page - 1])
    return 0
