"""Positions that come back (rules 6.1 to 6.6)."""

import pytest

from mujo_reference import Game, load
from reference.boards import place, play

REPETITION = "illegal_move.repetition"

# Black's rook checks the king on every move; the king steps aside. The same four moves bring the position back.
CHECKING = "K1s R10s k10a", ["10a9a", "10s9s", "9a10a", "9s10s"]
# Black's rook attacks a gold on every move; White's king stands far away.
CHASING = "K1s R10s k19a g10j", ["10j9j", "10s9s", "9j10j", "9s10s"]
# As before, and the gold attacks a pawn with each of its moves: from 9j the one on 8k, from 10j the one on 11k.
CHASING_BOTH = "K1s R10s P8k P11k k19a g10j", ["10j9j", "10s9s", "9j10j", "9s10s"]
# The rook checks, and the king attacks a pawn with each of its moves: on 8b, on 11b.
CHECKING_AND_CHASING = "K1s R10s P8b P11b k10a", ["10a9a", "10s9s", "9a10a", "9s10s"]
# Two kings walk about.
WALKING = "K1s k19a", ["1s1r", "19a19b", "1r1s", "19b19a"]


def repeated(pieces: str, moves: list[str], turn: str, rules: str, times: int = 3) -> Game:
    """Play the moves again and again but for the very last one, which the test plays."""
    game = place(rules, pieces, turn)
    return play(game, *(moves * times)[:-1])


def test_a_position_is_placement_and_turn() -> None:
    game = place("maka", "K1s k19a")
    assert game.repetitions() == 1
    play(game, "1s1r", "19a19b", "1r1s")
    assert game.repetitions() == 1, "the same placement, but White to move"
    play(game, "19b19a")
    assert game.repetitions() == 2
    assert game.pop().end == (19, 1)
    assert game.repetitions() == 1


def test_flag_and_type_tell_positions_apart() -> None:
    """A promoted hook mover is not a gold, nor a plain lion a promoted one, although they move alike."""
    one = place("maka", "K1s +HM5m k19a").position
    two = place("maka", "K1s G5m k19a").position
    assert one != two


def test_forbid() -> None:
    game = place("tai", "CP1y cp25a")
    play(game, "1y1x", "25a25b", "1x1y")
    assert game.refusal("25b25a") == REPETITION
    assert "25b25a" not in game.legal_moves()
    assert game.refusal("25b24b") is None
    assert "25b25a" in game.under(repetition="none").legal_moves()


def test_no_pass_after_a_pass() -> None:
    pieces = "LN10q ln10c"
    forbidding = play(place("maka[repetition=forbid]", pieces), "10q10q")
    assert forbidding.refusal("10c10c") == REPETITION
    counting = play(place("maka", pieces), "10q10q", "10c10c")
    assert counting.repetitions() == 2
    assert counting.outcome() is None


def test_forbid_can_leave_no_move() -> None:
    """White's king goes to and fro between 1a and 1b, among pawns that cannot move; its way back is forbidden."""
    pawns = " ".join([f"p1{rank}" for rank in "cdefghijklmnopqrs"] + [f"p2{rank}" for rank in "abcdefghijklmnopqrs"])
    game = place("maka[repetition=forbid]", f"K19s k1a {pawns}")
    play(game, "19s19r", "1a1b", "19r19s")
    assert game.refusal("1b1a") == "illegal_move.game_over"
    assert game.outcome() == ("b", "stalemate")


@pytest.mark.parametrize("turn_of_last", ["b", "w"])
def test_walking_is_a_draw(turn_of_last: str) -> None:
    pieces, moves = WALKING
    if turn_of_last == "b":
        moves = [*moves[1:], moves[0]]
        pieces = "K1r k19a"
    for rules in ("maka", "maka[repetition=jcsa]"):
        game = repeated(pieces, moves, "b" if turn_of_last == "w" else "w", rules)
        assert game.repetitions() == 3
        assert game.outcome() is None
        play(game, moves[-1])
        assert game.repetitions() == 4
        assert game.outcome() == (None, "repetition")
        assert game.legal_moves() == []
        assert game.refusal(moves[0]) == "illegal_move.game_over"
    endless = repeated(*WALKING, "b", "maka[repetition=none]", times=5)
    assert endless.outcome() is None


@pytest.mark.parametrize(
    ("position", "loser"),
    [
        (CHECKING, "b"),
        (CHASING, "b"),
        (CHASING_BOTH, None),
        (CHECKING_AND_CHASING, "b"),
    ],
)
def test_fault_of_the_side_that_closes_the_cycle(position: tuple[str, list[str]], loser: str | None) -> None:
    """Black makes the fourth occurrence. Under jcsa its move is illegal if Black is at fault."""
    pieces, moves = position
    game = play(repeated(pieces, moves, "w", "maka"), moves[-1])
    assert game.outcome() == ("w" if loser == "b" else None, "repetition")
    strict = repeated(pieces, moves, "w", "maka[repetition=jcsa]")
    assert strict.refusal(moves[-1]) == (REPETITION if loser == "b" else None)
    assert (moves[-1] in strict.legal_moves()) == (loser is None)


@pytest.mark.parametrize(("position", "loser"), [(CHECKING, "b"), (CHASING, "b"), (CHASING_BOTH, None)])
@pytest.mark.parametrize("rules", ["maka", "maka[repetition=jcsa]"])
def test_fault_of_the_other_side(position: tuple[str, list[str]], loser: str | None, rules: str) -> None:
    """White makes the fourth occurrence: legal under both rules, and it wins if Black is at fault."""
    pieces, moves = position
    first = place("maka[repetition=none]", pieces, "w")
    start = play(first, moves[0]).sfen()
    game = play(Game(start, rules), *([*moves[1:], moves[0]] * 3))
    assert game.repetitions() == 4
    assert game.outcome() == ("w" if loser else None, "repetition")


def test_an_attack_is_on_something_new() -> None:
    """The rook on file 10 could take the pawn on 10a all the time: walking on that file attacks nothing new."""
    game = place("maka", "K1s R10s p10a k19a")
    play(game, *(["10s10r", "19a19b", "10r10s", "19b19a"] * 3))
    assert game.outcome() == (None, "repetition")


def test_colours_turned() -> None:
    """White checks all the time, Black closes the cycle and wins."""
    game = place("maka", "K10s k19a r10a", "b")
    play(game, *(["10s9s", "10a9a", "9s10s", "9a10a"] * 3))
    assert game.outcome() == ("b", "repetition")


def test_one_quiet_move_in_the_cycle_is_no_fault() -> None:
    """The rook checks with three of its four moves only: from 10s to 10r it checks, on 1r it does not."""
    game = place("maka", "K1s R10s k10a", "w")
    moves = ["10a9a", "10s10r", "9a10a", "10r10s"]
    play(game, *(moves * 3))
    assert game.outcome() == (None, "repetition"), "on 10r the rook attacks nothing: the king stands on 9a"


def test_two_royals_are_no_check() -> None:
    """With a prince beside it the king is not in check, but it is attacked: Black is at fault all the same."""
    pieces, moves = "K1s R10s k10a +de19a", CHECKING[1]
    game = play(repeated(pieces, moves, "w", "maka"), moves[-1])
    assert game.outcome() == ("w", "repetition")
    both = "K1s R10s P8b P11b k10a +de19a"
    assert play(repeated(both, moves, "w", "maka"), moves[-1]).outcome() == (None, "repetition"), "both attack"


def test_only_the_last_cycle_counts() -> None:
    """Before the third occurrence the rook walks elsewhere; only the moves after it are judged."""
    game = place("maka", "K1s R10s k10a", "w")
    quiet = ["10a9a", "10s10r", "9a10a", "10r10s"]
    play(game, *quiet, *quiet, *CHECKING[1])
    assert game.outcome() == ("w", "repetition")


def test_passes() -> None:
    """Black passes first. fourfold: a draw. jcsa: White may bring the fourth occurrence about, and wins."""
    passes = ["10q10q", "10c10c"] * 3
    assert play(place("maka", "LN10q ln10c"), *passes).outcome() == (None, "repetition")
    game = play(place("maka[repetition=jcsa]", "LN10q ln10c"), *passes)
    assert game.outcome() == ("w", "repetition")


def test_first_passer_may_not_close_the_cycle() -> None:
    """Black passes on White's step, which makes a third occurrence; White passes; Black's next pass is illegal.

    The cycle is White's pass and Black's, and the run began with Black's pass before it.
    """
    game = place("maka[repetition=jcsa]", "LN10q K1s k19a ln10c", "w")
    play(game, "19a19b", "1s1r", "19b19a", "1r1s")
    assert game.repetitions() == 2
    play(game, "19a19b", "10q10q", "19b19a", "10q10q")
    assert game.repetitions() == 3
    play(game, "10c10c")
    assert game.refusal("10q10q") == REPETITION
    assert game.refusal("pass") == REPETITION
    assert play(game.under(repetition="fourfold"), "10q10q").outcome() == (None, "repetition")


def test_the_run_of_passes_may_begin_before_the_cycle() -> None:
    """White passed first, long before; Black makes the fourth occurrence and wins."""
    game = place("maka[repetition=jcsa]", "LN10q ln10c", "w")
    play(game, *["10c10c", "10q10q"] * 3)
    assert game.outcome() == ("b", "repetition")


def test_a_pass_that_answers_one_from_before_the_cycle() -> None:
    """Only the first pass of the cycle follows another, the one that made the third occurrence: Black's."""
    game = place("maka[repetition=jcsa]", "LN10q K1s k19a ln10c", "w")
    walk = ["1s1r", "19a19b", "1r1s", "19b19a"]
    play(game, "19a19b", "1s1r", "19b19a", "1r1s", "19a19b", "10q10q", "19b19a", "10q10q")
    assert game.repetitions() == 3
    play(game, "10c10c", *walk)
    assert game.refusal("10q10q") == REPETITION


def test_passing_checks_nobody() -> None:
    """The lion on 10q attacks the king on 9p while it passes: that is neither check nor attack."""
    game = play(place("maka", "LN10q K1s k9p ln10c"), *["10q10q", "10c10c"] * 3)
    assert game.outcome() == (None, "repetition")


def test_options_of_sets() -> None:
    assert load("tai").options["repetition"] == "forbid"
    assert load("maka").options["repetition"] == "fourfold"
    assert load("tai", repetition="jcsa").name == "tai[repetition=jcsa]"
