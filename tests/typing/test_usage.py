"""Code as users write it, with the types a checker must infer: run by pytest, checked by mypy."""

from __future__ import annotations

import os
from typing import assert_type

import pytest

import mujo
from mujo import BLACK, Board, Move, MujoError, Outcome, Piece, PieceType, RuleSet, Setup


def test_boards() -> None:
    board = Board(rules="maka")
    assert_type(board, Board)
    assert_type(board.turn, bool)
    assert_type(board.key, int)
    assert_type(board.state, int | None)
    assert_type(board.piece_at(0), Piece | None)
    assert_type(board.piece_map(), dict[int, Piece])
    assert_type(board.royals(BLACK), list[int])
    assert_type(board.outcome(), Outcome | None)
    assert_type(board.sfen(), str)
    assert_type(board.to_bytes(), bytes)
    assert_type(board.copy(history=False), Board)
    assert_type(board.perft(1), int)
    assert_type(board.divide(1), dict[Move, int])
    assert board.turn == BLACK


def test_moves() -> None:
    board = Board(rules="maka")
    for move in board.legal_moves:
        assert_type(move, Move)
        assert_type(move.captures, tuple[int, ...])
        assert_type(move.promotes, bool)
    first = board.legal_moves[0]
    assert_type(first, Move)
    assert_type(board.push(first), Move)
    assert_type(board.play(board.legal_moves[0]), Board)
    assert_type(board.pop(), Move)
    assert_type(board.explain(first).rule, str | None)
    assert_type(len(board.legal_moves_from(first.from_square)), int)
    assert_type(int(first), int)


def test_rules() -> None:
    rules = RuleSet("maka", emperor="protected-piece", readings={"LD": "line"})
    assert_type(rules, RuleSet)
    assert_type(rules.options["hook_captures"], str | int)
    assert_type(rules.piece_types["LD"], PieceType)
    assert_type(rules.piece_types["LD"].promotes_to, str | None)
    assert_type(mujo.rule_set_names(), list[str])


def test_bulk() -> None:
    games = Board(rules="maka").playouts(2, seed=1, max_plies=3, moves=True)
    assert_type(games, mujo.Playouts)
    assert_type(games.plies, memoryview)
    assert_type(games.outcomes(), dict[Outcome | None, int])
    assert_type(games.outcome(0), Outcome | None)
    assert_type(games.moves_of(0), list[Move])
    batch = mujo.Batch(2, rules="maka", threads=2)
    assert_type(batch.legal_moves(memoryview(bytearray(24)).cast("q")), int)
    assert_type(batch.board(0), Board)
    assert_type(batch.outcome(1), Outcome | None)
    assert_type(batch.keys, memoryview)
    assert_type(batch.copy(), mujo.Batch)
    assert_type(mujo.STREAM_VERSION, int)
    assert_type(mujo.TERMINATIONS, tuple[str, ...])


def test_values_can_be_matched() -> None:
    match Piece.from_symbol("+dv"):
        case Piece(type_, side, promoted):
            assert (type_, side, promoted) == ("DV", mujo.WHITE, True)


def test_setups() -> None:
    setup = Setup(rules="maka")
    setup.put(0, "K")
    assert_type(setup.remove(0), Piece | None)
    assert_type(setup.problems(), list[str])
    assert_type(setup.board(), Board)


def test_errors() -> None:
    with pytest.raises(MujoError) as caught:
        Board(os.devnull)
    assert_type(caught.value.code, str)
    assert isinstance(caught.value, ValueError)
    assert caught.value.code
