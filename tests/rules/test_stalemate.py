"""No legal move left (rule 5.8): loss or draw, and where it stands among the tests of the end."""

from __future__ import annotations

import pytest

from mujo import BLACK, WHITE, Outcome
from rules.boards import place, play, played


@pytest.mark.parametrize(("value", "winner"), [("loss", BLACK), ("draw", None)])
def test_no_move_at_all(value: str, winner: bool | None) -> None:
    """White's pawn on 10s is at its far edge. Black moves, then White has nothing."""
    board = place("R5e P5f", "p10s", stalemate=value)
    played(board, "5e6e", "R6e P5f", "p10s")
    assert board.outcome() == Outcome(winner, "stalemate")
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.rule == "5.8"
    assert len(board.legal_moves) == 0


@pytest.mark.parametrize(("value", "winner"), [("loss", WHITE), ("draw", None)])
def test_loaded(value: str, winner: bool | None) -> None:
    assert place("P5a N7a", "r10s", stalemate=value).outcome() == Outcome(winner, "stalemate")


@pytest.mark.parametrize(("value", "winner"), [("loss", WHITE), ("draw", None)])
def test_king_that_may_not_move(value: str, winner: bool | None) -> None:
    """With exposure forbidden the king on 1s is not attacked, but 2s, 2r (file 2) and 1r (rank r) are."""
    board = place("K1s", "r2a r19r k19a", exposure="forbidden", stalemate=value)
    assert not board.is_check()
    assert not board.is_checkmate()
    assert board.outcome() == Outcome(winner, "stalemate")


@pytest.mark.parametrize("value", ["loss", "draw"])
def test_in_check_it_is_always_lost(value: str) -> None:
    """The same with a rook on file 1 too: mate, whatever the value of `stalemate`."""
    board = place("K1s", "r2a r19r r1a k19a", exposure="forbidden", stalemate=value)
    assert board.is_check()
    assert board.is_checkmate()
    assert board.outcome() == Outcome(WHITE, "checkmate")
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.rule in {"5.7", "5.8"}


def test_the_capture_of_the_last_royal_comes_first() -> None:
    """White has no move left either, but it has lost its king, which comes first."""
    board = play(place("K1s R5a", "k19a", stalemate="draw"), "5a19a")
    assert board.outcome() == Outcome(BLACK, "royals_captured")


@pytest.mark.parametrize(("value", "winner"), [("loss", BLACK), ("draw", None)])
def test_no_move_because_of_repetition(value: str, winner: bool | None) -> None:
    """White's king can only go between 1a and 1b; White's pawns are blocked for good; its way back is forbidden."""
    pawns = " ".join([f"p1{rank}" for rank in "cdefghijklmnopqrs"] + [f"p2{rank}" for rank in "abcdefghijklmnopqrs"])
    board = place("K19s", "k1a", pawns, repetition="forbid", stalemate=value)
    play(board, "19s19r", "1a1b")
    played(board, "19r19s", "K19s", "k1b", pawns)
    assert board.outcome() == Outcome(winner, "stalemate")


def test_repetition_comes_before_stalemate() -> None:
    """A fourth occurrence ends the game by repetition, although White could move."""
    board = place("K1s", "k19a")
    play(board, *["1s1r", "19a19b", "1r1s", "19b19a"] * 3)
    assert board.outcome() == Outcome(None, "repetition")


def test_blocked_pieces() -> None:
    """Walled in by its own pawns down to the edge, White cannot move. With a way out for the last pawn it can."""
    stuck = " ".join(f"p{file}{rank}" for file in (1, 2) for rank in "bcdefghijklmnopqrs")
    board = place("K19s R10j", "k1a p2a", stuck, stalemate="draw")
    assert play(board, "10j10k").outcome() == Outcome(None, "stalemate")
    board = place("K19s R10j", "k1a p2a", stuck.replace("p2s", ""), stalemate="draw")
    assert play(board, "10j10k").outcome() is None
