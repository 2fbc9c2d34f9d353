"""Contagion (rules 4.3 to 4.5): contagious types, exempt types, and victims of two contagious types."""

from __future__ import annotations

import pytest

from mujo import Move, Piece
from rules.boards import marks, moves_from, place, played, refusal, rule_set

MISSING = "notation.promotion_missing"
IMPOSSIBLE = "notation.promotion_impossible"

SETS = {
    "maka": ("10j", "9i", "K1s", "k19a"),
    "hishigata": ("10j", "9i", "K1s", "k19a"),
    "tai": ("13m", "12l", "CP1y", "cp25a"),
}


@pytest.mark.parametrize("rules", SETS)
@pytest.mark.parametrize("promotion", ["mandatory", "optional", "never"])
@pytest.mark.parametrize(("victim", "becomes"), [("dv", "+DV"), ("+dv", "+DV"), ("ds", "+DS"), ("+ds", "+DS")])
@pytest.mark.parametrize("mover", ["Q", "G", "+HM", "+DV", "+DS", "DV"])
def test_capturer_becomes_what_it_took(rules: str, promotion: str, victim: str, becomes: str, mover: str) -> None:
    """Promoted pieces, pieces that never promote, the other kind: all, under every value of `promotion`."""
    start, end, crown, other = SETS[rules]
    board = place(f"{mover}{start}", crown, f"{victim}{end}", other, rules=rules, promotion=promotion)
    mark = "" if mover == becomes else "+"
    assert marks(board, start + end) == {mark}
    if mark:
        assert refusal(board, start + end) == MISSING
        assert refusal(board, f"{start}{end}=") == MISSING
    else:
        assert refusal(board, f"{start}{end}+") == IMPOSSIBLE
    played(board, start + end + mark, f"{becomes}{end}", crown, other)


def test_nothing_of_the_former_piece_is_kept() -> None:
    """A lion takes a deva, then a pawn: it is a teaching king and promotes no more."""
    board = place("LN10j K1s", "dv10i p10g k19a")
    played(board, "10j10i+", "+DV10i K1s", "p10g k19a")
    assert board.piece_at(board.rules.parse_square("10i")) == Piece("DV", True, True)
    assert board.rules.moves_as("+DV").id == "TK"
    played(board, "19a19b", "+DV10i K1s", "p10g k19b")
    assert marks(board, "10i10g") == {""}
    played(board, "10i10g", "+DV10g K1s", "k19b")


def test_infected_and_infecting_again() -> None:
    """White's silver takes the infected piece and is a teaching king itself."""
    board = place("Q10j K1s", "dv10i s9h k19a")
    played(board, "10j10i+", "+DV10i K1s", "s9h k19a")
    played(board, "9h10i+", "K1s", "+dv10i k19a")


def test_one_contagious_victim_of_two_is_enough() -> None:
    """First or second: the lion is infected, whatever it takes besides, a promoted piece too."""
    for pieces in ("dv10i p10h", "p10i dv10h", "dv10i +p10h", "+p10i dv10h"):
        board = place("LN10j K1s", pieces, "k19a", promotion_victim="last")
        assert marks(board, "10j10i10h") == {"+"}
        played(board, "10j10i10h+", "+DV10h K1s", "k19a")


def test_igui_infects() -> None:
    board = place("LN10j K1s", "ds10i k19a")
    assert marks(board, "10j10i10j") == {"+"}
    played(board, "10j10i10j+", "+DS10j K1s", "k19a")


def test_earth_general_of_maka_is_not_exempt() -> None:
    """Maka's `E` is the earth general; that tai's emperor has the same id makes it exempt from nothing."""
    board = place("E10j K1s", "dv10i k19a")
    assert marks(board, "10j10i") == {"+"}
    played(board, "10j10i+", "+DV10i K1s", "k19a")
    promoted = place("+E10j K1s", "ds10i k19a")
    played(promoted, "10j10i+", "+DS10i K1s", "k19a")


def test_prancing_stag_of_tai_is_not_exempt() -> None:
    """Tai's `PR` is the prancing stag; that maka's prince has the same id makes it exempt from nothing."""
    board = place("PR13m CP1y", "dv13l cp25a", rules="tai")
    assert marks(board, "13m13l") == {"+"}
    played(board, "13m13l+", "+DV13l CP1y", "cp25a")
    promoted = place("+PR13m CP1y", "ds13l cp25a", rules="tai")
    played(promoted, "13m13l+", "+DS13l CP1y", "cp25a")


@pytest.mark.parametrize("victim", ["dv", "+dv", "ds", "+ds"])
@pytest.mark.parametrize("promotion", ["mandatory", "optional", "never"])
@pytest.mark.parametrize(
    ("rules", "exempt", "promotes"),
    [
        ("maka", "K", True),
        ("maka", "+K", False),
        ("maka", "DE", True),
        ("maka", "+DE", False),
        ("hishigata", "K", True),
        ("hishigata", "DE", True),
        ("tai", "E", False),
        ("tai", "CP", False),
        ("tai", "DE", True),
        ("tai", "+DE", False),
        ("tai/gcsa", "CP", False),
        ("tai/gcsa", "+CP", False),
    ],
)
def test_exempt(rules: str, exempt: str, promotes: bool, promotion: str, victim: str) -> None:
    """Not infected. One with a promotion left must take it, where a pawn would leave it the choice; not under `never`.

    `tai/gcsa` is tested with contagion switched on; there a prince promotes.
    """
    centre, end, crown, other = SETS[rules.partition("/")[0]]
    options = {"contagion": "on", "emperor": "unrestricted"}
    changed = rule_set(rules, promotion=promotion, **options)
    board = place(f"{exempt}{centre}", crown, f"{victim}{end}", other, rules=changed)
    if (rules, exempt) == ("tai/gcsa", "CP"):
        promotes = True
    forced = promotes and promotion != "never"
    assert marks(board, centre + end) == ({"+"} if forced else {""})
    after = f"+{exempt}{end}" if forced else f"{exempt}{end}"
    played(board, f"{centre}{end}{'+' if forced else ''}", after, crown, other)


def test_exempt_piece_takes_something_else() -> None:
    """The force comes from the contagious victim alone."""
    board = place("K10j", "p9i dv11i k19a")
    assert marks(board, "10j9i") == {"", "+"}
    assert marks(board, "10j11i") == {"+"}


def test_exempt_piece_and_contagion_off() -> None:
    """Without contagion nothing forces a promotion."""
    board = place("K10j DE5j", "dv10i dv5i k19a", contagion="off")
    assert marks(board, "10j10i") == {"", "+"}
    assert marks(board, "5j5i") == {"", "+"}
    only_promoted = place("K10j DE5j", "dv10i +dv5i k19a", contagion="promoted-only")
    assert marks(only_promoted, "10j10i") == {"", "+"}
    assert marks(only_promoted, "5j5i") == {"+"}


def test_king_that_takes_a_deva_becomes_emperor() -> None:
    """Never a teaching king: Black keeps its royal."""
    board = place("K10j", "dv10i k19a")
    assert refusal(board, "10j10i") == MISSING
    played(board, "10j10i+", "+K10i", "k19a")
    assert len(board.royals(True)) == 1
    assert board.outcome() is None
    assert board.rules.moves_as("+K").royal == "emperor"


def test_promoted_only() -> None:
    """In the revival's rules a deva is a victim like others, a teaching king infects."""
    board = place("Q10j G5j K1s", "dv10i +ds9i dv5i k19a", contagion="promoted-only", promotion="mandatory")
    assert marks(board, "10j10i") == {""}
    assert marks(board, "10j9i") == {"+"}
    played(board.copy(), "10j9i+", "+DS9i G5j K1s", "dv10i dv5i k19a")
    played(board.copy(), "10j10i", "Q10i G5j K1s", "+ds9i dv5i k19a")
    played(board.copy(), "5j5i+", "Q10j +G5i K1s", "dv10i +ds9i k19a")


def test_off() -> None:
    """Under `off` a promoted contagious victim is a promoted victim: with optional promotion it forces."""
    board = place("Q10j G5j G15j K1s", "+dv10i +dv5i dv15i k19a", contagion="off")
    assert marks(board, "10j10i") == {""}
    assert marks(board, "5j5i") == {"+"}
    assert marks(board, "15j15i") == {"", "+"}
    played(board.copy(), "5j5i+", "Q10j +G5i G15j K1s", "+dv10i dv15i k19a")
    played(board.copy(), "10j10i", "Q10i G5j G15j K1s", "+dv5i dv15i k19a")


@pytest.mark.parametrize(("first", "second"), [("dv", "ds"), ("ds", "dv"), ("+dv", "ds"), ("+ds", "+dv")])
def test_last_of_two_kinds_decides(first: str, second: str) -> None:
    board = place("LN10j K1s", f"{first}10i {second}10h k19a")
    assert marks(board, "10j10i10h") == {"+"}
    played(board, "10j10i10h+", f"+{second.strip('+').upper()}10h K1s", "k19a")


@pytest.mark.parametrize(("first", "second"), [("dv", "ds"), ("ds", "dv"), ("+dv", "ds"), ("+ds", "+dv")])
def test_choice_of_two_kinds(first: str, second: str) -> None:
    """Two moves with one effect otherwise: `+` for the last victim's kind, `+` and the id for the other."""
    board = place("LN10j K1s", f"{first}10i {second}10h k19a", contagion_order="choice")
    one, two = first.strip("+").upper(), second.strip("+").upper()
    assert marks(board, "10j10i10h") == {"+", f"+{one}"}
    played(board.copy(), "10j10i10h+", f"+{two}10h K1s", "k19a")
    played(board.copy(), f"10j10i10h+{one}", f"+{one}10h K1s", "k19a")
    assert refusal(board, "10j10i10h") == MISSING


def test_choice_is_offered_for_two_kinds_only() -> None:
    board = place("LN10j K1s", "dv10i dv10h p9i k19a", contagion_order="choice")
    assert marks(board, "10j10i10h") == {"+"}
    assert marks(board, "10j9i10h") == {"+"}
    assert refusal(board, "10j10i10h+DS") == IMPOSSIBLE
    last = place("LN10j K1s", "dv10i ds10h k19a")
    assert refusal(last, "10j10i10h+DV") == IMPOSSIBLE
    assert refusal(last, Move.from_usi("10j10i10h+DV", last.rules)) == "illegal_move.cannot_promote"


def test_two_kinds_and_back() -> None:
    """A lion dog that takes 10i and 10h and ends on 10i took 10h last."""
    board = place("LD10j K1s", "dv10i ds10h k19a")
    played(board, "10j10i10h10i+", "+DS10i K1s", "k19a")
    chosen = place("LD10j K1s", "dv10i ds10h k19a", contagion_order="choice")
    assert marks(chosen, "10j10i10h10i") == {"+", "+DV"}
    played(chosen, "10j10i10h10i+DV", "+DV10i K1s", "k19a")


def test_last_contagious_victim_counts_not_the_last_victim() -> None:
    """A dark spirit, then a deva, then a pawn: of the contagious ones the deva is last."""
    board = place("LD10j K1s", "ds10i dv10h p10g k19a")
    played(board, "10j10i10h10g+", "+DV10g K1s", "k19a")


def test_a_kind_that_it_already_is() -> None:
    """A teaching king stays one without a mark; as a Buddhist spirit it is marked. Order and choice as before."""
    board = place("+DV10j K1s", "ds10i dv10h k19a")
    assert marks(board, "10j10i10h") == {""}
    played(board, "10j10i10h", "+DV10h K1s", "k19a")
    choice = place("+DV10j K1s", "dv10i ds10h k19a", contagion_order="choice")
    assert marks(choice, "10j10i10h") == {"", "+"}
    played(choice.copy(), "10j10i10h+", "+DS10h K1s", "k19a")
    played(choice.copy(), "10j10i10h", "+DV10h K1s", "k19a")
    other = place("+DV10j K1s", "ds10i dv10h k19a", contagion_order="choice")
    assert marks(other, "10j10i10h") == {"", "+DS"}


def test_exempt_piece_has_no_choice_of_kinds() -> None:
    """A royal lion does not exist; an emperor takes one at a time. The elephant beside two kinds promotes by either."""
    board = place("DE10j K1s", "dv10i ds9i k19a", contagion_order="choice")
    assert marks(board, "10j10i") == {"+"}
    assert marks(board, "10j9i") == {"+"}
    played(board, "10j9i+", "+DE9i K1s", "dv10i k19a")


def test_own_contagious_pieces_infect_nobody() -> None:
    """Nothing happens beside a deva that is not taken, or to a lion that leaps over one."""
    board = place("LN10j DV10i K1s", "dv9i p10h k19a")
    played(board, "10j10h", "LN10h DV10i K1s", "dv9i k19a")


def test_without_contagion_in_tsa_sets() -> None:
    for rules in ("tai/tsa", "tai/gcsa", "maka/tsa"):
        start, end, crown, other = SETS[rules.partition("/")[0]]
        board = place(f"G{start}", crown, f"dv{end}", other, rules=rules)
        mark = "+" if rules == "maka/tsa" else ""  # in tai a gold promotes to nothing
        assert marks(board, start + end) == {mark}
        played(board, start + end + mark, f"{mark}G{end}", crown, other)
    assert "9i+" in moves_from(place("G10j K1s dv9i k19a"), "10j")
