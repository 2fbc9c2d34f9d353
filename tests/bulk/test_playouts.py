"""Random games in bulk: the same for any number of threads, uniform, within the rules, and refused with a reason."""

from __future__ import annotations

import array
import hashlib
import random
import sys
import threading
from collections import Counter
from typing import Any

import numpy as np
import pytest

import mujo
from bulk.interrupted import PATIENCE, seconds_after_ctrl_c
from mujo import Board, Move, MujoError

#: Digest of the games below by `mujo.STREAM_VERSION`. A change that alters them needs a new version, a new line here
#: and one in the CHANGELOG.
STREAMS = {
    1: "639168bec01543fe6c74716f7786d17872fa0867a7a06b47db22d01568c1d455",
    2: "845f0a6226f3c80de40402a8e777870d1f7695e364b16686a867c7cfb35a212e",
}


def played_before() -> Board:
    board = Board(rules="maka")
    for move in ("10n10m", "10f10g", "10m10l"):
        board.push(move)
    return board


def test_the_stream_is_that_of_its_version() -> None:
    digest = hashlib.sha256()
    for board, n, plies in (
        (Board(), 8, 150),
        (Board(rules="maka"), 30, 300),
        (Board(rules="maka/srz"), 20, 200),
        (Board(rules="hishigata"), 20, 300),
        (Board(rules="chu"), 20, 400),
        (
            Board(
                "k,18/19/19/19/19/19/19/19/19/9,ln,9/9,LN,9/19/19/19/19/19/19/19/18,K b - 1", "maka[repetition=forbid]"
            ),
            20,
            200,
        ),
        (played_before(), 5, 100),
    ):
        games = board.playouts(n, seed=2**63 + 11, first=5, max_plies=plies, moves=True, threads=2)
        for values, kind in (
            (games.plies, "<u4"),
            (games.winners, "i1"),
            (games.terminations, "u1"),
            (games.moves, "<u8"),
        ):
            digest.update(np.asarray(values).astype(kind).tobytes())
    assert digest.hexdigest() == STREAMS[mujo.STREAM_VERSION], "see STREAMS above"


@pytest.mark.parametrize("name", ["tai", "maka", "maka/srz", "hishigata", "chu"])
def test_games_do_not_depend_on_threads_or_parts(name: str) -> None:
    board = Board(rules=name)
    games = board.playouts(24, seed=5, max_plies=120, moves=True)
    for threads in (2, 3):
        assert board.playouts(24, seed=5, max_plies=120, moves=True, threads=threads) == games
    part = board.playouts(4, 5, first=20, max_plies=120, moves=True)
    assert [part.moves_of(game) for game in range(4)] == [games.moves_of(game) for game in range(-4, 0)]
    assert list(part.plies) == list(games.plies)[20:]
    other = board.playouts(24, seed=6, max_plies=120, moves=True)
    assert other != games
    assert board == Board(rules=name), "the board stays as it was"


@pytest.mark.parametrize("name", ["maka", "hishigata", "chu", "tai/gcsa", "maka[repetition=forbid,stalemate=draw]"])
def test_games_are_games(name: str) -> None:
    """Each is replayed on a board: every move legal, and the end as recorded."""
    games = Board(rules=name).playouts(6, seed=1, max_plies=300, moves=True)
    for game in range(len(games)):
        board = Board(rules=name)
        for move in games.moves_of(game):
            assert not board.is_game_over()
            board.push(move)
        assert board.ply == games.plies[game] <= games.max_plies
        assert board.outcome() == games.outcome(game)
        if games.plies[game] < games.max_plies:
            assert board.is_game_over()


def test_results_are_buffers() -> None:
    games = Board(rules="hishigata").playouts(40, seed=3, max_plies=400, moves=True)
    for values, kind, size in (
        (games.plies, "I", 40),
        (games.winners, "b", 40),
        (games.terminations, "B", 40),
        (games.moves, "Q", games.total_plies),
        (games.offsets, "q", 41),
    ):
        assert isinstance(values, memoryview)
        assert (values.format, values.shape, values.readonly) == (kind, (size,), True)
        assert list(array.array(kind, values)) == np.asarray(values).tolist() == values.tolist()
    assert games.total_plies == sum(games.plies) == games.offsets[-1]
    assert np.diff(np.asarray(games.offsets)).tolist() == games.plies.tolist()
    outcomes = Counter(games.outcome(game) for game in range(40))
    assert games.outcomes() == outcomes
    winners = Counter(games.winners.tolist())
    assert (games.black_wins, games.white_wins) == (winners[1], winners[-1])
    assert winners[0] == games.draws + games.unfinished
    for winner, termination, outcome in zip(
        games.winners, games.terminations, map(games.outcome, range(40)), strict=True
    ):
        expected = "unfinished" if outcome is None else outcome.termination
        assert mujo.TERMINATIONS[termination] == expected
        assert winner == (0 if outcome is None or outcome.winner is None else 1 if outcome.winner else -1)
    assert 0 < len(outcomes) <= 40
    assert (games.seed, games.first, games.rules.name) == (3, 0, "hishigata")
    assert mujo.TERMINATIONS[0] == "unfinished"


def test_games_that_are_over_or_have_no_plies() -> None:
    over = Board("9,k,9/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19 b - 1", "maka")
    assert over.is_game_over()
    games = over.playouts(3, moves=True)
    assert (list(games.plies), games.white_wins, len(games.moves)) == ([0, 0, 0], 3, 0)
    none = Board(rules="maka").playouts(0)
    assert (len(none), none.total_plies, none.outcomes(), none.plies.tolist()) == (0, 0, {}, [])
    short = Board(rules="maka").playouts(2, max_plies=0)
    assert (short.unfinished, short.plies.tolist()) == (2, [0, 0])


def test_a_game_that_is_decided_on_its_last_ply_is_finished() -> None:
    """Black's only move, 5b5a, leaves White without a move; then games cut at their very end, and one ply before."""
    stuck = Board("19/14,P,4/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/9,p,9 b - 1", "maka")
    assert [str(move) for move in stuck.legal_moves] == ["5b5a"]
    for threads in (1, 2):
        games = stuck.playouts(5, max_plies=1, threads=threads)
        assert (games.black_wins, games.unfinished, games.plies.tolist()) == (5, 0, [1] * 5)
    board = Board(rules="hishigata")
    games = board.playouts(20, seed=3, max_plies=400)
    ended = [game for game in range(20) if games.outcome(game) is not None]
    assert len(ended) >= 3
    for game in ended:
        plies = games.plies[game]
        cut = board.playouts(1, seed=3, first=game, max_plies=plies)
        assert (cut.plies[0], cut.outcome(0)) == (plies, games.outcome(game))
        cut = board.playouts(1, seed=3, first=game, max_plies=plies - 1)
        assert (cut.plies[0], cut.outcome(0)) == (plies - 1, None)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"n": -1}, "argument"),
        ({"n": 10**9 + 1}, "argument"),
        ({"n": 10**80}, "argument"),
        ({"n": 1, "seed": -1}, "argument"),
        ({"n": 1, "seed": 2**64}, "argument"),
        ({"n": 1, "max_plies": -1}, "argument"),
        ({"n": 1, "max_plies": 10**6 + 1}, "argument"),
        ({"n": 1, "first": -1}, "argument"),
        ({"n": 1, "first": 2**64 - 1}, "argument"),
        ({"n": 1, "threads": 0}, "threads"),
        ({"n": 1, "threads": -(10**40)}, "threads"),
        ({"n": 1, "threads": 257}, "threads"),
    ],
)
def test_wrong_arguments(arguments: dict[str, int], code: str) -> None:
    with pytest.raises(MujoError, match=" to ") as raised:
        Board(rules="maka").playouts(**arguments)  # type: ignore[arg-type]
    assert raised.value.code == code


@pytest.mark.parametrize("arguments", [{"n": 1.0}, {"n": "1"}, {"n": None}, {}, {"n": 1, "seed": 0.5}])
def test_wrong_types(arguments: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        Board(rules="maka").playouts(**arguments)


def test_moves_that_were_not_kept() -> None:
    games = Board(rules="maka").playouts(2, max_plies=3)
    for ask in (lambda: games.moves, lambda: games.offsets, lambda: games.moves_of(0)):
        with pytest.raises(MujoError, match="moves=True") as raised:
            ask()
        assert raised.value.code == "argument"
    for wrong in (2, -3):
        with pytest.raises(IndexError):
            games.outcome(wrong)
    with pytest.raises(TypeError):
        hash(games)


def test_other_threads_go_on_meanwhile() -> None:
    board = Board()
    done: list[mujo.Playouts] = []
    worker = threading.Thread(target=lambda: done.append(board.playouts(60, max_plies=2000)))
    worker.start()
    steps = 0
    while worker.is_alive():
        board.push("8r8q")
        board.pop()
        steps += 1
    worker.join()
    assert len(done[0]) == 60
    assert steps > 10


def test_progress_is_reported_and_may_end_the_call() -> None:
    seen: list[tuple[int, int]] = []
    Board(rules="maka").playouts(50, threads=2, max_plies=50, progress=lambda done, all_: seen.append((done, all_)))
    assert seen[-1] == (50, 50)

    def refuse(done: int, all_: int) -> None:
        raise RuntimeError(f"{done} of {all_}")

    for threads in (1, 2):
        with pytest.raises(RuntimeError, match="of 1000000"):
            Board(rules="maka").playouts(10**6, threads=threads, progress=refuse)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize(
    "call",
    [
        "mujo.Board().playouts(10**8)",
        "mujo.Board().playouts(10**8, threads=2)",
        # Two bishops that never meet: no game ends before its time.
        "mujo.Board('b,18/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/1,B,17 b - 1', 'maka[repetition=none]')"
        ".playouts(10**6, max_plies=10**6)",
    ],
)
def test_ctrl_c_ends_the_games(call: str) -> None:
    assert seconds_after_ctrl_c("", call) < PATIENCE


# Uniformity: ten positions with captures, captures of several and passes.

UNIFORM = {
    "the start of maka": ("maka", "startpos"),
    "a lion among two": ("maka", "18,k/19/19/19/19/19/19/8,p,10/9,p,9/9,LN,9/19/19/19/19/19/19/19/19/K,18 b - 1"),
    "a lion that may take in many ways": (
        "maka",
        "18,k/19/19/19/19/19/19/8,p,p,p,8/8,p,+dv,p,8/8,p,LN,p,8/8,p,p,p,8/19/19/19/19/19/19/19/K,18 b - 1",
    ),
    "lions that pass": ("maka", "18,k/19/19/19/19/9,ln,9/19/19/19/9,LN,9/19/19/19/4,LN,14/19/19/19/19/K,18 w - 1"),
    "a lion dog along three": (
        "maka",
        "18,k/19/19/19/19/19/9,p,9/9,p,9/9,p,9/9,LD,9/19/19/19/19/19/19/19/19/K,18 b - 1",
    ),
    "promotion is a choice": (
        "maka",
        "18,k/19/19/19/19/19/9,r,9/9,p,9/9,b,9/9,HM,9/19/19/19/19/19/19/19/19/K,18 b - 1",
    ),
    "two contagions": (
        "maka[contagion_order=choice]",
        "18,k/19/19/19/19/19/19/9,ds,9/8,dv,10/9,LN,9/19/19/19/19/19/19/19/19/K,18 b - 1",
    ),
    "an emperor among guards": (
        "tai",
        "12,e,12/12,hm,12/25/25/25/3,p,21/25/25/25/25/25/25/25/25/25/25/12,P,12/25/25/25/25/25/25/25/12,E,12 b - 1",
    ),
    "the start of chu": ("chu", "startpos"),
    "the middle of a game of hishigata": ("hishigata", ""),
}


def uniform_board(name: str) -> Board:
    rules, position = UNIFORM[name]
    if position:
        return Board(None if position == "startpos" else position, rules)
    board = Board(rules=rules)
    dice = random.Random(4)
    for _ in range(60):
        board.push(dice.choice(board.legal_moves))
    return board.copy(history=False)


def drawn(board: Board, n: int, seed: int) -> Counter[Move]:
    games = board.playouts(n, seed, max_plies=1, moves=True, threads=2)
    return Counter(Move.from_int(code, board.rules) for code in games.moves)


@pytest.mark.parametrize("name", UNIFORM)
def test_moves_are_drawn_uniformly(name: str) -> None:
    """Chi-square within four standard deviations of what it should be; the seed is fixed."""
    board = uniform_board(name)
    legal = list(board.legal_moves)
    each = 100
    seen = drawn(board, each * len(legal), seed=20)
    assert set(seen) <= set(legal)
    chi = sum((seen[move] - each) ** 2 / each for move in legal)
    freedom = len(legal) - 1
    assert abs(chi - freedom) < 4 * (2 * freedom) ** 0.5, (chi, freedom)


def test_the_positions_have_what_they_are_for() -> None:
    boards = [uniform_board(name) for name in UNIFORM]
    moves = [move for board in boards for move in board.legal_moves]
    assert len(boards) == 10
    assert sum(len(board.legal_captures()) for board in boards) > 100
    assert sum(len(move.captures) > 0 for move in moves) > 50
    assert sum(len(move.captures) > 1 for move in moves) >= 2
    assert sum(move.is_pass for move in moves) >= 3
    assert sum(move.is_igui for move in moves) >= 5
    assert sum(move.promotes for move in moves) > 20


@pytest.mark.parametrize("most", ["many", "few"])
def test_moves_that_repetition_forbids_are_never_drawn(most: str) -> None:
    """The others are as likely as one another, also where nearly every draw is refused."""
    if most == "many":
        board = Board()
        for text in ("8r8q", "8h8i", "13y13n", "13a13l", "13n13y"):
            board.push(text)
        forbidden = [Move.from_usi("13l13a")]
    else:
        # Kings in corners: each has three moves; White's king has been on two of the squares before this position.
        board = Board("k,18/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/18,K b - 1", "maka[repetition=forbid]")
        forbidden = shuffle(board)
    free = board.copy(history=False)
    assert [move for move in free.legal_moves if move not in board.legal_moves] == forbidden
    legal = list(board.legal_moves)
    seen = drawn(board, 60 * len(legal), seed=2)
    assert set(seen) <= set(legal)
    chi = sum((seen[move] - 60) ** 2 / 60 for move in legal)
    freedom = len(legal) - 1
    assert abs(chi - freedom) < 4 * (2 * freedom) ** 0.5 + 4


def shuffle(board: Board) -> list[Move]:
    """Make moves until the side to move has several that would bring back a position; return those."""
    dice = random.Random(8)
    while True:
        free = board.copy(history=False)
        forbidden = [move for move in free.legal_moves if move not in board.legal_moves]
        if len(forbidden) >= 2:
            return forbidden
        quiet = [move for move in board.legal_moves if min(move.to_square, 360 - move.to_square) % 19 < 3]
        near = [move for move in quiet if min(move.to_square, 360 - move.to_square) < 60]
        board.push(dice.choice(near or list(board.legal_moves)))
