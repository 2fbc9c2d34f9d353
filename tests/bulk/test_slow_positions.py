"""Positions that take long: a signal ends any call soon, other threads run meanwhile, and one question has a limit."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest

import mujo
from mujo import Board, MujoError, RuleSet, Setup

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="timers of POSIX")

#: Pieces that are interpreted, on the largest board, each of whose moves must be tested for exposure.
GAME = """
format = 1
name = "slow"
title = "Slow"
description = "made up"
source = "made up"
[board]
files = 36
ranks = 36
[options]
exposure = { value = "forbidden", source = "made up" }
[setup]
army = ["18,K,17"]
[pieces]
K = { name = "king", betza = "K", royal = "king", source = "made up" }
X = { name = "hopper", betza = "mcpamcpaQ2", source = "made up" }
"""

#: Seconds until the signal.
SOON = 0.05

#: Seconds of processor time that a call may take in all: hundreds of times what it needs, and far less than without it.
PATIENCE = 5.0


class RingError(Exception):
    """What the handler of the alarm raises."""


@contextmanager
def alarm() -> Iterator[None]:
    """Raise `RingError` in the main thread soon."""

    def ring(*_: object) -> None:
        raise RingError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, SOON)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def slow_board(rules: RuleSet) -> Board:
    """Fill every second square with hoppers of both sides."""
    setup = Setup(rules=rules)
    setup.clear()
    for square in range(0, rules.files * rules.ranks, 2):
        setup.put(square, "Xx"[square % 5 == 0])
    setup.put("1a", "k")
    setup.put("18r", "K")
    return setup.board()


@pytest.fixture(scope="module")
def board() -> Board:
    """Return a board whose list takes more than a question may."""
    return slow_board(RuleSet.from_toml(GAME))


@pytest.mark.parametrize(
    "question",
    [
        lambda board: board.legal_moves,
        lambda board: board.legal_captures(),
        lambda board: board.legal_moves_of(mujo.WHITE),
    ],
    ids=["legal_moves", "legal_captures", "legal_moves_of"],
)
def test_a_question_has_a_limit(board: Board, question: Callable[[Board], object]) -> None:
    before = board.sfen(), board.key
    with pytest.raises(MujoError) as refusal:
        question(board)
    assert refusal.value.code == "too_complex"
    assert (board.sfen(), board.key) == before


@pytest.mark.parametrize(
    "call",
    [
        lambda board: board.legal_moves,
        lambda board: board.legal_moves_of(mujo.WHITE),
        lambda board: board.perft(2),
        lambda board: board.perft(2, threads=2),
        lambda board: board.divide(2),
        lambda board: board.playouts(2, seed=1),
        lambda board: board.playouts(4, seed=1, threads=2),
        lambda board: mujo.Engine(board.rules, 1).search(board, depth=2),
        lambda board: mujo.Engine(board.rules, 1, threads=2).search(board, depth=2),
        lambda board: mujo.Engine(board.rules, 1).mate(board),
    ],
    ids=[
        "list",
        "other side",
        "perft",
        "perft in 2",
        "divide",
        "playouts",
        "playouts in 2",
        "search",
        "search in 2",
        "mate",
    ],
)
def test_a_signal_ends_every_call(board: Board, call: Callable[[Board], object]) -> None:
    before = board.sfen(), board.key
    began = time.process_time()
    with alarm(), pytest.raises(RingError):
        call(board)
    assert time.process_time() - began < PATIENCE
    assert (board.sfen(), board.key) == before
    assert not board.is_legal("18r18a")


def test_other_threads_run_meanwhile(board: Board) -> None:
    counted, ended = 0, threading.Event()

    def count() -> None:
        nonlocal counted
        while not ended.is_set():
            counted += 1
            time.sleep(0)

    thread = threading.Thread(target=count)
    thread.start()
    before = counted
    with suppress(MujoError):
        len(board.legal_moves)
    during = counted - before
    ended.set()
    thread.join()
    assert during > 10
