"""Reading and writing files. Every file that the package writes goes through this module.

=================  =====================================================================================
`write_text`       write a text, or the pieces of one as they come
`write_bytes`      write bytes
`replacing`        a context manager: a binary stream whose content becomes the file when the block ends
`read_text`        read a UTF-8 text of limited size
`same_file`        whether two paths name one file (a conversion onto its own source)
=================  =====================================================================================

A regular file is written whole or not at all: into a new file of a random name beside the target, flushed to the disk,
then renamed over the target. Symbolic links are followed, permissions are kept, and two writers to one target leave
the whole text of one of them. If the disk is full, or the block raises, the target stays as it was. A write-protected
file is refused. Other hard links to the target keep the old content.

Devices, pipes and open descriptors (``/dev/stdout``, ``/dev/fd/3``) cannot be replaced: they are written into.

Failures raise `MujoError` with slug ``file``, or ``file_exists`` where the caller refuses to replace a file.
"""

import os
import re
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from io import BufferedWriter, FileIO
from typing import Any, BinaryIO

from mujo.errors import MujoError, NotationError

__all__ = ["read_text", "replacing", "same_file", "write_bytes", "write_text"]

#: Any path that the operating system takes.
AnyPath = str | os.PathLike[str]

#: The folders whose entries are the open descriptors of a process; the group is the process id.
_DESCRIPTORS = re.compile(r"/proc/(self|thread-self|\d+)(?:/task/\d+)?/fd|/dev/fd")
#: More links in a row than any system follows.
_MOST_LINKS = 64


def read_text(path: AnyPath, limit: int, *, code_too_long: str, code_bytes: str) -> str:
    """Read a UTF-8 file; a byte order mark is dropped.

    Parameters
    ----------
    path
        The file. No more than `limit` bytes are read, even of a pipe or device that never ends.
    limit
        The largest size allowed, in bytes.
    code_too_long, code_bytes
        Slugs for a file that is larger, and for bytes that are not UTF-8.

    Raises
    ------
    MujoError
        ``file``: the file could not be read.
    NotationError
        `code_too_long` or `code_bytes`.
    """
    try:
        with open(path, "rb") as file:
            data = file.read(limit + 1)
    except (OSError, ValueError) as error:
        raise MujoError(f"cannot read {_shown(path)}: {_reason(error)}", code="file") from None
    if len(data) > limit:
        raise NotationError(f"{_shown(path)} is larger than {limit} bytes", code=code_too_long)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotationError(
            f"{_shown(path)} is not UTF-8 text: byte {error.start} is invalid", code=code_bytes, position=error.start
        ) from None


def write_text(path: AnyPath, text: str | Iterable[str], *, overwrite: bool = True) -> None:
    r"""Write a text as UTF-8, with line feeds as they are.

    Parameters
    ----------
    path
        The file.
    text
        The text, or an iterable of its pieces. If the iterable raises, an existing file stays as it was.
    overwrite
        Whether an existing file may be replaced.

    Raises
    ------
    MujoError
        ``file``: the file could not be written, or the text has a lone surrogate; ``file_exists``: the file exists
        and `overwrite` is false.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_text(f"{folder}/moves.txt", "8r8q\n")
    ...     pathlib.Path(folder, "moves.txt").read_text()
    '8r8q\n'
    """
    pieces = (text,) if isinstance(text, str) else text
    with replacing(path, overwrite=overwrite) as file:
        for piece in pieces:
            try:
                data = piece.encode()
            except UnicodeEncodeError as error:
                raise MujoError(
                    f"cannot write {_shown(path)}: the text has a lone surrogate at index {error.start}", code="file"
                ) from None
            file.write(data)


def write_bytes(path: AnyPath, data: bytes, *, overwrite: bool = True) -> None:
    """Write bytes; parameters and errors as in `write_text`."""
    with replacing(path, overwrite=overwrite) as file:
        file.write(data)


@contextmanager
def replacing(path: AnyPath, *, overwrite: bool = True) -> Iterator[BinaryIO]:
    """Open a binary stream whose content becomes the file when the block ends without an exception.

    Parameters
    ----------
    path, overwrite
        As in `write_text`.

    Raises
    ------
    MujoError
        As in `write_text`. Exceptions of the block itself pass through.
    """
    with _file_errors(path):
        target, existing = _resolve(path)
        in_place = _open_in_place(path, target, existing)
        if in_place is None and existing is not None:
            if not overwrite:
                raise _exists(path)
            if not os.access(target, os.W_OK):
                raise OSError("it is write-protected")
    if in_place is None:
        yield from _beside(path, target, existing, overwrite)
        return
    try:
        yield in_place
    finally:
        with _file_errors(path):
            in_place.close()


def same_file(one: AnyPath, other: AnyPath) -> bool:
    """Return whether two paths name one existing file, through links too.

    Examples
    --------
    >>> same_file(".", "./."), same_file(".", "no such file")
    (True, False)
    """
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):
        return False


def _open_in_place(path: AnyPath, target: str, existing: os.stat_result | None) -> BinaryIO | None:
    """Open a target that cannot be replaced; ``None`` if it is a regular file, or nothing yet."""
    descriptor = _own_descriptor(target)
    if descriptor is not None:
        # A copy shares the place in the file with the descriptor, which stays open.
        return _stream(os.dup(descriptor), path)
    if existing is None or stat.S_ISREG(existing.st_mode):
        return None
    if stat.S_ISDIR(existing.st_mode):
        raise OSError("it is a folder")
    return _stream(os.open(target, os.O_WRONLY | getattr(os, "O_BINARY", 0)), path)


def _beside(path: AnyPath, target: str, existing: os.stat_result | None, overwrite: bool) -> Iterator[BinaryIO]:
    """Yield a new file beside the target, then rename it over the target."""
    folder = os.path.dirname(target)
    mode = 0o666 if existing is None else stat.S_IMODE(existing.st_mode) & 0o666
    # Independent of the target's name, which may be as long as names can be.
    beside = os.path.join(folder, f".mujo-{os.urandom(8).hex()}.tmp")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    with _file_errors(path):
        try:
            # Opened with the mode of the target, so that a private file is never readable by others.
            file = _stream(os.open(beside, flags, mode), path)
        except FileNotFoundError:
            raise OSError(f"there is no folder {_shown(folder)}") from None
    try:
        with file:
            yield file
            file.flush()
            with _file_errors(path):
                if existing is not None:
                    _keep_owner_and_mode(beside, existing)
                os.fsync(file.fileno())
        with _file_errors(path):
            if overwrite:
                os.replace(beside, target)
            else:
                _rename_to_new(path, beside, target)
        _sync_folder(folder)
    finally:
        # Gone already if all went well.
        with suppress(OSError):
            os.unlink(beside)


class _RawFile(FileIO):
    """A raw file whose failing writes raise `MujoError`: an `OSError` in the caller's block is not taken for them."""

    def __init__(self, descriptor: int, path: AnyPath) -> None:
        super().__init__(descriptor, "wb")
        self._path = path

    def write(self, data: Any, /) -> int:
        with _file_errors(self._path):
            return super().write(data)


def _stream(descriptor: int, path: AnyPath) -> BinaryIO:
    """Open a buffered stream that owns a descriptor."""
    return BufferedWriter(_RawFile(descriptor, path), 1 << 16)


@contextmanager
def _file_errors(path: AnyPath) -> Iterator[None]:
    """Turn a failure of the operating system into a `MujoError` that names the file."""
    try:
        yield
    except MujoError:
        raise
    except (OSError, ValueError) as error:
        raise MujoError(f"cannot write {_shown(path)}: {_reason(error)}", code="file") from error


def _resolve(path: AnyPath) -> tuple[str, os.stat_result | None]:
    """Follow links to the target: its path, and its status if it exists.

    A descriptor's entry under ``/proc`` or ``/dev/fd`` looks like a link but is opened by its own name, so it ends the
    walk.
    """
    target = os.fspath(path)
    for _ in range(_MOST_LINKS):
        folder = os.path.realpath(os.path.dirname(target) or ".")
        target = os.path.join(folder, os.path.basename(target))
        if _DESCRIPTORS.fullmatch(folder) or not os.path.islink(target):
            break
        target = os.path.join(folder, os.readlink(target))
    try:
        return target, os.stat(target)
    except FileNotFoundError:
        return target, None


def _own_descriptor(target: str) -> int | None:
    """Return the number of the descriptor of this process that a path names, if any."""
    folder, name = os.path.split(target)
    match = _DESCRIPTORS.fullmatch(folder)
    if match is None or not name.isdecimal():
        return None
    return int(name) if match[1] in (None, "self", "thread-self", str(os.getpid())) else None


def _rename_to_new(path: AnyPath, beside: str, target: str) -> None:
    """Rename a file to a name that must not exist yet, though another process may take it meanwhile."""
    try:
        os.link(beside, target)
    except FileExistsError:
        raise _exists(path) from None
    except (OSError, NotImplementedError):
        # A file system without hard links: claim the name first.
        try:
            os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        except FileExistsError:
            raise _exists(path) from None
        os.replace(beside, target)


def _exists(path: AnyPath) -> MujoError:
    return MujoError(f"{_shown(path)} exists, so it is left as it is: choose another name", code="file_exists")


def _keep_owner_and_mode(beside: str, existing: os.stat_result) -> None:
    """Give the new file the owner, as far as this user may, and the permissions of the old one."""
    if hasattr(os, "chown"):
        new = os.stat(beside)
        if (new.st_uid, new.st_gid) != (existing.st_uid, existing.st_gid):
            with suppress(OSError):
                os.chown(beside, existing.st_uid, existing.st_gid)
    os.chmod(beside, stat.S_IMODE(existing.st_mode))


def _sync_folder(folder: str) -> None:
    """Flush the rename itself to the disk, where the system can."""
    if os.name != "posix":
        return
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _shown(path: AnyPath) -> str:
    """Write a path in a message: escaped if it holds anything that is not plain text."""
    text = os.fspath(path)
    return text if text.isprintable() else ascii(text)


def _reason(error: Exception) -> str:
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
