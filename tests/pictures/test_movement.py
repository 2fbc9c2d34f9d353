"""Move diagrams agree with the moves that the engine generates."""

from __future__ import annotations

import pytest

from mujo import MujoError, Piece, RuleSet, rule_set_names
from mujo.cells import cell_width
from mujo.diagrams import (
    Mark,
    find_piece,
    legend_for,
    marks,
    movement,
    moves_grid,
    moves_legend,
    moves_text,
    piece_moving_as,
    radius_of,
)

#: Marks that are added to the mark for reaching the square.
ADDED = (Mark.PASS, Mark.IGUI, Mark.ONWARD, Mark.SHOOT, Mark.LION, Mark.VIA, Mark.HOP, Mark.OVER, Mark.SWEEP, Mark.BURN)

TYPES = [
    pytest.param(rules, kind.id, id=f"{name}-{kind.id}")
    for name in rule_set_names()
    for rules in [RuleSet(name)]
    for kind in rules.piece_types.values()
    if piece_moving_as(rules, kind) is not None
]


@pytest.mark.parametrize(("rules", "kind"), TYPES)
def test_the_marks_are_the_squares_that_are_reached(rules: RuleSet, kind: str) -> None:
    """Slides, jumps and turns together are exactly the squares reached from the middle."""
    how = movement(rules, find_piece(rules, kind))
    radius = 5
    assert how.reached
    shown = {step for step, mark in marks(how, radius) if mark not in ADDED}
    inside = {step for step in how.reached if max(map(abs, step)) <= radius}
    assert shown == inside
    assert how.can_pass == any(mark == "pass" for _, mark in marks(how, radius))


@pytest.mark.parametrize(
    ("rules", "kind", "lines", "jumps", "igui", "turns"),
    [
        ("tai", "R", 4, 0, 0, 0),
        ("tai", "Q", 8, 0, 0, 0),
        ("tai", "HM", 4, 0, 0, 4),
        ("tai", "CA", 4, 0, 0, 4),
        ("tai", "PC", 2, 0, 0, 2),
        ("maka", "LN", 0, 16, 8, 0),
        ("maka", "LD", 0, 16, 8, 0),
        ("tai", "HF", 7, 1, 1, 0),
        ("maka", "KR", 0, 4, 0, 0),
    ],
)
def test_types_that_are_known(rules: str, kind: str, lines: int, jumps: int, igui: int, turns: int) -> None:
    how = movement(RuleSet(rules), find_piece(RuleSet(rules), kind))
    endless = sum(count is None for count in how.lines.values())
    assert (endless, len(how.jumps), len(how.igui), len(how.turns)) == (lines, jumps, igui, turns)


@pytest.mark.parametrize("style", ["ascii", "kanji"])
@pytest.mark.parametrize(("rules", "kind"), TYPES[::7])
def test_text_diagrams_are_aligned(rules: RuleSet, kind: str, style: str) -> None:
    piece = find_piece(rules, kind)
    text = moves_text(rules, piece, style)
    size = 2 * radius_of(movement(rules, piece)) + 1
    rows = text.splitlines()[:size]
    assert {cell_width(row) for row in rows} == {size * (2 if style == "ascii" else 3)}
    assert text.isascii() == (style == "ascii")


@pytest.mark.parametrize(
    ("name", "symbol", "count", "can_pass"),
    [
        ("tai", "HM", 624, False),
        ("maka", "HM", 360, False),
        ("tai", "CA", 312, False),
        ("maka", "CA", 180, False),
        ("maka", "LN", 24, True),
        ("maka", "G", 6, False),
        ("maka", "K", 8, False),
        ("maka", "+L", 6, False),
        ("chu", "K", 8, False),
    ],
)
def test_moves_of_a_lone_piece(name: str, symbol: str, count: int, can_pass: bool) -> None:
    how = movement(RuleSet(name), Piece.from_symbol(symbol))
    assert len(how.reached) == count
    assert how.can_pass is can_pass


def small_rules(size: int, types: str, rank: str) -> RuleSet:
    """Make rules of a small board with these types, one rank of them on each side."""
    empty = "/".join([str(size)] * (size - 2))
    header = 'format = 1\nname = "small"\ntitle = "Small"\ndescription = "small"\nsource = "tests"\n'
    board = f"[board]\nfiles = {size}\nranks = {size}\n"
    setup = f'[setup]\nposition = "{rank.lower()}/{empty}/{rank} b - 1"\n'
    return RuleSet.from_toml(f"{header}{board}{setup}[pieces]\n{types}")


KING = 'K = { name = "king", kanji = "玉", board = "玉", romaji = "gyo", betza = "K", royal = "king", source = "a" }\n'
ROOK = 'R = { name = "rook", kanji = "飛", board = "飛", romaji = "hisha", betza = "R", source = "a" }\n'


@pytest.mark.parametrize(("size", "steps"), [(3, 8), (4, 8), (5, 8), (9, 8)])
def test_a_king_on_a_small_board_reaches_all_squares_around_it(size: int, steps: int) -> None:
    """The enemy royal occupies a square of the study position, but the diagram misses none."""
    rules = small_rules(size, KING + ROOK, f"K,R,{size - 2}")
    how = movement(rules, Piece.from_symbol("K"))
    assert len(how.reached) == steps
    assert not how.jumps
    assert "\n o o o" in "\n" + moves_grid(rules, Piece.from_symbol("K"), radius=1)


@pytest.mark.parametrize("types", [KING, ROOK])
def test_a_game_of_kings_alone_or_without_kings_has_diagrams(types: str) -> None:
    rules = small_rules(5, types, f"{types[0]},4")
    how = movement(rules, Piece.from_symbol(types[0]))
    assert len(how.reached) == 8


def test_squares_reached_with_a_capture_on_the_way_have_marks_of_their_own() -> None:
    rules = RuleSet("maka")
    lion = movement(rules, Piece.from_symbol("LN"))
    assert len(lion.via) == 24
    assert lion.igui == lion.onward == {step for step in lion.via if max(map(abs, step)) == 1}
    assert moves_text(rules, Piece.from_symbol("LN"), radius=3).splitlines() == [
        " . . . . . . .",
        " . % % % % % .",
        " . % ! ! ! % .",
        " . % ! @ ! % .",
        " . % ! ! ! % .",
        " . % % % % % .",
        " . . . . . . .",
        "@ the piece, which can pass",
        "% moves there whatever stands between, also after a capture on the way",
        "! moves there, or captures there and moves on, or back (igui)",
    ]
    assert not movement(rules, Piece.from_symbol("KR")).via


@pytest.mark.parametrize("kind", [legend_for, moves_text])
def test_every_character_of_a_diagram_is_in_its_legend(kind: object) -> None:
    for name in rule_set_names():
        rules = RuleSet(name)
        for type_id in rules.piece_types:
            piece = piece_moving_as(rules, type_id)
            if piece is None:
                continue
            grid = moves_grid(rules, piece)
            legend = legend_for([grid]) if kind is legend_for else moves_legend(rules, piece)
            assert {line[0] for line in legend} == set(grid) - set(" .\n"), type_id
            assert max(map(len, legend)) < 80


def test_a_radius_out_of_range_or_an_unknown_style_is_refused() -> None:
    rules, piece = RuleSet("maka"), Piece.from_symbol("G")
    for radius in (0, -1, 36, 10**30):
        with pytest.raises(MujoError, match=r"radius is .*; it must be from 1 to 35"):
            moves_text(rules, piece, radius=radius)
    for wrong in (1.0, True, "3"):
        with pytest.raises(TypeError, match="radius must be an int"):
            moves_text(rules, piece, radius=wrong)  # type: ignore[arg-type]
    with pytest.raises(MujoError, match="style is 'Kanji'; it must be one of kanji, ids, ascii"):
        moves_text(rules, piece, "Kanji")
