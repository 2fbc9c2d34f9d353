"""Records in the forms that other programs write.

The samples are our own games, written line for line as the program named above each does. The forms were taken from
files that the programs wrote (XBoard 4.9.1 with HaChu 0.21) or from their tests and sources (lishogi, ChuShogiLite).
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mujo import Board, MujoError, NotationError
from mujo.record import (
    Format,
    Game,
    format_game,
    format_kif,
    format_pgn,
    parse_kif,
    parse_pgn,
    parse_xboard,
    scan_stream,
)
from mujo.record.fault import Scan

#: A few moves of chu with a move of two steps, as lishogi writes them at present.
LISHOGI = """\
開始日時：2024/11/08 10:55:03
棋戦：Rated Chushogi game
場所：https://lishogi.org/abcdefgh
持ち時間：10分+60秒
手合割：
先手：A
後手：B
手数----指手---------消費時間--
   1手目   7八歩兵 （←7九）   (0:05/00:00:05)
   2手目   7五歩兵 （←7四）   (0:12/00:00:12)
   3手目一歩目 7九獅子 （←7十）
   3手目二歩目 6八獅子 （←7九）   (0:07/00:00:12)
   4手目   ▽7六歩兵 （←7五）   (0:01/00:00:13)
   5手目   投了
"""

#: The older form of lishogi: no 手合割, numbers without 手目.
LISHOGI_OLD = """\
先手：
後手：
手数----指手---------消費時間--
   1   7八歩兵 （←7九）
   2   7五歩兵 （←7四）
   3一歩目 7九獅子 （←7十）
   3二歩目 6八獅子 （←7九）
   4   7六歩兵 （←7五）
"""

MOVES = ("7i7h", "7d7e", "7j6h", "7e7f")

#: ChuShogiLite: narrow cells, 後手番, indented comments, igui and pass.
CHUSHOGILITE = """\
 １２ １１ １０ ９  ８  ７  ６  ５  ４  ３  ２  １
+------------------------------------------------+
|v玉  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・|一
|  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・|二
|  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・|三
|  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・|四
|  ・  ・  ・  ・  ・  ・  ・v成獅  ・  ・  ・  ・|五
|  ・  ・  ・  ・  ・  ・  ・ 成角  ・  ・  ・  ・|六
|  ・  ・  ・  ・  ・  ・  ・  ・  ・  鹿  ・  ・|七
|  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・|八
|  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・|九
|  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・|十
|  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・|十一
|  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・  玉|十二
+------------------------------------------------+
後手番
先手：
後手：
手数----指手---------消費時間--
 1 手目一歩目 5六獅子 （←5五）
 1 手目二歩目 5五獅子（居食い） （←5六）
* good
* {indeed}
 2 手目 1十一玉将 （←1十二）
 3 手目一歩目 4四獅子 （←5五）
 3 手目二歩目 5五獅子(じっと) （←4四）
"""

XBOARD = """\
[Event "Computer Chess Game"]
[Site "host"]
[Date "2024.05.01"]
[Round "1"]
[White "HaChu 0.21"]
[Black "Ito"]
[Result "1-0"]
[TimeControl "10"]
[Variant "chu"]
[Annotator "1. +1.07   1... -1.23"]

1. Nf5 {+1.07/4} Ng8 {-1.23/4 0.1} 2. h5 e8 3. Sd2 -- {pass}
{Xboard adjudication: Checkmate} 1-0

"""


def read(text: str, form: str) -> list[Scan]:
    return list(scan_stream(text.splitlines(keepends=True), Format(form)))


def only(text: str, form: str) -> Scan:
    (scan,) = read(text, form)
    return scan


def test_lishogi_kif_of_both_forms() -> None:
    # The older form does not name the game. An empty 手合割 is lishogi's, and so are the rules of the game.
    for game, rules in (
        (parse_kif(LISHOGI), "chu/lishogi"),
        (parse_kif(LISHOGI, Board(rules="chu").rules), "chu"),
        (parse_kif(LISHOGI_OLD, Board(rules="chu").rules), "chu"),
    ):
        assert (game.rules, game.moves, game.rest) == (rules, MOVES, ())


def test_lishogi_kif_keeps_times_and_tags() -> None:
    scan = only(LISHOGI, "kif")
    assert scan.fault is None
    game = scan.game
    assert game is not None
    assert (game.result, game.termination) == ("white", "resignation")
    assert game.comments == {
        1: "[%emt 0:00:05]",
        2: "[%emt 0:00:12]",
        3: "[%emt 0:00:07]",
        4: "[%emt 0:00:01]",
    }
    assert game.tags["Black"] == "A"
    assert game.tags["Site"] == "https://lishogi.org/abcdefgh"
    assert parse_kif(format_kif(game)) == parse_pgn(format_pgn(game)) == game
    assert "(0:07/00:00:12)" in format_kif(game)


def test_several_lishogi_games_in_one_file() -> None:
    first, second = read(LISHOGI + "\n\n" + LISHOGI, "kif")
    assert first.game == second.game
    assert (first.line, second.line) == (1, 17)
    assert first.fault is second.fault is None


def test_same_square_in_both_forms() -> None:
    head = "規則：chu\n開始局面：12/12/12/12/12/5,p,6/5,LN,6/12/12/12/K,11/l,10,k b - 1\n"
    game = parse_kif(head + " 1手目   7六獅子 （←7七）\n 2手目   1十一玉将 （←1十二）\n 3手目   仝獅子 （←7六）\n")
    assert game.moves == ("7g7f", "1l1k")
    # For a move of two steps that ends on the last square, lishogi writes the sign on both lines.
    head = "規則：chu\n開始局面：l,10,k/12/12/12/12/5,p,6/5,LN,6/12/12/12/12/K,11 b - 1\n"
    steps = " 3手目一歩目 仝獅子 （←9七）\n 3手目二歩目 仝獅子 （←8七）\n"
    text = " 1手目   9七獅子 （←7七）\n 2手目   7七歩兵 （←7六）\n"
    assert parse_kif(head + text + steps).moves == ("7g9g", "7f7g", "9g7g")


@pytest.mark.parametrize("how", ["", "（居食い）", "(居食い)", " 居食い", "まで"])
@pytest.mark.parametrize("numbers", ["1手目", "   1手目", " 1 手目", "   1"])
def test_capture_without_moving_in_the_forms_of_lishogi(numbers: str, how: str) -> None:
    """The server writes two plain steps, the analysis page says how; both read a side mark too."""
    head = "規則：chu\n開始局面：l,10,k/12/12/12/12/5,p,6/5,LN,6/12/12/12/12/K,11 b - 1\n"
    for mark in ("", "▲", "☗"):
        steps = f"{numbers}一歩目 {mark}7六獅子 （←7七）\n{numbers}二歩目 {mark}7七獅子{how} （←7六）\n"
        game = parse_kif(head + steps + " 2手目   △1二玉将 （←1一）\n")
        assert (game.moves, game.rest) == (("7g7f7g", "1a1b"), ())


@pytest.mark.parametrize("how", ["", "（じっと）", "(じっと)"])
def test_the_pass_in_the_forms_of_lishogi(how: str) -> None:
    head = "規則：chu\n開始局面：l,10,k/12/12/12/12/12/5,LN,6/12/12/12/12/K,11 b - 1\n"
    game = parse_kif(head + f"1手目一歩目 7六獅子 （←7七）\n1手目二歩目 7七獅子{how} （←7六）\n")
    assert (game.moves, game.rest) == (("7g7g",), ())


@pytest.mark.parametrize(
    ("word", "result", "termination"),
    [
        ("投了", "white", "resignation"),
        ("切れ負け", "white", "time"),
        ("詰み", "white", "checkmate"),
        ("千日手", "draw", "repetition"),
        ("引き分け", "draw", "agreement"),
        ("引分け", "draw", "agreement"),
        ("反則勝ち", "black", "illegal_move"),
        ("中断", None, "unfinished"),
        ("Time-up", "white", "time"),
    ],
)
def test_last_words_of_lishogi(word: str, result: str | None, termination: str) -> None:
    scan = only(LISHOGI.rpartition("\n   5手目")[0] + f"\n   5手目   {word}\n", "kif")
    assert scan.fault is None
    assert scan.game is not None
    assert (scan.game.result, scan.game.termination) == (result, termination)


def test_steps_that_do_not_meet_are_refused() -> None:
    text = LISHOGI.replace("7九獅子 （←7十）", "8九獅子 （←7十）")
    scan = only(text, "kif")
    assert scan.fault is not None
    assert (scan.fault.ply, scan.fault.error.code) == (3, "notation.move_syntax")


def test_chushogilite_kif() -> None:
    scan = only(CHUSHOGILITE, "kif")
    assert scan.fault is None
    game = scan.game
    assert game is not None
    assert game.start == "k,11/12/12/12/7,+kr,4/7,+FL,4/9,+BT,2/12/12/12/12/11,K w - 1"
    assert game.moves == ("5e5f5e", "1l1k", "5e5e")
    assert game.comments == {1: " good\n {indeed}"}


def test_chushogilite_notes_a_captured_lion() -> None:
    text = CHUSHOGILITE.replace("後手番\n", "").replace("-消費時間--\n", "-消費時間--\n* 7八獅子盾\n", 1)
    assert parse_kif(text.partition(" 1 手目")[0]).start.split()[1:3] == ["b", "7h"]


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("手合割：", "手合割：平手", "record.other_game"),
        ("手合割：", "手合割：5五将棋", "record.other_game"),
        ("手合割：", "手合割：香落ち", "record.other_game"),
        ("手合割：", "規則：tai\n手合割：中将棋", "record.other_game"),
        ("手合割：", "規則：chu\n手合割：香落ち", "record.other_game"),
        ("手合割：", "規則：chu\n先手の持駒：金", "record.other_game"),
    ],
)
def test_headers_that_change_the_game_are_never_ignored(old: str, new: str, code: str) -> None:
    scan = only(LISHOGI.replace(old, new), "kif")
    assert scan.game is None
    assert scan.fault is not None
    assert scan.fault.error.code == code


@pytest.mark.parametrize("header", ["手合割：中将棋", "規則：chu\n手合割：平手", "規則：chu\n先手の持駒：なし"])
def test_headers_that_agree_with_the_game(header: str) -> None:
    assert parse_kif(LISHOGI.replace("手合割：", header)).moves == MOVES


def test_lishogi_handicaps() -> None:
    game = parse_kif(
        "手合割：2枚獅子\n先手：A\n後手：B\n手数----指手---------消費時間--\n   1手目   7五歩兵 （←7四）\n"
    )
    assert game.moves == ("7d7e",)
    assert game.start.split()[1] == "w"
    assert "+KR" in game.start


@pytest.mark.parametrize("square", ["辰五獅子", "子1獅子"])
def test_zodiac_files_are_refused_with_a_word(square: str) -> None:
    scan = only(f"規則：chu\n手数----\n 1 {square}\n", "kif")
    assert scan.fault is not None
    assert scan.fault.error.code == "notation.zodiac"
    assert "zodiac" in str(scan.fault.error)


def test_a_whole_game_that_xboard_wrote() -> None:
    """`mujo cecp` against HaChu 0.21, saved by XBoard 4.9.1, which called the end a checkmate by its own rules."""
    scan = only(Path(__file__).with_name("xboard_chu.pgn").read_text(encoding="utf-8"), "xboard")
    assert scan.fault is None
    game = scan.game
    assert game is not None
    assert (game.result, len(game.moves), game.tags["White"]) == ("black", 219, "HaChu 0.21")
    board = game.replay().board
    assert board.is_checkmate()
    assert any(len(move.via) for move in board.move_stack)
    assert parse_xboard(format_game(game, Format.XBOARD)).moves == game.moves


def test_xboard_pgn() -> None:
    scan = only(XBOARD.replace("3. Sd2 -- {pass}", "3. Sd2"), "xboard")
    assert scan.fault is None
    game = scan.game
    assert game is not None
    assert game.moves == ("7j7h", "6c6e", "5i5h", "8d8e", "9l9k")
    assert game.tags["Black"] == "HaChu 0.21"
    assert game.tags["White"] == "Ito"
    assert game.result == "black"
    assert game.comments[5] == "Xboard adjudication: Checkmate"
    assert parse_pgn(format_pgn(game)) == parse_kif(format_kif(game)) == game


def test_xboard_pass_needs_a_piece_that_can_pass() -> None:
    pawns = '[Variant "chu"]\n[FEN "11k/12/12/12/6p5/12/12/5P6/12/12/12/K11 w - 0 1"]\n\n1. -- *'
    scan = only(pawns, "xboard")
    assert scan.fault is not None
    assert (scan.fault.ply, scan.fault.text, scan.fault.error.code) == (1, "--", "notation.no_pass")
    assert only(XBOARD, "xboard").fault is None


#: A lion amid pawns: Black's lion on f6 (7g), pawns on f7, g8 and beside.
LION = '[Variant "chu"]\n[SetUp "1"]\n[FEN "11k/12/12/12/6p5/5p6/5N6/12/12/12/12/K11 w - 0 1"]\n\n'


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("1. Nxf7-g8 *", ("7g7f6e",)),
        ("1. Nxf7-f6 *", ("7g7f7g",)),
        ("1. Nxf7,g8 *", ("7g7f6e",)),
        ("1. Nxg7,g8 *", ("7g6e",)),
        ("1. Nxg8 *", ("7g6e",)),
        ("1. Nf6xf7 *", ("7g7f",)),
        ("1. N6xf7 *", ("7g7f",)),
        ("1. Nfxf7 *", ("7g7f",)),
        ("1. Ne7,f6 *", ("7g7g",)),
        ("1. -- *", ("7g7g",)),
        ("1. f6f7,f7g8 *", ("7g7f6e",)),
        ("1. Nf6xf7# gxf7 *", ("7g7f",)),
    ],
)
def test_lion_moves_of_xboard_and_chushogilite(text: str, moves: tuple[str, ...]) -> None:
    assert parse_xboard(LION + text).moves == moves


def test_xboard_promotions_and_pawns() -> None:
    fen = '[Variant "chu"]\n[FEN "11k/12/12/2p9/1P1R8/12/12/12/12/12/12/K11 w 0 1"]\n\n'
    assert parse_xboard(fen + "1. Rd9+ *").moves == ("9e9d+",)
    assert parse_xboard(fen + "1. Rd9= *").moves == ("9e9d",)
    assert parse_xboard(fen + "1. b9+ *").moves == ("11e11d+",)
    assert parse_xboard(fen + "1. Rxc8 *").rest == ("Rxc8",)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('[Variant "xiangqi"]\n1. e5 *', "record.other_game"),
        ('[Variant "chu"]\n[Result "black"]\n*', "record.tag"),
        ('[Variant "hishigata"]\n*', "no_letters"),
        ('[Variant "chu"]\n[FEN "12/12 w 0 1"]\n*', "position.rank_count"),
        ('[Variant "chu"]\n[FEN "12/12/12/12/12/12/12/12/12/12/12/11W w 0 1"]\n*', "position.unknown_piece"),
    ],
)
def test_xboard_headers_that_are_refused(text: str, code: str) -> None:
    scan = only(text, "xboard")
    assert scan.fault is not None
    assert scan.fault.error.code == code
    assert scan.game is None


@pytest.mark.parametrize(
    ("tags", "code"),
    [
        ('[Variant "xiangqi"]', "record.other_game"),
        ('[Rules "maka"]\n[Variant "chu"]', "record.other_game"),
        ('[Rules "chu"]\n[FEN "12/12/12/12/12/12/12/12/12/12/12/12 w 0 1"]', "record.other_form"),
        ('[Rules "chu"]\n[SetUp "1"]', "record.other_form"),
        ('[Rules "chu"]\n[Result "1-0"]', "record.tag"),
    ],
)
def test_pgn_tags_that_set_game_and_start_are_never_ignored(tags: str, code: str) -> None:
    scan = only(f"{tags}\n\n*\n", "pgn")
    assert scan.game is None
    assert scan.fault is not None
    assert scan.fault.error.code == code


def test_the_tag_variant_names_the_game() -> None:
    game = parse_pgn('[Variant "Chu Shogi"]\n[SetUp "0"]\n\n1. P-7h *')
    assert (game.rules, game.moves, game.tags) == ("chu", ("7i7h",), {})


def test_a_result_ends_a_game_and_the_next_begins() -> None:
    text = '[Rules "maka"]\n1. P-10m black 1. P-9m {not over} white {the end}\n\n1. P-8m draw'
    scans = read('[Rules "maka"]\n1. P-10m black\n[Rules "maka"]\n1. P-9m {black won?} ( 1. P-8m black ) white', "pgn")
    assert [scan.game and scan.game.result for scan in scans] == ["black", "white"]
    first, second, third = list(scan_stream(text.splitlines(keepends=True), Format.PGN, Board(rules="maka").rules))
    assert [scan.game and scan.game.moves for scan in (first, second, third)] == [("10n10m",), ("9n9m",), ("8n8m",)]
    assert second.game is not None
    assert second.game.comments == {1: "not over\nthe end"}


def test_annotations_survive_a_conversion() -> None:
    text = '[Rules "maka"]\n\n1. P-10m ! {[%clk 0:10:00]} 1. .. P-10g $14 ?! ; a line\n% for a program\n2. P-9m?? *'
    game = parse_pgn(text)
    assert game.moves == ("10n10m", "10f10g", "9n9m")
    assert game.nags == {1: (1,), 2: (14, 6), 3: (4,)}
    assert game.comments == {1: "[%clk 0:10:00]", 2: "a line\n% for a program"}
    assert parse_pgn(format_pgn(game)) == parse_kif(format_kif(game)) == game


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("pgn", '[Rules "maka"]\n[Result "black"]\n\n1. P-10m white\n'),
        ("xboard", '[Variant "chu"]\n[Result "1-0"]\n\n1. Nf5 0-1\n'),
        ("kif", "規則：maka\n 1 10十三歩兵 （←10十四）\n 2 投了\nまで1手で後手の勝ち\n"),
        ("kif", "規則：maka\n 1 10十三歩兵 （←10十四）\n 2 投了\n 3 10七歩兵 （←10六）\n"),
    ],
)
def test_contradictory_results_are_reported(form: str, text: str) -> None:
    scan = only(text, form)
    assert scan.fault is not None
    assert scan.fault.error.code == "record.result"
    assert scan.game is not None
    assert scan.game.moves


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("kif", "Once upon a time there was a lion.\n"),
        ("kif", "Note: this is a letter, not a game.\nYours: Ito\n"),
        ("kif", "規則：maka\nsome words\n 1 10十三歩兵 （←10十四）\n"),
        ("kif", "{}\n"),
        ("pgn", "Once upon a time there was a lion.\n"),
        ("xboard", "<html>\n"),
    ],
)
def test_text_that_no_reader_knows_is_a_fault_and_kept(form: str, text: str) -> None:
    scans = list(scan_stream(text.splitlines(keepends=True), Format(form), Board(rules="maka").rules))
    assert scans[0].fault is not None
    assert scans[0].game is not None
    assert scans[0].game.moves == ()
    assert scans[0].game.rest


def lishogi_game(**changes: object) -> dict[str, object]:
    """A game with the keys that lishogi's export writes."""
    return {
        "id": "abcdefgh",
        "rated": True,
        "variant": "chushogi",
        "speed": "realTime",
        "perf": "chushogi",
        "createdAt": 1514505150384,
        "lastMoveAt": 1514505592843,
        "status": "resign",
        "players": {
            "sente": {"user": {"name": "Ito", "id": "ito"}, "rating": 1500, "ratingDiff": 5},
            "gote": {"aiLevel": 3},
        },
        "winner": "sente",
        "moves": " ".join(("7i7h", "7d7e", "7j7i6h")),
        "clock": {"initial": 600, "increment": 0, "byoyomi": 30, "periods": 1, "totalTime": 1350},
    } | changes


def test_lishogi_ndjson() -> None:
    scan = only(json.dumps(lishogi_game()) + "\n", "jsonl")
    assert scan.fault is None
    assert scan.game == Game(
        "chu/lishogi",
        Board(rules="chu").sfen(),
        ("7i7h", "7d7e", "7j6h"),
        result="black",
        termination="resignation",
        tags={
            "Black": "Ito",
            "BlackElo": "1500",
            "White": "lishogi AI level 3",
            "Site": "https://lishogi.org/abcdefgh",
            "Date": "2017.12.28",
            "TimeControl": "600+0+30x1",
            "Event": "Rated game",
        },
    )


def test_lishogi_exports_hold_empty_objects_while_they_wait() -> None:
    line = json.dumps(lishogi_game())
    scans = read(f"{line}\n{{}}\n{{}}\n{line}\n", "jsonl")
    assert [(scan.line, scan.fault) for scan in scans] == [(1, None), (4, None)]


def test_lishogi_export_without_moves() -> None:
    game = lishogi_game()
    del game["moves"]
    scan = only(json.dumps(game), "jsonl")
    assert scan.fault is not None
    assert scan.fault.error.code == "record.missing_key"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"variant": "minishogi"}, "record.other_game"),
        ({"moves": ["7i7h"]}, "record.wrong_type"),
        ({"initialSfen": "12/12 b - 1"}, "position.rank_count"),
    ],
)
def test_lishogi_games_that_are_refused(changes: dict[str, object], code: str) -> None:
    scan = only(json.dumps(lishogi_game(**changes)), "jsonl")
    assert scan.fault is not None
    assert scan.fault.error.code == code


def test_lishogi_with_other_starts_and_faults() -> None:
    start = "l11/12/12/12/12/5p6/5N6/12/12/12/12/K10k b - 1"
    scan = only(json.dumps(lishogi_game(initialSfen=start, moves="7g7f7g 1l1k 1a1b")), "jsonl")
    assert scan.game is not None
    assert scan.game.moves == ("7g7f7g", "1l1k")
    assert scan.fault is not None
    assert (scan.fault.ply, scan.fault.text) == (3, "1a1b")


def test_a_drawn_board_without_a_game_is_recognized_by_its_size() -> None:
    assert parse_kif(CHUSHOGILITE).rules == "chu"
    with pytest.raises(MujoError) as refusal:
        parse_kif(CHUSHOGILITE, Board(rules="maka").rules)
    assert refusal.value.code == "record.kif_board"


def test_a_drawn_piece_must_be_known() -> None:
    with pytest.raises(NotationError, match="rank 7 of the drawing: '猫' is not a piece of chu") as refusal:
        parse_kif(CHUSHOGILITE.replace("鹿", "猫"))
    assert refusal.value.code == "record.kif_board"
