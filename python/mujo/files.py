"""Text files: read with a limit, written whole or not at all."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from mujo.errors import MujoError, NotationError

__all__ = ["read_text", "write_text"]


def read_text(path: str | Path, limit: int, *, code_too_long: str, code_bytes: str) -> str:
    """Read a file of UTF-8 text.

    Parameters
    ----------
    path
        The file.
    limit
        The largest size to read, in bytes.
    code_too_long, code_bytes
        Slugs for a file that is larger, and for bytes that are no UTF-8.

    Raises
    ------
    MujoError
        ``file``: the file could not be read.
    NotationError
        The file is too large, or no UTF-8.
    """
    try:
        with Path(path).open("rb") as file:
            data = file.read(limit + 1)
    except (OSError, ValueError) as error:
        raise MujoError(f"cannot read {path}: {_reason(error)}", code="file") from None
    if len(data) > limit:
        raise NotationError(f"{path} is larger than {limit} bytes", code=code_too_long)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotationError(
            f"{path} is no UTF-8 text: byte {error.start} does not fit", code=code_bytes, position=error.start
        ) from None


def write_text(path: str | Path, text: str) -> None:
    """Write a file of UTF-8 text, whole or not at all: beside it first, then in its place.

    A file that is there keeps its permissions; a link keeps pointing where it did.

    Raises
    ------
    MujoError
        ``file``: the file could not be written.
    """
    try:
        target = Path(os.path.realpath(path))
        if target.exists() and not target.is_file():
            raise MujoError(f"cannot write {path}: it is no ordinary file", code="file")
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
        handle, beside = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            Path(beside).chmod(mode)
            Path(beside).replace(target)
        except BaseException:
            with suppress(OSError):
                Path(beside).unlink()
            raise
    except (OSError, UnicodeEncodeError) as error:
        raise MujoError(f"cannot write {path}: {_reason(error)}", code="file") from None
    except ValueError as error:
        if isinstance(error, MujoError):
            raise
        raise MujoError(f"cannot write {path!r}: {error}", code="file") from None


def _reason(error: Exception) -> str:
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
