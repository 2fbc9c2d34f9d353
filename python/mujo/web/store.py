"""The games of all tabs: in memory while they are used, and in a folder, as records that every command reads.

A game is in ``web/ID.json`` below the folder where the prompt keeps its games, and the player's settings and
clocks are in ``web/ID.settings``. A game in which nothing has been done is not written.
"""

import json
import re
import secrets
from collections import OrderedDict
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any

from mujo._core import Board
from mujo.errors import MujoError
from mujo.files import read_text, write_text
from mujo.record import format_record, read_record
from mujo.repl.archive import Archive, FolderArchive
from mujo.web.cards import SetRegistry
from mujo.web.clock import GameClock
from mujo.web.table import Computer, RuleShelf, Table

__all__ = ["Store"]

#: Games in memory and in the folder; the ones used longest ago are dropped first.
_MOST_TABLES, _MOST_FILES = 64, 500
_ID = re.compile(r"[A-Za-z0-9_-]{22}")
#: Characters of a file of settings, most of which are the times of clocks.
_LARGEST_SETTINGS = 500_000


class Store:
    """The games of a server.

    Parameters
    ----------
    folder
        The folder of the prompt's games; ``None`` keeps the games in memory only.
    shelf
        Where rule sets are found.

    Attributes
    ----------
    sets : SetRegistry
        The rule sets of the games.
    archive : Archive
        Games that were replaced.
    fault : str or None
        Why the last game could not be written.
    """

    def __init__(self, folder: Path | None, shelf: RuleShelf) -> None:
        self._folder = None if folder is None else folder / "web"
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._changed: dict[str, Table] = {}
        self._lock, self._writing = Lock(), Lock()
        self.shelf = shelf
        self.sets: SetRegistry = SetRegistry()
        self.archive: Archive = Archive() if folder is None else FolderArchive(folder)
        self.fault: str | None = None

    def token(self) -> str:
        """Return the token that writing needs: the same after a restart, so that open tabs go on."""
        if self._folder is None:
            return secrets.token_urlsafe(24)
        path = self._folder / "token"
        with suppress(MujoError):
            known = read_text(path, 100, code_too_long="record.too_long", code_bytes="record.encoding").strip()
            if re.fullmatch(r"[A-Za-z0-9_-]{32}", known):
                return known
        made = secrets.token_urlsafe(24)
        with suppress(MujoError, OSError):
            self._make_folder()
            path.touch(mode=0o600)
            write_text(path, made + "\n")
        return made

    def create(self, board: Board) -> tuple[str, Table]:
        """Start a game and return its id."""
        game_id, table = secrets.token_urlsafe(16), Table(self.shelf, board, self.archive)
        self._remember(game_id, table)
        return game_id, table

    def find(self, game_id: str) -> Table | None:
        """Return a game, from memory or from its file."""
        if not _ID.fullmatch(game_id):
            return None
        with self._lock:
            table = self._tables.get(game_id)
            if table is not None:
                self._tables.move_to_end(game_id)
                return table
        table = self._read(game_id)
        if table is not None:
            self._remember(game_id, table)
        return table

    def keep(self, game_id: str, table: Table) -> None:
        """Note that a game has changed; `flush` writes it."""
        self.sets.add(table.board.rules)
        if self._folder is not None:
            with self._lock:
                self._changed[game_id] = table

    def flush(self) -> None:
        """Write the games that have changed. Answers do not wait for it, since a disk may be slow."""
        with self._writing:
            with self._lock:
                changed, self._changed = self._changed, {}
            for game_id, table in changed.items():
                self._write(game_id, table)

    def close(self) -> None:
        """Write what has changed, and what running clocks show."""
        with self._lock:
            running = {game_id: table for game_id, table in self._tables.items() if table.clock is not None}
            if self._folder is not None:
                self._changed |= running
        self.flush()

    def _write(self, game_id: str, table: Table) -> None:
        assert self._folder is not None
        path, settings = self._folder / f"{game_id}.json", self._folder / f"{game_id}.settings"
        with table.lock:
            record = table.game.record(whole=True)
            fields = _settings(table)
        try:
            if not table.revision:
                path.unlink(missing_ok=True)
                settings.unlink(missing_ok=True)
                return
            self._make_folder()
            write_text(path, format_record(record))
            write_text(settings, json.dumps(fields))
            self.fault = None
        except (MujoError, OSError) as error:
            self.fault = str(error)

    def _remember(self, game_id: str, table: Table) -> None:
        self.sets.add(table.board.rules)
        with self._lock:
            self._tables[game_id] = table
            for old in list(self._tables)[: max(0, len(self._tables) - _MOST_TABLES)]:
                # What is not in its file yet stays.
                if old not in self._changed:
                    del self._tables[old]

    def _make_folder(self) -> None:
        assert self._folder is not None
        if self._folder.is_dir():
            return
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def drop_old_files(self) -> None:
        """Delete the files of the games that were used longest ago, if there are too many."""
        if self._folder is None:
            return
        with suppress(OSError):
            files = sorted(self._folder.glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
            for path in files[_MOST_FILES:]:
                path.unlink(missing_ok=True)
                path.with_suffix(".settings").unlink(missing_ok=True)

    def _read(self, game_id: str) -> Table | None:
        if self._folder is None:
            return None
        path = self._folder / f"{game_id}.json"
        try:
            record = read_record(path)
            table = Table(self.shelf, record.first_board(self.shelf.of_record(record)), Archive())
            settings = self._read_settings(path.with_suffix(".settings"))
            ply = settings.get("ply")
            table.open(record, ply if isinstance(ply, int) else None)
        except MujoError:
            return None
        table.archive = self.archive
        computer = settings.get("computer")
        if isinstance(computer, dict) and isinstance(computer.get("level"), int):
            with suppress(MujoError):
                table.act({"action": "computer", **computer})
        if isinstance(settings.get("clock"), dict):
            with suppress(MujoError):
                table.clock = GameClock.restored(settings["clock"])
                table.run_clock()
        revision = settings.get("revision")
        # At least 1, since the game has a file.
        table.revision = max(1, revision) if isinstance(revision, int) else 1
        return table

    def _read_settings(self, path: Path) -> dict[str, Any]:
        try:
            text = read_text(path, _LARGEST_SETTINGS, code_too_long="record.too_long", code_bytes="record.encoding")
            found = json.loads(text)
        except (MujoError, ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}


def _settings(table: Table) -> dict[str, Any]:
    computer: Computer | None = table.computer
    return {
        "ply": len(table.board.move_stack),
        "revision": table.revision,
        "clock": None if table.clock is None else table.clock.saved(),
        "computer": None
        if computer is None
        else {"side": "black" if computer.side else "white", "level": computer.level},
    }
