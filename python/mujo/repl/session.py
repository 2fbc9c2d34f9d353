"""The state of a prompt: the game, how it is shown, and what is put aside. Nothing here prints or reads input."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

from mujo._core import Board, Engine, Move, RuleSet, Setup
from mujo.errors import MujoError
from mujo.record import Record, Replay
from mujo.repl.archive import Archive, PastGame
from mujo.repl.course import LessonRun
from mujo.repl.game import PromptGame
from mujo.repl.view import View

# The name that type checkers look for; `typing` itself is slow to import.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from mujo.repl.opponent import Opponent

__all__ = ["Session", "View"]

#: Called with the parts of a long count that are done, and with all of them.
Report = Callable[[int, int], object]


@dataclass(frozen=True, slots=True)
class _Left:
    """A game that was replaced, and its entry in the archive if it has one."""

    game: PromptGame
    entry: PastGame | None


class Session:
    """A prompt with its game.

    Parameters
    ----------
    board
        The board to play on, with its history; the session owns it from now on.
    view
        How it is shown.

    Attributes
    ----------
    main : PromptGame
        The game, also while a lesson is open.
    lesson : LessonRun or None
        The lesson that is open; its game is then the current one.
    view : View
        How the game is shown.
    setup : Setup or None
        The board that is being edited.
    setup_before : list of str
        Positions of the edited board before each edit, for ``setup undo``.
    choices : list of Move
        The moves that the last line could have meant; a number chooses one.
    archive : Archive
        Games that were left for another.
    dice : random.Random
        Draws random moves.
    revision : int
        Grows whenever the current position changes.
    progress : callable
        Shows how far a long count has come, if anything can be shown.
    opponent : Opponent or None
        The engine, if it plays one side.
    adviser : Engine or None
        The engine that gives hints, once it was asked.
    """

    def __init__(self, board: Board, view: View) -> None:
        self.main: PromptGame = PromptGame(board)
        self.lesson: LessonRun | None = None
        self.view = view
        self.setup: Setup | None = None
        self.setup_before: list[str] = []
        self.choices: list[Move] = []
        self.archive: Archive = Archive()
        self.dice: random.Random = random.Random()
        self.revision: int = 0
        self.progress: Callable[[str], AbstractContextManager[Report | None]] = lambda _: nullcontext()
        self._left: list[_Left] = []
        self.opponent: Opponent | None = None
        self.adviser: Engine | None = None

    @property
    def game(self) -> PromptGame:
        """The current game: that of the lesson while one is open."""
        return self.main if self.lesson is None else self.lesson.game

    @property
    def board(self) -> Board:
        """The current board."""
        return self.game.board

    @property
    def saved(self) -> bool:
        """Whether a file of the user's holds the game as it is."""
        return self.main.saved

    @property
    def redoable(self) -> int:
        """How many moves can be played again after `undo`."""
        return self.game.redoable

    @property
    def is_over(self) -> bool:
        """Whether the current game has ended."""
        return self.game.is_over

    def standing(self) -> str:
        """Return one line on the state of the current game."""
        return self.game.standing()

    def play(self, move: Move | str) -> tuple[Move, bool]:
        """Play a move in the current game.

        Returns
        -------
        tuple
            The move, and whether it left a line that had been taken back, which is in the archive now.

        Raises
        ------
        NotationError, AmbiguousMoveError, IllegalMoveError
            As `Board.push`; the game is unchanged.
        """
        game = self.game
        left: PastGame | None = None
        if game.redoable and self.lesson is None:
            parsed = game.board.parse_move(move) if isinstance(move, str) else move
            if game.branches(parsed):
                left = self._past(game)
        played = game.play(move)
        if left is not None:
            self.archive.add(left)
        self._moved()
        return played, left is not None

    def play_random(self, count: int) -> list[tuple[Board, Move]]:
        """Play random legal moves until the game ends or there are `count`; each with the board before it."""
        played: list[tuple[Board, Move]] = []
        while len(played) < count and not self.is_over:
            before = self.board.copy(history=False)
            moves = self.board.legal_moves
            played.append((before, self.play(moves[self.dice.randrange(len(moves))])[0]))
        return played

    def undo(self, count: int = 1) -> list[Move]:
        """Take moves back; at the start of a game that replaced another, return to that one.

        Returns
        -------
        list of Move
            The moves taken back, the last first; empty if the earlier game is back.

        Raises
        ------
        MujoError
            ``nothing_to_undo``: there are fewer than `count` moves; nothing changes.
        """
        if count == 1 and self.lesson is None and not self.board.move_stack and self._left:
            left = self._left.pop()
            if self.main.worth_keeping:
                self.archive.add(self._past(self.main))
            if left.entry is not None:
                self.archive.remove(left.entry)
            self._show(left.game)
            return []
        taken = self.game.undo(count)
        self._moved()
        return taken

    def redo(self, count: int = 1) -> list[Move]:
        """Replay moves that were taken back; see `PromptGame.redo`."""
        again = self.game.redo(count)
        self._moved()
        return again

    def go_to(self, ply: int) -> None:
        """Go to the position after `ply` moves; see `PromptGame.go_to`."""
        self.game.go_to(ply)
        self._moved()

    def new(self, rules: RuleSet | None = None) -> bool:
        """Start a new game, under the same rules if none are given; the old one is kept.

        Returns
        -------
        bool
            Whether the old game is in the archive (it had moves that no file holds).
        """
        return self.replace(PromptGame(Board(None, rules or self.main.board.rules)))

    def set_position(self, text: str) -> bool:
        """Start a new game from a position given as text, under the same rules; returns as `new`.

        Raises
        ------
        InvalidPositionError
            ``position.*``: the position is impossible; nothing changes.
        """
        return self.replace(PromptGame(Board(text, self.board.rules)))

    def finish_setup(self) -> bool:
        """Start a new game from the edited board; returns as `new`.

        Raises
        ------
        InvalidPositionError
            ``position.*``: the position is impossible; editing can continue.
        """
        assert self.setup is not None
        return self.replace(PromptGame(self.setup.board()))

    def load(self, record: Record, file: str | None = None) -> tuple[Replay, bool]:
        """Continue a recorded game, up to its first move that cannot be played.

        Returns
        -------
        tuple
            The replay, and whether the old game is in the archive.

        Raises
        ------
        RuleSetError, InvalidPositionError
            As `Record.replay`; nothing changes.
        """
        replay = record.replay(self.main.board.rules)
        game = PromptGame.from_record(record, replay)
        # What could not be played is in the file still, and nothing else has been added.
        game.saved = file is not None
        game.file = file
        return replay, self.replace(game)

    def restore(self, past: PastGame) -> bool:
        """Return to a game of the archive; returns as `new`.

        Raises
        ------
        RuleSetError, InvalidPositionError
            As `Record.replay`; nothing changes.
        """
        replay = past.record.replay(past.rules or self.main.board.rules)
        game = PromptGame.from_record(past.record, replay)
        if past.ply < len(replay.board.move_stack):
            game.go_to(past.ply)
        kept = self.replace(game)
        self.archive.remove(past)
        return kept

    def replace(self, game: PromptGame) -> bool:
        """Make another game the main one and close an open lesson; returns as `new`."""
        entry = self._past(self.main) if self.main.worth_keeping else None
        if entry is not None:
            entry = self.archive.add(entry)
        self._left.append(_Left(self.main, entry))
        self._show(game)
        return entry is not None

    def record(self) -> Record:
        """Return the main game as a record."""
        return self.main.record()

    def open_lesson(self, run: LessonRun) -> None:
        """Open a lesson; the main game waits."""
        self.lesson = run
        self._moved()
        self.view.window = run.lesson.window
        self.view.in_lesson = True

    def close_lesson(self) -> None:
        """Return from a lesson to the main game.

        Raises
        ------
        MujoError
            ``argument``: no lesson is open.
        """
        if self.lesson is None:
            raise MujoError("no lesson is open: 'learn' opens the course", code="argument")
        self.lesson = None
        self.view.window = None
        self.view.in_lesson = False
        self._moved()

    def keep_setup(self) -> None:
        """Remember the edited board before an edit."""
        assert self.setup is not None
        self.setup_before.append(self.setup.sfen())

    def _past(self, game: PromptGame) -> PastGame:
        return PastGame(game.record(whole=True), len(game.board.move_stack), game.board.rules)

    def _show(self, game: PromptGame) -> None:
        if game.board.rules != self.board.rules or self.lesson is not None:
            self.view.window = None
        self.main = game
        self.lesson = None
        self.view.in_lesson = False
        self.setup = None
        self.setup_before.clear()
        self._moved()

    def _moved(self) -> None:
        self.choices.clear()
        self.view.scroll = None
        self.revision += 1
