"""The prompt on a pseudo-terminal, as its session leader."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
import time

PLAY = [sys.executable, "-m", "mujo", "play"]


def _default_hangup() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


class Terminal:
    """The program on a pseudo-terminal."""

    def __init__(self, arguments: list[str], columns: int = 130, rows: int = 50) -> None:
        # Not everywhere.
        import fcntl
        import pty
        import struct
        import termios

        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        environment = {**os.environ, "TERM": "xterm-256color", "PROMPT_TOOLKIT_NO_CPR": "1", "LC_ALL": "C.UTF-8"}
        environment.pop("COLUMNS", None)
        self.program = subprocess.Popen(
            [*PLAY, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment,
            start_new_session=True,
            close_fds=True,
            # Under nohup the tests themselves ignore this signal, and a child would inherit that.
            preexec_fn=_default_hangup,
        )
        os.close(slave)
        self.raw = ""
        self._read = 0

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def wait_for(self, text: str, seconds: float = 30) -> str:
        """Read until `text` is shown after what was waited for before."""
        end = time.monotonic() + seconds
        while text not in self.screen[self._read :]:
            ready, _, _ = select.select([self.master], [], [], max(0, end - time.monotonic()))
            assert ready, f"{text!r} was not shown within {seconds} s; shown:\n{self.screen}"
            try:
                data = os.read(self.master, 65536)
            except OSError:
                data = b""
            assert data, f"the program ended without {text!r}; shown:\n{self.screen}"
            self.raw += data.decode("utf-8", "replace")
        start = self._read
        self._read = self.screen.index(text, start) + len(text)
        return self.screen[start : self._read]

    @property
    def screen(self) -> str:
        """What was written, without control sequences."""
        return re.sub(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b[=>]|\x1b\][^\x07]*\x07|\r|\x1b\([A-Z]", "", self.raw)

    def end(self) -> int:
        """Read the rest and tell the exit status."""
        end = time.monotonic() + 30
        while time.monotonic() < end:
            ready, _, _ = select.select([self.master], [], [], 0.2)
            if ready:
                try:
                    data = os.read(self.master, 65536)
                except OSError:
                    data = b""
                self.raw += data.decode("utf-8", "replace")
                if not data:
                    break
            elif self.program.poll() is not None:
                break
        return self.program.wait(30)

    def close(self) -> None:
        if self.program.poll() is None:
            self.program.kill()
            self.program.wait(30)
        os.close(self.master)
