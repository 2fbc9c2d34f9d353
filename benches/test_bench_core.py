"""Lists, counts, pushes and starts through the Python API. Every benchmark asserts its result."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

import mujo

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

# Start counts as in rust/core/tests/counts.rs, known from two independent generators.
STARTS = {"tai": 479, "maka": 80, "hishigata": 260, "chu": 36}
# Sequences of two moves, agreed by the core and the reference engine.
TWO_PLIES = {"tai": 230777, "chu": 1296}


@pytest.mark.parametrize("rules", STARTS)
def test_count_of_legal_moves(benchmark: BenchmarkFixture, rules: str) -> None:
    """A snapshot of the legal moves, counted."""
    board = mujo.Board(rules=rules)
    benchmark.extra_info["rules"] = rules
    assert benchmark(lambda: len(board.legal_moves)) == STARTS[rules]


@pytest.mark.parametrize("rules", STARTS)
def test_list_of_legal_moves(benchmark: BenchmarkFixture, rules: str) -> None:
    """The legal moves as objects."""
    board = mujo.Board(rules=rules)
    benchmark.extra_info["rules"] = rules
    assert len(benchmark(lambda: list(board.legal_moves))) == STARTS[rules]


@pytest.mark.parametrize("rules", TWO_PLIES)
def test_perft(benchmark: BenchmarkFixture, rules: str) -> None:
    """Two plies, the last one counted."""
    board = mujo.Board(rules=rules)
    benchmark.extra_info.update(rules=rules, nodes=TWO_PLIES[rules])
    assert benchmark(board.perft, 2) == TWO_PLIES[rules]


def push_and_pop(board: mujo.Board, moves: list[mujo.Move]) -> int:
    """Push and pop every move; return how many."""
    for move in moves:
        board.push(move)
        board.pop()
    return len(moves)


def test_push_and_pop(benchmark: BenchmarkFixture) -> None:
    """Every legal move of tai's start, checked, made and taken back."""
    board = mujo.Board()
    moves = list(board.legal_moves)
    assert benchmark(push_and_pop, board, moves) == STARTS["tai"]
    assert board == mujo.Board()


START = mujo.Board().sfen()
TEXTS: dict[str, Callable[[], object]] = {
    "write a position": mujo.Board().sfen,
    "read a position": lambda: mujo.Board(START),
    "compile a rule set": lambda: mujo.RuleSet("tai", stalemate="draw"),
}


@pytest.mark.parametrize("what", TEXTS)
def test_texts(benchmark: BenchmarkFixture, what: str) -> None:
    """Texts and rule sets."""
    assert benchmark(TEXTS[what]) is not None
