"""``mujo serve``: the board in a browser."""

import argparse
import sys

from mujo._core import Board
from mujo.cli.common import Commands, add_rules_option, clean, read_rules, start_text, whole_number
from mujo.cli.output import say
from mujo.errors import MujoError
from mujo.rules import RULE_FILE_SUFFIX

__all__ = ["add_parser", "run"]


def add_parser(commands: Commands) -> None:
    """Describe the subcommand."""
    parser = commands.add_parser(
        "serve",
        help="play and analyse in a browser (needs the extra mujo[web])",
        description="Show a board in the browser of this machine: play, two people or against the engine, and analyse. "
        "Open the link that it prints; Ctrl-C ends it. Games are kept: the same tab finds its game again.",
    )
    add_rules_option(parser)
    parser.add_argument("--position", metavar="TEXT", help="position text to start from")
    parser.add_argument(
        "--port", type=whole_number(0, 65535), help="port; 0 for any free one (default: 8017, or else any free one)"
    )
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to listen on; others can reach any but this (default: %(default)s)"
    )
    parser.add_argument(
        "--allow-host",
        metavar="NAME",
        action="append",
        default=[],
        help="a further name by which browsers call this machine; may be repeated",
    )
    parser.add_argument("--open", action="store_true", help="open the link in the browser")
    parser.add_argument("--forget", action="store_true", help="keep no games after the end")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Serve."""
    try:
        from mujo.web.server import serve
    except ImportError as error:
        if error.name is None or error.name.partition(".")[0] == "mujo":
            raise
        raise MujoError("mujo serve needs the extra web: pip install 'mujo[web]'", code="argument") from None
    from mujo.repl.state import state_folder

    rules = read_rules(options)
    start = start_text(options, rules)
    if start is None and options.position is not None:
        start = clean(options.position)
    serve(
        Board(start, rules),
        own=(rules,) if clean(options.rules).strip().endswith(RULE_FILE_SUFFIX) else (),
        host=clean(options.host),
        port=options.port,
        allowed=[clean(name) for name in options.allow_host],
        folder=None if options.forget else state_folder(),
        open_browser=options.open,
        announce=_announce,
    )
    return 0


def _announce(link: str) -> None:
    say(f"Open {link}\nCtrl-C ends the server.")
    if sys.stdout is not None:
        sys.stdout.flush()
