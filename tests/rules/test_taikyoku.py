"""The rules of taikyoku alone (10.1 to 10.5, 4.7), each in a position where it decides, played and answered.

The board has 36 files and the ranks a to aj; Black's zone is a to k. The kings stand in corners, far from what a test
is about. Every position is compared with the reference engine, too.
"""

from __future__ import annotations

import pytest

import mujo
from mujo import Board
from mujo.notation import format_hodges
from rules.boards import marks, moves_from, names, place, play, refusal, rule_set, squares
from rules.both_engines import agree, answered

KINGS = ("K1aj", "k36a")


def taikyoku(*pieces: str, rules: str = "taikyoku", turn: str = "b", **options: str | int) -> Board:
    board = place(*pieces, *KINGS, rules=rule_set(rules, **options), turn=turn)
    agree(board)
    return board


def on_file(board: Board, start: str) -> set[str]:
    """Return the ranks of the ends of moves straight ahead."""
    file = start.rstrip("abcdefghijklmnopqrstuvwxyz")
    (from_square,) = squares(board, start)
    ends = {move.to_square for move in board.legal_moves_from(from_square) if move.to_square < from_square}
    return {name.removeprefix(file) for name in names(board, ends) if name.rstrip("abcdefghijklmnopqrstuvwxyz") == file}


# Ranks and sweeps (10.1, 10.2).


def test_ranks() -> None:
    ranks = {name: kind.rank for name, kind in mujo.RuleSet("taikyoku").piece_types.items() if kind.rank}
    assert ranks == {"K": 4, "CP": 4, "GG": 3, "VG": 2, "BG": 1, "RO": 1, "VD": 1, "FCR": 1}


@pytest.mark.parametrize(
    ("pieces", "ends"),
    [
        ("RO18w p18v", "v u t s r q p o n m l k j i h g f e d c b a"),  # on and on after a capture
        ("RO18w P18v", "u t s r q p o n m l k j i h g f e d c b a"),  # over its own piece, never onto it
        ("RO18w p18v P18u p18t ro18s", "v t"),  # everything on the way, up to an equal rank
        ("RO18w RO18t", "v u"),
        ("RO18w p18u k18t", "v u"),  # no general captures a king so
        ("RO18w k18v", ""),  # not even beside it
        ("GG18w ro18v vg18u gg18t", "v u"),
        ("VD18w p18v", "v"),  # its two steps are an ordinary slide
        ("VD18w k18v", "v"),
        ("VG18w p18v k18u", "u"),  # its leaps take anything
    ],
)
def test_where_a_sweep_ends(pieces: str, ends: str) -> None:
    start = pieces.split()[0].lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    assert on_file(taikyoku(pieces), start) == set(ends.split())


def test_a_sweep_takes_both_sides() -> None:
    board = taikyoku("RO18w", "p18v", "P18t", "g18s", "g17q")
    effect = board.effect("18w18r")
    assert [board.rules.square_name(square) for square, _ in effect.victims] == ["18v", "18t", "18s"]
    assert (effect.is_capture, effect.is_irreversible) == (True, True)
    assert effect.changed == tuple(sorted(squares(board, "18w", "18v", "18t", "18s", "18r")))
    assert "18w:18r" in {str(move) for move in board.legal_captures()}
    answered(board, "18w:18r", "RO18r", "g17q", *KINGS)
    answered(board, "17q18r", "g18r", *KINGS)


def test_an_end_on_an_enemy() -> None:
    answered(taikyoku("GG18w", "P17v", "p16u", "ro14s"), "18w:14s", "GG14s", *KINGS)


@pytest.mark.parametrize(
    ("piece", "lines"),
    [("GG", 8), ("VG", 4), ("BG", 4), ("RO", 4), ("VD", 4), ("+RO", 4)],
)
def test_lines_of_the_generals(piece: str, lines: int) -> None:
    """Beyond a ring of own pieces only swept lines lead to the edge."""
    ring = "P17r P18r P19r P17s P19s P17t P18t P19t"
    board = taikyoku(f"{piece}18s", ring, promotion="never")
    far = [text for text in moves_from(board, "18s") if len(text) > 1]
    starts = squares(board, "18s")[0]
    ways = set()
    for move in board.legal_moves_from(starts):
        rank, file = divmod(move.to_square, 36)
        down, left = rank - starts // 36, file - starts % 36
        if max(abs(down), abs(left)) == 5:
            ways.add((down, left))
    assert far
    assert len(ways) == lines


def test_the_text_of_a_sweep() -> None:
    board = taikyoku("RO18w", "p18v", "P18t", "g18s")
    move = board.parse_move("18w:18r")
    assert (str(move), move.via, move.is_sweep) == ("18w:18r", (), True)
    assert mujo.Move.from_usi("18w:18r", board.rules) == move
    assert board.parse_move("18w18r") == move, "the colon may be left out"
    assert not board.parse_move("18w18v").is_sweep
    assert format_hodges(board, move) == "RO-18r"
    assert format_hodges(board, board.parse_move("18w18s")) == "ROx18s"
    assert refusal(board, "18w18v18r") == "illegal_move.no_such_move"
    assert refusal(board, "18w:18v:18r") == "notation.move_syntax"
    assert refusal(board, "18w18t18r") == "notation.own_piece_on_route"


def test_white_sweeps() -> None:
    board = taikyoku("bg18s", "P17t", "p16u", "G14w", turn="w")
    answered(board, "18s:14w", "bg14w", *KINGS)


def test_a_sweep_is_an_attack() -> None:
    board = taikyoku("RO18w", "P18u", "p18r")
    assert names(board, board.attackers("18s", mujo.BLACK)) == ["18w"]
    assert names(board, board.attackers("18u", mujo.BLACK)) == ["18w"]
    guarded = taikyoku("RO18w", "ro18u", "p18r")
    assert names(guarded, guarded.attackers("18s", mujo.BLACK)) == []
    assert names(guarded, guarded.attackers("18u", mujo.BLACK)) == []


def test_kings_are_safe_from_sweeps_but_not_from_leaps() -> None:
    swept = place("GG18w K1aj k18s", rules="taikyoku", turn="w")
    agree(swept)
    assert not swept.is_check()
    leapt = place("VG18u K1aj k18s", rules="taikyoku", turn="w")
    agree(leapt)
    assert leapt.is_check()


def test_a_sweep_through_own_pieces_alone_is_a_capture() -> None:
    """With promotion at the first capture it promotes; it cannot be a repetition."""
    board = taikyoku("BG18w", "P17v", rules="taikyoku/capture")
    assert marks(board, "18w:16u") == {"+"}
    answered(board, "18w:16u+", "+BG16u", *KINGS)
    assert marks(taikyoku("BG18w", "P17u", rules="taikyoku/capture"), "18w16u") == {""}


def test_a_sweep_is_irreversible() -> None:
    """The general goes back and forth; only its first move removed a pawn."""
    board = taikyoku("RO18w", "P18t", promotion="never")
    play(board, "18w:18s", "36a35a", "18s18w", "35a36a")
    assert refusal(board, "18w18s") == "illegal_move.repetition", "as after the sweep"
    assert refusal(board, "18w18r") is None


# Promotion (4.7).


@pytest.mark.parametrize(
    ("pieces", "route", "must", "may", "capture"),
    [
        ("P18l", "18l18k", {"+"}, {"", "+"}, {""}),  # enters
        ("R18j", "18j18i", {"+"}, {"", "+"}, {""}),  # inside
        ("R18j", "18j18l", {""}, {""}, {""}),  # leaves
        ("R18j p18l", "18j18l", {""}, {""}, {"+"}),
        ("R18m p18k", "18m18k", {"+"}, {"", "+"}, {"+"}),
        ("R18p p18m", "18p18m", {""}, {""}, {"+"}),
        ("LN18j", "18j18j", {"+"}, {"", "+"}, {""}),  # a pass
        ("LN18k p18l", "18k18l18k", {"+"}, {"", "+"}, {"+"}),  # igui
        ("+P18l", "18l18k", {""}, {""}, {""}),
        ("K18l", "18l18k", {""}, {""}, {""}),
    ],
)
def test_promotion(pieces: str, route: str, must: set[str], may: set[str], capture: set[str]) -> None:
    for name, wanted in (("taikyoku", must), ("taikyoku/optional", may), ("taikyoku/capture", capture)):
        assert marks(taikyoku(pieces, rules=name), route) == wanted, name


def test_promotion_is_played_and_answered() -> None:
    board = taikyoku("P18l", "p17l")
    assert refusal(board, "18l18k") == "notation.promotion_missing"
    answered(board, "18l18k+", "+P18k", "p17l", *KINGS)
    answered(board, "36a36b", "+P18k", "p17l", "K1aj", "k36b")
    assert "17l" not in moves_from(board, "18k"), "a gold general does not step back on a diagonal"
    answered(board, "18k18l", "+P18l", "p17l", "K1aj", "k36b")


def test_white_promotes_at_the_other_end() -> None:
    board = taikyoku("p18y", turn="w")
    assert marks(board, "18y18z") == {"+"}
    assert marks(taikyoku("p18x", turn="w"), "18x18y") == {""}


def test_stuck_pieces_of_the_capture_rule() -> None:
    board = taikyoku("P18b", rules="taikyoku/capture")
    answered(board, "18b18a", "P18a", *KINGS)
    board.push("36a36b")
    assert moves_from(board, "18a") == set()


# Royals.


def test_two_royals_from_the_start() -> None:
    board = Board(rules="taikyoku")
    assert len(board.royals(mujo.BLACK)) == len(board.royals(mujo.WHITE)) == 2
    study = place("K18u CP1aj k36a r18a", rules="taikyoku", turn="w")
    answered(study, "18a18u", "CP1aj", "k36a", "r18u")
    assert study.outcome() is None


def test_the_king_steps_twice_and_the_prince_becomes_one() -> None:
    assert len(moves_from(taikyoku("K18s"), "18s")) == 16
    board = taikyoku("CP18l")
    answered(board, "18l18k+", "+CP18k", *KINGS)
    board.push("36a36b")
    assert "18i" in moves_from(board, "18k")


# Slides over pieces, leaps that slide on, steps in one line (10.3 to 10.5).


def test_over_three_pieces() -> None:
    pieces = ("GO18w", "p17v", "P16u", "k15t", "g13r", "p11p")
    board = taikyoku(*pieces, promotion="never")
    diagonal = {"17v", "15t", "14s", "13r"}
    assert diagonal <= moves_from(board, "18w")
    assert not {"16u", "12q", "11p"} & moves_from(board, "18w")
    answered(board, "18w13r", "GO13r", "p17v", "P16u", "k15t", "p11p", *KINGS)


def test_readings_of_slides_over_pieces() -> None:
    """`leaps` reaches the second and third square over anything and slides on, but passes nothing farther away."""
    far = ("GO18w", "p14s")
    assert "13r" in moves_from(taikyoku(*far), "18w")
    assert "13r" not in moves_from(taikyoku(*far, GO="leaps"), "18w")
    any_number = ("+GD18w", "p18v", "p18u", "p18t", "p18s", "p18r")
    assert "18q" not in moves_from(taikyoku(*any_number), "18w")
    assert "18q" in moves_from(taikyoku(*any_number, AD="any"), "18w")


def test_the_wooden_dove() -> None:
    board = taikyoku("WO18w", "p17v", "P16u", "g13r")
    ends = {"17v", "15t", "14s", "13r"}
    assert ends <= moves_from(board, "18w")
    assert not {"16u", "12q"} & moves_from(board, "18w")
    answered(board, "18w13r", "WO13r", "p17v", "P16u", *KINGS)
    blocked = taikyoku("WO18w", "p17v", "p15t")
    assert "14s" not in moves_from(blocked, "18w")


def test_the_free_eagle_takes_four_in_a_row() -> None:
    pieces = ("FE18w", "p17v", "p16u", "p15t", "p14s")
    board = taikyoku(*pieces)
    assert {"17v16u15t14s", "17v14s", "14s", "17v18w", "17v16u"} <= moves_from(board, "18w")
    answered(board, "18w17v16u15t14s", "FE14s", *KINGS)
    # Straight ahead there are three steps only.
    straight = taikyoku("FE18w", "p18v", "p18u", "p18t", "p18s")
    assert "18v18u18t" in moves_from(straight, "18w")
    assert not {text for text in moves_from(straight, "18w") if text.startswith("18v") and text.endswith("18s")}
    # From the second and third square it slides on.
    assert "18n" in moves_from(taikyoku("FE18w", "p18v", "p18u"), "18w")


def test_the_free_eagle_without_captures_on_the_way() -> None:
    board = taikyoku("FE18w", "p17v", "p16u", FE="leaps")
    assert {text for text in moves_from(board, "18w") if text.startswith("17v")} == {"17v", "17v18w"}


def test_the_free_eagle_passes() -> None:
    board = taikyoku("FE18w", "fe18d")
    answered(board, "18w18w", "FE18w", "fe18d", *KINGS)
    board = taikyoku("FE18w", "fe18r")
    board.push("18w18w")
    assert refusal(board, "18r18r") == "illegal_move.repetition"
