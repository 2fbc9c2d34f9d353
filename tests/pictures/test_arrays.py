"""Arrays agree with the board, from both sides."""

from __future__ import annotations

import random
import subprocess
import sys
from array import array
from collections.abc import Callable

import numpy as np
import pytest

from crowded import crowded_positions, random_game
from mujo import BLACK, WHITE, Board, Move, MujoError, RuleSet, _core, rule_set_names
from mujo.arrays import board_array, board_from_array, legal_moves_array, plane_names, planes, planes_to_array

SEED = 77


def boards(name: str) -> list[Board]:
    rules, dice = RuleSet(name), random.Random(SEED)
    crowd = [board for board, _ in zip(crowded_positions(rules, dice), range(5), strict=False)]
    return [Board(None, rules), *(random_game(rules, dice, plies) for plies in (1, 2, 41, 100)), *crowd]


@pytest.mark.parametrize("name", rule_set_names())
def test_a_board_survives_conversion_to_an_array(name: str) -> None:
    for board in boards(name):
        rules = board.rules
        for side in (BLACK, WHITE):
            squares = board_array(board, seen_by=side)
            assert squares.shape == (rules.ranks, rules.files)
            assert squares.dtype == np.dtype(np.int16)
            again = board_from_array(squares, rules, turn=board.turn, seen_by=side)
            # The square of the counter-strike rule (chu) is part of a position but not of an array.
            assert again.piece_map() == board.piece_map()
            assert again.turn == board.turn
            shown = planes(board, seen_by=side)
            assert shown.shape == (len(plane_names(rules)), rules.ranks, rules.files)
            assert shown.dtype == np.dtype(np.uint8)
            assert (planes_to_array(shown) == squares).all()
            assert shown.sum() == len(board.piece_map())
        assert (planes(board) == planes(board, seen_by=board.turn)).all()


@pytest.mark.parametrize("name", rule_set_names())
def test_both_sides_see_the_same_start(name: str) -> None:
    """Each army is the other rotated by half a turn, so the start looks the same to both."""
    board = Board(rules=name)
    assert (board_array(board, seen_by=BLACK) == board_array(board, seen_by=WHITE)).all()
    assert (planes(board, seen_by=BLACK) == planes(board, seen_by=WHITE)).all()


@pytest.mark.parametrize("name", rule_set_names())
def test_every_element(name: str) -> None:
    """Compares each number with the piece on its square."""
    board = boards(name)[3]
    rules = board.rules
    kinds = [kind.id for kind in rules.piece_types.values() if kind.is_initial]
    names = plane_names(rules)
    squares, shown = board_array(board), planes(board, seen_by=BLACK)
    for square in range(rules.files * rules.ranks):
        place = divmod(square, rules.files)
        piece = board.piece_at(square)
        if piece is None:
            assert squares[place] == 0
            assert not shown[:, place[0], place[1]].any()
            continue
        code = 1 + 2 * kinds.index(piece.type) + piece.promoted
        assert squares[place] == (code if piece.side == BLACK else -code)
        (plane,) = np.flatnonzero(shown[:, place[0], place[1]])
        face, kind = ("+" if piece.promoted else ""), piece.type
        assert names[plane] == face + (kind if piece.side == BLACK else kind.lower())


@pytest.mark.parametrize("name", rule_set_names())
def test_moves(name: str) -> None:
    for board in boards(name):
        codes = legal_moves_array(board)
        assert codes.dtype == np.dtype(np.uint64)
        assert [int(code) for code in codes] == [int(move) for move in board.legal_moves]
        assert len(set(codes.tolist())) == len(codes)
        assert [Move.from_int(int(code), board.rules) for code in codes] == list(board.legal_moves)


def test_arrays_of_the_caller() -> None:
    board = Board(rules="maka")
    out = np.full((19, 19), 7, np.int16)
    assert board_array(board, out=out) is out
    stack = np.zeros((3, 200, 19, 19), np.uint8)
    assert planes(board, out=stack[1]).sum() == 192
    assert stack[0].sum() == stack[2].sum() == 0
    codes = np.full(100, 5, np.uint64)
    assert legal_moves_array(board, out=codes).shape == (80,)
    assert not codes[80:].any()
    bare = array("h", bytes(2 * 361))
    _core.fill_squares(board, bare, BLACK)
    assert bare.tolist() == board_array(board).ravel().tolist()


WRONG: dict[str, Callable[[Board], object]] = {
    "shape": lambda board: board_array(board, out=np.zeros((19, 18), np.int16)),
    "kind": lambda board: _core.fill_squares(board, np.zeros((19, 19), np.int32), BLACK),
    "planes": lambda board: planes(board, out=np.zeros(5, np.uint8)),
    "short": lambda board: legal_moves_array(board, out=np.zeros(10, np.uint64)),
    "kind of moves": lambda board: _core.fill_moves(board, np.zeros(100, np.int16)),
    "bytes": lambda board: _core.fill_squares(board, bytes(2 * 361), BLACK),
    "nothing": lambda board: _core.fill_squares(board, None, BLACK),
    "other board": lambda board: board_from_array(np.zeros((5, 5), np.int16), "maka"),
    "no piece": lambda board: board_from_array(np.full((19, 19), 999, np.int16), "maka"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_arrays(name: str) -> None:
    with pytest.raises(MujoError) as refusal:
        WRONG[name](Board(rules="maka"))
    assert refusal.value.code == "array"


def test_an_array_that_cannot_be_written() -> None:
    out = np.zeros((19, 19), np.int16)
    out.flags.writeable = False
    with pytest.raises(MujoError):
        board_array(Board(rules="maka"), out=out)


def test_importing_mujo_loads_no_numpy() -> None:
    code = "import sys, mujo, mujo.record, mujo.notation, mujo.svg, mujo.cli; assert 'numpy' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
