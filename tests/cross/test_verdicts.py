"""Both engines give one verdict on a text: the points in which they once differed."""

import pytest

from cross.side_by_side import Pair, core_outcome, core_refusal
from reference.boards import place

FENCE = "P9i P10i P11i P9j P11j P9k P10k P11k"


def pair_on(pieces: str, rules: str = "maka") -> Pair:
    """Stand both engines on a few pieces; ``startpos`` is the start."""
    return Pair(rules, "startpos" if pieces == "startpos" else place(rules, pieces).sfen())


@pytest.mark.parametrize(
    ("pieces", "text", "code"),
    [
        ("startpos", "10q10p", "illegal_move.own_piece"),
        ("startpos", "10s10r=", "illegal_move.own_piece"),
        ("startpos", "10s10r10q", "notation.own_piece_on_route"),
        ("startpos", "10q10p+P", "notation.promotion_impossible"),
        ("startpos", "99zz1a", "notation.move_syntax"),
        ("startpos", "1aj1a", "notation.off_board"),
        ("startpos", "99zj1a", "notation.off_board"),
        ("startpos", "pass", "notation.no_pass"),
        (f"LN10j {FENCE}", "pass", "notation.no_pass"),
        ("LN10j LN1a", "pass", "notation.ambiguous_pass"),
        ("LN10j", "pass", None),
        ("LN10j", "10j10h=", "notation.promotion_impossible"),
        ("LN10j k1a", "pass", "illegal_move.game_over"),
        ("LN10j k1a", "10j10h", "illegal_move.game_over"),
        (f"LN10j {FENCE} k1a", "10j10i10h", "illegal_move.game_over"),
        # The square of the last victim, repeated as the destination.
        ("LN10j K1s p10h k1a", "10j10h10h", None),
        ("LN10j K1s p10i p10h k1a", "10j10i10h10h", None),
        ("LN10j K1s p10i p10h k1a", "10j10h10h10h", "illegal_move.no_such_move"),
    ],
)
def test_a_text_has_one_verdict(pieces: str, text: str, code: str | None) -> None:
    pair = pair_on(pieces)
    assert core_refusal(pair.board, text) == code
    assert pair.game.refusal(text) == code


def test_a_pass_that_repetition_forbids_is_refused_with_that_rule() -> None:
    pair = pair_on("LN10q ln10c", "maka[repetition=forbid]")
    pair.push("10q10q")
    assert core_refusal(pair.board, "pass") == pair.game.refusal("pass") == "illegal_move.repetition"


def test_a_declined_promotion_is_read_before_the_emperor_rule_is_asked() -> None:
    pair = pair_on("+K10j p10k r10l k1a")
    for text, code in (("10j10k=", "notation.promotion_impossible"), ("10j10k", "illegal_move.emperor")):
        assert core_refusal(pair.board, text) == pair.game.refusal(text) == code


def test_a_study_that_gains_a_royal_goes_on() -> None:
    # Only the fall of a last royal ends a game, and a text with exactly one side without one (rules 5.1, 5.2).
    pair = pair_on("DE10e p10d p1a")
    pair.push("10e10d+")
    assert core_outcome(pair.board) is None
    assert pair.game.outcome() is None
