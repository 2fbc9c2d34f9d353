"""Counts with a table: those without, by any number of threads."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bulk.interrupted import PATIENCE, seconds_after_ctrl_c
from mujo import Board, MujoError, RuleSet
from mujo.testing import positions

SMALL = Path(__file__).parents[1] / "repl" / "small.toml"
KINGS = "k,18/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/18,K b - 1"


@pytest.mark.parametrize(
    ("name", "depth"), [("tai", 2), ("maka", 3), ("hishigata", 2), ("chu", 3), ("maka/japanese", 3)]
)
def test_starts(name: str, depth: int) -> None:
    board = Board(rules=name)
    plain = board.perft(depth)
    for threads in (1, 2, 3):
        assert board.perft(depth, hash=1, threads=threads) == plain
        assert board.perft(depth, hash=8, threads=threads, progress=lambda done, all_: None) == plain
        divided = board.divide(depth, hash=2, threads=threads)
        assert divided == board.divide(depth)
        assert sum(divided.values()) == plain


@settings(max_examples=60, derandomize=True, deadline=None)
@given(data=st.data(), rules=st.sampled_from(["maka", "hishigata", "chu", "maka/srz", "maka[hook_captures=2]"]))
def test_scattered_positions(data: st.DataObject, rules: str) -> None:
    board = data.draw(positions(rules))
    depth = 3 if len(board.legal_moves) < 40 else 2
    assert board.perft(depth, hash=1, threads=2) == board.perft(depth)


def test_by_path() -> None:
    board = Board(rules="chu")
    assert board.perft(3, by="path", hash=1) == board.perft(3, by="path") == 52599


def test_a_table_reaches_depths_that_take_too_long_without() -> None:
    """Two kings far apart: the number of walks of two kings, each alone, multiplied."""

    def walks(steps: int) -> int:
        ways = [[0] * 19 for _ in range(19)]
        ways[0][0] = 1
        for _ in range(steps):
            ways = [
                [
                    sum(
                        ways[y + dy][x + dx]
                        for dy in (-1, 0, 1)
                        for dx in (-1, 0, 1)
                        if (dy or dx) and 0 <= y + dy < 19 and 0 <= x + dx < 19
                    )
                    for x in range(19)
                ]
                for y in range(19)
            ]
        return sum(map(sum, ways))

    for depth in (12, 15):
        expected = walks(depth // 2) * walks(depth - depth // 2)
        assert Board(KINGS, "maka").perft(depth, hash=64, threads=2) == expected


def test_repetition_is_left_out_whatever_the_rule() -> None:
    counts = {
        Board(KINGS, f"maka[repetition={rule}]").perft(8, hash=size)
        for rule in ("forbid", "fourfold", "jcsa", "none")
        for size in (0, 4)
    }
    assert len(counts) == 1


def test_counts_of_twenty_digits_are_refused() -> None:
    rules = RuleSet.from_file(str(SMALL))
    board = Board("k,4/5/5/5/4,K b - 1", rules)
    assert board.perft(20, hash=4) > 2**40
    for threads in (1, 2):
        with pytest.raises(MujoError, match="2\\^64") as raised:
            board.perft(64, hash=4, threads=threads)
        assert raised.value.code == "count_too_large"


@pytest.mark.parametrize("size", [-1, 2**20 + 1, 10**50])
def test_invalid_table_sizes(size: int) -> None:
    for count in (Board().perft, Board().divide):
        with pytest.raises(MujoError, match=r"hash is .* 0 to 1048576") as raised:
            count(1, hash=size)
        assert raised.value.code == "argument"
    with pytest.raises(TypeError):
        Board().perft(1, hash=0.5)  # type: ignore[arg-type]


def test_numbers_of_any_size_are_refused_by_their_range() -> None:
    for depth in (-(10**40), 10**40, 65):
        with pytest.raises(MujoError, match="0 to 64") as raised:
            Board().perft(depth)
        assert raised.value.code == "depth"
    with pytest.raises(MujoError, match="1 to 64"):
        Board().divide(0)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("size", [0, 16])
def test_ctrl_c_ends_a_count(threads: int, size: int) -> None:
    assert seconds_after_ctrl_c("", f"mujo.Board().perft(9, threads={threads}, hash={size})") < PATIENCE
