"""The writer of files: links, modes, devices, pipes, full disks, two writers at once, and what is left afterwards."""

from __future__ import annotations

import multiprocessing
import os
import resource
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from mujo import MujoError, NotationError
from mujo.files import read_text, replacing, same_file, write_bytes, write_text

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links, modes and pipes of POSIX")


def left_behind(folder: Path) -> list[str]:
    """List the names in a folder, temporary files included."""
    return sorted(path.name for path in folder.iterdir())


def test_a_new_file_has_the_mode_of_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_text(tmp_path / "new", "a\r\nb\n")
    finally:
        os.umask(before)
    assert (tmp_path / "new").read_bytes() == b"a\r\nb\n"
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640
    assert left_behind(tmp_path) == ["new"]


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o666, 0o755])
def test_an_existing_file_keeps_its_mode_and_gets_all_of_the_text(tmp_path: Path, mode: int) -> None:
    target = tmp_path / "old"
    target.write_text("longer than what replaces it")
    target.chmod(mode)
    write_text(target, "new")
    assert target.read_text() == "new"
    assert stat.S_IMODE(target.stat().st_mode) == mode


def test_a_private_file_is_private_while_it_is_written(tmp_path: Path) -> None:
    target = tmp_path / "old"
    target.touch(0o600)
    with replacing(target) as file:
        file.write(b"secret")
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert len(modes) == 2
    assert set(modes.values()) == {0o600}


def test_links_are_followed_and_stay(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    (tmp_path / "one").symlink_to("far/two")
    (tmp_path / "far" / "two").symlink_to(tmp_path / "target")
    for text in ("made", "replaced"):
        write_text(tmp_path / "one", text)
        assert (tmp_path / "target").read_text() == text
    assert (tmp_path / "one").is_symlink()
    assert (tmp_path / "far" / "two").is_symlink()
    assert left_behind(tmp_path / "far") == ["two"]


def test_a_circle_of_links_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "one").symlink_to("two")
    (tmp_path / "two").symlink_to("one")
    with pytest.raises(MujoError, match=r"cannot write .*one: ") as caught:
        write_text(tmp_path / "one", "text")
    assert caught.value.code == "file"
    assert left_behind(tmp_path) == ["one", "two"]


def test_a_name_of_the_greatest_length_can_be_written(tmp_path: Path) -> None:
    name = "n" * os.pathconf(tmp_path, "PC_NAME_MAX")
    write_text(tmp_path / name, "text")
    write_text(tmp_path / name, "again")
    assert (tmp_path / name).read_text() == "again"


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("missing/file", "there is no folder"),
        ("", "it is a folder"),
        ("nul\0byte", "null"),
        ("n" * 5000, "too long"),
        ("line\nfeed/file", r"line\\nfeed"),
    ],
)
def test_a_path_that_cannot_be_written_is_an_error(tmp_path: Path, path: str, reason: str) -> None:
    with pytest.raises(MujoError, match=f"cannot write .*{reason}") as caught:
        write_text(os.path.join(tmp_path, path), "text")
    assert caught.value.code == "file"
    assert left_behind(tmp_path) == []


def test_a_write_protected_file_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if os.geteuid() == 0:
        # Root may write anything, so ask as another user would be answered.
        monkeypatch.setattr(os, "access", lambda path, _: bool(os.stat(path).st_mode & 0o222))
    target = tmp_path / "old"
    target.write_text("old")
    target.chmod(0o444)
    with pytest.raises(MujoError, match="write-protected"):
        write_text(target, "new")
    assert target.read_text() == "old"


def test_without_overwrite_an_existing_file_is_left_alone(tmp_path: Path) -> None:
    target = tmp_path / "file"
    write_text(target, "first", overwrite=False)
    with pytest.raises(MujoError, match="exists") as caught:
        write_text(target, "second", overwrite=False)
    assert caught.value.code == "file_exists"
    assert target.read_text() == "first"
    assert left_behind(tmp_path) == ["file"]


@pytest.mark.parametrize("links_work", [True, False])
def test_without_overwrite_a_file_that_appears_meanwhile_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links_work: bool
) -> None:
    def no_links(*_: object) -> None:
        raise PermissionError

    if not links_work:
        monkeypatch.setattr(os, "link", no_links)
    target = tmp_path / "file"
    write_text(tmp_path / "other", "text", overwrite=False)
    assert (tmp_path / "other").read_text() == "text"

    def pieces() -> Iterator[str]:
        yield "ours"
        target.write_text("theirs")

    with pytest.raises(MujoError) as caught:
        write_text(target, pieces(), overwrite=False)
    assert caught.value.code == "file_exists"
    assert target.read_text() == "theirs"
    assert left_behind(tmp_path) == ["file", "other"]


def test_an_exception_of_the_block_passes_and_leaves_the_target(tmp_path: Path) -> None:
    target = tmp_path / "file"
    target.write_text("old")

    def pieces(error: BaseException) -> Iterator[str]:
        yield "new" * 100_000
        raise error

    for error in (ValueError("a"), OSError("b"), KeyboardInterrupt(), MujoError("c", code="depth")):
        with pytest.raises(type(error)) as caught:
            write_text(target, pieces(error))
        assert caught.value is error
        assert target.read_text() == "old"
        assert left_behind(tmp_path) == ["file"]


def test_a_lone_surrogate_is_refused_before_anything_changes(tmp_path: Path) -> None:
    target = tmp_path / "file"
    target.write_text("old")
    with pytest.raises(MujoError, match="lone surrogate at index 2"):
        write_text(target, "ab\udc80")
    assert target.read_text() == "old"
    assert left_behind(tmp_path) == ["file"]


def test_a_full_disk_leaves_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "file"
    target.write_text("old")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 17, limits[1]))
    try:
        with pytest.raises(MujoError, match=r"cannot write .*file: File too large") as caught:
            write_text(target, "x" * (1 << 20))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert caught.value.code == "file"
    assert target.read_text() == "old"
    assert left_behind(tmp_path) == ["file"]


def test_a_failure_of_the_last_flush_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    target = tmp_path / "file"
    target.write_text("old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(MujoError, match="No space left"):
        write_text(target, "new")
    assert target.read_text() == "old"
    assert left_behind(tmp_path) == ["file"]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
def test_a_device_is_written_into(tmp_path: Path) -> None:
    write_text("/dev/null", "text")
    (tmp_path / "link").symlink_to("/dev/full")
    for size in (1, 1 << 20):
        with pytest.raises(MujoError, match="No space left") as caught:
            write_text(tmp_path / "link", "x" * size)
        assert caught.value.code == "file"
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode)


def test_a_pipe_is_written_into(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    received: list[bytes] = []
    reader = threading.Thread(target=lambda: received.append(pipe.read_bytes()))
    reader.start()
    write_text(pipe, ["a" * 100_000, "b"])
    reader.join(20)
    assert received == [b"a" * 100_000 + b"b"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert left_behind(tmp_path) == ["pipe"]


def test_a_pipe_whose_reader_leaves_is_an_error(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: os.close(os.open(pipe, os.O_RDONLY)))
    reader.start()

    def pieces() -> Iterator[str]:
        reader.join(20)
        yield "x" * 1_000_000

    with pytest.raises(MujoError, match="Broken pipe"):
        write_text(pipe, pieces())


@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
@pytest.mark.parametrize("kind", ["pipe", "file"])
def test_standard_output_by_name_is_written_in_its_place(tmp_path: Path, name: str, kind: str) -> None:
    if not os.path.exists(name):
        pytest.skip(f"no {name} here")
    code = f"""
import os
from mujo.files import write_text
os.write(1, b"before ")
write_text({name!r}, "text ")
os.write(1, b"after")
"""
    target = tmp_path / "output"
    target.write_text("kept ")
    if kind == "pipe":
        out = subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.PIPE).stdout
        assert out == b"before text after"
    else:
        with target.open("ab") as file:
            subprocess.run([sys.executable, "-c", code], check=True, stdout=file)
        assert target.read_text() == "kept before text after"
    assert left_behind(tmp_path) == ["output"]


def write_often(path: Path, letter: str) -> None:
    """Write one letter many times over, again and again."""
    for _ in range(60):
        write_text(path, letter * 200_000)


def test_two_writers_leave_one_whole_file(tmp_path: Path) -> None:
    target = tmp_path / "file"
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=write_often, args=(target, letter)) for letter in "ab"]
    for writer in writers:
        writer.start()
    seen = set()
    while any(writer.is_alive() for writer in writers):
        if target.exists():
            text = target.read_bytes()
            assert len(text) == 200_000
            seen |= set(text)
    for writer in writers:
        writer.join()
        assert writer.exitcode == 0
    assert seen <= set(b"ab")
    assert len(set(target.read_text())) == 1
    assert left_behind(tmp_path) == ["file"]


def test_bytes_are_written_as_they_are(tmp_path: Path) -> None:
    write_bytes(tmp_path / "file", b"\xff\x00\r\n")
    assert (tmp_path / "file").read_bytes() == b"\xff\x00\r\n"


def test_reading_has_a_limit_even_on_endless_devices(tmp_path: Path) -> None:
    (tmp_path / "text").write_bytes(b"\xef\xbb\xbfabc")
    assert read_text(tmp_path / "text", 6, code_too_long="data.too_long", code_bytes="data.syntax") == "abc"
    for path, limit, code in (("text", 5, "data.too_long"), ("/dev/zero", 1000, "data.too_long")):
        with pytest.raises(NotationError, match=f"larger than {limit} bytes") as caught:
            read_text(tmp_path / path, limit, code_too_long=code, code_bytes="data.syntax")
        assert caught.value.code == code
    (tmp_path / "bad").write_bytes(b"ab\xff")
    with pytest.raises(NotationError, match="byte 2 is invalid"):
        read_text(tmp_path / "bad", 9, code_too_long="data.too_long", code_bytes="data.syntax")
    with pytest.raises(MujoError, match="cannot read"):
        read_text(tmp_path, 9, code_too_long="data.too_long", code_bytes="data.syntax")


def test_one_file_is_known_under_two_names(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    (tmp_path / "b").symlink_to("a")
    assert same_file(tmp_path / "a", tmp_path / "b")
    assert not same_file(tmp_path / "a", tmp_path)
    assert not same_file(tmp_path / "a", tmp_path / "none")
    assert not same_file("a\0", "a\0")
