"""Pictures: well formed, small, with ids of their own."""

from __future__ import annotations

import re
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from mujo import WHITE, Board, Piece, RuleSet, RuleSetError, Setup, rule_set_names, svg
from mujo.cli import main
from mujo.record import Game, record_of

ROOT = Path(__file__).parents[2]
STYLES = list(svg.PieceStyle)
NAMESPACE = "{http://www.w3.org/2000/svg}"


def ids(picture: str) -> set[str]:
    return set(re.findall(r' id="([^"]+)"', picture))


def check(picture: str) -> ElementTree.Element:
    """Parse a picture; every reference in it leads to a symbol of its own, and every symbol is used."""
    root = ElementTree.fromstring(picture)
    used = {use.attrib["href"][1:] for use in root.iter(f"{NAMESPACE}use")}
    assert used == ids(picture)
    assert len(ids(picture)) == len(list(root.iter(f"{NAMESPACE}symbol")))
    assert "\x00" not in picture
    return root


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", rule_set_names())
def test_boards(name: str, style: svg.PieceStyle) -> None:
    board = Board(rules=name)
    picture = svg.board(board, style=style)
    root = check(picture)
    assert len(list(root.iter(f"{NAMESPACE}use"))) == len(board.piece_map())
    kinds = {(piece.type, piece.side if style == "ids" else True) for piece in board.piece_map().values()}
    assert len(ids(picture)) == len(kinds)
    assert len(picture.encode()) < 300_000


def test_ids_differ_between_pictures_and_stay_the_same() -> None:
    board = Board(rules="maka")
    pictures = [svg.board(board), svg.board(board, flip=True), svg.moves("LN", "maka"), svg.piece("LN", "maka")]
    for picture in pictures:
        for other in pictures:
            assert picture is other or not ids(picture) & ids(other)
    assert svg.board(board) == pictures[0]


def test_what_is_marked() -> None:
    board = Board(rules="maka")
    move = board.push("10n10m")
    plain = svg.board(board)
    assert svg.board(board, last_move=move).count("<rect") == plain.count("<rect") + 2
    assert svg.board(board, marked=[1, 2, 3]).count("<rect") == plain.count("<rect") + 3
    assert "hotpink" in svg.board(board, marked={7: "hotpink"})
    check(svg.board(board, arrows=[(0, 100), (5, 5)]))
    assert svg.board(board, coordinates=False).count("<text") < plain.count("<text")
    assert 'width="123"' in svg.board(board, size=123)


def test_orientation() -> None:
    setup = Setup("19/" * 18 + "18,P", "maka")
    here = re.search(r'<use href="[^"]+" x="(\d+)" y="(\d+)"/>', svg.board(setup))
    there = re.search(
        r"<use href=\"[^\"]+\" transform=\"translate\((\d+) (\d+)\)rotate\(180\)\"/>", svg.board(setup, flip=True)
    )
    assert here is not None
    assert there is not None
    assert here.groups() == (str(26 + 18 * 40 + 20), str(26 + 18 * 40 + 20))
    assert there.groups() == ("46", "46")


@pytest.mark.parametrize("name", ["tai", "maka", "chu", "hishigata", "tai/japanese"])
def test_sheets(name: str) -> None:
    rules = RuleSet(name)
    picture = svg.sheet(rules)
    check(picture)
    for kind in rules.piece_types.values():
        if kind.is_initial:
            assert f">{kind.id}<" in picture
            assert f">{kind.name}<" in picture


@pytest.mark.parametrize("kind", ["LN", "+LN", "ff", "TK", "K"])
def test_moves(kind: str) -> None:
    check(svg.moves(kind, "maka"))


@pytest.mark.parametrize("kind", ["", "+", "XX", "+Q", "+XX"])
def test_moves_of_nothing(kind: str) -> None:
    with pytest.raises(RuleSetError) as refusal:
        svg.moves(kind, "maka")
    assert refusal.value.code == "rules.unknown_type"


def test_rare_characters_can_be_replaced() -> None:
    board = Board()
    assert {"𩹄", "𠵇"} <= set(svg.board(board, style="kanji2"))
    assert not set(svg.RARE) & set(svg.board(board, style="kanji2", rare="replace"))
    assert not set(svg.RARE) & set(svg.board(board))
    assert not set(svg.RARE) & set(svg.sheet("tai", rare="replace") + svg.moves("CA", rare="replace"))


def test_notebooks() -> None:
    board = Board(rules="maka")
    board.push("10n10m")
    check(board._repr_svg_())
    check(record_of(board)._repr_svg_())
    assert Game("maka", "startpos")._repr_svg_() == Board(rules="maka")._repr_svg_()
    assert "ln" in check(Piece("LN", WHITE)._repr_svg_()).itertext()


def test_names_are_escaped() -> None:
    text = (ROOT / "python/mujo/data/rules/maka.toml").read_text(encoding="utf-8")
    text = text.replace('name = "maka"', 'name = "mine"', 1)
    text = text.replace('title = "Maka dai dai shogi"', 'title = "<mine> & yours"', 1)
    rules = RuleSet.from_toml(text.replace('name = "lion",', 'name = "<lion>",', 1))
    for picture in (svg.board(Board(None, rules)), svg.sheet(rules), svg.moves("LN", rules)):
        check(picture)
    assert "&lt;lion&gt;" in svg.sheet(rules)


@pytest.mark.parametrize(
    "arguments",
    [
        ["show", "--svg", "--rules", "maka", "--position", "startpos"],
        ["show", "--svg", "--pieces", "mnemonic", "--flip", "--position", "startpos"],
        ["piece", "LD", "--svg"],
        ["piece", "LD", "--svg", "--rules", "maka", "--reading", "LD=limited"],
        ["sheet", "--rules", "chu", "--columns", "5"],
    ],
)
def test_commands(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 0
    check(capsys.readouterr().out)


@pytest.mark.parametrize("arguments", [["piece", "XX"], ["piece", "XX", "--svg"], ["sheet", "--rules", "mak"]])
def test_refusals(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 1
    assert "[rules.unknown" in capsys.readouterr().err


def test_piece_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["piece", "+CA", "--ascii"]) == 0
    printed = capsys.readouterr().out
    assert printed.isascii()
    assert "promoted capricorn (+CA)" in printed


@pytest.mark.skipif(shutil.which("rsvg-convert") is None, reason="needs rsvg-convert")
def test_a_renderer_takes_it() -> None:
    for size in ("400", "1600"):
        done = subprocess.run(
            ["rsvg-convert", "-w", size], input=svg.board(Board()).encode(), capture_output=True, check=True
        )
        assert done.stdout.startswith(b"\x89PNG")
