"""The same choice has the same name on the command line and in Python; what prints data can print JSON."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import command_line
import mujo
from mujo import _core, diagrams, parallel, review, svg
from mujo.cli import build_parser
from mujo.notation.forms import parse_position

#: Commands that print no data: a prompt, servers and engines, a picture, a script for a shell, help.
NO_DATA = {"play", "serve", "usi", "cecp", "sheet", "completion", "help"}

#: For each command functions that do the same, and the options that they share.
SAME: dict[str, list[tuple[Callable[..., Any], set[str]]]] = {
    "perft": [(mujo.Board.perft, {"depth", "by", "threads", "hash"}), (parse_position, {"rules", "form"})],
    "solve": [
        (parallel.solve, {"max_plies", "nodes", "seconds", "hash"}),
        (mujo.Engine.mate, {"max_plies", "nodes", "seconds"}),
        (parse_position, {"rules", "form"}),
    ],
    "analyse": [(review.review_games, {"nodes"}), (parallel.open_executor, {"processes", "dask"})],
    "show": [(diagrams.board_text, {"style", "flip"}), (svg.board, {"style", "flip"}), (parse_position, {"form"})],
    "piece": [(diagrams.moves_text, {"style"})],
    "sheet": [(svg.sheets, {"rules", "columns"})],
    "bench": [(_core.engine_bench, {"shallower"})],
}


def commands() -> Iterator[tuple[str, set[str], set[str]]]:
    """List the commands with the names of their arguments and their flags."""
    (choices,) = [action.choices for action in build_parser()._actions if action.dest == "command"]
    assert choices is not None
    for name, parser in dict(choices).items():
        actions = parser._actions
        yield name, {action.dest for action in actions}, {flag for action in actions for flag in action.option_strings}


COMMANDS = {name: (names, flags) for name, names, flags in commands()}


def test_what_prints_data_prints_json() -> None:
    assert {name for name, (_, flags) in COMMANDS.items() if "--json" not in flags} == NO_DATA


@pytest.mark.parametrize("command", SAME)
def test_options_have_the_names_of_parameters(command: str) -> None:
    for function, names in SAME[command]:
        assert names <= COMMANDS[command][0]
        assert names <= set(inspect.signature(function).parameters)


def test_one_flag_means_one_thing() -> None:
    """Long work is cut by the same two options everywhere, and rules are named and changed by the same three."""
    with_executor = {name for name, (_, flags) in COMMANDS.items() if {"--processes", "--dask"} & flags}
    assert with_executor == {"analyse", "match", "perft", "solve"}
    assert all({"--processes", "--dask"} <= COMMANDS[name][1] for name in with_executor)
    for name, (_, flags) in COMMANDS.items():
        assert "--set" not in flags or "--reading" in flags, name
        assert "--rules" not in flags or "--set" in flags, name


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["play", "chu"], "a rule set is named with --rules chu"),
        (["moves", "maka/tsa"], "--rules maka/tsa"),
        (["paly"], "did you mean play?"),
        (["perfft", "1"], "did you mean perft?"),
        (["nothing-like-it"], "'mujo help' lists the commands"),
    ],
)
def test_likely_slips_get_a_hint(words: list[str], says: str) -> None:
    done = command_line.run(*words)
    assert done.status == 2
    assert says in " ".join(done.err.decode().split())
