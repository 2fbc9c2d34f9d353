"""Every reader limits what it reads, not what it has read: devices, pipes and lines that never end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from mujo import DataError, MujoError, RuleSet
from mujo.record import Format, read_games, read_record
from mujo.rules import find_rules

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="devices and pipes of POSIX")

ZERO = "/dev/zero"

#: Bytes of memory that a reader may take of an endless input, in the tests of the command line.
MOST_MEMORY = 1 << 30


class RingError(Exception):
    """What the handler of the alarm raises."""


@contextmanager
def endless_pipe(path: Path, word: bytes) -> Iterator[None]:
    """Make a pipe into which a thread writes a word again and again."""
    os.mkfifo(path)

    def write() -> None:
        try:
            with path.open("wb", buffering=0) as pipe:
                while True:
                    pipe.write(word * 10_000)
        except BrokenPipeError:
            pass

    writer = threading.Thread(target=write)
    writer.start()
    yield
    writer.join()


def test_a_rule_file_without_end_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError) as refusal:
        RuleSet.from_file(ZERO)
    assert refusal.value.code == "data.too_long"
    for number, word in enumerate((b"x", b"\n", "鉤".encode(), b"a = 1\n", b"\xff")):
        pipe = tmp_path / f"rules{number}.toml"
        with endless_pipe(pipe, word), pytest.raises(DataError) as refusal:
            find_rules(str(pipe))
        assert refusal.value.code == "data.too_long"


def test_the_longest_rule_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "long.toml"
    toml = 'format = 1\nname = "a"\ntitle = "a"\nsource = "a"\ndescription = "a"\nbase = "maka"\n'
    path.write_text(toml + "#" * (256 * 1024 - len(toml)))
    assert RuleSet.from_file(path).files == 19
    path.write_text(toml + "#" * (256 * 1024 - len(toml) + 1))
    with pytest.raises(DataError) as refusal:
        RuleSet.from_file(path)
    assert refusal.value.code == "data.too_long"


@pytest.mark.parametrize("path", ["no such file.toml", ".", "a\0b.toml"])
def test_a_rule_file_that_cannot_be_opened(path: str) -> None:
    with pytest.raises((OSError, ValueError)):
        RuleSet.from_file(path)
    with pytest.raises(MujoError) as refusal:
        find_rules(path if path != "." else "./.toml")
    assert refusal.value.code == "file"


@pytest.mark.parametrize("form", list(Format), ids=str)
def test_a_record_without_end_is_refused(form: Format) -> None:
    with pytest.raises(MujoError) as refusal:
        list(read_games(ZERO, form))
    assert refusal.value.code == "record.too_long"


def test_one_record_without_end_is_refused() -> None:
    with pytest.raises(MujoError) as refusal:
        read_record(ZERO)
    assert refusal.value.code == "record.too_long"


@pytest.mark.parametrize(
    "read",
    [RuleSet.from_file, lambda path: list(read_games(path, "pgn")), read_record],
    ids=["rules", "games", "record"],
)
def test_waiting_for_a_writer_ends_on_a_signal(tmp_path: Path, read: Callable[[Path], object]) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    def ring(*_: object) -> None:
        raise RingError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(RingError):
            read(pipe)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


PROGRAM = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[1]),) * 2)
from mujo.cli import main
sys.exit(main(sys.argv[2:]))
"""


@pytest.mark.parametrize(
    ("arguments", "slug"),
    [
        (["check", ZERO], "data.too_long"),
        (["show", "--rules", "zero.toml"], "data.too_long"),
        (["convert", ZERO, "-", "--from", "pgn", "--to", "kif"], "record.too_long"),
        (["convert", "-", "-", "--from", "kif", "--to", "pgn"], "record.too_long"),
        (["solve", ZERO], "record.too_long"),
        (["solve", "-"], "record.too_long"),
        (["show", "--position", "-"], "position.too_long"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else value,
)
def test_commands_refuse_what_never_ends(tmp_path: Path, arguments: list[str], slug: str) -> None:
    (tmp_path / "zero.toml").symlink_to(ZERO)
    with open(ZERO, "rb") as zero:
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, str(MOST_MEMORY), *arguments],
            stdin=zero if "-" in arguments else subprocess.DEVNULL,
            capture_output=True,
            cwd=tmp_path,
            check=False,
            text=True,
        )
    assert done.returncode not in (0, -6, -9, -11)
    assert slug in done.stderr
    assert "Traceback" not in done.stderr
