"""Text of positions and of moves, both ways."""

import random

import pytest

from mujo_reference import Game, Refused, from_letters, load, set_names
from reference.boards import moves_of, place, play


@pytest.mark.parametrize("name", set_names())
def test_start_reads_back(name: str) -> None:
    game = Game(rules=name)
    text = game.sfen()
    assert text.endswith(" b - 1")
    assert Game(text, name).position == game.position
    assert Game(text, name).sfen() == text
    assert Game("startpos", name).position == game.position


def test_start_of_maka() -> None:
    """White's back rank is Black's turned by half a turn; the ends and the middle in full."""
    ranks = Game(rules="maka").sfen().split()[0].split("/")
    assert ranks[0] == "l,e,st,t,i,c,s,g,ds,k,dv,g,s,c,i,t,st,e,l"
    assert ranks[9] == "19"
    assert ranks[18] == "L,E,ST,T,I,C,S,G,DV,K,DS,G,S,C,I,T,ST,E,L"


def test_move_number_and_side() -> None:
    game = place("maka", "K1s k19a")
    play(game, "1s1r")
    assert game.sfen() == "k,18/" + "19/" * 16 + "18,K/19 w - 2"
    assert Game(game.sfen(), "maka").repetitions() == 1


def test_friendly_positions() -> None:
    board = "k,18/" + "19/" * 17 + "18,K"
    wanted = f"{board} b - 1"
    for text in (board, f"{board} b", f"  {board}   b  -", f"{board}_b_-_1"):
        assert Game(text, "maka").sfen() == wanted


MAKA = "k,18/" + "19/" * 17 + "18,K"


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("", "empty"),
        ("  ", "empty"),
        (f"{MAKA} b - 1 x", "fields"),
        ("19/" * 17 + "19", "rank_count"),
        ("19/" * 19 + "19", "rank_count"),
        (MAKA.replace("k,18", "k,17"), "rank_width"),
        (MAKA.replace("k,18", "k,k,18"), "rank_width"),
        (MAKA.replace("k,18", "k,9,9"), "count"),
        (MAKA.replace("k,18", "k,018"), "count"),
        (MAKA.replace("k,18", "k,0"), "count"),
        (MAKA.replace("k,18", "20"), "count"),
        (MAKA.replace("k,18", "x,18"), "unknown_piece"),
        (MAKA.replace("k,18", "tk,18"), "promoted_name"),
        (MAKA.replace("k,18", "+q,18"), "cannot_promote"),
        (MAKA.replace("k,18", "Ln,18"), "mixed_case"),
        (MAKA.replace("k,18", "k18"), "cell"),
        (MAKA.replace("k,18", "k,,18"), "cell"),
        (MAKA.replace("k,18", "++k,18"), "cell"),
        (f"{MAKA} x", "side"),
        (f"{MAKA} b 5e", "state"),
        (f"{MAKA} b - 0", "number"),
        (f"{MAKA} b - 01", "number"),
    ],
)
def test_wrong_positions(text: str, slug: str) -> None:
    with pytest.raises(Refused) as refused:
        Game(text, "maka")
    assert refused.value.code == f"position.{slug}"


@pytest.mark.parametrize("name", ["tai", "maka", "maka[contagion_order=choice,promotion=optional]", "hishigata", "chu"])
def test_every_legal_move_reads_back(name: str) -> None:
    """On the way of a game of random moves, with a seed of its own."""
    game = Game(rules=name)
    generator = random.Random(25)
    for _ in range(6):
        moves = game.legal()
        texts = game.legal_moves()
        assert len(set(texts)) == len(texts)
        assert [game.read(text) for text in texts] == moves
        before = game.position
        game.push(generator.choice(texts))
        game.pop()
        assert game.position == before
        captures = [text for text, move in zip(texts, moves, strict=True) if move.victims]
        game.push(generator.choice(captures or texts))


def test_order_of_victims_along_a_line() -> None:
    """Outward, and back on 1 both victims are written, 1 before 2."""
    game = place("maka[promotion=never]", "LD10j p10i p10h p10g")
    upward = ["10i", "10i10j", "10h", "10i10h", "10g", "10i10g", "10h10g", "10i10h10g", "10i10h10i"]
    assert sorted(text for text in moves_of(game, "10j") if text[:3] in ("10i", "10h", "10g")) == sorted(upward)


def test_back_to_an_empty_square() -> None:
    game = place("maka[promotion=never]", "LD10j p10h")
    assert "10h10i" in moves_of(game, "10j")


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("10j10h", "10j10h"),
        ("10j10i10h", "10j10i10h"),
        ("10j9i10h", "10j10h"),
        ("10j9i9h", "10j9h"),
        ("10j9i10j", "10j10j"),
        ("10j10j", "10j10j"),
        ("10j10i10j", "10j10i10j"),
        ("10j10i10i", "10j10i"),
        ("10j10j10i", "10j10i"),
        ("10j10i9j", "10j10i9j"),
        ("pass", "10j10j"),
    ],
)
def test_empty_squares_on_the_way_are_dropped(text: str, canonical: str) -> None:
    """A lion, enemies on 10i and 10h."""
    game = place("maka[promotion=never]", "LN10j p10i p10h")
    assert game.read(text) == game.read(canonical)
    assert canonical in game.legal_moves()


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("10j", "notation.move_syntax"),
        ("10j10i10h10g10f10e", "notation.move_syntax"),
        ("10j 10i", "notation.move_syntax"),
        ("10j10i+dv", "notation.move_syntax"),
        ("010j10i", "notation.move_syntax"),
        ("", "notation.move_syntax"),
        ("j10i10", "notation.coordinates_swapped"),
        ("20j10i", "notation.off_board"),
        ("10j10t", "notation.off_board"),
        ("10j10ab", "notation.off_board"),
        ("10j11i11h", "notation.own_piece_on_route"),
        ("5e5f", "illegal_move.no_piece"),
        ("10i10j", "illegal_move.not_your_piece"),
        ("10j10g", "illegal_move.no_such_move"),
        ("10j11i", "illegal_move.own_piece"),
        ("10j10i10g", "illegal_move.no_such_move"),
        ("10j10h10i", "illegal_move.no_such_move"),
        ("10j10i", None),
    ],
)
def test_refusals(text: str, slug: str | None) -> None:
    game = place("maka[promotion=never]", "LN10j P11i p10i p10h")
    assert game.refusal(text) == slug


def test_pass_written_as_a_word() -> None:
    assert place("maka", "LN10j LN5j").refusal("pass") == "notation.ambiguous_pass"
    assert place("maka", "K10j k19a").refusal("pass") == "notation.no_pass"
    assert place("maka", "LN10j LN5j").refusal("5j5j") is None


def test_swapped_order_is_not_the_text() -> None:
    """Igui of two by a free lion: 9i comes before 10i on the board."""
    game = place("maka[TK=free3]", "+DV10j p9i p10i")
    assert game.refusal("10j9i10i10j") is None
    assert game.refusal("10j10i9i10j") == "illegal_move.no_such_move"


def test_letters_of_other_chu_programs() -> None:
    white = "lfcsgekgscfl/a1b1txot1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3"
    black = "3I4I3/PPPPPPPPPPPP/MVRHDNQDHRVM/A1B1TOXT1B1A/LFCSGKEGSCFL"
    text = f"{white}/12/12/{black} b - 1"
    chu = load("chu")
    assert Game(from_letters(chu, text), "chu").position == Game(rules="chu").position
