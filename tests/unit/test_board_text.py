"""Text boards: aligned by cells, complete, owners told apart without colour."""

from __future__ import annotations

import unicodedata

import pytest
from wcwidth import wcswidth

from crowded import every_piece
from mujo import Board, MujoError, Piece, RuleSet, Setup, rule_set_names
from mujo.cells import cell_width, pad_left, pad_right, printable, to_ascii, wrap_words
from mujo.diagrams import Style, board_text, board_width

GAMES = ("tai", "maka", "hishigata")


@pytest.mark.parametrize("style", list(Style))
@pytest.mark.parametrize("name", rule_set_names())
def test_rows_have_one_width(name: str, style: Style) -> None:
    rules = RuleSet(name)
    for board in (Board(None, rules), every_piece(rules)):
        text = board_text(board, style)
        widths = {cell_width(line) for line in text.splitlines()}
        assert widths == {board_width(rules, style)}
        assert {wcswidth(line) for line in text.splitlines()} == widths
        assert len(text.splitlines()) == rules.ranks + 1


@pytest.mark.parametrize("style", list(Style))
@pytest.mark.parametrize("name", GAMES)
def test_no_character_of_ambiguous_width(name: str, style: Style) -> None:
    text = board_text(every_piece(RuleSet(name)), style)
    assert not [character for character in text if unicodedata.east_asian_width(character) == "A"]
    if style is Style.ASCII:
        assert text.isascii()


def test_kanji_of_tai_fit_80_columns_and_ids_130() -> None:
    rules = RuleSet("tai")
    assert board_width(rules, Style.KANJI) <= 80
    assert board_width(rules, Style.IDS) <= 130


@pytest.mark.parametrize("name", GAMES)
def test_different_pieces_look_different(name: str) -> None:
    rules = RuleSet(name)
    setup = every_piece(rules)
    for style in Style:
        seen: dict[str, Piece] = {}
        for square, piece in setup.piece_map().items():
            rank, file = divmod(square, rules.files)
            row = board_text(setup, style, files=[file + 1], ranks=[rank + 1]).splitlines()[1]
            cell = row.partition(" ")[2].rpartition(" ")[0]
            other = seen.setdefault(cell, piece)
            # Promoted forms may share a kanji: two types that promote to gold look alike.
            same = style is Style.KANJI and piece.promoted and other.promoted and other.side == piece.side
            assert other == piece or same, (cell, other, piece)


def test_a_board_in_ids() -> None:
    text = board_text(Board(), "ids", files=[14, 13, 12], ranks=[1, 25])
    assert text.splitlines() == [
        "    14  13  12  ",
        "a   ds   e  dv a",
        "y   DV   E  DS y",
    ]


def test_a_board_in_kanji() -> None:
    text = board_text(Board(), "kanji", files=[14, 13, 12], ranks=[1, 13, 25])
    assert text.splitlines() == [
        "   14 13 12  ",
        "a v無v天v提 a",
        "m  ・ ・ ・ m",
        "y  提 天 無 y",
    ]


def test_a_flipped_board_is_the_same_from_the_other_side() -> None:
    plain = board_text(Board(), "ids").splitlines()
    flipped = board_text(Board(), "ids", flip=True).splitlines()
    assert flipped[0].split() == plain[0].split()[::-1]
    assert [line.split() for line in flipped[1:]] == [
        [line.split()[0], *line.split()[1:-1][::-1], line.split()[-1]] for line in plain[:0:-1]
    ]


def test_a_set_up_board_is_drawn_too() -> None:
    setup = Setup(None, "maka")
    setup.clear()
    setup.put(0, "+dv")
    assert "+dv" in board_text(setup, "ids")
    assert "*教" in board_text(setup, "kanji")


@pytest.mark.parametrize("window", [{"files": [26]}, {"files": [0]}, {"ranks": [-1]}, {"ranks": [26]}, {"files": []}])
def test_a_window_off_the_board_is_refused(window: dict[str, list[int]]) -> None:
    with pytest.raises(MujoError) as caught:
        board_text(Board(), **window)  # type: ignore[arg-type]
    assert caught.value.code == "argument"


def test_an_unknown_style_is_refused_by_name() -> None:
    for call in (lambda: board_text(Board(), "Kanji"), lambda: board_width(RuleSet("tai"), "Kanji")):
        with pytest.raises(MujoError, match="style is 'Kanji'; it must be one of kanji, ids, ascii"):
            call()
    with pytest.raises(TypeError, match="style must be a str"):
        board_text(Board(), 3)  # type: ignore[arg-type]


def test_cells() -> None:
    assert cell_width("摩𩹄") == 4
    assert cell_width("𠵇") == 2
    assert cell_width("o\u0304") == 1
    assert pad_left("金", 4) == "  金"
    assert pad_right("金", 4) == "金  "
    assert to_ascii("jizai tennō 金") == "jizai tenno ?"


def test_control_characters_are_not_printed() -> None:
    assert printable("a\x1b[31m\x00\r\u202eb\n") == "a\\x1b[31m\\x00\\r\\u202eb\n"
    assert printable("歩 ō") == "歩 ō"


def test_words_are_wrapped() -> None:
    text = wrap_words([f"{n}a{n}b" for n in range(1, 40)], 30, first="head:")
    assert max(map(len, text.splitlines())) <= 30
    assert text.split() == ["head:", *(f"{n}a{n}b" for n in range(1, 40))]
    assert wrap_words([], 10, first="none") == "none"
