"""Batches: what single boards are, all or nothing, and arrays that are refused with a reason."""

from __future__ import annotations

import copy
import ctypes
import random
import sys
import threading
from array import array
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mujo
from bulk.interrupted import PATIENCE, seconds_after_ctrl_c
from mujo import BLACK, WHITE, Batch, Board, IllegalMoveError, Move, MujoError
from mujo._core import fill_moves, fill_squares
from mujo.arrays import board_array, planes
from mujo.testing import positions

ALL = ["tai", "maka", "maka/srz", "hishigata", "chu", "maka[exposure=forbidden,stalemate=draw]"]


def lists_of(batch: Batch) -> list[list[int]]:
    """List the legal moves of each board, requested twice: counted, then written."""
    offsets = array("q", bytes(8 * (len(batch) + 1)))
    needed = batch.legal_moves(offsets)
    codes = array("Q", [7]) * (needed + 3)
    again = array("Q", bytes(8 * (len(batch) + 1)))
    assert batch.legal_moves(again, codes) == needed == offsets[-1]
    assert again.tolist() == offsets.tolist()
    assert codes[needed:].tolist() == [7, 7, 7], "what is not needed stays"
    return [codes[offsets[at] : offsets[at + 1]].tolist() for at in range(len(batch))]


def assert_same(batch: Batch, boards: list[Board]) -> None:
    """Compare every board of the batch with one that stands alone under the same rules without repetition."""
    assert lists_of(batch) == [[int(move) for move in board.legal_moves] for board in boards]
    outcomes = [board.outcome() for board in boards]
    assert [batch.outcome(at) for at in range(len(batch))] == outcomes
    expected = [
        (0, 0)
        if outcome is None
        else ({True: 1, False: -1, None: 0}[outcome.winner], mujo.TERMINATIONS.index(outcome.termination))
        for outcome in outcomes
    ]
    assert list(zip(batch.winners, batch.terminations, strict=True)) == expected
    assert batch.turns.tolist() == [board.turn == BLACK for board in boards]
    assert batch.plies.tolist() == [board.ply for board in boards]
    assert batch.keys.tolist() == [board.key for board in boards]
    assert [batch.board(at).sfen() for at in range(len(batch))] == [board.sfen() for board in boards]


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("name", ALL)
def test_a_batch_is_its_boards(name: str, threads: int) -> None:
    dice = random.Random(f"{name} {threads}")
    without = mujo.RuleSet(name).changed(repetition="none")
    boards = [Board(rules=without) for _ in range(40)]
    batch = Batch(40, rules=name, threads=threads)
    for turn in range(90):
        lists = lists_of(batch)
        codes = [dice.choice(moves) if moves and dice.random() < 0.9 else 0 for moves in lists]
        batch.step(array("Q", codes))
        for board, code in zip(boards, codes, strict=True):
            if code:
                board.push(Move.from_int(code, without))
        if turn % 15 == 0 or turn == 89:
            assert_same(batch, boards)
            again = [at for at, ended in enumerate(batch.terminations) if ended or dice.random() < 0.1]
            batch.reset(again)
            for at in again:
                boards[at] = Board(rules=without)
            assert_same(batch, boards)


@settings(max_examples=60, derandomize=True, deadline=None)
@given(data=st.data(), rules=st.sampled_from(["maka", "hishigata", "chu", "tai", "maka[emperor=protected-piece]"]))
def test_scattered_positions(data: st.DataObject, rules: str) -> None:
    drawn = data.draw(
        st.lists(positions(f"{rules}[repetition=none]" if "[" not in rules else rules), min_size=1, max_size=4)
    )
    boards = [board.copy(history=False) for board in drawn]
    batch = Batch.from_boards(boards, threads=2)
    for _ in range(3):
        assert lists_of(batch) == [[int(move) for move in board.legal_moves] for board in boards]
        assert [batch.outcome(at) for at in range(len(batch))] == [board.outcome() for board in boards]
        codes = [
            int(data.draw(st.sampled_from(list(board.legal_moves)))) if board.legal_moves else 0 for board in boards
        ]
        batch.step(np.array(codes, np.uint64))
        for board, code in zip(boards, codes, strict=True):
            if code:
                board.push_unchecked(Move.from_int(code, board.rules))


def test_repetition_is_left_out() -> None:
    """The move that Board refuses, since it brings a position back, is a move like any other in a batch."""
    board = Board()
    for text in ("8r8q", "8h8i", "13y13n", "13a13l", "13n13y"):
        board.push(text)
    back = Move.from_usi("13l13a")
    assert back not in board.legal_moves
    batch = Batch.from_boards([board])
    assert int(back) in lists_of(batch)[0]
    batch.step(array("Q", [int(back)]))
    assert batch.plies.tolist() == [1]
    assert batch.board(0).move_number == 7
    fourfold = Batch(1, rules="maka")
    lion = Board("19/19/19/19/9,ln,9/19/19/19/19/9,LN,9/19/19/19/19/19/19/19/19/19 b - 1", "maka")
    fourfold.reset(board=lion)
    for _ in range(6):
        for text in ("10j10j", "10e10e"):
            fourfold.step(array("Q", [int(Move.from_usi(text, "maka"))]))
    assert (fourfold.plies[0], fourfold.terminations[0]) == (12, 0)
    assert fourfold.keys[0] == lion.key


def unchanged(batch: Batch, call: Callable[[], object], code: str, match: str | None = None) -> MujoError:
    """Expect a refusal, and every board as it was."""
    before = (batch.keys.tolist(), batch.plies.tolist(), batch.terminations.tolist())
    with pytest.raises(MujoError, match=match) as raised:
        call()
    assert raised.value.code == code
    assert (batch.keys.tolist(), batch.plies.tolist(), batch.terminations.tolist()) == before
    return raised.value


@pytest.mark.parametrize("threads", [1, 2])
def test_a_step_is_made_on_all_or_none(threads: int) -> None:
    batch = Batch(200, rules="maka", threads=threads)
    moves = [int(move) for move in Board(rules="maka").legal_moves]
    good = array("Q", [moves[at % 80] for at in range(200)])
    for at, code, slug in (
        (199, int(Move.from_usi("10n10l", "maka")), "illegal_move.no_such_move"),
        (150, int(Move.from_usi("10f10g", "maka")), "illegal_move.not_your_piece"),
        (100, int(Move.from_usi("10j10i", "maka")), "illegal_move.no_piece"),
        (50, int(Move.from_usi("8r8q", "tai")), "wrong_rules"),
        (3, 2**64 - 1, "off_board"),
        (2, 19 << 46 | 2047, "off_board"),
        (1, 5, "off_board"),
    ):
        good[at] = code
        error = unchanged(batch, lambda: batch.step(good), slug, match=f"^board {at}: ")
        assert error.index == at, "the first one"
        again = copy.copy(error)
        assert (again.index, str(again)) == (at, str(error))
        if isinstance(error, IllegalMoveError):
            assert error.move is not None
    assert MujoError("other").index is None
    for at in (199, 150, 100, 50, 3, 2, 1):
        good[at] = moves[0]
    batch.step(good)
    assert batch.plies.tolist() == [1] * 200


def test_boards_that_have_ended_wait() -> None:
    ended = Board("9,k,9/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19 b - 1", "maka")
    batch = Batch.from_boards([Board(rules="maka"), ended])
    assert (batch.winners.tolist(), batch.terminations.tolist()) == ([0, -1], [0, mujo.TERMINATIONS.index("no_royals")])
    assert [len(moves) for moves in lists_of(batch)] == [80, 0]
    bare = Batch.from_boards([Board("k,11/12/12/12/12/12/12/12/12/12/12/K,G,10 b - 1", "chu")])
    assert (bare.winners.tolist(), mujo.TERMINATIONS[bare.terminations[0]], lists_of(bare)) == ([1], "bare_king", [[]])
    move = int(Move.from_usi("10n10m", "maka"))
    error = unchanged(batch, lambda: batch.step(array("Q", [move, move])), "illegal_move.game_over")
    assert error.index == 1
    batch.step(array("Q", [move, 0]))
    assert batch.plies.tolist() == [1, 0]
    batch.reset([-1], board=Board(rules="maka"))
    assert batch.terminations.tolist() == [0, 0]
    batch.step(array("Q", [0, move]))
    assert batch.board(0) == batch.board(1)
    batch.reset()
    assert batch.plies.tolist() == [0, 0]
    assert batch.terminations.tolist() == [0, 0]


def test_resets_are_all_or_none() -> None:
    batch = Batch(3, rules="maka")
    move = int(Move.from_usi("10n10m", "maka"))
    batch.step(array("Q", [move] * 3))
    for wrong in ([0, 3], [0, -4], [0, 10**30]):
        with pytest.raises((IndexError, OverflowError)):
            batch.reset(wrong)
    for mask in ([True, False, True], np.array([True, False, True]), ["0"], [0.0]):
        with pytest.raises(TypeError):
            batch.reset(mask)  # type: ignore[arg-type]
    unchanged(batch, lambda: batch.reset([0], board=Board()), "wrong_rules")
    assert batch.plies.tolist() == [1, 1, 1]
    batch.reset(np.flatnonzero(np.array([True, False, True])))
    assert batch.plies.tolist() == [0, 1, 0]
    for call in (batch.board, batch.outcome):
        for wrong_index in (3, -4):
            with pytest.raises(IndexError):
                call(wrong_index)


def test_copies_go_their_own_way() -> None:
    batch = Batch(2, rules="maka")
    others = [batch.copy(), copy.copy(batch), copy.deepcopy(batch)]
    batch.step(array("Q", [int(Move.from_usi("10n10m", "maka"))] * 2))
    assert [other.plies.tolist() for other in others] == [[0, 0]] * 3
    plies = batch.plies
    batch.reset()
    assert plies.tolist() == [1, 1], "a snapshot"
    assert plies.readonly


class TestArrays:
    """Kinds of arrays that work, and those that are refused while nothing is lost."""

    batch = Batch(3, rules="maka")

    @pytest.mark.parametrize(
        "offsets",
        [
            array("q", bytes(32)),
            array("Q", bytes(32)),
            np.zeros(4, np.int64),
            np.zeros(4, np.uint64),
            (ctypes.c_int64 * 4)(),
            (ctypes.c_uint64 * 4)(),
            memoryview(bytearray(32)).cast("q"),
            np.zeros((2, 2), np.int64),
        ],
    )
    @pytest.mark.parametrize(
        "codes",
        [
            array("Q", bytes(8 * 240)),
            np.zeros(300, np.uint64),
            (ctypes.c_uint64 * 240)(),
            memoryview(bytearray(8 * 240)).cast("Q"),
            np.zeros(600, np.uint64)[100:400],
        ],
    )
    def test_kinds_that_work(self, offsets: Any, codes: Any) -> None:
        assert self.batch.legal_moves(offsets, codes) == 240
        assert np.asarray(offsets).ravel().tolist() == [0, 80, 160, 240]
        single = [int(move) for move in Board(rules="maka").legal_moves]
        assert np.asarray(codes)[:240].tolist() == single * 3

    @pytest.mark.parametrize(
        ("offsets", "codes", "match"),
        [
            (np.full(4, 9, np.int32), None, "int64 or uint64"),
            (np.full(4, 9.0), None, "int64 or uint64"),
            (np.full(4, 9, ">i8"), None, "int64 or uint64"),
            ([0, 0, 0, 0], None, "buffer protocol"),
            (None, None, "buffer protocol"),
            (np.full(3, 9, np.int64), None, "has 3 elements, but should have 4"),
            (np.full(5, 9, np.uint64), None, "has 5 elements, but should have 4"),
            (np.full(8, 9, np.int64)[::2], None, "not contiguous"),
            (memoryview(bytes(32)).cast("q"), None, "cannot be written"),
            (np.full(4, 9), np.full(239, 9, np.uint64), "has 239 elements, but there are 240 legal moves"),
            (np.full(4, 9), np.full(0, 9, np.uint64), "has 0 elements, but there are 240"),
            (np.full(4, 9), np.full(300, 9, np.int64), "uint64"),
            (np.full(4, 9), np.full(300, 9, np.uint32), "uint64"),
            (np.full(4, 9), np.full(600, 9, np.uint64)[::2], "not contiguous"),
            (np.full(4, 9), np.full(600, 9, np.uint64)[::-1], "not contiguous"),
            (np.full(4, 9), np.full((2, 300), 9, np.uint64), "one axis"),
            (np.full(4, 9), memoryview(bytes(8 * 300)).cast("Q"), "cannot be written"),
            (np.full(4, 9), [0] * 300, "buffer protocol"),
        ],
    )
    def test_kinds_that_are_refused(self, offsets: Any, codes: Any, match: str) -> None:
        before = [np.array(each).tolist() for each in (offsets, codes)]
        unchanged(self.batch, lambda: self.batch.legal_moves(offsets, codes), "array", match)
        assert [np.array(each).tolist() for each in (offsets, codes)] == before, "neither is changed"

    def test_arrays_that_share_memory(self) -> None:
        memory = np.full(400, 9, np.uint64)
        for offsets, codes in (
            (memory[:4], memory),
            (memory[298:302], memory[0:300]),
            (memory[:4].view(np.int64), memory[3:]),
        ):
            unchanged(self.batch, partial(self.batch.legal_moves, offsets, codes), "array", "overlap")
        assert (memory == 9).all()
        assert self.batch.legal_moves(memory[:4], memory[4:]) == 240

    def test_byte_order(self) -> None:
        """Formats with a byte order of their own: that of this machine works, the other does not."""
        own, other = ("<", ">") if sys.byteorder == "little" else (">", "<")
        for call, size, kind in (
            (lambda out: fill_moves(Board(rules="maka"), out), 80, "u8"),
            (lambda out: fill_squares(Board(rules="maka"), out, BLACK), 361, "i2"),
            (lambda out: self.batch.legal_moves(np.zeros(4, np.int64), out), 240, "u8"),
            (lambda out: self.batch.legal_moves(out), 4, "i8"),
        ):
            call(np.zeros(size, own + kind))
            foreign = np.zeros(size, other + kind)
            with pytest.raises(MujoError) as raised:
                call(foreign)
            assert raised.value.code == "array"
            assert not foreign.any()

    def test_released_buffers(self) -> None:
        released = memoryview(bytearray(8 * 300)).cast("Q")
        released.release()
        good = np.zeros(4, np.int64)
        unchanged(self.batch, lambda: self.batch.legal_moves(released), "array")
        unchanged(self.batch, lambda: self.batch.legal_moves(good, released), "array")
        unchanged(self.batch, lambda: self.batch.step(released), "array")
        assert not good.any()

    @pytest.mark.parametrize(
        ("codes", "match"),
        [
            (array("Q", [0, 0]), "has 2 elements, but should have 3"),
            (array("Q", [0] * 4), "has 4 elements, but should have 3"),
            (array("q", [0] * 3), "uint64"),
            (np.zeros(3), "uint64"),
            ([0, 0, 0], "buffer protocol"),
            (b"", "uint64"),
            (None, "buffer protocol"),
        ],
    )
    def test_steps_that_are_refused(self, codes: Any, match: str) -> None:
        unchanged(self.batch, lambda: self.batch.step(codes), "array", match)

    def test_steps_may_be_read_from_anything_of_that_kind(self) -> None:
        batch = Batch(3, rules="maka")
        move = int(Move.from_usi("10n10m", "maka"))
        batch.step(memoryview(array("Q", [move, 0, 0]).tobytes()).cast("Q"))
        batch.step(np.array([0, 9, move, 9, move, 9], np.uint64)[::2])
        assert batch.plies.tolist() == [1, 1, 1]

    @pytest.mark.parametrize("seen_by", [None, BLACK, WHITE])
    def test_squares_and_planes(self, seen_by: bool | None) -> None:
        boards = [Board(rules="hishigata") for _ in range(3)]
        dice = random.Random(3)
        for plies, board in enumerate(boards):
            for _ in range(plies * 7):
                board.push(dice.choice(board.legal_moves))
        batch = Batch.from_boards(boards)
        rules = batch.rules
        squares = np.full((3, rules.ranks, rules.files), 9, np.int16)
        batch.squares(squares, seen_by)
        many = np.full((3, *planes(boards[0]).shape), 9, np.uint8)
        batch.planes(many, seen_by)
        for at, board in enumerate(boards):
            side = board.turn if seen_by is None else seen_by
            assert (squares[at] == board_array(board, seen_by=side)).all()
            assert (many[at] == planes(board, seen_by=side)).all()
        bad: list[Any] = [squares[:2], squares.astype(np.int32), squares[:, ::-1], bytes(squares.nbytes)]
        for wrong in bad:
            unchanged(batch, partial(batch.squares, wrong), "array")
        for wrong in [many[:2], many.astype(np.int8), many[:, ::-1], bytes(many.nbytes)]:
            unchanged(batch, partial(batch.planes, wrong), "array")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"n": 0}, "argument"),
        ({"n": -1}, "argument"),
        ({"n": 100_001}, "argument"),
        ({"n": 10**50}, "argument"),
        ({"n": 1, "threads": 0}, "threads"),
        ({"n": 1, "threads": 257}, "threads"),
        ({"n": 1, "rules": "nonsense"}, "rules.unknown_name"),
        ({"n": 1, "position": "nonsense"}, "position.rank_count"),
    ],
)
def test_invalid_batches(arguments: dict[str, Any], code: str) -> None:
    with pytest.raises(MujoError) as raised:
        Batch(**arguments)
    assert raised.value.code == code


def test_invalid_batches_of_boards() -> None:
    with pytest.raises(MujoError) as raised:
        Batch.from_boards([])
    assert raised.value.code == "argument"
    with pytest.raises(MujoError) as raised:
        Batch.from_boards([Board(), Board(rules="maka")])
    assert raised.value.code == "wrong_rules"
    for wrong in ([1], 7, [None], "ab"):
        with pytest.raises(TypeError):
            Batch.from_boards(wrong)  # type: ignore[arg-type]
    for arguments in ({"n": 1.5}, {"n": "2"}, {}, {"n": 1, "threads": None}):
        with pytest.raises(TypeError):
            Batch(**arguments)


def test_two_threads_on_one_batch_never_panic() -> None:
    batch = Batch(64, rules="maka", threads=2)
    faults: list[BaseException] = []

    def hammer() -> None:
        offsets, codes = array("q", bytes(8 * 65)), array("Q", bytes(8 * 64 * 400))
        for _ in range(60):
            try:
                batch.legal_moves(offsets, codes)
                batch.step(array("Q", [codes[at] for at in offsets[:-1]]))
                batch.reset()
            except MujoError as error:
                if error.code not in ("board_busy", "array") and not error.code.startswith("illegal_move."):
                    faults.append(error)
            except BaseException as error:
                faults.append(error)

    workers = [threading.Thread(target=hammer) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert faults == []
    batch.reset()
    assert batch.plies.tolist() == [0] * 64


PREPARATION = """
from array import array
batch = mujo.Batch(20000, rules="tai", threads={threads})
offsets = array("q", bytes(8 * 20001))
step = array("Q", [int(mujo.Move.from_usi("8r8q"))] * 20000)
def circle():
    while True:
        batch.step(step)
        batch.reset()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("call", ["while True: batch.legal_moves(offsets)", "circle()"])
def test_ctrl_c_ends_a_call(call: str, threads: int) -> None:
    assert seconds_after_ctrl_c(PREPARATION.format(threads=threads), call) < PATIENCE


def test_a_batch_shows_itself() -> None:
    batch = Batch(4, rules="maka", threads=2)
    assert repr(batch) == "<Batch of maka: 4 boards, 0 ended>"
    assert (len(batch), batch.rules.name, batch.threads) == (4, "maka", 2)
