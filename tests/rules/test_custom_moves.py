"""Moves that no bundled game has, in both engines: jumps to empty squares, dead ends of leapers."""

from __future__ import annotations

import tomllib

import pytest

import mujo
import mujo_reference

GAME = """
format = 1
name = "study"
title = "A study"
description = "one piece on a small board"
source = "a study"
[board]
files = 7
ranks = 7
[setup]
position = "{position} b - 1"
[options]
{options}
[pieces]
X = {{ name = "piece", kanji = "駒", board = "駒", romaji = "koma", {move}, promotes = "S", source = "a study" }}
S = {{ name = "stone", kanji = "石", board = "石", romaji = "ishi", betza = "bW", source = "a study" }}
J = {{ name = "jumper", kanji = "跳", board = "跳", romaji = "chō", betza = "jcR", rank = 1, source = "a study" }}
"""


def moves(betza: str, position: str, rank: int = 0, **options: str | int) -> set[str]:
    """Return the moves of both engines, which must agree."""
    lines = [f'{name} = {{ value = {value!r}, source = "a study" }}' for name, value in options.items()]
    move = f'betza = "{betza}", rank = {rank}'
    text = GAME.format(move=move, position=position, options="\n".join(lines))
    found = {str(move) for move in mujo.Board(rules=mujo.RuleSet.from_toml(text)).legal_moves}
    rules = mujo_reference.from_content(tomllib.loads(text), "study.toml")
    assert found == set(mujo_reference.Game(rules=rules).legal_moves())
    return found


@pytest.mark.parametrize("value", ["any", "lower", "not-royal"])
def test_a_jump_may_end_on_an_empty_square(value: str) -> None:
    """`jR` without `c`: over s to the squares behind it; the jumper there has an equal rank and stops the jump."""
    found = moves("fjR", "7/3,j,3/7/3,s,3/7/7/3,X,3", rank=1, jump_victims=value, promotion="never")
    wanted = {"4g4f", "4g4e", "4g4d", "4g4c"} | ({"4g4b"} if value != "lower" else set())
    assert found == wanted


def test_a_leap_out_and_back_is_no_way_out_of_a_dead_end() -> None:
    """From 4c it leaps to 4a; there its only path leaps out and back, which leads nowhere, so it must promote."""
    assert moves("fDbDmabD", "7/7/3,X,3/7/7/7/7", promotion="shogi", promotion_zone=3) >= {"4c4a+", "4c4a"}, (
        "back from 4a"
    )
    assert moves("fDmabD", "7/7/3,X,3/7/7/7/7", promotion="shogi", promotion_zone=3) == {"4c4a+"}


def test_steps_out_and_back_are_a_move() -> None:
    """A pass is a move, so a piece that can only pass is at no dead end."""
    assert moves("fWbWabW", "7/3,X,3/7/7/7/7/7", promotion="shogi", promotion_zone=3) >= {"4b4a", "4b4a+"}
