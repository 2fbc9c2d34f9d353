"""Texts of moves that are refused: by which slug, and at which place of the text."""

from __future__ import annotations

import pytest

from mujo import AmbiguousMoveError, Board, IllegalMoveError, MujoError, NotationError
from mujo.notation import format_hodges, parse_hodges, parse_japanese

#: Two lions of Black, one of them beside two enemy pawns; a lone pawn; kings far away.
LIONS = "k,18/19/19/19/19/19/19/19/9,p,9/9,p,9/9,LN,9/18,P/19/19/2,LN,16/19/19/19/18,K"

HODGES = [
    ("", "notation.move_syntax", 0),
    ("+", "notation.move_syntax", 1),
    ("8r8q", "notation.move_syntax", 0),
    ("pass", "notation.move_syntax", 0),
    ("P", "notation.move_syntax", 1),
    ("P1l", "notation.move_syntax", 3),
    ("P-1", "notation.move_syntax", 2),
    ("P-01k", "notation.move_syntax", 2),
    ("P-1k!", "notation.move_syntax", 4),
    ("P-1k+x", "notation.move_syntax", 4),
    ("P -1k", "notation.move_syntax", 0),
    ("LNx10jx10ix9hx8h", "notation.move_syntax", 13),
    ("P-k1", "notation.coordinates_swapped", 2),
    ("P-20a", "notation.off_board", 2),
    ("P-1z", "notation.off_board", 2),
    ("Pa-1k", "notation.unknown_piece", 0),
    ("p-1k", "notation.unknown_piece", 0),
    ("XX-1k", "notation.unknown_piece", 0),
    ("TK-1k", "notation.unknown_piece", 0),
    ("Q-1k", "notation.no_such_move", 0),
    ("+P-1k", "notation.no_such_move", 0),
    ("P2l-1k", "notation.no_such_move", 1),
    ("P-1j", "notation.no_such_move", 2),
    ("Px1k", "notation.no_such_move", 2),
    ("LN-10j", "notation.no_such_move", 3),
    ("LNx10j-10k=", "notation.no_such_move", 7),
    ("P-1k+", "notation.promotion_impossible", 4),
    ("P-1k=", "notation.promotion_impossible", 4),
    ("LNx10j+DV", "notation.promotion_impossible", 6),
    ("P" * 61, "notation.too_long", None),
]

JAPANESE = [
    ("", "notation.move_syntax", 0),
    ("▲", "notation.move_syntax", 1),
    ("歩兵", "notation.move_syntax", 0),
    ("十一歩兵", "notation.move_syntax", 0),
    ("１十一", "notation.move_syntax", 3),
    ("１十一歩兵打", "notation.move_syntax", 5),
    ("１十一歩兵（１", "notation.move_syntax", 6),
    ("１十一歩兵（１十二", "notation.move_syntax", 9),
    ("１０十・獅子", "notation.move_syntax", 4),
    ("２０一歩兵", "notation.off_board", 0),
    ("１二十歩兵", "notation.off_board", 0),
    ("１十一車", "notation.unknown_piece", 3),
    ("１十一教王", "notation.unknown_piece", 3),
    ("１十一奔王", "notation.no_such_move", 0),
    ("１十一成歩兵", "notation.no_such_move", 0),
    ("１十歩兵", "notation.no_such_move", 0),
    ("１十一歩兵（２十二）", "notation.no_such_move", 6),
    ("９九獅子じっと", "notation.no_such_move", 0),
    ("１十一歩兵成", "notation.promotion_impossible", 5),
    ("１十一歩兵不成", "notation.promotion_impossible", 5),
    ("１" * 81, "notation.too_long", None),
]


@pytest.mark.parametrize(("text", "code", "column"), HODGES)
def test_hodges(text: str, code: str, column: int | None) -> None:
    with pytest.raises(NotationError) as refusal:
        parse_hodges(Board(LIONS, "maka"), text)
    assert (refusal.value.code, refusal.value.position) == (code, column), str(refusal.value)


@pytest.mark.parametrize(("text", "code", "column"), JAPANESE)
def test_japanese(text: str, code: str, column: int | None) -> None:
    with pytest.raises(NotationError) as refusal:
        parse_japanese(Board(LIONS, "maka"), text)
    assert (refusal.value.code, refusal.value.position) == (code, column), str(refusal.value)


def test_a_missing_plus_names_the_right_text() -> None:
    board = Board("k,18/19/19/19/19/19/19/19/9,+ld,9/9,g,9/9,LN,9/19/19/19/19/19/19/19/18,K", "maka")
    with pytest.raises(NotationError, match=r"write LNx10i\+") as refusal:
        parse_hodges(board, "LNx10i")
    assert refusal.value.code == "notation.promotion_missing"
    assert refusal.value.position == 6
    assert parse_hodges(board, "LNx10i+").usi() == "10k10i+"


@pytest.mark.parametrize(
    ("text", "candidates"),
    [
        ("LN--", ["10k10k", "17o17o"]),
        ("LNx10j", ["10k10j", "10k10j+"]),
        ("LNx!10j", ["10k10j10k", "10k10j10k+"]),
    ],
)
def test_several_fit(text: str, candidates: list[str]) -> None:
    with pytest.raises(AmbiguousMoveError) as refusal:
        parse_hodges(Board(LIONS, "maka"), text)
    assert refusal.value.code == "notation.ambiguous_move"
    assert [str(move) for move in refusal.value.candidates] == candidates


def test_near_moves_are_named() -> None:
    with pytest.raises(NotationError, match="near: P-1k"):
        parse_hodges(Board(LIONS, "maka"), "P-1j")
    with pytest.raises(NotationError, match="write \\+DV"):
        parse_hodges(Board(LIONS, "maka"), "TK-1k")


def test_a_rule_that_forbids_is_named() -> None:
    guarded = Board("k,18/19/19/19/19/19/19/19/19/19/19/19/19/19/19/9,r,9/19/19/+K,18", "maka")
    with pytest.raises(IllegalMoveError) as refusal:
        parse_hodges(guarded, "+K-10e")
    assert refusal.value.code == "illegal_move.emperor"


def test_aliases_are_read_and_not_written() -> None:
    board = Board(rules="maka")
    move = parse_hodges(board, "Ky-13q") if "Ky" in board.rules.piece_types["KR"].aliases else None
    if move is not None:
        assert format_hodges(board, move) == "KR-13q"
    for kind in board.rules.piece_types.values():
        for alias in kind.aliases:
            with pytest.raises(MujoError) as refusal:
                parse_hodges(board, f"{alias}-99a")
            assert refusal.value.code != "notation.unknown_piece" or not kind.is_initial


def test_more_starts_than_needed_are_read() -> None:
    board = Board(rules="maka")
    assert parse_hodges(board, "P10n-10m") == parse_hodges(board, "P-10m")
    assert parse_japanese(board, "☗１０十三歩(10十四)") == parse_hodges(board, "P-10m")


@pytest.mark.parametrize("move", ["10n10l", "1a1b"])
def test_an_illegal_move_has_no_text(move: str) -> None:
    board = Board(rules="maka")
    with pytest.raises(IllegalMoveError):
        format_hodges(board, type(board.legal_moves[0]).from_usi(move, "maka"))
