"""``mujo usi`` and ``mujo cecp``: the engine for programs that speak a protocol."""

import argparse

from mujo._core import speak
from mujo.cli.common import add_rule_set_options, read_rules
from mujo.cli.parser import Commands

__all__ = ["add_parser", "run"]


def add_parser(commands: Commands) -> None:
    """Describe the sub-commands."""
    for protocol, programs, default in (
        ("usi", "shogi programs (USI)", "tai"),
        # The variant that boards know best.
        ("cecp", "XBoard, WinBoard and QBoard (CECP)", "chu"),
    ):
        parser = commands.add_parser(
            protocol,
            help=f"be an engine for {programs}",
            description=f"Be an engine for {programs}: read commands from standard input and answer on standard output "
            "until 'quit' or the end of the input. The other program chooses the game, the time and the options.",
        )
        add_rule_set_options(parser)
        parser.set_defaults(run=run, protocol=protocol, rules=default)


def run(options: argparse.Namespace) -> int:
    """Talk."""
    speak(options.protocol, read_rules(options))
    return 0
