"""A game as it is written down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final

from mujo._core import Board, RuleSet
from mujo.errors import MujoError, RuleSetError
from mujo.rules import changed_rules

__all__ = ["RESULTS", "Game", "Replay", "Variation", "game_of", "known_rules", "named_changes", "record_of", "settle"]

RESULTS: Final = ("black", "white", "draw")


@dataclass(frozen=True, slots=True)
class Replay:
    """A record played out on a board.

    Attributes
    ----------
    board
        The board after the moves that could be played, with its history.
    rest
        The texts of the moves that could not, the first of them being the faulty one.
    fault
        Why the first of `rest` could not be played; ``None`` if there is no rest, or if only the reader knew.
    """

    board: Board
    rest: tuple[str, ...]
    fault: MujoError | None


@dataclass(frozen=True, slots=True)
class Variation:
    """A line that was not played.

    Attributes
    ----------
    ply
        The ply, from 1 on, of the move that its first move stands for.
    moves
        Engine texts of its moves.
    comments
        Comments by ply, counted from the start of the game.
    variations
        Lines that leave this one.
    rest
        As in `Game`.
    """

    ply: int
    moves: tuple[str, ...] = ()
    comments: Mapping[int, str] = field(default_factory=dict)
    variations: tuple[Variation, ...] = ()
    rest: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Game:
    """One game as it is written down.

    Attributes
    ----------
    rules
        Name of the rule set.
    start
        Text of the first position.
    moves
        Engine texts of the moves.
    options, readings
        What differs from the rule set of that name.
    result
        ``black``, ``white`` or ``draw``; ``None`` while the game goes on.
    termination
        How it ended, in a word: those of `Outcome`, or others where people ended it (``resignation``, ``agreement``,
        ``adjudication``, ``illegal_move``, ...).
    tags
        Whatever else is known of the game, by name: ``Black``, ``White``, ``Date``, ...
    comments
        Comments by ply: 0 before the first move, 1 after it.
    variations
        Lines that were not played.
    rest
        Texts from the first move on that could not be read or played, as they stood in the source.

    Examples
    --------
    >>> game = Game("maka", "startpos", ("10n10m",), tags={"Black": "Ito"}, comments={1: "the middle pawn"})
    >>> game.replay().board.ply
    1
    """

    rules: str
    start: str
    moves: tuple[str, ...] = ()
    options: Mapping[str, str | int] = field(default_factory=dict)
    readings: Mapping[str, str] = field(default_factory=dict)
    result: str | None = None
    termination: str | None = None
    tags: Mapping[str, str] = field(default_factory=dict)
    comments: Mapping[int, str] = field(default_factory=dict)
    variations: tuple[Variation, ...] = ()
    rest: tuple[str, ...] = ()

    def rule_set(self, own: RuleSet | None = None) -> RuleSet:
        """Find the rules of the game.

        Parameters
        ----------
        own
            Rules read from a file, which have no name that mujo knows: they are taken if the record names them.

        Raises
        ------
        RuleSetError
            Name, option, value or reading is unknown (``rules.*``).
        """
        if own is not None and own.name == self.rules and not self.options and not self.readings:
            return own
        return known_rules(self.rules, tuple(self.options.items()), tuple(self.readings.items()))

    def first_board(self, own: RuleSet | None = None) -> Board:
        """Set up the first position.

        Raises
        ------
        RuleSetError
            As in `rule_set`.
        InvalidPositionError
            The start cannot stand under these rules (``position.*``).
        """
        return Board(self.start, self.rule_set(own))

    def replay(self, own: RuleSet | None = None) -> Replay:
        """Play the moves out, up to the first that is unreadable or illegal.

        Parameters
        ----------
        own
            As in `rule_set`.

        Raises
        ------
        RuleSetError, InvalidPositionError
            As in `first_board`.
        """
        board = self.first_board(own)
        for number, move in enumerate(self.moves):
            try:
                board.push(move)
            except MujoError as fault:
                return Replay(board, (*self.moves[number:], *self.rest), fault)
        return Replay(board, self.rest, None)

    def _repr_svg_(self) -> str:
        """Draw the last position, for notebooks."""
        from mujo.svg import board_with_last_move

        return board_with_last_move(self.replay().board)


@lru_cache(maxsize=64)
def known_rules(
    name: str, options: tuple[tuple[str, str | int], ...] = (), readings: tuple[tuple[str, str], ...] = ()
) -> RuleSet:
    """Make a rule set from its name and what differs; the same one every time."""
    return changed_rules(RuleSet(name), dict(options), dict(readings))


def named_changes(rules: RuleSet) -> tuple[str, dict[str, str | int], dict[str, str]]:
    """Split rules into a known name and what differs from the rule set of that name."""
    name = rules.name.partition("[")[0]
    try:
        base = known_rules(name)
    except RuleSetError:
        return rules.name, {}, {}
    options = {key: value for key, value in rules.options.items() if base.options.get(key) != value}
    # An option may give a type another reading, and a reading named beside it may take that back.
    expected = changed_rules(base, options, {}).readings
    readings = {key: value for key, value in rules.readings.items() if expected.get(key) != value}
    return name, options, readings


def record_of(board: Board, *, result: str | None = None, termination: str | None = None) -> Game:
    """Write down the game that a board holds.

    Parameters
    ----------
    board
        The board, with its history; it is left as it is.
    result, termination
        How people ended the game, used where the rules have not.

    Examples
    --------
    >>> from mujo import Board
    >>> board = Board(rules="maka")
    >>> move = board.push("10n10m")
    >>> record_of(board).moves
    ('10n10m',)
    """
    moves = board.move_stack
    first = board.copy()
    for _ in moves:
        first.pop()
    outcome = board.outcome()
    if outcome is not None:
        result, termination = outcome.result, outcome.termination
    name, options, readings = named_changes(board.rules)
    return Game(name, first.sfen(), tuple(move.usi() for move in moves), options, readings, result, termination)


#: The name that goes with the class.
game_of = record_of


def settle(game: Game, own: RuleSet | None = None) -> Game:
    """Keep as moves what can be played, in canonical text, and as rest what cannot.

    Raises
    ------
    RuleSetError, InvalidPositionError
        As in `Game.first_board`.
    """
    replay = game.replay(own)
    moves = tuple(move.usi() for move in replay.board.move_stack)
    return replace(game, moves=moves, rest=replay.rest)
