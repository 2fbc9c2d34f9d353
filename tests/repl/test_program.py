"""The real program: on pipes and on a pseudo-terminal."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mujo.cells import cell_width
from mujo.record import read_record
from pseudo_terminal import Terminal

needs_posix = pytest.mark.skipif(os.name != "posix", reason="needs pseudo-terminals and signals")
PLAY = [sys.executable, "-m", "mujo", "play"]
WON = "4d3d\n3a3b\n3d3b+\n"


def on_pipes(arguments: list[str], text: str | bytes) -> subprocess.CompletedProcess[str]:
    data = text if isinstance(text, bytes) else text.encode()
    done = subprocess.run([*PLAY, *arguments], input=data, capture_output=True, timeout=60, check=False)
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def test_a_game_on_pipes(small_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    done = on_pipes(["--rules", str(small_file)], f"{WON}save {path}\nquit\nnever read\n")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "Black wins: " in done.stdout
    assert "(rule 5.1)" in done.stdout
    assert "never read" not in done.stdout
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", done.stdout)
    assert read_record(path).result == "black"


def test_the_end_of_input_leaves(small_file: Path) -> None:
    for text in ("", "4d3d", "help", "help\r\n", b"\xff\xfe\n", b"a" * 300_000 + b"\n4d3d\n"):
        done = on_pipes(["--rules", str(small_file)], text)
        assert done.returncode == 0
        assert done.stderr == ""
    assert "White to move" in done.stdout


def test_each_line_is_answered_at_once(small_file: Path) -> None:
    with subprocess.Popen(
        [*PLAY, "--rules", str(small_file), "--quiet"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        program.stdout.readline()
        assert program.stdout.readline() == "Move 1, Black to move\n"
        program.stdin.write("4d3d\n")
        assert program.stdout.readline() == "Move 2, White to move, in check\n"
        program.stdin.close()
        assert program.wait(30) == 0


def test_the_first_line_may_be_anything() -> None:
    for line in ("undo", "moves", "why 1a1a", "load x", "board", "help", "position", "quit", "new maka"):
        done = on_pipes(["--quiet"], f"{line}\n{line}\n")
        assert done.returncode == 0
        assert done.stderr == ""


@pytest.mark.parametrize(
    "arguments", [["--rules", "nogame"], ["--position", "nonsense"], ["--rules", "missing.toml"], ["--rules", "\udcff"]]
)
def test_a_wrong_start_is_refused(arguments: list[str]) -> None:
    done = on_pipes(arguments, "")
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("mujo: ")
    assert "Traceback" not in done.stderr


def test_ascii(small_file: Path) -> None:
    done = on_pipes(["--rules", str(small_file), "--style", "ascii"], "help R\nhelp 飛車\nboard\nhelp ü\n")
    assert done.stdout.isascii()
    assert "rook" in done.stdout


def test_a_closed_pipe_is_quiet(small_file: Path) -> None:
    with subprocess.Popen(
        [*PLAY, "--rules", str(small_file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.readline()
        program.stdout.close()
        program.stdin.write(b"board\n" * 5000)
        program.stdin.close()
        assert program.wait(30) == 0
        assert program.stderr.read() == b""


@pytest.fixture
def terminal(small_file: Path) -> Iterator[Terminal]:
    terminal = Terminal(["--rules", str(small_file)])
    yield terminal
    terminal.close()


@needs_posix
def test_a_game_on_a_terminal(terminal: Terminal) -> None:
    terminal.wait_for("Black 1>")
    terminal.type("4d3d\r")
    terminal.wait_for("Move 2, White to move, in check")
    terminal.wait_for("White 2>")
    terminal.type("3a3b\r")
    terminal.wait_for("Black 3>")
    terminal.type("3d3b+\r")
    terminal.wait_for("Black wins: ")
    terminal.wait_for("(rule 5.1)")
    terminal.wait_for("game over>")
    terminal.type("quit\r")
    assert terminal.end() == 0


@needs_posix
def test_history_on_a_terminal(terminal: Terminal) -> None:
    terminal.wait_for("Black 1>")
    terminal.type("position\r")
    terminal.wait_for("b - 1")
    terminal.wait_for("Black 1>")
    terminal.type("\x1b[A\r")
    terminal.wait_for("b - 1")
    terminal.wait_for("Black 1>")
    terminal.type("\x04")
    assert terminal.end() == 0


@needs_posix
def test_control_c_drops_the_line(terminal: Terminal) -> None:
    terminal.wait_for("Black 1>")
    terminal.type("4d3")
    terminal.wait_for("4d3")
    terminal.type("\x03")
    terminal.wait_for("To leave, type 'quit' or press Ctrl-D.")
    terminal.wait_for("Black 1>")
    terminal.type("4d3d\r")
    terminal.wait_for("White 2>")
    terminal.type("quit\r")
    assert terminal.end() == 0


@needs_posix
@pytest.mark.parametrize("columns", [80, 130])
def test_the_board_fits_the_terminal_in_ids(columns: int) -> None:
    terminal = Terminal([], columns)
    try:
        shown = terminal.wait_for("Black 1>")
        assert "HM" in shown
        assert max(map(cell_width, shown.split("\n"))) <= columns
        terminal.type("quit\r")
        assert terminal.end() == 0
    finally:
        terminal.close()


@needs_posix
def test_control_c_on_a_pipe(small_file: Path) -> None:
    with subprocess.Popen(
        [*PLAY, "--rules", str(small_file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.readline()
        program.send_signal(signal.SIGINT)
        assert program.wait(30) == 130
        assert program.stderr.read() == b""
