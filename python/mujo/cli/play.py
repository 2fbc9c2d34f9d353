"""``mujo play``: a prompt for two people at one screen."""

import argparse
import sys

from mujo._core import Board
from mujo.cli.common import Commands, add_rules_option, add_style_option, clean, read_rules, start_text
from mujo.cli.output import shown_style
from mujo.diagrams import Style
from mujo.screen import terminal_width

__all__ = ["add_parser", "run"]

#: Ways to show pieces.
STYLES = (*Style, "kanji2")


def add_parser(commands: Commands) -> None:
    """Describe the subcommand."""
    parser = commands.add_parser(
        "play",
        help="play a game, two people or against the engine",
        description="Play a game, two people at one screen: type moves and commands; 'help' says how. Works on a "
        "pipe too, one line at a time.",
    )
    add_rules_option(parser)
    parser.add_argument("--position", metavar="TEXT", help="position text to start from")
    add_style_option(parser, STYLES, "; kanji2 has two kanji a square")
    parser.add_argument("--quiet", action="store_true", help="draw no board after each move; 'board' draws it")
    parser.add_argument(
        "--against", metavar="LEVEL", type=int, choices=range(1, 11), help="play against the engine, level 1 to 10"
    )
    parser.add_argument(
        "--side", choices=("black", "white"), default="black", help="your side against the engine (default: black)"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play."""
    # Loaded here, so that the other commands do not wait for it.
    from mujo.repl import run_session
    from mujo.repl.session import Session, View

    rules = read_rules(options)
    start = start_text(options, rules)
    if start is None and options.position is not None:
        start = clean(options.position)
    board = Board(start, rules)
    width = terminal_width() if sys.stdout is not None and sys.stdout.isatty() else 100
    stacked = options.style == "kanji2"
    asked = Style.KANJI if stacked else Style(options.style or Style.IDS)
    can_kanji = asked is Style.ASCII or shown_style(Style.KANJI, rules, names=True) is Style.KANJI
    style = asked if can_kanji else Style.ASCII
    view = View(style, width, stacked=stacked, show_board=not options.quiet, can_kanji=can_kanji)
    session = Session(board, view)
    if options.against is not None:
        from mujo.repl.opponent import Opponent

        engine_side = options.side == "white"
        session.opponent = Opponent(session, engine_side, options.against, session.dice.getrandbits(32))
        if session.opponent.is_to_move(session):
            session.opponent.move(session)
    return run_session(session)
