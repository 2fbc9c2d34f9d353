"""Royals and the end of a game by their loss (rules 2.4, 5.1, 5.2)."""

from __future__ import annotations

import pytest

from mujo import BLACK, WHITE, Board, Outcome
from rules.boards import check, marks, names, place, play, played, refusal, turned

GAME_OVER = "illegal_move.game_over"


@pytest.mark.parametrize("colour", ["b", "w"])
def test_last_royal(colour: str) -> None:
    pieces, move, after = turned(colour, 19, "K1s R5a k19a", "5a19a", "K1s R19a")
    board = place(pieces, turn=colour)
    winner = colour == "b"
    played(board, move, after)
    assert board.outcome() == Outcome(winner, "royals_captured")
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.rule == "5.1"
    assert len(board.legal_moves) == 0
    assert board.is_game_over()
    board.pop()
    assert board.outcome() is None


def test_one_of_two_royals() -> None:
    """The king goes on alone when the prince has fallen, and the other way round."""
    board = place("K1s R5a", "k1b +de19a")
    played(board, "5a19a+", "K1s +R19a", "k1b")
    assert board.outcome() is None
    played(board, "1b2c", "K1s +R19a", "k2c")
    other = place("K1s R5a", "k19a +de10s")
    played(other, "5a19a", "K1s R19a", "+de10s")
    assert other.outcome() is None
    assert names(other, other.royals(WHITE)) == ["10s"]


def test_an_elephant_is_not_royal() -> None:
    board = place("K1s R5a", "k19a de10s")
    played(board, "5a19a", "K1s R19a", "de10s")
    assert board.outcome() == Outcome(BLACK, "royals_captured")


def test_two_royals_in_one_move() -> None:
    """A lion takes king and prince: the game ends in one move, and undoing brings both back."""
    board = place("K1s LN10j", "k10i +de10h", promotion="never")
    played(board, "10j10i10h", "K1s LN10h")
    assert board.outcome() == Outcome(BLACK, "royals_captured")
    board.pop()
    assert names(board, board.royals(WHITE)) == ["10h", "10i"]
    # One of the two leaves the game open.
    played(board, "10j10h", "K1s LN10h", "k10i")
    assert board.outcome() is None


def test_three_royals_in_one_move() -> None:
    board = place("CP1y LD13m", "e13l cp13k +de13j", rules="tai", promotion="never")
    played(board, "13m13l13k13j", "CP1y LD13j")
    assert board.outcome() == Outcome(BLACK, "royals_captured")


def test_last_royal_by_igui() -> None:
    board = place("K1s LN10j", "k10i p1a")
    assert marks(board, "10j10i10j") == {"", "+"}
    played(board, "10j10i10j", "K1s LN10j", "p1a")
    assert board.outcome() == Outcome(BLACK, "royals_captured")


@pytest.mark.parametrize(
    ("rules", "pieces", "royal"),
    [
        ("tai", "E1a CP2a DE3a +DE4a G5a", ["1a", "2a", "4a"]),
        ("tai/gcsa", "E1a CP2a +CP3a +DE4a DE5a", ["1a", "2a", "3a", "4a"]),
        ("maka", "K1a +K2a DE3a +DE4a E5a +E6a", ["1a", "2a", "4a"]),
        ("hishigata", "K1a +K2a DE3a +DE4a E5a", ["1a", "2a", "4a"]),
    ],
)
def test_royal_pieces(rules: str, pieces: str, royal: list[str]) -> None:
    board = place(pieces, rules=rules)
    assert names(board, board.royals(BLACK)) == royal
    assert names(board, board.royals(WHITE)) == []


@pytest.mark.parametrize("turn", ["b", "w"])
@pytest.mark.parametrize(("pieces", "winner"), [("R5a k19a", WHITE), ("K1s r5a", BLACK)])
def test_loaded_without_a_royal_on_one_side(pieces: str, winner: bool, turn: str) -> None:
    """The position loads and is decided, whichever side is to move; no move is legal."""
    board = place(pieces, turn=turn)
    assert board.outcome() == Outcome(winner, "no_royals")
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.rule == "5.2"
    assert len(board.legal_moves) == 0
    assert board.perft(1) == 0
    for move in ("5a5b", "1s1r", "19a19b"):
        assert refusal(board, move) == GAME_OVER
    assert Board(board.sfen(), board.rules).outcome() == board.outcome()


def test_study() -> None:
    """No royal at all: moves are made as usual, no side is in check or loses by a capture.

    The rook on 5a: 18 squares on its rank and 18 on its file; the enemy on 9a ends the rank after 4 + 4 squares, so
    4 + 4 + 18 = 26, and the capture counts twice: 27.
    """
    board = place("R5a", "r9a")
    assert board.outcome() is None
    assert not board.is_check()
    assert not board.is_checkmate()
    assert len(board.legal_moves) == 27
    played(board, "5a9a", "R9a")
    assert board.outcome() == Outcome(BLACK, "stalemate"), "White has no piece left: no legal move"
    quiet = place("R5a P1s", "r9a p10a")
    play(quiet, "5a9a")
    assert quiet.outcome() is None
    played(quiet, "10a10b", "R9a P1s", "p10b")


def test_study_draw_by_stalemate() -> None:
    board = place("R5a", "r9a", stalemate="draw")
    assert play(board, "5a9a").outcome() == Outcome(None, "stalemate")


def test_nothing_after_the_end_of_a_game() -> None:
    board = play(place("K1s R5a", "k19a g10a"), "5a10a", "19a18a", "10a18a")
    before = board.sfen()
    for move in ("18a17a", "1s1r", "10a10b", "19a19b", "pass"):
        assert board.explain(move).legal is False
        assert move == "pass" or refusal(board, move) == GAME_OVER
    assert board.sfen() == before
    assert board.legal_moves_from(0).count() == 0
    assert board.legal_captures().count() == 0
    board.pop()
    check(board, "K1s R10a", "k18a", turn="b")
