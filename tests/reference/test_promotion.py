"""Promotion and contagion (rules 4.1 to 4.5), and the order of victims where it decides (rule 3.10)."""

import pytest

from mujo_reference import Game, Refused, load
from reference.boards import moves_of, place, play


def marks(game: Game, route: str) -> set[str]:
    """Return the legal promotion marks of a route: nothing, + or + and an id."""
    return {
        text.removeprefix(route) for text in game.legal_moves() if text.rstrip("+ABCDEFGHIJKLMNOPQRSTUVWXYZ") == route
    }


@pytest.mark.parametrize(
    ("promotion", "plain", "promoted"),
    [("mandatory", {"+"}, {"+"}), ("optional", {"", "+"}, {"+"}), ("never", {""}, {""})],
)
def test_values_of_promotion(promotion: str, plain: set[str], promoted: set[str]) -> None:
    game = place(load("maka", promotion=promotion), "G10j p10i +p9i")
    assert marks(game, "10j10i") == plain
    assert marks(game, "10j9i") == promoted
    assert marks(game, "10j11i") == {""}


def test_igui_promotes_and_the_pass_does_not() -> None:
    game = place("tai", "LN13m p13l")
    assert marks(game, "13m13l13m") == {"+"}
    assert marks(game, "13m13m") == {""}


def test_a_piece_promotes_once() -> None:
    """A hook mover that became a gold is final; a gold of maka still promotes; a queen never does."""
    game = place("maka/tsa", "+HM10j G8j Q6j p10i p8i p6i")
    assert marks(game, "10j10i") == {""}
    assert marks(game, "8j8i") == {"+"}
    assert marks(game, "6j6i") == {""}
    assert play(game, "10j10i").position.board[10, 9].promoted


def test_a_piece_keeps_its_power_for_the_whole_move() -> None:
    """A lion takes two as a lion, then is a furious fiend."""
    game = play(place("tai", "LN13m p13l p12k"), "13m13l12k+")
    assert game.sfen().count("+LN") == 1


@pytest.mark.parametrize(("victim", "first", "second"), [("any", {"+"}, {"+"}), ("last", {"+"}, {"", "+"})])
def test_which_victim_forces(victim: str, first: set[str], second: set[str]) -> None:
    """The promoted piece is taken last, then first."""
    rules = load("maka", promotion_victim=victim)
    assert marks(place(rules, "LN10j p10i +ld10h"), "10j10i10h") == first
    assert marks(place(rules, "LN10j +ld10i p10h"), "10j10i10h") == second


def test_last_victim_of_a_piece_that_comes_back() -> None:
    """A lion dog goes out to 2 and back to 1: 2 is the last one taken."""
    rules = load("maka", promotion_victim="last")
    assert marks(place(rules, "LD10j p10i +p10h"), "10j10i10h10i") == {"+"}
    assert marks(place(rules, "LD10j +p10i p10h"), "10j10i10h10i") == {"", "+"}


@pytest.mark.parametrize("promotion", ["mandatory", "optional", "never"])
@pytest.mark.parametrize(("victim", "becomes"), [("dv", "+DV"), ("+dv", "+DV"), ("ds", "+DS"), ("+ds", "+DS")])
@pytest.mark.parametrize("mover", ["Q", "G", "+HM", "+DV", "+DS", "DV"])
def test_contagion(promotion: str, victim: str, becomes: str, mover: str) -> None:
    """Everyone is infected who is not exempt: promoted, not to be promoted, already infected by the other kind."""
    game = place(load("maka", promotion=promotion), f"{mover}10j {victim}9i")
    assert marks(game, "10j9i") == {"" if mover == becomes else "+"}
    play(game, "10j9i" if mover == becomes else "10j9i+")
    assert game.sfen().split("/")[8] == f"10,{becomes},8"


def test_contagion_with_another_victim() -> None:
    """One contagious and one other victim, in both orders."""
    for pieces in ("LN10j dv10i p10h", "LN10j p10i dv10h"):
        assert play(place("maka", pieces), "10j10i10h+").sfen().split("/")[7] == "9,+DV,9"


def test_promoted_only() -> None:
    game = place("maka/revival", "Q10j dv10i +ds9i G5j dv5i")
    assert marks(game, "10j10i") == {""}
    assert marks(game, "10j9i") == {"+"}
    assert play(game, "5j5i+").sfen().split("/")[8] == "9,dv,+ds,3,+G,4"


def test_no_contagion() -> None:
    game = place("maka/tsa", "Q10j dv10i G5j +dv5i")
    assert marks(game, "10j10i") == {""}
    assert marks(game, "5j5i") == {"+"}


@pytest.mark.parametrize(("order", "wanted"), [("last", {"+"}), ("choice", {"+", "+DV"})])
def test_two_kinds(order: str, wanted: set[str]) -> None:
    rules = load("maka", contagion_order=order)
    game = place(rules, "LN10j dv10i ds10h")
    assert marks(game, "10j10i10h") == wanted
    assert play(game, "10j10i10h+").sfen().split("/")[7] == "9,+DS,9"


def test_two_kinds_and_back() -> None:
    """A lion dog that ends on square 1 has taken 1 first."""
    game = place("maka[contagion_order=choice]", "LD10j dv10i ds10h")
    assert marks(game, "10j10i10h10i") == {"+", "+DV"}
    assert play(game, "10j10i10h10i+DV").sfen().split("/")[8] == "9,+DV,9"


def test_choice_that_changes_nothing() -> None:
    """A teaching king that takes both kinds and stays one needs no mark."""
    rules = load("maka", contagion_order="choice")
    assert marks(place(rules, "+DV10j dv10i ds10h"), "10j10i10h") == {"", "+"}
    assert marks(place(rules, "+DV10j ds10i dv10h"), "10j10i10h") == {"", "+DS"}


@pytest.mark.parametrize(("promotion", "king"), [("mandatory", {"+"}), ("optional", {"+"}), ("never", {""})])
def test_exempt(promotion: str, king: set[str]) -> None:
    """King and elephant must promote on taking a deva; emperor and prince stay what they are."""
    rules = load("maka", promotion=promotion)
    for exempt in ("K", "DE"):
        game = place(rules, f"{exempt}10j K1s dv10i k19a")
        assert marks(game, "10j10i") == king
    for exempt in ("+K", "+DE"):
        assert marks(place(rules, f"{exempt}10j K1s dv10i k19a"), "10j10i") == {""}
    assert marks(place(load("maka"), "K10j p10i k19a"), "10j10i") == {"", "+"}


def test_exempt_without_contagion() -> None:
    """Without contagion, the promotion of a king is as free as with any victim."""
    game = place("maka[contagion=off]", "K10j dv10i k19a")
    assert marks(game, "10j10i") == {"", "+"}


def test_tai_exempts_emperor_prince_and_elephant() -> None:
    game = place("tai", "E13m CP10m DE7m +DE4m dv13l dv10l dv7l dv4l cp25a")
    assert marks(game, "13m13l") == {""}
    assert marks(game, "10m10l") == {""}
    assert marks(game, "7m7l") == {"+"}
    assert marks(game, "4m4l") == {""}


def test_prince_that_promotes() -> None:
    """In tai/gcsa a prince becomes an emperor."""
    game = place("tai/gcsa", "CP13m p13l cp25y")
    play(game, "13m13l+")
    game.push("25y25x")
    assert len(moves_of(game, "13l")) == 624


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("8j8i", "notation.promotion_missing"),
        ("8j8i=", "notation.promotion_missing"),
        ("8j7i+", "notation.promotion_impossible"),
        ("8j7i=", "notation.promotion_impossible"),
        ("8j8i+DV", "notation.promotion_impossible"),
        ("8j8i+", None),
        ("8j7i", None),
    ],
)
def test_marks_that_are_wrong(text: str, slug: str | None) -> None:
    game = place("maka/tsa", "G8j p8i")
    assert game.refusal(text) == slug


def test_refused_promotion_is_read() -> None:
    game = place("maka", "G8j p8i")
    assert play(game, "8j8i=").sfen().split("/")[8] == "11,G,7"


def test_moves_put_together_by_hand() -> None:
    """A move that was not parsed from text has slugs of its own for a wrong promotion."""
    game = place("maka/tsa", "G8j p8i")
    move = game.read("8j8i+")
    assert game.refusal(move) is None
    assert game.refusal(move._replace(becomes=game.position.board[8, 10])) == "illegal_move.must_promote"
    step = game.read("8j7i")
    promoted = step.becomes._replace(promoted=True)
    assert game.refusal(step._replace(becomes=promoted)) == "illegal_move.cannot_promote"
    with pytest.raises(Refused, match=r"illegal_move\.no_such_move"):
        game.push(step._replace(victims=(step.end,)))
