"""Positions that the core and the reference must agree on, before and after a move."""

from __future__ import annotations

import mujo
from mujo import Board
from mujo_reference import Game
from rules.boards import played

WINNERS = {None: None, mujo.BLACK: "b", mujo.WHITE: "w"}


def agree(board: Board) -> None:
    """Compare legal moves, check and outcome of the position, without its history."""
    _compare(Board(board.sfen(), board.rules), Game(board.sfen(), rules=board.rules.name))


def answered(board: Board, move: str, *pieces: str, turn: str | None = None) -> None:
    """Make a move, check the board, and compare the answers with those of the reference."""
    game = Game(board.sfen(), rules=board.rules.name)
    game.push(move)
    played(board, move, *pieces, turn=turn)
    assert board.sfen().split()[:3] == game.sfen().split()[:3]
    _compare(board, game)


def _compare(board: Board, game: Game) -> None:
    assert sorted(map(str, board.legal_moves)) == sorted(game.legal_moves())
    assert board.is_check() == game.is_check()
    outcome = board.outcome()
    assert (outcome and (WINNERS[outcome.winner], outcome.termination)) == game.outcome()
