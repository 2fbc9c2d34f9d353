"""``mujo moves``: the legal moves of a position, one a line."""

import argparse

from mujo.cli.common import Commands, add_common_options, clean, read_board
from mujo.cli.output import board_fields, emit, move_fields, say, to_json

__all__ = ["add_parser", "run"]


def add_parser(commands: Commands) -> None:
    """Describe the subcommand."""
    parser = commands.add_parser(
        "moves", help="list the legal moves of a position", description="List the legal moves, one a line."
    )
    add_common_options(parser)
    parser.add_argument("--from", dest="from_square", metavar="SQUARE", help="only those of the piece on this square")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """List the moves."""
    board = read_board(options)
    rules = board.rules
    start = None if options.from_square is None else rules.parse_square(clean(options.from_square))
    found = board.legal_moves if start is None else board.legal_moves_from(start)
    # Those of one piece together, 1a first: the board lists them in an order of its own.
    moves = sorted(found, key=lambda move: move.from_square)
    if options.json:
        fields = {
            **board_fields(board),
            "from": None if start is None else rules.square_name(start),
            "count": len(moves),
            "moves": [move_fields(board, move) for move in moves],
        }
        emit(to_json("moves", fields) + "\n")
    elif moves:
        say("\n".join(move.usi() for move in moves))
    return 0
