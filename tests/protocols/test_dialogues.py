"""The engine in conversation with other programs: scripted dialogues, one file each, hostile ones included."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dialogue import PATIENCE, Conversation, DialogueError, matches, run

FOLDER = Path(__file__).with_name("dialogues")
FILES = sorted(FOLDER.glob("*/*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_dialogue(path: Path) -> None:
    checked = run(path, path.parent.name)
    assert checked > 0 or path.stem == "end_at_once", "no move of the engine was checked"


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        ("< no such answer", "no answer"),
        ("= other", "heard 'readyok'"),
        ("! readyok", "heard 'readyok'"),
        ("@status 0", "did not end"),
        ("hello", "no step"),
    ],
)
def test_the_runner_notices_what_is_wrong(
    step: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dialogue.PATIENCE", 3.0)
    path = tmp_path / "wrong.txt"
    lines = ["> isready", *(["< readyok"] if step.startswith("!") else []), step]
    path.write_text("\n".join(lines))
    with pytest.raises(DialogueError, match=reason):
        run(path, "usi")


def test_patterns() -> None:
    assert matches("info depth 1 pv 7i7h", "info * pv *")
    assert not matches("info depth 1", "info * pv *")
    assert not matches("bestmove 1a1b", "bestmove 1a1.")


@pytest.mark.parametrize(("protocol", "search"), [("usi", "go infinite"), ("cecp", "analyze")])
def test_ctrl_c_ends_the_engine(protocol: str, search: str) -> None:
    talk = Conversation(protocol)
    try:
        talk.send(f"{search}\n".encode())
        talk.next_line()
        talk.process.send_signal(signal.SIGINT)
        before = time.monotonic()
        assert talk.wait() == 130
        assert time.monotonic() - before < PATIENCE / 2
        assert "Traceback" not in talk.errors
    finally:
        talk.close()


@pytest.mark.parametrize(
    ("protocol", "commands"), [("usi", "usi\nisready\ngo infinite\n"), ("cecp", "protover 2\nping 1\nanalyze\n")]
)
def test_a_program_that_does_not_listen(protocol: str, commands: str) -> None:
    """The reading end of the output is closed: the engine notices when it writes, and ends without a word."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        process = subprocess.Popen(
            [sys.executable, "-m", "mujo", protocol], stdin=subprocess.PIPE, stdout=writer, stderr=subprocess.PIPE
        )
    finally:
        os.close(writer)
    assert process.stdin is not None
    try:
        process.stdin.write(commands.encode())
        process.stdin.flush()
        status = process.wait(PATIENCE)
    finally:
        process.kill()
        _, errors = process.communicate()
    assert (status, errors) == (0, b"")


@pytest.mark.parametrize("protocol", ["usi", "cecp"])
def test_closed_streams(protocol: str) -> None:
    command = f'"{sys.executable}" -m mujo {protocol}'
    for redirection in ("<&-", "</dev/null >&-", "<&- >&- 2>&-"):
        done = subprocess.run(["sh", "-c", f"{command} {redirection}"], capture_output=True, timeout=PATIENCE)
        assert (done.returncode, done.stderr) == (0, b"")
