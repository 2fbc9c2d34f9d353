"""How engines name games and write positions and moves.

=========  =====================================================  ==============================================
dialect    positions                                              moves
=========  =====================================================  ==============================================
mujo       position text of this package                          engine notation
lishogi    one letter a piece (chu)                               a pass goes over an empty square: ``7g6f7g``
cecp       letters of WinBoard and QBoard (chu, maka, tai)        ``e4e5``, ``f8g7,g7h8``, ``@@@@``
hachu      letters without any further field, so the side to      as cecp, turned round with the board
           move is always the first player: the board is turned
=========  =====================================================  ==============================================
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from mujo import lishogi
from mujo._core import Board, Move
from mujo.notation.coordinates import format_cecp, parse_cecp
from mujo.notation.fen import format_fen
from mujo.notation.programs import game_names

__all__ = ["CECP", "DIALECTS", "HACHU", "LISHOGI", "MUJO", "Dialect"]

_A1: Final = re.compile(r"([a-y])([1-9][0-9]?)")
_CELL: Final = re.compile(r"[0-9]+|/|\+?[A-Za-z][!'~`]?")


@dataclass(frozen=True)
class Dialect:
    """A way to write positions and moves.

    Attributes
    ----------
    name
        Its name.
    restart
        Whether the engine needs a new process for each game.
    start_options
        Options that the engine needs for the rules of this package.
    memory
        Mebibytes for its tables, to be sent before it plays; ``None`` if it needs no such command.

    Examples
    --------
    >>> from mujo import Board
    >>> from mujo.engines import LISHOGI
    >>> board = Board(rules="chu")
    >>> LISHOGI.variants(board)[0], LISHOGI.turns(board), LISHOGI.position(board).partition("/")[0]
    ('chu', False, 'lfcsgekgscfl')
    >>> LISHOGI.move(board, board.parse_move("6i6h")), LISHOGI.read(board, "6i6h") == board.parse_move("6i6h")
    ('6i6h', True)
    """

    name: str
    restart: bool = False
    start_options: tuple[tuple[str, str], ...] = ()
    memory: int | None = None

    def variants(self, board: Board) -> tuple[str, ...]:
        """Return the names that engines may have for the game of a board, the likeliest first.

        Parameters
        ----------
        board
            The board.
        """
        rules = board.rules
        return (rules.name, rules.game, *game_names(rules).variants)

    def position(self, board: Board) -> str:
        """Write a position.

        Parameters
        ----------
        board
            The board.

        Raises
        ------
        MujoError
            ``no_letters``, ``program.*``: the dialect cannot write the game or the position.
        """
        return board.sfen()

    def turns(self, board: Board) -> bool:
        """Return whether a position has to be turned round for the engine.

        Parameters
        ----------
        board
            The board.
        """
        return False

    def move(self, board: Board, move: Move, turned: bool = False) -> str:
        """Write a legal move.

        Parameters
        ----------
        board
            The board before the move.
        move
            A legal move of it.
        turned
            Whether the position was turned round, see `turns`.

        Raises
        ------
        MujoError
            As `position`.
        """
        return move.usi()

    def read(self, board: Board, text: str, turned: bool = False) -> Move:
        """Read a move.

        Parameters
        ----------
        board
            The board before the move.
        text
            The move as the engine writes it.
        turned
            Whether the position was turned round, see `turns`.

        Raises
        ------
        MujoError
            ``notation.*``, ``illegal_move.*``
        """
        return board.parse_move(text)


class _Lishogi(Dialect):
    def position(self, board: Board) -> str:
        return lishogi.position_text(board)

    def move(self, board: Board, move: Move, turned: bool = False) -> str:
        return lishogi.move_text(board, move)

    def read(self, board: Board, text: str, turned: bool = False) -> Move:
        return lishogi.read_move(board, text)


class _Cecp(Dialect):
    def position(self, board: Board) -> str:
        return format_fen(board, game_names(board.rules).form)

    def move(self, board: Board, move: Move, turned: bool = False) -> str:
        text = format_cecp(move)
        return _turned(text, board) if turned else text

    def read(self, board: Board, text: str, turned: bool = False) -> Move:
        return parse_cecp(board, _turned(text, board) if turned else text)


class _HaChu(_Cecp):
    def turns(self, board: Board) -> bool:
        return not board.turn

    def position(self, board: Board) -> str:
        placement = format_fen(board, "winboard").split()[0]
        return "".join(reversed(_CELL.findall(placement))).swapcase() if self.turns(board) else placement


def _turned(text: str, board: Board) -> str:
    """Turn the squares of a move round."""
    if text.startswith("@"):
        return text
    files, ranks = board.rules.files, board.rules.ranks
    return _A1.sub(lambda found: f"{chr(2 * ord('a') + files - 1 - ord(found[1]))}{ranks + 1 - int(found[2])}", text)


MUJO: Final = Dialect("mujo")
LISHOGI: Final = _Lishogi("lishogi")
CECP: Final = _Cecp("cecp")
#: HaChu refuses every move before a ``memory`` command, has once refused all moves after many games in one
#: process, ends on a position with further fields, and forbids repetitions that mujo's rules allow.
HACHU: Final = _HaChu("hachu", restart=True, start_options=(("Allow repeats", "1"),), memory=64)
#: All dialects by name.
DIALECTS: Final = {dialect.name: dialect for dialect in (MUJO, LISHOGI, CECP, HACHU)}
