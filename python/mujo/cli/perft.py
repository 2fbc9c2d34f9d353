"""``mujo perft``: count the lines of play of a given length."""

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from mujo.cli.common import Commands, add_common_options, add_executor_options, executor_of, read_board, whole_number
from mujo.cli.output import board_fields, emit, say, to_json

__all__ = ["add_parser", "run"]

#: The limits of `Board.perft`.
_LARGEST_DEPTH = 64
_LARGEST_THREADS = 256
_LARGEST_TABLE = 1 << 20

#: Called with the moves of the root that are done, and with all of them.
Report = Callable[[int, int], object]


def add_parser(commands: Commands) -> None:
    """Describe the subcommand."""
    parser = commands.add_parser(
        "perft",
        help="count the lines of play of a given length",
        description="Count the sequences of DEPTH legal moves (rules 8.2 and 8.3). Repetition does not end a line.",
    )
    add_common_options(parser)
    parser.add_argument("depth", metavar="DEPTH", type=whole_number(0, _LARGEST_DEPTH), help="length in plies")
    parser.add_argument("--divide", action="store_true", help="list the count after each first move")
    parser.add_argument(
        "--by",
        choices=("effect", "path"),
        default="effect",
        help="what makes two moves different: what they do, or how they get there (default: %(default)s)",
    )
    parser.add_argument(
        "--threads", metavar="N", type=whole_number(1, _LARGEST_THREADS), default=1, help="threads to use"
    )
    parser.add_argument(
        "--hash",
        metavar="MIB",
        type=whole_number(0, _LARGEST_TABLE),
        default=0,
        help="size of the table of positions that were counted before (default: no table)",
    )
    add_executor_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Count."""
    board = read_board(options)
    started = time.perf_counter()
    divided: dict[str, int] | None = None
    with _progress_bar() as report, executor_of(options) as executor:
        manner: dict[str, Any] = {"by": options.by, "threads": options.threads, "hash": options.hash}
        if options.divide:
            counts = board.divide(options.depth, executor=executor, **manner)
            divided = {move.usi(): count for move, count in counts.items()}
            nodes = sum(divided.values())
        else:
            nodes = board.perft(options.depth, executor=executor, progress=report, **manner)
    seconds = time.perf_counter() - started
    if options.json:
        fields = {
            **board_fields(board),
            "depth": options.depth,
            "by": options.by,
            "nodes": nodes,
            "seconds": round(seconds, 6),
            "divide": divided,
        }
        emit(to_json("perft", fields) + "\n")
        return 0
    lines = [f"{move} {count}" for move, count in (divided or {}).items()]
    say("\n".join([*lines, f"total {nodes}" if divided is not None else str(nodes)]))
    if sys.stderr is not None and sys.stderr.isatty():
        print(f"{seconds:.2f} s, {nodes / max(seconds, 1e-9):,.0f} nodes/s", file=sys.stderr)
    return 0


@contextmanager
def _progress_bar() -> Iterator[Report | None]:
    """Show a bar on standard error while it is a terminal, and nothing otherwise."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("perft"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("perft", total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
