"""``mujo convert`` and ``mujo validate``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mujo.cli import main
from mujo.record import read_games, write_games
from notation.games import a_game


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    write_games(path, [a_game(seed) for seed in range(16)])
    return path


@pytest.mark.parametrize("ending", ["pgn", "kif", "jsonl"])
def test_there_and_back(games: Path, ending: str, capsys: pytest.CaptureFixture[str]) -> None:
    other, back = games.with_suffix(f".2.{ending}"), games.with_suffix(".3.jsonl")
    assert main(["convert", str(games), str(other)]) == 0
    assert main(["convert", str(other), str(back)]) == 0
    assert back.read_text(encoding="utf-8") == games.read_text(encoding="utf-8")
    assert main(["validate", str(other)]) == 0
    printed = capsys.readouterr()
    assert "good. 16 games" in printed.out
    assert not printed.err


def test_faults_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.usi"
    path.write_text("startpos moves 10n10m\n\nstartpos moves 10n10m 10f10g 10n10m 1a1b\nstartpos moves 1a1b\n")
    assert main(["validate", "--rules", "maka", str(path)]) == 1
    printed = capsys.readouterr().err
    assert printed.startswith(f"{path}:3: game 2, ply 3: ")
    assert printed.endswith("[illegal_move.no_piece]\n")
    assert main(["validate", "--rules", "maka", "--all", "--json", str(path)]) == 1
    (file,) = json.loads(capsys.readouterr().out)["files"]
    assert [(fault["line"], fault["game"], fault["ply"]) for fault in file["faults"]] == [(3, 2, 3), (4, 3, 1)]
    convert = ["convert", "--rules", "maka", str(path), str(tmp_path / "games.pgn")]
    assert main(convert) == 1
    assert "game 2, ply 3: " in capsys.readouterr().err
    assert not (tmp_path / "games.pgn").exists()
    assert main([*convert, "--keep-going"]) == 1
    assert capsys.readouterr().err.count("mujo: ") == 2
    assert [game.rest for game in read_games(tmp_path / "games.pgn")] == [(), ("10n10m", "1a1b"), ("1a1b",)]


def test_a_result_that_the_rules_contradict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.pgn"
    path.write_text(
        '[Rules "maka"]\n[SFEN "19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/k,18/K,18 b - 1"]\n'
        '[Result "white"]\n\n1. Kx19r= white\n',
        encoding="utf-8",
    )
    assert main(["validate", str(path)]) == 1
    assert "[record.result]" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["convert", "x.doc", "y.pgn"], "record.unknown_format"),
        (["convert", "missing.pgn", "-", "--to", "kif"], "file"),
        (["validate", "missing.pgn"], "file"),
        (["validate", "--rules", "mak", "missing.pgn"], "rules.unknown_name"),
    ],
)
def test_refusals(arguments: list[str], code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 1
    assert f"[{code}]" in capsys.readouterr().err


def test_a_game_that_cannot_be_set_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, target = tmp_path / "a.pgn", tmp_path / "b.jsonl"
    source.write_text('[Rules "mak"]\n\n*\n[Rules "maka"]\n\n1. P-10m *\n')
    assert main(["convert", str(source), str(target)]) == 1
    assert "[rules.unknown_name]" in capsys.readouterr().err
    assert not target.exists()
    assert main(["convert", str(source), str(target), "--keep-going"]) == 1
    assert [game.moves for game in read_games(target)] == [("10n10m",)]


def test_an_existing_file_is_replaced_only_by_force(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = games.with_name("other.pgn")
    target.write_text("precious")
    assert main(["convert", str(games), str(target)]) == 1
    assert "[file_exists]" in capsys.readouterr().err
    assert target.read_text() == "precious"
    assert main(["convert", str(games), str(target), "--force"]) == 0
    assert len(list(read_games(target))) == 16


def test_a_file_is_not_converted_onto_itself(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = games.read_bytes()
    link = games.with_name("link.jsonl")
    link.symlink_to(games)
    for target in (games, link):
        assert main(["convert", str(games), str(target), "--force"]) == 1
        assert "[argument]" in capsys.readouterr().err
    assert games.read_bytes() == before
