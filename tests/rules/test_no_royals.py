"""A side that begins without a royal and plays on (rule 5.2)."""

from __future__ import annotations

import pytest

from mujo import BLACK, WHITE, Board, Outcome
from rules.boards import place, play


def test_the_game_goes_on_and_the_other_side_loses_by_its_royal() -> None:
    board = place("R5e", "k5a p1a", no_royals="plays-on")
    assert board.outcome() is None
    assert len(board.legal_moves) > 0
    play(board, "5e5a")
    assert board.outcome() == Outcome(BLACK, "royals_captured")


def test_under_the_default_it_has_lost_at_once() -> None:
    board = place("R5e", "k5a p1a")
    assert board.outcome() == Outcome(WHITE, "no_royals")
    assert len(board.legal_moves) == 0


def test_both_sides_can_be_the_one_without() -> None:
    board = place("K5s P1s", "r5e", no_royals="plays-on", turn="w")
    assert board.outcome() is None
    play(board, "5e5s")
    assert board.outcome() == Outcome(WHITE, "royals_captured")


def test_it_is_never_in_check_even_with_a_royal_that_it_gained_later() -> None:
    """Black's drunk elephant takes a pawn and becomes a prince. White's rook takes it: nobody has lost."""
    board = place("DE5e P1s", "p5d r5a k19a", no_royals="plays-on")
    play(board, "5e5d+", "19a19b", "1s1r")
    assert [board.royals(side) for side in (BLACK, WHITE)] == [
        [board.rules.parse_square("5d")],
        [board.rules.parse_square("19b")],
    ]
    board.push("19b19a")
    assert not board.is_check()
    play(board, "1r1q", "5a5d+")
    assert board.outcome() is None


def test_the_same_prince_of_a_side_that_began_with_a_royal_is_the_last_of_two() -> None:
    board = place("DE5e K1s", "p5d r5a k19a r1a", no_royals="plays-on")
    play(board, "5e5d+", "1a1s")
    assert board.outcome() is None
    play(board, "5d5c", "5a5c+")
    assert board.outcome() == Outcome(WHITE, "royals_captured")


@pytest.mark.parametrize("value", ["lost", "plays-on"])
def test_a_study_stays_a_study(value: str) -> None:
    board = place("R5e", "p5a", no_royals=value)
    play(board, "5e5a")
    assert board.outcome() in (None, Outcome(BLACK, "stalemate"))


def test_taking_back_and_copies_keep_it() -> None:
    board = place("R5e", "k5a p1a", no_royals="plays-on")
    for copy in (board.copy(), Board.from_bytes(board.to_bytes())):
        copy.push("5e5a")
        assert copy.outcome() == Outcome(BLACK, "royals_captured")
        copy.pop()
        assert copy.outcome() is None


def test_forbidden_exposure_does_not_bind_a_side_without_royals() -> None:
    board = place("DE5e P1s", "p5d r5a k19a", no_royals="plays-on", exposure="forbidden")
    board.push("5e5d+")
    assert board.outcome() is None
