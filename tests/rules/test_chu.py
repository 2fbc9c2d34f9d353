"""The rules of chu alone (7.1 to 7.4): the zone, lion trading, the counter-strike, the bare king.

Black's zone is ranks a to d, White's i to l. A king and a pawn each stand far away, so neither side is bare.
"""

from __future__ import annotations

import pytest

import mujo
from mujo import BLACK, WHITE, Board
from rules.boards import check, marks, names, place, play, played, refusal, turned_text

TRADING = "illegal_move.lion_trading"
COUNTER = "illegal_move.counter_strike"
BLACKS = "K12l P11l"
WHITES = "k12a p11a"


def chu(*pieces: str, turn: str = "b", state: str = "-", **options: str | int) -> Board:
    return place(*pieces, BLACKS, WHITES, rules="chu", turn=turn, state=state, **options)


@pytest.mark.parametrize(
    ("pieces", "route", "wanted"),
    [
        ("G5e", "5e5d", {"", "+"}),  # enters
        ("B8h", "8h3c", {"", "+"}),  # enters from afar
        ("G5e", "5e6e", {""}),  # stays outside
        ("G5d", "5d5c", {""}),  # moves inside
        ("G5d", "5d5e", {""}),  # leaves
        ("G5e p5d", "5e5d", {"", "+"}),  # takes on entering
        ("G5d p5c", "5d5c", {"", "+"}),  # takes inside
        ("G5d p5e", "5d5e", {"", "+"}),  # takes on the way out
        ("G5f p5e", "5f5e", {""}),  # takes outside
        ("P5b", "5b5a", {"", "+"}),  # a pawn on the last rank, without a capture
        ("P5c", "5c5b", {""}),  # a pawn one rank before
        ("P5b p5a", "5b5a", {"", "+"}),
        ("L5c", "5c5a", {"", "+"}),  # a lance too
        ("L5c", "5c5b", {""}),
        ("GB5b", "5b5a", {""}),  # the go-between is not marked
        ("RV5c", "5c5a", {""}),  # nor is the reverse chariot
        ("+P5e", "5e5d", {""}),  # promoted before: moves as a gold, promotes no more
        ("LN5e", "5e5d", {""}),  # has no promotion
        ("KR5e p5d", "5e5c", {"", "+"}),
    ],
)
def test_zone(pieces: str, route: str, wanted: set[str]) -> None:
    """Rule 7.1."""
    assert marks(chu(pieces), route) == wanted


def test_zone_of_white() -> None:
    board = chu("g5h p4k l3k p8h", "P5i", turn="w")
    assert marks(board, "5h5i") == {"", "+"}
    assert marks(board, "4k4l") == {"", "+"}
    assert marks(board, "3k3l") == {"", "+"}
    assert marks(board, "8h8i") == {"", "+"}
    assert marks(board, "5h6h") == {""}


def test_promotion_is_made_and_kept() -> None:
    board = chu("KR6e", "p6c")
    played(board.copy(), "6e6c+", "+KR6c", BLACKS, WHITES)
    played(board, "6e6c", "KR6c", BLACKS, WHITES)
    assert board.rules.moves_as("+KR").id == "LN"


def test_declining_leaves_the_later_chances() -> None:
    """A pawn that declined on entering gets its next chance on the last rank or by a capture."""
    board = chu("P5e", "p4b")
    play(board, "5e5d", "12a12b", "5d5c", "12b12a", "5c5b", "12a12b")
    assert marks(board, "5b5a") == {"", "+"}
    play(board, "5b5a")
    check(board, "P5a", "p4b", BLACKS, "k12b p11a", turn="w")
    assert not board.legal_moves_from(board.rules.parse_square("5a"))
    gold = chu("G5e", "p5c")
    play(gold, "5e5d", "12a12b")
    assert marks(gold, "5d5c") == {"", "+"}, "by the capture"
    assert marks(gold, "5d4d") == {""}


def test_a_pawn_that_stayed_is_a_dead_piece() -> None:
    board = chu("P5b L4b")
    played(board.copy(), "5b5a+", "+P5a L4b", BLACKS, WHITES)
    assert {move.usi() for move in play(board, "5b5a", "12a12b", "4b4a", "12b12a").legal_moves} == {
        "12l11k",
        "12l12k",
        "11l11k",
    }


@pytest.mark.parametrize(
    ("pieces", "move", "square"),
    [
        ("LN6g ln6e", "6g6e", None),  # nothing recaptures
        ("LN6g ln6e g6d", "6g6e", "6d"),
        ("LN6g ln6f g6e", "6g6f", None),  # adjacent: always
        ("LN6g ln6f g6e", "6g6f6g", None),  # adjacent, by igui
        ("LN6g ln6f g5e p6e", "6g6f6e", None),  # adjacent, and on
        ("LN6g ln6e g6d p6f", "6g6f6e", "6d"),  # through a pawn
        ("LN6g ln6e g6d gb6f", "6g6f6e", "6d"),  # through a go-between
        ("LN6g ln6e g6d s6f", "6g6f6e", None),  # through a silver
        ("LN6g ln6e g6d +p6f", "6g6f6e", None),  # a promoted pawn moves as a gold: it is worth something
        ("LN6g ln6e g6d s6f", "6g6e", "6d"),  # leaps over the silver, takes it not
        ("LN6g ln6e r6l", "6g6e", "6l"),  # hidden protector: behind the lion that leaves
        ("LN6g ln6e r6k p6f", "6g6f6e", "6k"),  # behind it and the pawn that falls
        ("LN6g ln4e b8i", "6g4e", "8i"),
        ("LN6g ln6e gb6f", "6g6f6e", "6f"),  # the go-between that falls protected the lion
        ("LN6g ln6i p6h", "6g6h6i", "6h"),  # so did the pawn
        ("LN6g ln6e p6f", "6g6f6e", None),  # a pawn protects forward only
        ("+KR6g ln6e g6d", "6g6e", "6d"),  # a promoted kirin is a lion
        ("LN6g +kr6e g6d", "6g6e", "6d"),
        ("LN6g kr6e g6d", "6g6e", None),  # a kirin is none
        ("KR6g ln6e g6d", "6g6e", None),  # a piece that is not a lion may take a protected lion
        ("LN6g ln6e k6d", "6g6e", "6d"),  # a king protects, too
        ("LN6g ln6f +kr5e g6d", "6g6f5e", None),  # the second lion is distant, but the first was worth something
    ],
)
def test_lion_trading(pieces: str, move: str, square: str | None) -> None:
    """Rule 7.2; the explanation names the protector."""
    board = chu(pieces)
    assert refusal(board, move) == (None if square is None else TRADING)
    explanation = board.explain(move)
    assert names(board, explanation.squares) == ([] if square is None else [square])
    assert square is None or explanation.rule == "7.2"
    turned = place(turned_text(f"{pieces} {BLACKS} {WHITES}", 12), rules="chu", turn="w")
    assert refusal(turned, turned_text(move, 12)) == refusal(board, move)


def test_lion_trading_played() -> None:
    """The lion takes the silver and the lion; the gold takes it back: allowed, and no counter-strike binds Black."""
    board = chu("LN6g R2l", "ln6e s6f g6d +kr2b")
    played(board, "6g6f6e", "LN6e R2l", "g6d +kr2b", BLACKS, WHITES)
    played(board, "6d6e", "R2l", "g6e +kr2b", BLACKS, WHITES, state="6e")
    assert refusal(board, "2l2b") == COUNTER


def test_without_the_option_lions_are_free() -> None:
    board = chu("LN6g", "ln6e g6d", lion_trading="off")
    assert refusal(board, "6g6e") is None
    played(board, "6g6e", "LN6e", "g6d", BLACKS, WHITES)


def test_counter_strike() -> None:
    """White's rook takes the lion on 6g: Black may take a lion elsewhere only with a lion (rule 7.3)."""
    board = chu("LN6g +KR2d B5e R2l", "r6a ln2b", turn="w")
    played(board, "6a6g", "+KR2d B5e R2l", "r6g ln2b", BLACKS, WHITES, state="6g")
    assert board.state == board.rules.parse_square("6g")
    assert refusal(board, "5e2b") == COUNTER
    assert board.explain("5e2b").rule == "7.3"
    assert names(board, board.explain("5e2b").squares) == ["2b"]
    assert refusal(board, "2d2b") is None, "a lion may"
    assert refusal(board, "5e6f") is None
    played(board, "5e6f", "+KR2d B6f R2l", "r6g ln2b", BLACKS, WHITES)
    play(board, "6g6f")
    assert refusal(board, "2d2b") is None, "only the next move was bound"


def test_counter_strike_on_the_state_square() -> None:
    """A kirin takes a lion, promotes, and so is a lion on the square of the first: it may be taken there."""
    board = chu("LN6i R6l R1l", "kr6g ln1b", turn="w")
    play(board, "6g6i+")
    assert board.state == board.rules.parse_square("6i")
    assert refusal(board, "1l1b") == COUNTER
    assert refusal(board, "6l6i") is None


def test_no_counter_strike_after_a_lion_took_a_lion() -> None:
    board = chu("LN6g R2l", "ln6f +kr2b", turn="w")
    played(board, "6f6g", "R2l", "ln6g +kr2b", BLACKS, WHITES)
    assert refusal(board, "2l2b") is None


def test_counter_strike_by_falcon_and_eagle() -> None:
    """The square is where the lion stood, not where the piece ends; the second step is bound, too."""
    igui = chu("+DH6g R2l", "ln6f ln2b", turn="b")
    played(igui, "6g6f6g", "+DH6g R2l", "ln2b", BLACKS, WHITES, state="6f")
    beyond = chu("+DK6g", "ln5f g4e")
    played(beyond, "6g5f4e", "+DK4e", BLACKS, WHITES, state="5f")
    bound = chu("+DH6g +DK2g", "p6f ln6e p3f ln4e", state="9i")
    assert refusal(bound, "6g6f6e") == COUNTER
    assert refusal(bound, "2g3f4e") == COUNTER
    assert refusal(bound, "6g6f6g") is None
    assert refusal(chu("+DH6g +DK2g", "p6f ln6e p3f ln4e", state="6e"), "6g6f6e") is None


def test_two_lions_taken_at_once() -> None:
    """The state names the one taken last."""
    board = chu("+DH6g", "ln6f +kr6e", turn="b")
    played(board, "6g6f6e", "+DH6e", BLACKS, WHITES, state="6e")


def test_the_state_is_read_written_compared_and_counted() -> None:
    """Third field, equality, key, repetition (rule 7.3)."""
    bound, free = chu("R2l", "ln2b r6g", state="6g"), chu("R2l", "ln2b r6g")
    assert bound.sfen().split()[2] == "6g"
    assert bound != free
    assert bound.key != free.key
    assert refusal(bound, "2l2b") == COUNTER
    assert refusal(free, "2l2b") is None
    assert Board(bound.sfen(), "chu") == bound
    setup = mujo.Setup(bound.sfen(), "chu")
    setup.state = None
    assert setup.board() == free
    play(bound, "12l12k", "12a12b", "12k12l", "12b12a")
    assert bound == free, "the same pieces without the state"
    assert bound.repetitions() == 1, "the first position had a state"


def test_state_only_where_the_rules_have_one() -> None:
    for rules in ("tai", mujo.RuleSet("chu", lion_trading="off")):
        text = Board(rules=rules).sfen().split()
        with pytest.raises(mujo.InvalidPositionError) as caught:
            Board(f"{text[0]} b 6e 1", rules)
        assert caught.value.code == "position.state"


def ends(*pieces: str, turn: str = "b", bare_king: str = "chu") -> tuple[bool | None, str] | None:
    outcome = place(*pieces, rules="chu", turn=turn, bare_king=bare_king).outcome()
    return outcome and (outcome.winner, outcome.termination)


def test_bare_king() -> None:
    """Rule 7.4: a lone king against more has lost, unless it can bare the other at once."""
    lost = (WHITE, "bare_king")
    assert ends("K1l", "k12a g6a") == lost
    assert ends("K1l", "k12a p6a") == lost, "any piece will do"
    assert ends("K6b", "k12a g6a", turn="w") == lost, "it is not to move"
    assert ends("K6b", "k12a g6a") is None
    assert ends("K6b", "k12a g6a g1a") == lost, "one is left"
    assert ends("K1l", "k12a g6a", bare_king="off") is None
    assert ends("K1l +DE3l", "k12a g6a") is None, "two royals are not bare"
    assert ends("+DE1l", "k12a g6a") == lost, "a lone prince is"
    assert ends("R1l", "r6a p12a") is None, "a study has no king"
    assert ends("K1l G2l", "k12a") == (BLACK, "bare_king")


def test_bared_by_a_capture() -> None:
    board = place("K1l P6f", "r6a k12a", rules="chu", turn="w")
    played(board, "6a6f", "K1l", "r6f k12a")
    outcome = board.outcome()
    assert outcome == mujo.Outcome(WHITE, "bare_king")
    assert outcome is not None
    assert outcome.rule == "7.4"
    assert not board.legal_moves
    assert board.perft(1) == 0


def test_bare_king_that_misses_its_chance() -> None:
    board = place("K6b", "k12a g6a", rules="chu")
    play(board, "6b6c")
    assert board.outcome() == mujo.Outcome(WHITE, "bare_king")


def test_two_bare_kings() -> None:
    """A draw, unless the one to move can take the other."""
    assert ends("K1l", "k12a") == (None, "bare_king")
    assert ends("K6b", "k6a") is None
    board = place("K6b", "k12a g6a", rules="chu")
    play(board, "6b6a")
    assert board.outcome() == mujo.Outcome(None, "bare_king")
    retaken = place("K6b", "k7b g6a", rules="chu")
    play(retaken, "6b6a")
    assert retaken.outcome() is None, "the gold was protected by the king"
    play(retaken, "7b6a")
    assert retaken.outcome() == mujo.Outcome(WHITE, "royals_captured")


def test_a_bare_king_may_take_the_last_royal() -> None:
    assert ends("K6b", "k6a r1a g2a") is None
    assert ends("K6b", "k6a +de12a r1a g2a") == (WHITE, "bare_king"), "another royal is left"
    board = place("K6b", "k6a r1a g2a", rules="chu")
    play(board, "6b6a")
    assert board.outcome() == mujo.Outcome(BLACK, "royals_captured")
