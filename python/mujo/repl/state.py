r"""What outlives a prompt: the lines that were typed, the game that was cut off, and games that were left.

All of it is in one folder of the user: ``$XDG_STATE_HOME/mujo``, or ``~/.local/state/mujo`` (``%LOCALAPPDATA%\mujo``
on Windows). Each running prompt keeps its game in a file of its own, replaced after every change and removed when the
game is over or saved. A lock beside the file tells whether its prompt still runs, so that no two prompts continue one
game.
"""

import os
import sys
from contextlib import suppress
from pathlib import Path

from filelock import BaseFileLock, FileLock, Timeout

from mujo.errors import MujoError
from mujo.files import write_text
from mujo.record import Record, format_record, read_record
from mujo.repl.session import Session

__all__ = ["Autosave", "state_folder"]

_PREFIX, _SUFFIX, _LOCK = "game-", ".json", ".lock"


def state_folder() -> Path:
    """Return the folder where the prompt keeps its state; it may not exist yet."""
    given = os.environ.get("XDG_STATE_HOME", "")
    if given and Path(given).is_absolute():
        return Path(given) / "mujo"
    if sys.platform == "win32" and os.environ.get("LOCALAPPDATA"):
        return Path(os.environ["LOCALAPPDATA"]) / "mujo"
    return Path.home() / ".local" / "state" / "mujo"


class Autosave:
    """Keeps the game of one prompt in a file.

    Parameters
    ----------
    folder
        Where the files are; made when there is something to keep.

    Attributes
    ----------
    path : Path
        The file of this prompt.
    works : bool
        Whether the file could be written so far; the caller notes it here.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.works = True
        self.path: Path = folder / f"{_PREFIX}{os.urandom(6).hex()}{_SUFFIX}"
        self._lock: BaseFileLock | None = None

    def keep(self, session: Session) -> None:
        """Write the game to the file, or remove the file if nothing would be lost.

        Raises
        ------
        MujoError
            ``file``: it cannot be written.
        """
        game = session.main
        if game.saved or game.is_over or not game.length:
            with suppress(FileNotFoundError, NotADirectoryError):
                self.path.unlink()
            return
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if self._lock is None:
                self._lock = _locked(self.path)
        except OSError as error:
            raise MujoError(f"cannot use {self._folder}: {error.strerror or error}", code="file") from None
        write_text(self.path, format_record(game.record(whole=True)))

    def is_kept(self) -> bool:
        """Return whether a game would be offered if the prompt ended now."""
        return self.path.exists()

    def lost(self) -> Record | None:
        """Find the latest game whose prompt no longer runs. This prompt holds it until `adopt` or `release`."""
        with suppress(OSError):
            found = [path for path in self._folder.glob(f"{_PREFIX}*{_SUFFIX}") if path != self.path]
            for path in sorted(found, key=_changed, reverse=True):
                lock = _locked(path)
                if lock is None:
                    continue
                # Another prompt may have finished it between the listing and the lock.
                with suppress(MujoError):
                    record = read_record(path)
                    self.release()
                    self.path, self._lock = path, lock
                    return record
                lock.release()
        return None

    def abandon(self) -> None:
        """Give up the file of this prompt, which stays as it is, and begin another."""
        self.release()
        self.path = self._folder / f"{_PREFIX}{os.urandom(6).hex()}{_SUFFIX}"

    def release(self) -> None:
        """Let other prompts continue the game; for the end of the prompt."""
        if self._lock is None:
            return
        if not self.path.exists():
            with suppress(OSError):
                _lock_path(self.path).unlink(missing_ok=True)
        self._lock.release()
        self._lock = None


def _lock_path(path: Path) -> Path:
    return path.with_suffix(_LOCK)


def _locked(path: Path) -> BaseFileLock | None:
    """Lock a game; ``None`` if another prompt holds it, or if the system has no locks here."""
    lock = FileLock(_lock_path(path), timeout=0)
    try:
        lock.acquire()
    except (Timeout, NotImplementedError):
        return None
    return lock


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
