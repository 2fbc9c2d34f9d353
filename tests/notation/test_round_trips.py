"""Every legal move's text reads back as that move, and no two moves of a position share one."""

from __future__ import annotations

import random

import pytest

from crowded import crowded_positions, random_game
from mujo import Board, RuleSet, rule_set_names
from mujo.notation import format_hodges, format_japanese, parse_hodges, parse_japanese

SEED = 20261129

VARIED = [
    RuleSet("maka", contagion_order="choice"),
    RuleSet("maka", hook_captures=2),
    RuleSet("maka", readings={"TK": "free3"}),
    RuleSet("tai", promotion="never"),
]


def check(board: Board, dice: random.Random, most: int = 60) -> None:
    moves = list(board.legal_moves)
    moves = dice.sample(moves, min(most, len(moves)))
    for write, read in ((format_hodges, parse_hodges), (format_japanese, parse_japanese)):
        texts = {write(board, move): move for move in moves}
        assert len(texts) == len(moves)
        for text, move in texts.items():
            assert read(board, text) == move, (board.sfen(), text)


@pytest.mark.parametrize("name", rule_set_names())
def test_every_move_of_a_game(name: str) -> None:
    dice = random.Random(SEED)
    board = random_game(RuleSet(name), dice, 80)
    check(board, dice)


@pytest.mark.parametrize(
    "rules",
    [*map(RuleSet, rule_set_names()), *VARIED],
    ids=lambda rules: rules.name,
)
def test_every_move_in_a_crowd(rules: RuleSet) -> None:
    dice = random.Random(SEED)
    for board, _ in zip(crowded_positions(rules, dice), range(4), strict=False):
        check(board, dice)


def test_a_choice_between_two_infections() -> None:
    """The two results have texts of their own."""
    rules = RuleSet("maka", contagion_order="choice")
    board = Board("k,18/19/19/19/19/19/19/19/9,dv,9/9,ds,9/9,LN,9/19/19/19/19/19/19/19/18,K", rules)
    moves = [move for move in board.legal_moves if move.usi().startswith("10k10j10i")]
    texts = {format_hodges(board, move): move.usi() for move in moves}
    assert texts == {"LNx10jx10i+": "10k10j10i+", "LNx10jx10i+DS": "10k10j10i+DS"}
    japanese = [format_japanese(board, move) for move in moves]
    assert sorted(japanese) == ["１０十・１０九獅子成", "１０十・１０九獅子成無明"]
    assert [parse_japanese(board, text) for text in japanese] == moves


def test_igui_of_two() -> None:
    """The free lion takes two and comes home: both victims are written, and the end."""
    rules = RuleSet("maka", readings={"TK": "free3"})
    board = Board("k,18/19/19/19/19/19/19/19/19/9,p,p,8/9,+DV,9/19/19/19/19/19/19/19/18,K", rules)
    move = board.parse_move("10k9j10j10k")
    assert format_hodges(board, move) == "+DVx9jx10j-10k"
    assert format_japanese(board, move) == "９十・１０十・１０十一成提婆"
    check(board, random.Random(SEED), 10_000)
