"""How a piece moves, found by asking the engine what it can do on study positions."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from mujo._core import BLACK, Piece, RuleSet
from mujo.diagrams.study import DIRECTIONS, Step, Study, direction, distance

__all__ = ["Movement", "movement"]

#: A piece that jumps to more than this part of the board can go anywhere.
_UNIVERSAL_PART = 0.8
#: A leap of at least this length is not taken for a part of a lion's or line lion's power.
_FAR_LEAP = 4


@dataclass(frozen=True, slots=True)
class Movement:
    """The moves of a piece of Black, as steps (squares to the right, squares down) from where it stands.

    Attributes
    ----------
    lines
        For each direction how many squares the piece can slide or step; 0 for none, ``None`` for as far as the board
        goes.
    jumps
        Squares that it reaches even if its own side holds every square next to it, but for those that it slides to.
    skips
        Directions in which it slides on from a square that it jumps to, with the distance of the last square; ``None``
        for as far as the board goes.
    hops
        Directions in which it slides over pieces, with their greatest number; ``None`` for any number.
    over
        Directions in which it captures over pieces of lower rank.
    sweeps
        Directions in which it captures everything on its way, as long as it is of lower rank.
    turns
        Directions in which it can slide and then turn at a right angle (a hook).
    reached
        Every square that it reaches from the centre of an empty board.
    igui
        Neighbouring squares where it can capture without moving.
    onward
        Neighbouring squares where it can capture and move on in the same turn.
    via
        Squares that it reaches with a capture on the way.
    can_pass
        Whether it can pass.
    is_universal
        Whether it can go anywhere.
    burns
        Whether it burns the enemies around its destination.

    Examples
    --------
    >>> from mujo import BLACK, Piece, RuleSet
    >>> how = movement(RuleSet("chu"), Piece("R", BLACK))
    >>> sum(length != 0 for length in how.lines.values()), how.can_pass
    (4, False)
    """

    lines: dict[Step, int | None]
    jumps: frozenset[Step]
    skips: dict[Step, int | None]
    hops: dict[Step, int | None]
    over: frozenset[Step]
    sweeps: frozenset[Step]
    turns: frozenset[Step]
    reached: frozenset[Step]
    igui: frozenset[Step]
    onward: frozenset[Step]
    via: frozenset[Step]
    can_pass: bool
    is_universal: bool
    burns: bool


@lru_cache(maxsize=1024)
def movement(rules: RuleSet, piece: Piece) -> Movement:
    """Find how a piece moves. Its side does not matter.

    Examples
    --------
    >>> from mujo import Piece, RuleSet
    >>> rook = movement(RuleSet("tai"), Piece.from_symbol("R"))
    >>> rook.lines[0, -1], rook.lines[1, -1], sorted(rook.jumps)
    (None, 0, [])
    """
    study = Study(rules, Piece(piece.type, BLACK, piece.promoted))
    middle = (rules.files // 2, rules.ranks // 2)
    reached, can_pass = study.reach(middle)
    jumps, _ = study.reach(middle, own=DIRECTIONS)
    nothing: frozenset[Step] = frozenset()
    kind = rules.moves_as(piece)
    burns = kind.burns and rules.options["burning"] != "off"
    if len(jumps) > _UNIVERSAL_PART * rules.files * rules.ranks:
        no_lines: dict[Step, int | None] = dict.fromkeys(DIRECTIONS, 0)
        return Movement(
            no_lines,
            nothing,
            {},
            {},
            nothing,
            nothing,
            nothing,
            reached,
            nothing,
            nothing,
            nothing,
            can_pass,
            True,
            burns,
        )
    turns = frozenset(way for way in DIRECTIONS if _turns(study, middle, way))
    passed = {way: study.captures_over(middle, way, _far(rules, middle, way)) if kind.rank else 0 for way in DIRECTIONS}
    sweeps = frozenset(way for way, count in passed.items() if count == 2)
    ways = [way for way in DIRECTIONS if way not in sweeps]
    hops = {way: count for way in ways if (count := _hops(study, middle, way, jumps)) != 0}
    landings = {way: _landings(study, middle, way, jumps) for way in ways if way not in hops}
    skips = {way: last for way, far in landings.items() if far and (last := _last(study, middle, way, far)) != max(far)}
    jumps = frozenset(
        step for step in jumps if not _is_straight(step) or distance(step) in landings.get(direction(step), ())
    )
    lines = {way: _line(study, way, jumps) for way in DIRECTIONS}
    over = frozenset(way for way, count in passed.items() if count == 1)
    igui = onward = via = nothing
    if can_pass or any(distance(jump) < _FAR_LEAP for jump in jumps):
        alone = {way: study.captures_first(middle, [way]) for way in DIRECTIONS}
        igui = frozenset(way for way, moves in alone.items() if any(end == (0, 0) for _, end in moves))
        onward = frozenset(way for way, moves in alone.items() if any(end != (0, 0) for _, end in moves))
        via = frozenset(end for _, end in study.captures_first(middle, DIRECTIONS) if end != (0, 0))
    return Movement(lines, jumps, skips, hops, over, sweeps, turns, reached, igui, onward, via, can_pass, False, burns)


def _along(way: Step, far: int) -> Step:
    """Return the square `far` squares away in a direction."""
    return way[0] * far, way[1] * far


def _far(rules: RuleSet, place: Step, way: Step) -> int:
    """Return the distance of a square that no leap reaches, if the board is that large."""
    return min(4, _room(rules, place, way))


def _room(rules: RuleSet, place: Step, way: Step) -> int:
    """Return how many squares lie between a place and the edge in a direction."""
    rooms = []
    for start, step, size in zip(place, way, (rules.files, rules.ranks), strict=True):
        if step:
            rooms.append(size - 1 - start if step > 0 else start)
    return min(rooms)


def _hops(study: Study, place: Step, way: Step, jumps: Iterable[Step]) -> int | None:
    """Count the pieces in a row, from the second half of a direction on, that the piece slides over."""
    room = _room(study.rules, place, way)
    # A leap that slides on stops before a piece beyond its landing; a slide over pieces goes on.
    first = room // 2 + 1
    if not {_along(way, 2), _along(way, 3)} <= set(jumps):
        return 0
    for count in range(1, room - first + 1):
        row = [_along(way, far) for far in range(first, first + count)]
        if _along(way, first + count) not in study.reach(place, row).steps:
            return count - 1
    return None


def _landings(study: Study, place: Step, way: Step, jumps: Iterable[Step]) -> list[int]:
    """List the distances of the squares that the piece reaches whatever stands on all squares between."""
    found = []
    on_line = sorted(distance(step) for step in jumps if direction(step) == way and _is_straight(step))
    for far in on_line:
        between = [_along(way, near) for near in range(2, far)]
        if far > 2 and _along(way, far) not in study.reach(place, [*DIRECTIONS, *between]).steps:
            break
        found.append(far)
    return found


def _last(study: Study, place: Step, way: Step, landings: list[int]) -> int | None:
    """Return the distance of the last square that the piece reaches from its last landing; ``None`` at the edge."""
    between = [_along(way, near) for near in range(2, max(landings))]
    steps = study.reach(place, [*DIRECTIONS, *between]).steps
    room = _room(study.rules, place, way)
    last = next((far for far in range(max(landings), room) if _along(way, far + 1) not in steps), room)
    return None if last == room > max(landings) else last


def _is_straight(step: Step) -> bool:
    return 0 in step or abs(step[0]) == abs(step[1])


def _turns(study: Study, place: Step, way: Step) -> bool:
    """Return whether the piece reaches squares far off its lines by setting out in one direction."""
    steps = study.reach(place, [other for other in DIRECTIONS if other != way]).steps
    return any(0 not in step and abs(step[0]) != abs(step[1]) and distance(step) > 3 for step in steps)


def _line(study: Study, way: Step, jumps: Iterable[Step]) -> int | None:
    """Count the squares that the piece slides in a direction, from the edge where it has the most room."""
    files, ranks = study.rules.files, study.rules.ranks
    column = {1: 0, -1: files - 1, 0: files // 2}[way[0]]
    row = {1: 0, -1: ranks - 1, 0: ranks // 2}[way[1]]
    room = min(files if way[0] else ranks, ranks if way[1] else files) - 1
    # With every other direction blocked, it reaches the squares of this line without a turn.
    blocked = [
        (right, down)
        for right, down in DIRECTIONS
        if (right, down) != way and 0 <= column + right < files and 0 <= row + down < ranks
    ]
    reached = study.reach((column, row), blocked).steps
    steps = [(way[0] * far, way[1] * far) for far in range(1, room + 1)]
    count = next((far for far, step in enumerate(steps) if step not in reached), room)
    if count == room:
        return None
    while count and steps[count - 1] in jumps:
        count -= 1
    return count
