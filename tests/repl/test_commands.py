"""Commands of the prompt: lines and their answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from mujo.cells import cell_width
from mujo.diagrams import Style
from mujo.repl.commands import COMMANDS
from mujo.repl.dispatch import answer
from mujo.repl.render import greeting, render
from mujo.repl.session import Session

WON = ("4d3d", "3a3b", "3d3b+")


def say(session: Session, line: str) -> str:
    reply = answer(session, line)
    assert not reply.is_error, reply.text
    return render(session, reply)


def refuse(session: Session, line: str) -> str:
    before, moves = session.board.sfen(), session.board.move_stack
    reply = answer(session, line)
    assert reply.is_error, reply.text
    assert not reply.game_changed
    assert (session.board.sfen(), session.board.move_stack) == (before, moves)
    return render(session, reply)


def test_moves_and_the_end(session: Session) -> None:
    assert say(session, "4d3d").endswith("Move 2, White to move, in check")
    assert say(session, "3a3b").endswith("Move 3, Black to move")
    last = say(session, " 3d3b+ ").splitlines()[-1]
    assert last.startswith("Black wins: ")
    assert last.endswith("(rule 5.1)")
    assert "5.8" in refuse(session, "1e1d")
    assert say(session, "moves") == "The game is over: there are no legal moves."
    assert say(session, "undo").endswith("Move 3, Black to move")


def test_a_pass(session: Session) -> None:
    assert "White to move" in say(session, "pass")
    assert session.board.peek().is_pass


@pytest.mark.parametrize("line", ["", "   ", "# a remark", "\t"])
def test_lines_that_do_nothing(session: Session, line: str) -> None:
    assert say(session, line) == ""


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("mvoes", "Did you mean 'moves'?"),
        ("qiut", "Did you mean 'quit'?"),
        ("xyz", "'help' gets you going"),
        ("d4d3", ""),
        ("d4", "write 4d"),
        ("7", "no list of moves"),
        ("4d4z", ""),
        ("4d3d+", ""),
        ("3a3b", ""),
        ("undo", "no move has been played"),
        ("undo 0", "Usage: undo [N]"),
        ("undo x", "Usage: undo [N]"),
        ("undo 99999999999999999999", "Usage: undo [N]"),
        ("undo ²", "Usage: undo [N]"),
        ("moves 9z", ""),
        ("moves d4", ""),
        ("why", "Usage: why MOVE"),
        ("why hello", ""),
        ("position x", ""),
        ("new nogame", ""),
        ("new missing.toml", ""),
        ("new maka[emperor]", "write changes as maka[emperor=protected-piece,LD=limited]"),
        ("new maka[emperor=nowhere]", ""),
        ("help nothing", "'help topics' and 'help commands'"),
        ("save", "Usage: save [--force] FILE"),
        ("next", "no lesson is open"),
        ("leave", "no lesson is open"),
        ("learn tai 99", "Usage: learn"),
        ("setup undo", "no edit"),
        ("load", "Usage: load FILE [N]"),
        ("load nowhere.json", "cannot read nowhere.json"),
        ("save /nowhere/at/all.json", "cannot write"),
        ("board sideways", "Usage: board"),
        ("x" * 5000, "'help' gets you going"),
        ("9" * 5000, ""),
        ("position " + "9" * 5000, ""),
    ],
)
def test_lines_that_are_refused(session: Session, line: str, hint: str) -> None:
    text = refuse(session, line)
    assert hint in " ".join(text.split())
    assert len(text) < 1000


def test_board(session: Session) -> None:
    assert "R" in say(session, "board")
    assert "飛" in say(session, "board kanji")
    assert session.view.style is Style.KANJI
    assert say(session, "board ascii").isascii()
    say(session, "board off")
    assert say(session, "4d3d") == "Move 2, White to move, in check"
    assert "R" in say(session, "board on")


def test_moves(session: Session) -> None:
    text = say(session, "moves")
    assert text.startswith(f"{len(session.board.legal_moves)} moves.")
    listed = [word for word in text.split() if word[0].isdigit() and len(word) > 3]
    assert sorted(listed) == sorted(move.usi() for move in session.board.legal_moves)
    assert say(session, "moves 4d").startswith("R rook 飛車 on 4d: 8 moves\n  goes to (8): ")
    assert say(session, "moves 1a") == "1a is empty."
    assert say(session, "moves 3a") == "k (king) on 3a is White's: it is Black's turn."


def test_moves_of_a_large_game_fit_the_screen(maka: Session) -> None:
    text = say(maka, "moves")
    assert max(map(len, text.splitlines())) <= 80
    assert say(maka, "moves 10s") == "K king 玉将 on 10s has no legal move."


def test_why(session: Session) -> None:
    assert say(session, "why 4d3d") == "Legal: R from 4d to 3d."
    assert say(session, "why 1e1e") == "Legal: LN on 1e passes."
    assert say(session, "why 4d5c").startswith("Not legal: ")
    say(session, "4d3d")
    say(session, "3a3b")
    assert say(session, "why 3d3b+") == "Legal: R from 3d to 3b, taking k on 3b, becoming +R."


def test_why_names_the_rule(session: Session) -> None:
    assert say(session, "why 3e3d") == "Legal: K from 3e to 3d."
    say(session, "new tai")
    text = say(session, "why 13y13a")
    assert text.startswith("Not legal: ")
    assert "rule 5.4" in text
    assert text.endswith("\nRelevant squares: 12b\n'help 5.4' explains the rule.")


def test_position(session: Session) -> None:
    text = say(session, "position")
    assert text == session.board.sfen()
    say(session, "4d3d")
    assert "A new game" in say(session, f"position {text}")
    assert session.board.sfen() == text
    assert session.board.move_stack == []


def test_new(session: Session, small_file: Path) -> None:
    say(session, "4d3d")
    assert "small" in say(session, "new")
    assert "maka" in say(session, "new maka")
    assert session.board.rules.files == 19
    say(session, "new maka[emperor=protected-piece,LD=limited]")
    assert session.board.rules.options["emperor"] == "protected-piece"
    assert session.board.rules.readings["LD"] == "limited"
    assert "small" in say(session, f"new {small_file}")


def test_save_and_load(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "my game.json"
    for move in WON:
        say(session, move)
    # A long path is wrapped, and this one has a space.
    assert say(session, f"save {path}").split() == f"Saved 3 moves to {path}.".split()
    say(session, "undo 3")
    assert "Loaded 3 moves of small" in " ".join(say(session, f"load {path}").split())
    assert session.board.is_game_over()


def test_loading_a_record_with_a_fault(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    say(session, "4d3d")
    say(session, f"save {path}")
    text = path.read_text(encoding="utf-8").replace('"4d3d"', '"4d3d", "3a3e", "3d3a"').replace("null", '"white"', 1)
    path.write_text(text, encoding="utf-8")
    shown = " ".join(say(session, f"load {path}").split())
    assert "Move 2, '3a3e', cannot be played, so 2 moves from there on are left out: " in shown
    assert "The record states the result white." in shown


@pytest.mark.parametrize("content", ["", "hello", "{}", '{"format": "mujo-record", "version": 9}'])
def test_loading_something_else(session: Session, tmp_path: Path, content: str) -> None:
    path = tmp_path / "other"
    path.write_text(content, encoding="utf-8")
    say(session, "4d3d")
    refuse(session, f"load {path}")
    refuse(session, f"save {path}")
    assert path.read_text(encoding="utf-8") == content


def test_help(session: Session) -> None:
    for width in (60, 80, 130):
        session.view.width = width
        text = say(session, "help commands")
        assert max(map(cell_width, text.splitlines())) <= width
        for command in COMMANDS:
            assert command.usage in text
            assert command.summary in " ".join(text.split())
    for command in COMMANDS:
        assert command.summary in " ".join(say(session, f"help {command.name}").split())


@pytest.mark.parametrize("text", ["HM", "hm", "hook-mover", "Hookmover", "鉤行", "鉤", "kōgyō", "kogyo"])
def test_help_on_a_type(maka: Session, text: str) -> None:
    shown = say(maka, f"help {text}")
    first = shown.splitlines()[0]
    assert first == "HM hook mover 鉤行 kōgyō"
    assert "RmasR" in shown
    assert "360 squares from the centre of an empty board" in shown
    assert "may turn once by a right angle" in " ".join(shown.split())
    assert "@" in shown


def test_help_on_promoted_forms(maka: Session) -> None:
    assert say(maka, "help TK").startswith("TK ")
    assert say(maka, "help +DV") == say(maka, "help TK")
    assert "+DV" in say(maka, "help teaching king")
    assert "Can pass: " in say(maka, "help LN")


def test_help_on_every_type_fits_the_screen(maka: Session) -> None:
    for kind in maka.board.rules.piece_types:
        assert max(map(cell_width, say(maka, f"help {kind}").splitlines())) <= 80
    maka.view.style = Style.ASCII
    assert say(maka, "help HM").isascii()


def test_names_that_several_types_share(maka: Session) -> None:
    shown = say(maka, "help 金将")
    assert shown.startswith("G ")
    assert "\n\nPG " in shown


def test_quit(session: Session) -> None:
    for word in ("quit", "exit", "q", "bye", "QUIT"):
        assert answer(session, word).ends


def test_greeting(session: Session) -> None:
    text = greeting(session)
    assert "small: A small game" in text
    assert text.endswith("Move 1, Black to move")
    session.view.style = Style.ASCII
    assert greeting(session).isascii()


def test_nothing_that_a_terminal_obeys_comes_back(session: Session) -> None:
    for line in ("\x1b[2J", "1\x1b[2J", "help \x07x", "position \x1b", "why 1\x00", "new \x9b", "moves \x1b"):
        text = render(session, answer(session, line))
        assert all(character.isprintable() or character == "\n" for character in text), repr(text)
