"""What the prompt does on a terminal beside answering: completion, games that were cut off, lines of earlier days."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from mujo import MujoError
from mujo.notation import format_hodges
from mujo.record import read_record
from mujo.repl.complete import Proposer
from mujo.repl.session import Session
from mujo.repl.state import Autosave, state_folder
from pseudo_terminal import Terminal

needs_posix = pytest.mark.skipif(os.name != "posix", reason="needs pseudo-terminals and signals")
WON = ("4d3d", "3a3b", "3d3b+")


def texts(session: Session, line: str) -> list[str]:
    return [proposal.text for proposal in Proposer(session).propose(line)]


@pytest.mark.parametrize(
    ("line", "some"),
    [
        ("mo", "moves"),
        ("help lio", "LN"),
        ("help ro", "R"),
        ("help ig", "igui"),
        ("help 3.", "3.4"),
        ("show li", "lion"),
        ("board ", "kanji2"),
        ("setup ", "put"),
        ("setup put R", "R"),
        ("new ", "tai"),
        ("learn ", "maka"),
        ("ro", "R"),
        ("LN", "LN--"),
        ("lion", "LN--"),
        ("4d-3", "4d3d"),
        ("moves ", "4d"),
        ("show 4", "4d"),
        ("why 4d3", "4d3d"),
        ("attackers 3a", "3a"),
        ("new maka/t", "maka/tsa"),
        ("compare tai/tsa tai/g", "tai/gcsa"),
        ("board kanji", "kanji2"),
        ("setup p", "put"),
        ("resign w", "white"),
        ("4d", "4d3d"),
        ("4", "4d"),
        ("4d3", "4d3d"),
        ("R", "R-3d"),
        ("R-3", "R-3d"),
        ("r 3d", "R-3d"),
        ("LN-", "LN--"),
    ],
)
def test_proposals(session: Session, line: str, some: str) -> None:
    assert some in texts(session, line)


def test_proposals_say_what_they_mean(session: Session) -> None:
    meanings = {proposal.text: proposal.meaning for proposal in Proposer(session).propose("4d3")}
    assert meanings["4d3d"] == "R from 4d to 3d"
    session.play(WON[0])
    session.play(WON[1])
    meanings = {proposal.text: proposal.meaning for proposal in Proposer(session).propose("x")}
    assert meanings == {"x3b": "captures k king: R from 3d to 3b, taking k on 3b, becoming +R"}


def test_every_legal_move_is_proposed(session: Session) -> None:
    for move in session.board.legal_moves:
        for text in (move.usi(), format_hodges(session.board, move)):
            found = [proposal for proposal in Proposer(session).propose(text) if proposal.text == text]
            assert found, text
            assert found[0].replaces == len(text)


def test_nothing_is_proposed_after_the_end(session: Session) -> None:
    for move in WON:
        session.play(move)
    for line in ("4", "x", "LN-", "", " "):
        assert texts(session, line) == []


def test_proposals_follow_the_game(session: Session) -> None:
    proposer = Proposer(session)
    assert "R-3d" in [proposal.text for proposal in proposer.propose("R-")]
    assert "K-4d" not in [proposal.text for proposal in proposer.propose("K-")]
    session.play("4d3d")
    session.play("3a3b")
    assert "R-4d" in [proposal.text for proposal in proposer.propose("R-")]
    assert "K-4d" in [proposal.text for proposal in proposer.propose("K-")]


def test_the_state_folder(monkeypatch: pytest.MonkeyPatch, state_home: Path) -> None:
    assert state_folder() == state_home / "mujo"
    monkeypatch.setenv("XDG_STATE_HOME", "relative")
    monkeypatch.setenv("HOME", str(state_home))
    if os.name == "posix":
        assert state_folder() == state_home / ".local" / "state" / "mujo"


def test_autosave(session: Session, tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "folder"
    autosave = Autosave(folder)
    autosave.keep(session)
    assert not autosave.is_kept()
    session.play(WON[0])
    autosave.keep(session)
    assert read_record(autosave.path).moves == WON[:1]
    for move in WON[1:]:
        session.play(move)
    autosave.keep(session)
    assert not autosave.is_kept()
    autosave.release()
    assert list(folder.iterdir()) == []


def test_a_game_keeps_the_moves_that_were_taken_back(session: Session, tmp_path: Path) -> None:
    autosave = Autosave(tmp_path)
    session.play(WON[0])
    session.play(WON[1])
    session.undo(2)
    autosave.keep(session)
    assert read_record(autosave.path).moves == WON[:2]
    autosave.release()


def test_a_cut_off_game_is_continued_by_one_prompt_only(session: Session, tmp_path: Path) -> None:
    first, second, third = Autosave(tmp_path), Autosave(tmp_path), Autosave(tmp_path)
    session.play(WON[0])
    first.keep(session)
    # Its prompt runs still.
    assert second.lost() is None
    first.release()
    found = second.lost()
    assert found is not None
    assert found.moves == WON[:1]
    assert second.path == first.path
    assert third.lost() is None
    second.abandon()
    assert third.lost() is not None
    third.release()


def test_a_spoilt_file_is_not_offered(tmp_path: Path) -> None:
    (tmp_path / "game-0123456789ab.json").write_text("spoilt")
    assert Autosave(tmp_path).lost() is None


def test_a_folder_that_cannot_be_made(session: Session, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    session.play(WON[0])
    with pytest.raises((MujoError, OSError)):
        Autosave(tmp_path / "file" / "x").keep(session)


@needs_posix
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGHUP, signal.SIGTERM])
@pytest.mark.parametrize("answer", ["y", "n"])
def test_a_game_survives_its_terminal(small_file: Path, state_home: Path, number: int, answer: str) -> None:
    first = Terminal(["--rules", str(small_file)])
    try:
        first.wait_for("Black 1>")
        first.type("4d3d\r")
        first.wait_for("White 2>")
        first.program.send_signal(number)
        first.program.wait(30)
    finally:
        first.close()
    second = Terminal(["--rules", str(small_file)])
    try:
        second.wait_for("A game of small was cut off after 1 move.")
        second.wait_for("[y/n]")
        second.type(f"{answer}\r")
        if answer == "n":
            second.wait_for("Black 1>")
            second.type("games 1\r")
        second.wait_for("White 2>")
        second.type("3a3b\r")
        second.wait_for("Black 3>")
        second.type("x3b\r")
        second.wait_for("Black wins")
        second.type("quit\r")
        assert second.end() == 0
    finally:
        second.close()
    left = sorted(path.name for path in (state_home / "mujo").iterdir() if path.suffix != ".lock")
    assert left == ["history"]


@needs_posix
def test_lines_stay_over_sessions(small_file: Path) -> None:
    for line, shown in (("position\r", "b - 1"), ("\x1b[A\r", "b - 1")):
        terminal = Terminal(["--rules", str(small_file)])
        try:
            terminal.wait_for("Black 1>")
            terminal.type(line)
            terminal.wait_for(shown)
            terminal.wait_for("Black 1>")
            terminal.type("\x04")
            assert terminal.end() == 0
        finally:
            terminal.close()


@needs_posix
def test_completion_on_the_terminal(small_file: Path) -> None:
    terminal = Terminal(["--rules", str(small_file)])
    try:
        terminal.wait_for("Black 1>")
        terminal.type("4d3")
        terminal.wait_for("R from 4d to 3d")
        terminal.type("\t\r")
        terminal.wait_for("White 2>")
        terminal.type("perft 2\r")
        terminal.wait_for("lines of play of 2 plies")
        terminal.type("quit\r")
        terminal.wait_for("The game is kept")
        assert terminal.end() == 0
    finally:
        terminal.close()


@needs_posix
def test_no_colour_if_not_wanted(small_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    coloured = {}
    for value in ("", "1"):
        monkeypatch.setenv("NO_COLOR", value)
        terminal = Terminal(["--rules", str(small_file)])
        try:
            terminal.wait_for("Black 1>")
            coloured[value] = "\x1b[36m" in terminal.raw
            terminal.type("quit\r")
            assert terminal.end() == 0
        finally:
            terminal.close()
    assert coloured == {"": True, "1": False}


@needs_posix
def test_a_game_under_other_rules_stays_where_it_is(small_file: Path, state_home: Path) -> None:
    folder = state_home / "mujo"
    folder.mkdir()
    kept = folder / "game-999999999.json"
    kept.write_text(
        '{"format": "mujo-record", "version": 1, "rules": {"name": "gone", "options": {}, "readings": {}}, '
        '"start": "startpos", "moves": ["4d3d"], "result": null, "termination": null}'
    )
    terminal = Terminal(["--rules", str(small_file)])
    try:
        terminal.wait_for("A game of gone was cut off")
        terminal.type("perhaps\r")
        terminal.type("y\r")
        terminal.wait_for("so it stays in")
        terminal.wait_for("Black 1>")
        terminal.type("quit\r")
        assert terminal.end() == 0
    finally:
        terminal.close()
    assert kept.exists()


@needs_posix
def test_a_state_folder_that_cannot_be_used(small_file: Path, state_home: Path) -> None:
    (state_home / "mujo").write_text("a file")
    terminal = Terminal(["--rules", str(small_file)])
    try:
        terminal.wait_for("Black 1>")
        terminal.type("4d3d\r")
        terminal.wait_for("The game is not kept while you play")
        terminal.wait_for("White 2>")
        terminal.type("3a3b\r")
        terminal.wait_for("Black 3>")
        terminal.type("x3b\r")
        terminal.wait_for("Black wins")
        terminal.type("quit\r")
        assert terminal.end() == 0
    finally:
        terminal.close()
    assert terminal.screen.count("The game is not kept") == 1


@needs_posix
def test_page_keys_scroll_and_keep_the_line(state_home: Path) -> None:
    terminal = Terminal([], columns=80, rows=24)
    try:
        terminal.wait_for("Black 1>")
        terminal.type("8r8\x1b[6~")
        terminal.wait_for("board whole")
        terminal.wait_for("Black 1>")
        terminal.type("q\r")
        terminal.wait_for("White 2>")
        terminal.type("quit\r")
        assert terminal.end() == 0
    finally:
        terminal.close()


@needs_posix
def test_nothing_that_a_kept_file_holds_is_obeyed(small_file: Path, state_home: Path) -> None:
    folder = state_home / "mujo"
    folder.mkdir()
    hostile = "gone\\u001b[2J\\u202e"
    (folder / "game-0123456789ab.json").write_text(
        '{"format": "mujo-record", "version": 1, '
        f'"rules": {{"name": "{hostile}", "options": {{}}, "readings": {{}}}}, '
        '"start": "startpos", "moves": ["4d3d"], "result": null, "termination": null}'
    )
    terminal = Terminal(["--rules", str(small_file)])
    try:
        terminal.wait_for("was cut off")
        terminal.wait_for("[y/n]")
        assert "\x1b[2J" not in terminal.raw
        assert "\u202e" not in terminal.raw
        terminal.type("n\r")
        terminal.wait_for("Black 1>")
        terminal.type("games\r")
        terminal.wait_for("\\x1b[2J")
        assert "\u202e" not in terminal.raw
        terminal.type("quit\r")
        assert terminal.end() == 0
    finally:
        terminal.close()
