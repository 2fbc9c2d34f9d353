"""The move language: what its letters mean, and what it refuses."""

import pytest

from mujo_reference.betza import BetzaError, Vector, directions, parse


def first(text: str) -> set[Vector]:
    """Directions of all single-leg terms of a move."""
    return {vector for term in parse(text) for vector in directions(term, 0, None)}


@pytest.mark.parametrize(
    ("text", "vectors"),
    [
        ("fW", {(0, 1)}),
        ("rlD", {(2, 0), (-2, 0)}),
        ("bH", {(0, -3)}),
        ("fF", {(1, 1), (-1, 1)}),
        ("lF", {(-1, 1), (-1, -1)}),
        ("[br]A", {(2, -2)}),
        ("f[br]F", {(1, 1), (-1, 1), (1, -1)}),
        ("fK", {(0, 1), (1, 1), (-1, 1)}),
        ("lQ", {(-1, 0)}),
        ("rK", {(1, 0)}),
        ("ffN", {(1, 2), (-1, 2)}),
        ("fN", {(1, 2), (-1, 2), (2, 1), (-2, 1)}),
        ("bbN", {(1, -2), (-1, -2)}),
        ("rlW[fl]F", {(1, 0), (-1, 0), (-1, 1)}),
    ],
)
def test_first_leg(text: str, vectors: set[Vector]) -> None:
    assert first(text) == vectors


@pytest.mark.parametrize(
    ("text", "vectors"),
    [
        ("afW", {(0, 1)}),
        ("abW", {(0, -1)}),
        ("avW", {(0, 1), (0, -1)}),
        ("asW", {(1, 0), (-1, 0)}),
        ("aW", {(0, 1), (0, -1), (1, 0), (-1, 0)}),
    ],
)
def test_later_leg_after_a_step_forward(text: str, vectors: set[Vector]) -> None:
    assert set(directions(parse(text)[0], 1, (0, 1))) == vectors


def test_right_angle_of_a_diagonal() -> None:
    assert set(directions(parse("masB")[0], 1, (1, 1))) == {(1, -1), (-1, 1)}


def test_terms_of_a_long_move() -> None:
    terms = parse("RbBfB2avWafavW")
    assert [(term.atom, term.limit, len(term.legs)) for term in terms] == [
        ("R", None, 1),
        ("B", None, 1),
        ("B", 2, 1),
        ("W", 1, 2),
        ("W", 1, 3),
    ]
    assert [leg.modes for leg in terms[-1].legs] == ["mcp", "mcp", "mc"]
    assert [leg.directions for leg in terms[-1].legs] == [(), ("f",), ("v",)]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "X",
        "f",
        "fW2x",
        "D2",
        "N3",
        "R0",
        "fU",
        "aU",
        "lN",
        "ffW",
        "[fl]K",
        "vF",
        "sK",
        "sB",
        "vQ",
        "vA",
        "WW",
        "fNN",
        "DD",
        "mcFF",
        "UU",
        "K[aK]",
        "[aK]K",
        "alW",
        "pW",
        "mmW",
        "ffF",
        "cfW",
        "xW",
        "xR1",
        "xD",
        "xN",
        "xU",
        "xxR",
        "xaxR",
        "mxasR",
        "xoR",
        "xjR",
        "xh2R",
        "xpR",
        "hW",
        "hA",
        "h0R",
        "h36R",
        "h03R",
        "hhR",
        "h2h3R",
        "ohR",
        "h2jR",
        "mhR",
    ],
)
def test_refused(text: str) -> None:
    with pytest.raises(BetzaError):
        parse(text)


@pytest.mark.parametrize(
    ("text", "same"),
    [("vW", "fbW"), ("sR", "lrR"), ("vD", "fbD"), ("sH", "lrH"), ("svR", "R"), ("vN", "ffbbN"), ("vsN", "N")],
)
def test_vertical_and_sideways_first_legs(text: str, same: str) -> None:
    (one,), (other,) = parse(text), parse(same)
    assert set(directions(one, 0, None)) == set(directions(other, 0, None))


def test_wide_leaps_of_the_knight() -> None:
    (wide,) = parse("sN")
    assert set(directions(wide, 0, None)) == {(2, 1), (2, -1), (-2, 1), (-2, -1)}


def test_an_atom_may_stand_again_with_other_directions_or_counts() -> None:
    assert [(term.atom, term.limit) for term in parse("fWbWfW2")] == [("W", 1), ("W", 1), ("W", 2)]


def test_what_a_slide_passes() -> None:
    (sweep,), (jump,), (three,), (any_number,), (skip,) = (
        parse(text)[0].legs for text in ("fxcB", "jcB", "fbh3R5", "hB", "ooR4")
    )
    assert (sweep.sweeps, sweep.modes, sweep.directions) == (True, "c", ("f",))
    assert (jump.jumps, jump.sweeps, jump.leapt) == (True, False, 0)
    assert (three.leapt, three.directions) == (3, ("f", "b"))
    assert any_number.leapt is None
    assert skip.skipped == 2
    assert not parse("R")[0].legs[0].passes_pieces


def test_numbers_of_terms_and_of_leapt_pieces() -> None:
    terms = parse("R3h3B12h35Q")
    assert [(term.atom, term.limit, term.legs[0].leapt) for term in terms] == [
        ("R", 3, 0),
        ("B", 12, 3),
        ("Q", None, 35),
    ]
