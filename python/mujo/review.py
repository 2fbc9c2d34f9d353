"""Evaluating the moves of a game: scores, the better move, and marks for mistakes."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from mujo._core import Board, Engine, Line, Outcome, Score
from mujo.notation import format_hodges

__all__ = ["ReviewedMove", "chance_scale", "review", "win_chance"]

#: Chances of winning that a move gives away, from which it is marked, and the mark.
_MARKS = ((0.30, "??"), (0.15, "?"), (0.07, "?!"))


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move of a game, evaluated.

    Attributes
    ----------
    ply
        Its ply, 1-based.
    usi, text
        The move in engine notation and in Hodges' letters.
    turn
        The side that played it.
    board
        The board before it.
    best
        The best line before it.
    after
        The best line after it; ``None`` if it ended the game.
    outcome
        How it ended the game, if it did.
    lost
        The chance of winning that it gave away, 0 to 1.
    mark
        ``?!``, ``?`` or ``??`` if that is much, else empty.
    """

    ply: int
    usi: str
    text: str
    turn: bool
    board: Board
    best: Line
    after: Line | None
    outcome: Outcome | None
    lost: float
    mark: str

    @property
    def is_best(self) -> bool:
        """Whether the engine would have played it."""
        return self.best.moves[0].usi() == self.usi


def chance_scale(values: Mapping[str, int]) -> float:
    """Return the score that wins 73 of 100 games, in hundredths of the unit: the value of four median pieces.

    Parameters
    ----------
    values
        Value of each piece, as `Engine.values` returns.
    """
    ordered = sorted(values.values())
    return 4 * max(ordered[len(ordered) // 2], 1)


def win_chance(score: Score, scale: float) -> float:
    """Return the chance of winning of the side to move, 0 to 1.

    Examples
    --------
    >>> from mujo import Board, Engine
    >>> engine = Engine("chu", hash=1)
    >>> 0 < win_chance(engine.search(Board(rules="chu"), depth=1).score, chance_scale(engine.values())) < 1
    True
    """
    if score.mate is not None:
        return 1.0 if score.mate > 0 else 0.0
    return 1 / (1 + math.exp(-(score.units or 0) / scale))


def review(engine: Engine, board: Board, nodes: int) -> Iterator[ReviewedMove]:
    """Evaluate every move of the game on a board, one after the other.

    Parameters
    ----------
    engine
        The engine.
    board
        A board with its history; it is not changed.
    nodes
        Positions that are searched for each move.

    Examples
    --------
    >>> from mujo import Board, Engine
    >>> board = Board(rules="chu")
    >>> _ = board.push("6i6h")
    >>> [(move.ply, move.text) for move in review(Engine("chu", hash=1), board, 100)]
    [(1, 'P-6h')]
    """
    moves = board.move_stack
    board = board.copy()
    for _ in moves:
        board.pop()
    scale = chance_scale(engine.values())
    best = engine.search(board, nodes=nodes).lines[0] if moves else None
    for ply, move in enumerate(moves, 1):
        assert best is not None
        before, text, turn = board.copy(), format_hodges(board, move), board.turn
        board.push(move)
        outcome, after = board.outcome(), None
        if outcome is None:
            after = engine.search(board, nodes=nodes).lines[0]
            chance = 1 - win_chance(after.score, scale)
        else:
            chance = 0.5 if outcome.winner is None else float(outcome.winner == turn)
        lost = 0.0 if move == best.moves[0] else max(0.0, win_chance(best.score, scale) - chance)
        mark = next((mark for least, mark in _MARKS if lost >= least), "")
        yield ReviewedMove(ply, move.usi(), text, turn, before, best, after, outcome, lost, mark)
        if after is None:
            return
        best = after
