"""``mujo rules``: the rule sets, what one decides, what differs between two."""

import argparse
import sys

from mujo.cli.common import Commands, add_change_options, add_json_option, change_rules, clean, forbid
from mujo.cli.output import emit, say, to_json
from mujo.comparison import compare
from mujo.rules import describe_rules, find_rules, list_rules, rule_list_fields, rules_fields
from mujo.screen import terminal_width

__all__ = ["add_parser", "run"]

#: Columns where the output is not a terminal.
_WIDTH = 100


def add_parser(commands: Commands) -> None:
    """Describe the subcommand."""
    parser = commands.add_parser(
        "rules",
        help="list rule sets, describe one, or compare two",
        description="Without a name: list the rule sets. With one: every option and every reading, with meaning and "
        "source. With two: exactly what differs, in words and in move diagrams side by side.",
    )
    parser.add_argument(
        "names",
        metavar="NAME",
        nargs="*",
        help="a rule set, also with changes, as in 'maka[emperor=protected-piece]', or a file NAME.toml",
    )
    add_change_options(parser)
    parser.add_argument("--no-diagrams", action="store_true", help="leave the move diagrams out of a comparison")
    parser.add_argument("--ascii", action="store_true", help="nothing but ASCII in the output")
    add_json_option(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """List, describe or compare."""
    names = [clean(name) for name in options.names]
    if len(names) > 2:
        options.parser.error(f"{len(names)} rule sets: name one to describe it, or two to compare them")
    if len(names) != 1 and (options.changes or options.readings):
        options.parser.error(
            "--set and --reading change one rule set: name it; of two, write the changes as in maka[stalemate=draw]"
        )
    if options.json:
        forbid(options, "--json", "--ascii")
    if len(names) < 2:
        forbid(options, "one rule set" if names else "the list of rule sets", "--no-diagrams")
    width = terminal_width() if sys.stdout is not None and sys.stdout.isatty() else _WIDTH
    if not names:
        fields, text = {"sets": rule_list_fields()}, list_rules(width)
    elif len(names) == 1:
        rules = change_rules(find_rules(names[0]), options)
        fields, text = rules_fields(rules), describe_rules(rules, width)
    else:
        comparison = compare(find_rules(names[0]), find_rules(names[1]))
        diagrams = not options.no_diagrams
        if options.json:
            fields, text = comparison.fields(diagrams=diagrams), ""
        else:
            fields, text = {}, comparison.text(diagrams=diagrams, width=width)
    if options.json:
        emit(to_json("rules", fields) + "\n")
    else:
        say(text, ascii_only=options.ascii)
    return 0
