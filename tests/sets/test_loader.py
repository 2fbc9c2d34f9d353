"""Rule files that are wrong, hostile or extreme: every fault is listed, nothing crashes, both engines refuse."""

from __future__ import annotations

import pickle
import tomllib

import pytest

import mujo
import mujo_reference
from mujo.cells import cell_width

HEAD = """format = 1
name = "small"
title = "Small"
description = "for the tests"
source = "tests"
"""
GAME = """[board]
files = 5
ranks = 6
[setup]
army = ["2,P,2", "2,K,2"]
"""
PIECES = """[pieces]
K = { name = "king", kanji = "玉", board = "玉", romaji = "o", betza = "K", royal = "king", source = "tests" }
P = { name = "pawn", kanji = "歩", board = "歩", romaji = "fu", betza = "fW", source = "tests" }
"""


def line(id_: str, betza: str = "W", board: str = "曲", more: str = "") -> str:
    names = f'name = "n", kanji = "k", board = "{board}", romaji = "r"'
    return f'{id_} = {{ {names}, betza = "{betza}", source = "t"{more} }}\n'


def game(pieces: str = "", more: str = "", *, head: str = HEAD, table: str = GAME) -> str:
    return head + table + PIECES + pieces + more


def move_of(betza: str) -> str:
    return game(line("Z", betza))


def over(base: str, more: str = "", name: str = "mine") -> str:
    return HEAD.replace("small", name) + f'base = "{base}"\n' + more


#: The text, the slug of the first fault, its key, and a word of the reason or of what would be right.
WRONG = {
    "small letters in an id": (game(line("zz")), "data.bad_id", "pieces.zz", "capital letters"),
    "an id in Greek": (game(line('"Ω"')), "data.bad_id", "pieces.Ω", "capital letters"),
    "an id in full width": (game(line('"Ｋ"')), "data.bad_id", "pieces.Ｋ", "capital letters"),
    "a kanji as an id": (game(line('"玉"')), "data.bad_id", "pieces.玉", "capital letters"),
    "an id of four letters": (game(line("ABCD")), "data.bad_id", "pieces.ABCD", "1 to 3"),
    "a rider of leaps": (move_of("NN"), "data.bad_betza", "pieces.Z.betza", "rider"),
    "a rider of leaps among others": (
        move_of("WfDDb"),
        "data.bad_betza",
        "pieces.Z.betza",
        "for a single leap write D",
    ),
    "a doubled step": (move_of("WW"), "data.bad_betza", "pieces.Z.betza", "write R"),
    "a doubled diagonal step": (move_of("WmcFF"), "data.bad_betza", "pieces.Z.betza", "write B"),
    "a doubled king's step": (move_of("KK"), "data.bad_betza", "pieces.Z.betza", "write Q"),
    "a doubled slide": (move_of("RR"), "data.bad_betza", "pieces.Z.betza", "write it once"),
    "sideways on a diagonal": (move_of("sF"), "data.bad_betza", "pieces.Z.betza", "ambiguous"),
    "vertical of a king": (move_of("vK"), "data.bad_betza", "pieces.Z.betza", "ambiguous"),
    "a group of legs": (move_of("[aK]K"), "data.bad_betza", "pieces.Z.betza", "groups of legs"),
    "an id twice": (game(line("Z") + line("Z", board="q")), "data.syntax", "", "duplicate"),
    "an id that the base has": (
        over("maka", "[pieces]\n" + line("LN")),
        "data.duplicate",
        "pieces.LN",
        "defined twice",
    ),
    "a promoted form twice": (
        game(more="[promoted]\n" + line("K")),
        "data.duplicate",
        "pieces.K",
        "unique in [pieces] and [promoted]",
    ),
    "a board character twice": (game(line("Z", board="玉")), "data.duplicate", "pieces.Z.board", "of K too"),
    "a letter twice": (
        game(line("Y", more=', letter = "Z"') + line("Z", board="q", more=', letter = "Z"')),
        "data.duplicate",
        "pieces.Z.letter",
        "of Y too",
    ),
    "three board characters": (
        game(line("Z", board="四天王")),
        "data.wrong_type",
        "pieces.Z.board",
        "one or two visible characters",
    ),
    "a character with a mark": (
        game(line("Z", board="か\u3099")),
        "data.wrong_type",
        "pieces.Z.board",
        "one or two visible characters",
    ),
    "a character without width": (game(line("Z", board="\u200b")), "data.wrong_type", "pieces.Z.board", "visible"),
    "a control character": (game(line("Z", board="\\u0007")), "data.wrong_type", "pieces.Z.board", "visible"),
    "a character that turns the line": (
        game(line("Z", board="\u202e")),
        "data.wrong_type",
        "pieces.Z.board",
        "visible",
    ),
    "a space as a character": (game(line("Z", board="\u3000")), "data.wrong_type", "pieces.Z.board", "empty"),
    "a name with brackets": (game(head=HEAD.replace("small", "maka[x]")), "data.bad_id", "name", "small letters"),
    "a name in capitals": (game(head=HEAD.replace("small", "Small")), "data.bad_id", "name", "small letters"),
    "a long name": (game(head=HEAD.replace("small", "a" * 61)), "data.bad_id", "name", "60 characters"),
    "the name of another set": (over("maka", name="tai"), "data.bad_id", "name", "another name"),
    "a set over itself": (over("maka", name="maka"), "data.bad_id", "name", "another name"),
    "a set over its own file": (over("mine"), "data.base", "base", "no rule set 'mine'"),
    "a base with changes": (over("maka[LD=limited]"), "data.base", "base", "no rule set"),
    "a base that is a path": (over("../options"), "data.base", "base", "no rule set"),
    "a base that is empty": (over(""), "data.wrong_type", "base", "empty"),
    "37 files": (game(table=GAME.replace("5", "37", 1)), "data.wrong_type", "board.files", "3 to 36"),
    "2 ranks": (game(table=GAME.replace("6", "2")), "data.wrong_type", "board.ranks", "3 to 36"),
    "-5 files": (game(table=GAME.replace("5", "-5", 1)), "data.wrong_type", "board.files", "3 to 36"),
    "very many files": (game(table=GAME.replace("5", "9" * 30, 1)), "data.wrong_type", "board.files", "whole number"),
    "half a file": (game(table=GAME.replace("5", "5.5", 1)), "data.wrong_type", "board.files", "whole number"),
    "an army too deep": (game(table=GAME.replace("6", "3")), "data.setup_size", "setup.army", "do not fit twice"),
    "a row too long": (game(table=GAME.replace("2,K,2", "3,K,2")), "data.setup_size", "setup.army", "too many"),
    "a row in small letters": (game(table=GAME.replace("K", "k")), "data.bad_position", "setup.army", "UPPER"),
    "a piece not there": (game(table=GAME.replace("K", "Q")), "data.unknown_type", "setup.army", "no piece"),
    "another board under an old setup": (
        over("maka", "[board]\nfiles = 5\nranks = 5\n"),
        "data.setup_size",
        "board",
        "setup of its own",
    ),
    "a side that is none": (
        game(table=GAME.replace('army = ["2,P,2", "2,K,2"]', 'position = "5/5/5/5/5/2,K,2 q"')),
        "data.bad_position",
        "setup.position",
        "b or w",
    ),
    "a start with too much": (
        game(more='[starts]\nx = { position = "5/5/5/5/5/2,K,2 b - 1 1", description = "d", source = "t" }\n'),
        "data.bad_position",
        "starts.x",
        "nothing more",
    ),
    "a start without ranks": (
        game(more='[starts]\nx = { position = "5/5", description = "d", source = "t" }\n'),
        "data.setup_size",
        "starts.x",
        "the board has 6",
    ),
    "a start with an odd name": (
        game(more='[starts]\n"a b" = { position = "5/5/5/5/5/2,K,2", description = "d", source = "t" }\n'),
        "data.bad_id",
        "starts.a b",
        "small letters",
    ),
    "a reading with an odd name": (
        game(more='[readings.P]\nplain = { betza = "fW", source = "t" }\n"a]" = { betza = "W", source = "t" }\n'),
        "data.bad_id",
        "readings.P.a]",
        "small letters",
    ),
    "two readings that are one": (
        game(more='[readings.P]\none = { betza = "fW", source = "t" }\ntwo = { betza = "fW", source = "t" }\n'),
        "data.duplicate",
        "readings.P.two",
        "one",
    ),
    "a base reading without a name": (
        game(more='[readings.P]\nother = { betza = "W", source = "t" }\n'),
        "data.missing_key",
        "readings.P",
        "needs a name",
    ),
    "a choice there is not": (game(more='[choose]\nP = "x"\n'), "data.unknown_reading", "choose.P", "only one"),
    "promotions of a game": (
        game(more='[promotions]\nP = { to = "K", source = "t" }\n'),
        "data.unknown_key",
        "promotions",
        "piece line",
    ),
    "an infecting type that becomes nothing": (
        over("maka", '[promotions]\nDV = { to = "none", source = "t" }\n'),
        "data.impossible_combination",
        "promotions.DV",
        "infects",
    ),
    "a promotion to nothing known": (
        over("maka", '[promotions]\nKR = { to = "LNN", source = "t" }\n'),
        "data.unknown_type",
        "pieces.KR.promotes",
        "did you mean 'LN'",
    ),
    "a last rank that is not true or false": (
        over("chu", '[promotions]\nL = { to = "WH", last_rank = "no", source = "t" }\n'),
        "data.wrong_type",
        "promotions.L.last_rank",
        "true or false",
    ),
    "a promotion without a type": (
        over("chu", '[promotions]\nL = { last_rank = false, source = "t" }\n'),
        "data.missing_key",
        "promotions.L.to",
        "'to'",
    ),
    "a promotion with an unknown key": (
        over("chu", '[promotions]\nL = { to = "WH", last_ranks = false, source = "t" }\n'),
        "data.unknown_key",
        "promotions.L.last_ranks",
        "did you mean 'last_rank'",
    ),
    "a zone larger than the board": (
        game(more='[options]\npromotion_zone = { value = 7, source = "t" }\n'),
        "rules.impossible_combination",
        "options",
        "6 ranks",
    ),
    "a zone of no ranks": (
        game(more='[options]\npromotion = { value = "zone", source = "t" }\n'),
        "rules.impossible_combination",
        "options",
        "at least one rank",
    ),
    "shogi promotion without a zone": (
        game(more='[options]\npromotion = { value = "shogi", source = "t" }\n'),
        "rules.impossible_combination",
        "options",
        "at least one rank",
    ),
    "a rank without a jump": (
        game(line("Z", more=", rank = 2")),
        "data.impossible_combination",
        "pieces.Z",
        "no type of",
    ),
    "a jump without a rank": (game(line("Z", "BjcB")), "data.impossible_combination", "pieces.Z", "has a rank"),
    "a rank out of range": (game(line("Z", "BjcB", more=", rank = 10")), "data.wrong_type", "pieces.Z.rank", "0 to 9"),
    "a rank in words": (game(line("Z", "BjcB", more=', rank = "1"')), "data.wrong_type", "pieces.Z.rank", "number"),
    "a jump of one step": (move_of("jcK"), "data.bad_betza", "pieces.Z.betza", "more than one square"),
    "a jump of a leap": (move_of("jD"), "data.bad_betza", "pieces.Z.betza", "more than one square"),
    "a slide that skips all its squares": (move_of("ooR2"), "data.bad_betza", "pieces.Z.betza", "more than 2"),
    "a jump after the modes": (move_of("cjB"), "data.bad_betza", "pieces.Z.betza", "'j'"),
    "two jumps": (move_of("jjB"), "data.bad_betza", "pieces.Z.betza", "twice"),
    "a sweep without a rank": (game(line("Z", "xR")), "data.impossible_combination", "pieces.Z", "has a rank"),
    "sweeps on a lion": (
        game(line("Z", "NADaKxB", more=", rank = 1")),
        "data.impossible_combination",
        "pieces.Z",
        "several legs",
    ),
    "sweeps and an area move": (
        game(line("Z", "xRKmaK", more=", rank = 1")),
        "data.impossible_combination",
        "pieces.Z",
        "several legs",
    ),
    "sweeps and a leap along them": (
        game(line("Z", "xRfD", more=", rank = 1")),
        "data.impossible_combination",
        "pieces.Z",
        "leaps or passes",
    ),
    "sweeps and a slide over pieces along them": (
        game(line("Z", "fxRfh2R", more=", rank = 1")),
        "data.impossible_combination",
        "pieces.Z",
        "leaps or passes",
    ),
    "sweeps and a skipping slide along them": (
        game(line("Z", "fxQfoB", more=", rank = 1")),
        "data.impossible_combination",
        "pieces.Z",
        "leaps or passes",
    ),
    "sweeps and the universal move": (
        game(line("Z", "xRU", more=", rank = 1")),
        "data.impossible_combination",
        "pieces.Z",
        "U",
    ),
    "a reading that sweeps and leaps": (
        game(
            line("Z", "xB", more=", rank = 1"),
            '[readings.Z]\nplain = { betza = "xB", source = "t" }\nother = { betza = "xBA", source = "t" }\n',
        ),
        "data.impossible_combination",
        "readings.Z.other",
        "leaps or passes",
    ),
    "sweeps and an emperor": (
        game(line("Z", "xR", more=", rank = 1") + line("Y", "U", "乙", ', royal = "emperor"')),
        "data.impossible_combination",
        "pieces.Z",
        "emperor",
    ),
    "sweeps and lion trading": (
        game(
            line("Z", "xR", more=", rank = 1"),
            '[options]\nlion_trading = { value = "chu", source = "t" }\n'
            '[lion_trading]\nlions = ["Z"]\nworthless = []\n',
        ),
        "rules.impossible_combination",
        "options",
        "lion_trading",
    ),
    "a sweep of several legs": (move_of("xmaR"), "data.bad_betza", "pieces.Z.betza", "one leg"),
    "a sweep of one step": (move_of("xK"), "data.bad_betza", "pieces.Z.betza", "more than one square"),
    "a sweep that jumps": (move_of("xjR"), "data.bad_betza", "pieces.Z.betza", "alone"),
    "two sweeps": (move_of("xxR"), "data.bad_betza", "pieces.Z.betza", "twice"),
    "a slide over no piece": (move_of("h0R"), "data.bad_betza", "pieces.Z.betza", "1 to 35"),
    "a slide over too many pieces": (move_of("h36R"), "data.bad_betza", "pieces.Z.betza", "1 to 35"),
    "a slide over pieces of one step": (move_of("h3W"), "data.bad_betza", "pieces.Z.betza", "more than one square"),
    "a forced zone of no ranks": (
        game(more='[options]\npromotion = { value = "zone-must", source = "t" }\n'),
        "rules.impossible_combination",
        "options",
        "at least one rank",
    ),
    "an offered zone of no ranks": (
        game(more='[options]\npromotion = { value = "zone-may", source = "t" }\n'),
        "rules.impossible_combination",
        "options",
        "at least one rank",
    ),
    "burning in other words": (game(line("Z", more=', burns = "yes"')), "data.wrong_type", "pieces.Z.burns", "true"),
    "burning without a demon": (
        game(more='[options]\nburning = { value = "on", source = "t" }\n'),
        "rules.impossible_combination",
        "options",
        "burns = true",
    ),
    "burning and an emperor": (
        game(
            line("Z", more=", burns = true") + line("Y", "U", "乙", ', royal = "emperor"'),
            '[options]\nburning = { value = "on", source = "t" }\n',
        ),
        "rules.impossible_combination",
        "options",
        "emperor",
    ),
    "burning and lion trading": (
        game(
            line("Z", more=", burns = true"),
            '[options]\nburning = { value = "on", source = "t" }\nlion_trading = { value = "chu", source = "t" }\n'
            '[lion_trading]\nlions = ["Z"]\nworthless = []\n',
        ),
        "rules.impossible_combination",
        "options",
        "lion_trading",
    ),
    "a board of 37 files": (
        game(table=GAME.replace("files = 5", "files = 37")),
        "data.wrong_type",
        "board.files",
        "36",
    ),
    "a board of 37 ranks": (
        game(table=GAME.replace("ranks = 6", "ranks = 37")),
        "data.wrong_type",
        "board.ranks",
        "36",
    ),
    "a kanji in a move": (game(line("Z", "W玉")), "data.bad_betza", "pieces.Z.betza", "'玉' is no direction"),
    "an empty move": (game(line("Z", "")), "data.wrong_type", "pieces.Z.betza", "empty"),
    "a move that goes everywhere": (game(line("Z", "mamamamaQ")), "data.bad_betza", "pieces.Z.betza", "too many ways"),
    "a move of many long terms": (game(line("Z", "aaQ12" * 100)), "data.bad_betza", "pieces.Z.betza", "too many ways"),
    "a move of many short terms": (game(line("Z", "aaN" * 30)), "data.bad_betza", "pieces.Z.betza", "too many ways"),
    "a move of many legs": (game(line("Z", "a" * 5000 + "K")), "data.bad_betza", "pieces.Z.betza", "legs"),
    "a move that takes too often": (
        game(line("Z", "aaaaW")),
        "data.too_many_captures",
        "pieces.Z.betza",
        "at most three legs",
    ),
    "a value that is no number": (game(line("Z", more=", value = nan")), "data.wrong_type", "pieces.Z.value", "number"),
    "a date": (game(more="[options]\nstalemate = 2020-01-01\n"), "data.wrong_type", "options.stalemate", "table"),
    "lists without end": ("a = " + "[" * 100_000 + "]" * 100_000, "data.syntax", "", "recur"),
    "tables without end": ("a = " + "{a=" * 50_000 + "1" + "}" * 50_000, "data.syntax", "", "recur"),
    "keys without end": ("a" + ".a" * 50_000 + " = 1", "data.syntax", "", "recur"),
    "a null byte": (game() + "\0", "data.syntax", "", ""),
    "a conflict": (game() + "<<<<<<< HEAD\n", "data.syntax", "", ""),
}


@pytest.mark.parametrize("what", WRONG)
def test_wrong_files(what: str) -> None:
    text, code, key, word = WRONG[what]
    problems = mujo.check_rule_text(text, "wrong.toml")
    assert problems, "nothing was found"
    first = next((problem for problem in problems if problem.key == key), problems[0])
    assert (first.code, first.key) == (code, key), [str(problem) for problem in problems]
    assert word in first.reason
    assert all(1 <= problem.line <= text.count("\n") + 1 for problem in problems)
    with pytest.raises(mujo.DataError) as refused:
        mujo.RuleSet.from_toml(text)
    assert refused.value.code == problems[0].code
    if code == "data.syntax":
        return
    with pytest.raises((mujo_reference.Refused, mujo_reference.DataFault)):
        read_by_the_reference(text)


def read_by_the_reference(text: str) -> None:
    """Read a file, its setup and its starts."""
    rules = mujo_reference.from_content(tomllib.loads(text), "wrong.toml")
    for start in (None, *rules.definition.starts.values()):
        mujo_reference.Game(start, rules)


def test_all_faults_at_once() -> None:
    """One fault of each kind in one file: all are listed, in the order of the lines."""
    text = game(
        line("zz") + line("Y", "RmasX", "q") + line("X", board="玉") + line("W", board="w", more=', promotes = "NO"'),
        '[options]\nemperor = { value = "x", source = "t" }\nnone = { value = "x", source = "t" }\n'
        '[choose]\nP = "x"\n[colour]\n',
    )
    problems = mujo.check_rule_text(text)
    assert [problem.key for problem in problems] == [
        "pieces.zz",
        "pieces.Y.betza",
        "pieces.X.board",
        "pieces.W.promotes",
        "options.emperor",
        "options.none",
        "choose.P",
        "colour",
    ]
    lines = text.splitlines()
    assert all(problem.key.split(".")[1] in lines[problem.line - 1] for problem in problems[:-1])


@pytest.mark.parametrize(
    ("files", "ranks", "army"),
    [(3, 3, '["K,P,P"]'), (36, 36, '["17,K,18", "36", "35,P"]'), (3, 36, '["K,2"]'), (36, 3, '["K,34,P"]')],
)
def test_smallest_and_largest_boards(files: int, ranks: int, army: str) -> None:
    table = f"[board]\nfiles = {files}\nranks = {ranks}\n[setup]\narmy = {army}\n"
    text = game(table=table)
    assert mujo.check_rule_text(text) == []
    rules = mujo.RuleSet.from_toml(text)
    board = mujo.Board(rules=rules)
    reference = mujo_reference.Game(rules=mujo_reference.from_content(tomllib.loads(text), "small.toml"))
    for _ in range(12):
        assert board.sfen() == reference.sfen()
        moves = sorted(move.usi() for move in board.legal_moves)
        assert moves == sorted(reference.legal_moves())
        if not moves:
            break
        board.push(moves[0])
        reference.push(moves[0])
    assert mujo.Board(board.sfen(), rules).sfen() == board.sfen()


def test_files_written_elsewhere() -> None:
    """A mark at the beginning and line ends of another system do not matter."""
    plain = mujo.RuleSet.from_toml(game())
    assert mujo.RuleSet.from_toml("\ufeff" + game()) == plain
    assert mujo.RuleSet.from_toml(game().replace("\n", "\r\n")) == plain


def test_a_file_of_very_many_types() -> None:
    """About two thousand types: read, and played with."""
    ids = [a + b + c for a in "ABC" for b in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
    rules = mujo.RuleSet.from_toml(
        game("".join(line(id_, board=chr(0xAC00 + number)) for number, id_ in enumerate(ids)))
    )
    assert len(rules.piece_types) == len(ids) + 2
    assert len(mujo.Board(rules=rules).legal_moves) == 5


def test_a_move_text_of_very_many_terms() -> None:
    rules = mujo.RuleSet.from_toml(game(line("Z", "WF" * 2_500)))
    assert len(mujo.Board("5/5/2,Z,2/5/5/5", rules).legal_moves) == 8


def test_handicap_starts_of_tai() -> None:
    """White gives pieces and moves first, as in Evans's program; the choice of pieces is ours and marked as such."""
    rules = mujo.RuleSet("tai")
    given = {"hook-mover": {"HM": 1}, "lion-and-lion-dog": {"LN": 1, "LD": 1}, "queens": {"Q": 2}}
    assert rules.starts.keys() == given.keys()
    whole = mujo.Board()
    for name, pieces in given.items():
        board = mujo.Board(rules.starts[name], rules)
        assert board.turn is mujo.WHITE
        assert len(board.piece_map()) == 2 * 177 - sum(pieces.values())
        for id_, number in pieces.items():
            assert len(board.pieces(id_, mujo.WHITE)) == len(whole.pieces(id_, mujo.WHITE)) - number == 0
        assert {square: piece for square, piece in whole.piece_map().items() if piece.side} == {
            square: piece for square, piece in board.piece_map().items() if piece.side
        }
        assert "chosen here" in rules.start_sources[name]
        game_ = mujo_reference.Game(rules.starts[name], "tai")
        assert sorted(game_.legal_moves()) == sorted(move.usi() for move in board.legal_moves)
    assert mujo.RuleSet("tai/japanese").starts == rules.starts


NAMELESS = """[pieces]
K = { name = "king", kanji = "玉", board = "玉", betza = "K", royal = "king", source = "tests" }
P = { name = "pawn", kanji = "歩兵", betza = "fW", source = "tests" }
PA = { name = "pawn again", kanji = "歩兵", betza = "fW", source = "tests" }
Z = { name = "zebra", betza = "N", source = "tests" }
ZZ = { name = "double zebra", betza = "N", source = "tests" }
ZZZ = { name = "triple zebra", betza = "N", source = "tests", promotes = "PZ" }
[promoted]
PZ = { name = "promoted zebra", betza = "vsW", source = "tests" }
"""


def test_kanji_romaji_and_board_characters_are_optional() -> None:
    text = HEAD + GAME + NAMELESS
    rules = mujo.RuleSet.from_toml(text)
    names = {kind.id: (kind.kanji, kind.romaji, kind.board_kanji) for kind in rules.piece_types.values()}
    assert names == {
        "K": ("玉", "king", "玉"),
        "P": ("歩兵", "pawn", "歩"),
        "PA": ("歩兵", "pawn again", "兵"),
        "Z": ("Z", "zebra", "Ｚ"),
        "ZZ": ("ZZ", "double zebra", "Ａ"),
        "ZZZ": ("ZZZ", "triple zebra", "Ｂ"),
        "PZ": ("PZ", "promoted zebra", "Ｐ"),
    }
    reference = mujo_reference.Game(rules=mujo_reference.from_content(tomllib.loads(text), "small.toml"))
    assert len(mujo.Board(rules=rules).legal_moves) == len(list(reference.legal_moves()))
    assert pickle.loads(pickle.dumps(rules)) == rules


def test_a_game_of_many_types_without_kanji_has_a_character_for_each() -> None:
    ids = [a + b for a in "ABCDEFGHJKLMNOPQRSTUVWXYZ" for b in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
    lines = "".join(f'{id_} = {{ name = "n", betza = "W", source = "t" }}\n' for id_ in ids)
    rules = mujo.RuleSet.from_toml(HEAD + GAME + PIECES + lines)
    characters = [kind.board_kanji for kind in rules.piece_types.values()]
    assert len(set(characters)) == len(characters) == len(ids) + 2
    assert {len(character) for character in characters} == {1}
    assert {cell_width(character) for character in characters} == {2}


@pytest.mark.parametrize(
    ("betza", "same"),
    [("vW", "fbW"), ("sR", "lrR"), ("vD", "fbD"), ("svD", "D"), ("vN", "ffbbN"), ("vsN", "N"), ("vmR2cK", "fbmR2cK")],
)
def test_vertical_and_sideways_first_legs(betza: str, same: str) -> None:
    ends = []
    for text in (betza, same):
        rules = mujo.RuleSet.from_toml(game(line("Z", text)))
        board = mujo.Board("5/5/2,Z,2/5/5/k,3,K b - 1", rules)
        ends.append([str(move) for move in board.legal_moves_from("3c")])
        loaded = mujo_reference.from_content(tomllib.loads(game(line("Z", text))), "small.toml")
        reference = mujo_reference.Game("5/5/2,Z,2/5/5/k,3,K b - 1", loaded)
        assert sorted(ends[-1]) == sorted(text for text in reference.legal_moves() if text.startswith("3c"))
    assert sorted(ends[0]) == sorted(ends[1])
    assert ends[0]
