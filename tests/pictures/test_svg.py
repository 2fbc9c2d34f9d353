"""Pictures: well formed, small, with ids of their own."""

from __future__ import annotations

import re
import shutil
import struct
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mujo import WHITE, Board, MujoError, Piece, RuleSet, RuleSetError, Setup, rule_set_names, svg
from mujo.cli import main
from mujo.diagrams import MARK_MEANINGS, Mark, piece_moving_as
from mujo.diagrams.words import sentences
from mujo.record import Game, record_of
from mujo.svg.glyphs import draw_kanji, latin, latin_width
from mujo.svg.picture import Picture

ROOT = Path(__file__).parents[2]
STYLES = list(svg.PieceStyle)
NAMESPACE = "{http://www.w3.org/2000/svg}"


ELEMENTS = {"svg", "title", "defs", "symbol", "g", "use", "path", "rect", "circle", "text"}


def ids(picture: str) -> set[str]:
    return set(re.findall(r' id="([^"]+)"', picture))


def check(picture: str) -> ElementTree.Element:
    """Parse a picture; every reference in it leads to a symbol of its own, and every symbol is used."""
    root = ElementTree.fromstring(picture)
    used = {use.attrib["href"][1:] for use in root.iter(f"{NAMESPACE}use")}
    assert used == ids(picture)
    assert len(ids(picture)) == len(list(root.iter(f"{NAMESPACE}symbol")))
    for element in root.iter():
        # No event handlers, scripts or links, whatever was given.
        assert element.tag.removeprefix(NAMESPACE) in ELEMENTS
        assert all(value.startswith("#") for name, value in element.attrib.items() if "href" in name)
    assert "\x00" not in picture
    return root


def pieces_of(root: ElementTree.Element) -> list[ElementTree.Element]:
    """List the pieces on a board; kanji inside symbols are uses too."""
    return [child for child in root if child.tag == f"{NAMESPACE}use"]


@pytest.mark.parametrize("glyphs", list(svg.Glyphs))
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", rule_set_names())
def test_every_piece_of_a_board_is_drawn_on_its_square(name: str, style: svg.PieceStyle, glyphs: svg.Glyphs) -> None:
    board = Board(rules=name)
    picture = svg.board(board, style=style, glyphs=glyphs)
    root = check(picture)
    drawn = {}
    for use in pieces_of(root):
        place = use.attrib.get("transform", f"translate({use.attrib.get('x')} {use.attrib.get('y')})")
        x, y = (int(float(value)) for value in re.findall(r"[-.\d]+", place)[:2])
        square = (y - 46) // 40 * board.rules.files + board.rules.files - 1 - (x - 46) // 40
        drawn[square] = (use.attrib["href"].partition("-")[2], "rotate(180)" in place)
    pieces = board.piece_map()
    assert drawn.keys() == pieces.keys()
    for square, (symbol, turned) in drawn.items():
        assert re.fullmatch(rf"[knim]{pieces[square].type}(wd)?", symbol), board.rules.square_name(square)
        assert (turned or symbol.endswith("wd")) == (pieces[square].side is WHITE)
    assert len(picture.encode()) < 300_000


@pytest.mark.parametrize("name", rule_set_names())
def test_no_kanji_of_a_shipped_game_needs_a_font(name: str) -> None:
    rules = RuleSet(name)
    pictures = [svg.board(Board(rules=rules), style=style) for style in ("kanji", "kanji2")]
    for picture in [*pictures, svg.sheet(rules), svg.moves("K" if "K" in rules.piece_types else "E", rules)]:
        assert max(max(text) for text in check(picture).itertext()) < "\u2e80"


@pytest.mark.parametrize("name", ["tai", "maka", "chu"])
def test_default_sizes_grow_with_the_board_and_the_style(name: str) -> None:
    board = Board(rules=name)
    widths = [float(check(svg.board(board, style=style)).attrib["width"]) for style in STYLES]
    assert all(width >= 36 * board.rules.files for width in widths)
    assert widths[STYLES.index(svg.PieceStyle.MNEMONIC)] > 1.4 * widths[STYLES.index(svg.PieceStyle.KANJI)]


@pytest.mark.parametrize("name", rule_set_names())
def test_ids_fit_their_pieces(name: str) -> None:
    for kind in RuleSet(name).piece_types:
        if len(kind) > 3:
            continue
        for symbol in (kind, "+" + kind, kind.lower()):
            text = check(svg.piece(symbol)).find(f".//{NAMESPACE}text")
            assert text is not None
            assert float(text.attrib["font-size"]) * latin_width(symbol) <= 23.3, symbol
            assert float(text.attrib["font-size"]) >= 6.3, symbol  # the widest is +GWH of taikyoku


def test_ids_differ_between_pictures_and_stay_the_same() -> None:
    board = Board(rules="maka")
    pictures = [svg.board(board), svg.board(board, flip=True), svg.moves("LN", "maka"), svg.piece("LN", "maka")]
    for picture in pictures:
        for other in pictures:
            assert picture is other or not ids(picture) & ids(other)
    assert svg.board(board) == pictures[0]


def coloured(picture: str, fill: str) -> set[tuple[str, str]]:
    """List the places of the rectangles of a colour."""
    rectangles = check(picture).iter(f"{NAMESPACE}rect")
    return {
        (one.attrib["x"], one.attrib["y"]) for one in rectangles if one.attrib["fill"] == fill and "x" in one.attrib
    }


def test_squares_are_marked_by_index_or_name() -> None:
    board = Board(rules="maka")
    for marked in (["10j"], "10j", [9 * 19 + 9], {"10j": "#7fb0d8"}, {9 * 19 + 9: "#7fb0d8"}):
        assert coloured(svg.board(board, marked=marked), "#7fb0d8") == {("386", "386")}
    assert coloured(svg.board(board, marked={0: "hotpink"}), "hotpink") == {("746", "26")}
    assert coloured(svg.board(board, marked={0: "hotpink"}, flip=True), "hotpink") == {("26", "746")}


def test_the_last_move_shows_its_start_captures_and_end() -> None:
    board = Board("19/" * 9 + "8,LN,p,p,8/" + "19/" * 8 + "19 b - 1", "maka")
    picture = svg.board(board, last_move=board.parse_move("11j10j9j"))
    assert coloured(picture, "#f6dd75") == {("346", "386")}
    assert coloured(picture, "#e98f6f") == {("386", "386")}
    assert coloured(picture, "#f3c53c") == {("426", "386")}


def test_the_last_move_shows_what_burnt() -> None:
    """The demon on file 8, rank h, burns two beside it; then a rook stops beside it and vanishes."""
    board = Board("16/" * 6 + "7,g,p,7/16/16/8,FI,7/" + "16/" * 5 + "8,r,7 b - 1", "tenjiku")
    move = board.push("8j8h")
    burnt = {("306", "266"), ("346", "266")}
    assert coloured(svg.board(board, last_move=move), "#b9714a") == burnt
    assert coloured(svg.board(board, last_move=move), "#f3c53c") == {("346", "306")}
    vanished = board.push("8p8i")
    picture = svg.board(board, last_move=vanished)
    assert coloured(picture, "#b9714a") == {("346", "346")}
    assert coloured(picture, "#f3c53c") == set()
    assert coloured(svg.board(board, last_move=move), "#b9714a") == set(), "only of the last move all is known"


def test_arrows_and_coordinates() -> None:
    board = Board(rules="maka")
    plain = svg.board(board)
    picture = svg.board(board, arrows=[(0, "1s"), ("5e", "5e")])
    assert "M766 46L766 762" in picture
    assert picture.count("<circle") == 1
    check(picture)
    assert svg.board(board, coordinates=False).count("<text") < plain.count("<text")
    assert 'width="123"' in svg.board(board, size=123)


def test_attacked_royals_are_ringed() -> None:
    quiet = Board(rules="maka")
    assert "<circle" not in svg.board(quiet)
    check_ = Board("19/" * 7 + "9,k,9/19/19/19/9,R,9/" + "19/" * 6 + "9,K,9 w - 1", "maka")
    rings = list(check(svg.board(check_)).iter(f"{NAMESPACE}circle"))
    assert [(ring.attrib["cx"], ring.attrib["cy"]) for ring in rings] == [("406", "326")]
    assert "<circle" not in svg.board(check_, danger=False)


@pytest.mark.parametrize(
    ("arguments", "error", "says"),
    [
        ({"size": 0}, MujoError, "size is 0; it must be from 1 to 100000"),
        ({"size": -3.5}, MujoError, "size"),
        ({"size": float("nan")}, MujoError, "size is nan"),
        ({"size": float("inf")}, MujoError, "size is inf"),
        ({"size": 10**400}, MujoError, "size is out of range"),
        ({"size": "800"}, TypeError, "size must be a number, not str"),
        ({"size": True}, TypeError, "size must be a number"),
        ({"style": "Kanji"}, MujoError, "style is 'Kanji'; it must be one of kanji, kanji2, ids, mnemonic"),
        ({"glyphs": 1}, TypeError, "glyphs must be a str"),
        ({"marked": {0: 'red"/><script>'}}, MujoError, "not a colour"),
        ({"marked": {0: "url(http://a)"}}, MujoError, "not a colour"),
        ({"marked": {0: None}}, TypeError, "a colour must be a str"),
        ({"marked": [361]}, MujoError, "361"),
        ({"marked": [-1]}, MujoError, "-1"),
        ({"marked": [2**70]}, (MujoError, OverflowError), ""),
        ({"marked": ["20a"]}, MujoError, "20a"),
        ({"marked": [1.0]}, TypeError, "a square must be an int or a str"),
        ({"arrows": [("1a", "1z")]}, MujoError, "1z"),
        ({"arrows": [(None, 1)]}, TypeError, "a square must be"),
        ({"last_move": "10n10m"}, TypeError, "last_move must be a Move"),
    ],
)
def test_invalid_arguments_are_refused(
    arguments: dict[str, Any], error: type[Exception] | tuple[type[Exception], ...], says: str
) -> None:
    with pytest.raises(error) as caught:
        svg.board(Board(rules="maka"), **arguments)
    assert says in str(caught.value)


def test_invalid_arguments_of_other_pictures_are_refused() -> None:
    for call in (svg.sheet, svg.sheets):
        for columns in (1, -1, 10**30):
            with pytest.raises(MujoError, match="columns"):
                call("maka", columns=columns)
        with pytest.raises(TypeError, match="columns must be an int"):
            call("maka", columns=2.0)  # type: ignore[arg-type]
    with pytest.raises(MujoError, match="rows is 0"):
        svg.sheets("maka", rows=0)
    with pytest.raises(MujoError, match="radius is 0"):
        svg.moves("LN", "maka", radius=0)
    with pytest.raises(TypeError, match="piece must be"):
        svg.piece(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="board must be"):
        svg.board("maka")  # type: ignore[arg-type]
    with pytest.raises(MujoError, match="size"):
        svg.piece("LN", size=float("nan"))


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


@pytest.mark.parametrize("name", rule_set_names())
def test_moves_are_described_in_words_inside_the_picture(name: str) -> None:
    """Every sentence stands there whole, on lines that fit, one below the other and above the lower edge."""
    rules = RuleSet(name)
    for kind in rules.piece_types.values():
        piece = piece_moving_as(rules, kind)
        if piece is None:
            continue
        root = check(svg.moves(kind.id, rules))
        wide, high = (float(value) for value in root.attrib["viewBox"].split()[2:])
        texts = [text for text in root.iter(f"{NAMESPACE}text") if text.text]
        words = " ".join(sentences(rules, piece))
        assert words in " ".join(text.text or "" for text in texts), kind.id
        places = [float(text.attrib["y"]) for text in texts[1:]]
        assert places == sorted(places)
        assert places[-1] < high - 4
        for text in [text.text for text in texts if (text.text or "") in words and text.text != kind.name]:
            # Letters of sentences are about 0.55 em wide on average in DejaVu Sans, less in other fonts.
            assert 26 + 12 * 0.58 * len(text or "") < wide, text


@pytest.mark.parametrize("kind", ["", "+", "XX", "+Q", "+XX"])
def test_moves_of_nothing(kind: str) -> None:
    with pytest.raises(RuleSetError) as refusal:
        svg.moves(kind, "maka")
    assert refusal.value.code == "rules.unknown_type"


def test_fonts_are_used_on_request_but_not_for_characters_that_they_lack() -> None:
    picture = svg.board(Board(), style="kanji2", glyphs="fonts")
    texts = set(check(picture).itertext())
    assert "獅" in texts
    assert not {"𩹄", "𠵇"} & texts
    assert {symbol.partition("-")[2] for symbol in ids(picture)} >= {"u29e44", "u20d47"}
    assert len(picture) < 0.6 * len(svg.board(Board(), style="kanji2"))


@pytest.mark.parametrize("rows", [3, 9])
@pytest.mark.parametrize("name", ["tai", "maka", "chu"])
def test_pages_of_a_sheet_have_every_type_once_and_the_legend_of_the_game(name: str, rows: int) -> None:
    rules = RuleSet(name)
    pages = svg.sheets(rules, columns=5, rows=rows)
    assert len(pages) == -(-len(rules.piece_types) // (5 * rows))
    found = [text for page in pages for text in check(page).itertext() if text in rules.piece_types]
    assert sorted(found) == sorted(rules.piece_types)
    for number, page in enumerate(pages, 1):
        assert (f"page {number} of {len(pages)}" in page) == (len(pages) > 1)
    meanings = {mark for mark in MARK_MEANINGS.values() if mark in pages[-1]}
    assert all({mark for mark in MARK_MEANINGS.values() if mark in page} == meanings for page in pages)
    assert (MARK_MEANINGS[Mark.TURN] in meanings) == (name != "chu")
    assert MARK_MEANINGS[Mark.LION] in meanings


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


@settings(max_examples=60, deadline=None)
@given(st.text(), st.text(max_size=3))
def test_any_text_is_well_formed_and_cannot_reverse_its_surroundings(text: str, kanji: str) -> None:
    picture = Picture(10, 10, text)
    picture.draw(latin(0, 0, text, 8))
    for character in kanji:
        picture.draw(draw_kanji(picture, character, 0, 0, 8, "#000", svg.Glyphs.OUTLINES))
    finished = picture.finish()
    check(finished)
    assert not set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c") & set(finished)
    assert not [character for character in finished if ord(character) < 32 and character not in "\t\n\r"]


@pytest.mark.parametrize(
    "text", ["\x00", "\x1b[2J", "\ufffe\uffff", "\ud800", "a\u202eb", "]]>", "<script>", '"onload="x']
)
def test_hostile_text_is_replaced_or_escaped(text: str) -> None:
    picture = Picture(10, 10, text)
    picture.draw(latin(0, 0, text, 8))
    root = check(picture.finish())
    shown = list(root.itertext())
    assert shown[0] == shown[1]
    assert shown[0] in (text, "".join(c if c.isprintable() and ord(c) < 127 else "\ufffd" for c in text))


def test_pictures_can_be_written_as_png(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("resvg_py")
    picture = svg.piece("LN", "maka", size=64)
    for width, data in ((64, svg.png(picture)), (200, svg.png(picture, width=200))):
        assert data[:8] == b"\x89PNG\r\n\x1a\n"
        assert struct.unpack(">II", data[16:24]) == (width, width)
    # The kanji is there without any font: turning it off leaves fewer bytes.
    assert len(svg.png(picture)) > 1.2 * len(svg.png(re.sub(r'<use href="[^"]+" transform[^>]*/>', "", picture)))
    for width in (0, -1, 10_001):
        with pytest.raises(MujoError, match="width"):
            svg.png(picture, width=width)
    with pytest.raises(MujoError, match="cannot be drawn"):
        svg.png("<svg")
    with pytest.raises(TypeError, match="picture must be a str"):
        svg.png(b"")  # type: ignore[arg-type]
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(ImportError, match=r'pip install "mujo\[png\]"'):
        svg.png(picture)


@pytest.mark.parametrize(
    "arguments",
    [
        ["show", "--svg", "--rules", "maka", "--position", "startpos"],
        ["show", "--svg", "--style", "mnemonic", "--flip", "--position", "startpos"],
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
    assert main(["piece", "+CA", "--style", "ascii"]) == 0
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
