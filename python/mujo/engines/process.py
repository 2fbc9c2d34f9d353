"""The process of an engine: lines in, lines out, with time limits."""

from __future__ import annotations

import asyncio
import os
import signal
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress

from mujo.errors import EngineError

__all__ = ["EngineProcess"]

#: Bytes. The longest line of an engine.
LONGEST_LINE = 1 << 20
#: Lines of an engine's standard error that are kept for messages.
KEPT_ERRORS = 20


class EngineProcess:
    """A running engine.

    Attributes
    ----------
    name
        What messages call it.
    """

    def __init__(self, name: str, process: asyncio.subprocess.Process) -> None:
        self.name = name
        self._process = process
        self._errors: deque[str] = deque(maxlen=KEPT_ERRORS)
        self._watch = asyncio.create_task(self._read_errors())

    @classmethod
    async def start(
        cls,
        command: Sequence[str],
        name: str,
        *,
        folder: str | os.PathLike[str] | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> EngineProcess:
        """Start an engine.

        Parameters
        ----------
        command
            The program and its arguments; no shell is used.
        name
            What messages call it.
        folder
            Where it runs.
        environment
            Its environment variables, by default those of this process.

        Raises
        ------
        EngineError
            ``engine.start``
        """
        pipe = asyncio.subprocess.PIPE
        try:
            process = await asyncio.create_subprocess_exec(
                *command,
                stdin=pipe,
                stdout=pipe,
                stderr=pipe,
                limit=LONGEST_LINE,
                cwd=folder,
                env=None if environment is None else dict(environment),
                # Ctrl-C at the terminal is for this program, which ends its engines itself.
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise EngineError(f"cannot start {name}: {reason}", code="engine.start", engine=name) from None
        return cls(name, process)

    async def _read_errors(self) -> None:
        stream = self._process.stderr
        assert stream is not None
        with suppress(OSError, ValueError):
            while line := await stream.readline():
                self._errors.append(line.decode("utf-8", "replace").rstrip())

    async def send(self, *lines: str) -> None:
        """Write lines.

        Raises
        ------
        EngineError
            ``engine.ended``
        """
        stream = self._process.stdin
        assert stream is not None
        if self._process.returncode is not None:
            raise await self.ended()
        try:
            stream.write("".join(f"{line}\n" for line in lines).encode())
            await stream.drain()
        except (OSError, RuntimeError):
            raise await self.ended() from None

    async def receive(self) -> str:
        """Read a line.

        Raises
        ------
        EngineError
            ``engine.ended``; ``engine.protocol``: the line is longer than a megabyte.
        """
        stream = self._process.stdout
        assert stream is not None
        try:
            line = await stream.readline()
        except ValueError:
            raise EngineError(
                f"{self.name} sent a line of more than {LONGEST_LINE} bytes", code="engine.protocol", engine=self.name
            ) from None
        if not line:
            raise await self.ended()
        return line.decode("utf-8", "replace").strip()

    async def ended(self) -> EngineError:
        """Return the error for the way in which the process ended."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), 1)
            await asyncio.wait_for(asyncio.shield(self._watch), 1)
        status = self._process.returncode
        how = "closed its output" if status is None else f"was ended by signal {-status}" if status < 0 else "ended"
        last = next((line for line in reversed(self._errors) if line), "")
        detail = f" with status {status}" if status is not None and status >= 0 else ""
        return EngineError(
            f"{self.name} {how}{detail}" + (f": {last[:200]}" if last else ""), code="engine.ended", engine=self.name
        )

    @property
    def is_running(self) -> bool:
        """Whether the process runs."""
        return self._process.returncode is None

    async def close(self, *farewell: str, patience: float = 1.0) -> None:
        """End the process: say farewell, wait a moment, then kill it."""
        stream = self._process.stdin
        assert stream is not None
        if self.is_running:
            with suppress(EngineError, TimeoutError):
                await asyncio.wait_for(self.send(*farewell), patience)
            with suppress(OSError, RuntimeError):
                stream.close()
            try:
                await asyncio.wait_for(self._process.wait(), patience)
            except TimeoutError:
                self.kill()
                await self._process.wait()
        self._watch.cancel()
        with suppress(asyncio.CancelledError):
            await self._watch

    def kill(self) -> None:
        """Kill the process at once, and what it has started: the command may be a script that runs the engine."""
        if not self.is_running:
            return
        with suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                # The process leads a group of its own, see `start`.
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
