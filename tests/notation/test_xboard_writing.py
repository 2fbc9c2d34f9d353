"""PGN for XBoard, and positions in forms by name: what is written is read back."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from crowded import crowded_positions
from mujo import Board, Move, MujoError, RuleSet
from mujo.cli import main
from mujo.notation.forms import POSITION_FORMS, format_position, parse_position
from mujo.record import Format, Game, format_game, parse_xboard, record_of, scan_stream
from mujo.record.game import Variation
from mujo.record.xboard import read_move
from mujo.record.xboard_write import format_algebraic

GAMES = ("chu", "maka", "tai")


def random_game(rules: str, plies: int, seed: int) -> Board:
    dice = random.Random(seed)
    board = Board(rules=rules)
    while board.ply < plies and not board.is_game_over():
        moves = board.legal_moves
        board.push(moves[dice.randrange(len(moves))])
    return board


def same(board: Board, one: Move, other: Move) -> bool:
    """Whether two moves are one: a pass is the same whichever piece makes it."""
    return one == other or (one.is_pass and other.is_pass)


@pytest.mark.parametrize("game", GAMES)
def test_every_move_reads_back(game: str) -> None:
    dice = random.Random(5)
    for board, _ in zip(crowded_positions(RuleSet(game), dice), range(3), strict=False):
        for move in dice.sample(list(board.legal_moves), min(80, len(board.legal_moves))):
            text = format_algebraic(board, move)
            assert same(board, read_move(board, text), move), text


@pytest.mark.parametrize("game", GAMES)
def test_whole_games_read_back(game: str) -> None:
    board = random_game(game, 120, seed=3)
    first = record_of(board, result="white", termination="resignation")
    record = replace(first, tags={"Black": "A", "White": "B"}, comments={0: "begin", 2: "a pair"}, nags={3: (1,)})
    text = format_game(record, Format.XBOARD)
    assert '[White "A"]' in text
    assert '[Result "0-1"]' in text
    read = parse_xboard(text)
    # The form does not say which piece passes.
    moves = [
        ["pass" if move.is_pass else move.usi() for move in played.move_stack]
        for played in (read.replay().board, board)
    ]
    assert moves[0] == moves[1]
    assert (read.result, read.comments, read.nags) == (record.result, record.comments, record.nags)
    assert read.tags["Black"] == "A"


def test_a_game_from_a_position() -> None:
    board = Board("11,k/12/12/12/6,p,5/5,p,6/5,LN,6/12/12/12/12/K,11 w - 1", "chu")
    board.push(next(iter(board.legal_moves)))
    text = format_game(record_of(board), Format.XBOARD)
    assert '[FEN "11k/12/12/12/6p5/5p6/5N6/12/12/12/12/K11 b 0 1"]' in text
    assert parse_xboard(text).moves == tuple(move.usi() for move in board.move_stack)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"comments": {1: "a } brace"}}, "record.cannot_write"),
        ({"variations": (Variation(1, ("7i7h",)),)}, "record.cannot_write"),
        ({"rest": ("hello",)}, "record.cannot_write"),
        ({"tags": {"two words": "x"}}, "record.cannot_write"),
        ({"rules": "hishigata", "start": "startpos", "moves": ()}, "no_letters"),
    ],
)
def test_what_has_no_place_is_refused(changes: dict[str, object], code: str) -> None:
    game = replace(Game("chu", "startpos", ("7i7h",)), **changes)  # type: ignore[arg-type]
    with pytest.raises(MujoError) as refusal:
        format_game(game, "xboard")
    assert refusal.value.code == code


def test_a_position_of_chushogilite_has_five_fields() -> None:
    """Placement, side, the square of a lion just captured, and the two numbers of chess."""
    text = '[Variant "chu"]\n[FEN "l10k/12/12/12/12/12/5+O6/12/12/12/12/K11 w - 0 1"]\n\n1. +Of7 *'
    (scan,) = scan_stream(text.splitlines(keepends=True), Format.XBOARD)
    assert scan.fault is None
    assert scan.game is not None
    assert scan.game.moves == ("7g7f",)


@pytest.mark.parametrize("form", POSITION_FORMS)
def test_forms_of_positions_by_name(form: str) -> None:
    board = random_game("chu", 31, seed=2)
    text = format_position(board, form)
    read = parse_position(text, "chu", form)
    assert read.sfen().split()[:2] == board.sfen().split()[:2]
    assert read.move_number == board.move_number


def test_forms_on_the_command_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    fen = format_position(Board(rules="maka"), "qboard")
    words = ["show", "--rules", "maka", "--position", fen, "--form", "qboard"]
    assert main([*words, "--to", "mujo"]) == 0
    assert capsys.readouterr().out.strip() == Board(rules="maka").sfen()
    assert main([*words, "--to", "winboard"]) == 0
    assert capsys.readouterr().out.strip().endswith(" w 0 1")
    assert main(["moves", *words[1:]]) == 0
    assert len(capsys.readouterr().out.split()) == len(Board(rules="maka").legal_moves)
    with pytest.raises(SystemExit):
        main([*words, "--to", "mujo", "--svg"])
    assert main(["show", "--rules", "maka", "--position", fen]) == 1
    capsys.readouterr()
    source = tmp_path / "games.usi"
    source.write_text("position startpos moves 7i7h\n")
    assert main(["convert", str(source), "-", "--to", "xboard", "--rules", "chu"]) == 0
    assert "1. f5 *" in capsys.readouterr().out
