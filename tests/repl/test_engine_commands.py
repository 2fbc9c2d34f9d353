"""The engine at the prompt: an opponent at a level, hints, analysis."""

from __future__ import annotations

import pytest

from mujo import BLACK, WHITE, Board
from mujo.diagrams import Style
from mujo.repl import opponent
from mujo.repl.session import Session
from mujo.repl.view import View
from prompt_lines import refuse, say


@pytest.fixture
def chu(monkeypatch: pytest.MonkeyPatch) -> Session:
    monkeypatch.setattr(opponent, "_SECONDS", 0.1)
    monkeypatch.setattr("mujo.repl.commands.engine._HINT_SECONDS", 0.1)
    monkeypatch.setattr("mujo.repl.commands.engine._ANALYSIS_SECONDS", 0.1)
    return Session(Board(rules="chu"), View(Style.IDS, 100, show_board=False))


def test_the_engine_answers_each_move_and_both_are_taken_back(chu: Session) -> None:
    assert "White at level 2" in say(chu, "against 2")
    answer = say(chu, "6i6h")
    assert "The engine plays" in answer
    assert (chu.board.ply, chu.board.turn) == (2, BLACK)
    say(chu, "undo")
    assert (chu.board.ply, chu.board.turn) == (0, BLACK)
    say(chu, "redo 2")
    assert chu.board.ply == 2


def test_the_engine_begins_if_it_plays_black(chu: Session) -> None:
    say(chu, "against 1 black")
    assert (chu.board.ply, chu.board.turn) == (1, WHITE)
    say(chu, "level 4")
    assert chu.opponent is not None
    assert chu.opponent.level == 4
    assert "depth" not in say(chu, "reasons")
    say(chu, "against off")
    assert chu.opponent is None


def test_go_changes_sides(chu: Session) -> None:
    say(chu, "against 1")
    say(chu, "go")
    assert (chu.board.ply, chu.board.turn) == (1, WHITE)
    say(chu, "8d8e")
    assert chu.board.ply == 3


def test_hint_analysis_and_evaluation_leave_the_game_alone(chu: Session) -> None:
    before = chu.board.sfen()
    assert "(" in say(chu, "hint")
    lines = say(chu, "analyse 2").splitlines()
    assert "units of a pawn" in lines[0]
    terms = say(chu, "eval").splitlines()
    total = sum(float(line.split()[1]) for line in terms[1:-1] if len(line.split()) == 2)
    assert float(next(line for line in terms if "total" in line).split()[1]) == pytest.approx(total, abs=0.05)
    assert chu.board.sfen() == before


def test_the_engine_refuses_an_early_draw(chu: Session) -> None:
    say(chu, "against 3")
    assert "too early" in say(chu, "draw")
    assert not chu.is_over


@pytest.mark.parametrize("line", ["against 0", "against 11", "against three", "against off", "level 3", "analyse 0"])
def test_wrong_lines_are_refused(chu: Session, line: str) -> None:
    refuse(chu, line)
    assert chu.opponent is None
