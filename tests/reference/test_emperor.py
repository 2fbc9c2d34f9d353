"""The moves of an emperor (rules 5.3 to 5.5), attackers (rule 8.1)."""

import pytest

from mujo_reference import Game, load
from reference.boards import moves_of, place

EMPEROR = "illegal_move.emperor"


def tai(emperor: str, pieces: str, **options: str | int) -> Game:
    return place(load("tai", emperor=emperor, **options), pieces)


def refused(game: Game, *moves: str) -> list[bool]:
    """Which of the moves the emperor rule forbids; the others must be legal."""
    slugs = [game.refusal(move) for move in moves]
    assert set(slugs) <= {EMPEROR, None}
    return [slug is not None for slug in slugs]


def test_protected_royal() -> None:
    """The gold on 12a guards the prince on 13a and is guarded by it; an attacked empty square is 13b."""
    game = tai("protected-royal", "E13y cp13a g12a")
    assert refused(game, "13y13a", "13y12a", "13y13b", "13y5m") == [True, False, False, False]


def test_an_unguarded_last_royal_is_taken() -> None:
    game = tai("protected-royal", "E13y cp13a g25y")
    game.push("13y13a")
    assert game.outcome() == ("b", "royals_captured")


@pytest.mark.parametrize(
    ("guard", "guards"),
    [
        ("r13m", True),
        ("b24l", True),
        ("hm20m", True),
        ("ln12c", True),
        ("ln10a", False),
        ("p13b", False),
        ("n12a", False),
    ],
)
def test_guards(guard: str, guards: bool) -> None:
    """On 13a: a rook below, a bishop on the diagonal, a hook mover round a corner, a lion two squares away; not a
    lion three away, and neither pawn nor knight, which go the other way.
    """
    assert refused(tai("protected-royal", f"E13y cp13a {guard}"), "13y13a") == [guards]


def test_a_lion_guards_by_its_second_step() -> None:
    """A falcon of White's on 13a guards 13b and 13c in front of it, over the pawn on 13b too."""
    game = tai("protected-royal", "E13y cp13c p13b hf13a")
    assert refused(game, "13y13c") == [True]


def test_emperor_guards_only_if_it_could_take_back() -> None:
    """White's emperor reaches 5a, but the rook on 5y would take it there: then it does not guard the prince."""
    assert refused(tai("protected-royal", "E13y cp5a e13a"), "13y5a") == [True]
    assert refused(tai("protected-royal", "E13y R5y cp5a e13a"), "13y5a") == [False]


def test_emperor_takes_emperor() -> None:
    assert refused(tai("protected-royal", "E13y cp5a e13a"), "13y13a") == [False]
    assert refused(tai("protected-royal", "E13y cp12b e13a"), "13y13a") == [True]


def test_three_levels_of_guarding() -> None:
    """Black takes the prince on 5a; White's emperor would take back; there Black's second emperor would take back.

    That last capture is legal only if no third White emperor's side guards: with a white rook on 6a it does guard.
    """
    black_two = "E13y +CP20y cp5a e13a"
    rules = load("tai/gcsa", emperor="protected-royal")
    assert refused(place(rules, black_two), "13y5a") == [False]
    assert refused(place(rules, black_two + " r6a"), "13y5a") == [True]


def test_protected_piece() -> None:
    """The rook on 20m is guarded by the one on 20a, the one on 20a by that on 20m; the pawn on 5e by nothing."""
    game = tai("protected-piece", "E13y cp1a r20m r20a p5e")
    assert refused(game, "13y20m", "13y20a", "13y5e", "13y20b", "13y1a") == [True, True, False, False, True]


def test_protected_piece_by_emperor() -> None:
    """While White's emperor stands elsewhere nothing can be taken but that emperor."""
    game = tai("protected-piece-by-emperor", "E13y R5y cp1a p5e e13a")
    assert refused(game, "13y5e", "13y1a", "13y13a", "13y5f") == [True, True, False, False]
    assert refused(tai("protected-piece", "E13y R5y cp1a p5e e13a"), "13y5e") == [False]
    assert refused(tai("protected-piece-by-emperor", "E13y cp1a p5e"), "13y5e") == [False]


def test_protected_square() -> None:
    """The rook on 1a attacks its rank and file; the pawn it guards on 10a must not be taken; the rook may be."""
    game = place("maka", "+K10s k19s r1a p10a")
    moves = ("10s1a", "10s10a", "10s5a", "10s1f", "10s5e", "10s11a")
    assert refused(game, *moves) == [False, True, True, True, False, False]
    with_prince = place("maka", "+K10s +DE15s k19s r1a p10a")
    assert refused(with_prince, *moves) == [False, True, False, False, False, False]


def test_protected_square_against_an_emperor() -> None:
    """An emperor reaches every square: Black's may only stand where Black could take back. The rook guards file 5."""
    game = place("maka", "+K10s R5s +k19a")
    assert refused(game, "10s9m", "10s5m", "10s19a") == [True, False, False]
    on_file_5, on_rank_s = 18, 19 - 2  # without 5s and 10s
    assert len(moves_of(game, "10s")) == on_file_5 + on_rank_s + 1


def test_unrestricted() -> None:
    game = place("maka/sz", "+K10s k19s r1a p10a")
    assert refused(game, "10s1a", "10s10a", "10s5a") == [False, False, False]
    assert len(moves_of(game, "10s")) == 360


def test_protection_before() -> None:
    """The emperor stands between the rook and the squares behind it; leaving opens the line, or a stone closes it."""
    pieces = "+K10j k1s r10a"
    assert refused(place("maka", pieces), "10j10p", "10j10e") == [True, True]
    assert refused(place("maka[protection=before]", pieces), "10j10p", "10j10e") == [False, True]


def test_a_stone_can_be_leapt_over() -> None:
    """A lion two squares from 10k reaches it over the stone on 10j."""
    pieces = "+K10j k1s ln10i"
    assert refused(place("maka[protection=before]", pieces), "10j10k", "10j10l") == [True, False]


def test_a_stone_is_no_place_to_turn() -> None:
    """A hook mover on 10a could turn on 10j only if that were empty: the stone shields rank j from it.

    Its own pieces leave the hook mover on 10i its file alone, and on that 10j is the first square.
    """
    pieces = "+K10j k1s hm10i p9i p11i p10h"
    assert refused(place("maka", pieces), "10j5j") == [True]
    assert refused(place("maka[protection=before]", pieces), "10j5j") == [False]


def test_attackers() -> None:
    """Any piece on the square counts as an enemy; a blocked rook does not attack."""
    game = place("maka", "R10j P10f LN9g r1a k19s K19r")
    assert game.attackers("10f", "b") == ["9g", "10j"]
    assert game.attackers("10e", "b") == ["10f", "9g"]
    assert game.attackers("10d", "b") == []
    assert game.attackers("1s", "w") == ["1a"]
    assert game.attackers("19s", "b") == ["19r"]
    assert game.attackers("19s", "w") == []


def test_attackers_count_an_emperor_by_its_rule() -> None:
    """In tai it attacks every square but that of a guarded royal; a square of its own side counts as an enemy pawn."""
    game = tai("protected-royal", "E13y P1y cp13a g12a")
    assert game.attackers("13a", "b") == []
    assert game.attackers("12a", "b") == ["13y"]
    assert game.attackers("5e", "b") == ["13y"]
    assert game.attackers("1y", "b") == ["13y"]
    assert game.attackers("13y", "b") == []


def test_start_of_tai() -> None:
    """446 emperor moves: 271 empty squares, 175 enemies that are not royal."""
    game = Game()
    moves = moves_of(game, "13y")
    assert len(moves) == 271 + 175
    assert game.refusal("13y13a") == EMPEROR
    assert game.refusal("13y13b") == EMPEROR
