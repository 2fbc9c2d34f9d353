"""``mujo solve``: mating problems."""

import argparse
import time
from collections.abc import Iterator
from typing import Any

from mujo._core import Board, Engine, Mate, RuleSet
from mujo.cli.common import (
    add_executor_options,
    add_form_option,
    add_json_option,
    add_rule_set_options,
    clean,
    executor_of,
    open_text,
    read_rules,
    whole_number,
)
from mujo.cli.output import emit, say, to_json
from mujo.cli.parser import Commands
from mujo.errors import MujoError
from mujo.notation.forms import parse_position
from mujo.parallel import solve
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
    add_form_option(parser)
    parser.add_argument("--seconds", type=float, default=10.0, help="time for each problem (default: %(default)s)")
    parser.add_argument(
        "--nodes", metavar="N", type=whole_number(1, 99_999_999), help="positions visited for each problem at most"
    )
    parser.add_argument(
        "--max-plies",
        metavar="N",
        type=whole_number(1, 400),
        default=199,
        help="longest line, 1 to 400 (default: %(default)s)",
    )
    parser.add_argument(
        "--hash",
        metavar="MIB",
        type=whole_number(1, 1 << 20),
        default=256,
        help="size of the table (default: %(default)s)",
    )
    add_json_option(parser)
    add_executor_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Solve the problems."""
    rules = read_rules(options)
    path = clean(options.file)
    problems = list(_problems(path, options, rules))
    began = time.monotonic()
    rows: list[dict[str, object]] = []
    try:
        with executor_of(options) as executor:
            for (name, _), mate in zip(problems, _mates(problems, options, executor), strict=True):
                moves = [move.usi() for move in mate.moves]
                rows.append({"name": name, "status": mate.status, "moves": moves, "nodes": mate.nodes})
                if not options.json:
                    found = f"mate in {len(moves)}: {' '.join(moves)}" if moves else mate.status
                    say(f"{name}: {found} ({mate.nodes} positions, {mate.seconds:.1f} s)")
    except MujoError as error:
        raise MujoError(f"{path}: {error}", code=error.code) from None
    solved = sum(bool(row["moves"]) for row in rows)
    if options.json:
        emit(to_json("solve", {"rules": rules.name, "problems": rows, "solved": solved}) + "\n")
    else:
        say(f"{solved} of {len(rows)} solved in {time.monotonic() - began:.0f} s")
    return 0 if solved == len(rows) else 1


def _problems(path: str, options: argparse.Namespace, rules: RuleSet) -> Iterator[tuple[str, Board]]:
    """Read the names and positions of a file."""
    with open_text(path) as lines:
        for number, line in enumerate(limited_lines(lines), 1):
            if not line.strip() or line.startswith("#"):
                continue
            fields = [field.strip() for field in line.split(";")]
            name, position = (fields[0], fields[1]) if len(fields) > 1 else (f"line {number}", fields[0])
            try:
                yield name, parse_position(position, rules, options.form)
            except MujoError as error:
                raise MujoError(f"{path}, line {number}: {error}", code=error.code) from None


def _mates(problems: list[tuple[str, Board]], options: argparse.Namespace, executor: Any) -> Iterator[Mate]:
    """Search here one after the other, or on an executor."""
    limits = {"nodes": options.nodes, "seconds": options.seconds}
    if executor is not None:
        boards = [board for _, board in problems]
        yield from solve(boards, options.max_plies, hash=options.hash, executor=executor, **limits)
        return
    engine: Engine | None = None
    for name, board in problems:
        engine = engine or Engine(board.rules, options.hash)
        try:
            yield engine.mate(board, options.max_plies, **limits)
        except MujoError as error:
            raise MujoError(f"{name}: {error}", code=error.code) from None
