"""Lishogi's notation of positions and moves: reading, writing, and refusals."""

from __future__ import annotations

from pathlib import Path

import pytest

import mujo
from mujo import Board, lishogi

EMPTY = "/".join(["12"] * 12)
START = (
    "lfcsgekgscfl/a1b1txot1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3/12/12/3I4I3/PPPPPPPPPPPP/MVRHDNQDHRVM/A1B1TOXT1B1A/"
    "LFCSGKEGSCFL b - 1"
)


def test_start() -> None:
    board = Board(rules="chu")
    assert lishogi.position_text(board) == START
    assert lishogi.read_position(START) == board
    assert Board(START, "chu").sfen() == board.sfen()
    assert mujo.Setup(START, "chu").board() == board


@pytest.mark.parametrize(
    "text",
    [
        "12/12/12/12/4B2l4/4S7/5N6/7n4/12/12/12/12 b - 1",
        "11k/12/12/12/12/4r7/12/12/9n2/4+o7/12/6B4K b 8j 77",
        "+l+f+c+s+g+ek+g+s+c+f+l/+a1+b1+t+x+o+t1+b1+a/+m+v+r+h+dqn+d+h+r+v+m/12/12/10P1/1p10/12/12/12/12/K11 w - 1",
        f"{EMPTY} b - 1",
    ],
)
def test_position_both_ways(text: str) -> None:
    board = lishogi.read_position(text)
    assert lishogi.position_text(board) == text
    assert lishogi.read_position(board.sfen()) == board


def test_state_is_the_third_field() -> None:
    board = lishogi.read_position("11k/12/12/12/12/4r7/12/12/9n2/4+o7/12/6B4K b 8j")
    assert board.state == board.rules.parse_square("8j")
    free = lishogi.read_position("11k/12/12/12/12/4r7/12/12/9n2/4+o7/12/6B4K b -")
    assert (board.perft(1, by="path"), free.perft(1, by="path")) == (7, 8), "as scalashogi's tests have it"


@pytest.mark.parametrize("text", ["5N6{} b - 1", "5N6{}", "5N6{} b", "5N6{}__b_-_1", "  5N6{}  b  - "])
def test_friendly_fields(text: str) -> None:
    board = lishogi.read_position(text.format("/12" * 11))
    assert board.sfen() == "5,LN,6" + "/12" * 11 + " b - 1"


@pytest.mark.parametrize(
    ("rank", "codes", "says"),
    [
        ("J11", ["position.unknown_piece"], "rank c, cell 1: 'J' is no piece of chu: its letters are"),
        ("5z6", ["position.unknown_piece"], "rank c, cell 2: 'z'"),
        ("3+q8", ["position.cannot_promote"], "rank c, cell 2: '+q': Q has no promoted form"),
        ("3+8", ["position.cell", "position.rank_width"], "rank c, cell 2: '+8'"),
        ("11+", ["position.cell"], "rank c, cell 2: '+'"),
        ("5象6", ["position.cell"], "rank c, cell 2: '象'"),
        ("p+象10", ["position.cell"], "rank c, cell 2: '+象'"),
        ("013", ["position.count", "position.rank_width"], "rank c, cell 1: '013'"),
        ("p0p9", ["position.count", "position.rank_width"], "rank c, cell 2: '0'"),
        ("13", ["position.count", "position.rank_width"], "rank c, cell 1: 13 empty squares do not fit"),
        ("p10", ["position.rank_width"], "rank c has too few squares: 11, the board has 12 files"),
        ("p12", ["position.rank_width"], "rank c has too many squares: 13, the board has 12 files"),
        ("", ["position.rank_width"], "rank c has too few squares: 0"),
    ],
)
def test_faults_name_rank_and_cell(rank: str, codes: list[str], says: str) -> None:
    text = "/".join(["12", "12", rank, *["12"] * 9])
    with pytest.raises(mujo.InvalidPositionError) as caught:
        lishogi.read_position(text)
    assert caught.value.code == codes[0]
    assert len(caught.value.problems) == len(codes)
    assert caught.value.problems[0].startswith(says)


def test_every_fault_at_once() -> None:
    with pytest.raises(mujo.InvalidPositionError) as caught:
        lishogi.read_position("J11/13/12/12/12/12/12/12/12/12/12 x 99z 0 more")
    said = " | ".join(caught.value.problems)
    assert "11 ranks" in said
    assert "cell 1: 'J'" in said
    assert "'x' is no side" in said
    assert "'99z' is no state" in said
    assert "'0' is no move number" in said


def test_games_without_letters() -> None:
    for call in (
        lambda: lishogi.position_text(Board()),
        lambda: lishogi.read_position("25" + "/25" * 24, "tai"),
        lambda: lishogi.move_text(Board(), mujo.Move.from_usi("8r8q")),
    ):
        with pytest.raises(mujo.MujoError) as caught:
            call()
        assert caught.value.code == "no_letters"


def test_letters_are_unique() -> None:
    source = Path(mujo.__file__).with_name("data") / "rules" / "chu.toml"
    text = source.read_text(encoding="utf-8").replace('letter = "X"', 'letter = "K"')
    # A changed copy of a shipped file needs a name of its own.
    text = text.replace('name = "chu"', 'name = "mine"', 1)
    (problem,) = mujo.check_rule_text(text)
    assert (problem.code, problem.key) == ("data.duplicate", "pieces.PH.letter")


LION = "12/12/12/12/12/5pg5/5N6/12/12/12/12/12 b - 1"


@pytest.mark.parametrize(
    ("text", "ours", "theirs"),
    [
        ("7g7h", "7g7h", "7g7h"),
        ("7g7e", "7g7e", "7g7e"),
        ("7g7f", "7g7f", "7g7f"),
        ("7g8f8e", "7g8e", "7g8e"),  # over an empty square: the same move
        ("7g7f6f", "7g7f6f", "7g7f6f"),
        ("7g7f7e", "7g7f7e", "7g7f7e"),
        ("7g7f7g", "7g7f7g", "7g7f7g"),  # igui
        ("7g7h7g", "7g7g", "7g8f7g"),  # the pass goes over the first empty square
        ("7g7g", "7g7g", "7g8f7g"),  # ours
    ],
)
def test_moves_of_a_lion(text: str, ours: str, theirs: str) -> None:
    board = lishogi.read_position(LION)
    move = lishogi.read_move(board, text)
    assert move.usi() == ours
    assert lishogi.move_text(board, move) == theirs
    assert lishogi.read_move(board, theirs) == move


def test_promotion_and_declining() -> None:
    board = lishogi.read_position("12/12/12/12/5P6/12/12/12/12/12/kp10/11K b - 1")
    for text in ("7e7d+", "7e7d"):
        assert lishogi.move_text(board, lishogi.read_move(board, text)) == text
    assert lishogi.read_move(board, "7e7d=").usi() == "7e7d"


def test_the_pass_of_a_falcon_goes_over_its_own_line() -> None:
    board = lishogi.read_position("12/12/12/12/12/12/5+H6/12/12/12/12/12 b - 1")
    assert lishogi.move_text(board, lishogi.read_move(board, "7g7g")) == "7g7f7g"
    white = lishogi.read_position("12/12/12/12/12/12/5+d6/12/12/12/12/12 w - 1")
    assert lishogi.move_text(white, lishogi.read_move(white, "7g7g")) == "7g6h7g"


def test_illegal_moves_are_refused() -> None:
    board = lishogi.read_position("12/12/12/12/12/5P6/5N6/12/12/12/12/12 b - 1")
    with pytest.raises(mujo.NotationError) as caught:
        lishogi.read_move(board, "7g7f7e")
    assert caught.value.code == "notation.own_piece_on_route"
    with pytest.raises(mujo.MujoError) as other:
        lishogi.move_text(board, mujo.Move.from_usi("8r8q"))
    assert other.value.code == "wrong_rules"


def test_moves_that_the_notation_cannot_express() -> None:
    """Moves with more than one square between start and end, and the pass of a piece that cannot pass."""
    board = Board(rules="chu")
    for text in ("6i6h6g6f", "6i6i"):
        with pytest.raises(mujo.MujoError) as caught:
            lishogi.move_text(board, mujo.Move.from_usi(text, "chu"))
        assert caught.value.code == "no_lishogi_move"
