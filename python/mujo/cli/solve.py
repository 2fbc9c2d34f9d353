"""``mujo solve``: mating problems."""

import argparse
import time

from mujo._core import Board, Engine
from mujo.cli.common import add_rule_set_options, clean, open_text, read_rules
from mujo.cli.output import emit, say, to_json
from mujo.cli.parser import Commands
from mujo.errors import MujoError
from mujo.lishogi import read_position
from mujo.record.limits import limited_lines

__all__ = ["add_parser", "run"]


def add_parser(commands: Commands) -> None:
    """Describe the sub-command."""
    parser = commands.add_parser(
        "solve",
        help="solve mating problems",
        description="Solve mating problems: one a line, 'POSITION', or 'NAME ; POSITION' with anything after another "
        "semicolon; lines that begin with # are left out. The side to move gives check with every move. Problems whose "
        "attacker has no royal need '--set no_royals=plays-on'.",
    )
    parser.add_argument("file", metavar="FILE", help="a file of problems, or - for standard input")
    add_rule_set_options(parser)
    parser.add_argument("--lishogi", action="store_true", help="positions are in lishogi's letters")
    parser.add_argument("--seconds", type=float, default=10.0, help="time for each problem (default: %(default)s)")
    parser.add_argument("--nodes", type=int, help="positions visited for each problem at most")
    parser.add_argument("--plies", type=int, default=199, help="longest line, 1 to 400 (default: %(default)s)")
    parser.add_argument("--hash", type=int, default=256, help="MiB of the table (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="write one line of JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Solve the problems."""
    rules = read_rules(options)
    engine = Engine(rules, options.hash)
    path = clean(options.file)
    rows: list[dict[str, object]] = []
    began = time.monotonic()
    with open_text(path) as lines:
        for number, line in enumerate(limited_lines(lines), 1):
            if not line.strip() or line.startswith("#"):
                continue
            fields = [field.strip() for field in line.split(";")]
            name, position = (fields[0], fields[1]) if len(fields) > 1 else (f"line {number}", fields[0])
            try:
                board = read_position(position, rules) if options.lishogi else Board(position, rules)
                mate = engine.mate(board, options.plies, nodes=options.nodes, seconds=options.seconds)
            except MujoError as error:
                raise MujoError(f"{path}, line {number}: {error}", code=error.code) from None
            moves = [move.usi() for move in mate.moves]
            rows.append({"name": name, "status": mate.status, "moves": moves, "nodes": mate.nodes})
            if not options.json:
                found = f"mate in {len(moves)}: {' '.join(moves)}" if moves else mate.status
                say(f"{name}: {found} ({mate.nodes} positions, {mate.seconds:.1f} s)")
    solved = sum(bool(row["moves"]) for row in rows)
    if options.json:
        emit(to_json("solve", {"rules": rules.name, "problems": rows, "solved": solved}) + "\n")
    else:
        say(f"{solved} of {len(rows)} solved in {time.monotonic() - began:.0f} s")
    return 0 if solved == len(rows) else 1
