"""Making and undoing moves: a refused move changes nothing, and a game does not remember what was undone."""

from __future__ import annotations

import pytest

from mujo import Board, IllegalMoveError, Move, MujoError
from rules.boards import place, play


def test_push_returns_the_move_or_raises() -> None:
    board = Board(rules="maka")
    move = board.push("10n10m")
    assert isinstance(move, Move)
    with pytest.raises(IllegalMoveError):
        board.push("10m10l")
    assert board.pop() == move
    for call in (board.pop, board.peek):
        with pytest.raises(MujoError) as raised:
            call()
        assert raised.value.code == "nothing_to_undo"


def test_an_illegal_push_changes_nothing() -> None:
    board = play(Board(rules="maka"), "10n10m")
    before = (board.sfen(), board.key, board.ply, board.move_stack, [str(move) for move in board.legal_moves])
    for text in ("10n10m", "10m10l", "1a1b+", "10f10h", "10f10g+", "", "99z1a", "10f"):
        with pytest.raises(MujoError):
            board.push(text)
        with pytest.raises(MujoError):
            board.play(text)
    with pytest.raises(IllegalMoveError):
        board.push_unchecked(Move.from_usi("10m10l", board.rules))
    assert (board.sfen(), board.key, board.ply, board.move_stack, [str(m) for m in board.legal_moves]) == before


def test_a_move_object_is_refused_the_second_time() -> None:
    board = Board(rules="maka")
    move = board.parse_move("10n10m")
    board.push(move)
    with pytest.raises(IllegalMoveError):
        board.push(move)
    assert board.ply == 1


def test_another_move_after_undo() -> None:
    """Three moves, two undone, another one made: equal to a game that went that way from the start."""
    board = play(Board(rules="maka"), "10n10m", "10f10g", "9n9m")
    board.pop()
    board.pop()
    board.push("9f9g")
    replay = play(Board(rules="maka"), "10n10m", "9f9g")
    assert board == replay
    assert board.key == replay.key
    assert board.move_stack == replay.move_stack
    assert board.piece_map() == replay.piece_map()
    assert board.outcome() == replay.outcome()


def test_saved_games_keep_the_move_number() -> None:
    """Not only the moves: the number that the first position had counts on, and comes back when they are undone."""
    board = play(Board(f"{Board(rules='maka').sfen().rpartition(' ')[0]} 37", "maka"), "10n10m", "10f10g")
    saved = Board.from_bytes(board.to_bytes())
    assert board.sfen().rpartition(" ")[2] == saved.sfen().rpartition(" ")[2] == "39"
    assert saved == board
    assert saved.move_stack == board.move_stack
    saved.pop()
    saved.pop()
    assert saved.sfen().rpartition(" ")[2] == "37"
    assert Board.from_bytes(saved.to_bytes()).sfen() == saved.sfen()


def test_the_key_depends_on_the_position_alone() -> None:
    """Transposition, igui, double capture, promotion made and declined, contagion, undo."""
    far = "K1s k19a"
    one = play(place("G5m G15m", far), "5m5l", "19a19b", "15m15l")
    two = play(place("G5m G15m", far), "15m15l", "19a19b", "5m5l")
    assert one.key == two.key
    assert one.key != play(place("G5m G15m", far), "15m15l", "19a18a", "5m5l").key
    for first in ("10j10i10j", "10j10i10h+", "10j9i+", "5e5d", "5e5d+", "10j9i10h+", "10j10j"):
        board = place("LN10j p10i p10h dv9i G5e p5d", far)
        key = board.key
        for move in (first, "19a19b", "1s1r"):
            board.push(move)
            assert board.key == Board(board.sfen(), board.rules).key
        while board.ply:
            board.pop()
            assert board.key == Board(board.sfen(), board.rules).key
        assert board.key == key
