"""The perft tables, counted by the core and, as far as that takes seconds only, by the reference."""

from __future__ import annotations

from pathlib import Path

import pytest

import mujo
from mujo_reference import Game
from perft.tables import Count, Row, read

TABLES = ("starts.txt", "powers.txt")
ROWS = [row for name in TABLES for row in read(Path(__file__).with_name(name))]
IDS = [f"{row.rules}: {row.name}" for row in ROWS]

#: Sequences that the core counts every day, and the reference.
CORE_LIMIT = 20_000_000
REFERENCE_LIMIT = 1_500


def below_each_move(row: Row, depth: int) -> str:
    """Return the core's count below each move, as other programs print it."""
    board = mujo.Board(row.position, rules=mujo.RuleSet(row.rules))
    parts = sorted((str(move), count) for move, count in board.divide(depth).items())
    return "\n".join(f"{move}: {count}" for move, count in parts)


def by_core(row: Row, count: Count) -> None:
    board = mujo.Board(row.position, rules=mujo.RuleSet(row.rules))
    found = board.perft(count.depth)
    if found != count.number:
        below = below_each_move(row, count.depth)
        pytest.fail(f"{row.name}, depth {count.depth}: {found}, the table has {count.number}\n{below}")


def by_reference(row: Row, count: Count) -> None:
    found = Game(row.position, rules=row.rules).perft(count.depth)
    if found != count.number:
        below = below_each_move(row, count.depth)
        pytest.fail(f"{row.name}, depth {count.depth}: reference {found}, the table has {count.number}; core:\n{below}")


def test_the_tables_are_whole() -> None:
    assert {row.rules for row in ROWS if row.move is None} == set(mujo.rule_set_names())
    assert sum(row.move is not None for row in ROWS) >= 60
    assert all(max(count.depth for count in row.counts) >= 2 for row in ROWS)
    assert all(count.number is not None for row in ROWS for count in row.counts)
    assert len(set(IDS)) == len(IDS)


@pytest.mark.parametrize("row", [row for row in ROWS if row.move], ids=lambda row: row.name)
def test_the_move_is_played_and_answered(row: Row) -> None:
    assert row.move is not None
    board = mujo.Board(row.position, rules=mujo.RuleSet(row.rules))
    board.push(row.move)
    assert board.is_game_over() or len(board.legal_moves) > 0
    game = Game(row.position, rules=row.rules)
    game.push(row.move)
    assert sorted(map(str, board.legal_moves)) == sorted(game.legal_moves())


@pytest.mark.parametrize("row", ROWS, ids=IDS)
def test_core(row: Row) -> None:
    for count in row.counts:
        if (count.number or 0) <= CORE_LIMIT:
            by_core(row, count)


@pytest.mark.parametrize("row", ROWS, ids=IDS)
def test_reference(row: Row) -> None:
    for count in row.counts:
        if count.who != "core" and (count.number or 0) <= REFERENCE_LIMIT:
            by_reference(row, count)


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("row", ROWS, ids=IDS)
def test_everything(row: Row) -> None:
    for count in row.counts:
        by_core(row, count)
        if count.who != "core":
            by_reference(row, count)
