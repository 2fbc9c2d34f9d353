"""The command line with a terminal on standard error or standard output."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pty = pytest.importorskip("pty")


def run(arguments: list[str], *, out_is_terminal: bool, columns: int = 80) -> tuple[int, bytes, str]:
    """Run mujo with a pseudo-terminal on standard error, and on standard output if asked for."""
    import fcntl
    import struct
    import termios

    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 60, columns, 0, 0))
    environment = {**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
    environment.pop("COLUMNS", None)
    with subprocess.Popen(
        [sys.executable, "-m", "mujo", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=slave if out_is_terminal else subprocess.PIPE,
        stderr=slave,
        env=environment,
    ) as program:
        os.close(slave)
        shown = b""
        while True:
            try:
                data = os.read(master, 65536)
            except OSError:
                break
            if not data:
                break
            shown += data
        out = b"" if program.stdout is None else program.stdout.read()
        status = program.wait(30)
    os.close(master)
    return status, out, shown.decode("utf-8", "replace")


@pytest.mark.parametrize("extra", [[], ["--divide"]])
def test_perft_shows_a_bar_and_its_speed_beside_the_count(extra: list[str]) -> None:
    status, out, shown = run(["perft", "2", "--rules", "maka", *extra], out_is_terminal=False)
    assert status == 0
    assert b"\x1b" not in out
    assert "nodes/s" in shown
    assert "perft" in shown
    assert "Traceback" not in shown


def test_json_goes_without_words_on_a_terminal() -> None:
    status, out, shown = run(["moves", "--rules", "maka", "--json"], out_is_terminal=False)
    assert (status, shown) == (0, "")
    assert out.startswith(b"{")


@pytest.mark.parametrize("columns", [80, 103, 104, 130])
def test_show_fits_the_terminal(columns: int) -> None:
    status, _, shown = run(["show"], out_is_terminal=True, columns=columns)
    assert status == 0
    assert " HM " in shown
    assert max(map(len, shown.replace("\r", "").split("\n"))) <= columns
