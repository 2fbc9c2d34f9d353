"""When a piece promotes (rules 4.1, 4.2), played under every value of the option."""

from __future__ import annotations

import pytest

from mujo import Board, Move, Piece
from rules.boards import check, marks, moves_from, place, play, played, refusal

MUST = "illegal_move.must_promote"
CANNOT = "illegal_move.cannot_promote"
MISSING = "notation.promotion_missing"
IMPOSSIBLE = "notation.promotion_impossible"


@pytest.mark.parametrize(
    ("promotion", "plain", "of_promoted"),
    [("mandatory", {"+"}, {"+"}), ("optional", {"", "+"}, {"+"}), ("never", {""}, {""})],
)
def test_values(promotion: str, plain: set[str], of_promoted: set[str]) -> None:
    """A gold beside a pawn, a promoted pawn and an empty square. Optional is forced by a promoted victim."""
    board = place("G10j K1s", "p10i +p9i k19a", promotion=promotion)
    assert marks(board, "10j10i") == plain
    assert marks(board, "10j9i") == of_promoted
    assert marks(board, "10j11i") == {""}, "a move that takes nothing never promotes"
    for mark in plain:
        played(board.copy(), f"10j10i{mark}", f"{mark}G10i K1s", "+p9i k19a")
    for mark in of_promoted:
        played(board.copy(), f"10j9i{mark}", f"{mark}G9i K1s", "p10i k19a")
    played(board.copy(), "10j11i", "G11i K1s", "p10i +p9i k19a")


def test_refused_promotion_marks() -> None:
    board = place("G10j K1s", "p10i +p9i k19a")
    assert refusal(board, "10j9i") == MISSING
    assert refusal(board, "10j9i=") == MISSING
    assert refusal(board, "10j11i+") == IMPOSSIBLE
    assert refusal(board, "10j11i=") == IMPOSSIBLE
    assert refusal(board, "10j10i+DV") == IMPOSSIBLE
    assert refusal(board, "10j10i+K") == IMPOSSIBLE
    assert board.explain("10j9i").rule == "4.1"
    assert "10j9i+" in board.explain("10j9i").message
    assert board.push("10j10i=").usi() == "10j10i"


def test_refused_marks_of_moves_not_read_from_text() -> None:
    board = place("G10j K1s", "p10i +p9i k19a")
    assert refusal(board, Move.from_usi("10j9i", board.rules)) == MUST
    assert refusal(board, Move.from_usi("10j11i+", board.rules)) == CANNOT
    assert refusal(board, Move.from_usi("10j10i+DV", board.rules)) == CANNOT
    never = place("G10j K1s", "p10i k19a", promotion="never")
    assert refusal(never, Move.from_usi("10j10i+", never.rules)) == CANNOT


def test_forced_chosen_and_declined_in_one_game() -> None:
    """Declining costs nothing: the silver declines twice, then promotes; the next capture has no choice."""
    board = place("S10j K1s", "p10i p10h p10g +p9f k19a k19b")
    played(board, "10j10i", "S10i K1s", "p10h p10g +p9f k19a k19b")
    played(board, "19a18a", "S10i K1s", "p10h p10g +p9f k18a k19b")
    played(board, "10i10h", "S10h K1s", "p10g +p9f k18a k19b")
    played(board, "18a19a", "S10h K1s", "p10g +p9f k19a k19b")
    played(board, "10h10g+", "+S10g K1s", "+p9f k19a k19b")
    played(board, "19a18a", "+S10g K1s", "+p9f k18a k19b")
    assert marks(board, "10g9f") == {""}, "it has promoted, and a piece promotes once"
    # The free silver is a bishop with a forward rook line: 9f is one step of that bishop.
    played(board, "10g9f", "+S9f K1s", "k18a k19b")


def test_declining_is_offered_anywhere_on_the_board() -> None:
    """No zones: on the own first rank as well as on the last."""
    for square, end in (("10s", "10r"), ("10b", "10a")):
        board = place(f"G{square} K1s", f"p{end} k19a")
        assert marks(board, square + end) == {"", "+"}


def test_mandatory_in_tai() -> None:
    board = place("LN13m CP1y", "p13l p13k p12k cp25a", rules="tai")
    assert marks(board, "13m13l13m") == {"+"}, "igui is a capture"
    assert marks(board, "13m13m") == {""}, "seven neighbours are empty"
    played(board.copy(), "13m13l13m+", "+LN13m CP1y", "p13k p12k cp25a")
    # It takes both as a lion and is a furious fiend afterwards.
    played(board, "13m13l12k+", "+LN12k CP1y", "p13k cp25a")
    assert board.rules.moves_as("+LN").id == "FF"


def test_pass_never_promotes() -> None:
    board = place("LN13m CP1y", "p13l cp25a", rules="tai")
    assert marks(board, "13m13m") == {""}
    assert refusal(board, "13m13m+") == IMPOSSIBLE
    played(board, "13m13m", "LN13m CP1y", "p13l cp25a")


def test_a_piece_promotes_once() -> None:
    """A hook mover that became a gold moves as one and takes plainly; a gold of maka promotes; a queen never does."""
    board = place("+HM10j G8j Q6j K1s", "p10i p8i p6i k19a", promotion="mandatory")
    assert moves_from(board, "10j") == {"11i", "10i", "9i", "11j", "9j", "10k"}
    assert marks(board, "8j8i") == {"+"}
    assert marks(board, "6j6i") == {""}
    played(board, "10j10i", "+HM10i G8j Q6j K1s", "p8i p6i k19a")
    played(board, "19a19b", "+HM10i G8j Q6j K1s", "p8i p6i k19b")
    played(board, "8j8i+", "+HM10i +G8i Q6j K1s", "p6i k19b")
    played(board, "19b19a", "+HM10i +G8i Q6j K1s", "p6i k19a")
    played(board, "6j6i", "+HM10i +G8i Q6i K1s", "k19a")


def test_a_promoted_piece_survives_text() -> None:
    """A hook mover that became a gold is not read back as a gold that may promote, nor the other way round."""
    board = place("G10j +HM12j", "p10i p12i", "K1s k19a")
    for position in (board, board.play("10j10i"), play(board.copy(), "1s1r", "19a18a", "12j12i")):
        again = Board(position.sfen(), "maka")
        assert again.piece_map() == position.piece_map()
    again = Board(board.sfen(), "maka")
    assert marks(again, "10j10i") == {"", "+"}
    assert marks(again, "12j12i") == {""}


def test_equal_moves_are_not_equal_pieces() -> None:
    """`+PS` of tai moves as a hook mover and stays one: it takes plainly, where a hook mover becomes a gold."""
    board = place("+PS13m HM10m CP1y", "p13a p10a cp25b", rules="tai")
    assert board.rules.moves_as("+PS").id == "HM"
    assert marks(board, "13m13a") == {""}
    assert marks(board, "10m10a") == {"+"}
    played(board, "13m13a", "+PS13a HM10m CP1y", "p10a cp25b")
    assert board.piece_at(board.rules.parse_square("13a")) == Piece("PS", True, True)


@pytest.mark.parametrize(("victim", "forced_last", "forced_first"), [("any", {"+"}, {"+"}), ("last", {"+"}, {"", "+"})])
def test_which_victim_forces(victim: str, forced_last: set[str], forced_first: set[str]) -> None:
    """A lion takes a pawn and a promoted piece; then the two are swapped."""
    last = place("LN10j K1s", "p10i +ld10h k19a", promotion_victim=victim)
    first = place("LN10j K1s", "+ld10i p10h k19a", promotion_victim=victim)
    assert marks(last, "10j10i10h") == forced_last
    assert marks(first, "10j10i10h") == forced_first
    for mark in forced_first:
        played(first.copy(), f"10j10i10h{mark}", f"{mark}LN10h K1s", "k19a")
    for mark in forced_last:
        played(last.copy(), f"10j10i10h{mark}", f"{mark}LN10h K1s", "k19a")


@pytest.mark.parametrize("where", [1, 2, 3])
def test_which_of_three_forces(where: int) -> None:
    """A lion dog through three: under `any` each place forces, under `last` the third alone."""
    pieces = " ".join(("+p" if n == where else "p") + square for n, square in enumerate(("10i", "10h", "10g"), 1))
    for victim in ("any", "last"):
        board = place("LD10j K1s", pieces, "k19a", promotion_victim=victim)
        forced = victim == "any" or where == 3
        assert marks(board, "10j10i10h10g") == ({"+"} if forced else {"", "+"})


def test_last_victim_of_a_piece_that_comes_back() -> None:
    """Out to 10h and back to 10i: 10i was taken first and 10h last, though the piece ends on 10i."""
    for pieces, found in (("p10i +p10h", {"+"}), ("+p10i p10h", {"", "+"})):
        board = place("LD10j K1s", pieces, "k19a", promotion_victim="last")
        assert marks(board, "10j10i10h10i") == found
        played(board, "10j10i10h10i+", "+LD10i K1s", "k19a")


def test_emperor_of_a_king_that_promotes() -> None:
    """The king of maka takes a pawn, becomes emperor, and goes anywhere that is safe from then on."""
    board = place("K10j", "p10i k19a")
    assert marks(board, "10j10i") == {"", "+"}
    played(board, "10j10i+", "+K10i", "k19a")
    played(board, "19a18a", "+K10i", "k18a")
    # 361 squares but its own; not beside the king on 18a: 19a, 17a, 19b, 18b, 17b. The king itself may be taken.
    assert len(moves_from(board, "10i")) == 361 - 1 - 5


def test_prince_promotes_only_in_gcsa() -> None:
    """In tai/gcsa a prince that takes becomes emperor; in tai and tai/tsa it stays a prince."""
    for rules, mark in (("tai", ""), ("tai/tsa", ""), ("tai/gcsa", "+")):
        board = place("CP13m", "p13l cp25y", rules=rules)
        assert marks(board, "13m13l") == {mark}
        played(board, f"13m13l{mark}", f"{mark}CP13l", "cp25y")
        assert len(board.royals(True)) == 1


def test_elephant_becomes_a_royal() -> None:
    """A drunk elephant is not royal; the prince it promotes to is one."""
    for rules, centre, victim, far in (("maka", "10j", "10i", "K1s k19a"), ("tai", "13m", "13l", "E1y e25a")):
        board = place(f"DE{centre}", f"p{victim}", far, rules=rules)
        assert len(board.royals(True)) == 1
        play(board, f"{centre}{victim}+")
        assert len(board.royals(True)) == 2
        check(board, f"+DE{victim}", far, turn="w")


def test_zone_of_chu() -> None:
    """Entering the four far ranks, or taking with start or end inside: free. Outside nothing promotes."""
    board = place("S6e G6h R1c K6l", "p6g p1b k12a p12d", rules="chu")
    assert marks(board, "6e6d") == {"", "+"}
    assert marks(board, "6h6g") == {""}
    assert marks(board, "1c1b") == {"", "+"}
    assert marks(board, "1c2c") == {""}, "inside it must take"
    played(board, "6e6d+", "+S6d G6h R1c K6l", "p6g p1b k12a p12d")


def test_no_zone_elsewhere() -> None:
    """Entering the far ranks promotes nothing in tai and maka."""
    for rules, far in (("maka", "K1s k19a"), ("tai", "CP1y cp25a")):
        board = place("R5e", far, rules=rules)
        assert marks(board, "5e5a") == {""}
        assert refusal(board, "5e5a+") == IMPOSSIBLE
