"""Every power on small boards, with the moves derived by hand from the rules 3.1 to 3.11."""

import itertools

import pytest

from mujo_reference import from_content, load
from reference.boards import effects_of, moves_of, place

NONE: frozenset[str] = frozenset()


def ends(start: str, game: str, pieces: str, **options: str | int) -> set[str]:
    """Texts of the moves of one piece without its start."""
    return set(moves_of(place(load(game, promotion="never", contagion="off", **options), pieces), start))


def test_slide_stops_at_enemy_and_before_own() -> None:
    """Up three empty squares and the enemy, right to the edge, left until its own piece, down to the edge."""
    up = {"10i", "10h", "10g", "10f"}
    down = {f"10{rank}" for rank in "klmnopqrs"}
    right = {f"{file}j" for file in range(1, 10)}
    assert ends("10j", "maka", "R10j p10f P12j") == up | down | right | {"11j"}


def test_limited_slide() -> None:
    """Violent ox: two squares in each orthogonal; behind an enemy it does not go."""
    assert ends("10j", "maka", "VO10j p10i P11j") == {"10i", "9j", "8j", "10k", "10l"}


def test_white_is_turned_not_mirrored() -> None:
    """The deva steps to its owner's left, and backward to its owner's right."""
    assert ends("10j", "maka", "DV10j") == {"11i", "9i", "11j", "9k"}
    game = place("maka", "dv10j", turn="w")
    assert set(moves_of(game, "10j")) == {"9k", "11k", "9j", "11i"}


def test_leap_over_anything() -> None:
    """A kirin leaps two squares over own and enemy pieces and steps one diagonally."""
    pieces = "KR10j P10i p10h P9j P8j p11j"
    assert ends("10j", "maka", pieces) == {"10h", "12j", "10l", "11i", "9i", "11k", "9k"}


def test_stuck_on_the_last_rank() -> None:
    game = place("maka", "P5a N7b L9a ST11a I13a K1s p5s k19a")
    assert {text[:-2] for text in game.legal_moves()} == {"1s"}


def test_hook_turns_on_empty_squares_only() -> None:
    """A hook mover shut in but for one line of two squares: 10i, 10h before the enemy on 10g.

    From 10i and from 10h it may turn to either side; there all squares are empty but 12h, an own piece.
    """
    pieces = "HM10j P9j P11j P10k p10g P12h"
    rank_i = {f"{file}i" for file in range(1, 20)}
    rank_h = {f"{file}h" for file in range(1, 12)}
    assert ends("10j", "maka", pieces) == rank_i | rank_h | {"10g"}


def test_hook_takes_once() -> None:
    """No hook behind a victim: the enemy on 10i is taken, and nothing else can be reached."""
    assert ends("10j", "maka", "HM10j P9j P11j P10k p10i p8i") == {"10i"}


def test_hook_with_two_captures() -> None:
    """It may stop on 10i, or turn there: left to the edge at 19, right to the enemy on 8i; never straight on."""
    found = ends("10j", "maka", "HM10j P9j P11j P10k p10i p10h p8i", hook_captures=2)
    beyond = {f"10i{file}i" for file in (8, 9, *range(11, 20))}
    assert found == {"10i"} | beyond


def test_named_reading_wins_over_the_option() -> None:
    pieces = "HM10j P9j P11j P10k p10i p8i"
    assert ends("10j", "maka", pieces, hook_captures=2, HM="single") == {"10i"}
    assert len(ends("10j", "maka", pieces, HM="double")) == 1 + 11
    assert len(ends("10j", "maka", pieces, HM="double")) == len(ends("10j", "maka", pieces, hook_captures=2))


def test_option_changes_every_hook_power() -> None:
    for game, id_ in (("tai", "HM"), ("tai", "CA"), ("tai", "LO"), ("tai", "PC"), ("maka", "CA"), ("maka", "HM")):
        by_option, by_name = load(game, hook_captures=2), load(game, **{id_: "double"})
        assert set(by_option.terms_of_type(id_)) == set(by_name.terms_of_type(id_))
        assert set(by_option.terms_of_type(id_)) != set(load(game).terms_of_type(id_))


def test_peacock() -> None:
    """First leg forward, second leg at a right angle and also backward; backward alone only two squares."""
    found = ends("13m", "tai", "PC13m")
    assert {"14n", "15o", "11m", "15m", "1a", "25a"} <= found
    assert not {"16p", "25y", "1y", "13n"} & found


def test_lion_alone() -> None:
    """24 squares and the pass."""
    square = {f"{file}{rank}" for file in range(8, 13) for rank in "hijkl"}
    assert ends("10j", "maka", "LN10j") == square  # 10j10j is the pass


def test_lion_shut_in_by_its_own() -> None:
    own = " ".join(f"P{file}{rank}" for file in (9, 10, 11) for rank in "ijk" if (file, rank) != (10, "j"))
    found = ends("10j", "maka", f"LN10j {own}")
    assert len(found) == 16
    assert "10j" not in found


def test_lion_beside_an_enemy() -> None:
    """24 ends, the pass, igui, and on from 10i to its seven other neighbours."""
    found = ends("10j", "maka", "LN10j p10i")
    assert len(found) == 24 + 1 + 1 + 7
    assert {"10j", "10i10j", "10i", "10i10h", "10i9j", "10i11h"} <= found


def test_lion_takes_two() -> None:
    """On 10g nothing can be taken; 10h is taken straight, or after 10i."""
    found = ends("10j", "maka", "LN10j p10i p10h p10g")
    assert {"10h", "10i10h"} <= found
    assert not {"10g", "10i10g", "10h10i", "10h10j"} & found


def line_lion_table(reach: int, content: tuple[str, ...]) -> set[tuple[frozenset[int], int]]:
    """Rule 3.6: (victims, end) on one line whose squares 1, 2, 3 are empty, own or enemy."""
    one, two, three = content
    found: set[tuple[frozenset[int], int]] = set()
    if one == "enemy":
        found.add((frozenset({1}), 0))
    if one != "own":
        found.add((frozenset({1} if one == "enemy" else ()), 1))
        if reach == 3 and two == "enemy":
            found.add((frozenset({1, 2} if one == "enemy" else {2}), 1))
    if two != "own":
        end = frozenset({2} if two == "enemy" else ())
        found.add((end, 2))
        if one == "enemy":
            found.add((end | {1}, 2))
    if reach == 3 and three != "own":
        end = frozenset({3} if three == "enemy" else ())
        between = [square for square in (1, 2) if content[square - 1] == "enemy"]
        for count in range(len(between) + 1):
            for subset in itertools.combinations(between, count):
                found.add((end | set(subset), 3))
    return found


@pytest.mark.parametrize("content", list(itertools.product(("empty", "own", "enemy"), repeat=3)))
@pytest.mark.parametrize(
    ("id_", "reach", "step"),
    [
        ("LD", 3, (0, -1)),
        ("LD", 3, (-1, 1)),
        ("GE", 3, (1, 0)),
        ("HF", 2, (0, -1)),
        ("SE", 2, (1, -1)),
        ("TK", 3, (1, 1)),
    ],
)
def test_line_lion(id_: str, reach: int, step: tuple[int, int], content: tuple[str, ...]) -> None:
    """Every line of three squares, own side or enemy on any of them; the piece stands on 13m."""
    names = {n: f"{13 + n * step[0]}{chr(ord('m') + n * step[1])}" for n in range(4)}
    piece = {"GE": "+LD", "TK": "+DV"}.get(id_, id_)
    signs = {"empty": "", "own": "P{}", "enemy": "p{}"}
    pieces = " ".join(signs[what].format(names[n]) for n, what in enumerate(content, start=1))
    game = place(load("tai", contagion="off"), f"{piece}13m {pieces}")
    line = {names[n] for n in range(4)}
    found = {(victims, end) for victims, end in effects_of(game, "13m") if {*victims, end} <= line}
    wanted = {(frozenset(names[n] for n in victims), names[end]) for victims, end in line_lion_table(reach, content)}
    can_pass = id_ != "HF" or content[0] == "empty"  # the others may step out on another line
    assert found == wanted | ({(NONE, "13m")} if can_pass else set())


def test_free_lion_of_three_steps_among_its_own() -> None:
    """All 48 squares within three but the 8 next to it, and no pass."""
    own = " ".join(f"P{file}{rank}" for file in (9, 10, 11) for rank in "ijk" if (file, rank) != (10, "j"))
    found = ends("10j", "maka", f"+DV10j {own}", TK="free3")
    assert len(found) == 40
    assert "10j" not in found


def test_free_lion_of_three_steps_takes_two_and_comes_home() -> None:
    """Igui of two that touch each other; of two that do not touch only one by one."""
    together = ends("10j", "maka", "+DV10j p9i p10i", TK="free3")
    apart = ends("10j", "maka", "+DV10j p9i p11i", TK="free3")
    assert "9i10i10j" in together, "of both orders the one that begins with 9i"
    assert {"9i10j", "10i10j"} <= together
    assert "9i11i10j" not in apart
    assert {"9i10j", "11i10j"} <= apart


def test_free_lion_comes_home_only_if_it_leapt_over_nothing() -> None:
    """With 10i own there is no way home that takes on 10h; out over 10i is possible."""
    found = ends("10j", "maka", "+DV10j P10i P9i P11i p10h", TK="free3")
    assert "10h" in found
    assert "10h10j" not in found


def test_free_lion_without_leaps() -> None:
    """Among its own pieces it cannot move at all."""
    own = " ".join(f"P{file}{rank}" for file in (9, 10, 11) for rank in "ijk" if (file, rank) != (10, "j"))
    assert not ends("10j", "maka", f"+DV10j {own}", TK="free3-noleap")


def test_two_powers_do_not_mix() -> None:
    """A Buddhist spirit is lion or queen: it cannot take a neighbour and then slide on."""
    found = ends("10j", "maka", "+DS10j p10i")
    assert {"10i", "10h", "10i10h", "10i11j", "1a"} <= found
    assert not {"10g", "10i10g"} & found


def test_emperor_goes_anywhere_but_stays_not() -> None:
    """All squares but its own and those of its own side."""
    found = ends("13m", "tai", "E13m P5e p6f DK20t cp25y")
    assert len(found) == 625 - 3
    assert "6f" in found
    assert "13m" not in found


def ends_by(betza: str, pieces: str) -> set[str]:
    """Ends of a pawn of maka on 10j that moves by another text."""
    words = {"name": "maka/odd", "title": "Odd", "description": "for the tests", "source": "tests", "base": "maka"}
    readings = {"plain": {"betza": "fW", "source": "tests"}, "odd": {"betza": betza, "source": "tests"}}
    rules = from_content({"format": 1, **words, "readings": {"P": readings}, "choose": {"P": "odd"}}, "odd.toml")
    return {end for _, end in effects_of(place(rules, f"P10j {pieces}"), "10j")}


def test_no_hop_and_straight_back() -> None:
    """Path rule 1. Over the piece on 10i and on there is 10h; over it and back there is nothing."""
    assert ends_by("fpafW", "p10i") == {"10h"}
    assert ends_by("fpabR", "p10i") == set()


def test_a_square_hopped_over_is_never_entered() -> None:
    """Path rule 2: over 10i, a step, another step: never to 10i, though an enemy stands there; nor home (rule 3)."""
    found = ends_by("fpamaK", "p10i")
    assert {"10g", "9h", "9i", "8j", "10h"} <= found
    assert not {"10i", "10j"} & found


def test_free_bear_hops() -> None:
    """Readings of the free bear on its forward diagonal: a leap to 2; hop one piece, or up to two, and slide on."""
    line = ["11i", "12h", "13g", "14f", "15e", "16d", "17c", "18b", "19a"]

    def forward(reading: str, pieces: str) -> list[str]:
        found = ends("10j", "maka", f"+BB10j {pieces}", FBE=reading)
        return [square for square in line if square in found]

    assert forward("jump", "P11i") == ["12h"]
    assert forward("nojump", "P11i") == []
    assert forward("jump1ride", "P11i") == line[1:]
    assert forward("jump1ride", "P12h P14f") == ["11i", "13g"]
    assert forward("jump2ride", "P12h P14f") == ["11i", "13g", "15e", "16d", "17c", "18b", "19a"]
