"""What reaches terminals, pipes and files: encodings, control characters, sizes, and streams that are missing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import command_line
import mujo
from mujo.cli.output import error_json, limited, to_json
from mujo.record import format_record, record_of

MUJO = [sys.executable, "-m", "mujo"]
needs_posix = pytest.mark.skipif(os.name != "posix", reason="needs a shell")

#: Characters that a terminal obeys or that hide text: C0, DEL, C1, bidirectional controls, line separators.
CONTROLS = "\x07\x08\x1b\x7f\x80\x85\x9b\u061c\u200e\u202a\u202e\u2028\u2066\u2069\ufeff"
ENCODINGS = ("utf-8", "cp1252", "ascii", "cp932", "latin-1")


def started(arguments: list[str], data: bytes | None = None, encoding: str | None = None) -> tuple[int, bytes, bytes]:
    """Run a command in a process of its own."""
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    if encoding is not None:
        environment["PYTHONIOENCODING"] = encoding
    source = subprocess.DEVNULL if data is None else subprocess.PIPE
    with subprocess.Popen(
        [*MUJO, *arguments], stdin=source, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    ) as program:
        out, err = program.communicate(data, timeout=120)
    return program.returncode, out, err


def run(arguments: list[str], data: bytes | None = None, encoding: str = "utf-8") -> tuple[int, bytes, bytes]:
    done = command_line.run(*arguments, data=data, encoding=encoding)
    assert b"Traceback" not in done.err, done.err.decode()
    assert b"bug in mujo" not in done.err, done.err.decode()
    return done.status, done.out, done.err


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252"])
@pytest.mark.parametrize(
    ("arguments", "data"),
    [
        (["show", "--rules", "maka", "--style", "kanji"], None),
        (["show", "--rules", "maka", "--svg"], None),
        (["moves", "--rules", "maka"], b"19/19 b"),
        (["play", "--rules", "maka", "--style", "kanji"], "undo\n歩兵\n".encode()),
        (["check", "--x"], None),
        (["help"], None),
    ],
)
def test_a_command_writes_the_same_in_the_process_of_the_tests(
    arguments: list[str], data: bytes | None, encoding: str
) -> None:
    assert run(arguments, data, encoding) == started(arguments, data, encoding)


def game() -> mujo.Board:
    board = mujo.Board(rules="maka")
    for move in ("10n10m", "10f10g"):
        board.push(move)
    return board


# Encodings.


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize(
    "arguments",
    [
        ["show", "--rules", "maka", "--svg"],
        ["show", "--rules", "maka", "--json"],
        ["piece", "lion", "--json"],
        ["piece", "lion", "--svg"],
        ["rules", "maka", "--json"],
    ],
)
def test_machine_formats_are_utf_8_whatever_the_locale(arguments: list[str], encoding: str) -> None:
    status, out, err = run(arguments, encoding=encoding)
    assert (status, err) == (0, b"")
    assert out == run(arguments, encoding="utf-8")[1]
    if "--json" in arguments:
        json.loads(out.decode("utf-8"))


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_records_are_read_and_written_as_utf_8_whatever_the_locale(encoding: str) -> None:
    text = format_record(record_of(game()))
    status, kif, err = run(["convert", "-", "-", "--from", "json", "--to", "kif"], text.encode(), encoding)
    assert (status, err) == (0, b"")
    assert "歩兵" in kif.decode("utf-8")
    status, back, err = run(["convert", "-", "-", "--from", "kif", "--to", "json"], kif, encoding)
    assert (status, err) == (0, b"")
    assert json.loads(back)["moves"] == ["10n10m", "10f10g"]


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
@pytest.mark.parametrize(
    "command", [["show", "--style", "kanji"], ["piece", "capricorn"], ["play", "--style", "kanji"]]
)
def test_a_terminal_without_kanji_gets_ids_and_is_told_once(command: list[str], encoding: str) -> None:
    status, out, err = run([*command, "--rules", "maka"], data=b"", encoding=encoding)
    assert status == 0
    assert err.count(b"has no kanji") == 1
    shown = out.decode(encoding)
    assert "?" not in shown
    assert "CA" in shown
    assert "獅" not in shown


def test_kanji_are_shown_where_they_can_be() -> None:
    status, out, err = run(["show", "--rules", "maka", "--style", "kanji"])
    assert (status, err) == (0, b"")
    assert "獅" in out.decode("utf-8")


# Control characters, sizes.


@pytest.mark.parametrize("sign", CONTROLS)
def test_no_control_character_is_printed(sign: str, tmp_path: Path) -> None:
    name = f"a{sign}b"
    path = tmp_path / "rules.toml"
    path.write_text(f'format = 1\nname = "x"\ntitle = {json.dumps(name, ensure_ascii=True)}\nextra = 1\n')
    record = tmp_path / "game.json"
    record.write_text(json.dumps({"format": name}), encoding="utf-8")
    for arguments in (
        ["moves", "--rules", name],
        ["moves", "--position", name],
        ["moves", "--from", name, "--position", "startpos"],
        ["piece", name],
        ["check", str(path)],
        ["check", str(tmp_path / name)],
        ["validate", str(record)],
        ["convert", str(record), "-", "--to", name],
        [name],
    ):
        for extra in ([], ["--json"]):
            _, out, err = run([*arguments, *extra])
            for text in (out.decode("utf-8"), err.decode("utf-8")):
                assert all(character.isprintable() or character == "\n" for character in text), (arguments, text)


def test_json_escapes_what_a_terminal_obeys() -> None:
    text = to_json("x", {"value": f"獅{CONTROLS}\n"})
    assert text.isprintable()
    assert "獅" in text
    assert json.loads(text)["value"] == f"獅{CONTROLS}\n"


@pytest.mark.parametrize("length", [10, 10_000, 5_000_000])
def test_errors_are_limited(length: int) -> None:
    error = mujo.InvalidPositionError("x" * length, problems=["y" * length] * 1000)
    assert len(limited(str(error))) <= 1000
    assert len(error_json(error)) < 60_000
    assert len(limited("x\n" * length).split("\n")) <= 41


def test_a_file_with_many_faults_is_reported_in_part(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text("format = 1\n" + "".join(f"key{number} = 1\n" for number in range(5000)))
    for extra in ([], ["--json"]):
        status, out, err = run(["check", str(path), *extra])
        assert status == 1
        assert len(out) + len(err) < 100_000
        assert b"more faults" in out + err


# Streams, folders, disks.


COMMANDS_WITHOUT_STREAMS = (
    *("moves --rules maka", "show --rules maka", "show --rules maka --svg", "play --rules maka", "", "help"),
    *("moves --x", "moves --rules x", "check x", "validate x.pgn", "convert - - --from pgn --to json"),
    *("perft 1", "show --json"),
)


@pytest.mark.parametrize("closed", [("stdin",), ("stdout",), ("stderr",), ("stdin", "stdout", "stderr")])
@pytest.mark.parametrize("command", COMMANDS_WITHOUT_STREAMS)
def test_missing_streams_are_no_traceback(command: str, closed: tuple[str, ...]) -> None:
    """Python sets a stream that the process does not have to None."""
    done = command_line.run(*command.split(), closed=closed)
    assert done.status in (0, 1, 2)
    assert b"Traceback" not in done.err
    assert b"bug in mujo" not in done.err


@needs_posix
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("command", ["moves --rules maka", "show --rules maka --svg", "play --rules maka"])
def test_a_process_without_streams_ends_well(command: str, closed: str) -> None:
    words = ["sh", "-c", f'exec "$0" -m mujo {command} {closed}', sys.executable]
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, timeout=120, check=False)
    assert done.returncode in (0, 1, 2)
    assert b"Traceback" not in done.stderr
    assert b"bug in mujo" not in done.stderr


@needs_posix
@pytest.mark.parametrize(
    "command",
    ["moves", "show --svg", "show --json", "help", "play", "rules", "--version"],
)
def test_a_full_disk_is_an_error(command: str) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*MUJO, *command.split()], stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 1
    assert b"No space left" in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "FOLDER"],
        ["validate", "FOLDER", "--from", "pgn"],
        ["convert", "FOLDER", "x.json", "--from", "pgn"],
        ["convert", "BYTES", "FOLDER", "--from", "pgn", "--to", "json"],
        ["moves", "--rules", "FOLDER/x.toml"],
        ["validate", "BYTES", "--from", "pgn"],
        ["validate", "BYTES", "--from", "kif"],
        ["check", "BYTES"],
        ["moves", "--rules", "BYTES.toml"],
    ],
)
def test_folders_and_bytes_that_are_no_text_are_refused(arguments: list[str], tmp_path: Path) -> None:
    spoilt = b"\xff\xfe\x80\x00" * 10
    (tmp_path / "bytes").write_bytes(spoilt)
    (tmp_path / "bytes.toml").write_bytes(spoilt)
    words = [word.replace("FOLDER", str(tmp_path)).replace("BYTES", str(tmp_path / "bytes")) for word in arguments]
    status, out, err = run(words)
    assert (status, out) == (1, b"")
    assert err


@pytest.mark.parametrize("arguments", [["moves"], ["validate", "-", "--from", "pgn"], ["play"]])
def test_bytes_that_are_no_text_on_standard_input(arguments: list[str]) -> None:
    status, _, _ = run(arguments, b"\xff\xfe\x80\n" * 100)
    assert status in (0, 1)


@needs_posix
@pytest.mark.parametrize(
    "command", ["moves --position -", "validate - --from pgn", "convert - - --from json --to kif", "check /dev/zero"]
)
def test_endless_input_comes_to_an_end(command: str) -> None:
    words = ["sh", "-c", f'exec "$0" -m mujo {command} < /dev/zero', sys.executable]
    done = subprocess.run(words, capture_output=True, timeout=200, check=False)
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr


def test_convert_replaces_a_file_only_with_force(tmp_path: Path) -> None:
    source, target = tmp_path / "a.json", tmp_path / "b.kif"
    source.write_text(format_record(record_of(game())), encoding="utf-8")
    target.write_text("precious")
    status, _, err = run(["convert", str(source), str(target)])
    assert (status, target.read_text()) == (1, "precious")
    assert b"[file_exists]" in err
    status, out, _ = run(["convert", str(source), str(target), "--force"])
    assert status == 0
    assert b"1 game" in out
    assert "歩兵" in target.read_text(encoding="utf-8")
    for same in (source, tmp_path / "." / "a.json"):
        status, _, err = run(["convert", str(source), str(same), "--force"])
        assert status == 1
        assert b"same file" in err


def test_convert_reports_as_json(tmp_path: Path) -> None:
    source, target = tmp_path / "a.usi", tmp_path / "b.jsonl"
    source.write_text("position startpos moves 8r8q\nposition startpos moves 8r8q 1a1a\n")
    status, out, err = run(["convert", str(source), str(target), "--json"])
    assert (status, out) == (1, b"")
    assert b'"code"' in err
    assert not target.exists()
    status, out, err = run(["convert", str(source), str(target), "--json", "--keep-going"])
    assert (status, err) == (1, b"")
    data = json.loads(out)
    assert (data["games"], data["format"], data["file"]) == (2, "jsonl", str(target))
    assert [fault["ply"] for fault in data["faults"]] == [2]


@needs_posix
def test_a_terminal_is_told_what_mujo_waits_for() -> None:
    import pty

    master, slave = pty.openpty()
    # A pipe that nobody writes to or closes.
    reader, writer = os.pipe()
    with subprocess.Popen(
        [*MUJO, "moves", "--rules", "maka"], stdin=reader, stdout=subprocess.PIPE, stderr=slave
    ) as program:
        os.close(slave)
        shown = b""
        while b"waiting for a position on standard input" not in shown:
            shown += os.read(master, 4096)
        os.close(writer)
        assert program.stdout is not None
        assert len(program.stdout.read().splitlines()) == 80
        assert program.wait(60) == 0
    os.close(reader)
    os.close(master)
