"""The state of a prompt: a game and how it is looked at. Nothing here reads or writes anything."""

import random
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace

from mujo._core import Board, Move, RuleSet, Setup
from mujo.describe import describe_turn, side_name
from mujo.diagrams import Style
from mujo.errors import IllegalMoveError, MujoError
from mujo.record import Record, Replay, record_of

__all__ = ["Session", "View"]

#: Told how far a count has come: the parts that are done, and all of them.
Report = Callable[[int, int], object]


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
    height
        Rows of the screen; ``None`` if they do not matter.
    fits
        Whether the style is chosen anew when the size of the screen changes.
    stacked
        Whether kanji stand two to a square, one below the other.
    flip
        Whether Black's side is at the top.
    whole
        Whether the whole board is drawn even if the screen is too small.
    window
        Square and radius of the part of the board that is drawn; ``None`` for as much as fits.
    plain_kanji
        Whether kanji that many fonts lack are replaced.
    explained
        The marks that have been explained already.
    """

    style: Style
    width: int = 80
    show_board: bool = True
    height: int | None = None
    fits: bool = False
    stacked: bool = False
    flip: bool = False
    whole: bool = False
    window: tuple[int, int] | None = None
    plain_kanji: bool = False
    explained: set[str] = field(default_factory=set)


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
    setup : Setup or None
        A board that is being edited.
    dice : random.Random
        Draws random moves.
    saved : bool
        Whether the game stands in a file as it is.
    revision : int
        Grows whenever the game changes.
    progress : callable
        Shows how far a long count has come, if anything can be shown.
    """

    def __init__(self, board: Board, view: View) -> None:
        self.board = board
        self.view = view
        self.setup: Setup | None = None
        self.dice = random.Random()
        self.saved = False
        self.revision = 0
        self.progress: Callable[[str], AbstractContextManager[Report | None]] = lambda _: nullcontext()
        self._undone: list[Move] = []
        # What a loaded record says beside its moves.
        self._notes = Record(board.rules.name, "startpos")

    @property
    def redoable(self) -> int:
        """How many moves that were taken back can be played again."""
        return len(self._undone)

    @property
    def stated(self) -> tuple[str | None, str | None]:
        """How people ended the game: result and termination; gone with the next change."""
        return self._notes.result, self._notes.termination

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, by the rules or by people."""
        return self._notes.result is not None or self.board.is_game_over()

    def standing(self) -> str:
        """Say in one line how the game stands."""
        result, termination = self.stated
        if result is None or self.board.is_game_over():
            return describe_turn(self.board)
        reason = (termination or "as stated").replace("_", " ")
        return f"Draw: {reason}" if result == "draw" else f"{result.capitalize()} wins: {reason}"

    def play(self, move: Move | str) -> Move:
        """Play a move; moves that were taken back are gone then.

        Raises
        ------
        NotationError, AmbiguousMoveError, IllegalMoveError
            As `Board.push`; the game is left as it was.
        """
        if self._notes.result is not None and not self.board.is_game_over():
            raise IllegalMoveError(
                f"the game has ended ({self.standing()}): 'resume' goes on with it, 'new' starts another",
                code="illegal_move.game_over",
                move=move,
            )
        played = self.board.push(move)
        self._undone.clear()
        ply = len(self.board.move_stack)
        self._changed(
            comments={at: text for at, text in self._notes.comments.items() if at < ply},
            variations=tuple(line for line in self._notes.variations if line.ply < ply),
        )
        return played

    def play_random(self, count: int) -> list[tuple[Board, Move]]:
        """Play random legal moves until the game ends or there are `count`; each with the board before it."""
        played: list[tuple[Board, Move]] = []
        while len(played) < count and not self.is_over:
            before = self.board.copy(history=False)
            moves = self.board.legal_moves
            played.append((before, self.play(moves[self.dice.randrange(len(moves))])))
        return played

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
        taken = [self.board.pop() for _ in range(count)]
        self._undone += taken
        self._changed()
        return taken

    def redo(self, count: int = 1) -> list[Move]:
        """Play moves again that were taken back, the first first.

        Raises
        ------
        MujoError
            ``nothing_to_undo``: fewer than `count` have been taken back; none is played.
        """
        if count > len(self._undone):
            there = len(self._undone)
            many = "no move has" if not there else f"only {there} move{'s have' if there > 1 else ' has'}"
            raise MujoError(f"{many} been taken back since the last new one", code="nothing_to_undo")
        again = [self.board.push(self._undone.pop()) for _ in range(count)]
        self._changed()
        return again

    def go_to(self, ply: int) -> None:
        """Go to the position after so many moves, back or forth.

        Raises
        ------
        MujoError
            ``nothing_to_undo``: the game is not that long.
        """
        here = len(self.board.move_stack)
        if ply > here + len(self._undone):
            raise MujoError(f"the game has {here + len(self._undone)} moves", code="nothing_to_undo")
        if ply < here:
            self.undo(here - ply)
        elif ply > here:
            self.redo(ply - here)

    def resign(self, side: bool) -> None:
        """End the game: a side gives up.

        Raises
        ------
        MujoError
            ``illegal_move.game_over``: the game is over already.
        """
        self._end(side_name(not side).lower(), "resignation")

    def agree(self) -> None:
        """End the game with a draw that both sides want.

        Raises
        ------
        MujoError
            As `resign`.
        """
        self._end("draw", "agreement")

    def resume(self) -> None:
        """Go on with a game that people ended.

        Raises
        ------
        MujoError
            ``illegal_move.game_over``: they did not.
        """
        if self._notes.result is None:
            raise MujoError("nobody has resigned, and no draw is agreed", code="illegal_move.game_over")
        self._changed()

    def _end(self, result: str, termination: str) -> None:
        if self.is_over:
            raise MujoError(f"the game has ended: {self.standing()}", code="illegal_move.game_over")
        self._notes = replace(self._notes, result=result, termination=termination)
        self.saved = False

    def new(self, rules: RuleSet | None = None) -> None:
        """Start a new game, under the same rules if none are given."""
        self._begin(Board(None, rules or self.board.rules))

    def set_position(self, text: str) -> None:
        """Start a new game from a position given as text, under the same rules.

        Raises
        ------
        InvalidPositionError
            The position cannot stand (``position.*``); the game is left as it was.
        """
        self._begin(Board(text, self.board.rules))

    def finish_setup(self) -> None:
        """Start a new game from the board that is being edited.

        Raises
        ------
        InvalidPositionError
            The position cannot stand (``position.*``); it can be edited on.
        """
        if self.setup is not None:
            self._begin(self.setup.board())

    def record(self) -> Record:
        """Write the game down, with what was noted in a record that was loaded."""
        result, termination = self.stated
        record = record_of(self.board, result=result, termination=termination)
        plies = len(record.moves)
        return replace(
            record,
            tags=self._notes.tags,
            comments={at: text for at, text in self._notes.comments.items() if at <= plies},
            variations=tuple(line for line in self._notes.variations if line.ply <= plies),
        )

    def load(self, record: Record) -> Replay:
        """Go on with a game that was written down, up to its first move that cannot be played.

        Raises
        ------
        RuleSetError, InvalidPositionError
            As `Record.replay`; the game is left as it was.
        """
        replay = record.replay(self.board.rules)
        self._begin(replay.board)
        self._notes = record
        if replay.rest:
            self._changed()
        return replay

    def _begin(self, board: Board) -> None:
        if board.rules != self.board.rules:
            self.view.window = None
        self.board = board
        self.setup = None
        self._undone.clear()
        self._notes = Record(board.rules.name, "startpos")
        self.saved = False
        self.revision += 1

    def _changed(self, **notes: object) -> None:
        self._notes = replace(self._notes, result=None, termination=None, **notes)  # type: ignore[arg-type]
        self.saved = False
        self.revision += 1
