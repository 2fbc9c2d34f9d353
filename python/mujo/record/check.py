"""Find faults in records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mujo._core import Board, RuleSet
from mujo.errors import MujoError, NotationError
from mujo.record.fault import Fault, Scan
from mujo.record.game import Game, Variation

__all__ = ["first_fault", "reason_of_rest", "with_faults"]


def first_fault(game: Game, own: RuleSet | None = None) -> Fault | None:
    """Return the first fault of a game: an unplayable move, or a result that the rules contradict.

    Parameters
    ----------
    game
        The game. Its variations are checked after its moves.
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
        error = replay.fault or reason_of_rest(replay.board, replay.rest[0])
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


def reason_of_rest(board: Board, text: str) -> MujoError:
    """Return why a text of a record's rest is not playable in the position after its moves.

    Examples
    --------
    >>> reason_of_rest(Board(rules="maka"), "10n10m").code
    'record.unreadable'
    """
    try:
        board.parse_move(text)
    except MujoError as error:
        return error
    return NotationError(
        f"the source could not be read from {text[:40]!r} on", code="record.unreadable", text=text[:80]
    )


def _variation_fault(line: Game | Variation, board: Board, first: int) -> Fault | None:
    """Return the first fault of the variations of a line; the board, before its first move, is left as it was."""
    last = first + len(line.moves)
    at = first
    for other in sorted(line.variations, key=lambda other: other.ply):
        if not first <= other.ply <= last:
            message = f"a variation branches off at ply {other.ply}, which its line does not have"
            return Fault(other.ply, "", NotationError(message, code="record.variation"))
        while at < other.ply:
            board.push(line.moves[at - first])
            at += 1
        fault = _line_fault(other, board)
        if fault is not None:
            return fault
    for _ in range(at - first):
        board.pop()
    return None


def _line_fault(other: Variation, board: Board) -> Fault | None:
    for ply, move in enumerate(other.moves, other.ply):
        try:
            board.push(move)
        except MujoError as error:
            return Fault(ply, move, error)
    if other.rest:
        return Fault(other.ply + len(other.moves), other.rest[0], reason_of_rest(board, other.rest[0]))
    for _ in other.moves:
        board.pop()
    return _variation_fault(other, board, other.ply)


def with_faults(scans: Iterable[Scan], own: RuleSet | None = None) -> Iterator[Scan]:
    r"""Check games as they are read: yield each with its first fault.

    Parameters
    ----------
    scans
        Games as they are read.
    own
        As in `Game.rule_set`.

    Yields
    ------
    Scan
        Each game with its first fault.

    Raises
    ------
    RuleSetError, InvalidPositionError
        As in `Game.first_board`.

    Examples
    --------
    >>> from mujo.record import scan_stream
    >>> (scan,) = with_faults(scan_stream(["startpos moves 8r8q 1a1b\n"], "position"))
    >>> scan.fault.ply, scan.fault.error.code
    (2, 'illegal_move.own_piece')
    """
    for scan in scans:
        if scan.fault is None and scan.game is not None:
            yield Scan(scan.number, scan.line, scan.game, first_fault(scan.game, own))
        else:
            yield scan
