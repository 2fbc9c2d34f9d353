"""Position text: ids and counts that could run together, the forms that are read, and the one that is written."""

from __future__ import annotations

from urllib.parse import quote, unquote

import pytest

from mujo import BLACK, WHITE, Board, InvalidPositionError
from rules.boards import board_text, place, rule_set


def test_plus_in_a_link() -> None:
    """Percent-encoded, the text survives; turned into a space, it is refused with rank and cell."""
    text = place("+HM10j", "K1s k19a").sfen()
    assert Board(unquote(quote(text)), "maka").sfen() == text
    with pytest.raises(InvalidPositionError, match="rank j, cell 2"):
        Board(text.replace("+", " "), "maka")


def test_gold_and_bishop_beside_go_between() -> None:
    text = "K,GB,G,B,gb,g,b,12"
    board = Board("/".join([text, *["19"] * 17, "k,18"]) + " b - 1", "maka")
    assert board.sfen().split("/")[0] == text
    assert [len(board.pieces(kind, BLACK)) for kind in ("GB", "G", "B")] == [1, 1, 1]
    assert [len(board.pieces(kind, WHITE)) for kind in ("GB", "G", "B")] == [1, 1, 1]


@pytest.mark.parametrize(
    ("rank", "problem"),
    [
        ("10,K,8", None),
        ("K,17,K", None),
        ("1,K,17", None),
        ("9,K,9", None),
        ("0,K,18", "rank s, cell 1"),
        ("K,0,18", "rank s, cell 2"),
        ("01,K,17", "rank s, cell 1"),
        ("K,17", "rank s"),
        ("K,19", "rank s"),
        ("K,20", "rank s, cell 2"),
        ("10,8,K", "rank s, cell 2"),
        ("1,1,K,16", "rank s, cell 2"),
        ("K,100", "rank s, cell 2"),
        ("K,-18", "rank s, cell 2"),
        ("K,1８", "rank s, cell 2"),
    ],
)
def test_counts_of_empty_squares(rank: str, problem: str | None) -> None:
    text = "/".join([*["19"] * 17, "k,18", rank]) + " b - 1"
    if problem is None:
        assert Board(text, "maka").sfen() == text
    else:
        with pytest.raises(InvalidPositionError, match=problem):
            Board(text, "maka")


def test_widest_counts_of_tai() -> None:
    text = "/".join(["E,24", *["25"] * 23, "24,e"]) + " w - 12"
    assert Board(text, "tai").sfen() == text


def test_underscores_spaces_and_missing_fields() -> None:
    board = board_text(rule_set("maka"), "K1s k19a")
    canonical = f"{board} b - 1"
    for text in (board, f"{board} b", f"{board} b -", f"{board}_b_-_1", f"{board}   b  -    1", f"  {canonical} "):
        assert Board(text, "maka").sfen() == canonical
    assert Board(f"{board} w", "maka").sfen() == f"{board} w - 1"
    assert Board("startpos", "maka") == Board(rules="maka")
