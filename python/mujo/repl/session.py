"""The state of a prompt: a game and how it is looked at. Nothing here reads or writes anything."""

from dataclasses import dataclass

from mujo._core import Board, Move, RuleSet
from mujo.diagram import Style
from mujo.errors import MujoError
from mujo.record import Record, Replay, record_of

__all__ = ["Session", "View"]


@dataclass(slots=True)
class View:
    """How the game is looked at.

    Attributes
    ----------
    style
        How boards are drawn.
    width
        Columns of the screen.
    show_board
        Whether the board is drawn after each move.
    """

    style: Style
    width: int = 80
    show_board: bool = True


class Session:
    """A game that is being played.

    Parameters
    ----------
    board
        The board to play on, with its history; the session owns it from now on.
    view
        How it is looked at.

    Attributes
    ----------
    board : Board
        The board as it stands.
    view : View
        How it is looked at.
    """

    def __init__(self, board: Board, view: View) -> None:
        self.board = board
        self.view = view
        # How people ended a game that was loaded; gone with the next change.
        self._stated: tuple[str | None, str | None] = (None, None)

    def play(self, text: str) -> Move:
        """Play a move given as text.

        Raises
        ------
        NotationError, AmbiguousMoveError, IllegalMoveError
            As `Board.push`; the game is left as it was.
        """
        move = self.board.push(text)
        self._stated = (None, None)
        return move

    def undo(self, count: int = 1) -> list[Move]:
        """Take moves back, the last first.

        Raises
        ------
        MujoError
            ``nothing_to_undo``: there are fewer than `count` moves; none is taken back.
        """
        played = len(self.board.move_stack)
        if count > played:
            there = "no move has" if not played else f"only {played} move{'s have' if played > 1 else ' has'}"
            raise MujoError(f"{there} been played", code="nothing_to_undo")
        self._stated = (None, None)
        return [self.board.pop() for _ in range(count)]

    def new(self, rules: RuleSet | None = None) -> None:
        """Start a new game, under the same rules if none are given."""
        self.board = Board(None, rules or self.board.rules)
        self._stated = (None, None)

    def set_position(self, text: str) -> None:
        """Start a new game from a position given as text, under the same rules.

        Raises
        ------
        InvalidPositionError
            The position cannot stand (``position.*``); the game is left as it was.
        """
        self.board = Board(text, self.board.rules)
        self._stated = (None, None)

    def record(self) -> Record:
        """Write the game down."""
        result, termination = self._stated
        return record_of(self.board, result=result, termination=termination)

    def load(self, record: Record) -> Replay:
        """Go on with a game that was written down, up to its first move that cannot be played.

        Raises
        ------
        RuleSetError, InvalidPositionError
            As `Record.replay`; the game is left as it was.
        """
        replay = record.replay(self.board.rules)
        self.board = replay.board
        self._stated = (None, None) if replay.rest else (record.result, record.termination)
        return replay
