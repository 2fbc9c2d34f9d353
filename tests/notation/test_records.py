"""Records in every format: round trips, what is lost, faults, odd texts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from mujo import Board, MujoError, NotationError
from mujo.record import (
    LOSSLESS,
    Format,
    Game,
    Variation,
    format_game,
    format_line,
    format_record,
    parse_kif,
    parse_pgn,
    parse_position_line,
    parse_record,
    read_games,
    scan_games,
    write_games,
)
from notation.games import GAMES, SETS, a_game, rules_of

SEEDS = range(GAMES)
#: Each of so many tests takes its share of the games.
BATCHES = 10


def share(batch: int) -> list[Game]:
    return [a_game(seed) for seed in SEEDS if seed % BATCHES == batch]


@pytest.mark.parametrize("batch", range(BATCHES))
class TestRoundTrips:
    """Nothing is lost but what the format has no place for."""

    def test_json(self, batch: int) -> None:
        for game in share(batch):
            text = format_record(game)
            assert parse_record(text) == parse_record(format_line(game)) == game
            assert format_record(parse_record(text)) == text

    def test_pgn(self, batch: int) -> None:
        for game in share(batch):
            text = format_game(game, Format.PGN)
            assert parse_pgn(text) == game, text
            assert format_game(parse_pgn(text), Format.PGN) == text

    def test_kif(self, batch: int) -> None:
        for game in share(batch):
            text = format_game(game, Format.KIF)
            assert parse_kif(text) == game, text
            assert format_game(parse_kif(text), Format.KIF) == text

    def test_position_line(self, batch: int) -> None:
        for game in share(batch):
            text = format_game(game, Format.POSITION)
            bare = replace(game, result=None, termination=None, tags={}, comments={}, variations=())
            assert parse_position_line(text, game.rule_set()) == bare


@pytest.mark.parametrize("form", [Format.JSONL, Format.PGN, Format.KIF])
def test_files_of_many_games(tmp_path: Path, form: Format) -> None:
    games = [a_game(seed) for seed in range(2 * len(SETS))]
    path = tmp_path / f"games.{form}"
    assert write_games(path, games) == len(games)
    assert list(read_games(path)) == games
    assert [scan.number for scan in scan_games(path)] == list(range(1, len(games) + 1))
    assert not any(scan.fault for scan in scan_games(path))


def test_games_are_read_one_by_one(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    write_games(path, (a_game(0) for _ in range(5)))
    stream = read_games(path)
    assert next(stream) == a_game(0)
    stream.close()  # type: ignore[attr-defined]


def test_json_holds_one_game(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    with pytest.raises(MujoError) as refusal:
        write_games(path, [a_game(1), a_game(2)])
    assert refusal.value.code == "record.one_game"
    assert not path.exists()
    assert not list(tmp_path.iterdir())


ILLEGAL = Game("maka", "startpos", ("10n10m", "10f10g", "1a9z", "10m10l"), result="white", termination="illegal_move")


@pytest.mark.parametrize("form", LOSSLESS)
def test_the_rest_is_kept_in_every_format(tmp_path: Path, form: Format) -> None:
    path = tmp_path / "game"
    rules = rules_of("maka")
    write_games(path, [ILLEGAL], form)
    (scan,) = scan_games(path, form, rules)
    assert scan.game is not None
    assert scan.fault is not None
    assert scan.game.moves == ILLEGAL.moves[:2]
    assert scan.game.rest == ILLEGAL.moves[2:]
    assert (scan.fault.ply, scan.fault.text) == (3, "1a9z")
    if form is not Format.POSITION:
        assert (scan.game.result, scan.game.termination) == ("white", "illegal_move")
    write_games(path, [scan.game], form)
    (again,) = scan_games(path, form, rules)
    assert again.game == scan.game


def test_the_rest_keeps_its_plus() -> None:
    game = Game("maka", "startpos", rest=("1a9z+", "10n10m+"))
    for form, read in ((Format.PGN, parse_pgn), (Format.KIF, parse_kif)):
        assert read(format_game(game, form)).rest == game.rest
    assert parse_kif("規則：maka\n 1 10十三歩兵 （←10十四） (0:01/00:00:01) +\n").moves == ("10n10m",)


def test_a_faulty_variation_keeps_its_rest() -> None:
    game = Game("maka", "startpos", ("10n10m",), variations=(Variation(1, ("9n9m", "9n9m"), {1: "said"}),))
    for form, read in ((Format.PGN, parse_pgn), (Format.KIF, parse_kif)):
        (variation,) = read(format_game(game, form)).variations
        assert (variation.moves, variation.rest, variation.comments) == (("9n9m",), ("9n9m",), {1: "said"})


def test_pgn_as_people_write_it() -> None:
    text = """
% a remark for another program
[ Rules  "maka" ]
[Black "A \\"quoted\\" name"]

  1.P-10m!? {a comment
of two lines}   P-10g $14 ; to the end of the line
  2. 9n9m ( 2.P-8m?! P-8g ) 2... P-9g
  black
"""
    game = parse_pgn(text)
    assert game.moves == ("10n10m", "10f10g", "9n9m", "9f9g")
    assert game.tags == {"Black": 'A "quoted" name'}
    assert game.comments == {
        0: "% a remark for another program",
        1: "a comment\nof two lines",
        2: "to the end of the line",
    }
    assert game.nags == {1: (5,), 2: (14,)}
    assert game.variations == (Variation(3, ("8n8m", "8f8g"), nags={3: (6,)}),)
    assert game.result == "black"


LISHOGI = """\
# a game as lishogi writes those of chu
手合割：
先手：A
後手：B
手数----指手---------消費時間--
   1 7八歩兵 （←7九） (0:01/00:00:01)
   2 8五歩兵 （←8四） (0:01/00:00:01)
   3 一歩目 7九獅子 （←7十）
     二歩目 8八獅子 （←7九）
   4 7五歩兵 （←7四）
*a comment
   5 一歩目 8七獅子 （←8八）
     二歩目 8八獅子(じっと) （←8七）
   6 投了
まで5手で先手の勝ち
"""


def test_lishogi_kif() -> None:
    game = parse_kif(LISHOGI, rules_of("chu"))
    assert not game.rest, game.rest
    assert game.moves[2:] == ("7j8h", "7d7e", "8h8h")
    assert (game.result, game.termination) == ("black", "resignation")
    assert game.tags == {"Black": "A", "White": "B"}


def test_a_kif_without_starts() -> None:
    game = parse_kif("規則：maka\n  1   １０十三歩兵   \n\n 2 △１０七歩\n* said\n 3 投了")
    assert game.moves == ("10n10m", "10f10g")
    assert (game.result, game.termination, game.comments) == ("white", "resignation", {2: " said"})


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("a.pgn", '[Rules "mak"] *', "rules.unknown_name"),
        ("a.pgn", "[Rules maka]\n*", "record.tag"),
        ("a.pgn", '[Result "1-0"]\n*', "record.tag"),
        ("a.pgn", '[SFEN "19"]\n*', "position.rank_count"),
        ("a.pgn", '[Rules "maka"]\n' + "(1. P-10m " * 60, "record.too_deep"),
        ("a.kif", "規則：maka\n|v香|\n", "record.kif_board"),
        ("a.kif", "規則：mak\n 1 投了", "rules.unknown_name"),
        ("a.usi", "hello", "record.position_line"),
        ("a.jsonl", "{}", "record.format"),
        ("a.json", "", "record.syntax"),
    ],
)
def test_faults_of_files(tmp_path: Path, name: str, content: str, code: str) -> None:
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    (scan,) = scan_games(path)
    assert scan.game is None
    assert scan.fault is not None
    assert scan.fault.error.code == code
    with pytest.raises(MujoError):
        list(read_games(path))


def test_shift_jis_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.kif"
    path.write_bytes("先手：伊藤\n".encode("cp932"))
    with pytest.raises(NotationError, match="Shift-JIS") as refusal:
        list(read_games(path))
    assert refusal.value.code == "record.encoding"


def test_unknown_endings(tmp_path: Path) -> None:
    with pytest.raises(MujoError) as refusal:
        list(read_games(tmp_path / "games.doc"))
    assert refusal.value.code == "record.unknown_format"


def test_a_fault_of_one_line_does_not_hide_the_others(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(f'{format_line(a_game(1))}\n{{"a": 1}}\n\n{format_line(a_game(2))}\n', encoding="utf-8")
    scans = list(scan_games(path))
    assert [(scan.line, scan.fault is None) for scan in scans] == [(1, True), (2, False), (4, True)]


def test_position_lines_as_people_paste_them() -> None:
    board = Board(rules="maka")
    assert parse_position_line("startpos moves 10n10m", "maka").moves == ("10n10m",)
    assert parse_position_line(board.sfen(), "maka").start == board.sfen()
    assert parse_position_line(f"position sfen {board.sfen()} moves 10n10m pass", "maka").rest == ("pass",)


def test_lishogi_position_line() -> None:
    """The one-letter form of a position and the pass over an empty square, as lishogi writes them."""
    start = "12/12/12/12/5n6/12/12/5N6/12/12/12/K10k"
    game = parse_position_line(f"position sfen {start} b - 1 moves 7h7g7h 7e7f", "chu")
    assert game.moves == ("7h7h", "7e7f")
    assert parse_position_line(format_game(game, Format.POSITION), "chu") == game
