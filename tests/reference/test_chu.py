"""The rules of chu alone (7.1 to 7.4); the zone is ranks a to d for Black, i to l for White."""

import pytest

from mujo_reference import Game, load
from reference.boards import place, play

TRADING = "illegal_move.lion_trading"
COUNTER = "illegal_move.counter_strike"
KINGS = "K12l P11l k12a p11a"  # and a pawn each, so neither side is bare


def marks(game: Game, route: str) -> set[str]:
    return {text.removeprefix(route) for text in game.legal_moves() if text.rstrip("+") == route}


@pytest.mark.parametrize(
    ("piece", "route", "wanted"),
    [
        ("G5e", "5e5d", {"", "+"}),  # enters
        ("G5e", "5e6e", {""}),  # stays outside
        ("G5d", "5d5c", {""}),  # moves inside
        ("G5d", "5d5e", {""}),  # leaves
        ("G5d p5c", "5d5c", {"", "+"}),  # takes inside
        ("G5d p5e", "5d5e", {"", "+"}),  # takes on the way out
        ("G5f p5e", "5f5e", {""}),  # takes outside
        ("P5b", "5b5a", {"", "+"}),  # a pawn on the last rank
        ("L5c", "5c5a", {"", "+"}),
        ("L5c", "5c5b", {""}),
        ("GB5b", "5b5a", {""}),  # no pawn, no lance
        ("+G5e", "5e5d", {""}),  # promoted before
        ("Q5e", "5e5d", {""}),  # does not promote
        ("DH5e p5d", "5e5d", {"", "+"}),
    ],
)
def test_zone(piece: str, route: str, wanted: set[str]) -> None:
    assert marks(place("chu", f"{KINGS} {piece}"), route) == wanted


def test_zone_of_white() -> None:
    game = place("chu", f"{KINGS} g5h", "w")
    assert marks(game, "5h5i") == {"", "+"}
    assert marks(game, "5h6h") == {""}


def trading(pieces: str, move: str, turn: str = "b") -> str | None:
    return place("chu", f"{KINGS} {pieces}", turn).refusal(move)


@pytest.mark.parametrize(
    ("pieces", "move", "slug"),
    [
        ("LN6g ln6e", "6g6e", None),  # nothing recaptures
        ("LN6g ln6e g6d", "6g6e", TRADING),
        ("LN6g ln6f g6e", "6g6f", None),  # a neighbour
        ("LN6g ln6f g6e", "6g6f6g", None),  # igui
        ("LN6g ln6f g6e", "6g6f6e", None),  # takes the lion, then the gold
        ("LN6g ln6e g6d p6f", "6g6f6e", TRADING),  # a pawn does not count
        ("LN6g ln6e g6d gb6f", "6g6f6e", TRADING),
        ("LN6g ln6e gb6f", "6g6f6e", TRADING),  # the go-between itself protects
        ("LN6g ln6i p6h", "6g6h6i", TRADING),  # so does the pawn behind the lion
        ("LN6g ln6e p6f", "6g6f6e", None),  # a pawn does not take backwards
        ("LN6g ln6e g6d s6f", "6g6f6e", None),
        ("LN6g ln6e g6d +p6f", "6g6f6e", None),  # moves as a gold: counts
        ("LN6g ln6e g6d s6f", "6g6e", TRADING),  # leaps over the silver
        ("+KR6g ln6e g6d", "6g6e", TRADING),
        ("LN6g +kr6e g6d", "6g6e", TRADING),
        ("LN6g kr6e g6d", "6g6e", None),  # no lion
        ("LN6g ln6e r6l", "6g6e", TRADING),  # the rook behind the lion that leaves
        ("R6l ln6e g6d", "6l6e", None),  # no lion takes
    ],
)
def test_lion_trading(pieces: str, move: str, slug: str | None) -> None:
    assert trading(pieces, move) == slug


def test_no_trading_rules_elsewhere() -> None:
    game = place(load("chu", lion_trading="off"), f"{KINGS} LN6g ln6e g6d")
    assert game.refusal("6g6e") is None


def test_counter_strike() -> None:
    """White's rook takes the lion on 6g. Black may take a lion elsewhere with its lion only, anything else freely."""
    game = place("chu", f"{KINGS} LN6g r6a ln2b B5e +KR2d R2l", "w")
    play(game, "6a6g")
    assert game.sfen().split()[2] == "6g"
    assert game.refusal("2l2e") is None
    assert game.refusal("2d2b") is None
    assert game.refusal("5e2b") == COUNTER
    play(game, "5e6f")
    assert game.sfen().split()[2] == "-", "only the next move is bound"


def test_counter_strike_on_the_square_itself() -> None:
    """White's kirin takes a lion, promotes and so is a lion: on that square Black may take it."""
    game = place("chu", f"{KINGS} LN6i kr6g R6l R1l ln1b", "w")
    play(game, "6g6i+")
    assert game.refusal("6l6i") is None
    assert game.refusal("1l1b") == COUNTER


def test_a_lion_that_takes_a_lion_binds_nobody() -> None:
    game = place("chu", f"{KINGS} LN6g ln6f R2l +kr2b", "w")
    play(game, "6f6g")
    assert game.sfen().split()[2] == "-"
    assert game.refusal("2l2b") is None


def test_state_is_read_and_tells_positions_apart() -> None:
    with_state = place("chu", f"{KINGS} R2l ln2b r6g", state="6g")
    without = place("chu", f"{KINGS} R2l ln2b r6g")
    assert with_state.refusal("2l2b") == COUNTER
    assert without.refusal("2l2b") is None
    assert with_state.position != without.position


def test_bare_king() -> None:
    """A lone king against king and pawn has lost, unless it can take the pawn at once."""
    assert place("chu", "K1l k12a p6a").outcome() == ("w", "bare_king")
    assert place("chu", "K6b k12a p6a", "w").outcome() == ("w", "bare_king")
    game = place("chu", "K6b k12a p6a")
    assert game.outcome() is None
    assert play(game, "6b6a").outcome() == (None, "bare_king")
    missed = play(place("chu", "K6b k12a p6a"), "6b6c")
    assert missed.outcome() == ("w", "bare_king")


def test_bared_by_a_capture() -> None:
    """White takes Black's last pawn; Black's king cannot take the rook."""
    game = play(place("chu", "K1l P6f r6a k12a", "w"), "6a6f")
    assert game.outcome() == ("w", "bare_king")
    assert game.legal_moves() == []
    off = play(place(load("chu", bare_king="off"), "K1l P6f r6a k12a", "w"), "6a6f")
    assert off.outcome() is None


def test_two_bare_kings() -> None:
    """They have drawn, unless one can be taken at once."""
    assert place("chu", "K1l k12a").outcome() == (None, "bare_king")
    assert place("chu", "K6b k6a").outcome() is None
    game = play(place("chu", "K6b k7b p6a"), "6b6a")
    assert play(game, "7b6a").outcome() == ("w", "royals_captured")


def test_bare_king_may_take_the_last_royal() -> None:
    assert place("chu", "K6b k6a r1a p2a").outcome() is None
    assert place("chu", "K6b k6a r1a p2a", "w").outcome() == ("w", "bare_king")


def test_two_royals_are_not_bare() -> None:
    assert place("chu", "K1l +DE3l k12a p6a").outcome() is None


def test_bare_king_needs_a_king() -> None:
    """In a study there is none."""
    assert place("chu", "R1l r6a p12a").outcome() is None


@pytest.mark.parametrize(
    ("pieces", "move", "banned"),
    [
        ("B8b ln5e", "8b5e", ["chu", "lishogi"]),  # unprotected
        ("B8b ln5e s4d", "8b5e", ["chu", "jcsa", "lishogi"]),  # the silver steps forward to 5e
        ("B8b ln5e s4f", "8b5e", ["chu", "jcsa", "lishogi"]),  # and back to it
        ("B8b ln5e q2h", "8b5e", ["chu", "jcsa", "lishogi"]),
        ("+DK5h ln6g", "5h6g7f", ["chu"]),
        ("+DK5h ln6g s8e", "5h6g7f", ["chu", "jcsa"]),  # retakes on 7f
        ("+DK5h ln6g s7f", "5h6g7f", ["chu"]),  # the silver falls, too, and has worth
        ("+DK5h ln6g p7e", "5h6g7f", ["chu", "jcsa"]),  # the pawn steps forward to 7f
        ("LN5e ln5f s6g", "5e5f", []),
    ],
)
def test_counter_strike_by_set(pieces: str, move: str, banned: list[str]) -> None:
    for value in ("chu", "jcsa", "lishogi"):
        rules = load("chu", lion_trading=value)
        game = place(rules, f"{KINGS} {pieces}", state="12f")
        assert (game.refusal(move) == COUNTER) == (value in banned), value
        assert place(rules, f"{KINGS} {pieces}").refusal(move) is None


@pytest.mark.parametrize(
    ("pieces", "chu", "jcsa", "lishogi"),
    [
        ("K4d k9i p2g", "w", None, None),
        ("K4d k9i gb2l", "w", None, None),
        ("K4d k9i p2l l3l", "w", None, None),  # both are dead
        ("K4d k9i l2k", "w", "w", "w"),
        ("K4d L2a k9i g9j", None, "w", "w"),
        ("K4d L2b k9i g9j", None, None, None),
        ("K4d P2a k9i", "b", None, None),
        ("K4d k9i s4e", None, None, None),  # the king takes it
        ("K4d k9i s4e p9l", "w", None, None),  # a dead pawn is left
        ("K4d k9i s4e s5l", "w", "w", "w"),
        ("K4d k4e s5l s1l", None, None, None),
    ],
)
def test_bare_king_by_set(pieces: str, chu: str | None, jcsa: str | None, lishogi: str | None) -> None:
    for value, winner in (("chu", chu), ("jcsa", jcsa), ("lishogi", lishogi)):
        found = place(load("chu", bare_king=value), pieces).outcome()
        assert found == (None if winner is None else (winner, "bare_king")), value


def test_a_threat_counts_on_lishogi_whoever_is_to_move() -> None:
    for pieces in ("K4d k9i s4e", "K4d k4e s5l s1l", "K4d k4e +de9i s1l"):
        assert place("chu/jcsa", pieces, "w").outcome() == ("w", "bare_king")
        game = place("chu/lishogi", pieces, "w")
        assert game.outcome() is None
        start = pieces.split()[1].removeprefix("k")
        assert play(game, f"{start}{start[:-1]}{chr(ord(start[-1]) + 1)}") is game


@pytest.mark.parametrize(("rules", "lance"), [("chu", {"", "+"}), ("chu/jcsa", {""}), ("chu/lishogi", {"", "+"})])
def test_the_last_chance(rules: str, lance: set[str]) -> None:
    game = place(rules, f"{KINGS} L5c P8b GB2b")
    assert marks(game, "5c5a") == lance
    assert marks(game, "8b8a") == {"", "+"}
    assert marks(game, "2b2a") == {""}
