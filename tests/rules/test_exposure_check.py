"""Check, checkmate and exposure (rules 5.3, 5.6, 5.7)."""

from __future__ import annotations

import pytest

from mujo import BLACK, WHITE, Outcome
from rules.boards import place, played, refusal, squares, turned

EXPOSURE = "illegal_move.exposure"


@pytest.mark.parametrize(
    ("pieces", "checked", "why"),
    [
        ("K1s r19s k19a", True, "a rook on the same rank"),
        ("K1s P5s r19s k19a", False, "a pawn in between"),
        ("K1s +DE10a r19s k19a", False, "two royals"),
        ("K1s DE10a r19s k19a", True, "an elephant is not royal"),
        ("K1s ln1q k19a", True, "a lion two squares away"),
        ("K1s P1r ln1q k19a", True, "over the pawn"),
        ("K1s ln1p k19a", False, "three squares away"),
        ("K1s P1r ld1p k19a", True, "a lion dog three squares away, over the pawn"),
        ("K1s hm19a k18c", True, "a hook mover round the corner"),
        ("K1s P1r P2s P2r hm19a k18c", False, "all squares beside it are held"),
        ("K1s p1r k19a", True, "a pawn in front"),
        ("K1s p2r k19a", False, "a pawn does not take aslant"),
        ("K1s n2q k19a", True, "a knight"),
        ("K1s +k19a", True, "an emperor takes what is not guarded"),
        ("K1s G2s +k19a", False, "the gold would take it back"),
    ],
)
@pytest.mark.parametrize("colour", ["b", "w"])
def test_check(pieces: str, checked: bool, why: str, colour: str) -> None:
    """The side to move alone can be in check."""
    (text,) = turned(colour, 19, pieces)
    assert place(text, turn=colour).is_check() == checked, why
    other = "w" if colour == "b" else "b"
    if "+k" not in pieces:
        assert not place(text, turn=other).is_check()


def test_no_check_without_a_royal() -> None:
    assert not place("P1s r19s").is_check()
    assert not place("P1s r19s k19a").is_check(), "one side without a royal has lost; it is not in check"


def test_check_ignores_that_the_capture_would_be_exposed() -> None:
    """White's rook is bound to its king, and still gives check: exposure does not matter for attacks."""
    board = place("K1s R19s", "r19j k19a r1j", exposure="forbidden")
    assert board.is_check()
    board = place("K1s R10s", "r10c k10a r1c", exposure="forbidden")
    # The rook on 1c attacks the king on 1s.
    assert board.is_check()


MATE = "K1s r1a r2a k19a"


@pytest.mark.parametrize("colour", ["b", "w"])
def test_checkmate_describes_and_binds(colour: str) -> None:
    """1r, 2s and 2r are attacked by the rooks on files 1 and 2. Allowed: play goes on until the king is taken."""
    (pieces,) = turned(colour, 19, MATE)
    board = place(pieces, turn=colour)
    assert board.is_check()
    assert board.is_checkmate()
    assert board.outcome() is None
    assert len(board.legal_moves) == 3
    strict = place(pieces, turn=colour, exposure="forbidden")
    assert strict.is_checkmate()
    assert strict.outcome() == Outcome(colour == "w", "checkmate")
    assert len(strict.legal_moves) == 0


@pytest.mark.parametrize(
    ("pieces", "why"),
    [
        ("K1s r1a r2b R19a k18a", "the rook takes the last royal"),
        ("K1s r1a r3b k19a", "the king goes to 2s or 2r"),
        ("K1s r1a r2b R19f k19a", "the rook steps between on 1f"),
        ("K1s r1a r2b B3c k19a", "the bishop takes the rook on 1a"),
        ("K1s DE5e r1a r2b p5d k19a", "the elephant becomes a second royal"),
        ("K1s r1b r2b +DE10j k19a", "two royals"),
    ],
)
@pytest.mark.parametrize("exposure", ["allowed", "forbidden"])
def test_no_checkmate(pieces: str, why: str, exposure: str) -> None:
    board = place(pieces, exposure=exposure)
    assert not board.is_checkmate(), why
    assert board.outcome() is None
    assert len(board.legal_moves) > 0


def test_mate_though_another_royal_may_fall() -> None:
    """The rook can take one of two enemy royals: that is not the last one, and the king is taken."""
    board = place("K1s r1a r2b R19h k18a +de19a")
    # 19h takes 19a over 19g ... 19b; the other royal is on 18a.
    assert board.is_check()
    assert refusal(board, "19h19a+") is None
    blocked = place("K1s r1a r2b R19h k18a +de19a p19g p18h P19i")
    # The rook's only moves take pawns or end beside them; it reaches no square on file 1.
    assert blocked.is_checkmate()


def test_exposure() -> None:
    """The rook on 1k shields its king from the rook on 1a: along the file it may go and take, to the side not."""
    board = place("K1s R1k", "r1a k19a", exposure="forbidden")
    explanation = board.explain("1k5k")
    assert (explanation.code, explanation.rule) == (EXPOSURE, "5.6")
    assert explanation.squares == squares(board, "1a"), "from there the king could be taken"
    assert refusal(board, "1k5k") == EXPOSURE
    assert refusal(board, "1s2s") is None
    played(board.copy(), "1k1e", "K1s R1e", "r1a k19a")
    played(board.copy(), "1k1a+", "K1s +R1a", "k19a")
    free = place("K1s R1k", "r1a k19a")
    played(free, "1k5k", "K1s R5k", "r1a k19a")
    played(free, "1a1s", "R5k", "r1s k19a")
    assert free.outcome() == Outcome(WHITE, "royals_captured")


def test_exposure_of_a_king_that_walks_into_danger() -> None:
    """Squares on file 2 are attacked; 1r is not. Staying in check is forbidden too."""
    board = place("K1s", "r2a k19a", exposure="forbidden")
    assert [refusal(board, move) for move in ("1s2s", "1s2r", "1s1r")] == [EXPOSURE, EXPOSURE, None]
    board = place("K1s G10j", "r1a k19a", exposure="forbidden")
    assert refusal(board, "10j10i") == EXPOSURE
    assert refusal(board, "1s1r") == EXPOSURE
    assert refusal(board, "1s2s") is None


def test_exposure_does_not_bind_the_move_that_wins() -> None:
    board = place("K1s R1k", "r1a k5k", exposure="forbidden")
    assert refusal(board, "1k5k") is None
    played(board, "1k5k", "K1s R5k", "r1a")
    assert board.outcome() == Outcome(BLACK, "royals_captured")


def test_exposure_with_more_royals() -> None:
    """Two royals: both may stand in danger. The capture of one of the enemy's two does not help."""
    board = place("K1s R1k +DE10s", "r1a k19a", exposure="forbidden")
    assert refusal(board, "1k5k") is None
    board = place("K1s R1k", "r1a k19a +de5k", exposure="forbidden")
    assert refusal(board, "1k5k+") == EXPOSURE


def test_exposure_by_promotion() -> None:
    """Becoming a second royal lifts the duty; declining does not."""
    board = place("K1s DE5e", "r1a p5d k19a", exposure="forbidden")
    assert refusal(board, "5e5d+") is None
    assert refusal(board, "5e5d") == EXPOSURE
    played(board, "5e5d+", "K1s +DE5d", "r1a k19a")


def test_exposure_in_a_study() -> None:
    """No royal, no exposure."""
    board = place("P1s R1k", "r1a", exposure="forbidden")
    assert refusal(board, "1k5k") is None


def test_exposure_before_an_emperor() -> None:
    """Tai: the prince may go where the emperor could take it only if it is guarded there."""
    pieces = "CP13y R5x", "e13a"
    board = place(*pieces, rules="tai", exposure="forbidden")
    assert refusal(board, "13y12x") is None, "the rook guards rank x"
    assert refusal(board, "13y12y") == EXPOSURE
    assert board.explain("13y12y").squares == squares(board, "13a")
