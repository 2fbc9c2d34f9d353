"""The moves of an emperor (rules 5.3 to 5.5): every value of the option, both ways to judge protection."""

from __future__ import annotations

import pytest

from mujo import BLACK, WHITE, Board, Outcome
from rules.boards import moves_from, names, place, play, played, refused, rule_set, squares, turned

EMPEROR = "illegal_move.emperor"
VALUES = ["protected-royal", "protected-piece", "protected-piece-by-emperor", "protected-square", "unrestricted"]


def forbidden(board: Board, *moves: str) -> list[bool]:
    """Which of the moves the emperor rule forbids; the others must be legal."""
    return refused(board, EMPEROR, *moves)


def table(pieces: str, moves: list[str], colour: str = "b", **options: str | int) -> dict[str, list[bool]]:
    """Under every value of the option, which moves of tai are forbidden."""
    pieces, *moves = turned(colour, 25, pieces, *moves)
    return {
        value: forbidden(place(pieces, rules=rule_set("tai", emperor=value, **options), turn=colour), *moves)
        for value in VALUES
    }


@pytest.mark.parametrize("colour", ["b", "w"])
def test_all_values_side_by_side(colour: str) -> None:
    """White: prince on 1a, unguarded; rooks on 20m and 20a, which guard each other, file 20 and their ranks.

    Moves to: a guarded rook, an unguarded pawn, an attacked empty square (20f), a safe empty square (6g), and the
    prince, which the rook on 20a guards along rank a.
    """
    moves = ["13y20m", "13y5e", "13y20f", "13y6g", "13y1a"]
    assert table("E13y cp1a r20m r20a p5e", moves, colour) == {
        "protected-royal": [False, False, False, False, True],
        "protected-piece": [True, False, False, False, True],
        "protected-piece-by-emperor": [True, False, False, False, True],
        "protected-square": [True, False, True, False, True],
        "unrestricted": [False, False, False, False, False],
    }


@pytest.mark.parametrize("colour", ["b", "w"])
def test_all_values_against_an_emperor(colour: str) -> None:
    """White's emperor on 13a reaches every square; it guards X if it may go to X with Black's emperor there.

    Black's rook on 5y guards file 5: an emperor on 5e would be taken back. Under `protected-royal`, `protected-piece`,
    `protected-square` White's emperor may take a royal on a square only if Black could not take it there: so on 5e and
    5g Black's emperor is safe, on 8e and 8g it is not. White's emperor itself stands unguarded on 13a: to be taken.
    """
    moves = ["13y5e", "13y8e", "13y5g", "13y8g", "13y13a", "13y1a"]
    assert table("E13y R5y cp1a p5e p8e e13a", moves, colour) == {
        "protected-royal": [False, False, False, False, False, True],
        "protected-piece": [False, True, False, False, False, True],
        # Nothing but the other emperor may be taken while that stands.
        "protected-piece-by-emperor": [True, True, False, False, False, True],
        "protected-square": [False, True, False, True, False, True],
        "unrestricted": [False] * 6,
    }


@pytest.mark.parametrize(
    ("guard", "guards"),
    [
        ("r13m", True),
        ("b24l", True),
        ("hm20m", True),
        ("hm20m p13m p20a", False),
        ("ln12c", True),
        ("ln10a", False),
        ("p13b", False),
        ("p13b r13m", False),
        ("n12a", False),
        ("ld16a p15a p14a", True),
        ("ld17a", False),
        ("cp14b", True),
        ("de14a", True),
    ],
)
@pytest.mark.parametrize("colour", ["b", "w"])
def test_guards(guard: str, guards: bool, colour: str) -> None:
    """On 13a stands White's prince. A rook below, a bishop on the diagonal, a hook mover round a corner (unless both

    corners, 13m and 20a, are held), a lion two squares away, a lion dog three squares away over two pieces; not a lion
    three away; not pawn and knight, which go the other way; not a rook behind a pawn. Prince and elephant beside it.
    """
    found = table(f"E13y cp13a {guard}", ["13y13a"], colour)
    assert found == {value: [guards and value != "unrestricted"] for value in VALUES}


def test_explain_names_the_guard() -> None:
    board = place("E13y cp13a r13m", rules="tai")
    explanation = board.explain("13y13a")
    assert (explanation.legal, explanation.code, explanation.rule) == (False, EMPEROR, "5.4")
    assert explanation.squares == squares(board, "13m")
    assert "13m" in explanation.message
    assert "protected-royal" in explanation.message
    board = place("E13y cp13a p5e e20c r20m", rules="tai", emperor="protected-piece-by-emperor")
    explanation = board.explain("13y5e")
    assert (explanation.code, explanation.rule, explanation.squares) == (EMPEROR, "5.4", squares(board, "20c"))
    board = place("+K10s k19s r1a")
    explanation = board.explain("10s5a")
    assert (explanation.code, explanation.rule, explanation.squares) == (EMPEROR, "5.4", squares(board, "1a"))


def test_played_in_tai() -> None:
    """The emperor takes a guarded gold and is taken there."""
    board = place("E13y CP1y", "cp13a g12a", rules="tai")
    assert forbidden(board, "13y13a", "13y12a", "13y13b") == [True, False, False]
    played(board, "13y12a", "E12a CP1y", "cp13a")
    assert board.explain("13a12a").legal
    played(board, "13a12a", "CP1y", "cp12a")
    assert board.outcome() is None


def test_an_unguarded_last_royal_is_taken() -> None:
    board = place("E13y", "cp13a g25y", rules="tai")
    played(board, "13y13a", "E13a", "g25y")
    assert board.outcome() == Outcome(BLACK, "royals_captured")


def test_a_guarded_last_royal_may_not_be_taken() -> None:
    """The square is judged as if the game went on, though this capture would win."""
    board = place("E13y", "cp13a r13m", rules="tai")
    assert forbidden(board, "13y13a") == [True]
    assert board.outcome() is None


def test_guard_of_a_victim_that_shielded_its_own_square() -> None:
    """The prince on 13b, guarded only over its own square: a rook on 13y looks up file 13 to 13c, where a pawn stands.

    After the emperor takes the pawn on 13c, the rook reaches it: a pawn is not royal, so the capture is allowed in tai.
    """
    board = place("E1y cp25a", "r13y p13c", rules="tai")
    assert forbidden(board, "1y13c") == [False]
    piece = place("E1y cp25a", "r13y p13c", rules="tai", emperor="protected-piece")
    assert forbidden(piece, "1y13c") == [True]


@pytest.mark.parametrize(
    ("pieces", "taking", "why"),
    [
        ("E13y cp13a e1a", True, "White's emperor takes back: nothing guards 13a for Black"),
        ("E13y R13m cp13a e1a", False, "the rook on 13m would take White's emperor there"),
        ("E13y R13m cp13a e1a r20a", True, "a rook on rank a guards by itself"),
        ("E13y R13m p13c cp13a e1a", True, "a pawn between: the rook guards nothing"),
    ],
)
def test_an_emperor_guards_only_where_it_could_take_back(pieces: str, taking: bool, why: str) -> None:
    assert forbidden(place(pieces, rules="tai"), "13y13a") == [taking], why


def test_three_levels() -> None:
    """Black E takes the prince on 5a. White e may take back only if Black's second emperor may not take it there,

    which it may only if White guards 5a by something else. With nothing else: the first capture is legal. With a rook
    on 6a: the second emperor could not take back; but the rook itself already guards. With the rook on the far side
    of a pawn (no guard): legal again.
    """
    rules = rule_set("tai/gcsa", emperor="protected-royal")
    assert forbidden(place("E13y +CP20y", "cp5a e13a", rules=rules), "13y5a") == [False]
    assert forbidden(place("E13y +CP20y", "cp5a e13a r6a", rules=rules), "13y5a") == [True]
    assert forbidden(place("E13y +CP20y", "cp5a e13a r7a p6a", rules=rules), "13y5a") == [False]


def test_four_levels() -> None:
    """Two emperors on each side: E takes 5a, e takes back, +CP takes back, +cp takes back, and no emperor is left.

    From the end: +cp takes +CP on 5a: no black emperor is left, legal. So +CP may not take e; so e may take E: so E may
    not take the prince. With a third black emperor the last capture would be illegal, and the first one legal.
    """
    rules = rule_set("tai/gcsa", emperor="protected-royal")
    assert forbidden(place("E13y +CP20y", "cp5a e13a +cp20a", rules=rules), "13y5a") == [True]
    assert forbidden(place("E13y +CP20y +CP22y", "cp5a e13a +cp20a", rules=rules), "13y5a") == [False]
    # A pawn instead of the prince is not royal: free. But e may take E back only as before.
    assert forbidden(place("E13y +CP20y", "p5a e13a +cp20a cp1a", rules=rules), "13y5a") == [False]


def test_protected_piece() -> None:
    """The rooks guard each other along file 20; the pawn is unguarded; empty squares are free."""
    pieces = "E13y", "cp1a r20m r20a p5e"
    board = place(*pieces, rules="tai", emperor="protected-piece")
    played(board, "13y5e", "E5e", "cp1a r20m r20a")
    played(board, "20m20e", "E5e", "cp1a r20e r20a")
    assert forbidden(board, "5e20e", "5e20f") == [True, False]


def test_protected_piece_by_emperor() -> None:
    """While White's emperor stands elsewhere nothing else may be taken; the emperor may, if the square is safe."""
    pieces = "E13y R5y cp1a p5e e13a"
    board = place(pieces, rules="tai", emperor="protected-piece-by-emperor")
    played(board, "13y13a", "E13a R5y", "cp1a p5e")
    played(board, "1a1b", "E13a R5y", "cp1b p5e")
    # Now the enemy has no emperor: the pawn on 5e may be taken.
    played(board, "13a5e", "E5e R5y", "cp1b")
    guarded = place("E13y cp12b e13a", rules="tai", emperor="protected-piece-by-emperor")
    assert forbidden(guarded, "13y13a") == [True], "the prince would take back"


def test_promoted_prince_is_an_emperor_for_the_rule() -> None:
    """In tai/gcsa `+CP` is bound by the rule and stands in the way of the other side's."""
    board = place("+CP13y E20y", "p5e +cp13a", rules="tai/gcsa")
    assert forbidden(board, "13y5e", "20y5e", "13y13a") == [True, True, False]
    plain = place("CP13y", "p13x e13a cp1a", rules="tai/gcsa")
    assert forbidden(plain, "13y13x+") == [False], (
        "a prince is not bound: it becomes an emperor only at the end of its move"
    )


def test_protected_square_in_maka() -> None:
    """White's rook on 1a attacks rank a and file 1 and guards the pawn on 10a. The rook itself is unguarded."""
    board = place("+K10s", "k19s r1a p10a")
    moves = ["10s1a", "10s10a", "10s5a", "10s1f", "10s5e", "10s11a", "10s18r"]
    assert forbidden(board, *moves) == [False, True, True, True, False, False, True]
    # 361 squares; not its own; rank a from 2a to 10a: 9; file 1 from 1b to 1s: 18; 18s, 18r, 19r beside the king: 3;
    # 10b before the pawn: 1.
    assert len(moves_from(board, "10s")) == 361 - 1 - 9 - 18 - 3 - 1
    played(board, "10s1a", "+K1a", "k19s p10a")


def test_protected_square_with_a_prince() -> None:
    """Empty squares are free while its side has a prince; captures are bound as before. A king is not a prince."""
    moves = ["10s1a", "10s10a", "10s5a", "10s1f", "10s5e", "10s18r"]
    with_prince = place("+K10s +DE15j", "k19s r1a p10a")
    assert forbidden(with_prince, *moves) == [False, True, False, False, False, False]
    for other in ("K15j", "DE15j", "+K15j", "PH15j"):
        board = place(f"+K10s {other}", "k19s r1a p10a")
        assert forbidden(board, "10s5a") == [True], other
    enemy = place("+K10s", "k19s r1a p10a +de15j")
    assert forbidden(enemy, "10s5a") == [True], "a prince of the other side changes nothing"
    played(with_prince, "10s5a", "+K5a +DE15j", "k19s r1a p10a")
    played(with_prince, "1a5a+", "+DE15j", "k19s +r5a p10a")
    assert with_prince.outcome() is None


def test_emperor_that_shields_a_line_from_itself() -> None:
    """It stands between White's rook on 10a and the squares 10k to 10s. Its leaving opens the line.

    `after`: 10p is attacked. `before`: a stone on 10j closes the line; 10e, in front of it, is attacked in both ways.
    """
    pieces = "+K10j", "k1s r10a"
    assert forbidden(place(*pieces), "10j10p", "10j10e", "10j11p") == [True, True, False]
    before = place(*pieces, protection="before")
    assert forbidden(before, "10j10p", "10j10e", "10j11p") == [False, True, False]
    played(before, "10j10p", "+K10p", "k1s r10a")
    # On the real board the line is open: the emperor can be taken.
    played(before, "10a10p+", "", "k1s +r10p")
    assert before.outcome() == Outcome(WHITE, "royals_captured")


def test_stone_can_be_leapt_over() -> None:
    """White's lion on 10i reaches 10k over 10j whatever stands there, and 10l not at all."""
    for protection in ("after", "before"):
        board = place("+K10j", "k1s ln10i", protection=protection)
        assert forbidden(board, "10j10k", "10j10l") == [True, False]


def test_a_stone_is_not_a_corner() -> None:
    """White's hook mover on 10i is shut in but for 10j. `after`: it turns there and reaches 5j. `before`: it cannot."""
    pieces = "+K10j", "k1s hm10i p9i p11i p10h"
    assert forbidden(place(*pieces), "10j5j", "10j5k", "10j10m") == [True, True, True]
    assert forbidden(place(*pieces, protection="before"), "10j5j", "10j5k", "10j10m") == [False, False, False]


def test_a_stone_is_neither_victim_nor_destination() -> None:
    """White's lion dog on 10i: out to 10k by way of 10j; the stone is leapt. To the side nothing changes."""
    pieces = "+K10j", "k1s ld10i"
    for protection in ("after", "before"):
        board = place(*pieces, protection=protection)
        # 10k is two out and 10l three out, over the start; 10m is four out.
        assert forbidden(board, "10j10k", "10j10l", "10j10m") == [True, True, False]


def test_stone_does_not_stop_the_mover_from_taking() -> None:
    """`before` still takes the victim off: a rook that guarded only through the victim's square guards nothing new."""
    pieces = "E13m", "cp13a r13y"
    # The rook on 13y looks up file 13: the emperor on 13m is in between, the prince on 13a behind it.
    assert forbidden(place(*pieces, rules="tai"), "13m13a") == [True]
    assert forbidden(place(*pieces, rules="tai", protection="before"), "13m13a") == [False]


def test_emperors_and_before() -> None:
    """The stone also counts when deciding whether an emperor could take back."""
    pieces = "E13m R13y", "cp13a e1a"
    # After the capture on 13a: could e take back? It may only if Black's rook on 13y could not take it on 13a. With
    # the line open the rook guards; with the stone on 13m it does not.
    assert forbidden(place(*pieces, rules="tai"), "13m13a") == [False]
    assert forbidden(place(*pieces, rules="tai", protection="before"), "13m13a") == [True]


def test_unrestricted() -> None:
    """Everything that is not its own: 625 - 2."""
    board = place("E13y R5y", "cp1a p5e e13a r13c", rules="tai", emperor="unrestricted")
    assert len(moves_from(board, "13y")) == 623
    played(board, "13y13a", "E13a R5y", "cp1a p5e r13c")


def test_start_of_tai() -> None:
    """271 empty squares and 175 of White's 177 pieces; not emperor and prince, which guard each other."""
    board = Board()
    assert len(moves_from(board, "13y")) == 271 + 175
    for square in ("13a", "13b"):
        explanation = board.explain(f"13y{square}")
        assert (explanation.code, explanation.rule) == (EMPEROR, "5.4")
        assert explanation.squares
        for at in explanation.squares:
            piece = board.piece_at(at)
            assert piece is not None
            assert piece.side == WHITE


def test_attackers_and_check_by_emperors() -> None:
    """A guarded king is not in check from an emperor; one that stands alone is."""
    assert place("K1s", "+k19a").is_check()
    board = place("K1s G2s", "+k19a")
    assert not board.is_check()
    assert names(board, board.attackers(squares(board, "1s")[0], WHITE)) == []
    (far,) = squares(board, "10j")
    assert names(board, board.attackers(far, WHITE)) == ["19a"]


def test_could_capture_ignores_exposure() -> None:
    """A guard that is bound to its own king guards all the same."""
    board = place("E13y R1y", "cp13a r13b e25a r12a", rules="tai", exposure="forbidden")
    assert forbidden(board, "13y13a") == [True]


def test_emperor_of_both_colours_played_in_turn() -> None:
    """Two emperors of maka: each may only stand where its own side could take back."""
    board = place("+K10s R5s", "+k19a r15a")
    # White's emperor reaches 9m, where nothing could recapture; 5m is guarded by the rook on 5s.
    assert forbidden(board, "10s9m", "10s5m") == [True, False]
    played(board, "10s5m", "+K5m R5s", "+k19a r15a")
    # White: file 15 is guarded by its rook; 16c is reached by Black's emperor and unguarded.
    assert forbidden(board, "19a15c", "19a16c") == [False, True]
    played(play(board), "19a15c", "+K5m R5s", "+k15c r15a")
