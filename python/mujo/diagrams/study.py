"""Study positions: one piece of Black on an otherwise empty board, or with neighbours that block it or can be captured.

The engine's legal moves on these positions tell how the piece moves; nothing about movement is computed here.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from mujo._core import BLACK, WHITE, Board, Piece, RuleSet, Setup

__all__ = ["DIRECTIONS", "Reach", "Step", "Study", "direction", "distance"]

#: A step from the piece: squares to the right, and squares down, as Black sees the board.
Step = tuple[int, int]

#: The eight directions, clockwise from straight ahead.
DIRECTIONS: tuple[Step, ...] = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))


class Reach(NamedTuple):
    """What a piece can do on a study position without capturing at its destination.

    Attributes
    ----------
    steps
        The empty squares that it can move to.
    can_pass
        Whether it can pass.
    """

    steps: frozenset[Step]
    can_pass: bool


def distance(step: Step) -> int:
    """Return how many king's moves long a step is."""
    return max(abs(step[0]), abs(step[1]))


def direction(step: Step) -> Step:
    """Return the signs of a step: its direction, if it lies on one of the eight lines."""
    right, down = step
    return (right > 0) - (right < 0), (down > 0) - (down < 0)


class Study:
    """Sets up study positions for one piece.

    Parameters
    ----------
    rules
        The rule set.
    piece
        A piece of Black.
    """

    def __init__(self, rules: RuleSet, piece: Piece) -> None:
        self.rules: RuleSet = rules
        self.piece: Piece = piece
        plain, royal = _extras(rules)
        #: A piece to stand in the way: not royal, if the game has such pieces.
        self.plain: Piece = plain
        self.is_royal: bool = rules.moves_as(piece).royal is not None
        self.royal: Piece = royal or piece

    def reach(self, place: Step, own: Iterable[Step] = ()) -> Reach:
        """Return where the piece can move without capturing.

        Parameters
        ----------
        place
            Where the piece stands: columns from the left edge, rows from the top.
        own
            Steps to squares held by Black's own pieces.
        """
        own = list(own)
        steps: set[Step] = set()
        can_pass = False
        # The helpers of a royal hide squares, so they stand once here, once there.
        for helpers_first in (False, True) if self.is_royal else (False,):
            board = self._board(place, own, (), helpers_first)
            for move in board.legal_moves_from(self._square(place, (0, 0))):
                if move.is_pass:
                    can_pass = True
                elif board.piece_at(move.to_square) is None:
                    steps.add(self._step_to(place, move.to_square))
        return Reach(frozenset(steps), can_pass)

    def captures_first(self, place: Step, victims: Iterable[Step]) -> list[tuple[frozenset[Step], Step]]:
        """List the moves that capture before their end: the steps of those captures, and the step of the end."""
        board = self._board(place, (), victims, False)
        found = []
        for move in board.legal_moves_from(self._square(place, (0, 0))):
            if move.via:
                captured = frozenset(self._step_to(place, square) for square in move.via)
                found.append((captured, self._step_to(place, move.to_square)))
        return found

    def captures_over(self, place: Step, way: Step, far: int) -> int:
        """Count what the piece captures on a square of a direction over an own piece on the first square.

        That is 1 for a jump over lower ranks, 2 if it sweeps the own piece away, and 0 if it cannot.
        """
        target = (way[0] * far, way[1] * far)
        board = self._board(place, [way], [target], False)
        end = self._square(place, target)
        moves = board.legal_moves_from(self._square(place, (0, 0)))
        return max((len(move.captures) for move in moves if move.to_square == end), default=0)

    def _board(self, place: Step, own: Iterable[Step], enemy: Iterable[Step], helpers_first: bool) -> Board:
        setup = Setup(None, self.rules)
        setup.clear()
        setup.turn = BLACK
        taken = [(0, 0), *own, *enemy]
        setup.put(self._square(place, (0, 0)), self.piece)
        for side, steps in ((BLACK, own), (WHITE, enemy)):
            for step in steps:
                setup.put(self._square(place, step), Piece(self.plain.type, side, self.plain.promoted))
        if self.is_royal:
            free = [square for square in self._corners() if self._step_to(place, square) not in taken]
            free.sort(key=lambda square: distance(self._step_to(place, square)), reverse=not helpers_first)
            if len(free) > 2 and helpers_first:
                # Not the nearest corner, where a helper would be in the way.
                free = free[1:] + free[:1]
            for square, helper in zip(free, self._helpers(), strict=False):
                setup.put(square, helper)
        return setup.board()

    def _helpers(self) -> list[Piece]:
        """List the pieces without which the game would be over: a royal of White and, against bare kings, two more."""
        helpers = [Piece(self.royal.type, WHITE, self.royal.promoted)]
        if self.rules.options["bare_king"] != "off":
            helpers += [Piece(self.plain.type, side, self.plain.promoted) for side in (WHITE, BLACK)]
        return helpers

    def _corners(self) -> list[int]:
        files, squares = self.rules.files, self.rules.files * self.rules.ranks
        return [0, files - 1, squares - 1, squares - files]

    def _square(self, place: Step, step: Step) -> int:
        column, row = place[0] + step[0], place[1] + step[1]
        return row * self.rules.files + self.rules.files - 1 - column

    def _step_to(self, place: Step, square: int) -> Step:
        row, file = divmod(square, self.rules.files)
        return self.rules.files - 1 - file - place[0], row - place[1]


@lru_cache(maxsize=16)
def _extras(rules: RuleSet) -> tuple[Piece, Piece | None]:
    """Choose a piece to stand in the way, and a royal if the game has one; a game may have 1,500 types."""
    faces = list(_faces(rules))
    roles = [rules.moves_as(face).royal for face in faces]
    others = [face for face, role in zip(faces, roles, strict=True) if role is None]
    royals = [(role == "emperor", number) for number, role in enumerate(roles) if role is not None]
    # A king attacks only the squares around its corner; an emperor would forbid squares everywhere.
    royal = faces[min(royals)[1]] if royals else None
    return (others or faces)[-1], royal


def _faces(rules: RuleSet) -> Iterable[Piece]:
    """List the pieces of a game, unpromoted and promoted."""
    for kind in rules.piece_types.values():
        if kind.is_initial:
            yield Piece(kind.id, BLACK)
            if kind.promotes_to is not None:
                yield Piece(kind.id, BLACK, True)
