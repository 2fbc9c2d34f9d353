"""Slides that pass pieces (rules 10.2 to 10.5) on a board of 9 by 9, with the moves derived by hand."""

from __future__ import annotations

from typing import Any

import pytest

from mujo_reference import DataFault, Game, from_content
from reference.boards import effects_of, moves_of, place

NONE: frozenset[str] = frozenset()


def line(betza: str, rank: int = 0, **more: Any) -> dict[str, Any]:
    return {"name": "piece", "betza": betza, "rank": rank, **more}


def content(betza: str, options: dict[str, str | int] | None = None, **readings: str) -> dict[str, Any]:
    """A game of kings (rank 4), the general X (rank 2) with this move, guards (rank 2) and pawns (rank 0)."""
    return {
        "format": 1,
        "name": "sweeps",
        "title": "Sweeps",
        "description": "for the tests",
        "source": "tests",
        "board": {"files": 9, "ranks": 9},
        "setup": {"position": "9/9/9/9/4,X,4/9/9/9/9 b - 1"},
        "options": {
            name: {"value": value, "source": "tests"}
            for name, value in {"promotion": "never", **(options or {})}.items()
        },
        "pieces": {
            "K": line("K", 4, royal="king"),
            "X": line(betza, 2, promotes="G"),
            "J": line("jcRxB", 1),
            "G": line("K", 2),
            "P": line("fW", promotes="G"),
        },
        "readings": {
            "X": {name: {"betza": text, "source": "tests"} for name, text in {"plain": betza, **readings}.items()}
        },
    }


def game(betza: str, pieces: str, turn: str = "b", **options: str | int) -> Game:
    return place(from_content(content(betza, options), "sweeps.toml"), pieces, turn)


def taken(*squares: str) -> frozenset[str]:
    return frozenset(squares)


def test_a_sweep_takes_everything_on_its_way() -> None:
    """Forward: an empty square, an enemy, an own pawn, an empty square, and an enemy at the edge."""
    found = effects_of(game("fxR", "X5f p5d P5c p5a"), "5f")
    assert found == {
        (NONE, "5e"),
        (taken("5d"), "5d"),
        (taken("5d", "5c"), "5b"),
        (taken("5d", "5c", "5a"), "5a"),
    }


def test_a_sweep_never_ends_on_an_own_piece() -> None:
    assert moves_of(game("fxR", "X5f P5a"), "5f") == ["5e", "5d", "5c", "5b"]


def test_an_equal_or_higher_rank_stops_a_sweep() -> None:
    for blocker in ("g5c", "G5c", "k5c", "x5c"):
        assert moves_of(game("fxR", f"X5f {blocker} p5b k9a K1i"), "5f") == ["5e", "5d"]
    assert moves_of(game("fxR", "X5f j5c p5b"), "5f") == ["5e", "5d", "5c", ":5b", ":5a"]
    assert moves_of(game("fxR", "X5f g5e"), "5f") == [], "not even as a neighbour"


def test_modes_of_a_sweep_speak_of_its_end() -> None:
    assert moves_of(game("fxcR", "X5f p5d P5c p5b"), "5f") == ["5d", ":5b"]
    assert moves_of(game("fxmR", "X5f p5d P5c p5b"), "5f") == ["5e", ":5a"]
    assert moves_of(game("fxR3", "X5f p5d P5c p5b"), "5f") == ["5e", "5d"]


def test_a_sweep_of_white_is_turned() -> None:
    assert moves_of(game("[fl]xB", "x5d P6e K1i k9a", turn="w"), "5d") == ["4e", "3f", "2g", "1h"]
    assert effects_of(game("[fr]xB", "x5d P6e p7f K1i", turn="w"), "5d") == {
        (taken("6e"), "6e"),
        (taken("6e", "7f"), "8g"),
        (taken("6e", "7f"), "9h"),
    }


def test_a_sweep_is_made_and_answered() -> None:
    """Text: start and end with a colon. The king takes the general, which has emptied the file."""
    found = game("fxR", "X5f p5d P5c p5b k5a K1i")
    assert moves_of(found, "5f") == ["5e", "5d", ":5b"]
    found.push("5f:5b")
    assert found.sfen() == "4,k,4/4,X,4/9/9/9/9/9/9/8,K w - 2"
    found.push("5a5b")
    assert found.sfen() == "9/4,k,4/9/9/9/9/9/9/8,K b - 3"
    for text in ("5f5b", "5f:5e", "5f:5a"):
        assert game("fxR", "X5f p5d P5c p5b").refusal(text) is None, "the colon may be left out, or be too much"
    assert game("fxR", "X5f p5d P5c p5b").refusal("5f:5c") == "illegal_move.own_piece"
    assert game("fxR", "X5f p5d P5c p5b").refusal("5f:5d:5b") == "notation.move_syntax"
    assert game("fxR", "X5f p5d P5c p5b").refusal("5f5d5b") == "illegal_move.no_such_move"
    assert game("fxR", "X5f p5d P5c p5b").refusal("5f5c5b") == "notation.own_piece_on_route"


def test_the_start_counts_as_empty_in_the_moves_of_others_only() -> None:
    """A sweep takes what stands before it, never itself; sideways to both edges nothing is in its way."""
    assert len(moves_of(game("xR", "X5e"), "5e")) == 16


def test_a_swept_own_piece_is_a_capture_for_promotion() -> None:
    pieces = "X5f P5d K1i k9a"
    assert moves_of(game("fxR", pieces, promotion="mandatory"), "5f") == ["5e", ":5c+", ":5b+", ":5a+"]
    assert moves_of(game("fxR", pieces, promotion="optional"), "5f") == [
        "5e",
        ":5c+",
        ":5c",
        ":5b+",
        ":5b",
        ":5a+",
        ":5a",
    ]


def test_a_swept_promoted_piece_forces_promotion() -> None:
    assert moves_of(game("fxR", "X5f P5d +p5b", promotion="optional"), "5f") == ["5e", ":5c+", ":5c"], "rank 2 stops it"


def test_sweeps_attack_what_they_could_take() -> None:
    found = game("fxR", "X5f P5d k9a K1i")
    assert found.attackers("5c", "b") == ["5d", "5f"], "the pawn, too"
    assert found.attackers("5b", "b") == ["5f"]
    assert found.attackers("5d", "b") == ["5f"], "as if an enemy pawn stood there"
    assert found.attackers("5e", "b") == ["5f"]
    assert game("fxR", "X5f g5d").attackers("5c", "b") == []
    assert game("fxR", "X5f g5d").attackers("5d", "b") == []
    assert not game("fxR", "X5f k5d K1i", turn="w").is_check(), "a king is never swept"


def with_princes() -> dict[str, Any]:
    """The game with princes of rank 0, which a sweep may take, in place of kings."""
    raw = content("fxR")
    raw["pieces"]["C"] = line("K", 0, royal="prince")
    del raw["pieces"]["K"]
    return raw


@pytest.mark.parametrize(
    ("pieces", "winner"),
    [
        ("X5f C5e c5d p5b", "b"),  # both in one move: the mover has won
        ("X5f C5e c9a p5b", "w"),
        ("X5f C1i c5d p5b", "b"),
        ("X5f C5e C1i c9a p5b", None),
    ],
)
def test_royals_in_a_sweep(pieces: str, winner: str | None) -> None:
    raw = with_princes()
    found = place(from_content(raw, "sweeps.toml"), pieces)
    found.push("5f5b")
    assert found.outcome() == (winner and (winner, "royals_captured"))


def test_sweeping_the_own_last_royal_is_exposure() -> None:
    raw = with_princes()
    raw["options"]["exposure"] = {"value": "forbidden", "source": "tests"}
    found = place(from_content(raw, "sweeps.toml"), "X5f C5e c9a p5b")
    assert found.refusal("5f5b") == "illegal_move.exposure"


def test_a_swept_contagious_piece_infects() -> None:
    """Victims are ordered outwards: the last of two kinds decides, own or not."""
    raw = content("fxR")
    raw["pieces"]["D"] = line("W", promotes="G")
    raw["pieces"]["E"] = line("F", promotes="G")
    raw["contagion"] = {"types": ["D", "E"], "exempt": ["K"]}
    rules = from_content(raw, "sweeps.toml")
    for pieces, becomes in (("X5f e5e D5d", "+D"), ("X5f D5e e5d", "+E"), ("X5f p5e D5d", "+D"), ("X5f p5e P5d", "X")):
        found = place(rules, pieces)
        found.push("5f5c" + "+" * (becomes != "X"))
        assert f"4,{becomes},4" in found.sfen()


# Hop-limited slides (10.3).


def test_a_hop_limited_slide() -> None:
    """Over two pieces at most: it takes the second and the third, and goes no farther; nothing leapt is taken."""
    found = effects_of(game("fh2R", "X5i P5h p5f p5d p5c"), "5i")
    assert found == {(NONE, "5g"), (taken("5f"), "5f"), (NONE, "5e"), (taken("5d"), "5d")}


def test_a_slide_over_any_number() -> None:
    found = moves_of(game("fhR", "X5i P5h p5g P5f p5e k5c K1i"), "5i")
    assert found == ["5g", "5e", "5d", "5c", "5b", "5a"]


def test_leaping_does_not_ask_for_ranks() -> None:
    assert moves_of(game("fh1R", "X5i G5h p5g p5f"), "5i") == ["5g"]
    assert moves_of(game("fh1cR3", "X5i k5h p5f p5e K1i"), "5i") == ["5h", "5f"]


def test_hop_limited_slides_attack() -> None:
    found = game("fh1R", "X5i p5g p5e p5d K1i k9a")
    assert found.attackers("5f", "b") == ["5i"]
    assert found.attackers("5e", "b") == ["5i"]
    assert found.attackers("5d", "b") == []
    assert game("fh1R", "X5i p5g k5e K1i", turn="w").is_check()


# Leap and slide on (10.4).


def test_leap_and_slide_on() -> None:
    """To the third square over anything, and on to the fifth at most if the third is empty."""
    assert moves_of(game("fooR5", "X5i P5h p5g"), "5i") == ["5f", "5e", "5d"]
    assert moves_of(game("fooR5", "X5i p5f p5e"), "5i") == ["5f"]
    assert moves_of(game("fooR5", "X5i P5f"), "5i") == []
    assert moves_of(game("fooR5", "X5i p5e"), "5i") == ["5f", "5e"]


# Steps in one line (10.5).


def test_four_steps_in_one_line() -> None:
    """Each enemy on the way is taken or leapt over; own pieces are leapt over."""
    found = effects_of(game("fWfafWfafafWfafafafW", "X5i p5h P5g p5f p5e"), "5i")
    assert found == {
        (taken("5h"), "5h"),
        (taken("5f"), "5f"),
        (taken("5h", "5f"), "5f"),
        (taken("5e"), "5e"),
        (taken("5h", "5e"), "5e"),
        (taken("5f", "5e"), "5e"),
        (taken("5h", "5f", "5e"), "5e"),
    }


def test_three_victims_are_written_before_the_end() -> None:
    found = game("fWfafWfafafWfafafafW", "X5i p5h p5g p5f k9a K1i")
    assert "5h5g5f5e" in moves_of(found, "5i")
    found.push("5i5h5g5f5e")
    assert found.sfen() == "k,8/9/9/9/4,X,4/9/9/9/8,K w - 2"


# Promotion at the end in the zone (4.7).


@pytest.mark.parametrize(
    ("value", "into", "inside", "out"),
    [("zone-must", ["+"], ["+"], [""]), ("zone-may", ["+", ""], ["+", ""], [""])],
)
def test_promotion_where_a_move_ends(value: str, into: list[str], inside: list[str], out: list[str]) -> None:
    found = game("W", "X5d X1b X9c k9a K1i", promotion=value, promotion_zone=3)
    texts = {square: moves_of(found, square) for square in ("5d", "1b", "9c")}
    assert [text[2:] for text in texts["5d"] if text.startswith("5c")] == into
    assert [text[2:] for text in texts["1b"] if text.startswith("1a")] == inside
    assert [text[2:] for text in texts["9c"] if text.startswith("9d")] == out
    assert [text for text in texts["5d"] if text.startswith("5e")] == ["5e"]


def test_a_pass_in_the_zone_promotes() -> None:
    found = game("WmabW", "X5c k9a K1i", promotion="zone-must", promotion_zone=3)
    assert [text for text in moves_of(found, "5c") if text.startswith("5c")] == ["5c+"]


# Bad rule files.


@pytest.mark.parametrize(
    "betza", ["xRD", "xRfD", "xBA", "xRH", "xRhR", "xRoR", "xRjR", "xRaW", "xRU", "xQ[fl]A", "xR3lohR"]
)
def test_a_sweep_beside_what_passes_its_line(betza: str) -> None:
    code = "data.bad_betza" if "oh" in betza else "data.impossible_combination"
    with pytest.raises(DataFault) as fault:
        from_content(content(betza), "sweeps.toml")
    assert (fault.value.code, fault.value.key) == (code, "pieces.X" + ".betza" * ("bad" in code))


@pytest.mark.parametrize("betza", ["xRA", "xBD", "xRB", "xRW", "fxRbD", "xRN", "fxRoB", "xBhR", "fxR[br]h2B"])
def test_a_sweep_beside_other_lines(betza: str) -> None:
    assert from_content(content(betza), "sweeps.toml").sweeps


def test_a_sweep_in_a_reading() -> None:
    with pytest.raises(DataFault) as fault:
        from_content(content("R", swept="xRD"), "sweeps.toml")
    assert (fault.value.code, fault.value.key) == ("data.impossible_combination", "readings.X.swept")


def test_ranks_and_sweeps_need_each_other() -> None:
    raw = content("xR")
    for id_ in raw["pieces"]:
        raw["pieces"][id_]["rank"] = 0
    with pytest.raises(DataFault, match="no type has a rank"):
        from_content(raw, "sweeps.toml")
    raw = content("R")
    raw["pieces"]["J"]["betza"] = "R"
    with pytest.raises(DataFault, match="no type jumps or sweeps"):
        from_content(raw, "sweeps.toml")


def test_sweeps_go_with_no_emperor_and_no_lion_trading() -> None:
    raw = content("xR")
    raw["pieces"]["K"]["royal"] = "emperor"
    with pytest.raises(DataFault, match="emperor"):
        from_content(raw, "sweeps.toml")
    raw = content("xR", {"lion_trading": "chu"})
    raw["lion_trading"] = {"lions": ["G"], "worthless": ["P"]}
    with pytest.raises(DataFault, match="lion_trading"):
        from_content(raw, "sweeps.toml")


@pytest.mark.parametrize("value", ["zone-must", "zone-may"])
def test_the_values_need_a_zone(value: str) -> None:
    with pytest.raises(DataFault, match="needs a promotion_zone"):
        from_content(content("xR", {"promotion": value}), "sweeps.toml")
