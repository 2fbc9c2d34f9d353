"""``mujo show``: a position as a board."""

import argparse
import sys
from typing import Any

from mujo._core import Board
from mujo.cells import printable, to_ascii
from mujo.cli.common import Commands, add_common_options, add_style_options, read_board
from mujo.cli.output import board_fields, to_json
from mujo.describe import describe_turn, side_name
from mujo.diagrams import BOARD_LEGEND, Style, board_text
from mujo.screen import choose_style, terminal_width

__all__ = ["add_parser", "run"]


def add_parser(commands: Commands) -> None:
    """Describe the sub-command."""
    parser = commands.add_parser("show", help="draw a position", description="Draw a position as a board.")
    add_common_options(parser)
    add_style_options(parser)
    parser.add_argument("--svg", action="store_true", help="write a picture in SVG")
    parser.add_argument(
        "--pieces",
        choices=("kanji", "kanji2", "ids", "mnemonic"),
        default="kanji",
        help="what stands on the pieces of the picture: %(choices)s (default: %(default)s)",
    )
    parser.add_argument("--flip", action="store_true", help="Black's side at the top")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Draw the board."""
    board = read_board(options)
    if options.json:
        print(to_json("show", _fields(board)))
        return 0
    if options.svg:
        from mujo import svg

        print(svg.board(board, style=options.pieces, flip=options.flip), end="")
        return 0
    style = choose_style(options.style, board.rules, terminal_width() if sys.stdout.isatty() else None)
    lines = [
        f"{board.rules.name}: {BOARD_LEGEND[style]}",
        board_text(board, style, flip=options.flip),
        describe_turn(board),
    ]
    text = "\n".join(lines)
    print(printable(to_ascii(text) if style is Style.ASCII else text))
    return 0


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
