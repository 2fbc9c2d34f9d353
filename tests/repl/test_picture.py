"""Boards of the prompt: every mode, of one width, with marks."""

from __future__ import annotations

import random
import unicodedata

import pytest
from wcwidth import wcswidth

from crowded import every_piece
from mujo import BLACK, WHITE, Board, Piece, RuleSet, Setup, rule_set_names
from mujo.diagrams import Style
from mujo.repl.marks import MEANINGS, chosen_marks, standing_marks
from mujo.repl.picture import SPARE_ROWS, draw, plain_kanji
from mujo.repl.session import Session, View
from prompt_lines import refuse, say

LION = "19/19/19/19/19/19/19/9,p,9/9,p,9/9,LN,9/19/19/19/19/19/19/19/19/19 b - 1"
MODES = [(style, stacked) for style in Style for stacked in (False, True) if style is Style.KANJI or not stacked]


@pytest.mark.parametrize("width", [20, 40, 80, 100, 140])
@pytest.mark.parametrize(("style", "stacked"), MODES)
@pytest.mark.parametrize("name", rule_set_names())
def test_rows_have_one_width_in_every_mode(name: str, style: Style, stacked: bool, width: int) -> None:
    rules = RuleSet(name)
    setup = every_piece(rules)
    signs = "".join(MEANINGS)
    marks = {square: signs[square % len(signs)] for square in range(rules.files * rules.ranks) if square % 3 == 0}
    for flip, plain, height in ((False, False, None), (True, True, 24)):
        view = View(style, width, stacked=stacked, flip=flip, plain_kanji=plain, height=height)
        for board, on in ((setup, marks), (Board(None, rules), {})):
            picture = draw(board, view, on)
            rows = ["".join(part.text for part in row) for row in picture.rows]
            rows = [row for row in rows if "--" not in row]
            widths = {wcswidth(row) for row in rows}
            assert len(widths) == 1
            assert widths.pop() <= width
            assert height is None or len(picture.rows) + len(picture.notes) <= height - SPARE_ROWS or len(rows) == 4
            assert not [sign for sign in "".join(rows) if unicodedata.east_asian_width(sign) == "A"]
            if style is Style.ASCII:
                assert picture.text().isascii()
            if plain:
                assert all(ord(sign) < 0x10000 for sign in "".join(rows))


def test_rare_kanji_are_replaced() -> None:
    assert plain_kanji("摩𩹄𠵇𠀀") == "摩羯奇〓"


def test_owners_are_told_apart_without_colour() -> None:
    rules = RuleSet("tai")
    for style, stacked in MODES:
        boards = []
        for side in (BLACK, WHITE):
            setup = Setup(None, rules)
            setup.clear()
            setup.put(312, Piece("LN", side))
            boards.append(draw(setup, View(style, 200, stacked=stacked), {}).text())
        assert boards[0] != boards[1]


def test_marks_of_a_chosen_lion() -> None:
    board = Board(LION, "maka")
    square = board.rules.parse_square
    marks = chosen_marks(board, square("10j"))
    assert marks[square("10j")] == "@"
    assert marks[square("10i")] == "!"
    # The second pawn, alone or after the first.
    assert marks[square("10h")] == "="
    assert marks[square("9h")] == "*"
    assert marks[square("8h")] == "o"
    dog = Board(LION.replace("LN", "LD"), "maka")
    marks = chosen_marks(dog, square("10j"))
    assert marks[square("10i")] == "!"


def test_marks_of_the_last_move_and_of_royals(session: Session) -> None:
    say(session, "4d3d")
    square = session.board.rules.parse_square
    marks = standing_marks(session.board)
    assert marks == {square("4d"): "_", square("3d"): ">", square("3a"): "%"}


def test_every_mark_is_explained_below_the_board(session: Session) -> None:
    for line in ("4d3d", "board"):
        assert "> moved last; _ came from there" in say(session, line)
    shown = say(session, "show 3a")
    assert "@ this piece" in shown
    assert "king 玉将 on 3a" in shown
    assert "is empty" in say(session, "show 1a")


def test_window_flip_and_whole(maka: Session) -> None:
    assert len(say(maka, "window 10j 2").splitlines()) == 6 + 1 + 1
    assert "board whole" in say(maka, "board")
    assert say(maka, "flip").splitlines()[0].split() == ["8", "9", "10", "11", "12"]
    assert len(say(maka, "board whole").splitlines()[0].split()) == 19
    for line in ("window", "window 10j x", "window 10j 3 3", "board upside"):
        refuse(maka, line)
    for line in ("board kanji2", "board rare", "board fit", "board shade", "board ids"):
        say(maka, line)


@pytest.mark.parametrize("name", ["tai", "maka", "hishigata", "chu"])
def test_marks_show_every_legal_move_and_nothing_else(name: str) -> None:
    dice = random.Random(11)
    board = Board(None, name)
    for _ in range(40):
        starts = sorted({move.from_square for move in board.legal_moves})
        if not starts:
            break
        for start in starts if len(starts) < 30 else dice.sample(starts, 30):
            moves = list(board.legal_moves_from(start))
            marks = chosen_marks(board, start)
            ends = {move.to_square for move in moves}
            near = {move.via[0] for move in moves if move.via}
            assert set(marks) == ends | near | {start}
            for square, mark in marks.items():
                piece = board.piece_at(square)
                assert mark in ("o", "~", "*") if piece is None else mark in ("@", "&", "!", "=")
                if square != start and piece is not None:
                    assert piece.side != board.turn
            igui = {move.via[0] for move in moves if move.is_igui and len(move.via) == 1}
            assert igui == {square for square, mark in marks.items() if mark == "!"}
        start = dice.choice(starts)
        board.push(dice.choice(list(board.legal_moves_from(start))))


def test_flip_turns_files_and_ranks(session: Session) -> None:
    before = say(session, "board").splitlines()[1:6]
    after = say(session, "flip").splitlines()[1:6]
    assert [line[0] for line in before] == ["a", "b", "c", "d", "e"]
    assert [line[0] for line in after] == ["e", "d", "c", "b", "a"]
    assert [line.split()[1:-1] for line in after] == [line.split()[-2:0:-1] for line in before[::-1]]
