r"""What stays after a prompt has ended: the lines that were typed, and games that were cut off.

All of it is in one folder of the user: ``$XDG_STATE_HOME/mujo``, or ``~/.local/state/mujo``
(``%LOCALAPPDATA%\mujo`` on Windows). Each running prompt keeps its game in a file of its own, written whole or not at
all after every change, and removed when the game is over or saved.
"""

import os
import sys
from contextlib import suppress
from pathlib import Path

from mujo.errors import MujoError
from mujo.files import write_text
from mujo.record import Record, format_record, read_record
from mujo.repl.session import Session

__all__ = ["Autosave", "state_folder"]

_PREFIX, _ENDING = "game-", ".json"
#: The one game that was offered and not taken.
_PUT_ASIDE = "put-aside.json"


def state_folder() -> Path:
    """Tell the folder where the prompt keeps what stays; it may not be there yet."""
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
        Where the files are; made if it is not there.

    Attributes
    ----------
    path : Path
        The file of this prompt.
    works : bool
        Whether the file could be written so far; for the caller to note.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.works = True
        self.path = folder / f"{_PREFIX}{os.getpid()}{_ENDING}"

    def keep(self, session: Session) -> None:
        """Write the game down, or remove the file if there is nothing to be lost.

        Raises
        ------
        MujoError
            ``file``: it cannot be written.
        """
        if session.saved or session.is_over or not session.board.move_stack:
            with suppress(FileNotFoundError, NotADirectoryError):
                self.path.unlink()
            return
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise MujoError(f"cannot make {self._folder}: {error.strerror}", code="file") from None
        write_text(self.path, format_record(session.record()))

    def is_kept(self) -> bool:
        """Tell whether a game would be offered if the prompt ended now."""
        return self.path.exists()

    def lost(self) -> tuple[Path, Record] | None:
        """Find the latest game that was cut off: one whose prompt no longer runs."""
        with suppress(OSError):
            found = [path for path in self._folder.glob(f"{_PREFIX}*{_ENDING}") if not _runs(path)]
            for path in sorted(found, key=lambda path: path.stat().st_mtime, reverse=True):
                with suppress(MujoError):
                    return path, read_record(path)
        return None

    def put_aside(self, path: Path) -> Path:
        """Keep a game that was offered and not taken, in place of the one before; it is not offered again."""
        target = self._folder / _PUT_ASIDE
        path.replace(target)
        return target


def _runs(path: Path) -> bool:
    """Tell whether the prompt that writes a file still runs; where that cannot be told, it does not."""
    number = path.name.removeprefix(_PREFIX).removesuffix(_ENDING)
    if not number.isdigit():
        return False
    if int(number) == os.getpid():
        # Left by an earlier prompt of the same number: this one has written nothing yet.
        return False
    if os.name != "posix":
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True
