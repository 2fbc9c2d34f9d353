"""Moves by effect, the order of victims, and the position after a move (rules 3.1, 3.10)."""

from __future__ import annotations

from typing import NamedTuple

from mujo_reference.board import Board, Piece, Position, Square, board_order, other, squares_of
from mujo_reference.burning import fire
from mujo_reference.paths import Path, paths
from mujo_reference.promotion import results
from mujo_reference.rules import Rules


class Move(NamedTuple):
    """Start, victims in order (one on the end square included), end, and the piece on the end square afterwards.

    Victims are enemies, but a sweep takes pieces of its own side, too (rule 10.2).
    `burnt` are the squares of other pieces that fire takes; it may take the mover, too, whatever it became (rule 9.4).
    """

    start: Square
    victims: tuple[Square, ...]
    end: Square
    becomes: Piece
    burnt: tuple[Square, ...] = ()
    vanishes: bool = False

    @property
    def is_pass(self) -> bool:
        """Whether the move changes nothing on the board (rule 3.8)."""
        return self.end == self.start and not self.victims and not self.burnt and not self.vanishes

    @property
    def all_victims(self) -> tuple[Square, ...]:
        """The squares of all pieces that the move removes, but the mover."""
        return self.victims + self.burnt


def effects(rules: Rules, board: Board, start: Square) -> list[Path]:
    """Return one path for each effect, that is, each set of victims and end (rule 3.1).

    The path gives the order of victims (rule 3.10): the shortest route with that effect, among those the one whose
    squares come first. A piece that comes back to square 1 of a line has only the route that captures 1 before 2.
    """
    best: dict[tuple[frozenset[Square], Square], Path] = {}
    for path in paths(rules, board, start):
        effect = frozenset(path.victims), path.end
        if effect not in best or _route_order(path) < _route_order(best[effect]):
            best[effect] = path
    return list(best.values())


def _route_order(path: Path) -> tuple[int, list[tuple[int, int]]]:
    """Return the sort key of a route: fewest squares first, then the squares in board order (rule 3.10)."""
    return len(path.route), [board_order(square) for square in path.route]


def moves_with(rules: Rules, board: Board, start: Square, path: Path) -> list[Move]:
    """Return the moves of one effect: one for each piece the mover may become (rule 4.1), burnt or not (rule 9.4)."""
    return [
        Move(start, path.victims, path.end, becomes, *fire(rules, board, start, path.victims, path.end, becomes))
        for becomes in results(rules, board, start, path.victims, path.end)
    ]


def moves_from(rules: Rules, board: Board, start: Square) -> list[Move]:
    """Return the moves of one piece by its powers, before the rules that forbid moves."""
    return [move for path in effects(rules, board, start) for move in moves_with(rules, board, start, path)]


def pseudo_legal(rules: Rules, position: Position) -> list[Move]:
    """Return the pseudo-legal moves of the side to move."""
    return [
        move for start in squares_of(position.board, position.turn) for move in moves_from(rules, position.board, start)
    ]


def board_after(board: Board, move: Move) -> Board:
    """Return the board after a move: victims removed, start empty, the piece on its end (rule 3.1)."""
    after = {square: piece for square, piece in board.items() if square not in move.all_victims}
    del after[move.start]
    if not move.vanishes:
        after[move.end] = move.becomes
    return after


def position_after(rules: Rules, position: Position, move: Move) -> Position:
    """Return the position after a move; it remembers where a piece other than a lion captured a lion (rule 7.3)."""
    board = position.board
    last_lion_capture = None
    if rules.options["lion_trading"] != "off" and not rules.is_lion(board[move.start]):
        for victim in move.victims:
            if rules.is_lion(board[victim]):
                last_lion_capture = victim
    return Position(board_after(board, move), other(position.turn), last_lion_capture)
