"""Dai, dai dai and wa: each rule of their own, in a position where it decides, played and answered in both engines."""

from __future__ import annotations

from collections import Counter

import pytest

import mujo
from mujo import Board
from rules.boards import marks, moves_from, place, play, refusal, rule_set
from rules.both_engines import agree, answered

DAI_KINGS = ("K1o", "k15a")
DAIDAI_KINGS = ("K1q", "k17a")
WA_KINGS = ("K1k", "k11a")


def dai(*pieces: str, rules: str = "dai", turn: str = "b", **options: str | int) -> Board:
    board = place(*pieces, *DAI_KINGS, rules=rule_set(rules, **options), turn=turn)
    agree(board)
    return board


def daidai(*pieces: str, rules: str = "daidai", turn: str = "b", **options: str | int) -> Board:
    board = place(*pieces, *DAIDAI_KINGS, rules=rule_set(rules, **options), turn=turn)
    agree(board)
    return board


def wa(*pieces: str, rules: str = "wa", turn: str = "b", **options: str | int) -> Board:
    board = place(*pieces, *WA_KINGS, rules=rule_set(rules, **options), turn=turn)
    agree(board)
    return board


def result(board: Board) -> tuple[bool | None, str] | None:
    """Return the winner and how the game ended, None while it is running."""
    outcome = board.outcome()
    return outcome and (outcome.winner, outcome.termination)


# Dai.


def test_dai_royals() -> None:
    """A prince, a promoted elephant, goes on when the king is gone; an elephant does not."""
    board = place("K8o", "+DE1o", "k8a", "r15c", rules="dai", turn="w")
    answered(board, "8a8b", "K8o", "+DE1o", "k8b", "r15c")
    answered(board, "1o1n", "K8o", "+DE1n", "k8b", "r15c")
    answered(board, "15c15o", "K8o", "+DE1n", "k8b", "r15o")
    answered(board, "1n1m", "K8o", "+DE1m", "k8b", "r15o")
    answered(board, "15o8o+", "+DE1m", "k8b", "+r8o")
    assert result(board) is None
    without = place("K8o", "DE1m", "k8b", "r15o", rules="dai", turn="w")
    answered(without, "15o8o", "DE1m", "k8b", "r8o")
    assert result(without) == (mujo.WHITE, "royals_captured")


@pytest.mark.parametrize(
    ("pieces", "route", "default", "tsa"),
    [
        ("P8f", "8f8e", {"", "+"}, {"", "+"}),  # enters
        ("R8h", "8h8f", {""}, {""}),  # stays outside
        ("R8d", "8d8c", {""}, {"", "+"}),  # moves inside
        ("R8d", "8d8h", {""}, {"", "+"}),  # leaves
        ("R8d p8b", "8d8b", {"", "+"}, {"", "+"}),  # captures inside
        ("R8d p8h", "8d8h", {"", "+"}, {"", "+"}),  # captures and leaves
        ("R8h p8g", "8h8g", {""}, {""}),  # captures outside
        ("P8b", "8b8a", {""}, {"+"}),  # could never move again
        ("L8b", "8b8a", {""}, {"+"}),
        ("L8g", "8g8a", {"", "+"}, {"+"}),
        ("SG8b", "8b7a", {""}, {"+"}),
        ("I8b", "8b7a", {""}, {"+"}),
        ("N8d", "8d7b", {""}, {"+"}),
        ("N8e", "8e7c", {""}, {"", "+"}),
        ("GB8b", "8b8a", {""}, {"", "+"}),  # it can go back
        ("+P8f", "8f8e", {""}, {""}),
        ("LN8f p8e", "8f8e", {""}, {""}),
    ],
)
def test_dai_zone(pieces: str, route: str, default: set[str], tsa: set[str]) -> None:
    assert marks(dai(pieces), route) == default
    assert marks(dai(pieces, rules="dai/tsa"), route) == tsa


def test_dai_leaving_and_entering_again() -> None:
    board = dai("R8d")
    play(board, "8d8f", "15a14a")
    assert marks(board, "8f8e") == {"", "+"}
    answered(board, "8f8e+", "+R8e", "K1o", "k14a")


def test_dai_white_has_its_own_zone() -> None:
    board = dai("p8j", turn="w")
    assert marks(board, "8j8k") == {"", "+"}
    assert marks(dai("p8e", turn="w"), "8e8f") == {""}


def test_dai_pieces_on_the_last_rank_stay() -> None:
    """No second chance for them by default; a rule set may mark types for it, as chu does."""
    board = dai("P8b")
    answered(board, "8b8a", "P8a", *DAI_KINGS)
    answered(board, "15a14a", "P8a", "K1o", "k14a")
    assert moves_from(board, "8a") == set()


def test_dai_gold_becomes_a_rook_but_only_if_it_began_as_gold() -> None:
    board = dai("G8d", "+P7d", "p8c", "p7c")
    assert marks(board, "7d7c") == {""}
    answered(board, "8d8c+", "+G8c", "+P7d", "p7c", *DAI_KINGS)
    answered(board, "15a15b", "+G8c", "+P7d", "p7c", "K1o", "k15b")
    assert "8o" in moves_from(board, "8c")
    answered(board, "7d7c", "+G8c", "+P7c", "K1o", "k15b")


def test_dai_lions_take_lions() -> None:
    """Even a protected one at a distance, but under `lion_trading`."""
    pieces = ("LN8h", "ln8f", "r8a")
    answered(dai(*pieces), "8h8f", "LN8f", "r8a", *DAI_KINGS)
    assert refusal(dai(*pieces, lion_trading="chu"), "8h8f") == "illegal_move.lion_trading"


def test_dai_kirin_becomes_a_lion_for_good() -> None:
    board = dai("KR8f", "p8d")
    answered(board, "8f8d+", "+KR8d", *DAI_KINGS)
    board.push("15a14a")
    assert "8d" in moves_from(board, "8d"), "it may pass"
    board = dai("+KR8f", "p8d")
    assert marks(board, "8f8d") == {""}


def test_dai_bare_king_plays_on() -> None:
    pieces = ("K1o", "k15a", "g15b")
    board = place(*pieces, rules="dai")
    agree(board)
    assert result(board) is None
    bare = place(*pieces, rules="dai", bare_king="chu")
    agree(bare)
    assert result(bare) == (mujo.WHITE, "bare_king")


def test_dai_fourth_occurrence() -> None:
    board = dai("R8h", "r8c")
    for _ in range(3):
        play(board, "1o2o", "15a14a", "2o1o", "14a15a")
    assert result(board) == (None, "repetition")
    checks = place("R8h", "K1o", "k8b", rules="dai", turn="w")
    for _ in range(2):
        play(checks, "8b9b", "8h9h", "9b8b", "9h8h")
    play(checks, "8b9b", "8h9h", "9b8b")
    assert refusal(checks, "9h8h") == "illegal_move.repetition", "the side that always checks is at fault"


def test_dai_stalemate_loses() -> None:
    """White's king and its stuck pieces cannot move."""
    board = place("K1o", "k15o", "p14o", "p15n", "p14n", "R1a", rules="dai", turn="b")
    answered(board, "1a1b", "K1o", "k15o", "p14o", "p15n", "p14n", "R1b")
    assert result(board) == (mujo.BLACK, "stalemate")
    drawn = place("K1o", "k15o", "p14o", "p15n", "p14n", "R1a", rules="dai", stalemate="draw")
    answered(drawn, "1a1b", "K1o", "k15o", "p14o", "p15n", "p14n", "R1b")
    assert result(drawn) == (None, "stalemate")


def test_dai_ox_and_dragon_slide() -> None:
    assert moves_from(dai("VO8h", "P8g", "p7h"), "8h") == {"7h", "9h", "10h", "8i", "8j"}
    assert moves_from(dai("FD8h", "P7g", "p9g"), "8h") == {"9g", "7i", "6j", "9i", "10j"}


def test_dai_kirin_stands_left_of_the_lion() -> None:
    at = {str(piece): square for square, piece in Board(rules="dai").piece_map().items() if piece.type in ("KR", "PH")}
    lion = {str(piece): square for square, piece in Board(rules="dai").piece_map().items() if piece.type == "LN"}
    assert (at["KR"] - lion["LN"], at["PH"] - lion["LN"]) == (1, -1), "files are numbered from Black's right"
    assert (at["kr"] - lion["ln"], at["ph"] - lion["ln"]) == (-1, 1)


# Dai dai.


def test_daidai_has_one_royal() -> None:
    types = mujo.RuleSet("daidai").piece_types.values()
    assert [kind.id for kind in types if kind.royal] == ["K"]
    board = place("K8p", "k8b", "R8d", rules="daidai")
    answered(board, "8d8b", "K8p", "R8b")
    assert result(board) == (mujo.BLACK, "royals_captured")


@pytest.mark.parametrize("name", ["daidai", "daidai/tsa", "daidai/japanese"])
def test_daidai_promotes_by_its_first_capture(name: str) -> None:
    rules = mujo.RuleSet(name)
    assert sum(kind.promotes_to is not None for kind in rules.piece_types.values()) == 21
    board = daidai("CS9h", "p8g", "p7f", rules=name)
    assert marks(board, "9h8g") == {"+"}
    answered(board, "9h8g+", "+CS8g", "p7f", *DAIDAI_KINGS)
    answered(board, "17a16a", "+CS8g", "p7f", "K1q", "k16a")
    answered(board, "8g7f", "+CS7f", "K1q", "k16a")
    assert marks(daidai("CS9c", rules=name), "9c8b") == {""}, "there is no zone"


def test_daidai_lions_are_free() -> None:
    board = daidai("LN9i", "ln9g", "r9a", "LD3c")
    assert {"9i", "9g+"} <= moves_from(board, "9i")
    assert "3c" in moves_from(board, "3c")
    answered(board, "9i9g+", "+LN9g", "r9a", "LD3c", *DAIDAI_KINGS)


def test_daidai_lion_dog() -> None:
    """The line power takes two and comes back by one square; TSA's slide takes the first enemy."""
    pieces = ("LD9i", "p9h", "p9g")
    board = daidai(*pieces)
    assert {"9h9i+", "9h9g9h+", "9g+", "9h9g9f+", "9f"} <= moves_from(board, "9i")
    answered(board, "9i9h9g9h+", "+LD9h", *DAIDAI_KINGS)
    slide = moves_from(daidai(*pieces, rules="daidai/tsa"), "9i")
    assert {text for text in slide if text.startswith("9") and text < "9i"} == {"9h+"}


def test_daidai_hooks_take_once() -> None:
    board = daidai("HM9i", "p9f", "p5f")
    assert {"9f", "5f"} <= moves_from(board, "9i"), "the second by a corner on 5i"
    answered(board, "9i5f", "HM5f", "p9f", *DAIDAI_KINGS)
    goblin = daidai("LO9i", "p7g", "p5g")
    assert {"7g", "9h", "5g"} <= moves_from(goblin, "9i"), "the second by a corner on 8j"
    assert not {"6f", "5e"} & moves_from(goblin, "9i"), "behind the first"
    answered(goblin, "9i5g", "LO5g", "p7g", *DAIDAI_KINGS)


def test_daidai_nothing_infects() -> None:
    rules = mujo.RuleSet("daidai")
    assert rules.options["contagion"] == "off"
    assert not {"DV", "DS", "E"} & set(rules.piece_types)


def test_daidai_forbids_repetition() -> None:
    board = daidai("LN9i", "ln9c")
    board.push("9i9i")
    assert refusal(board, "9c9c") == "illegal_move.repetition"
    assert refusal(board, "17a16a") is None


def test_daidai_stuck_pieces_stay() -> None:
    board = daidai("P9b", "L3b")
    answered(board, "9b9a", "P9a", "L3b", *DAIDAI_KINGS)
    board.push("17a17b")
    assert moves_from(board, "9a") == set()


# Wa.


def test_wa_crane_king() -> None:
    board = place("K6j", "k6b", "LH6d", rules="wa")
    assert mujo.RuleSet("wa").piece_types["K"].name == "crane king"
    answered(board, "6d6b", "K6j", "LH6b")
    assert result(board) == (mujo.BLACK, "royals_captured")


@pytest.mark.parametrize(
    ("pieces", "route", "default", "tsa"),
    [
        ("SP5d", "5d5c", {"", "+"}, {"", "+"}),
        ("RR5e", "5e5d", {""}, {""}),
        ("FF5c", "5c5b", {""}, {"", "+"}),
        ("FF5c", "5c9g", {""}, {"", "+"}),
        ("FF5c sp9g", "5c9g", {"", "+"}, {"", "+"}),
        ("SP5b", "5b5a", {""}, {"+"}),
        ("OC5b", "5b5a", {""}, {"+"}),
        ("OC5f", "5f5a", {"", "+"}, {"+"}),
        ("CE5d", "5d5c", {""}, {""}),
        ("+SP5d", "5d5c", {""}, {""}),
    ],
)
def test_wa_zone(pieces: str, route: str, default: set[str], tsa: set[str]) -> None:
    assert marks(wa(pieces), route) == default
    assert marks(wa(pieces, rules="wa/tsa"), route) == tsa


def test_wa_stuck_pieces_stay_or_promote() -> None:
    board = wa("SP5b")
    answered(board, "5b5a", "SP5a", *WA_KINGS)
    board.push("11a11b")
    assert moves_from(board, "5a") == set()
    answered(wa("SP5b", rules="wa/tsa"), "5b5a+", "+SP5a", *WA_KINGS)


def test_wa_forbids_repetition() -> None:
    board = play(wa("VW6f"), "6f6e", "11a11b", "6e6f")
    assert refusal(board, "11b11a") == "illegal_move.repetition"


def test_wa_has_no_drops() -> None:
    """A captured piece is gone."""
    board = wa("LH6f", "sp6d")
    answered(board, "6f6d", "LH6d", *WA_KINGS)
    answered(board, "11a11b", "LH6d", "K1k", "k11b")
    assert Counter(piece.type for piece in board.piece_map().values()) == {"LH": 1, "K": 2}
