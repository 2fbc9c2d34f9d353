"""Many emperors: which may capture a guarded royal, by both engines (rules 5.3 and 5.4).

With more than four emperors beside a square the core does not follow the definition word for word; the reference does
up to ten, and its time grows with the orders in which they can take. So the positions have five to seven, among pieces
in whose way they can stand: sliders, hooks, hoppers; and more than ten, where rule 5.4 has them counted.
"""

from __future__ import annotations

import itertools
import random
import re
import time
import tomllib
from collections import Counter

import pytest

import mujo
import mujo_reference
from cross.side_by_side import SIDES
from cross.test_sets_cross import agree
from mujo_reference.rules import from_content

POSITIONS = 40

GAME = """
format = 1
name = "crowds"
title = "Crowds"
source = "test"
description = "emperors among sliders, hooks and hoppers"

[board]
files = 6
ranks = 6

[options]
emperor = {{ value = "{emperor}", source = "x" }}
protection = {{ value = "{protection}", source = "x" }}

[setup]
army = ["6"]

[pieces]
E = {{ name = "emperor", kanji = "王", board = "王", romaji = "o", betza = "{betza}", royal = "emperor", source = "x" }}
Q = {{ name = "queen", kanji = "奔", board = "奔", romaji = "hon", betza = "Q", source = "x" }}
R = {{ name = "rook", kanji = "飛", board = "飛", romaji = "hi", betza = "R", source = "x" }}
B = {{ name = "short bishop", kanji = "角", board = "角", romaji = "kaku", betza = "B2", source = "x" }}
H = {{ name = "hook", kanji = "鉤", board = "鉤", romaji = "ko", betza = "RmasR", source = "x" }}
T = {{ name = "taking hook", kanji = "摩", board = "摩", romaji = "ma", betza = "RmcasR", source = "x" }}
A = {{ name = "hopper", kanji = "弓", board = "弓", romaji = "yumi", betza = "BrlRfpafBfA", source = "x" }}
C = {{ name = "cannon", kanji = "砲", board = "砲", romaji = "ho", betza = "mRpafR", source = "x" }}
L = {{ name = "walker", kanji = "獅", board = "獅", romaji = "shi", betza = "QmcaKmcamcaK", source = "x" }}
P = {{ name = "pawn", kanji = "兵", board = "兵", romaji = "hei", betza = "fW", source = "x" }}
"""

RULES = [
    ("protected-royal", "after", 7),
    ("protected-royal", "before", 7),
    ("protected-piece", "after", 6),
    ("protected-piece-by-emperor", "after", 6),
    ("protected-square", "after", 6),
    ("protected-square", "before", 6),
]


def row_text(cells: str) -> str:
    """Write one row: empty squares, here dots, are counted."""
    parts = re.findall(r"\.+|.", cells)
    return ",".join(str(len(part)) if part.startswith(".") else part for part in parts)


def crowd(dice: random.Random, emperors: int) -> str:
    """Scatter emperors of both sides, and four to nine others."""
    pieces = ["E", "e", *(dice.choice("Ee") for _ in range(emperors - 2))]
    pieces += [dice.choice("QRBHTACLPqrbhtaclp") for _ in range(dice.randint(4, 9))]
    board = dict(zip(dice.sample(range(36), len(pieces)), pieces, strict=True))
    rows = ["".join(board.get(row * 6 + column, ".") for column in range(6)) for row in range(6)]
    return f"{'/'.join(map(row_text, rows))} {dice.choice('bw')} - 1"


@pytest.mark.parametrize(("emperor", "protection", "most"), RULES)
def test_crowds_of_emperors(emperor: str, protection: str, most: int) -> None:
    text = GAME.format(emperor=emperor, protection=protection, betza="U")
    rules, reference = mujo.RuleSet.from_toml(text), from_content(tomllib.loads(text), "crowds.toml")
    dice = random.Random(f"crowds {emperor} {protection}")
    verdicts: Counter[bool] = Counter()
    for _ in range(POSITIONS):
        position = crowd(dice, dice.randint(5, most))
        board, game = mujo.Board(position, rules), mujo_reference.Game(position, reference)
        moves = set(agree(board, game))
        for start, end in itertools.product(board.royals(board.turn), board.royals(not board.turn)):
            verdicts[rules.square_name(start) + rules.square_name(end) in moves] += 1
    assert verdicts[False] > POSITIONS // 2, "captures that the rule forbids"
    assert verdicts[True] > POSITIONS // 2 or emperor == "protected-piece-by-emperor", "captures that it allows"


@pytest.mark.parametrize(("emperor", "protection"), [rule[:2] for rule in RULES])
@pytest.mark.parametrize(("betza", "least"), [("U", 12), ("Q", 12), ("NADaK", 6), ("RmasR", 6)])
def test_more_emperors_than_are_played_out(emperor: str, protection: str, betza: str, least: int) -> None:
    """Beyond ten emperors, or four of several legs, captures are counted (rule 5.4); `explain` agrees with the list."""
    text = GAME.format(emperor=emperor, protection=protection, betza=betza)
    rules, reference = mujo.RuleSet.from_toml(text), from_content(tomllib.loads(text), "crowds.toml")
    dice = random.Random(f"counted {emperor} {protection} {betza}")
    refused = 0
    for _ in range(6):
        position = crowd(dice, dice.randint(least, 14))
        board, game = mujo.Board(position, rules), mujo_reference.Game(position, reference)
        moves = set(agree(board, game))
        for start, end in itertools.product(board.royals(board.turn), board.royals(not board.turn)):
            move = rules.square_name(start) + rules.square_name(end)
            if move not in moves:
                refusal = board.explain(move)
                assert refusal is not None, f"{position} {move}"
                refused += refusal.code == "illegal_move.emperor"
    assert refused > 6


@pytest.mark.parametrize(
    ("betza", "most"), [("Q", 4), ("NADaK", 4), ("KavK", 4), ("RmasR", 4), ("RmcasR", 4), ("QmcaKmcamcaK", 3)]
)
def test_an_emperor_of_other_powers(betza: str, most: int) -> None:
    """In games of one's own: it may take on its way, stand where its victim did not, or turn."""
    dice = random.Random(f"powers {betza}")
    for emperor, protection, _ in RULES:
        text = GAME.format(emperor=emperor, protection=protection, betza=betza)
        rules, reference = mujo.RuleSet.from_toml(text), from_content(tomllib.loads(text), "crowds.toml")
        for _ in range(POSITIONS // 4 if most > 3 else 4):
            position = crowd(dice, dice.randint(2, most))
            board, game = mujo.Board(position, rules), mujo_reference.Game(position, reference)
            agree(board, game)
            for square, (letter, side) in itertools.product(dice.sample(range(36), 3 if most > 3 else 1), SIDES):
                found = [rules.square_name(start) for start in board.attackers(square, side)]
                assert found == game.attackers(rules.square_name(square), letter), f"{position} {square} {letter}"


def test_an_emperor_taken_on_the_way_guards_nothing() -> None:
    """Rule 5.4, protected-piece-by-emperor: only an enemy emperor that the move does not capture forbids it."""
    text = GAME.format(emperor="protected-piece-by-emperor", protection="after", betza="NADaK")
    rules, reference = mujo.RuleSet.from_toml(text), from_content(tomllib.loads(text), "crowds.toml")
    for position, allowed in (("6/6/3,e,2/2,E,3/6/6 b - 1", True), ("6/6/3,e,2/2,E,3/6/5,e b - 1", False)):
        board, game = mujo.Board(position, rules), mujo_reference.Game(position, reference)
        moves = agree(board, game)
        assert ("4d3c4d" in moves) is allowed, "taken without moving"
        assert ("4d3c2b" in moves) is allowed, "taken on the way"
        assert ("4d3c" in moves) is allowed
        assert "4d4b" in moves


def test_a_board_full_of_emperors_takes_no_time() -> None:
    """By the definition alone twenty emperors took half a minute."""
    rows = "/".join(row_text("".join("Ee"[(row + column) % 2] for column in range(25))) for row in range(25))
    began = time.process_time()
    board = mujo.Board(f"{rows} b - 1")
    assert len(board.legal_moves) > 0
    assert time.process_time() - began < 20
