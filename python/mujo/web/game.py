"""A game with variations: a new move after `undo` keeps the line that it leaves."""

from dataclasses import dataclass, replace

from mujo._core import Board, Move, Piece
from mujo.describe import describe_move, side_name
from mujo.errors import MujoError
from mujo.notation import format_hodges
from mujo.record import Record, Replay, Variation
from mujo.repl.game import PromptGame

__all__ = ["MOST_PLIES", "Branch", "Played", "TreeGame"]

#: Plies of a game that a page can show.
MOST_PLIES = 5000
#: Moves of a variation that are written out, and variations that are listed.
_BRANCH_MOVES, _MOST_BRANCHES = 8, 200


@dataclass(frozen=True, slots=True)
class Played:
    """A move of the main line.

    Attributes
    ----------
    usi, text, words
        The move in engine notation, in Hodges' letters, and as a sentence.
    victims
        What it captured.
    """

    usi: str
    text: str
    words: str
    victims: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """The beginning of a variation.

    Attributes
    ----------
    ply
        The ply (1-based) of the move that it replaces.
    texts
        Its first moves in Hodges' letters.
    length
        How many moves it has.
    """

    ply: int
    texts: tuple[str, ...]
    length: int


class TreeGame(PromptGame):
    """A game whose abandoned lines become variations of its record."""

    def __init__(self, board: Board) -> None:
        super().__init__(board)
        self._line: list[tuple[Move, Played]] = []
        self._branches: tuple[tuple[Variation, ...], list[Move], list[Branch]] | None = None
        # How people ended the main line, while an earlier position of it is shown.
        self._ending: tuple[str | None, str | None] = (None, None)

    @classmethod
    def from_record(cls, record: Record, replay: Replay) -> "TreeGame":
        """Continue a recorded game after the last of its moves that can be played.

        Raises
        ------
        MujoError
            ``record.too_long``: it has more than `MOST_PLIES` moves.
        """
        length = len(replay.board.move_stack)
        if length > MOST_PLIES:
            raise MujoError(f"the game has {length} moves; the page shows {MOST_PLIES} at most", code="record.too_long")
        game = cls(replay.board)
        game._notes = record
        if replay.rest:
            game._changed()
        return game

    @property
    def variations(self) -> tuple[Variation, ...]:
        """The variations of the main line."""
        return self._notes.variations

    @property
    def comments(self) -> dict[int, str]:
        """The comments of the main line, by ply."""
        return dict(self._notes.comments)

    def play(self, move: Move | str) -> Move:
        """Play a move. A line taken back becomes a variation, and a variation that begins so becomes the main line.

        Raises
        ------
        NotationError, AmbiguousMoveError, IllegalMoveError
            As `Board.push`; the game is unchanged.
        MujoError
            ``record.too_long``: the game has `MOST_PLIES` moves.
        """
        if len(self.board.move_stack) >= MOST_PLIES:
            raise MujoError(f"the game has {MOST_PLIES} moves, more than the page shows", code="record.too_long")
        parsed = self.board.parse_move(move) if isinstance(move, str) else move
        if not self.branches(parsed):
            follows = bool(self._undone)
            played = super().play(parsed)
            if follows:
                self._at_end()
            return played
        self._ending = (None, None)
        notes, left = self._notes, tuple(each.usi() for each in reversed(self._undone))
        played = super().play(parsed)
        ply = len(self.board.move_stack)
        self._branch_off(notes, ply, left, played)
        return played

    def undo(self, count: int = 1) -> list[Move]:
        """Take moves back; a result that people stated comes back with the last move. Errors as in `PromptGame`."""
        ending = self._ending if self._undone else self.stated
        taken = super().undo(count)
        self._ending = ending
        return taken

    def redo(self, count: int = 1) -> list[Move]:
        """Replay moves that were taken back; errors as in `PromptGame`."""
        again = super().redo(count)
        self._at_end()
        return again

    def record(self, *, whole: bool = False) -> Record:
        """Return the game as a record; `whole` includes the moves that were taken back."""
        record = super().record(whole=whole)
        if whole and self._undone and record.result is None:
            record = replace(record, result=self._ending[0], termination=self._ending[1])
        return record

    def choose(self, index: int, count: int = 1) -> None:
        """Make a variation the main line, and go to the position after its first `count` moves.

        Raises
        ------
        MujoError
            ``nothing_to_undo``: there is no such variation.
        """
        if not 0 <= index < len(self.variations):
            raise MujoError(f"the game has no variation {index + 1}", code="nothing_to_undo")
        chosen = self.variations[index]
        self.go_to(chosen.ply - 1)
        self.play(chosen.moves[0])
        self.redo(min(count - 1, self.redoable))

    def lose_on_time(self, side: bool) -> None:
        """End the game: the time of a side is up. Errors as in `resign`."""
        self._end(side_name(not side).lower(), "time")

    def line(self) -> list[Played]:
        """Return the main line, the moves taken back included."""
        moves = self._whole()
        known = 0
        while known < min(len(moves), len(self._line)) and self._line[known][0] == moves[known]:
            known += 1
        del self._line[known:]
        if known < len(moves):
            board = self._board_after(known)
            for move in moves[known:]:
                victims = tuple(victim for _, victim in board.effect(move).victims)
                words = describe_move(board, move, names=True)
                self._line.append((move, Played(move.usi(), format_hodges(board, move), words, victims)))
                board.push(move)
        return [played for _, played in self._line]

    def whole_board(self) -> Board:
        """Return a board after the last move of the main line, with its history."""
        return self._board_after(self.length)

    def branch_list(self) -> list[Branch]:
        """Return the beginnings of the variations."""
        moves, variations = self._whole(), self.variations[:_MOST_BRANCHES]
        if self._branches is not None and self._branches[0] == variations and self._branches[1] == moves:
            return self._branches[2]
        found = [Branch(each.ply, self._branch_texts(each), len(each.moves)) for each in variations]
        self._branches = (variations, moves, found)
        return found

    def _end(self, result: str, termination: str) -> None:
        if self._undone:
            raise MujoError("the game can end at its last move only: go there first", code="illegal_move.game_over")
        super()._end(result, termination)

    def _at_end(self) -> None:
        """Restore the stated result if the last move has been replayed."""
        if not self._undone and self._ending[0] is not None:
            self._notes = replace(self._notes, result=self._ending[0], termination=self._ending[1])

    def _whole(self) -> list[Move]:
        return self.board.move_stack + self._undone[::-1]

    def _board_after(self, ply: int) -> Board:
        """Return the board after `ply` moves of the main line."""
        board = self.board.copy()
        here = len(board.move_stack)
        for _ in range(here - ply):
            board.pop()
        for move in self._whole()[here:ply]:
            board.push(move)
        return board

    def _branch_texts(self, variation: Variation) -> tuple[str, ...]:
        texts: list[str] = []
        if not 1 <= variation.ply <= self.length + 1:
            return variation.moves[:_BRANCH_MOVES]
        board = self._board_after(variation.ply - 1)
        for usi in variation.moves[:_BRANCH_MOVES]:
            try:
                move = board.parse_move(usi)
                texts.append(format_hodges(board, move))
                board.push(move)
            except MujoError:
                texts.append(usi)
                break
        return tuple(texts)

    def _branch_off(self, notes: Record, ply: int, left: tuple[str, ...], played: Move) -> None:
        """Turn the line that a new move left into a variation, and continue on one that begins with the move."""
        line = Variation(
            ply,
            left,
            {at: text for at, text in notes.comments.items() if at >= ply},
            tuple(each for each in notes.variations if each.ply > ply),
        )
        siblings = [each for each in notes.variations if each.ply == ply]
        same = next((each for each in siblings if each.moves[:1] == (played.usi(),)), None)
        kept = [each for each in notes.variations if each.ply <= ply and each is not same]
        comments = dict(self._notes.comments)
        if same is not None:
            comments |= same.comments
            kept += same.variations
            self._undone = self._playable(same.moves[1:])[::-1]
        kept.append(line)
        self._notes = replace(self._notes, comments=comments, variations=tuple(sorted(kept, key=lambda each: each.ply)))

    def _playable(self, moves: tuple[str, ...]) -> list[Move]:
        """Return the moves up to the first that is not legal."""
        board, found = self.board.copy(), []
        for usi in moves:
            try:
                found.append(board.push(usi))
            except MujoError:
                break
        return found
