"""The state of the prompt, without input or output."""

from __future__ import annotations

import pytest

from mujo import BLACK, IllegalMoveError, InvalidPositionError, MujoError, NotationError, RuleSet
from mujo.record import Record
from mujo.repl.session import Session

WON = ("4d3d", "3a3b", "3d3b+")


def test_a_game_to_its_end(session: Session) -> None:
    for move in WON:
        session.play(move)
    outcome = session.board.outcome()
    assert outcome is not None
    assert outcome.winner == BLACK
    assert outcome.rule == "5.1"
    with pytest.raises(IllegalMoveError) as refusal:
        session.play("1e1d")
    assert refusal.value.code == "illegal_move.game_over"


def test_undo(session: Session) -> None:
    start = session.board.sfen()
    for move in WON:
        session.play(move)
    assert [move.usi() for move in session.undo(2)] == ["3d3b+", "3a3b"]
    with pytest.raises(MujoError, match="only 1 move has been played") as refusal:
        session.undo(2)
    assert refusal.value.code == "nothing_to_undo"
    session.undo()
    assert session.board.sfen() == start
    with pytest.raises(MujoError, match="no move has been played"):
        session.undo()


@pytest.mark.parametrize("text", ["4d4d", "9z9z", "4d3", "nonsense1"])
def test_a_refused_move_changes_nothing(session: Session, text: str) -> None:
    before = session.board.copy()
    with pytest.raises((NotationError, IllegalMoveError)):
        session.play(text)
    assert session.board == before
    assert session.board.move_stack == []


def test_new(session: Session) -> None:
    session.play(WON[0])
    session.new()
    assert session.board.move_stack == []
    assert session.board.rules.name == "small"
    session.new(RuleSet("maka"))
    assert session.board.rules.name == "maka"


def test_a_refused_position_changes_nothing(session: Session) -> None:
    session.play(WON[0])
    with pytest.raises(InvalidPositionError):
        session.set_position("5/5/5/5/5/5 b - 1")
    assert len(session.board.move_stack) == 1
    session.set_position("2,k,2/5/5/5/2,K,2 w - 7")
    assert session.board.move_number == 7
    assert session.board.move_stack == []


def test_records(session: Session) -> None:
    for move in WON:
        session.play(move)
    record = session.record()
    assert record.rules == "small"
    assert record.moves == WON
    assert record.result == "black"
    session.new()
    replay, _ = session.load(record)
    assert not replay.rest
    assert session.board.is_game_over()
    assert session.record() == record


def test_a_stated_result_is_kept_until_the_game_goes_on(session: Session) -> None:
    record = Record("small", session.board.sfen(), ("4d3d",), result="white", termination="resignation")
    session.load(record)
    assert session.record() == record
    session.undo()
    assert session.record().result is None


def test_a_record_is_loaded_up_to_its_fault(session: Session) -> None:
    replay, _ = session.load(Record("small", session.board.sfen(), ("4d3d", "1a1b", "3d3b+"), result="black"))
    assert replay.rest == ("1a1b", "3d3b+")
    assert replay.fault is not None
    assert replay.fault.code == "illegal_move.no_piece"
    assert session.record().moves == ("4d3d",)
    assert session.record().result is None
