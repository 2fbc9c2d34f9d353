"""Moves as people type them: what is read, and what is offered instead."""

from __future__ import annotations

import re

import pytest

from mujo import AmbiguousMoveError, Board, MujoError
from mujo.diagrams import Style
from mujo.notation import read_move
from mujo.repl.dispatch import answer
from mujo.repl.session import Session, View
from mujo.repl.topics import topics
from prompt_lines import refuse, say

LION = "19/19/19/19/19/19/19/9,p,9/9,p,9/9,LN,9/19/19/19/19/19/19/19/19/19 b - 1"


@pytest.fixture
def lion() -> Session:
    return Session(Board(LION, "maka"), View(Style.IDS, 80))


@pytest.mark.parametrize(
    "text",
    [
        "10n10m",
        "10n-10m",
        "10n 10m",
        "10n to 10m",
        "10n – 10m",
        "P10m",
        "p10m",
        "P 10m",
        "pawn to 10m",
        "Pawn 10n 10m",
        "歩 10m",
        "歩兵10m",
        "fuhyo 10m",
        "P-10m",
        "p-10m",
        "１０十三歩兵",
        "  P   10n  10m ",
        "P from 10n to 10m",
    ],
)
def test_one_move_in_many_forms(text: str) -> None:
    assert read_move(Board(rules="maka"), text).usi() == "10n10m"


@pytest.mark.parametrize(
    ("text", "usi"),
    [
        ("LN x 10i x 10h +", "10j10i10h+"),
        ("LN takes 10i and takes 10h promoting", "10j10i10h+"),
        ("lion on 10j takes 10i then 9i without promoting", "10j10i9i"),
        ("10j x 10i x 10h =", "10j10i10h"),
        ("獅 x10i 9i+", "10j10i9i+"),
        ("LNx!10i=", "10j10i10j"),
        ("lnx!10i+", "10j10i10j+"),
        ("LN x!10i+", "10j10i10j+"),
        ("LN x! 10i =", "10j10i10j"),
        ("10jx10ix10h+", "10j10i10h+"),
        ("LN 12l", "10j12l"),
    ],
)
def test_captures_in_many_forms(lion: Session, text: str, usi: str) -> None:
    assert read_move(lion.board, text).usi() == usi


@pytest.mark.parametrize("text", ["LN takes 10i", "LN x 10i", "lion x10i", "x10i", "LN 10h", "獅 10h"])
def test_a_line_that_fits_several_moves_is_answered_by_number(lion: Session, text: str) -> None:
    with pytest.raises(AmbiguousMoveError) as fits:
        read_move(lion.board, text)
    offered = refuse(lion, text)
    assert "Type a number:" in offered
    assert lion.choices
    assert set(lion.choices) <= set(fits.value.candidates)
    number = len(lion.choices)
    chosen = lion.choices[-1]
    say(lion, str(number))
    assert lion.board.peek() == chosen


def test_numbers_that_choose_nothing(lion: Session) -> None:
    assert "no list of moves" in refuse(lion, "1")
    refuse(lion, "LN 10h")
    assert "choose a number" in refuse(lion, "99")
    assert "choose a number" in refuse(lion, "0")
    # The list holds until another line is answered.
    assert lion.choices
    say(lion, "pieces")
    assert "no list of moves" in refuse(lion, "1")
    assert lion.board.move_stack == []


@pytest.mark.parametrize(
    "name", ["lion", "LN", "ln", "獅", "獅子", "shishi", "10j", "show lion", "show 獅", "show 10j"]
)
def test_a_piece_alone_is_shown(lion: Session, name: str) -> None:
    reply = answer(lion, name)
    assert not reply.is_error
    assert reply.chosen == lion.board.rules.parse_square("10j")
    assert reply.text.startswith("LN lion 獅子 on 10j: 43 moves.")


def test_a_piece_that_is_not_on_the_board_is_explained(lion: Session) -> None:
    shown = say(lion, "hook mover")
    assert "HM hook mover 鉤行" in shown
    assert "On the board: none." in shown


@pytest.mark.parametrize(("text", "hint"), [("e4", "write 4e"), ("j10-j9", "number first"), ("a1b2", "number first")])
def test_squares_written_as_in_chess_are_explained(lion: Session, text: str, hint: str) -> None:
    assert hint in refuse(lion, text)


@pytest.mark.parametrize("text", ["LN 10k 10l", "10a 10b", "10i 10h", "LN 30z", "QQ 10k", "9" * 200, "LN x"])
def test_what_fits_nothing_is_refused_and_changes_nothing(lion: Session, text: str) -> None:
    before = lion.board.sfen()
    with pytest.raises(MujoError) as refusal:
        read_move(lion.board, text)
    assert len(str(refusal.value)) < 400
    answer(lion, text)
    assert lion.board.sfen() == before


def test_moves_are_grouped_in_words(lion: Session) -> None:
    text = say(lion, "moves 10j")
    lines = text.splitlines()
    assert lines[0] == "LN lion 獅子 on 10j: 43 moves"
    heads = [line.strip() for line in lines if line.startswith("  ") and not line.startswith("   ")]
    assert [head.split(" (")[0] for head in heads] == [
        "goes to",
        "captures",
        "captures two",
        "captures and returns",
        "passes",
    ]
    assert "    p on 10i: 10j10i10j or 10j10i10j+" in lines
    assert "    p on 10i and p on 10h: 10j10i10h or 10j10i10h+" in lines
    # Every move is there: those that capture nothing as squares, the others by their codes.
    for move in lion.board.legal_moves:
        quiet = not (move.is_pass or move.captures)
        word = lion.board.rules.square_name(move.to_square) if quiet else move.usi()
        assert word in text.split()


QUOTED = sorted({text for topic in topics() for text in re.findall(r"'(LN[^'\n]*\d[^'\n]*)'", topic.text)})


@pytest.mark.parametrize("text", QUOTED)
def test_the_help_topics_name_forms_that_are_read(lion: Session, text: str) -> None:
    reply = answer(lion, text)
    assert not reply.is_error or "fits" in reply.text, reply.text


def test_the_topics_name_some() -> None:
    assert len(QUOTED) >= 2
