"""What the diagrams say against what the engine plays."""

from __future__ import annotations

import pytest

from mujo import RuleSet, rule_set_names
from mujo.cells import cell_width
from mujo.move_text import moves_text
from mujo.movement import find_piece, marks, movement, piece_that_moves_as, radius_of

TYPES = [
    pytest.param(rules, kind.id, id=f"{name}-{kind.id}")
    for name in rule_set_names()
    for rules in [RuleSet(name)]
    for kind in rules.piece_types.values()
    if piece_that_moves_as(rules, kind) is not None
]


@pytest.mark.parametrize(("rules", "kind"), TYPES)
def test_the_marks_are_the_squares_that_are_reached(rules: RuleSet, kind: str) -> None:
    """Lines, leaps and turns together are what the engine reaches from the middle, no more and no less."""
    how = movement(rules, find_piece(rules, kind))
    radius = 5
    assert how.reached
    shown = {step for step, mark in marks(how, radius) if mark not in ("pass", "igui", "onward")}
    inside = {step for step in how.reached if max(map(abs, step)) <= radius}
    if how.is_universal:
        # A corner holds the enemy royal, and its neighbours may be out of bounds for an emperor.
        assert len(shown - inside) <= 9
    else:
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
