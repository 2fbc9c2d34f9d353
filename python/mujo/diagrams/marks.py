"""The marks of a move diagram: what each square around the piece shows, and the legend."""

from collections.abc import Iterator
from enum import StrEnum

from mujo.diagrams.movement import Movement
from mujo.diagrams.study import Step, direction, distance

__all__ = ["MARK_MEANINGS", "Mark", "marks", "marks_shown", "radius_of"]

#: The largest radius that is chosen without being asked for.
_LARGEST_RADIUS = 6


class Mark(StrEnum):
    """What a square of a move diagram shows.

    Examples
    --------
    >>> from mujo.diagrams import MARK_MEANINGS
    >>> sorted(MARK_MEANINGS) == sorted(Mark)
    True
    """

    SLIDE = "slide"
    RAY = "ray"
    JUMP = "jump"
    STEPS = "steps"
    TURN = "turn"
    ANY = "any"
    VIA = "via"
    ONWARD = "onward"
    IGUI = "igui"
    SHOOT = "shoot"
    LION = "lion"
    HOP = "hop"
    OVER = "over"
    SWEEP = "sweep"
    BURN = "burn"
    PASS = "pass"


#: The legend, in its order.
MARK_MEANINGS = {
    Mark.SLIDE: "moves there if no piece stands between",
    Mark.RAY: "moves there and farther, up to the first piece",
    Mark.JUMP: "moves there whatever stands between",
    Mark.STEPS: "moves there by steps over empty squares",
    Mark.TURN: "moves there with one right-angle turn on an empty square",
    Mark.ANY: "moves to any square (rule 5.4 limits what an emperor captures)",
    Mark.VIA: "moves there, also after a capture on the way",
    Mark.ONWARD: "moves there, or captures there and moves on in the same turn",
    Mark.IGUI: "moves there, or captures there and stays where it is (igui)",
    Mark.SHOOT: "captures there and stays where it is (igui)",
    Mark.LION: "moves there, or captures there and moves on, or back (igui)",
    Mark.OVER: "moves there if no piece stands between, or captures over lower ranks",
    Mark.HOP: "moves there, also over pieces, of which it takes none",
    Mark.SWEEP: "moves there, and captures every lower rank on the way",
    Mark.BURN: "moves there; wherever it stops, the enemies around it burn",
    Mark.PASS: "can pass",
}


def marks(how: Movement, radius: int) -> Iterator[tuple[Step, Mark]]:
    """List the marks of a diagram that shows `radius` squares on each side of the piece.

    A square may have two: how the piece moves there, and what it captures on the way.

    Parameters
    ----------
    how
        The moves of a piece.
    radius
        Squares on each side, 1 or more.

    Examples
    --------
    >>> from mujo import BLACK, Piece, RuleSet
    >>> from mujo.diagrams import movement
    >>> len(list(marks(movement(RuleSet("chu"), Piece("GB", BLACK)), 2)))
    2
    """
    inside = range(-radius, radius + 1)
    for down in inside:
        for right in inside:
            step = (right, down)
            mark = _base_mark(how, step, radius)
            if mark is not None:
                yield step, mark
            extra = _capture_mark(how, step, radius)
            if extra is not None:
                yield step, extra


def _base_mark(how: Movement, step: Step, radius: int) -> Mark | None:
    if step == (0, 0):
        return Mark.PASS if how.can_pass else None
    if how.is_universal:
        return Mark.ANY
    if step in how.jumps:
        return Mark.JUMP
    if _on_line(how, step):
        endless = distance(step) == radius and how.lines[direction(step)] is None
        return Mark.RAY if endless else Mark.SLIDE
    if direction(step) in how.skips and _is_straight(step) and step in how.reached:
        return Mark.RAY if distance(step) == radius and how.skips[direction(step)] is None else Mark.SLIDE
    if step in how.reached:
        return Mark.TURN if how.turns else Mark.STEPS
    return None


def _capture_mark(how: Movement, step: Step, radius: int) -> Mark | None:
    if how.burns and distance(step) == 1:
        return Mark.BURN
    if _is_straight(step) and 1 < distance(step) < radius:
        for ways, mark in ((how.over, Mark.OVER), (how.sweeps, Mark.SWEEP), (how.hops, Mark.HOP)):
            if direction(step) in ways:
                return mark
    match step in how.igui, step in how.onward:
        case True, True:
            return Mark.LION
        case True, False:
            return Mark.IGUI if step in how.reached else Mark.SHOOT
        case False, True:
            return Mark.ONWARD
    return Mark.VIA if step in how.via else None


def _is_straight(step: Step) -> bool:
    right, down = step
    return not right or not down or abs(right) == abs(down)


def _on_line(how: Movement, step: Step) -> bool:
    if not _is_straight(step):
        return False
    count = how.lines[direction(step)]
    return count is None or distance(step) <= count


def radius_of(how: Movement) -> int:
    """Return how many squares a diagram should show on each side: enough for the longest counted move.

    Parameters
    ----------
    how
        The moves of a piece.

    Examples
    --------
    >>> from mujo import BLACK, Piece, RuleSet
    >>> from mujo.diagrams import movement
    >>> radius_of(movement(RuleSet("chu"), Piece("P", BLACK)))
    3
    """
    counted = [count for count in how.lines.values() if count is not None]
    near = [distance(jump) for jump in how.jumps]
    return min(max(3, *counted, *near, 0) + (1 if how.turns else 0), _LARGEST_RADIUS)


def marks_shown(how: Movement, radius: int) -> list[Mark]:
    """List the different marks of a diagram, in the order of the legend.

    Parameters
    ----------
    how, radius
        As `marks`.

    Examples
    --------
    >>> from mujo import BLACK, Piece, RuleSet
    >>> from mujo.diagrams import movement
    >>> len(marks_shown(movement(RuleSet("chu"), Piece("P", BLACK)), 2))
    1
    """
    found = {mark for _, mark in marks(how, radius)}
    return [mark for mark in MARK_MEANINGS if mark in found]
