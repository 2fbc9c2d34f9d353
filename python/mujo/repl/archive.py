"""Games that were left for another one: the last ten, in memory or in a folder.

The prompt never discards moves that no file holds: `new`, `load` and the like, and a new move after `undo`, put the
line they leave into the archive.
"""

import time
from dataclasses import dataclass, field, replace
from pathlib import Path

from mujo._core import RuleSet
from mujo.errors import MujoError
from mujo.files import write_text
from mujo.record import Record, format_record, read_record

__all__ = ["MOST_GAMES", "Archive", "FolderArchive", "PastGame"]

#: Games that are kept.
MOST_GAMES = 10


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game that was left.

    Attributes
    ----------
    record
        The game, with the moves that had been taken back.
    ply
        How many of its moves had been played when it was left.
    rules
        Its rule set, where only this process knows it (from a file of the user's).
    left
        When it was left, in seconds since the epoch.
    path
        The file that holds it, if any.
    """

    record: Record
    ply: int
    rules: RuleSet | None = None
    left: float = field(default_factory=time.time)
    path: Path | None = None


class Archive:
    """The last ten games that were left, the latest first."""

    def __init__(self) -> None:
        self._games: list[PastGame] = []

    def games(self) -> list[PastGame]:
        """Return the games, the latest first."""
        return list(self._games)

    def add(self, game: PastGame) -> PastGame:
        """Keep a game; the eleventh is dropped. Returns the game as it was kept."""
        self._games.insert(0, game)
        del self._games[MOST_GAMES:]
        return game

    def remove(self, game: PastGame) -> None:
        """Forget a game."""
        self._games = [other for other in self._games if other is not game]


class FolderArchive(Archive):
    """An archive whose games outlive the prompt, one file each.

    A game that cannot be written is kept in memory; `fault` then says why.

    Parameters
    ----------
    folder
        Where the files are; made when the first game is kept.
    """

    _PREFIX, _SUFFIX = "past-", ".json"

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder
        self.fault: str | None = None
        self._games = self._read()

    def _read(self) -> list[PastGame]:
        found: list[PastGame] = []
        for path in self._files():
            try:
                record = read_record(path)
                left = path.stat().st_mtime
            except (MujoError, OSError):
                continue
            found.append(PastGame(record, len(record.moves), left=left, path=path))
            if len(found) == MOST_GAMES:
                break
        return found

    def _files(self) -> list[Path]:
        """Return the files of the folder, the latest first; their names begin with the time."""
        try:
            return sorted(self._folder.glob(f"{self._PREFIX}*{self._SUFFIX}"), reverse=True)
        except OSError:
            return []

    def add(self, game: PastGame) -> PastGame:
        """Keep a game in the folder too."""
        path = self._folder / f"{self._PREFIX}{time.time_ns():020d}{self._SUFFIX}"
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_text(path, format_record(game.record), overwrite=False)
            game = replace(game, path=path)
            for old in self._files()[MOST_GAMES:]:
                old.unlink(missing_ok=True)
        except (MujoError, OSError) as error:
            self.fault = str(error)
        return super().add(game)

    def remove(self, game: PastGame) -> None:
        """Forget a game and delete its file."""
        super().remove(game)
        if game.path is not None:
            try:
                game.path.unlink(missing_ok=True)
            except OSError as error:
                self.fault = str(error)
