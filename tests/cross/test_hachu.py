"""HaChu, where it is installed, lists the same legal moves of dai and wa.

Known differences, which the test allows for: HaChu's list leaves out moves that decline a promotion, but it takes them;
its pass does not say which piece passes; it lists nothing sensible while the last king can be taken, so a game ends
there. It refuses repetitions unless told otherwise.
"""

from __future__ import annotations

import random

import pytest

import mujo
from cross.hachu_moves import HaChu, find

POSITIONS = 200
PATH = find()


@pytest.mark.skipif(PATH is None, reason="HaChu is not installed")
@pytest.mark.timeout(300)
@pytest.mark.parametrize(("game", "variant"), [("dai", "dai"), ("wa", "wa-shogi")])
def test_the_same_moves_in_positions_of_random_games(game: str, variant: str) -> None:
    assert PATH is not None
    rules = mujo.RuleSet(game, repetition="none")
    compared = declined = 0
    for seed in range(1, 40):
        dice = random.Random(f"{game} {seed}")
        with HaChu(PATH, variant, rules) as other:
            board = mujo.Board(rules=rules)
            while compared < POSITIONS and board.ply < 150 and not can_take_the_last_king(board):
                ours = {"pass" if move.is_pass else move.usi(): move for move in board.legal_moves}
                if board.ply % 3 == 0:
                    theirs = other.moves()
                    where = f"{board.sfen()}\nonly HaChu: {theirs - set(ours)}, only mujo: {set(ours) - theirs}"
                    assert theirs <= set(ours), where
                    for text in set(ours) - theirs:
                        assert text + "+" in theirs, where
                        assert other.takes(other.write(ours[text])), where
                        declined += 1
                    compared += 1
                captures = list(board.legal_captures())
                move = dice.choice(captures if captures and dice.random() < 0.4 else list(board.legal_moves))
                assert other.play(move), f"{board.sfen()}\nHaChu refuses {move}"
                board.push(move)
    assert compared == POSITIONS
    assert declined > 20


def can_take_the_last_king(board: mujo.Board) -> bool:
    royals = board.royals(not board.turn)
    return board.is_game_over() or (len(royals) == 1 and any(royals[0] in move.captures for move in board.legal_moves))
