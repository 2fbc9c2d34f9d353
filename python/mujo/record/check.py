"""Look for faults in files of records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mujo._core import Board, RuleSet
from mujo.errors import MujoError, NotationError
from mujo.record.fault import Fault, Scan
from mujo.record.game import Game, Variation

__all__ = ["first_fault", "with_faults"]


def first_fault(game: Game, own: RuleSet | None = None) -> Fault | None:
    """Find the first fault of a game: a move that cannot be played, or a result that the rules contradict.

    Parameters
    ----------
    game
        The game; its variations are looked at too, after the moves.
    own
        As in `Game.rule_set`.

    Raises
    ------
    RuleSetError, InvalidPositionError
        As in `Game.first_board`.

    Examples
    --------
    >>> from mujo.record import Game
    >>> fault = first_fault(Game("maka", "startpos", ("10n10m", "10n10m")))
    >>> fault.ply, fault.error.code
    (2, 'illegal_move.no_piece')
    """
    replay = game.replay(own)
    moves = len(replay.board.move_stack)
    if replay.rest:
        error = replay.fault or MujoError("the source could not be read or played from here on")
        if replay.fault is None:
            try:
                replay.board.parse_move(replay.rest[0])
            except MujoError as found:
                error = found
        return Fault(moves + 1, replay.rest[0], error)
    outcome = replay.board.outcome()
    if outcome is not None and game.result is not None and game.result != outcome.result:
        return Fault(
            None,
            game.result,
            NotationError(
                f"the record states the result {game.result}, the rules give {outcome.result} ({outcome.termination})",
                code="record.result",
            ),
        )
    return _variation_fault(game, game.first_board(own), 1) if game.variations else None


def _variation_fault(line: Game | Variation, board: Board, first: int) -> Fault | None:
    """Find the first fault of the variations of a line; the board is that before its first move."""
    boards = {first: board}
    for ply, move in enumerate(line.moves, first + 1):
        boards[ply] = board = board.play(move)
    for other in line.variations:
        if other.ply not in boards:
            message = f"a variation leaves at ply {other.ply}, which its line does not have"
            return Fault(other.ply, "", NotationError(message, code="record.variation"))
        here = boards[other.ply].copy()
        for ply, move in enumerate((*other.moves, *other.rest), other.ply):
            try:
                here.push(move)
            except MujoError as error:
                return Fault(ply, move, error)
        fault = _variation_fault(other, boards[other.ply], other.ply)
        if fault is not None:
            return fault
    return None


def with_faults(scans: Iterable[Scan], own: RuleSet | None = None) -> Iterator[Scan]:
    """Look at games as they are read, and give each its first fault."""
    for scan in scans:
        if scan.fault is None and scan.game is not None:
            yield Scan(scan.number, scan.line, scan.game, first_fault(scan.game, own))
        else:
            yield scan
