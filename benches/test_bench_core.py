"""Lists, counts, pushes, games and starts through the Python API. Every benchmark asserts its result."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

import mujo

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

# Start counts as in rust/core/tests/counts.rs, known from two independent generators.
STARTS = {"tai": 479, "maka": 80, "hishigata": 260, "chu": 36, "tenjiku": 74, "taikyoku": 262}
# Sequences of moves, agreed by the core and the reference engine (tests/perft).
COUNTS = {
    ("tai", 2): 230777,
    ("maka", 3): 536860,
    ("chu", 2): 1296,
    ("chu", 3): 48315,
    ("tenjiku", 2): 5550,
    ("taikyoku", 2): 68540,
}


def note(benchmark: BenchmarkFixture, rules: str, nodes: int) -> None:
    """Record what a figure is of."""
    benchmark.extra_info.update(rules=rules, nodes=nodes, build=mujo.build_profile())


@pytest.mark.parametrize("rules", STARTS)
def test_count_of_legal_moves(benchmark: BenchmarkFixture, rules: str) -> None:
    """A snapshot of the legal moves, counted."""
    board = mujo.Board(rules=rules)
    note(benchmark, rules, STARTS[rules])
    assert benchmark(lambda: len(board.legal_moves)) == STARTS[rules]


@pytest.mark.parametrize("rules", STARTS)
def test_list_of_legal_moves(benchmark: BenchmarkFixture, rules: str) -> None:
    """The legal moves as objects."""
    board = mujo.Board(rules=rules)
    note(benchmark, rules, STARTS[rules])
    assert len(benchmark(lambda: list(board.legal_moves))) == STARTS[rules]


def test_list_of_floats(benchmark: BenchmarkFixture) -> None:
    """As many floats as tai's start has moves: the yardstick of the list above."""
    note(benchmark, "none", STARTS["tai"])
    assert len(benchmark(lambda: list(map(float, range(STARTS["tai"]))))) == STARTS["tai"]


@pytest.mark.parametrize(("rules", "depth"), COUNTS)
def test_perft_counted(benchmark: BenchmarkFixture, rules: str, depth: int) -> None:
    """Counts whose last ply is counted and not made."""
    board = mujo.Board(rules=rules)
    note(benchmark, rules, COUNTS[rules, depth])
    assert benchmark(board.perft, depth) == COUNTS[rules, depth]


def made(board: mujo.Board, depth: int) -> int:
    """Count by pushing and popping every move."""
    if depth == 0:
        return 1
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += made(board, depth - 1)
        board.pop()
    return nodes


def test_perft_made(benchmark: BenchmarkFixture) -> None:
    """The same in Python, every node made."""
    board = mujo.Board(rules="chu")
    note(benchmark, "chu", COUNTS["chu", 2])
    assert benchmark(made, board, 2) == COUNTS["chu", 2]


def push_and_pop(board: mujo.Board, moves: list[mujo.Move]) -> int:
    """Push and pop every move; return how many."""
    for move in moves:
        board.push(move)
        board.pop()
    return len(moves)


@pytest.mark.parametrize("known", [True, False], ids=["from the list", "from elsewhere"])
def test_push_and_pop(benchmark: BenchmarkFixture, known: bool) -> None:
    """Every legal move of tai's start, checked, made and taken back."""
    board = mujo.Board()
    moves = [move if known else mujo.Move.from_usi(str(move)) for move in board.legal_moves]
    note(benchmark, "tai", STARTS["tai"])
    assert benchmark(push_and_pop, board, moves) == STARTS["tai"]
    assert board == mujo.Board()


@pytest.mark.parametrize("rules", STARTS)
def test_random_games(benchmark: BenchmarkFixture, rules: str) -> None:
    """Twenty random games of at most 300 plies."""
    board = mujo.Board(rules=rules)
    first = board.playouts(20, seed=1, max_plies=300)
    note(benchmark, rules, sum(first.plies))
    games = benchmark(lambda: board.playouts(20, seed=1, max_plies=300))
    assert bytes(games.plies) == bytes(first.plies)
    assert bytes(games.winners) == bytes(first.winners)


@pytest.mark.parametrize("code", ["pass", "import mujo"])
def test_processes(benchmark: BenchmarkFixture, code: str) -> None:
    """An interpreter that does nothing, and one that imports mujo."""
    note(benchmark, "none", 0)
    assert benchmark(lambda: subprocess.run([sys.executable, "-c", code], check=True).returncode) == 0


@pytest.mark.parametrize("rules", STARTS)
def test_compiling(benchmark: BenchmarkFixture, rules: str) -> None:
    """A rule set that is compiled anew every time, since it is changed."""
    note(benchmark, rules, 0)
    compiled = benchmark(lambda: mujo.RuleSet(rules, stalemate="draw"))
    assert compiled.options["stalemate"] == "draw"
    assert len(mujo.Board(rules=compiled).legal_moves) == STARTS[rules]


START = mujo.Board().sfen()
TEXTS: dict[str, Callable[[], object]] = {
    "write a position": mujo.Board().sfen,
    "read a position": lambda: mujo.Board(START).sfen(),
}


@pytest.mark.parametrize("what", TEXTS)
def test_texts(benchmark: BenchmarkFixture, what: str) -> None:
    """Position texts."""
    note(benchmark, "tai", 354)
    assert benchmark(TEXTS[what]) == START
