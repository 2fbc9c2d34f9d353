"""A game: its positions and moves, with everything a caller may ask about them."""

from __future__ import annotations

from mujo_reference import perft
from mujo_reference.board import BLACK, Position, other, read_square, square_name
from mujo_reference.errors import Refused
from mujo_reference.legality import forbidden_by
from mujo_reference.move_text import find_exact, find_move, move_text, split_text
from mujo_reference.moves import Move, position_after, pseudo_legal
from mujo_reference.outcome import Outcome, legal_moves, outcome
from mujo_reference.position_text import position_text, read_position
from mujo_reference.repetition import occurrences
from mujo_reference.royals import (
    attackers,
    is_check,
    last_royal_could_be_taken,
    loses_own_last_royal,
    takes_last_royal,
    without_royals,
)
from mujo_reference.rules import Rules, load


class Game:
    """A position and the moves played from it.

    Parameters
    ----------
    position
        Text of the first position; None is the start of the game.
    rules
        A rule set, or the name of one.
    """

    def __init__(self, position: str | None = None, rules: Rules | str = "tai") -> None:
        self.rules = load(rules) if isinstance(rules, str) else rules
        first, self.first_number = read_position(self.rules, "startpos" if position is None else position)
        self.rules = self.rules.begun_without_royals(without_royals(self.rules, first.board))
        self.positions = [first]
        self.moves: list[Move] = []

    @property
    def position(self) -> Position:
        """The current position."""
        return self.positions[-1]

    def under(self, **options: str | int) -> Game:
        """Return the same game under rules with changed options."""
        game = Game.__new__(Game)
        rules = self.rules.with_options(**options)
        game.rules = rules.begun_without_royals(without_royals(rules, self.positions[0].board))
        game.first_number = self.first_number
        game.positions = list(self.positions)
        game.moves = list(self.moves)
        return game

    def outcome(self) -> Outcome | None:
        """Return the winner (None in a draw) and how the game ended, None while it is running (rule 5.8)."""
        return outcome(self.rules, self.positions, self.moves)

    def legal(self) -> list[Move]:
        """Return the legal moves; after the end there are none (rule 5.8)."""
        return legal_moves(self.rules, self.positions, self.moves)

    def legal_moves(self) -> list[str]:
        """Return the texts of the legal moves."""
        return [move_text(self.rules, self.position.board, move) for move in self.legal()]

    def pseudo_legal(self) -> list[str]:
        """Return the texts of the pseudo-legal moves, that is, before the rules that forbid moves."""
        board = self.position.board
        return [move_text(self.rules, board, move) for move in pseudo_legal(self.rules, self.position)]

    def read(self, text: str) -> Move:
        """Read the text of a pseudo-legal move; refuse anything else (rule 5.9)."""
        squares, mark = ([], "") if text == "pass" else split_text(self.rules, text)
        self._check_running()
        if text != "pass":
            return find_move(self.rules, self.position, squares, mark)
        moves = pseudo_legal(self.rules, self.position)
        # What burns is not written, so a demon that burns without moving passes as far as its text goes (rule 9.4).
        passes = [move for move in moves if move.end == move.start and not move.victims]
        passes = [move for move in passes if self._forbidden(move) is None] or passes
        if len(passes) != 1:
            code = "notation.ambiguous_pass" if passes else "notation.no_pass"
            raise Refused(code, f"{len(passes)} pieces can pass")
        return passes[0]

    def _check_running(self) -> None:
        """Refuse any move after the end (rule 5.8)."""
        if self.outcome():
            raise Refused("illegal_move.game_over", "the game has ended")

    def _forbidden(self, move: Move) -> str | None:
        """Return the slug of the rule that forbids a pseudo-legal move, None if it is legal."""
        return forbidden_by(self.rules, self.positions, self.moves, move)

    def _checked(self, move: str | Move) -> Move:
        """Return the legal move, or refuse it with the first reason (rule 5.9)."""
        if isinstance(move, str):
            found = self.read(move)
        else:
            self._check_running()
            found = find_exact(self.rules, self.position, move)
        code = self._forbidden(found)
        if code is not None:
            raise Refused(code, f"{move_text(self.rules, self.position.board, found)} is not legal")
        return found

    def refusal(self, move: str | Move) -> str | None:
        """Return the slug of the reason why a move is refused, None if it is legal (rule 5.9)."""
        try:
            self._checked(move)
        except Refused as refused:
            return refused.code
        return None

    def push(self, move: str | Move) -> Move:
        """Play a legal move; a refused one changes nothing (rule 5.9)."""
        found = self._checked(move)
        self.play(found)
        return found

    def play(self, move: Move) -> None:
        """Play a pseudo-legal move without checking it."""
        self.positions.append(position_after(self.rules, self.position, move))
        self.moves.append(move)

    def pop(self) -> Move:
        """Take the last move back."""
        if not self.moves:
            raise Refused("nothing_to_undo", "no move has been played")
        self.positions.pop()
        return self.moves.pop()

    def is_check(self) -> bool:
        """Return whether the side to move is in check (rule 5.7)."""
        return is_check(self.rules, self.position)

    def is_checkmate(self) -> bool:
        """Return whether the side to move is mated (rule 5.7)."""
        if not self.is_check():
            return False
        side = self.position.turn
        for move in self.legal():
            after = position_after(self.rules, self.position, move).board
            if takes_last_royal(self.rules, self.position.board, move):
                return False
            if loses_own_last_royal(self.rules, self.position.board, move):
                continue
            if not last_royal_could_be_taken(self.rules, after, side):
                return False
        return True

    def attackers(self, square: str, side: str) -> list[str]:
        """Return the squares of a side's pieces that could capture on a square (rule 8.1)."""
        target = read_square(square)
        if not self.rules.on_board(target) or side not in (BLACK, other(BLACK)):
            raise Refused("argument", f"{square}, {side}: a square of the board, and b or w")
        return [square_name(start) for start in attackers(self.rules, self.position.board, side, target)]

    def repetitions(self) -> int:
        """Return how often the position has occurred in this game, itself included (rule 6.1)."""
        return occurrences(self.positions)

    def sfen(self) -> str:
        """Return the text of the position; the move number grows by one with each move."""
        return position_text(self.rules, self.position, self.first_number + len(self.moves))

    def perft(self, depth: int) -> int:
        """Count sequences of legal moves, by effect (rule 8.2)."""
        return perft.by_effect(self.rules.with_options(repetition="none"), self.positions, self.moves, depth)

    def perft_paths(self, depth: int) -> int:
        """Count sequences of legal moves, by path (rule 8.3)."""
        return perft.by_path(self.rules.with_options(repetition="none"), self.positions, self.moves, depth)
