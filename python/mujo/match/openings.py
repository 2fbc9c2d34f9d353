"""Openings of a match: each is played twice, with colours swapped."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from mujo._core import Board, Engine, RuleSet
from mujo.errors import MujoError
from mujo.record import scan_games

__all__ = ["openings_of_file", "random_opening"]

#: How often a random opening is drawn anew before the most balanced so far is taken.
_TRIES = 50


def random_opening(rules: RuleSet, plies: int, seed: int, *, balance: int | None = None, nodes: int = 2000) -> Board:
    """Play random moves from the start.

    Parameters
    ----------
    rules
        The rule set.
    plies
        How many moves.
    seed
        The same seed gives the same opening.
    balance
        The largest score that the engine may see for either side, in hundredths of its unit; any if left out.
    nodes
        Positions that the engine looks at for it.

    Returns
    -------
    Board
        The position with its history.

    Raises
    ------
    MujoError
        ``argument``: every random game has ended after that number of plies.

    Examples
    --------
    >>> from mujo import RuleSet
    >>> board = random_opening(RuleSet("chu"), 6, seed=1)
    >>> board.ply, board == random_opening(RuleSet("chu"), 6, seed=1)
    (6, True)
    """
    dice = random.Random(f"{rules.name} {plies} {seed}")
    engine = None if balance is None else Engine(rules, 1)
    best: tuple[int, Board] | None = None
    for _ in range(_TRIES):
        board = Board(rules=rules)
        for _ in range(plies):
            moves = board.legal_moves
            if not moves or board.is_game_over():
                break
            board.push(moves[dice.randrange(len(moves))])
        if board.is_game_over():
            continue
        if engine is None or balance is None:
            return board
        score = abs(engine.search(board, nodes=nodes).score.number)
        if score <= balance:
            return board
        if best is None or score < best[0]:
            best = score, board
    if best is None:
        raise MujoError(f"no {plies} random plies of {rules.name} leave the game open", code="argument")
    return best[1]


def openings_of_file(path: str | Path, rules: RuleSet) -> Iterator[Board]:
    """Read openings: the last positions of the games of a file, with their history.

    Parameters
    ----------
    path
        A file of games in any format that is read.
    rules
        The rules of the match.

    Raises
    ------
    MujoError
        ``match.opening``: a game is of other rules, has ended or cannot be read; ``file``.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from mujo import RuleSet
    >>> from mujo.record import Game, write_games
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "openings.usi")
    ...     _ = write_games(path, [Game("chu", "startpos", ("6i6h",))])
    ...     [board.ply for board in openings_of_file(path, RuleSet("chu"))]
    [1]
    """
    for scan in scan_games(path, rules=rules):
        if scan.fault is not None or scan.game is None:
            raise MujoError(
                f"{path}:{scan.line}: opening {scan.number} cannot be read: {scan.fault and scan.fault.error}",
                code="match.opening",
            )
        board = scan.game.replay(rules).board
        if board.rules != rules or board.is_game_over():
            raise MujoError(
                f"{path}:{scan.line}: opening {scan.number} is not an open game of {rules.name}", code="match.opening"
            )
        yield board
