"""``mujo help``: the commands, or the options of one."""

import argparse
from typing import cast

from mujo.cli.output import say
from mujo.cli.parser import Commands, Parser

__all__ = ["add_parser", "run"]


def add_parser(commands: Commands) -> None:
    """Describe the subcommand."""
    parser = commands.add_parser(
        "help", help="list the commands, or the options of one", description="Print help on mujo or on one command."
    )
    parser.add_argument("topic", metavar="COMMAND", nargs="?", help="the command")
    parser.set_defaults(run=run, commands=commands)


def run(options: argparse.Namespace) -> int:
    """Print the help."""
    if options.topic is None:
        say(options.whole.format_help().rstrip())
        return 0
    known = cast("dict[str, Parser]", options.commands.choices)
    if options.topic not in known:
        options.parser.error(f"{options.topic!r} is not a command; there are {', '.join(known)}")
    say(known[options.topic].format_help().rstrip())
    return 0
