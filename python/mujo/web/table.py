"""The game of one tab, and the actions of its page.

An action is an object with the key ``action``; docs/reference/web.md lists them with their fields.
"""

import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import PurePath
from threading import RLock
from typing import Any

from mujo._core import BLACK, WHITE, Board, RuleSet
from mujo.errors import MujoError
from mujo.record import Format, Record, find_format, scan_stream
from mujo.repl.archive import Archive, PastGame
from mujo.rules import changed_rules, find_start
from mujo.web import values
from mujo.web.clock import GameClock, TimeControl
from mujo.web.game import TreeGame
from mujo.web.view import game_view, side_word

__all__ = ["LEVELS", "LONGEST_RECORD", "Computer", "RuleShelf", "Table"]

LEVELS = range(1, 11)
#: Characters of a file of records, and of a position text.
LONGEST_RECORD, LONGEST_POSITION = 4 * 1024 * 1024, 20_000
_MOST_GAMES = 100_000


@dataclass(frozen=True, slots=True)
class Computer:
    """The computer as a player.

    Attributes
    ----------
    side
        The side that it plays.
    level
        Its level, 1 to 10.
    """

    side: bool
    level: int


class RuleShelf:
    """The rule sets that a page may choose: the shipped ones by name, and those given on the command line.

    A page cannot name a file.

    Parameters
    ----------
    own
        Rule sets from files of the user who started the server.
    """

    def __init__(self, own: tuple[RuleSet, ...] = ()) -> None:
        self.own = own

    def find(self, name: str, options: Mapping[str, str] | None = None) -> RuleSet:
        """Find a rule set and change its options.

        Raises
        ------
        RuleSetError
            ``rules.*``: a name or value is unknown.
        """
        rules = next((each for each in self.own if each.name == name), None) or RuleSet(name)
        return changed_rules(rules, options or {}, {})

    def of_record(self, record: Record) -> RuleSet | None:
        """Return the user's rule set that a record names, if any."""
        return next((each for each in self.own if each.name == record.rules), None)


class Table:
    """A game and who plays it.

    Parameters
    ----------
    shelf
        Where rule sets are found.
    board
        The first board.
    archive
        Where games go that are replaced.

    Attributes
    ----------
    game : TreeGame
        The game.
    computer : Computer or None
        The computer, if it plays a side.
    clock : GameClock or None
        The clocks, if the game has any.
    hopeless_moves : int
        How many moves in a row the computer has stood hopelessly.
    revision : int
        Grows with every action; a page that sends an older one has not seen the present state.
    lock : RLock
        Held while the game is read or changed.
    """

    def __init__(self, shelf: RuleShelf, board: Board, archive: Archive | None = None) -> None:
        self.shelf = shelf
        self.game: TreeGame = TreeGame(board)
        self.archive: Archive = Archive() if archive is None else archive
        self.computer: Computer | None = None
        self.clock: GameClock | None = None
        self.hopeless_moves = 0
        self.revision: int = 0
        self.lock: RLock = RLock()
        self._actions: dict[str, Callable[[Mapping[str, Any]], dict[str, Any] | None]] = {
            "move": self._move,
            "undo": self._undo,
            "redo": self._redo,
            "go": self._go,
            "branch": self._branch,
            "resign": self._resign,
            "draw": self._draw,
            "resume": self._resume,
            "new": self._new,
            "position": self._position,
            "load": self._load,
            "restore": self._restore,
            "computer": self._computer,
        }

    @property
    def board(self) -> Board:
        """The current board."""
        return self.game.board

    @property
    def is_computers_turn(self) -> bool:
        """Whether the computer is to move."""
        return self.computer is not None and not self.game.is_over and self.board.turn == self.computer.side

    def view(self) -> dict[str, Any]:
        """Describe the game and who plays."""
        with self.lock:
            computer = self.computer
            return {
                "revision": self.revision,
                **game_view(self.game),
                "clock": None if self.clock is None else self.clock.view(),
                "computer": None
                if computer is None
                else {"side": side_word(computer.side), "level": computer.level, "to_move": self.is_computers_turn},
            }

    def act(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Carry out an action.

        Parameters
        ----------
        data
            The action with its fields.

        Returns
        -------
        dict
            What it returns besides the new state.

        Raises
        ------
        MujoError
            The action is unknown, a field is wrong, or the game does not allow it; nothing changes.
        """
        name = values.word(data, "action", *self._actions)
        with self.lock:
            answer = self._actions[name](data)
            self.revision += 1
            self.run_clock()
            return answer or {}

    def run_clock(self) -> None:
        """Let the clock of the side to move run, or none if the game does not go on from this position."""
        if self.clock is not None:
            runs = not self.game.is_over and not self.game.redoable
            self.clock.follow(len(self.board.move_stack), self.board.turn, runs=runs)

    def rule_on_time(self) -> bool:
        """End the game if the time of the side to move is up; returns whether it was."""
        with self.lock:
            if self.clock is None or not self.clock.is_up:
                return False
            self.game.lose_on_time(self.board.turn)
            self.revision += 1
            self.run_clock()
            return True

    def replace(self, game: TreeGame) -> None:
        """Start another game without clocks; the old one goes to the archive if it has moves."""
        if self.game.worth_keeping:
            old = self.game
            self.archive.add(PastGame(old.record(whole=True), len(old.board.move_stack), old.board.rules))
        self.game, self.clock = game, None

    def agree(self) -> None:
        """End the game with a draw that the computer agreed to."""
        self.game.agree()
        self.revision += 1
        self.run_clock()

    def past_games(self) -> list[dict[str, Any]]:
        """Describe the games of the archive, the latest first."""
        return [
            {"rules": past.record.rules, "moves": len(past.record.moves), "left": int(past.left)}
            for past in self.archive.games()
        ]

    def open(self, record: Record, ply: int | None = None) -> str | None:
        """Continue a recorded game; returns why its further moves cannot be played, if so."""
        replay = record.replay(self.shelf.of_record(record))
        game = TreeGame.from_record(record, replay)
        if ply is not None and ply < len(replay.board.move_stack):
            game.go_to(ply)
        self.replace(game)
        if not replay.rest:
            return None
        reason = "unreadable" if replay.fault is None else str(replay.fault)
        return f"Move {len(replay.board.move_stack) + 1} cannot be played: {reason}"

    def _move(self, data: Mapping[str, Any]) -> None:
        game = self.game
        move = self.board.parse_move(values.text(data, "move"))
        is_new = not game.redoable or game.branches(move)
        game.play(move)
        if self.clock is not None and is_new:
            self.clock.follow(len(self.board.move_stack), self.board.turn, runs=False, played=True)

    def _undo(self, data: Mapping[str, Any]) -> None:
        count = values.number(data, "count", 1, 1_000_000, 1)
        if "count" not in data and self.computer is not None:
            # Back to the person's own turn.
            count = 2 if self.board.turn != self.computer.side and self.board.ply > 1 else 1
            count = min(count, max(1, len(self.board.move_stack)))
        self.game.undo(count)

    def _redo(self, data: Mapping[str, Any]) -> None:
        count = values.number(data, "count", 1, 1_000_000, 1)
        if "count" not in data and self.computer is not None:
            count = min(2, max(1, self.game.redoable))
        self.game.redo(count)

    def _go(self, data: Mapping[str, Any]) -> None:
        self.game.go_to(values.number(data, "ply", 0, 1_000_000))

    def _branch(self, data: Mapping[str, Any]) -> None:
        index, variations = values.number(data, "index", 0, 1_000_000), self.game.variations
        self.game.choose(index, values.number(data, "count", 1, 1_000_000, 1))
        if self.clock is not None:
            self.clock.forget_after(variations[index].ply - 1)

    def _resign(self, data: Mapping[str, Any]) -> None:
        side = self.board.turn if self.computer is None else not self.computer.side
        if "side" in data:
            side = values.word(data, "side", "black", "white") == "black"
        self.game.resign(side)

    def _draw(self, data: Mapping[str, Any]) -> None:
        del data
        if self.computer is not None:
            raise MujoError("offer the draw to the computer (think, mode draw)", code="argument")
        self.game.agree()

    def _resume(self, data: Mapping[str, Any]) -> None:
        del data
        on_time = self.game.stated[1] == "time"
        self.game.resume()
        if on_time:
            # There is no time to continue with.
            self.clock = None

    def _new(self, data: Mapping[str, Any]) -> None:
        rules = self.board.rules
        if data.get("rules") is not None:
            rules = self.shelf.find(values.text(data, "rules"), values.mapping(data, "options"))
        start = values.optional_text(data, "start")
        computer = _computer_of(data)
        control = None if data.get("clock") is None else TimeControl.read(data["clock"])
        board = Board(None if start is None else find_start(rules, start), rules)
        self.replace(TreeGame(board))
        self.computer = computer
        self.clock = None if control is None else GameClock(control)

    def _position(self, data: Mapping[str, Any]) -> None:
        rules = self.board.rules
        if data.get("rules") is not None:
            rules = self.shelf.find(values.text(data, "rules"), values.mapping(data, "options"))
        board = Board(values.text(data, "position", LONGEST_POSITION), rules)
        self.replace(TreeGame(board))

    def _load(self, data: Mapping[str, Any]) -> dict[str, Any]:
        content = values.text(data, "content", LONGEST_RECORD)
        name = values.text(data, "name", 1000)
        wanted = values.number(data, "number", 1, _MOST_GAMES, 1)
        form = Format(values.word(data, "format", *Format)) if data.get("format") else find_format(PurePath(name).name)
        own = self.shelf.own[0] if self.shelf.own else None
        found, count = None, 0
        for scan in scan_stream(io.StringIO(content), form, own):
            count += 1
            if count == wanted:
                found = scan
            if count == _MOST_GAMES:
                break
        if found is None:
            there = f"it has {count}" if count else "it has none"
            raise MujoError(f"the file has no game {wanted}: {there}", code="record.syntax")
        if found.game is None:
            assert found.fault is not None
            raise found.fault.error
        fault = self.open(found.game)
        self.computer = None
        if found.fault is not None:
            fault = str(found.fault)
        return {"games": count, "fault": fault}

    def _restore(self, data: Mapping[str, Any]) -> None:
        games = self.archive.games()
        index = values.number(data, "index", 0, max(len(games) - 1, 0))
        if not games:
            raise MujoError("no earlier game is kept", code="nothing_to_undo")
        past = games[index]
        replay = past.record.replay(past.rules or self.shelf.of_record(past.record))
        game = TreeGame.from_record(past.record, replay)
        if past.ply < len(replay.board.move_stack):
            game.go_to(past.ply)
        self.replace(game)
        self.archive.remove(past)
        self.computer = None

    def _computer(self, data: Mapping[str, Any]) -> None:
        self.computer = _computer_of(data)


def _computer_of(data: Mapping[str, Any]) -> Computer | None:
    """Read who plays: the side and level of the computer, or nothing."""
    if data.get("level") is None:
        return None
    side = values.word(data, "side", "black", "white") if data.get("side") is not None else side_word(WHITE)
    return Computer(BLACK if side == "black" else WHITE, values.number(data, "level", LEVELS[0], LEVELS[-1]))
