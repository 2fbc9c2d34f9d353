"""Bad input: each kind has its own slug and a message that names the place and the right form; nothing changes."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

import mujo
from mujo import (
    Board,
    DataError,
    IllegalMoveError,
    InvalidPositionError,
    Move,
    MujoError,
    NotationError,
    Piece,
    RuleSet,
    RuleSetError,
    Setup,
)
from rules.boards import place

# Position text


def position(rank: str, rest: str = " b - 1") -> str:
    """Give a position of maka whose last rank is the text."""
    return "/".join([*["19"] * 17, "k,18", rank]) + rest


POSITIONS: dict[str, tuple[str, str, str]] = {
    "empty": ("", "position.empty", ""),
    "only spaces": ("   ", "position.empty", ""),
    "too few ranks": ("19/19 b - 1", "position.rank_count", "2 ranks.*19"),
    "too many ranks": (position("19/19"), "position.rank_count", "20 ranks.*19"),
    "rank too short": (position("K,17"), "position.rank_width", "rank s.*18.*19"),
    "rank too long": (position("K,18,P"), "position.rank_width", "rank s.*20.*19"),
    "unknown id": (position("K,17,ZZ"), "position.unknown_piece", "rank s, cell 3.*'ZZ'"),
    "an id of another game": (position("K,17,PS"), "position.unknown_piece", "rank s, cell 3.*'PS'"),
    "name of a promoted form": (position("K,17,TK"), "position.promoted_name", r"rank s, cell 3.*'TK'.*\+DV"),
    "its lower case": (position("K,17,tk"), "position.promoted_name", r"rank s, cell 3.*'tk'.*\+dv"),
    "a promoted form with a plus": (position("K,17,+TK"), "position.promoted_name", r"rank s, cell 3.*\+DV"),
    "plus where nothing promotes": (position("K,17,+Q"), "position.cannot_promote", r"rank s, cell 3.*'\+Q'"),
    "two pieces in a cell": (position("K,16,PP"), "position.unknown_piece|position.cell", "rank s, cell 3.*'PP'"),
    "two pieces of both sides in a cell": (position("K,17,Pp"), "position.mixed_case", "rank s, cell 3.*'Pp'"),
    "plus behind": (position("K,17,P+"), "position.cell", "rank s, cell 3"),
    "two pluses": (position("K,17,++P"), "position.cell", "rank s, cell 3"),
    "an empty cell": (position("K,,17,P"), "position.cell", "rank s, cell 2"),
    "a strange letter": (position("K,17,玉"), "position.cell", "rank s, cell 3"),
    "a zero": (position("K,0,18"), "position.count", "rank s, cell 2"),
    "a leading zero": (position("K,018"), "position.count", "rank s, cell 2"),
    "two counts": (position("K,9,9"), "position.count", "rank s, cell 3"),
    "a huge count": (position("K,99999999999999999999"), "position.count", "rank s, cell 2"),
    "side": (position("K,18", " black"), "position.side", "'black'.*b or w"),
    "state": (position("K,18", " b 5e"), "position.state", "'5e'"),
    "number zero": (position("K,18", " b - 0"), "position.number", "'0'"),
    "number with a sign": (position("K,18", " b - +1"), "position.number", r"'\+1'"),
    "a huge number": (position("K,18", " b - 99999999999999999999"), "position.number", "99999"),
    "too many fields": (position("K,18", " b - 1 x"), "position.fields", "5"),
    "a NUL": (position("K,17,\0"), "position.cell", "rank s, cell 3"),
}


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("make", [Board, Setup])
def test_positions(name: str, make: Callable[[str, str], object]) -> None:
    text, code, message = POSITIONS[name]
    with pytest.raises(InvalidPositionError) as raised:
        make(text, "maka")
    assert re.fullmatch(code, raised.value.code)
    assert raised.value.problems
    assert re.search(message, str(raised.value))
    assert len(str(raised.value)) < 2000


def test_all_problems_of_a_position_are_listed() -> None:
    with pytest.raises(InvalidPositionError) as raised:
        Board(position("ZZ,0,+Q,Kk", " x 5e 0"), "maka")
    listed = "\n".join(raised.value.problems)
    for words in ("cell 1", "cell 2", "cell 3", "cell 4", "'x'", "'0'"):
        assert words in listed


@pytest.mark.parametrize("pieces", ["", "K1s", "K1s K2s K3s k19a k18a", "P1a", "+K1s +DE2s K3s"])
def test_any_number_of_royals_is_accepted(pieces: str) -> None:
    board = place(pieces)
    assert Board(board.sfen(), "maka") == board


# Move text

MOVES: dict[str, tuple[str, str, str, int | None]] = {
    "nothing": ("", "notation.move_syntax", "squares", 0),
    "one square": ("10j", "notation.move_syntax", "two", 3),
    "six squares": ("10j10i10h10g10f10e", "notation.move_syntax", "five", 15),
    "a space inside": ("10j 10i", "notation.move_syntax", "two", 3),
    "a dash": ("10j-10i", "notation.move_syntax", "two", 3),
    "capital letters": ("10J10I", "notation.move_syntax", "square", 0),
    "full-width digits": ("１0j10i", "notation.move_syntax", "", 0),
    "a leading zero": ("010j10i", "notation.move_syntax", "010j", 0),
    "file 0": ("0a1a", "notation.move_syntax", "0a", 0),
    "file off the board": ("10j20j", "notation.off_board", "20j.*19", 3),
    "rank off the board": ("10j10t", "notation.off_board", "10t.*19", 3),
    "swapped": ("j10i10", "notation.coordinates_swapped", "1a, not a1", 0),
    "two pluses": ("10j10i++", "notation.move_syntax", "", 6),
    "a promotion to nothing": ("10j10i+X", "notation.promotion_impossible", "X", 6),
    "an impossible plus": ("10j10k+", "notation.promotion_impossible", "10j10k", 6),
    "a plus after a pass": ("10j10j+", "notation.promotion_impossible", "10j10j", 6),
    "a declined nothing": ("10j10k=", "notation.promotion_impossible", "10j10k", 6),
    "an impossible kind": ("10j10i+DV", "notation.promotion_impossible", "10j10i", 6),
    "through an own piece": ("10j9j8j", "notation.own_piece_on_route", "9j", 3),
}


#: Not engine text, but shorthand that `push` and `explain` read.
OTHER_FORMS = {"one square", "a space inside", "a dash"}


@pytest.mark.parametrize("name", MOVES)
def test_moves(name: str) -> None:
    """Slug, message and column of refused engine text, in `push_usi` and in `explain`; the board is as before."""
    text, code, message, column = MOVES[name]
    board = place("LN10j P9j K1s", "p10i k19a")
    before = (board.sfen(), board.key, board.ply)
    with pytest.raises(NotationError) as raised:
        board.push_usi(text)
    assert raised.value.code == code
    assert re.search(message, str(raised.value))
    assert raised.value.text == text
    assert raised.value.position == column
    if name not in OTHER_FORMS:
        assert board.explain(text).code == code
    assert (board.sfen(), board.key, board.ply) == before


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("19a19b", "illegal_move.not_your_piece"),
        ("5e5f", "illegal_move.no_piece"),
        ("10j9j", "illegal_move.own_piece"),
        ("10j10g", "illegal_move.no_such_move"),
    ],
)
def test_moves_that_are_read_but_not_played(text: str, code: str) -> None:
    board = place("LN10j P9j K1s", "p10i k19a")
    before = (board.sfen(), board.key, board.ply)
    with pytest.raises(IllegalMoveError, match=text) as raised:
        board.push(text)
    assert raised.value.code == code
    assert raised.value.squares
    assert (board.sfen(), board.key, board.ply) == before


# Objects of another kind


@pytest.mark.parametrize("thing", [None, 5, b"10j10i", ["10j10i"], 1.5])
def test_moves_of_another_type(thing: Any) -> None:
    board = Board(rules="maka")
    before = board.sfen()
    for call in (board.push, board.play, board.is_legal, board.explain, board.parse_move):
        with pytest.raises(TypeError):
            call(thing)
    assert board.sfen() == before


def test_moves_and_pieces_of_another_game() -> None:
    """A move of the 25 x 25 board on the 19 x 19 board; a type that the game does not have."""
    board = Board(rules="maka")
    for call in (board.push, board.play, board.push_unchecked):
        with pytest.raises(MujoError) as raised:
            call(Move.from_usi("8r8q", "tai"))
        assert raised.value.code == "wrong_rules"
    setup = Setup("startpos", "maka")
    for symbol in ("PS", "TK", "+Q", "Kk", "", "P+"):
        with pytest.raises(MujoError):
            setup.put(0, symbol)
    with pytest.raises(MujoError):
        setup.put(0, Piece("PS", True))
    assert setup.sfen() == board.sfen()
    assert board == Board(rules="maka")


@pytest.mark.parametrize("square", [-1, 361, 10**30, -(10**30)])
def test_squares_off_the_board(square: int) -> None:
    board, setup = Board(rules="maka"), Setup("startpos", "maka")
    calls: list[Callable[[], object]] = [
        lambda: board.piece_at(square),
        lambda: board.attackers(square, True),
        lambda: board.legal_moves_from(square),
        lambda: board.rules.square_name(square),
        lambda: setup.put(square, "P"),
        lambda: setup.remove(square),
        lambda: setup.piece_at(square),
    ]
    for call in calls:
        with pytest.raises((MujoError, OverflowError)) as raised:
            call()
        assert getattr(raised.value, "code", "off_board") == "off_board"
    assert setup.sfen() == board.sfen() == Board(rules="maka").sfen()


def test_numbers_outside_their_range() -> None:
    board = Board(rules="maka")
    for call, code in (
        (lambda: board.perft(-1), "depth"),
        (lambda: board.perft(65), "depth"),
        (lambda: board.divide(0), "depth"),
        (lambda: board.perft(1, threads=0), "threads"),
        (lambda: board.perft(1, threads=257), "threads"),
    ):
        with pytest.raises((MujoError, OverflowError)) as raised:
            call()
        assert getattr(raised.value, "code", code) == code


# Names of sets, options, readings


NAMES: dict[str, tuple[Callable[[], object], str, str]] = {
    "misspelt set": (lambda: RuleSet("tie"), "rules.unknown_name", "tai"),
    "empty": (lambda: RuleSet(""), "rules.unknown_name", ""),
    "unknown set of a game": (lambda: RuleSet("maka/wikipedia"), "rules.unknown_name", "maka"),
    "bracket without value": (lambda: RuleSet("maka[emperor]"), "rules.unknown_name", ""),
    "open bracket": (lambda: RuleSet("maka[emperor=protected"), "rules.unknown_name", ""),
    "option": (lambda: RuleSet("tai", emporer="unrestricted"), "rules.unknown_option", "emperor"),
    "value": (lambda: RuleSet("tai", emperor="protected"), "rules.unknown_value", "protected-royal"),
    "number": (lambda: RuleSet("tai", hook_captures=3), "rules.unknown_value", "1.*2"),
    "reading": (lambda: RuleSet("tai", readings={"HM": "triple"}), "rules.unknown_reading", "double"),
    "type": (lambda: RuleSet("tai", readings={"XX": "line"}), "rules.unknown_type", "XX"),
}


@pytest.mark.parametrize("name", NAMES)
def test_names_of_rules(name: str) -> None:
    make, code, message = NAMES[name]
    with pytest.raises(RuleSetError) as raised:
        make()
    assert raised.value.code == code
    assert re.search(message, str(raised.value))


# Rule files

GAME = """
format = 1
name = "small"
title = "Small"
description = "for the tests"
source = "tests"
[board]
files = 5
ranks = 5
[options]
promotion = { value = "optional", source = "tests" }
[contagion]
types = ["L"]
exempt = ["K"]
[setup]
army = ["2,P,2", "L,1,K,1,G"]
[pieces]
K = { name = "king", kanji = "玉", board = "玉", romaji = "o", betza = "K", royal = "king", source = "tests" }
G = { name = "gold", kanji = "金", board = "金", romaji = "kin", betza = "WfF", source = "tests" }
P = { name = "pawn", kanji = "歩", board = "歩", romaji = "fu", betza = "fW", promotes = "G", source = "tests" }
L = { name = "lance", kanji = "香", board = "香", romaji = "kyo", betza = "fR", promotes = "T", source = "tests" }
[promoted]
T = { name = "tower", kanji = "塔", board = "塔", romaji = "to", betza = "R", source = "tests" }
[readings.G]
plain = { betza = "WfF", source = "tests" }
wide = { betza = "K", source = "tests" }
"""

# What is replaced, by what; the slug; what the key or the message names.
FILES: dict[str, tuple[str, str, str, str]] = {
    "no TOML": ("[board]", "[board", "data.syntax", ""),
    "a key twice": ("files = 5", "files = 5\nfiles = 5", "data.syntax", "duplicate"),
    "only TOML 1.1: newline in an inline table": (
        'value = "optional", source',
        'value = "optional",\n source',
        "data.syntax",
        "",
    ),
    "only TOML 1.1: trailing comma": (
        'royal = "king", source = "tests" }',
        'royal = "king", source = "tests", }',
        "data.syntax",
        "",
    ),
    "only TOML 1.1: escape": ('title = "Small"', r'title = "Small\e"', "data.syntax", ""),
    "only TOML 1.1: hex escape": ('title = "Small"', r'title = "Sm\x61ll"', "data.syntax", ""),
    "missing key at the top": ('title = "Small"\n', "", "data.missing_key", "title"),
    "missing table": ("[board]\nfiles = 5\nranks = 5\n", "", "data.missing_key", "board"),
    "missing key of a piece": (', betza = "fW"', "", "data.missing_key", "betza"),
    "missing source of an option": (
        ', source = "tests" }\n[contagion]',
        " }\n[contagion]",
        "data.missing_key",
        "source",
    ),
    "unknown key at the top": ('title = "Small"', 'titel = "x"\ntitle = "Small"', "data.unknown_key", "titel"),
    "unknown key of a piece": ('betza = "fW"', 'betza = "fW", colour = "red"', "data.unknown_key", "colour"),
    "unknown table": ("[setup]", "[sounds]\nx = 1\n[setup]", "data.unknown_key", "sounds"),
    "unknown option": ("promotion = {", "promotoin = {", "data.unknown_option", "promotion"),
    "unknown value": ('"optional"', '"sometimes"', "data.unknown_value", "optional"),
    "wrong type": ("files = 5", 'files = "5"', "data.wrong_type", "files"),
    "too small a board": ("files = 5", "files = 2", "data.wrong_type", "files"),
    "another format": ("format = 1", "format = 2", "data.wrong_type", "format"),
    "misspelt atom": ('betza = "fW"', 'betza = "fX"', "data.bad_betza", "X"),
    "lower-case atom": ('betza = "fW"', 'betza = "fw"', "data.bad_betza", "w"),
    "an empty move": ('betza = "fW"', 'betza = ""', "data.bad_betza|data.wrong_type", "betza"),
    "promotion to nowhere": ('promotes = "T"', 'promotes = "TT"', "data.unknown_type", "TT"),
    "an id of lower-case letters": ("P = {", "p = {", "data.bad_id", "p"),
    "an id of four letters": ("T = {", "TTTT = {", "data.bad_id", "TTTT"),
    "an id twice": ("[promoted]\nT", "[promoted]\nG", "data.duplicate", "G"),
    "a board sign twice": ('board = "歩"', 'board = "金"', "data.duplicate", "金"),
    "two readings alike": ('wide = { betza = "K"', 'wide = { betza = "WfF"', "data.duplicate", "wide"),
    "setup too wide": ('"2,P,2"', '"2,P,3"', "data.setup_size", "6"),
    "setup too narrow": ('"2,P,2"', '"2,P,1"', "data.setup_size", "4"),
    "setup of too many ranks": ('["2,P,2",', '["5", "5", "5", "5", "2,P,2",', "data.setup_size", ""),
    "setup with an unknown type": ('"2,P,2"', '"2,Z,2"', "data.unknown_type|data.bad_position", "Z"),
    "contagion of an unknown type": ('types = ["L"]', 'types = ["Z"]', "data.unknown_type", "Z"),
    "contagion of a type without promotion": (
        'types = ["L"]',
        'types = ["G"]',
        "data.impossible_combination|data.missing_key",
        "G",
    ),
    "a reading of an unknown type": ("[readings.G]", "[readings.Z]", "data.unknown_type", "Z"),
    "a base that does not exist": (
        'source = "tests"\n[board]',
        'source = "tests"\nbase = "x"\n[board]',
        "data.base",
        "x",
    ),
    "a name with capitals": ('name = "small"', 'name = "Small"', "data.bad_id", "name"),
}


def test_the_file_itself_is_right() -> None:
    rules = RuleSet.from_toml(GAME)
    assert Board(rules=rules).sfen() == "g,1,k,1,l/2,p,2/5/2,P,2/L,1,K,1,G b - 1"
    assert mujo.check_rule_text(GAME) == []


@pytest.mark.parametrize("name", FILES)
def test_rule_files(name: str) -> None:
    """`from_toml` raises with the slug, the line and what is wrong; `check_rule_text` lists it."""
    old, new, code, words = FILES[name]
    assert GAME.count(old) >= 1
    text = GAME.replace(old, new, 1)
    with pytest.raises(DataError) as raised:
        RuleSet.from_toml(text)
    assert re.fullmatch(code, raised.value.code), str(raised.value)
    assert words in str(raised.value)
    assert raised.value.line >= 1
    problems = mujo.check_rule_text(text)
    assert any(re.fullmatch(code, problem.code) for problem in problems)
    assert all(problem.reason and problem.line >= 1 for problem in problems)


def test_choosing_an_unknown_reading() -> None:
    words = 'format = 1\nname = "mine"\ntitle = "x"\ndescription = "x"\nsource = "x"\nbase = "maka"\n'
    for text, code in (
        ('[choose]\nLD = "lien"\n', "data.unknown_reading"),
        ('[choose]\nZZ = "line"\n', "data.unknown_type"),
        ('[promotions]\nLN = { to = "ZZ", source = "x" }\n', "data.unknown_type"),
        ('[promotions]\nDV = { to = "none", source = "x" }\n', "data.impossible_combination"),
    ):
        with pytest.raises(DataError) as raised:
            RuleSet.from_toml(words + text)
        assert raised.value.code == code


# Ten megabytes

HUGE = {
    "position": ("mujo.Board('K,' * 5_000_000, 'maka')", "position.too_long"),
    "position without a comma": ("mujo.Board('K' * 10_000_000, 'maka')", "position.too_long"),
    "position of spaces": ("mujo.Board(' ' * 10_000_000, 'maka')", "position.too_long|position.empty"),
    "setup": ("mujo.Setup('K,' * 5_000_000, 'maka')", "position.too_long"),
    "move": ("mujo.Board(rules='maka').push('1a' * 5_000_000)", "notation.too_long|notation.move_syntax"),
    "move without a board": ("mujo.Move.from_usi('1' * 10_000_000)", "notation.too_long|notation.move_syntax"),
    "piece": ("mujo.Piece.from_symbol('X' * 10_000_000)", "data.bad_id|notation.piece"),
    "square": ("mujo.RuleSet('tai').parse_square('1' * 10_000_000)", r"notation\..*"),
    "bytes": ("mujo.Board.from_bytes(b'x' * 10_000_000)", "pickle"),
    "rule file": ("mujo.RuleSet.from_toml('a = 1\\n' * 1_600_000)", "data.too_long"),
    "rule file of one line": ("mujo.RuleSet.from_toml('#' * 10_000_000)", "data.too_long"),
    "name of a rule set": ("mujo.RuleSet('x' * 10_000_000)", "rules.unknown_name"),
    "name of a reading": ("mujo.RuleSet('tai', readings={'x' * 10_000_000: 'y'})", "rules.unknown_type"),
    "value of an option": ("mujo.RuleSet('tai', emperor='x' * 10_000_000)", "rules.unknown_value"),
}

PROGRAM = """
import time, mujo
began = time.process_time()
try:
    {call}
except mujo.MujoError as error:
    print(error.code, len(str(error)), time.process_time() - began)
"""


@pytest.mark.parametrize("name", HUGE)
def test_ten_megabytes(name: str) -> None:
    """Refused within a second of processor time, with a short message; in a process that can be stopped."""
    call, code = HUGE[name]
    command = [sys.executable, "-c", PROGRAM.format(call=call)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=20)
    found, length, seconds = done.stdout.split()
    assert re.fullmatch(code, found)
    assert int(length) < 10_000
    assert float(seconds) < 1


def test_ten_megabytes_to_explain_and_to_check() -> None:
    """`explain` and `check_rule_text` return a result instead of raising."""
    explanation = Board(rules="maka").explain("x" * 10_000_000)
    assert explanation.code in {"notation.too_long", "notation.move_syntax"}
    assert len(explanation.message) < 10_000
    program = "import mujo; print(*[problem.code for problem in mujo.check_rule_text('a = 1\\n' * 1_600_000)])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=20)
    assert done.stdout.split() == ["data.too_long"]
