"""Work in parts on executors gives the results of one call, whatever happens to the workers."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

import mujo
from bulk import crashing
from bulk.interrupted import PATIENCE, seconds_after_ctrl_c
from mujo import parallel
from mujo.match import Adjudication, MatchSettings, Standing, parse_player, play_match
from mujo.review import ReviewedMove, review_games

needs_posix = pytest.mark.skipif(os.name != "posix", reason="kills processes by signals")

SMALL = {"tai": 2, "maka": 3, "hishigata": 3, "chu": 3}


def processes() -> Executor:
    return ProcessPoolExecutor(2, mp_context=get_context("spawn"))


class Backwards(Executor):
    """Runs its tasks in this thread, the last one first, once the first result is waited for."""

    def __init__(self) -> None:
        self.tasks: list[Callable[[], None]] = []

    def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN002, ANN003, ANN201
        future: Future[object] = Future()

        def run() -> None:
            future.set_result(fn(*args, **kwargs))

        self.tasks.append(run)
        if len(self.tasks) == 7:
            for task in reversed(self.tasks):
                task()
            self.tasks.clear()
        return future


@pytest.mark.parametrize("name", mujo.rule_set_names())
def test_counts_of_every_rule_set(name: str) -> None:
    """Cut as finely as possible, so that every kind of cut occurs."""
    board = mujo.Board(rules=name)
    depth = SMALL.get(board.rules.game, 2)
    with ThreadPoolExecutor(2) as pool:
        assert parallel.divide(board, depth, nodes=1, executor=pool) == board.divide(depth)
        assert board.perft(depth, executor=pool) == board.perft(depth)
        assert board.divide(depth, executor=pool, nodes=2) == board.divide(depth)


@pytest.mark.parametrize("by", ["effect", "path"])
def test_counts_that_are_cut_more_than_once(by: str) -> None:
    board = mujo.Board("k,11/11,R/12/12/12/5,LN,6/12/12/12/12/K,5,p,5/12 b - 1", "chu")
    depth = 4
    with ThreadPoolExecutor(2) as pool:
        found = parallel.divide(board, depth, by=by, nodes=100, executor=pool)  # type: ignore[arg-type]
    assert found == board.divide(depth, by=by)  # type: ignore[arg-type]
    parts = list(parallel.counting_parts(board, depth, nodes=100))
    assert {part.depth for part in parts} == {3}
    assert len(parts) > 100


def test_history_does_not_matter_to_counts() -> None:
    """A repetition that forbids a move on the board is no matter of perft."""
    board = mujo.Board("k,11/12/12/12/12/12/12/12/12/12/12/K,11 b - 1", "chu")
    for text in ("12l11l", "12a11a", "11l12l", "11a12a") * 3:
        if board.is_legal(text):
            board.push(text)
    with ThreadPoolExecutor(2) as pool:
        assert board.perft(4, executor=pool) == board.perft(4)
        assert parallel.perft(board, 4, nodes=1, executor=pool) == board.perft(4)


def test_depth_zero_and_ended_games() -> None:
    over = mujo.Board("19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/18,K", "maka")
    with ThreadPoolExecutor(1) as pool:
        assert mujo.Board().perft(0, executor=pool) == 1
        assert over.perft(3, executor=pool) == over.perft(3) == 0


def test_arguments_are_checked_before_anything_is_sent() -> None:
    with ThreadPoolExecutor(1) as pool:
        for call in (
            lambda: mujo.Board().perft(65, executor=pool),
            lambda: mujo.Board().perft(1, threads=0, executor=pool),
            lambda: mujo.Board().perft(1, nodes=0, executor=pool),
            lambda: mujo.Board().divide(1, nodes=5),
            lambda: mujo.Board().playouts(-1, executor=pool),
            lambda: mujo.Board().playouts(1, max_plies=-1, executor=pool),
            lambda: parallel.analyse([mujo.Board()], executor=pool),
            lambda: next(parallel.counting_parts(mujo.Board(), 2, nodes=0)),
            lambda: parallel.run_parts(abs, [1], executor=pool, window=0),
        ):
            with pytest.raises(mujo.MujoError) as caught:
                call()
            assert caught.value.code in ("depth", "threads", "argument")


@pytest.mark.parametrize("moves", [False, True])
def test_random_games(moves: bool) -> None:
    board = mujo.Board(rules="hishigata")
    board.push(board.legal_moves[0])
    whole = board.playouts(700, 5, max_plies=700, first=3, moves=moves)
    for pool in (ThreadPoolExecutor(3), processes()):
        with pool:
            parts = board.playouts(700, 5, max_plies=700, first=3, moves=moves, executor=pool)
        assert parts == whole
        assert (parts.first, parts.seed, parts.max_plies, len(parts)) == (3, 5, 700, 700)
        assert list(parts.plies) == list(whole.plies)
        if moves:
            assert parts.moves_of(699) == whole.moves_of(699)
            assert list(parts.offsets) == list(whole.offsets)


def test_parts_that_do_not_fit_are_not_joined() -> None:
    board = mujo.Board(rules="maka")
    part = board.playouts(2, 1, max_plies=3)
    others = [
        board.playouts(2, 2, max_plies=3, first=2),
        board.playouts(2, 1, max_plies=4, first=2),
        board.playouts(2, 1, max_plies=3, first=3),
        board.playouts(2, 1, max_plies=3, first=2, moves=True),
        mujo.Board(rules="chu").playouts(2, 1, max_plies=3, first=2),
        board.play(board.legal_moves[0]).playouts(2, 1, max_plies=3, first=2),
    ]
    for other in others:
        with pytest.raises(mujo.MujoError, match="part"):
            mujo.Playouts.joined([part, other])
    with pytest.raises(mujo.MujoError, match="no parts"):
        mujo.Playouts.joined([])


def boards() -> list[mujo.Board]:
    found = []
    for name in ("chu", "hishigata"):
        board = mujo.Board(rules=name)
        for number in range(10):
            board.push(board.legal_moves[7 * number % len(board.legal_moves)])
            found.append(board.copy())
    return found


def told(result: mujo.SearchResult) -> tuple[object, ...]:
    lines = [(line.score, line.moves) for line in result.lines]
    return (result.best, result.score, lines, result.depth, result.seldepth, result.nodes, result.quiescence)


def test_searches_of_many_positions() -> None:
    every = boards()
    alone = [told(mujo.Engine(board.rules, 16).search(board, depth=2, multipv=2)) for board in every]
    for pool in (ThreadPoolExecutor(2), processes()):
        with pool:
            found = parallel.analyse(every, depth=2, multipv=2, executor=pool)
        assert [told(result) for result in found] == alone


def test_mating_problems() -> None:
    every = [
        mujo.Board(f"k,11/11,R/10,R,1/12/12/12/12/12/12/12/12/K,{number},p,{10 - number} b - 1", "chu")
        for number in range(1, 7)
    ]
    alone = [(mate.status, mate.moves, mate.nodes) for mate in (mujo.Engine("chu", 16).mate(board) for board in every)]
    for pool in (ThreadPoolExecutor(2), processes()):
        with pool:
            found = parallel.solve(every, executor=pool)
        assert [(mate.status, mate.moves, mate.nodes) for mate in found] == alone
    assert {status for status, _, _ in alone} == {"mate"}


def test_an_error_names_the_position() -> None:
    over = mujo.Board("12/12/12/12/12/12/12/12/12/12/12/K,11 b - 1", "chu")
    with ThreadPoolExecutor(1) as pool:
        for call in (
            lambda: parallel.analyse([*boards()[:9], over], depth=1, executor=pool),
            lambda: parallel.solve([*boards()[:9], over], 1, executor=pool),
        ):
            with pytest.raises(mujo.MujoError, match="position 9: ") as caught:
                call()
            assert caught.value.code == "engine.finished"


def facts(moves: list[ReviewedMove]) -> list[object]:
    """Return what is said of the moves of a game; lines are compared by their moves and scores."""
    best = [(move.best.score, move.best.moves, move.after and (move.after.score, move.after.moves)) for move in moves]
    return [*((move.ply, move.text, move.lost, move.mark, move.board) for move in moves), *best]


def test_reviews_of_many_games() -> None:
    games = [boards()[9], boards()[4], boards()[14]]
    alone = [facts(moves) for moves in review_games(games, 100, hash=1)]
    assert [len(game) for game in alone] == [20, 10, 10]
    for pool in (ThreadPoolExecutor(2), processes()):
        done: list[int] = []
        with pool:
            found = list(review_games(games, 100, hash=1, executor=pool, progress=done.append))
        assert [facts(moves) for moves in found] == alone
        assert done == [1, 2, 3]


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_search_results_can_be_pickled(protocol: int) -> None:
    mated = mujo.Board("k,11/11,R/10,R,1/12/12/12/12/12/12/12/12/K,5,p,5 b - 1", "chu")
    for board in (mujo.Board(rules="chu"), mated):
        result = mujo.Engine("chu", 1).search(board, depth=3, multipv=3)
        again = pickle.loads(pickle.dumps(result, protocol))
        assert told(again) == told(result)
        assert (again.seconds, again.hash_use) == pytest.approx((result.seconds, result.hash_use))
        line = pickle.loads(pickle.dumps(result.lines[-1], protocol))
        assert (line.score, line.moves) == (result.lines[-1].score, result.lines[-1].moves)


def games_of(standing: Standing) -> list[object]:
    """Return players, moves and results; comments hold times."""
    return [
        (first, second, [(game.start, game.moves, game.result, game.termination) for game in games])
        for first, second, games in standing.pairs
    ]


def test_matches() -> None:
    players = (parse_player("a=random"), parse_player("b=depth=1"))
    settings = MatchSettings(players, "hishigata", pairs=3, adjudication=Adjudication(max_plies=12))
    alone = games_of(play_match(settings))
    for pool in (ThreadPoolExecutor(2), processes()):
        with pool:
            assert games_of(play_match(settings, executor=pool, concurrency=3)) == alone


def test_any_order() -> None:
    results = list(parallel.run_parts(crashing.square, range(14), executor=Backwards()))
    assert [number for number, _ in results] == [*range(5, -1, -1), 6, *range(12, 6, -1), 13]
    assert all(result == number * number for number, result in results)


def test_parts_are_generated_as_needed() -> None:
    taken: list[int] = []

    def parts() -> Iterator[int]:
        for number in range(1000):
            taken.append(number)
            yield number

    with ThreadPoolExecutor(1) as pool:
        results = parallel.run_parts(crashing.square, parts(), executor=pool, window=5)
        for _ in range(3):
            next(results)
        assert len(taken) < 20
        results.close()  # type: ignore[attr-defined]


def test_progress_reaches_the_whole() -> None:
    reports: list[tuple[int, int]] = []
    with ThreadPoolExecutor(2) as pool:
        parallel.perft(
            mujo.Board(rules="maka"), 3, nodes=20_000, executor=pool, progress=lambda *now: reports.append(now)
        )
        assert reports == [(done, 27) for done in range(1, 28)]
        reports.clear()
        mujo.Board(rules="maka").divide(3, nodes=20_000, executor=pool, progress=lambda *now: reports.append(now))
    assert reports == [(done, 27) for done in range(1, 28)]


def test_an_unknown_option_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="node"):
        list(parallel.counting_parts(mujo.Board(), 2, node=5))  # type: ignore[call-arg]


@needs_posix
def test_a_dead_process_is_replaced(tmp_path: Path) -> None:
    parts = [(str(tmp_path), number) for number in range(8)]
    found = dict(parallel.run_parts(crashing.die_once, parts, executor=processes))
    assert found == {number: number * number for number in range(8)}
    assert (tmp_path / "died").exists()


@needs_posix
def test_a_pool_that_cannot_be_replaced_is_named(tmp_path: Path) -> None:
    parts = [(str(tmp_path), number) for number in range(8)]
    with processes() as pool, pytest.raises(mujo.MujoError, match="pass a function") as caught:
        dict(parallel.run_parts(crashing.die_once, parts, executor=pool))
    assert caught.value.code == "executor.lost"


@needs_posix
def test_a_part_that_always_kills_its_worker_ends_the_work() -> None:
    with pytest.raises(mujo.MujoError, match="lost 2 times") as caught:
        dict(parallel.run_parts(crashing.always_die, [1], executor=processes, retries=1))
    assert caught.value.code == "executor.lost"


def test_other_exceptions_are_tried_again(tmp_path: Path) -> None:
    parts = [(str(tmp_path), number) for number in range(3)]
    with ThreadPoolExecutor(2) as pool:
        assert dict(parallel.run_parts(crashing.fail_twice, parts, executor=pool)) == {0: 0, 1: 1, 2: 2}
    for mark in tmp_path.iterdir():
        mark.unlink()
    with ThreadPoolExecutor(2) as pool, pytest.raises(mujo.MujoError, match=r"lost 2 times.*no space left"):
        dict(parallel.run_parts(crashing.fail_twice, parts, executor=pool, retries=1))


def test_errors_of_the_work_itself_are_raised_at_once() -> None:
    calls: list[int] = []

    def work(number: int) -> None:
        calls.append(number)
        mujo.Board("nonsense")

    with ThreadPoolExecutor(1) as pool, pytest.raises(mujo.InvalidPositionError):
        dict(parallel.run_parts(work, [1], executor=pool))
    assert calls == [1]


def test_a_worker_of_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from mujo.parallel import parts

    call = parts._Call(crashing.square)
    monkeypatch.setattr(parts, "data_digest", lambda: "0" * 64)
    with pytest.raises(mujo.MujoError, match="same version") as caught:
        call(3)
    assert caught.value.code == "executor.version"


@needs_posix
def test_ctrl_c_ends_the_work() -> None:
    preparation = "from concurrent.futures import ThreadPoolExecutor\npool = ThreadPoolExecutor(2)"
    call = "mujo.parallel.perft(mujo.Board(), 6, nodes=10**7, executor=pool)"
    assert seconds_after_ctrl_c(f"import mujo.parallel\n{preparation}", call) < PATIENCE
