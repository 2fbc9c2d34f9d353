"""Moves drawn small, on the piece itself.

A line with an arrowhead slides to the edge of the board; each dot is one square; a filled diamond is a jump; a bar
across a line is a turn; a ring around the middle means that the piece can capture without moving.
"""

from mujo.diagrams import Movement
from mujo.diagrams.study import DIRECTIONS, Step
from mujo.svg.picture import number

__all__ = ["draw_moves"]

#: Distance between dots; more than two on a line stand closer together.
_NEAR, _FAR = 4.2, 11.0
_CENTRE = 1.2


def draw_moves(moves: Movement, colour: str) -> str:
    """Return a drawing of moves around a point just above 0,0, within about 12 units."""
    parts: list[str] = []
    strokes: list[str] = []
    if moves.is_universal:
        strokes += [f"M{_at(way, 2)}L{_at(way, 9)}" for way in DIRECTIONS]
        parts.append(f'<circle cy="-1" r="10" fill="none" stroke="{colour}"/>')
    for way, count in moves.lines.items():
        if count is None:
            strokes.append(f"M{_at(way, 2)}L{_at(way, _FAR)}" + _head(way))
            if way in moves.turns:
                across = (-way[1], way[0])
                strokes.append(f"M{_at(way, 7, across, -4)}L{_at(way, 7, across, 4)}")
        else:
            gap = min(_NEAR, _FAR / count) if count else _NEAR
            r = "1.1" if count < 4 else ".75"
            parts += [f'<circle cx="{_x(way, gap * n)}" cy="{_y(way, gap * n)}" r="{r}"/>' for n in range(1, count + 1)]
    near = [jump for jump in moves.jumps if max(map(abs, jump)) <= 3]
    for right, down in sorted(near):
        gap = 3.9 if len(near) < 9 else 3.3
        x, y = right * gap, down * gap - 1
        parts.append(f'<path d="M{number(x)} {number(y - 1.5)}l1.4 1.5-1.4 1.5-1.4-1.5z"/>')
    if moves.igui:
        parts.append(f'<circle cy="-1" r="2.6" fill="none" stroke="{colour}" stroke-width=".8"/>')
    parts.append(f'<circle cy="-1" r="{_CENTRE}"/>')
    if strokes:
        parts.append(f'<path d="{"".join(strokes)}" fill="none" stroke="{colour}" stroke-width="1"/>')
    return f'<g fill="{colour}">{"".join(parts)}</g>'


def _length(way: Step, far: float) -> float:
    """Shorten diagonals slightly to keep the drawing on the piece."""
    return far * (0.85 if way[0] and way[1] else 1)


def _x(way: Step, far: float) -> str:
    return number(way[0] * _length(way, far))


def _y(way: Step, far: float) -> str:
    return number(way[1] * _length(way, far) - 1)


def _at(way: Step, far: float, across: Step = (0, 0), aside: float = 0) -> str:
    x = way[0] * _length(way, far) + across[0] * aside
    y = way[1] * _length(way, far) + across[1] * aside - 1
    return f"{number(x)} {number(y)}"


def _head(way: Step) -> str:
    """Return the head of an arrow at the end of a line."""
    across = (-way[1], way[0])
    scale = 0.7 if way[0] and way[1] else 1
    left = _at(way, _FAR - 2.5, across, 1.8 * scale)
    right = _at(way, _FAR - 2.5, across, -1.8 * scale)
    return f"M{left}L{_at(way, _FAR)}L{right}"
