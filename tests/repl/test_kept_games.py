"""Nothing that a person has played is lost: games that are left, lines that are left, files that exist."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mujo import MujoError, RuleSet
from mujo.record import LOSSLESS, Format, format_game, read_record, record_of
from mujo.repl.archive import MOST_GAMES, FolderArchive
from mujo.repl.session import Session
from prompt_lines import refuse, say

WON = ("4d3d", "3a3b", "3d3b+")


def moves_of(session: Session) -> list[tuple[str, ...]]:
    return [game.record.moves for game in session.archive.games()]


@pytest.mark.parametrize("leave", ["new", "new maka", "position", "load", "setup", "startpos", "games"])
def test_a_game_that_is_left_is_kept_and_undo_returns(session: Session, tmp_path: Path, leave: str) -> None:
    path = tmp_path / "other.json"
    start = session.board.sfen()
    say(session, f"save {path}")
    lines = {
        "position": [f"position {start}"],
        "load": [f"load {path}"],
        "setup": ["setup turn white", "setup done"],
        "startpos": ["position startpos moves 4d4c"],
        "games": ["new", "games 1"],
    }.get(leave, [leave])
    if leave == "games":
        say(session, "4d4c")
        say(session, "new")
        lines = ["games 1"]
    say(session, "4d3d")
    say(session, "3a3b")
    before = session.board.copy()
    for line in lines:
        said = say(session, line)
    assert "'undo' returns to it" in said
    assert WON[:2] in moves_of(session)
    while session.board.move_stack:
        say(session, "undo")
    assert "Back in the game before" in say(session, "undo")
    assert session.board == before
    assert session.board.move_stack == before.move_stack
    assert WON[:2] not in moves_of(session)


def test_a_game_without_moves_or_in_a_file_is_not_kept(session: Session, tmp_path: Path) -> None:
    assert "kept" not in say(session, "new")
    say(session, "4d3d")
    say(session, f"save {tmp_path / 'a.json'}")
    assert "kept" not in say(session, "new")
    assert moves_of(session) == []
    # It can be returned to all the same.
    say(session, "undo")
    assert [move.usi() for move in session.board.move_stack] == ["4d3d"]


def test_a_line_that_is_left_after_undo_is_kept(session: Session) -> None:
    for move in WON:
        say(session, move)
    say(session, "undo 2")
    # The next move of the line itself leaves nothing.
    say(session, "3a3b")
    assert session.redoable == 1
    assert moves_of(session) == []
    say(session, "undo")
    assert "are kept" in say(session, "3a2a")
    assert moves_of(session) == [WON]
    say(session, "games 1")
    # Back where the line was left, with its moves to redo.
    assert [move.usi() for move in session.board.move_stack] == ["4d3d"]
    assert session.redoable == 2


def test_a_refused_move_keeps_the_line(session: Session) -> None:
    say(session, "4d3d")
    say(session, "undo")
    refuse(session, "4d5c")
    assert session.redoable == 1
    assert moves_of(session) == []


def test_the_last_ten_games_are_listed(session: Session) -> None:
    for number in range(MOST_GAMES + 2):
        say(session, "4d3d")
        if number % 2:
            say(session, "3a3b")
        say(session, "new")
    text = say(session, "games")
    assert len(moves_of(session)) == MOST_GAMES
    assert text.count("small, ") == MOST_GAMES
    assert " 1  " in text
    assert "10  " in text
    refuse(session, "games 11")
    refuse(session, "games x")
    say(session, "games 2")
    assert len(session.board.move_stack) == 1


def test_games_of_own_rules_are_returned_to(session: Session, small: RuleSet) -> None:
    say(session, "4d3d")
    say(session, "new maka")
    say(session, "10n10m")
    say(session, "games 1")
    assert session.board.rules == small
    assert len(session.board.move_stack) == 1


def test_kept_games_outlive_the_prompt(session: Session, tmp_path: Path) -> None:
    session.archive = FolderArchive(tmp_path)
    for count in range(MOST_GAMES + 1):
        for move in WON[: count % 2 + 1]:
            say(session, move)
        say(session, "new")
    later = FolderArchive(tmp_path)
    assert [game.record for game in later.games()] == [game.record for game in session.archive.games()]
    assert len(list(tmp_path.iterdir())) == MOST_GAMES
    later.remove(later.games()[0])
    assert len(FolderArchive(tmp_path).games()) == MOST_GAMES - 1


def test_a_folder_that_cannot_be_used_keeps_games_in_memory(session: Session, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    archive = FolderArchive(tmp_path / "file")
    session.archive = archive
    say(session, "4d3d")
    say(session, "new")
    assert moves_of(session) == [WON[:1]]
    assert archive.fault is not None


def test_a_spoilt_file_among_kept_games_is_ignored(tmp_path: Path) -> None:
    (tmp_path / "past-1.json").write_text("spoilt")
    assert FolderArchive(tmp_path).games() == []


def test_the_edited_board_comes_back(session: Session) -> None:
    say(session, "setup clear")
    say(session, "setup put K 3e")
    say(session, "setup put k 3a")
    assert session.setup is not None
    edited = session.setup.sfen()
    say(session, "setup clear")
    say(session, "setup undo")
    assert session.setup.sfen() == edited
    assert "'setup undo'" in say(session, "setup cancel")
    say(session, "setup undo")
    assert session.setup.sfen() == edited
    say(session, "setup undo")
    assert session.setup.sfen() != edited


# Files.


def test_save_leaves_other_files(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    say(session, "4d3d")
    say(session, f"save {path}")
    say(session, "3a3b")
    # Its own file it replaces.
    say(session, f"save {path}")
    say(session, "new")
    say(session, "4d4c")
    assert "save --force" in refuse(session, f"save {path}")
    assert read_record(path).moves == WON[:2]
    assert not session.saved
    say(session, f"save --force {path}")
    assert read_record(path).moves == ("4d4c",)


@pytest.mark.parametrize("form", LOSSLESS)
@pytest.mark.parametrize("named", [True, False])
def test_every_format_can_be_saved_and_loaded(maka: Session, tmp_path: Path, form: Format, named: bool) -> None:
    maka.dice.seed(4)
    say(maka, "random 12")
    board = maka.board.copy()
    ending = {Format.POSITION: "usi"}.get(form, form.value)
    path = tmp_path / (f"game.{ending}" if named else "game")
    if named:
        say(maka, f"save {path}")
    else:
        path.write_text(format_game(record_of(board), form), encoding="utf-8")
    say(maka, "new")
    assert "Loaded 12 moves of maka" in say(maka, f"load {path}")
    assert maka.board == board


def test_one_of_several_games_is_loaded(maka: Session, tmp_path: Path) -> None:
    path = tmp_path / "games.usi"
    path.write_text("position startpos moves 10n10m\nposition startpos moves 9n9m 9f9g\n")
    assert f"'load {path} 2'" in " ".join(say(maka, f"load {path}").split())
    assert "Loaded 2 moves" in say(maka, f"load {path} 2")
    assert "more games" not in say(maka, f"load {path} 2")
    assert "fewer than 3 games" in refuse(maka, f"load {path} 3")
    # Saving one of them would lose the other.
    say(maka, "load " + str(path))
    assert "--force" in refuse(maka, f"save {path}")


@pytest.mark.skipif(os.name != "posix", reason="needs permissions")
def test_a_save_that_fails_is_no_save(session: Session, tmp_path: Path) -> None:
    say(session, "4d3d")
    refuse(session, f"save {tmp_path}/missing/game.json")
    refuse(session, f"save {tmp_path}")
    assert not session.saved


def test_a_pasted_position_line_is_played(session: Session) -> None:
    start = session.board.sfen()
    say(session, "position startpos moves 4d3d 3a3b")
    assert [move.usi() for move in session.board.move_stack] == list(WON[:2])
    said = say(session, f"position sfen {start} moves 4d3d 1a1b 3d3b+")
    assert "Move 2, '1a1b', cannot be played" in said
    assert len(session.board.move_stack) == 1
    refuse(session, "position startpos moved 4d3d")


def test_a_lesson_does_not_touch_the_game(session: Session, tmp_path: Path) -> None:
    say(session, "4d3d")
    before = session.board.copy()
    say(session, "learn maka")
    say(session, "13j8j")
    refuse(session, f"save {tmp_path / 'a.json'}")
    assert session.record().moves == ("4d3d",)
    say(session, "leave")
    assert session.board == before
    with pytest.raises(MujoError):
        session.close_lesson()
