"""One game at the prompt: its board, the moves taken back, and what people stated about it."""

from dataclasses import replace

from mujo._core import Board, Move
from mujo.describe import describe_turn, side_name
from mujo.errors import IllegalMoveError, MujoError
from mujo.record import Record, Replay, record_of

__all__ = ["PromptGame"]


class PromptGame:
    """A game that is being played.

    Parameters
    ----------
    board
        The board, with its history; the game owns it from now on.

    Attributes
    ----------
    board : Board
        The current position with its history.
    saved : bool
        Whether a file of the user's holds the game as it is.
    file : str or None
        The file that the game was last saved to or loaded from.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.saved: bool = False
        self.file: str | None = None
        self._undone: list[Move] = []
        # Tags, comments and variations of a loaded record, and the result that people stated.
        self._notes = Record(board.rules.name, "startpos")

    @classmethod
    def from_record(cls, record: Record, replay: Replay) -> "PromptGame":
        """Continue a recorded game after the last of its moves that can be played."""
        game = cls(replay.board)
        game._notes = record
        if replay.rest:
            game._changed()
        return game

    @property
    def redoable(self) -> int:
        """How many moves can be played again after `undo`."""
        return len(self._undone)

    @property
    def length(self) -> int:
        """How many moves the game has, the ones taken back included."""
        return len(self.board.move_stack) + len(self._undone)

    @property
    def stated(self) -> tuple[str | None, str | None]:
        """Result and termination as people stated them."""
        return self._notes.result, self._notes.termination

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, by the rules or by people."""
        return self._notes.result is not None or self.board.is_game_over()

    @property
    def worth_keeping(self) -> bool:
        """Whether discarding the game would lose moves that no file holds."""
        return not self.saved and self.length > 0

    def standing(self) -> str:
        """Return one line on the state of the game: its result, or whose turn it is."""
        result, termination = self.stated
        if result is None or self.board.is_game_over():
            return describe_turn(self.board)
        reason = (termination or "as stated").replace("_", " ")
        return f"Draw: {reason}" if result == "draw" else f"{result.capitalize()} wins: {reason}"

    def branches(self, move: Move) -> bool:
        """Return whether a move leaves the line that `redo` would replay."""
        return bool(self._undone) and self._undone[-1] != move

    def play(self, move: Move | str) -> Move:
        """Play a move. If it is the next move of the line taken back, the rest of that line stays.

        Raises
        ------
        NotationError, AmbiguousMoveError, IllegalMoveError
            As `Board.push`; the game is unchanged.
        """
        if self._notes.result is not None and not self.board.is_game_over():
            raise IllegalMoveError(
                f"the game has ended ({self.standing()}): 'resume' continues it, 'new' starts another",
                code="illegal_move.game_over",
                move=move,
            )
        played = self.board.push(move)
        if self._undone and self._undone[-1] == played:
            self._undone.pop()
            self._changed()
            return played
        self._undone.clear()
        ply = len(self.board.move_stack)
        self._changed(
            comments={at: text for at, text in self._notes.comments.items() if at < ply},
            variations=tuple(line for line in self._notes.variations if line.ply < ply),
        )
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
        """Replay moves that were taken back, the earliest first.

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
        """Go to the position after `ply` moves, back or forth.

        Raises
        ------
        MujoError
            ``nothing_to_undo``: the game is shorter.
        """
        here = len(self.board.move_stack)
        if ply > self.length:
            raise MujoError(f"the game has {self.length} moves", code="nothing_to_undo")
        if ply < here:
            self.undo(here - ply)
        elif ply > here:
            self.redo(ply - here)

    def resign(self, side: bool) -> None:
        """End the game: a side resigns.

        Raises
        ------
        MujoError
            ``illegal_move.game_over``: the game is over already.
        """
        self._end(side_name(not side).lower(), "resignation")

    def agree(self) -> None:
        """End the game with an agreed draw; errors as in `resign`."""
        self._end("draw", "agreement")

    def resume(self) -> None:
        """Continue a game that people ended.

        Raises
        ------
        MujoError
            ``illegal_move.game_over``: they did not.
        """
        if self._notes.result is None:
            raise MujoError("nobody has resigned, and no draw was agreed", code="illegal_move.game_over")
        self._changed()

    def record(self, *, whole: bool = False) -> Record:
        """Return the game as a record, with the notes of a record that was loaded.

        Parameters
        ----------
        whole
            Include the moves that were taken back.
        """
        board = self.board
        if whole and self._undone:
            board = board.copy()
            for move in reversed(self._undone):
                board.push(move)
        result, termination = self.stated
        record = record_of(board, result=result, termination=termination)
        plies = len(record.moves)
        return replace(
            record,
            tags=self._notes.tags,
            comments={at: text for at, text in self._notes.comments.items() if at <= plies},
            variations=tuple(line for line in self._notes.variations if line.ply <= plies),
        )

    def _end(self, result: str, termination: str) -> None:
        if self.is_over:
            raise MujoError(f"the game has ended: {self.standing()}", code="illegal_move.game_over")
        self._notes = replace(self._notes, result=result, termination=termination)
        self.saved = False

    def _changed(self, **notes: object) -> None:
        self._notes = replace(self._notes, result=None, termination=None, **notes)  # type: ignore[arg-type]
        self.saved = False
