"""Evaluating the moves of a game: scores, the better move, and marks for mistakes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mujo._core import Board, Engine, Line, Outcome, Score
from mujo.notation import format_hodges

if TYPE_CHECKING:
    from mujo.parallel import ExecutorSource

__all__ = ["ReviewedMove", "chance_scale", "review", "review_games", "win_chance"]

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

    Examples
    --------
    >>> from mujo import Board, Engine
    >>> board = Board(rules="chu")
    >>> _ = board.push("6i6h")
    >>> (move,) = review(Engine("chu", hash=1), board, 100)
    >>> move.ply, move.usi, 0 <= move.lost <= 1
    (1, '6i6h', True)
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

    Examples
    --------
    >>> chance_scale({"P": 100, "R": 500, "FK": 900})
    2000
    """
    ordered = sorted(values.values())
    return 4 * max(ordered[len(ordered) // 2], 1)


def win_chance(score: Score, scale: float) -> float:
    """Return the chance of winning of the side to move, 0 to 1.

    Parameters
    ----------
    score
        A score of a search.
    scale
        As `chance_scale` returns.

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

    Raises
    ------
    MujoError
        As `mujo.Engine.search`.

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


def review_games(
    boards: Iterable[Board],
    nodes: int,
    *,
    hash: int = 64,
    executor: ExecutorSource | None = None,
    progress: Callable[[int], object] | None = None,
) -> Iterator[list[ReviewedMove]]:
    """Evaluate every move of many games; each game is a part for an executor.

    Parameters
    ----------
    boards
        Boards with their history, one a game, of any rule sets.
    nodes
        Positions that are searched for each move, 1 or more.
    hash
        Table of the engine in MiB, which begins empty for each game.
    executor
        As `mujo.parallel.run_parts`; by default games are evaluated one after the other in this process.
    progress
        Called with the number of games done.

    Yields
    ------
    list of ReviewedMove
        The moves of each game, in the order of `boards`. They do not depend on executor or workers.

    Raises
    ------
    MujoError
        As `mujo.Engine`, `mujo.Engine.search` and `mujo.parallel.run_parts`.

    Examples
    --------
    >>> from mujo import Board
    >>> board = Board(rules="chu")
    >>> _ = board.push("6i6h")
    >>> [[move.text for move in game] for game in review_games([board, board], 100, hash=1)]
    [['P-6h'], ['P-6h']]
    """
    parts = ((board, nodes, hash) for board in boards)
    if executor is None:
        for done, part in enumerate(parts, 1):
            yield _review_part(part)
            if progress is not None:
                progress(done)
        return
    # Loaded here, so that the evaluation of one game does not wait for it.
    from mujo.parallel import run_parts

    waiting: dict[int, list[ReviewedMove]] = {}
    following = 0
    for done, (number, moves) in enumerate(run_parts(_review_part, parts, executor=executor), 1):
        waiting[number] = moves
        if progress is not None:
            progress(done)
        while following in waiting:
            yield waiting.pop(following)
            following += 1


def _review_part(part: tuple[Board, int, int]) -> list[ReviewedMove]:
    board, nodes, hash = part
    return list(review(Engine(board.rules, hash), board, nodes))
