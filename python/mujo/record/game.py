"""`Game`, the contents of a record, and replaying it on a board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final

from mujo._core import Board, RuleSet
from mujo.errors import MujoError, RuleSetError
from mujo.rules import changed_rules

__all__ = [
    "RESULTS",
    "Game",
    "Replay",
    "Variation",
    "annotated",
    "game_of",
    "known_rules",
    "named_changes",
    "record_of",
    "settle",
]

RESULTS: Final = ("black", "white", "draw")


@dataclass(frozen=True, slots=True)
class Replay:
    """A record replayed on a board.

    Attributes
    ----------
    board
        The board after the legal moves, with its history.
    rest
        The remaining texts, starting with the first that is illegal or unreadable.
    fault
        Why the first of `rest` is not playable; ``None`` if there is no rest, or only its reader knows the reason.

    Examples
    --------
    >>> replay = Game("maka", "startpos", ("10n10m", "1a1b")).replay()
    >>> replay.board.ply, replay.rest
    (1, ('1a1b',))
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
        The ply (1-based) of the move that its first move replaces.
    moves
        Moves in engine notation.
    comments
        Comments by ply, counted from the start of the game.
    variations
        Lines that branch off this one.
    rest, nags
        As in `Game`.

    Examples
    --------
    >>> Variation(1, ("10n10m",)).ply
    1
    """

    ply: int
    moves: tuple[str, ...] = ()
    comments: Mapping[int, str] = field(default_factory=dict)
    variations: tuple[Variation, ...] = ()
    rest: tuple[str, ...] = ()
    nags: Mapping[int, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Game:
    """The contents of one record.

    Attributes
    ----------
    rules
        Name of the rule set.
    start
        Position text of the start, or ``startpos``.
    moves
        Moves in engine notation.
    options, readings
        Differences from the rule set of that name.
    result
        ``black``, ``white`` or ``draw``; ``None`` if the game is unfinished.
    termination
        How the game ended: a word of `Outcome.termination`, or another where the players ended it (``resignation``,
        ``agreement``, ``adjudication``, ``illegal_move``, ...).
    tags
        Further facts by name: ``Black``, ``White``, ``Date``, ...
    comments
        Comments by ply: 0 before the first move, 1 after it.
    variations
        Lines that were not played.
    rest
        The source text from the first unreadable or illegal move on.
    nags
        Numeric annotation glyphs of PGN by ply: 1 is ``!``, 2 ``?``, 3 ``!!``, 4 ``??``, 5 ``!?``, 6 ``?!``.

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
    nags: Mapping[int, tuple[int, ...]] = field(default_factory=dict)

    def rule_set(self, own: RuleSet | None = None) -> RuleSet:
        """Return the rules of the game.

        Parameters
        ----------
        own
            A rule set from the caller's file. It is used if the record names it.

        Raises
        ------
        RuleSetError
            ``rules.*``: a name, option, value or reading is unknown. Records never open rule files.

        Examples
        --------
        >>> Game("maka", "startpos", ()).rule_set().name
        'maka'
        """
        if own is not None and own.name == self.rules and not self.options and not self.readings:
            return own
        return known_rules(self.rules, tuple(self.options.items()), tuple(self.readings.items()))

    def first_board(self, own: RuleSet | None = None) -> Board:
        """Set up the first position.

        Parameters
        ----------
        own
            As in `rule_set`.

        Raises
        ------
        RuleSetError
            As in `rule_set`.
        InvalidPositionError
            ``position.*``: the start is impossible under these rules.

        Examples
        --------
        >>> Game("maka", "startpos", ("10n10m",)).first_board().ply
        0
        """
        return Board(self.start, self.rule_set(own))

    def replay(self, own: RuleSet | None = None) -> Replay:
        """Replay the moves, up to the first that is unreadable or illegal.

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
        """Draw the final position, for notebooks."""
        from mujo.svg import board_with_last_move

        return board_with_last_move(self.replay().board)


@lru_cache(maxsize=64)
def known_rules(
    name: str, options: tuple[tuple[str, str | int], ...] = (), readings: tuple[tuple[str, str], ...] = ()
) -> RuleSet:
    """Return the rule set of a shipped name with these changes; equal arguments give the same object."""
    return changed_rules(RuleSet(name), dict(options), dict(readings))


def named_changes(rules: RuleSet) -> tuple[str, dict[str, str | int], dict[str, str]]:
    """Split a rule set into a shipped name, changed options and changed readings."""
    name = rules.name.partition("[")[0]
    try:
        base = known_rules(name)
    except RuleSetError:
        return rules.name, {}, {}
    options = {key: value for key, value in rules.options.items() if base.options.get(key) != value}
    # An option may change the reading of a type, and a reading may override it.
    expected = changed_rules(base, options, {}).readings
    readings = {key: value for key, value in rules.readings.items() if expected.get(key) != value}
    return name, options, readings


def record_of(board: Board, *, result: str | None = None, termination: str | None = None) -> Game:
    """Return the record of the game on a board.

    Parameters
    ----------
    board
        The board, with its history.
    result, termination
        How the players ended the game. The outcome by the rules takes precedence.

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


#: An alias that matches the name of the class.
game_of = record_of


def settle(game: Game, own: RuleSet | None = None) -> Game:
    """Return the game with canonical moves, and everything from the first unplayable one on as rest.

    Parameters
    ----------
    game
        The game.
    own
        As in `Game.rule_set`.

    Raises
    ------
    RuleSetError, InvalidPositionError
        As in `Game.first_board`.

    Examples
    --------
    >>> settled = settle(Game("maka", "startpos", ("P-10m", "1a1b")))
    >>> settled.moves, settled.rest
    (('10n10m',), ('1a1b',))
    """
    replay = game.replay(own)
    moves = tuple(move.usi() for move in replay.board.move_stack)
    played = len(moves)
    if played == len(game.moves):
        return replace(game, moves=moves, rest=replay.rest)
    return replace(
        game,
        moves=moves,
        rest=(*annotated(game, played), *game.rest),
        comments={ply: text for ply, text in game.comments.items() if ply <= played},
        nags={ply: nags for ply, nags in game.nags.items() if ply <= played},
    )


def annotated(line: Game | Variation, played: int, first: int = 1) -> Iterator[str]:
    """Yield the moves of a line from an unplayable one on, with their glyphs and comments as text between them.

    Parameters
    ----------
    line
        The line.
    played
        How many of its moves are playable.
    first
        The ply of its first move.

    Examples
    --------
    >>> list(annotated(Game("maka", "startpos", ("1a1b", "2a2b"), comments={1: "why?"}, nags={1: (2,)}), 0))
    ['1a1b', '$2', '{why?}', '2a2b']
    """
    for ply, text in enumerate(line.moves[played:], first + played):
        yield text
        yield from (f"${nag}" for nag in line.nags.get(ply, ()))
        if ply in line.comments:
            yield "{" + line.comments[ply] + "}"
