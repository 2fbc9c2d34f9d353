"""``mujo bench``: a fixed amount of searching."""

import argparse

from mujo._core import SearchResult, engine_bench
from mujo.cli.common import add_json_option
from mujo.cli.output import emit, say, to_json
from mujo.cli.parser import Commands

__all__ = ["add_parser", "run"]


def add_parser(commands: Commands) -> None:
    """Describe the sub-command."""
    parser = commands.add_parser(
        "bench",
        help="search a fixed list of positions with the engine",
        description="Search a fixed list of positions with one thread. The number of positions visited is a signature "
        "of the search: it is the same on every machine, and changes whenever the search or its numbers do.",
    )
    parser.add_argument(
        "--shallower", metavar="N", type=int, default=0, choices=range(11), help="plies less than usual, 0 to 10"
    )
    add_json_option(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Search."""
    rows: list[dict[str, object]] = []

    def progress(rules: str, plies: int, result: SearchResult) -> None:
        row = {"rules": rules, "plies": plies, "depth": result.depth, "nodes": result.nodes, "score": str(result.score)}
        rows.append(row)
        if not options.json:
            nodes = f"{result.nodes:>9} nodes, {result.nps / 1000:6.0f} k/s, quiescence {result.quiescence:.1f} a call"
            say(f"{rules:10} {plies:4} plies: depth {result.depth}/{result.seldepth}, {nodes}")

    nodes, seconds = engine_bench(options.shallower, progress)
    if options.json:
        emit(to_json("bench", {"nodes": nodes, "seconds": seconds, "positions": rows}) + "\n")
    else:
        say(f"{nodes} nodes, {nodes / max(seconds, 1e-9):.0f} nodes/s")
    return 0
