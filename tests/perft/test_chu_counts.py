"""Counts of chu: by path against another program, from the start by both definitions."""

from __future__ import annotations

from pathlib import Path

import pytest

import mujo
from mujo_reference import Game, load

TABLE = Path(__file__).with_name("chu-paths.txt")
LINES = [line.split(" ; ") for line in TABLE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]

#: By path: 1 and 2 stand in the tests of scalashogi and shogiops, 3 was confirmed by a second generator, 4 counted with
#: shogiops 0.18. By effect: 1 to 3 by two programs, 4 by one.
BY_PATH = {1: 36, 2: 1_296, 3: 52_599, 4: 2_134_748}
BY_EFFECT = {1: 36, 2: 1_296, 3: 48_315, 4: 1_801_639}


def test_the_table_is_whole() -> None:
    assert len(LINES) == 139
    assert sum(int(count) for _, count in LINES) == 18_709


@pytest.mark.parametrize(("position", "count"), LINES, ids=range(1, len(LINES) + 1))
def test_by_path(position: str, count: str) -> None:
    assert mujo.Board(position, "chu").perft(1, by="path") == int(count)
    assert Game(position, "chu").perft_paths(1) == int(count)


@pytest.mark.parametrize("depth", BY_PATH)
def test_start(depth: int) -> None:
    board = mujo.Board(rules="chu")
    assert board.perft(depth, by="path") == BY_PATH[depth]
    assert board.perft(depth) == BY_EFFECT[depth]
    assert board == mujo.Board(rules="chu")


def test_start_by_the_reference() -> None:
    game = Game(rules=load("chu"))
    assert game.perft_paths(2) == BY_PATH[2]
    assert game.perft(2) == BY_EFFECT[2]


@pytest.mark.long
def test_start_by_the_reference_to_depth_three() -> None:
    game = Game(rules=load("chu"))
    assert game.perft_paths(3) == BY_PATH[3]
    assert game.perft(3) == BY_EFFECT[3]


@pytest.mark.parametrize(
    ("pieces", "count"),
    [
        ("12/12/12/12/12/12/5N6/12/12/12/12/12 b", 88),
        ("12/12/12/12/12/12/5+O6/12/12/12/12/12 b", 88),
        ("12/12/12/12/12/12/5+H6/12/12/12/12/12 b", 41),
        ("12/12/12/12/12/12/5+D6/12/12/12/12/12 b", 40),
    ],
)
def test_lone_pieces_by_path(pieces: str, count: int) -> None:
    """Also in the tests of scalashogi."""
    assert mujo.Board(pieces, "chu").perft(1, by="path") == count
