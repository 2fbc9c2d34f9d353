"""The end of a game, check and checkmate, exposure (rules 5.1, 5.2, 5.6 to 5.9)."""

import pytest

from mujo_reference import Refused, load
from reference.boards import place, play


def test_last_royal() -> None:
    game = place("maka", "K1s R5a k19a")
    game.push("5a19a")
    assert game.outcome() == ("b", "royals_captured")
    assert game.legal_moves() == []
    assert game.refusal("19a19a") == "illegal_move.game_over"
    game.pop()
    assert game.outcome() is None


def test_one_of_two_royals() -> None:
    """An elephant is not royal; a prince is one, and the game goes on."""
    assert play(place("maka", "K1s R5a +de19a k1b"), "5a19a+").outcome() is None
    assert play(place("maka", "K1s R5a de1a k19a"), "5a19a").outcome() == ("b", "royals_captured")


def test_two_royals_at_once() -> None:
    game = play(place("maka[promotion=never]", "K1s LN10j k10i +de10h"), "10j10i10h")
    assert game.outcome() == ("b", "royals_captured")


def test_loaded_without_a_royal() -> None:
    game = place("maka", "R5a k19a")
    assert game.outcome() == ("w", "no_royals")
    assert game.legal_moves() == []
    assert game.refusal("5a5b") == "illegal_move.game_over"
    assert game.perft(1) == 0


def test_study() -> None:
    game = place("maka", "R5a r19a")
    assert game.outcome() is None
    assert not game.is_check()
    assert len(game.legal_moves()) == 18 + 17 + 2, "the file, the rank, and a capture with and without promotion"


def test_check() -> None:
    """The rook on 19s attacks the king on 1s; with a second royal this is not check."""
    assert place("maka", "K1s r19s k19a").is_check()
    assert not place("maka", "K1s r19s k19a", "w").is_check()
    assert not place("maka", "K1s +DE10a r19s k19a").is_check()
    assert not place("maka", "K1s P5s r19s k19a").is_check()


def test_check_by_emperor_counts_only_what_it_may_take() -> None:
    """A guarded king is not in check from an emperor."""
    assert place("maka", "K1s +k19a").is_check()
    assert not place("maka", "K1s G2s +k19a").is_check()


MATE = "K1s r1a r2a k19a"


def test_checkmate_describes() -> None:
    """All three squares of the king are attacked, but it may move until it is taken."""
    game = place("maka", MATE)
    assert game.is_check()
    assert game.is_checkmate()
    assert game.outcome() is None
    assert len(game.legal_moves()) == 3


def test_checkmate_ends_where_exposure_is_forbidden() -> None:
    game = place("maka[exposure=forbidden]", MATE)
    assert game.outcome() == ("w", "checkmate")
    assert game.is_checkmate()


@pytest.mark.parametrize(
    ("pieces", "why"),
    [
        ("K1s r1a r2b R19a k18a", "the rook can take the last royal"),
        ("K1s r1a r3b k19a", "the king can go to 2s or 2r"),
        ("K1s r1a r2b R19f k19a", "the rook can step between on 1f"),
        ("K1s DE5e r1a r2b p5d k19a", "the elephant becomes a prince: two royals"),
    ],
)
def test_no_checkmate(pieces: str, why: str) -> None:
    game = place("maka", pieces)
    assert game.is_check()
    assert not game.is_checkmate(), why


def test_exposure() -> None:
    """The rook on 1k shields the king from the one on 1a: it may move along the file or take, not sideways."""
    game = place("maka[exposure=forbidden]", "K1s R1k r1a k19a")
    assert game.refusal("1k5k") == "illegal_move.exposure"
    assert game.refusal("1k1e") is None
    assert game.refusal("1k1a") is None
    assert place("maka", "K1s R1k r1a k19a").refusal("1k5k") is None


def test_exposure_does_not_matter_when_the_last_royal_falls() -> None:
    game = place("maka[exposure=forbidden]", "K1s R1k r1a k5k")
    assert game.refusal("1k5k") is None


def test_exposure_of_one_of_two() -> None:
    """With two royals either may stand in danger; taking the own count down is the enemy's doing."""
    game = place("maka[exposure=forbidden]", "K1s +DE10s R1k r1a k19a")
    assert game.refusal("1k5k") is None


@pytest.mark.parametrize(("value", "winner"), [("loss", "w"), ("draw", None)])
def test_stalemate(value: str, winner: str | None) -> None:
    """Black has nothing but a pawn on the last rank, in a study."""
    game = place(load("maka", stalemate=value), "P5a p19a")
    assert game.outcome() == (winner, "stalemate")


def test_stalemate_of_a_king() -> None:
    """A king that is not attacked and can go nowhere where exposure is forbidden."""
    game = place("maka[exposure=forbidden]", "K1s r2a r19r k19a")
    assert not game.is_check()
    assert game.outcome() == ("w", "stalemate")
    assert not game.is_checkmate()


def test_refused_moves_change_nothing() -> None:
    game = place("maka", "K1s R5a k19a")
    before = game.sfen()
    for text in ("5a6b", "9a9b", "19a19b", "5a5", "", "5a5b+"):
        with pytest.raises(Refused):
            game.push(text)
    assert game.sfen() == before
    with pytest.raises(Refused, match="nothing_to_undo"):
        game.pop()
