"""``mujo show``: a position as a board."""

import argparse
import sys
from typing import Any

from mujo._core import Board
from mujo.cli.common import (
    Commands,
    add_common_options,
    add_picture_options,
    add_style_option,
    forbid,
    read_board,
    write_picture,
)
from mujo.cli.output import board_fields, emit, say, shown_style, to_json
from mujo.describe import describe_turn, side_name
from mujo.diagrams import BOARD_LEGEND, Style, board_text, board_width
from mujo.notation.forms import POSITION_FORMS, format_position
from mujo.screen import terminal_width

__all__ = ["STYLES", "add_parser", "run"]

#: Ways to show pieces; the last two only in pictures.
STYLES = (*Style, "kanji2", "mnemonic")


def add_parser(commands: Commands) -> None:
    """Describe the subcommand."""
    parser = commands.add_parser("show", help="draw a position", description="Draw a position as a board.")
    add_common_options(parser)
    add_style_option(parser, STYLES, "; kanji2 and mnemonic in pictures only, where the default is kanji")
    add_picture_options(parser)
    parser.add_argument(
        "--to",
        metavar="FORM",
        choices=POSITION_FORMS,
        help="write the position as text in this form instead of drawing it: %(choices)s",
    )
    parser.add_argument("--flip", action="store_true", help="Black's side at the top")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Draw the board."""
    if options.json:
        forbid(options, "--json", "--svg", "--png", "--style", "--flip")
    if options.svg:
        forbid(options, "--svg", "--png")
    if options.to is not None:
        forbid(options, "--to", "--json", "--svg", "--png", "--style", "--flip")
    draws = options.svg or options.png
    if draws and options.style == Style.ASCII:
        options.parser.error("a picture does not go with --style ascii")
    if not draws and options.style not in (None, *Style):
        options.parser.error(f"--style {options.style} needs --svg or --png")
    board = read_board(options)
    if options.to is not None:
        emit(format_position(board, options.to) + "\n")
        return 0
    if options.json:
        emit(to_json("show", _fields(board)) + "\n")
        return 0
    if draws:
        from mujo import svg

        write_picture(options, svg.board(board, style=options.style or "kanji", flip=options.flip))
        return 0
    style = shown_style(None if options.style is None else Style(options.style), board.rules)
    lines = [
        f"{board.rules.name}: {BOARD_LEGEND[style]}",
        _drawn(board, style, flip=options.flip),
        describe_turn(board),
    ]
    say("\n".join(lines), ascii_only=style is Style.ASCII)
    return 0


def _drawn(board: Board, style: Style, *, flip: bool) -> str:
    """Draw the board, in narrow columns if a terminal has no room for wide ones."""
    width = terminal_width() if sys.stdout is not None and sys.stdout.isatty() else None
    if width is None or style is Style.KANJI or board_width(board.rules, style) <= width:
        return board_text(board, style, flip=flip)
    from mujo.repl.picture import draw
    from mujo.repl.view import View

    return draw(board, View(style, width, whole=True, flip=flip), {}).text()


def _fields(board: Board) -> dict[str, Any]:
    rules = board.rules
    outcome = board.outcome()
    return {
        **board_fields(board),
        "files": rules.files,
        "ranks": rules.ranks,
        "turn": side_name(board.turn).lower(),
        "state": None if board.state is None else rules.square_name(board.state),
        "move_number": board.move_number,
        "pieces": [
            {
                "square": rules.square_name(square),
                "type": piece.type,
                "side": side_name(piece.side).lower(),
                "promoted": piece.promoted,
            }
            for square, piece in sorted(board.piece_map().items())
        ],
        "check": board.is_check(),
        "outcome": outcome
        and {
            "result": outcome.result,
            "termination": outcome.termination,
            "rule": outcome.rule,
        },
    }
