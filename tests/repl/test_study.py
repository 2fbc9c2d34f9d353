"""Moves in every form, commands that study the position, undo and redo, setup."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from mujo import WHITE, AmbiguousMoveError, Board, MujoError
from mujo.diagrams import Style
from mujo.notation import format_hodges, format_japanese, read_move
from mujo.repl.session import Session, View
from prompt_lines import refuse, say

WON = ("4d3d", "3a3b", "3d3b+")
LION = "19/19/19/19/19/19/19/9,p,9/9,p,9/9,LN,9/19/19/19/19/19/19/19/19/19 b - 1"


def test_every_way_to_write_a_move_is_read(maka: Session) -> None:
    dice = random.Random(5)
    board = maka.board
    for _ in range(25):
        for move in dice.sample(list(board.legal_moves), 6):
            for text in (move.usi(), format_hodges(board, move), format_japanese(board, move)):
                assert read_move(board, text) == move, text
        board.push(dice.choice(list(board.legal_moves)))


@pytest.mark.parametrize(
    ("text", "usi"),
    [
        ("R 3d", "4d3d"),
        ("r 3d", "4d3d"),
        ("rook 3d", "4d3d"),
        ("飛 3d", "4d3d"),
        ("hisha 3d", "4d3d"),
        ("R 4d 3d", "4d3d"),
        ("LN--", "1e1e"),
        ("R-3d", "4d3d"),
        ("2e", None),
        ("3e 2e", "3e2e"),
    ],
)
def test_shorthand(session: Session, text: str, usi: str | None) -> None:
    if usi is None:
        with pytest.raises(MujoError):
            read_move(session.board, text)
    else:
        assert read_move(session.board, text).usi() == usi
        assert usi in say(session, text)


def test_shorthand_of_captures(session: Session) -> None:
    say(session, "4d3d")
    say(session, "3a3b")
    assert "3d3b+" in say(session, "x3b")
    assert session.board.is_game_over()


def test_ambiguity_shows_the_candidates() -> None:
    session = Session(Board(LION, "maka"), View(Style.IDS, 80))
    with pytest.raises(AmbiguousMoveError):
        read_move(session.board, "x10i")
    text = refuse(session, "LN 10h")
    assert "LNx10ix10h" in text
    assert "taking p on 10i and p on 10h" in text
    assert refuse(session, "x10i").count("\n") >= 5


def test_a_refused_shorthand_names_the_rule(session: Session) -> None:
    assert "rule 3.1" in refuse(session, "R 5e")
    assert "no piece of Black can capture on 5a, which is empty" in refuse(session, "x5a")
    assert "no such piece" in refuse(session, "HM 3d")


def test_redo_is_emptied_by_a_new_move(session: Session) -> None:
    for move in WON:
        session.play(move)
    session.undo(3)
    assert session.redoable == 3
    assert [move.usi() for move in session.redo(2)] == list(WON[:2])
    session.undo()
    assert "goes to (5): 2a 4a 2b 3b 4b" in say(session, "moves 3a")
    say(session, "3a2a")
    assert session.redoable == 0
    assert [game.record.moves for game in session.archive.games()] == [WON]
    refuse(session, "redo")
    assert session.record().replay(session.board.rules).board == session.board


def test_goto_and_history(session: Session) -> None:
    for move in WON:
        session.play(move)
    assert "After 1 move of 3" in say(session, "goto 1")
    assert "2 moves taken back" in say(session, "history")
    assert "1.R-3d" in say(session, "history")
    say(session, "goto end")
    assert session.board.is_game_over()
    refuse(session, "goto 9")
    say(session, "goto 0")
    assert session.redoable == 3


def test_people_end_games(session: Session) -> None:
    assert "White wins: resignation" in say(session, "resign")
    assert session.record().result == "white"
    assert "'resume' continues it" in refuse(session, "4d3d")
    refuse(session, "draw")
    say(session, "resume")
    say(session, "4d3d")
    assert "Draw: agreement" in say(session, "draw")
    assert (session.record().result, session.record().termination) == ("draw", "agreement")
    say(session, "undo")
    assert session.record().result is None
    assert "Black wins" in say(session, "resign white")
    refuse(session, "resign green")


def test_random(session: Session, maka: Session) -> None:
    maka.dice.seed(3)
    say(maka, "random 20")
    assert len(maka.board.move_stack) == 20
    session.dice.seed(1)
    say(session, "random 1000")
    assert session.is_over
    refuse(session, "random")


def test_setup(session: Session) -> None:
    before = session.board.sfen()
    assert "setup done" in say(session, "setup")
    say(session, "setup clear")
    say(session, "setup put k 3a")
    say(session, "setup put P 1d 2d")
    assert "Removed P." in say(session, "setup remove 2d")
    say(session, "setup turn white")
    say(session, "setup check")
    for line in ("setup put XX 1a", "setup put P 9z", "setup turn green", "setup dance", "setup put P"):
        refuse(session, line)
    assert session.board.sfen() == before
    say(session, "setup put K 3e")
    assert "A new game" in say(session, "setup done")
    assert session.board.turn == WHITE
    assert session.board.sfen().startswith("2,k,2/5/5/4,P/2,K,2 w")
    say(session, "setup clear")
    say(session, "setup cancel")
    assert session.setup is None


def test_attackers_threats_pieces(session: Session) -> None:
    say(session, "4d3d")
    assert "Black could capture there with: R-3d" in say(session, "attackers 3a")
    text = say(session, "threats")
    assert "royals in danger: k-3a by R" in text
    assert "Black (3" in say(session, "pieces")
    assert "P pawn" in say(session, "pieces all")


def test_rules_and_compare(maka: Session) -> None:
    assert "emperor = protected-square (rule 5.4)" in say(maka, "rules")
    assert "LD" in say(maka, "compare maka/western")
    assert "maka/tsa" in say(maka, "rules list")
    refuse(maka, "compare")
    refuse(maka, "compare nogame")
    assert say(maka, "perft 1") == "80 lines of play of 1 ply."
    refuse(maka, "perft 65")


def test_help_tells_contagion_and_other_sets(maka: Session) -> None:
    assert "whatever captures it becomes +DV" in say(maka, "help DV")
    assert "maka/western" in say(maka, "help LD")


def test_notes_of_a_loaded_record_are_kept(session: Session, tmp_path: Path) -> None:
    from dataclasses import replace

    for move in WON:
        session.play(move)
    record = replace(session.record(), tags={"Black": "Ito"}, comments={1: "check", 3: "won"})
    session.load(record)
    assert session.record() == record
    session.undo()
    assert session.record().comments == {1: "check"}
    assert session.record().tags == {"Black": "Ito"}


def test_any_order_of_undo_redo_and_moves_equals_a_replay(maka: Session) -> None:
    dice = random.Random(8)
    maka.dice = dice
    for _ in range(150):
        played = len(maka.board.move_stack)
        match dice.randrange(4):
            case 0 | 1:
                maka.play_random(dice.randrange(1, 4))
                assert maka.redoable == 0
            case 2:
                maka.undo(dice.randrange(played + 1))
            case 3:
                maka.go_to(dice.randrange(played + maka.redoable + 1))
        replay = maka.record().replay()
        assert not replay.rest
        assert replay.board == maka.board
        assert replay.board.move_stack == maka.board.move_stack


def test_threats_list_royals_in_danger_and_attacked_pieces(maka: Session) -> None:
    # The rook attacks a covered pawn and a lance that nothing covers; the gold, which is to move, covers nothing.
    maka.set_position("19/19/19/9,k,9/19/10,p,8/9,p,1,R,4,l,2/19/19/19/19/19/19/19/19/19/19/19/9,K,9 w - 1")
    lines = [line.strip() for line in say(maka, "threats").splitlines()]
    white = lines[: lines.index("Black:")]
    assert "attacked and undefended (2): l-3g by R, p-10g by R" in white
    maka.set_position("19/19/19/9,k,9/19/9,g,9/9,p,1,R,4,l,2/9,R,9/19/19/19/19/19/19/19/19/19/19/9,K,9 w - 1")
    lines = [line.strip() for line in say(maka, "threats").splitlines()]
    assert "attacked and defended (1): p-10g by 2R" in lines[: lines.index("Black:")]
    maka.set_position("19/19/19/9,k,9/19/9,R,9/19/19/19/19/19/19/19/19/19/19/19/19/9,K,9 w - 1")
    assert "royals in danger: k-10d by R" in say(maka, "threats")


def test_small_letters_are_read_where_no_other_id_is_meant(maka: Session) -> None:
    assert read_move(maka.board, "p-10m").usi() == "10n10m"
    maka.set_position(LION)
    assert read_move(maka.board, "lnx!10i=").usi() == "10j10i10j"


def test_why_of_shorthand_names_rule_and_squares(session: Session) -> None:
    text = say(session, "why R 5e")
    assert text.startswith("Not legal: ")
    assert "'help 3.1' explains the rule." in text
    assert say(session, "why R 3d") == "Legal (4d3d): R from 4d to 3d."


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("redo 0", "Usage"),
        ("goto x", "Usage"),
        ("random 0", "Usage"),
        ("attackers", "Usage"),
        ("pieces some", "Usage"),
        ("compare a b c", "Usage"),
        ("show", "Usage"),
        ("why", "Usage"),
        ("attackers 99z", ""),
        ("rules nogame", ""),
    ],
)
def test_new_commands_refuse_and_change_nothing(session: Session, line: str, said: str) -> None:
    before = session.record()
    assert said in refuse(session, line)
    assert session.record() == before


def test_the_mark_of_a_shorthand_decides_on_promotion() -> None:
    board = Board(LION.replace("9,p,9/9,p,9", "19/9,p,9"), "maka")
    with pytest.raises(AmbiguousMoveError):
        read_move(board, "LN x10i")
    with pytest.raises(AmbiguousMoveError):
        read_move(board, "LN 10i+")
    corner = Board("19/19/19/19/19/19/19/19/9,p,9/9,R,9/19/19/19/19/19/19/19/19/19 b - 1", "maka")
    assert read_move(corner, "R 10i+").usi() == "10j10i+"
    assert read_move(corner, "R 10i=").usi() == "10j10i"
    assert read_move(corner, "x10i+").usi() == "10j10i+"


def test_comments_of_moves_that_are_replaced_are_gone(session: Session) -> None:
    from dataclasses import replace

    for move in WON:
        session.play(move)
    session.load(replace(session.record(), comments={0: "begin", 1: "check", 2: "flees", 3: "won"}))
    session.undo(2)
    session.play("3a2a")
    assert session.record().comments == {0: "begin", 1: "check"}
