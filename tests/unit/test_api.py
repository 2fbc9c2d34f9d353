"""The contract of the Python API: values, snapshots, copies, pickles, threads, signals."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import sys
import threading
from typing import Any

import pytest

import mujo
from bulk.interrupted import seconds_after_ctrl_c
from mujo import BLACK, WHITE, Board, Move, Outcome, Piece, RuleSet, Setup

OWN = """
format = 1
name = "own"
title = "Own"
description = "tai without contagion"
source = "own"
base = "tai"
[options]
contagion = { value = "off", source = "own" }
"""

VALUES: dict[str, Any] = {
    "piece": Piece("HM", BLACK),
    "promoted piece": Piece("HM", WHITE, promoted=True),
    "move": Move.from_usi("8r8q"),
    "igui": Move.from_usi("5e6f5e+", "maka"),
    "named contagion": Move.from_usi("13m13l13k+DV", "maka[contagion_order=choice]"),
    "rule set": RuleSet("maka"),
    "changed rule set": RuleSet("maka", emperor="protected-piece", readings={"LD": "limited"}),
    "outcome": Outcome(BLACK, "royals_captured"),
    "draw": Outcome(None, "repetition"),
}
NAMES = {"Piece": Piece, "Move": Move, "RuleSet": RuleSet, "Outcome": Outcome, "Board": Board, "Setup": Setup}


@pytest.mark.parametrize("name", VALUES)
def test_repr_evaluates_back(name: str) -> None:
    value = VALUES[name]
    again = eval(repr(value), dict(NAMES))  # repr promises this
    assert again == value
    assert hash(again) == hash(value)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("name", VALUES)
def test_values_pickle_and_copy(name: str, protocol: int) -> None:
    value = VALUES[name]
    for again in (pickle.loads(pickle.dumps(value, protocol)), copy.copy(value), copy.deepcopy(value)):
        assert again == value
        assert hash(again) == hash(value)
        assert str(again) == str(value)


@pytest.mark.parametrize("name", VALUES)
def test_values_are_frozen_and_unequal_to_other_types(name: str) -> None:
    value = VALUES[name]
    assert value != 1
    assert value != "x"
    assert (value == object()) is False
    assert value.__eq__(3) is NotImplemented
    with pytest.raises((AttributeError, TypeError)):
        value.usi = 1


def test_a_rule_set_from_a_file_pickles_with_its_text() -> None:
    rules = RuleSet.from_toml(OWN)
    board = Board(rules=rules)
    board.push("8r8q")
    for again in (pickle.loads(pickle.dumps(board)), Board.from_bytes(board.to_bytes())):
        assert again == board
        assert again.rules == rules
        assert again.move_stack == board.move_stack
    assert pickle.loads(pickle.dumps(rules)) == rules


def test_values_match_patterns() -> None:
    match Piece("HM", WHITE, promoted=True):
        case Piece(kind, side, promoted):
            assert (kind, side, promoted) == ("HM", WHITE, True)
    match Outcome(None, "stalemate"):
        case Outcome(winner, why):
            assert (winner, why) == (None, "stalemate")


def test_boards_are_equal_if_their_positions_are() -> None:
    board = Board(rules="maka")
    other = Board(rules="maka")
    for text in ("10n10m", "10f10g", "9n9m"):
        board.push(text)
    assert board != other
    for text in ("9n9m", "10f10g", "10n10m"):
        other.push(text)
    assert board == other
    assert board.key == other.key
    assert board.move_stack != other.move_stack
    assert Board(board.sfen(), "maka") == board
    assert Board(rules="maka") != Board(rules="maka/western")
    with pytest.raises(TypeError):
        hash(board)


def test_boards_copy_with_and_without_history() -> None:
    board = Board()
    board.push("8r8q")
    whole, bare = board.copy(), board.copy(history=False)
    assert whole == bare == board == copy.copy(board) == copy.deepcopy(board)
    assert (whole.ply, bare.ply) == (1, 0)
    assert whole.pop() == Move.from_usi("8r8q")
    assert board.ply == 1
    with pytest.raises(mujo.MujoError) as raised:
        bare.pop()
    assert raised.value.code == "nothing_to_undo"
    with pytest.raises(mujo.MujoError):
        bare.peek()


def test_legal_moves_are_a_snapshot() -> None:
    board = Board(rules="maka")
    moves = board.legal_moves
    seen = []
    for move in moves:
        board.push(move)
        seen.append(move)
        board.pop()
    assert len(seen) == len(moves) == moves.count() == 80
    assert moves
    assert seen[0] in moves
    assert "10m10l" not in moves
    assert moves[-1] == seen[-1]
    with pytest.raises(IndexError):
        moves[80]
    board.push(seen[0])
    assert len(moves) == 80


def test_moves_survive_conversion_to_numbers() -> None:
    board = Board()
    for move in board.legal_moves:
        assert Move.from_int(int(move)) == move
        assert 0 <= int(move) < 2**63
    for wrong in (0, 2**64 - 1, 25 << 46 | 2047):
        with pytest.raises(mujo.MujoError):
            Move.from_int(wrong)


def test_moves_of_another_board_are_refused() -> None:
    with pytest.raises(mujo.MujoError) as raised:
        Board(rules="maka").push(Move.from_usi("8r8q"))
    assert raised.value.code == "wrong_rules"


def test_unchecked_pushes_still_need_a_possible_move() -> None:
    board = Board()
    before = board.sfen()
    with pytest.raises(mujo.IllegalMoveError):
        board.push_unchecked(Move.from_usi("8r8p"))
    assert board.sfen() == before
    board.push_unchecked(Move.from_usi("13y13a"))
    assert board.pop() == Move.from_usi("13y13a")
    assert board.sfen() == before


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_counts_do_not_depend_on_threads(threads: int) -> None:
    board = Board(rules="maka")
    assert board.perft(2, threads=threads) == sum(board.divide(2, threads=threads).values())
    seen: list[tuple[int, int]] = []
    assert board.perft(3, threads=threads, progress=lambda done, all_: seen.append((done, all_))) == board.perft(3)
    assert seen[-1] == (80, 80)


def test_invalid_arguments_of_counts_are_refused() -> None:
    board = Board()
    for arguments, code in (
        ({"depth": -1}, "depth"),
        ({"depth": 65}, "depth"),
        ({"depth": 1, "threads": 0}, "threads"),
        ({"depth": 1, "by": "path"}, "paths_refused"),
    ):
        with pytest.raises(mujo.MujoError) as raised:
            board.perft(**arguments)
        assert raised.value.code == code
    with pytest.raises(ValueError, match="effect"):
        board.perft(1, by="route")  # type: ignore[arg-type]


def test_other_threads_run_during_a_count() -> None:
    board = Board()
    counted: list[int] = []
    worker = threading.Thread(target=lambda: counted.append(board.perft(3)))
    worker.start()
    steps = 0
    while worker.is_alive():
        board.push("8r8q")
        board.pop()
        steps += 1
    worker.join()
    assert counted == [111369418]
    assert steps > 10


def hammer(board: Board, faults: list[BaseException]) -> None:
    """Push and pop for a while; the only error allowed is a busy board."""
    for _ in range(300):
        try:
            board.push(next(iter(board.legal_moves)))
            board.pop()
        except mujo.MujoError:
            continue
        except BaseException as error:
            faults.append(error)
            return


def test_two_threads_on_one_board_never_panic() -> None:
    board = Board(rules="maka")
    faults: list[BaseException] = []
    workers = [threading.Thread(target=hammer, args=(board, faults)) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert faults == []
    assert board.sfen()


def squares_of(board: Board) -> int:
    """Count the pieces of a board, in another process."""
    return len(board.piece_map())


def test_boards_go_to_other_processes() -> None:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(squares_of, [Board(), Board(rules="maka")]) == [354, 192]


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_a_count(threads: int) -> None:
    seconds_after_ctrl_c("", f"mujo.Board().perft(6, threads={threads})")


@pytest.mark.parametrize(("square", "works"), [(-1, False), (0, True), (624, True), (625, False), (2**40, False)])
def test_squares_outside_the_board(square: int, works: bool) -> None:
    board = Board()
    for call in (board.piece_at, board.legal_moves_from, lambda at: board.attackers(at, BLACK)):
        if works:
            call(square)
            continue
        with pytest.raises(mujo.MujoError) as raised:
            call(square)
        assert raised.value.code == "off_board"


def test_setups_hold_any_position_and_list_its_problems() -> None:
    setup = Setup(rules="maka")
    assert setup.problems() == []
    setup.put(0, "+ln")
    setup.turn = WHITE
    assert setup.remove(0) == Piece("LN", WHITE, promoted=True)
    assert setup.remove(0) is None
    setup.put(180, Piece("LN", BLACK))
    setup.turn = BLACK
    assert len(Board.from_setup(setup).legal_moves) == 25
    setup.state = 3
    problems = setup.problems()
    assert len(problems) == 1
    with pytest.raises(mujo.InvalidPositionError) as raised:
        setup.board()
    assert list(raised.value.problems) == problems
    setup.clear()
    assert setup.piece_map() == {}


def test_names_of_rule_sets_are_sorted() -> None:
    names = mujo.rule_set_names()
    assert names == sorted(names)
