"""The rules of tenjiku alone (9.1 to 9.5): ranks, jump captures, the skipping slide, burning, area moves.

The board has 16 files and the ranks a to p; Black's zone is a to e, White's l to p. The kings stand in corners, far
from what a test is about. Every position is compared with the reference engine, too.
"""

from __future__ import annotations

import pytest

import mujo
from mujo import Board
from mujo.describe import describe_move
from mujo.notation import format_hodges
from mujo.notation.people import read_move
from mujo_reference import Game
from rules.boards import check, marks, moves_from, names, place, play, refusal, rule_set, squares
from rules.both_engines import agree, answered

KINGS = ("K1p", "k16a")


def tenjiku(*pieces: str, turn: str = "b", **options: str | int) -> Board:
    board = place(*pieces, *KINGS, rules=rule_set("tenjiku", **options), turn=turn)
    agree(board)
    return board


# Ranks and jump captures (9.1, 9.2).


def test_ranks() -> None:
    ranks = {name: kind.rank for name, kind in mujo.RuleSet("tenjiku").piece_types.items() if kind.rank}
    assert ranks == {"K": 4, "CP": 4, "GG": 3, "VG": 2, "RG": 1, "BG": 1}


@pytest.mark.parametrize(
    ("pieces", "ends"),
    [
        ("RG8n p8k p8h", {"8m", "8l", "8k", "8h"}),  # over an enemy
        ("RG8n P8k p8h", {"8m", "8l", "8h"}),  # over its own piece
        ("RG8n p8k P8j p8h p8g", {"8m", "8l", "8k", "8h", "8g"}),  # over several, with gaps and without
        ("RG8n P8k", {"8m", "8l"}),  # never onto an empty square beyond, nor onto its own piece
        ("RG8n rg8k p8h", {"8m", "8l", "8k"}),  # an equal rank stops it
        ("RG8n RG8k p8h", {"8m", "8l"}),
        ("RG8n fi8k p8h", {"8m", "8l", "8k", "8h"}),  # the demon has no rank
        ("GG8n rg8k vg8j p8h", {"8m", "8l", "8k", "8j", "8h"}),
        ("GG8n gg8k p8h", {"8m", "8l", "8k"}),
        ("GG8n p8k k8h p8g", {"8m", "8l", "8k", "8h"}),  # onto a king, not over it
    ],
)
def test_jump_along_the_file(pieces: str, ends: set[str]) -> None:
    board = tenjiku(pieces, promotion="never", burning="off")
    assert {text for text in moves_from(board, "8n") if text.startswith("8") and text not in ("8o", "8p")} == ends


def test_generals_jump_along_their_lines_only() -> None:
    pieces = ("p8k", "p8g", "p5k", "p3i", "p4n", "p2n")
    ends = {
        name: moves_from(tenjiku(f"{name}8n", *pieces, promotion="never"), "8n") for name in ("RG", "BG", "VG", "GG")
    }
    straight, diagonal = {"8g", "2n"}, {"3i"}
    assert ends["GG"] >= straight | diagonal
    assert ends["RG"] >= straight
    assert not ends["RG"] & diagonal
    for name in ("BG", "VG"):
        assert ends[name] >= diagonal
        assert not ends[name] & straight


@pytest.mark.parametrize("white", [False, True])
def test_jump_of_white_is_turned(white: bool) -> None:
    pieces = ("bg9d", "P10e", "P13h") if white else ("BG8m", "p7l", "p4i")
    board = tenjiku(*pieces, turn="w" if white else "b", promotion="never")
    wanted = {"10e", "13h"} if white else {"7l", "4i"}
    assert wanted <= moves_from(board, pieces[0][2:])
    assert not {"11f", "12g"} & moves_from(board, "9d") if white else not {"6k", "5j"} & moves_from(board, "8m")


@pytest.mark.parametrize(
    ("value", "ends"),
    [
        ("any", {"8l", "8k", "8h", "8f", "8c"}),
        ("lower", {"8l", "8k", "8h", "8f"}),
        ("not-royal", {"8l", "8k", "8h", "8f"}),
    ],
)
def test_what_a_jump_may_capture(value: str, ends: set[str]) -> None:
    board = tenjiku("GG8m p8k vg8h p8f k8c", jump_victims=value, burning="off", promotion="never")
    assert {text for text in moves_from(board, "8m") if text.startswith("8") and text < "8m"} == ends


def test_a_jump_onto_an_equal_rank() -> None:
    pieces = ("RG8m p8k rg8h",)
    assert "8h" in moves_from(tenjiku(*pieces, promotion="never"), "8m")
    assert "8h" not in moves_from(tenjiku(*pieces, promotion="never", jump_victims="lower"), "8m")
    assert "8h" in moves_from(tenjiku(*pieces, promotion="never", jump_victims="not-royal"), "8m")
    # A slide onto the first piece of a line may take anything.
    for value in ("any", "lower", "not-royal"):
        assert "8k" in moves_from(tenjiku("RG8m k8k", promotion="never", jump_victims=value), "8m")


def test_jumped_pieces_stay() -> None:
    answered(tenjiku("RG8m", "p8k", "G8j", "p8h"), "8m8h", "RG8h", "p8k", "G8j", *KINGS)


def test_a_jump_gives_check() -> None:
    board = place("K8h P8g p8f rg8d k16a", rules="tenjiku")
    agree(board)
    assert board.is_check()
    assert names(board, board.attackers("8h", mujo.WHITE)) == ["8d"]
    board = place("K8h P8g p8f rg8d k16a", rules="tenjiku", jump_victims="lower")
    agree(board)
    assert not board.is_check()


def test_a_refused_jump_names_the_move() -> None:
    board = tenjiku("RG8m rg8k p8h")
    assert refusal(board, "8m8h") == "illegal_move.no_such_move"


# The skipping slide (9.3). The tetrarch is a promoted chariot soldier.


def test_skipping_slide() -> None:
    board = tenjiku("+CS8h")
    ends = moves_from(board, "8h")
    assert {"8f", "8e", "8a", "8j", "8p", "6f", "1a", "10f", "6j", "10j", "6h", "5h", "10h", "11h"} <= ends
    assert not {"8g", "7g", "7h", "9h", "8i", "4h", "12h", "8h"} & ends
    assert len(ends) == 6 + 7 + 6 + 6 + 6 + 7 + 2 + 2


def test_skipping_over_anything_beside_it() -> None:
    ring = "P7g p8g P9g p7h P9h p7i P8i p9i"
    board = tenjiku("+CS8h", ring, promotion="never")
    igui = {"8g8h", "7h8h", "7i8h", "9i8h"}
    assert igui <= moves_from(board, "8h")
    assert moves_from(board, "8h") - igui == moves_from(tenjiku("+CS8h"), "8h")


def test_skipping_slide_stops_at_the_second_piece() -> None:
    ends = moves_from(tenjiku("+CS8h", "p8g", "p8e", "P6f", promotion="never"), "8h")
    assert {"8f", "8e"} <= ends
    assert not {"8d", "6f", "5e", "8g"} & ends


@pytest.mark.parametrize(("reading", "count"), [("vertical", 42), ("diagonal", 29), ("plain", 48)])
def test_readings_of_the_tetrarch(reading: str, count: int) -> None:
    assert len(moves_from(tenjiku("+CS8h", HT=reading), "8h")) == count


# Burning (9.4).


def test_a_demon_burns_its_enemy_neighbours() -> None:
    board = tenjiku("FI8l", "p7h", "p8h", "P9h", "p9i", "p6h", "g7j")
    answered(board, "8l8j", "FI8j", "p7h", "p8h", "P9h", "p6h", *KINGS)


def test_effect_of_burning() -> None:
    board = tenjiku("FI8l", "p7h", "p8h", "p6g")
    effect = board.effect("8l8i")
    assert [board.rules.square_name(square) for square, _ in effect.victims] == ["7h", "8h"]
    assert (effect.is_capture, effect.is_irreversible, str(effect.after)) == (True, True, "FI")
    assert set(effect.changed) == set(squares(board, "8l", "8i", "7h", "8h"))
    assert "8l8i" in {str(move) for move in board.legal_captures()}
    assert "8l8j" not in {str(move) for move in board.legal_captures()}


def test_a_demon_among_enemies() -> None:
    """It comes from the one free square beside its end, so that seven burn besides the one it takes."""
    ring = [f"p{file}{rank}" for file in (7, 8, 9) for rank in "ghi" if f"{file}{rank}" != "9i"]
    board = tenjiku("FI9i", *ring, "p6h")
    assert len(board.effect("9i8h").victims) == 8
    answered(board, "9i8h", "FI8h", "p6h", *KINGS)


def test_passing_by_does_no_harm() -> None:
    """The demon passes p8h and p6k, and ends beside neither."""
    answered(tenjiku("FI4l", "p7h", "p6k", "p5l"), "4l9g", "FI9g", "p7h", "p6k", "p5l", *KINGS)


def test_a_piece_that_stops_beside_a_demon_vanishes() -> None:
    board = tenjiku("R8m", "fi7h", "p8h")
    answered(board, "8m8i", "fi7h", "p8h", *KINGS)
    effect = tenjiku("R8m", "fi7h", "p8h").effect("8m8i")
    assert (effect.after, effect.is_capture, effect.is_irreversible) == (None, False, True)
    assert effect.changed == squares(board, "8m")
    assert tenjiku("R8m", "fi7g", "p8h").effect("8m8h").changed == squares(board, "8h", "8m")


def test_it_vanishes_after_its_capture() -> None:
    answered(tenjiku("R8m", "fi7g", "p8h"), "8m8h", "fi7g", *KINGS)


def test_igui_beside_a_demon() -> None:
    """Igui ends where the lion stands: beside the demon it vanishes; if it takes the demon, it does not."""
    answered(tenjiku("LN8h", "fi7g", "p9h"), "8h9h8h", "fi7g", *KINGS)
    answered(tenjiku("LN8h", "fi7g", "p9h"), "8h7g8h", "LN8h", "p9h", *KINGS)


def test_taking_a_demon_is_safe_unless_another_is_beside_it() -> None:
    answered(tenjiku("R8m", "fi8h", "p7h"), "8m8h", "R8h", "p7h", *KINGS)
    answered(tenjiku("R8m", "fi8h", "fi7h"), "8m8h", "fi7h", *KINGS)


def test_own_demons_do_not_burn() -> None:
    answered(tenjiku("R8m", "FI7h", "p8h"), "8m8i", "R8i", "FI7h", "p8h", *KINGS)


def test_a_demon_beside_a_demon() -> None:
    pieces = ("FI8l", "fi7h", "p9h", "p9i")
    answered(tenjiku(*pieces), "8l8i", "fi7h", "p9h", "p9i", *KINGS)
    answered(tenjiku(*pieces, burning="mover-first"), "8l8i", "FI8i", *KINGS)
    # Another piece vanishes under either reading.
    answered(tenjiku("R8m", "fi7h", burning="mover-first"), "8m8i", "fi7h", *KINGS)


def test_nothing_burns_without_burning() -> None:
    answered(tenjiku("FI8l", "p7h", "fi9h", burning="off"), "8l8i", "FI8i", "p7h", "fi9h", *KINGS)


def test_a_buffalo_that_promotes_burns_at_once() -> None:
    pieces = ("WB8f", "p7c", "p9d", "p6e")
    board = tenjiku(*pieces)
    assert marks(board, "8f8d") == {"", "+"}
    answered(board.copy(), "8f8d", "WB8d", "p7c", "p9d", "p6e", *KINGS)
    answered(board, "8f8d+", "+WB8d", "p6e", *KINGS)
    answered(tenjiku(*pieces, "fi8c"), "8f8d+", "p7c", "p9d", "p6e", "fi8c", *KINGS)


def test_the_word_pass_names_a_demon_that_burns_in_place() -> None:
    board = tenjiku("FI8h", "p7g")
    game = Game(board.sfen(), rules="tenjiku")
    assert str(board.parse_move("pass")) == "8h8h"
    assert game.push("pass").burnt
    both = tenjiku("FI8h", "p7g", "LN4m")
    assert refusal(both, "pass") == "notation.ambiguous_pass"
    assert Game(both.sfen(), rules="tenjiku").refusal("pass") == "notation.ambiguous_pass"


def test_a_move_that_loses_the_last_royal_is_no_way_out_of_mate() -> None:
    """The king can only step beside the demon, where it burns, or stay within reach of the rook."""
    board = place("K1p", "fi3n", "r16p", "k16a", "r16o", "P8m", rules="tenjiku")
    agree(board)
    assert board.is_check()
    assert board.is_checkmate()
    assert Game(board.sfen(), rules="tenjiku").is_checkmate()


def test_a_demon_passes_and_burns() -> None:
    board = tenjiku("FI8h", "p7g", "p9i")
    assert "8h" in moves_from(board, "8h")
    answered(board, "8h8h", "FI8h", *KINGS)
    assert mujo.Move.from_usi("8h8h", "tenjiku").is_pass


def test_a_pass_that_burns_can_be_answered_by_a_pass() -> None:
    board = tenjiku("FI8h", "p7g", "fi4d", "P5d")
    answered(board, "8h8h", "FI8h", "fi4d", "P5d", *KINGS)
    answered(board, "4d4d", "FI8h", "fi4d", *KINGS)
    # Now nothing burns, and the position after a pass is new only for the first.
    board.push("8h8h")
    assert refusal(board, "4d4d") == "illegal_move.repetition"


def test_a_lion_that_passes_beside_a_demon_vanishes() -> None:
    answered(tenjiku("LN8h", "fi7g"), "8h8h", "fi7g", *KINGS)


def test_a_vanished_piece_does_not_come_back() -> None:
    """The rook vanishes on its former square: no repetition, though it went where it came from."""
    board = tenjiku("R8m", "fi12i")
    for move in ("8m8j", "12i9l"):
        board.push(move)
    assert refusal(board, "8j8m") is None
    board.push("8j8m")
    check(board, "fi9l", *KINGS, turn="w")


def test_a_burning_move_does_not_repeat_a_position() -> None:
    """Without the fire, the demon's return would bring the first position back."""
    board = tenjiku("FI8h", "p7g", turn="w")
    play(board, "16a15a", "8h8k", "15a16a")
    assert refusal(board, "8k8h") is None
    assert "8k8h" in {str(move) for move in board.legal_moves}
    board.push("8k8h")
    check(board, "FI8h", *KINGS, turn="w")


def test_promotion_does_not_depend_on_fire() -> None:
    """A piece that vanishes has its choice all the same, and burnt pieces are no occasion to promote."""
    board = tenjiku("P8f", "fi7d")
    assert marks(board, "8f8e") == {"", "+"}
    answered(board.copy(), "8f8e", "fi7d", *KINGS)
    answered(board, "8f8e+", "fi7d", *KINGS)
    assert marks(tenjiku("+WB8d", "p7c"), "8d8d") == {""}


def test_a_burnt_royal_is_captured() -> None:
    board = place("FI8l", "K1p", "k7h", rules="tenjiku")
    answered(board, "8l8i", "FI8i", "K1p")
    outcome = board.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.termination) == (mujo.BLACK, "royals_captured")


def test_burning_gives_check() -> None:
    board = place("FI8l", "K1p", "k7h", rules="tenjiku", turn="w")
    agree(board)
    assert board.is_check()
    assert names(board, board.attackers("7h", mujo.BLACK)) == ["8l"]
    # One rank farther away no square beside the king is in reach.
    far = place("FI8m", "K1p", "k7h", rules="tenjiku", turn="w")
    agree(far)
    assert not far.is_check()


def test_a_buffalo_that_may_promote_gives_check() -> None:
    board = place("WB8f", "K1p", "k7c", rules="tenjiku", turn="w")
    agree(board)
    assert board.is_check()
    assert names(board, board.attackers("7c", mujo.BLACK)) == ["8f"]
    outside = place("WB8j", "K1p", "k7g", rules="tenjiku", turn="w")
    agree(outside)
    assert not outside.is_check(), "on 8h it would not promote"


def test_a_royal_that_vanishes_has_lost() -> None:
    board = place("K8i", "fi7g", "k16a", rules="tenjiku")
    agree(board)
    answered(board, "8i8h", "fi7g", "k16a")
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.winner is mujo.WHITE
    forbidden = place("K8i", "B10j", "fi7g", "k16a", rules="tenjiku", exposure="forbidden")
    agree(forbidden)
    assert [str(move) for move in forbidden.legal_moves] == ["10j7g"]
    assert refusal(forbidden, "8i8h") == "illegal_move.exposure"


def test_a_spare_royal_may_vanish() -> None:
    board = tenjiku("+DE8i", "fi7g")
    answered(board, "8i8h", "fi7g", *KINGS)
    assert board.outcome() is None


def test_both_royals_in_one_move() -> None:
    """The king takes the last king beside a demon and vanishes: the mover has won."""
    board = place("K8i", "k8h", "fi7g", rules="tenjiku")
    agree(board)
    answered(board, "8i8h", "fi7g")
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.winner is mujo.BLACK


# Area moves (9.5).


def test_area_moves() -> None:
    board = tenjiku("VG8h", burning="off")
    three = {(file, rank) for file in range(5, 12) for rank in "efghijk"}
    ends = moves_from(board, "8h")
    assert {f"{file}{rank}" for file, rank in three} <= ends, "the pass among them"
    assert len(ends) == 49 + 4 + 4 + 5 + 4


def test_area_moves_do_not_leap() -> None:
    ring = "P7g P8g P9g P7h P9h P7i P8i"
    assert moves_from(tenjiku("VG8h", ring, burning="off"), "8h") >= {"9i", "10j", "8j", "8h"}
    shut = tenjiku("VG8h", ring, "P9i", burning="off")
    assert moves_from(shut, "8h") == set()


def test_the_first_capture_ends_an_area_move() -> None:
    ring = "P7g P8g P9g P7h P9h P7i P9i"
    ends = moves_from(tenjiku("VG8h", ring, "p8i", burning="off", promotion="never"), "8h")
    assert ends == {"8i"}


# Promotion and lions in tenjiku (the zone of five ranks, 7.1 and 4.6).


@pytest.mark.parametrize(
    ("pieces", "route", "default", "tsa"),
    [
        ("LN8f", "8f8d", {"", "+"}, {"", "+"}),
        ("LN8f p8g", "8f8g8f", {""}, {""}),  # igui outside the zone
        ("LN8e p8f", "8e8f8e", {"", "+"}, {"", "+"}),  # and inside
        ("SE8f", "8f8e", {"", "+"}, {"", "+"}),
        ("+DK8f", "8f8e", {""}, {""}),  # what became an eagle is final
        ("Q8d", "8d8c", {""}, {"", "+"}),
        ("Q8d", "8d8h", {""}, {"", "+"}),
        ("P8b", "8b8a", {""}, {"+"}),
        ("N8d", "8d7b", {""}, {"+"}),
        ("I8b", "8b7a", {""}, {"+"}),
        ("DG8b", "8b8a", {""}, {"", "+"}),
    ],
)
def test_promotion_zone(pieces: str, route: str, default: set[str], tsa: set[str]) -> None:
    assert marks(tenjiku(pieces), route) == default
    board = place(pieces, *KINGS, rules="tenjiku/tsa")
    agree(board)
    assert marks(board, route) == tsa


def test_what_the_great_pieces_become() -> None:
    types = mujo.RuleSet("tenjiku").piece_types
    becomes = {name: types[name].promotes_to for name in ("SE", "HF", "RG", "BG", "LN", "Q", "WB", "DE", "CS")}
    assert becomes == {
        "SE": "RG",
        "HF": "BG",
        "RG": "GG",
        "BG": "VG",
        "LN": "LH",
        "Q": "FE",
        "WB": "FI",
        "DE": "CP",
        "CS": "HT",
    }
    board = tenjiku("SE8f", "p8d", "p8b")
    answered(board, "8f8d+", "+SE8d", "p8b", *KINGS)
    board.push("16a15a")
    assert "8b" in moves_from(board, "8d"), "as a rook general, which slides forward"


def test_lions_take_lions() -> None:
    board = tenjiku("LN8h", "ln8f", "r8a")
    answered(board, "8h8f", "LN8f", "r8a", *KINGS)
    answered(board, "8a8f", "r8f", *KINGS)


def test_a_royal_of_two_may_be_taken() -> None:
    board = place("K8o", "+DE1p", "k16a", "r8c", rules="tenjiku", turn="w")
    answered(board, "8c8o+", "+DE1p", "k16a", "+r8o")
    assert board.outcome() is None


# Bad rule files.


@pytest.mark.parametrize(
    ("game", "options", "reason"),
    [
        ("maka", {"burning": "on"}, "needs a type that burns"),
        ("chu", {"burning": "on", "lion_trading": "off"}, "needs a type that burns"),
    ],
)
def test_burning_needs_a_demon(game: str, options: dict[str, str], reason: str) -> None:
    with pytest.raises(mujo.RuleSetError, match=reason) as refused:
        rule_set(game, **options)
    assert refused.value.code == "rules.impossible_combination"


# Texts.


def test_texts_name_captures_only() -> None:
    board = tenjiku("FI8l", "p8i", "p7h", "g9h")
    move = board.parse_move("8l8i")
    assert format_hodges(board, move) == "FIx8i"
    assert read_move(board, "FI x 8i") == move
    assert describe_move(board, move) == "FI from 8l to 8i, taking p on 8i and p on 7h and g on 9h"
    passing = tenjiku("FI8h", "p7g")
    assert describe_move(passing, passing.parse_move("8h8h")) == "FI on 8h passes and burns p on 7g"
    lost = tenjiku("P8f", "fi7d")
    text = describe_move(lost, lost.parse_move("8f8e+"))
    assert text == "P from 8f to 8e, and vanishes beside an enemy's fire demon"
