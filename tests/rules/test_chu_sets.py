"""Where `chu/jcsa` and `chu/lishogi` differ from `chu`: counter-strike, the last rank, what counts for a bare king.

Each value decides in a position that is counted, is played and answered, and `explain` names the rule and the squares.
"""

from __future__ import annotations

import pytest

import mujo
from mujo import BLACK, WHITE, Board
from rules.boards import check, marks, names, place, play, played, refusal, turned_text

COUNTER = "illegal_move.counter_strike"
BLACKS = "K12l P11l"
WHITES = "k12a p11a"
VALUES = ("chu", "jcsa", "lishogi")


def chu(value: str, *pieces: str, turn: str = "b", state: str = "-") -> Board:
    """Return a position in which neither side is bare, under one value of `lion_trading`."""
    return place(*pieces, BLACKS, WHITES, rules="chu", turn=turn, state=state, lion_trading=value)


@pytest.mark.parametrize(
    ("pieces", "move", "banned"),
    [
        ("R2l ln2b", "2l2b", {"chu", "lishogi"}),  # nothing protects the lion
        ("R2l ln2b g2a", "2l2b", {"chu", "jcsa", "lishogi"}),
        ("R2l ln2b +de2a", "2l2b", {"chu", "jcsa", "lishogi"}),  # a royal protects, too
        ("R2l ln2f r2a", "2l2f", {"chu", "jcsa", "lishogi"}),
        ("R2l +kr2b", "2l2b", {"chu", "lishogi"}),  # a promoted kirin is a lion
        ("R2l kr2b g2a", "2l2b", set()),  # a kirin is none
        ("LN2d ln2b", "2d2b", set()),  # lions are not bound
        # A falcon takes on its first square: what counts is where it ends.
        ("+DH6g ln6f", "6g6f", {"chu", "lishogi"}),
        ("+DH6g ln6f", "6g6f6e", {"chu"}),
        ("+DH6g ln6f", "6g6f6g", {"chu"}),  # igui
        ("+DH6g ln6f g5e", "6g6f", {"chu", "jcsa", "lishogi"}),
        ("+DH6g ln6f g5d", "6g6f6e", {"chu", "jcsa"}),  # retaken on 6e
        ("+DH6g ln6f g5e", "6g6f6g", {"chu"}),  # not retaken on 6g
        ("+DH6g ln6f r6a", "6g6f6g", {"chu", "jcsa"}),  # from 6a through the square of the lion
        ("+DH6g p6f ln6e", "6g6f6e", {"chu", "lishogi"}),
        ("+DH6g p6f ln6i", "6g6f6e", set()),
        ("+DH6g gb6f ln6e", "6g6f6e", {"chu", "jcsa", "lishogi"}),  # the go-between that falls protects
        ("+DH6g ln6f +kr6e", "6g6f6e", {"chu", "lishogi"}),
        ("+DH6g ln6f +kr6e g5d", "6g6f6e", {"chu", "jcsa", "lishogi"}),
        # An eagle.
        ("+DK6g ln5f", "6g5f4e", {"chu"}),
        ("+DK6g ln5f g4d", "6g5f4e", {"chu", "jcsa"}),
        ("+DK6g p5f ln4e", "6g4e", {"chu", "lishogi"}),
        ("+DK6g ln5f ln4e", "6g4e", {"chu", "jcsa", "lishogi"}),  # the lion leapt over protects the other
    ],
)
def test_counter_strike(pieces: str, move: str, banned: set[str]) -> None:
    """Rule 7.3, by each value; White's half is the same rotated."""
    for value in VALUES:
        board = chu(value, pieces, state="9i")
        assert refusal(board, move) == (COUNTER if value in banned else None), value
        text = turned_text(f"{pieces} {BLACKS} {WHITES}", 12)
        turned = place(text, rules="chu", turn="w", state=turned_text("9i", 12), lion_trading=value)
        assert refusal(turned, turned_text(move, 12)) == refusal(board, move), value


@pytest.mark.parametrize("value", VALUES)
def test_the_square_of_the_first_lion_is_free(value: str) -> None:
    """A kirin that takes a lion and promotes stands where the lion stood, and may be taken there."""
    board = chu(value, "LN6i R6l R1l", "kr6g ln1b g1a", turn="w")
    play(board, "6g6i+")
    assert refusal(board, "1l1b") == COUNTER
    played(board, "6l6i", "R6i R1l", BLACKS, WHITES, "ln1b g1a", state="6i")


def test_explain_names_the_lion_and_what_protects_it() -> None:
    pieces = "R2l ln2b g2a"
    for value, squares in (("chu", ["2b"]), ("lishogi", ["2b"]), ("jcsa", ["2b", "2a"])):
        explanation = chu(value, pieces, state="6g").explain("2l2b")
        assert explanation.rule == "7.3"
        assert names(chu(value, pieces), explanation.squares) == squares
    assert "2b, which the piece on 2a protects (rule 7.3)" in chu("jcsa", pieces, state="6g").explain("2l2b").message


def test_jcsa_played_and_answered() -> None:
    """White's rook takes Black's lion; Black's rook takes White's unprotected one, and White may not take the third."""
    board = chu("jcsa", "LN6g R2l +KR4d G4e", "r6a ln2b r4a", turn="w")
    played(board, "6a6g", "R2l +KR4d G4e", "r6g ln2b r4a", BLACKS, WHITES, state="6g")
    played(board, "2l2b+", "+R2b +KR4d G4e", "r6g r4a", BLACKS, WHITES, state="2b")
    assert refusal(board, "4a4d") == COUNTER, "the gold protects it"
    assert names(board, board.explain("4a4d").squares) == ["4d", "4e"]
    lishogi = chu("lishogi", "LN6g R2l +KR4d G4e", "r6a ln2b r4a", turn="w")
    play(lishogi, "6a6g")
    assert refusal(lishogi, "2l2b+") == COUNTER


def test_lishogi_played_and_answered() -> None:
    """An eagle takes a lion on its first square in the banned turn, and the turn after that is banned again."""
    board = chu("lishogi", "LN6g +DK8h", "r6a ln7g r2a +kr2c", turn="w")
    played(board, "6a6g", "+DK8h", "r6g ln7g r2a +kr2c", BLACKS, WHITES, state="6g")
    assert refusal(board, "8h7g") == COUNTER
    played(board, "8h7g8h", "+DK8h", "r6g r2a +kr2c", BLACKS, WHITES, state="7g")
    whites = chu("lishogi", "LN2i R9i", "+kr6g r2a r6a", turn="w")
    play(whites, "2a2i", "9i9h", "6a6b")
    assert whites.state is None


def test_the_state_belongs_to_every_value() -> None:
    for value in VALUES:
        board = chu(value, "R2l", "ln2b r6g", state="6g")
        assert board.sfen().split()[2] == "6g"
        assert board != chu(value, "R2l", "ln2b r6g")
        assert Board(board.sfen(), board.rules) == board


def test_lions_need_a_list() -> None:
    for value in VALUES:
        with pytest.raises(mujo.RuleSetError) as caught:
            mujo.RuleSet("tai", lion_trading=value)
        assert caught.value.code == "rules.impossible_combination"
        assert f"lion_trading = {value}" in str(caught.value)


@pytest.mark.parametrize("rules", ["chu", "chu/jcsa", "chu/lishogi"])
def test_the_last_rank(rules: str) -> None:
    """Rule 7.1: the Association gives the last chance to the pawn alone."""
    board = place("L5b P4b GB3b", "l5k p4k", BLACKS, WHITES, rules=rules)
    both, none = {"", "+"}, {""}
    lance = none if rules == "chu/jcsa" else both
    assert (marks(board, "5b5a"), marks(board, "4b4a"), marks(board, "3b3a")) == (lance, both, none)
    play(board, "12l12k")
    assert (marks(board, "5k5l"), marks(board, "4k4l")) == (lance, both)
    capture = place("L5b", "p5a", BLACKS, WHITES, rules=rules)
    assert marks(capture, "5b5a") == both, "a capture promotes everywhere in the zone"


def test_a_lance_that_reached_the_last_rank_is_dead() -> None:
    """Played and answered: it stays, has no move, and does not count."""
    board = place("L5b K12l", "k12a g1a", rules="chu/jcsa")
    assert board.outcome() is None, "the lance can move"
    explanation = board.explain("5b5a+")
    assert (explanation.legal, explanation.rule) == (False, "7.1")
    play(board, "5b5a")
    check(board, "L5a K12l", "k12a g1a", turn="w")
    assert board.outcome() == mujo.Outcome(WHITE, "bare_king")


Ending = tuple[bool | None, str]
"""The winner and how the game ended."""


def ends(*pieces: str, turn: str = "b", value: str) -> Ending | None:
    outcome = place(*pieces, rules="chu", turn=turn, bare_king=value).outcome()
    return outcome and (outcome.winner, outcome.termination)


BLACK_WINS: Ending = (BLACK, "bare_king")
WHITE_WINS: Ending = (WHITE, "bare_king")
DRAWN: Ending = (None, "bare_king")


@pytest.mark.parametrize(
    ("pieces", "by_all", "by_worth"),
    [
        ("K1l k12a g6a", WHITE_WINS, WHITE_WINS),
        ("K1l k12a g6a g7a", WHITE_WINS, WHITE_WINS),
        ("K1l k12a", DRAWN, DRAWN),
        # A pawn or go-between must promote first.
        ("K1l k12a p6e", WHITE_WINS, None),
        ("K1l k12a gb6e", WHITE_WINS, None),
        ("K1l k12a p6e gb7e p8e", WHITE_WINS, None),
        ("K1l k12a +p6e", WHITE_WINS, WHITE_WINS),
        ("K1l k12a +gb6e", WHITE_WINS, WHITE_WINS),
        ("K1l k12a l6e", WHITE_WINS, WHITE_WINS),
        # Dead pieces never count.
        ("K1l k12a p6l", WHITE_WINS, None),
        ("K1l k12a l6l", WHITE_WINS, None),
        ("K1l k12a l6l p7l p5e", WHITE_WINS, None),
        ("K1l k12a gb6l", WHITE_WINS, None),  # not dead, but a go-between
        ("K1l k12a +p6l", WHITE_WINS, WHITE_WINS),  # a gold moves back
        ("K1l P6a k12a", BLACK_WINS, None),
        ("K1l P6a k12a g6e", None, WHITE_WINS),  # Black's pawn is dead
        ("K1l L6a P7a k12a g6e", None, WHITE_WINS),
        ("K1l P6b k12a g6e", None, None),  # it can still move
        ("K1l GB6b k12a g6e", None, None),
        ("K1l P6a k12a p6l", None, None),
        ("K1l P6a k12a r6l g2e", None, WHITE_WINS),
        # Two royals.
        ("K1l +DE2l k12a", BLACK_WINS, BLACK_WINS),
        ("K1l +DE2l k12a g6a", None, None),
        ("+DE1l k12a g6a", WHITE_WINS, WHITE_WINS),
        ("R1l r6a p12a", None, None),  # a study has no king
    ],
)
def test_what_counts(pieces: str, by_all: Ending | None, by_worth: Ending | None) -> None:
    """Rule 7.4, the colors exchanged too."""
    swapped: dict[Ending, Ending] = {BLACK_WINS: WHITE_WINS, WHITE_WINS: BLACK_WINS}
    for value, expected in (("chu", by_all), ("jcsa", by_worth), ("lishogi", by_worth), ("off", None)):
        assert ends(pieces, value=value) == expected, value
        assert ends(pieces, value=value, turn="w") == expected, value
        assert ends(turned_text(pieces, 12), value=value) == (swapped.get(expected, expected) if expected else None)


@pytest.mark.parametrize(
    ("pieces", "turn", "jcsa", "lishogi"),
    [
        ("K6b k12a g6a", "b", None, None),  # the king takes the gold
        ("K6b k12a g6a", "w", WHITE_WINS, None),  # it would, if it were to move
        ("K6b k12a g6a p1e", "b", None, None),  # king and pawn are left
        ("K6b k12a g6a g1a", "b", WHITE_WINS, WHITE_WINS),
        ("K6b k7b g6a", "b", None, None),
        ("K6b k6a g1a g2a", "b", None, None),  # takes the last royal
        ("K6b k6a g1a g2a", "w", WHITE_WINS, None),
        ("K6b k6a +de12a g1a", "b", WHITE_WINS, None),  # a royal attacked, but not the last
        ("K6b k6a", "b", None, None),
        ("K6b k12a p6a", "b", None, None),
        ("K6b k12a l6l g6a", "b", None, None),
        ("K6b k12a +p6a", "b", None, None),
        ("K6b k12a g4a", "b", WHITE_WINS, WHITE_WINS),
    ],
)
def test_what_the_bare_side_can_reverse(pieces: str, turn: str, jcsa: Ending | None, lishogi: Ending | None) -> None:
    assert ends(pieces, turn=turn, value="jcsa") == jcsa
    assert ends(pieces, turn=turn, value="lishogi") == lishogi


@pytest.mark.parametrize("rules", ["chu/jcsa", "chu/lishogi"])
def test_won_by_promoting(rules: str) -> None:
    """The pawn takes its chance on the last rank, and so counts."""
    board = place("K1l P6b", "k6f", rules=rules)
    declined = board.copy()
    played(board, "6b6a+", "K1l +P6a", "k6f")
    assert board.outcome() == mujo.Outcome(BLACK, "bare_king")
    assert not board.legal_moves
    assert board.perft(1) == 0
    played(declined, "6b6a", "K1l P6a", "k6f")
    assert declined.outcome() is None, "king and dead pawn against king play on"
    assert declined.perft(1) == 8


def test_a_threat_that_is_parried() -> None:
    """On lishogi the game goes on while the gold can be taken, and ends when it is out of reach."""
    board = place("K6b", "k12a g6a", rules="chu/lishogi", turn="w")
    assert board.outcome() is None
    played(board, "6a5a", "K6b", "k12a g5a")
    assert board.outcome() is None, "still beside the king"
    play(board, "6b6c")
    assert board.outcome() == mujo.Outcome(WHITE, "bare_king")


def test_a_dead_piece_that_the_king_takes() -> None:
    """Taking the only piece that counts leaves king and dead pawn, which play on."""
    board = place("K6b", "k12a g6a p4l", rules="chu/jcsa")
    played(board, "6b6a", "K6a", "k12a p4l")
    assert board.outcome() is None


def test_a_side_without_royals_is_not_enough() -> None:
    """A mating problem goes on against a king alone (rule 5.2)."""
    for value, expected in (("chu", BLACK_WINS), ("jcsa", None), ("lishogi", None)):
        rules = mujo.RuleSet("chu", no_royals="plays-on", bare_king=value)
        outcome = place("R1l G2l", "k12a", rules=rules).outcome()
        assert (outcome and (outcome.winner, outcome.termination)) == expected


def test_the_sets_state_their_values() -> None:
    plain = mujo.RuleSet("chu").options.items()
    assert dict(mujo.RuleSet("chu/jcsa").options.items() - plain) == {"lion_trading": "jcsa", "bare_king": "jcsa"}
    assert dict(mujo.RuleSet("chu/lishogi").options.items() - plain) == {
        "lion_trading": "lishogi",
        "bare_king": "lishogi",
        "repetition": "fourfold",
    }
    assert [kind.id for kind in mujo.RuleSet("chu/jcsa").piece_types.values() if kind.last_rank] == ["P"]
    assert [kind.id for kind in mujo.RuleSet("chu/lishogi").piece_types.values() if kind.last_rank] == ["L", "P"]
