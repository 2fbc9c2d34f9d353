"""How a piece moves, found out by asking the engine: lone pieces and blocked ones, and what they can reach.

The diagrams are made from this, so that they cannot say anything else than the rules that are played by.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from mujo._core import BLACK, WHITE, Board, Piece, PieceType, RuleSet, Setup
from mujo.errors import RuleSetError

__all__ = [
    "DIRECTIONS",
    "LEGEND",
    "Movement",
    "find_piece",
    "marks",
    "marks_of",
    "movement",
    "piece_that_moves_as",
    "radius_of",
    "sign",
]

#: A step: squares to the right, and squares down, as Black sees the board.
Step = tuple[int, int]
DIRECTIONS: tuple[Step, ...] = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))

#: What each mark means, in the order of the legend.
LEGEND = {
    "walk": "goes there, if nothing stands between",
    "line": "and on in this direction, as far as nothing stands between",
    "jump": "goes there whatever stands between",
    "turn": "and on by one turn of a right angle on an empty square",
    "igui": "goes there, or takes there and stays where it is",
    "onward": "goes there, or takes there and goes on",
    "pass": "can pass",
    "any": "goes to any square (see the rules for what an emperor may take)",
}


@dataclass(frozen=True, slots=True)
class Movement:
    """The moves of a piece of Black, in steps from where it stands.

    Attributes
    ----------
    lines
        Squares that it walks or slides in a direction, 0 for none; ``None`` for as far as the board goes.
    jumps
        Squares that it reaches though all squares next to it are held by its own side.
    turns
        Directions in which it may slide and then turn by a right angle.
    reached
        All squares that it reaches from the centre of an empty board.
    igui
        Squares where it can take and stay where it is.
    onward
        Squares where it can take and go on.
    can_pass
        Whether it can pass.
    is_universal
        Whether it can go anywhere.
    """

    lines: dict[Step, int | None]
    jumps: frozenset[Step]
    turns: frozenset[Step]
    reached: frozenset[Step]
    igui: frozenset[Step]
    onward: frozenset[Step]
    can_pass: bool
    is_universal: bool


def piece_that_moves_as(rules: RuleSet, kind: PieceType | str) -> Piece | None:
    """Find a piece of Black that moves as a type: of that type, or one that promotes to it.

    Examples
    --------
    >>> from mujo import RuleSet
    >>> piece_that_moves_as(RuleSet("maka"), "TK")
    Piece.from_symbol('+DV')
    """
    name = kind if isinstance(kind, str) else kind.id
    types = rules.piece_types
    if name in types and types[name].is_initial:
        return Piece(name, BLACK)
    begun = next((other.id for other in types.values() if other.is_initial and other.promotes_to == name), None)
    return None if begun is None else Piece(begun, BLACK, True)


def find_piece(rules: RuleSet, kind: str) -> Piece:
    """Find a piece of Black that moves as a type, named by its id, or by ``+`` and the id of what it begins as.

    Raises
    ------
    RuleSetError
        ``rules.unknown_type``: the game has no such type.

    Examples
    --------
    >>> from mujo import RuleSet
    >>> find_piece(RuleSet("maka"), "+ln"), find_piece(RuleSet("maka"), "FF")
    (Piece.from_symbol('+LN'), Piece.from_symbol('+LN'))
    """
    piece = None
    if kind.startswith("+") and kind[1:].upper() in rules.piece_types:
        begun = rules.piece_types[kind[1:].upper()]
        piece = Piece(begun.id, BLACK, True) if begun.is_initial and begun.promotes_to is not None else None
    elif kind.upper() in rules.piece_types:
        piece = piece_that_moves_as(rules, kind.upper())
    if piece is None:
        raise RuleSetError(f"no piece of {rules.name} moves as {kind[:20]!r}", code="rules.unknown_type", name=kind)
    return piece


@lru_cache(maxsize=1024)
def movement(rules: RuleSet, piece: Piece) -> Movement:
    """Find out how a piece moves; its side does not matter.

    Examples
    --------
    >>> from mujo import RuleSet
    >>> rook = movement(RuleSet("tai"), Piece.from_symbol("R"))
    >>> rook.lines[0, -1], rook.lines[1, -1], sorted(rook.jumps)
    (None, 0, [])
    """
    study = _Study(rules, Piece(piece.type, BLACK, piece.promoted))
    middle = (rules.files // 2, rules.ranks // 2)
    reached, can_pass = study.goals(middle)
    jumps, _ = study.goals(middle, own=DIRECTIONS)
    is_universal = len(jumps) > 0.8 * rules.files * rules.ranks
    if is_universal:
        nothing: frozenset[Step] = frozenset()
        return Movement(dict.fromkeys(DIRECTIONS, 0), nothing, nothing, reached, nothing, nothing, can_pass, True)
    turns = frozenset(way for way in DIRECTIONS if study.turns(middle, way))
    lines = {way: study.line(way, jumps) for way in DIRECTIONS}
    igui, onward = set(), set()
    if can_pass or any(max(map(abs, jump)) < 4 for jump in jumps):
        for way in DIRECTIONS:
            stays, goes_on = study.takes_on(middle, way)
            igui |= {way} if stays else set()
            onward |= {way} if goes_on else set()
    return Movement(lines, jumps, turns, reached, frozenset(igui), frozenset(onward), can_pass, False)


class _Study:
    """Positions with one piece, and perhaps others next to it."""

    def __init__(self, rules: RuleSet, piece: Piece) -> None:
        self.rules, self.piece = rules, piece
        kinds = [kind for kind in rules.piece_types.values() if kind.is_initial]
        self.plain = next(kind.id for kind in reversed(kinds) if kind.royal is None)
        royals = [kind for kind in kinds if kind.royal is not None]
        self.royal = min(royals, key=lambda kind: kind.royal == "emperor").id
        self.is_royal = rules.moves_as(piece).royal is not None

    def board(self, place: Step, own: Iterable[Step], enemy: Iterable[Step]) -> Board:
        """Set the piece on a place, counted from the top left corner, and others beside it."""
        setup = Setup(None, self.rules)
        setup.clear()
        setup.turn = BLACK
        setup.put(self.square(place, (0, 0)), self.piece)
        for side, steps in ((BLACK, own), (WHITE, enemy)):
            for step in steps:
                setup.put(self.square(place, step), Piece(self.plain, side))
        if self.is_royal:
            # The game goes on only while the enemy has a royal, and (in chu) more than that on each side.
            far = [corner for corner in self.corners() if max(map(abs, self.step_to(place, corner))) > 2]
            helpers = (Piece(self.royal, WHITE), Piece(self.plain, WHITE), Piece(self.plain, BLACK))
            for corner, helper in zip(far, helpers, strict=False):
                setup.put(corner, helper)
        return setup.board()

    def corners(self) -> tuple[int, ...]:
        """List the corners of the board."""
        files, squares = self.rules.files, self.rules.files * self.rules.ranks
        return 0, files - 1, squares - 1, squares - files

    def square(self, place: Step, step: Step) -> int:
        column, row = place[0] + step[0], place[1] + step[1]
        return row * self.rules.files + self.rules.files - 1 - column

    def step_to(self, place: Step, square: int) -> Step:
        row, file = divmod(square, self.rules.files)
        return self.rules.files - 1 - file - place[0], row - place[1]

    def goals(self, place: Step, own: Iterable[Step] = ()) -> tuple[frozenset[Step], bool]:
        """List where the piece can go without taking, and tell whether it can pass."""
        board = self.board(place, own, ())
        moves = board.legal_moves_from(self.square(place, (0, 0)))
        squares = {move.to_square for move in moves if not move.is_pass and board.piece_at(move.to_square) is None}
        return frozenset(self.step_to(place, square) for square in squares), any(move.is_pass for move in moves)

    def turns(self, place: Step, way: Step) -> bool:
        """Tell whether the piece reaches squares far off its lines by setting out this way."""
        goals, _ = self.goals(place, [other for other in DIRECTIONS if other != way])
        return any(0 not in goal and abs(goal[0]) != abs(goal[1]) and max(map(abs, goal)) > 3 for goal in goals)

    def line(self, way: Step, jumps: frozenset[Step]) -> int | None:
        """Count the squares that the piece walks in a direction, from the edge where it has most room."""
        files, ranks = self.rules.files, self.rules.ranks
        column = {1: 0, -1: files - 1, 0: files // 2}[way[0]]
        row = {1: 0, -1: ranks - 1, 0: ranks // 2}[way[1]]
        room = min(files if way[0] else ranks, ranks if way[1] else files) - 1
        # With every other way shut, what it reaches on this line it reaches without a turn.
        shut = [
            (right, down)
            for right, down in DIRECTIONS
            if (right, down) != way and 0 <= column + right < files and 0 <= row + down < ranks
        ]
        goals, _ = self.goals((column, row), shut)
        steps = [(way[0] * far, way[1] * far) for far in range(1, room + 1)]
        count = next((far for far, step in enumerate(steps) if step not in goals), room)
        if count == room:
            return None
        while count and steps[count - 1] in jumps:
            count -= 1
        return count

    def takes_on(self, place: Step, way: Step) -> tuple[bool, bool]:
        """Tell whether the piece can take a neighbour and stay, and whether it can take it and go on."""
        start = self.square(place, (0, 0))
        victim = self.square(place, way)
        moves = [move for move in self.board(place, (), [way]).legal_moves_from(start) if victim in move.captures]
        return any(move.is_igui for move in moves), any(not move.is_igui for move in moves)


def marks(how: Movement, radius: int) -> Iterator[tuple[Step, str]]:
    """List the marks of a diagram: the step from the piece, and the mark."""
    inside = range(-radius, radius + 1)
    for down in inside:
        for right in inside:
            step = (right, down)
            if step == (0, 0):
                if how.can_pass:
                    yield step, "pass"
            elif how.is_universal:
                yield step, "any"
            elif step in how.jumps:
                yield step, "jump"
            elif _on_line(how, step):
                edge = max(abs(right), abs(down)) == radius
                way = (sign(right), sign(down))
                yield step, "line" if edge and how.lines[way] is None else "walk"
            elif step in how.reached:
                yield step, "turn"
            if step in how.igui:
                yield step, "igui"
            elif step in how.onward:
                yield step, "onward"


def sign(value: int) -> int:
    """Tell the sign of a number: 1, 0 or -1."""
    return (value > 0) - (value < 0)


def _on_line(how: Movement, step: tuple[int, int]) -> bool:
    right, down = step
    if right and down and abs(right) != abs(down):
        return False
    count = how.lines[sign(right), sign(down)]
    return count is None or max(abs(right), abs(down)) <= count


def radius_of(how: Movement) -> int:
    """Tell how many squares on each side a diagram should show: as many as the longest counted move needs."""
    counted = [count for count in how.lines.values() if count is not None]
    near = [max(map(abs, jump)) for jump in how.jumps if not how.is_universal]
    return min(max(3, *counted, *near, 0) + (1 if how.turns else 0), 6)


def marks_of(how: Movement) -> list[str]:
    """List the marks that a diagram has, in the order of the legend."""
    found = {mark for _, mark in marks(how, radius_of(how))}
    return [mark for mark in LEGEND if mark in found]
