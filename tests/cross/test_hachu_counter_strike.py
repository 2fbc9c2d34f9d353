"""HaChu, where it is installed, forbids the same captures in the turn after a lion was captured (rule 7.3).

Its usual rule is that of `chu`; with its option "Okazaki rule" it frees unprotected lions, as `jcsa` does.
"""

from __future__ import annotations

from random import Random

import pytest

import mujo
from cross.hachu_moves import HaChu, find
from cross.test_chu_cross import crowds
from mujo import lishogi

PATH = find()
TYPES = ["LN", "LN", "LN", "+KR", "P", "GB", "G", "S", "B", "R", "+DH", "+DK", "Q", "L"]
FREE = mujo.RuleSet("chu", bare_king="off", repetition="none", lion_trading="off")
WANTED = 15


@pytest.mark.skipif(PATH is None, reason="HaChu is not installed")
@pytest.mark.timeout(300)
@pytest.mark.parametrize(("value", "okazaki"), [("chu", 0), ("jcsa", 1)])
def test_the_same_counter_strikes(value: str, okazaki: int) -> None:
    assert PATH is not None
    rules = mujo.RuleSet(FREE.name.replace("lion_trading=off", f"lion_trading={value}"))
    random = Random(f"okazaki {value}")
    answers: list[bool] = []
    for text in crowds(random, 2000, 12, TYPES, kings=False, states=0):
        setup = mujo.Setup(text, rules)
        setup.turn = mujo.BLACK
        for corner, king in (("12l", "K"), ("1a", "k")):
            setup.put(corner, king)
        board = setup.board()
        first = next((move for move in board.legal_captures() if takes_a_lion(board, move)), None)
        if first is None:
            continue
        after = board.play(first)
        if is_a_royal_in_danger(board) or is_a_royal_in_danger(after):
            continue
        words = after.sfen().split()
        free = mujo.Board(" ".join([*words[:2], "-", words[3]]), FREE)
        seconds = [move for move in free.legal_captures() if takes_a_lion(free, move) and not move.promotes]
        if not seconds:
            continue
        with HaChu(PATH, "chu", rules) as other:
            placement = lishogi.position_text(board).split()[0]
            other.ask(f"option Okazaki rule={okazaki}", f"setboard {placement}", "force")
            assert other.play(first)
            for second in seconds[:3]:
                answers.append(after.is_legal(second.usi()))
                assert other.takes(other.write(second)) == answers[-1], (after.sfen(), str(second))
        if len(answers) >= WANTED and (value == "chu" or any(answers)):
            break
    assert len(answers) >= WANTED
    assert not all(answers)
    assert any(answers) == (value == "jcsa")


def is_a_royal_in_danger(board: mujo.Board) -> bool:
    """Return whether a royal of either side could be captured: HaChu then knows few of the legal moves."""
    royals = [(square, side) for side in (True, False) for square in board.royals(side)]
    return any(board.is_attacked_by(square, not side) for square, side in royals)


def takes_a_lion(board: mujo.Board, move: mujo.Move) -> bool:
    """Return whether a piece other than a lion captures a lion."""

    def is_lion(square: int) -> bool:
        piece = board.piece_at(square)
        return piece is not None and board.rules.moves_as(piece).id == "LN"

    return not is_lion(move.from_square) and any(is_lion(square) for square in move.captures)
