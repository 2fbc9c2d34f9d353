"""Runs the command line in the process of the tests, on streams of bytes as a program has them.

To start an interpreter and import mujo takes longer than nearly all commands do, so a process is started only where it
is the subject: its streams, its signals, its exit status. `tests/unit/test_cli_output.py` compares both ways.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
import tempfile
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from mujo.cli import main, output

__all__ = ["Done", "run"]


#: The streams belong to the process: one command at a time.
_STREAMS = threading.Lock()


@dataclass(frozen=True)
class Done:
    """The exit status of a command, and what it wrote."""

    status: int
    out: bytes
    err: bytes


def run(*arguments: str, data: bytes | None = None, encoding: str = "utf-8", closed: Iterable[str] = ()) -> Done:
    """Run a command.

    Parameters
    ----------
    arguments
        The words after ``mujo``.
    data
        Standard input, which is then a file; the null device if left out.
    encoding
        Of the text that is written for people, as ``PYTHONIOENCODING`` sets it.
    closed
        Those of ``stdin``, ``stdout`` and ``stderr`` that the process does not have.
    """
    out, err = io.BytesIO(), io.BytesIO()
    with _STREAMS, _input(data) as source:
        usual: dict[str, Any] = {
            "stdin": source,
            "stdout": io.TextIOWrapper(out, encoding=encoding),
            "stderr": io.TextIOWrapper(err, encoding=encoding, errors="backslashreplace"),
        }
        before = {name: getattr(sys, name) for name in usual}
        for name, stream in (usual | dict.fromkeys(closed)).items():
            setattr(sys, name, stream)
        # A note is written once in a run.
        output._noted.clear()
        try:
            status = main(arguments)
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 1
        finally:
            for name, stream in before.items():
                setattr(sys, name, stream)
            for name in ("stdout", "stderr"):
                usual[name].flush()
                usual[name].detach()
    return Done(status, out.getvalue(), err.getvalue())


@contextlib.contextmanager
def _input(data: bytes | None) -> Iterator[Any]:
    if data is None:
        with open(os.devnull, encoding="utf-8") as nothing:
            yield nothing
        return
    with tempfile.TemporaryFile() as file:
        file.write(data)
        file.seek(0)
        lines = io.TextIOWrapper(file, encoding="utf-8", errors="surrogateescape")
        yield lines
        lines.detach()
