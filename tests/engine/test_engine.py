"""Searches through Python: results, limits, stopping, refusals."""

import random
import threading
import time
from collections.abc import Callable

import pytest

import mujo

#: A rook on each of two ranks: Black mates in one.
MATE_IN_ONE = "k,11/11,R/10,R,1/12/12/12/12/12/12/12/12/K,5,p,5 b - 1"

OWN_GAME = """
format = 1
name = "little"
title = "Little"
description = "a game of a user"
source = "this test"
[board]
files = 5
ranks = 5
[setup]
army = ["1,B,3", "R,1,K,1,R"]
[pieces]
K = { name = "king", kanji = "王", board = "王", romaji = "ō", betza = "K", royal = "king", source = "this test" }
R = { name = "rook", kanji = "飛", board = "飛", romaji = "hi", betza = "R", source = "this test" }
B = { name = "bishop", kanji = "角", board = "角", romaji = "kaku", betza = "B", source = "this test" }
"""


@pytest.mark.parametrize("name", sorted(mujo.rule_set_names()))
def test_every_line_of_a_search_is_legal_and_the_board_stays_as_it_was(name: str) -> None:
    board = mujo.Board(rules=name)
    text, moves = board.sfen(), board.move_stack
    result = mujo.Engine(name, hash=1).search(board, nodes=300, multipv=3)
    assert (board.sfen(), board.move_stack) == (text, moves)
    assert [line.score for line in result.lines] == sorted((line.score for line in result.lines), reverse=True)
    assert len({line.moves[0] for line in result.lines}) == 3
    for line in result.lines:
        after = board.copy()
        for move in line.moves:
            after.push(move)


def test_a_game_from_a_file_is_played_to_its_end() -> None:
    rules = mujo.RuleSet.from_toml(OWN_GAME)
    engine = mujo.Engine(rules, hash=1)
    board = mujo.Board(rules=rules)
    assert engine.values()[engine.unit] == 100
    while board.outcome() is None and board.ply < 200:
        board.push(engine.search(board, nodes=200).best)
    assert board.ply > 1


def test_fixed_nodes_give_the_same_result_again_and_a_clock_has_no_say() -> None:
    board = mujo.Board(rules="maka")
    results = [mujo.Engine("maka", hash=2).search(board, nodes=2500, seconds=1000) for _ in range(2)]
    first, second = ([line.moves for line in result.lines] + [result.nodes] for result in results)
    assert first == second


def test_a_mate_is_found_and_counted_to_the_capture_of_the_royal() -> None:
    engine = mujo.Engine("chu", hash=1)
    board = mujo.Board(MATE_IN_ONE, "chu")
    result = engine.search(board, depth=4)
    assert result.score.mate == 3
    assert result.best.usi() == "2c2a"
    board.push(result.best)
    assert board.is_checkmate()
    assert engine.search(board, depth=4).score.mate == -2


def test_mate_search_tells_a_mate_from_none_and_from_a_limit() -> None:
    engine = mujo.Engine("chu", hash=1)
    assert [move.usi() for move in engine.mate(mujo.Board(MATE_IN_ONE, "chu")).moves] == ["2c2a"]
    start = mujo.Board(rules="chu")
    assert (engine.mate(start).status, bool(engine.mate(start))) == ("no mate", False)
    far = mujo.Board("k,11/12/12/12/5,Q,6/12/4,R,7/12/12/12/12/K,5,p,5 b - 1", "chu")
    assert engine.mate(far, nodes=64).status == "unknown"


def test_deepening_gives_one_result_a_depth_and_can_be_dropped() -> None:
    engine = mujo.Engine("chu", hash=1)
    board = mujo.Board(rules="chu")
    assert [result.depth for result in engine.deepen(board, depth=4)] == [1, 2, 3, 4]
    for result in engine.deepen(board):
        if result.depth == 2:
            break
    assert next(engine.deepen(board, seconds=0)).depth == 1


def test_progress_sees_every_iteration_and_may_end_the_search() -> None:
    engine = mujo.Engine("chu", hash=1)
    seen: list[int] = []

    def progress(result: mujo.SearchResult) -> bool:
        seen.append(result.depth)
        return result.depth < 3

    assert engine.search(mujo.Board(rules="chu"), progress=progress).depth == 3
    assert seen == [1, 2, 3]

    def fails(result: mujo.SearchResult) -> None:
        raise KeyError(result.depth)

    with pytest.raises(KeyError):
        engine.search(mujo.Board(rules="chu"), progress=fails)


def test_stop_from_another_thread_ends_a_search_without_limits() -> None:
    engine = mujo.Engine("tai", hash=4, threads=2)
    board = mujo.Board()
    timer = threading.Timer(0.2, engine.stop)
    timer.start()
    before = time.process_time()
    assert engine.search(board).best in board.legal_moves
    # Two threads work until the stop, and a tenth of a second longer at most.
    assert time.process_time() - before < 2 * (0.2 + 0.1) + 1.0


def test_an_engine_makes_one_search_at_a_time() -> None:
    engine = mujo.Engine("chu", hash=1)
    started = threading.Event()

    def work() -> None:
        engine.search(mujo.Board(rules="chu"), progress=lambda result: started.set())

    thread = threading.Thread(target=work)
    thread.start()
    assert started.wait(20)
    with pytest.raises(mujo.MujoError) as caught:
        engine.search(mujo.Board(rules="chu"), depth=1)
    assert caught.value.code == "engine.busy"
    engine.stop()
    thread.join(20)
    assert not thread.is_alive()


def test_terms_of_the_evaluation_are_the_same_for_both_sides_but_for_the_tempo() -> None:
    engine = mujo.Engine("tai", hash=1)
    terms = engine.evaluate(mujo.Board())
    assert {name: value for name, value in terms.items() if value} == {"tempo": terms["tempo"]}


def test_the_evaluation_comes_back_from_its_own_text() -> None:
    engine = mujo.Engine("hishigata", hash=1)
    again = mujo.Engine("hishigata", hash=1, evaluation=engine.evaluation)
    assert again.values() == engine.values()
    assert mujo.Engine("hishigata", hash=1, evaluation="mobility").values().keys() == engine.values().keys()


def test_every_level_takes_the_last_royal_and_errs_in_the_same_way_for_the_same_seed() -> None:
    wins = mujo.Board("18,k/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/18,R/19/K,18 b - 1", "maka")
    start = mujo.Board(rules="maka")
    for level in range(1, 11):
        engine = mujo.Engine("maka", hash=1, level=level, seed=level)
        taken = wins.copy()
        taken.push(engine.search(wins).best)
        outcome = taken.outcome()
        assert outcome is not None
        assert outcome.termination == "royals_captured"
        if level < 4:
            again = mujo.Engine("maka", hash=1, level=level, seed=level)
            engine.clear()
            assert engine.search(start).best == again.search(start).best


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"hash": -1}, "argument"),
        ({"hash": 2**64}, "argument"),
        ({"threads": 0}, "threads"),
        ({"level": 11}, "argument"),
        ({"seed": -1}, "argument"),
        ({"evaluation": "nonsense"}, "engine.numbers"),
    ],
)
def test_an_engine_refuses_numbers_out_of_range(arguments: dict[str, object], code: str) -> None:
    with pytest.raises(mujo.MujoError) as caught:
        mujo.Engine("chu", **arguments)  # type: ignore[arg-type]
    assert caught.value.code == code


@pytest.mark.parametrize(
    "limits", [{"depth": 0}, {"depth": 101}, {"nodes": 0}, {"seconds": -1.0}, {"seconds": float("nan")}, {"multipv": 0}]
)
def test_a_search_refuses_limits_out_of_range(limits: dict[str, object]) -> None:
    with pytest.raises(mujo.MujoError) as caught:
        mujo.Engine("chu", hash=1).search(mujo.Board(rules="chu"), **limits)  # type: ignore[arg-type]
    assert caught.value.code == "argument"


def test_a_finished_game_and_other_rules_are_refused() -> None:
    engine = mujo.Engine("maka", hash=1)
    over = mujo.Board("19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/K,18 b - 1", "maka")
    for call in (engine.search, engine.mate):
        with pytest.raises(mujo.MujoError) as caught:
            call(over)
        assert caught.value.code == "engine.finished"
    calls: tuple[Callable[[mujo.Board], object], ...] = (engine.search, engine.mate, engine.evaluate)
    for ask in calls:
        with pytest.raises(mujo.MujoError) as caught:
            ask(mujo.Board(rules="chu"))
        assert caught.value.code == "wrong_rules"


def test_a_study_without_royals_has_a_best_move() -> None:
    study = mujo.Board("19/19/19/19/19/19/19/9,p,9/19/9,R,9/19/19/19/19/19/19/19/19/19 b - 1", "maka")
    assert mujo.Engine("maka", hash=1).search(study, depth=2).best in study.legal_moves


def test_a_clock_without_time_still_gives_a_move() -> None:
    board = mujo.Board()
    assert mujo.Engine(hash=1).search(board, clock=mujo.Clock(0)).best in board.legal_moves
    assert mujo.Engine(hash=1).search(board, seconds=0).best in board.legal_moves


def searched_nodes(part: str | None) -> list[int]:
    """Return the nodes of a search of a middle game and of one with checks, without a part of the search."""
    dice = random.Random(4)
    middle = mujo.Board(rules="chu")
    for _ in range(40):
        middle.push(dice.choice(middle.legal_moves))
    engine = mujo.Engine("chu", hash=2)
    engine.without([] if part is None else [part])
    nodes = [engine.search(middle, depth=7, nodes=40_000).nodes]
    engine.clear()
    result = engine.search(mujo.Board(MATE_IN_ONE, "chu"), depth=4)
    assert result.score.mate == 3
    return [*nodes, result.nodes]


def test_every_part_of_the_search_can_be_switched_off_and_matters() -> None:
    everything = searched_nodes(None)
    without = {part: searched_nodes(part) for part in mujo.Engine.FEATURES}
    assert [part for part, nodes in without.items() if nodes == everything] == []
