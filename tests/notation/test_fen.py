"""Positions and moves in the letters and squares of WinBoard, HaChu and QBoard."""

from __future__ import annotations

import random

import pytest

from crowded import crowded_positions
from mujo import Board, MujoError, RuleSet
from mujo.notation.coordinates import format_a1, format_cecp, parse_a1, parse_cecp
from mujo.notation.fen import FORMS, format_fen, parse_fen
from mujo.notation.programs import game_names

GAMES = ("chu", "maka", "tai")
#: The beginning of each start, as QBoard writes it.
FIRST_RANKS = {
    "chu": "lfcsgekgscfl",
    "maka": "le'ut'jcsgg!ka!gscjt'ue'l",
    "tai": "lj~w`f'j'd~rhdqgg!e`a!gqdhrd~j'f'w`v~l",
}


@pytest.mark.parametrize("game", GAMES)
def test_every_type_has_one_letter(game: str) -> None:
    rules = RuleSet(game)
    initial = {kind.id for kind in rules.piece_types.values() if kind.is_initial}
    names = game_names(rules)
    assert set(names.letters) == initial
    assert len(names.ids) == len(initial)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("form", FORMS)
def test_positions_come_back(game: str, form: str) -> None:
    rules = RuleSet(game)
    start = Board(rules=rules)
    assert format_fen(start, form).split("/")[0] == FIRST_RANKS[game]
    dice = random.Random(3)
    odd = game_names(rules).promoted
    for board in [start, *(board for board, _ in zip(crowded_positions(rules, dice), range(10), strict=False))]:
        placement, side, state, number = board.sfen().split()
        if any(f"+{kind}" in placement.upper().replace("/", ",").split(",") for kind in odd):
            continue
        read = parse_fen(format_fen(board, form), rules, form)
        assert read.sfen().split()[:2] == [placement, side]
        if state == "-":
            assert read.sfen().split()[3] in (number, str(int(number) + 1), str(int(number) - 1))


def test_promoted_types_that_share_letters() -> None:
    """QBoard's starting positions fix the letters; these three promoted types have those of another."""
    for game, kind, letters, read_as in (
        ("tai", "BM", "+M!", "+BM"),
        ("tai", "SI", "G", "G"),
        ("maka", "AB", "+A", "+RV"),
    ):
        rules = RuleSet(game)
        empty = [str(rules.files)] * (rules.ranks - 1)
        board = Board("/".join([*empty, f"+{kind},{rules.files - 1}"]), rules)
        text = format_fen(board, "qboard")
        assert text.split()[0].endswith(f"/{letters}{rules.files - 1}")
        assert parse_fen(text, rules, "qboard").piece_at(board.rules.files * rules.ranks - 1).symbol == read_as  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "position.empty"),
        ("x" * 10_000, "position.too_long"),
        ("12/12/12/12/12/12/12/12/12/12/12/11? w", "position.cell"),
        ("12/12/12/12/12/12/12/12/12/12/12/11W w", "position.unknown_piece"),
        ("12/12/12/12/12/12/12/12/12/12/12/11K x", "position.side"),
        ("12/12/12/12/12/12/12/12/12/12/12/11K w - one", "position.number"),
        ("12/12 w", "position.rank_count"),
    ],
)
def test_positions_that_are_refused(text: str, code: str) -> None:
    with pytest.raises(MujoError) as refusal:
        parse_fen(text, "chu")
    assert refusal.value.code == code


def test_forms_and_games_that_are_unknown() -> None:
    board = Board(rules="chu")
    for call in (lambda: format_fen(board, "csa"), lambda: parse_fen("12", "chu", "csa")):
        with pytest.raises(MujoError) as refusal:
            call()
        assert refusal.value.code == "argument"
    with pytest.raises(MujoError) as refusal:
        format_fen(Board(rules="hishigata"))
    assert refusal.value.code == "no_letters"


def test_squares_count_from_blacks_side() -> None:
    rules = RuleSet("tai")
    assert [format_a1(rules, rules.parse_square(name)) for name in ("25y", "1y", "25a", "1a")] == [
        "a1",
        "y1",
        "a25",
        "y25",
    ]
    for square in range(625):
        assert parse_a1(rules, format_a1(rules, square)) == square
    for text, code in (("z1", "notation.off_board"), ("a26", "notation.off_board"), ("1a", "notation.move_syntax")):
        with pytest.raises(MujoError) as refusal:
            parse_a1(rules, text)
        assert refusal.value.code == code


@pytest.mark.parametrize("game", [*GAMES, "hishigata"])
def test_every_move_comes_back(game: str) -> None:
    dice = random.Random(7)
    for board, _ in zip(crowded_positions(RuleSet(game), dice), range(4), strict=False):
        for move in dice.sample(list(board.legal_moves), min(150, len(board.legal_moves))):
            read = parse_cecp(board, format_cecp(move))
            assert read == move or (read.is_pass and move.is_pass)


#: Black's lion on f6 beside two pawns of White.
LION = "11,k/12/12/12/6,p,5/5,p,6/5,LN,6/12/12/12/12/K,11"


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("f6f7", "7g7f"),
        ("f6f7,f7g8", "7g7f6e"),
        ("f6f7, f7g8", "7g7f6e"),
        ("f6f7,f7f6", "7g7f7g"),
        ("f6e6,e6f6", "7g7g"),
        ("@@@@", "7g7g"),
        ("@@@64", "7g7g"),
        ("f6g8=", "7g6e"),
    ],
)
def test_moves_of_hachu_and_qboard(text: str, move: str) -> None:
    assert parse_cecp(Board(LION, "chu"), text).usi() == move


def test_a_forced_promotion_without_its_sign() -> None:
    board = Board("19/19/19/19/19/19/19/19/9,+ld,9/9,g,9/9,LN,9/19/19/19/19/19/19/19/19", "maka")
    assert parse_cecp(board, "j9j10,j10j11").promotes


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("f6", "notation.move_syntax"),
        ("7g7f", "notation.move_syntax"),
        ("f6f7,g7g8", "notation.move_syntax"),
        ("f6" * 40, "notation.move_syntax"),
        ("f6f5,f5m5", "notation.off_board"),
        ("f6f9", "illegal_move.no_such_move"),
    ],
)
def test_moves_that_are_refused(text: str, code: str) -> None:
    with pytest.raises(MujoError) as refusal:
        parse_cecp(Board(LION, "chu"), text)
    assert refusal.value.code == code


def test_a_pass_where_none_is_possible() -> None:
    with pytest.raises(MujoError) as refusal:
        parse_cecp(Board("11,k/12/12/12/6,p,5/12/12/6,P,5/12/12/12/K,11", "chu"), "@@@@")
    assert refusal.value.code == "notation.no_pass"
