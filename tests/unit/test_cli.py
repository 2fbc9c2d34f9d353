"""The command line: output, errors, exit status."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import command_line
import mujo
from mujo.cli import main

needs_posix = pytest.mark.skipif(os.name != "posix", reason="needs signals, a shell and pipes as POSIX has them")
MUJO = [sys.executable, "-m", "mujo"]
STUDY = "19/19/19/19/19/19/19/19/19/9,G,9/19/19/19/19/19/19/19/19/19"


def run(*arguments: str, text: str | bytes | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command in the process of the tests; some tests below start the program itself."""
    done = command_line.run(*arguments, data=text.encode() if isinstance(text, str) else text)
    assert b"Traceback" not in done.err, done.err.decode()
    return subprocess.CompletedProcess(arguments, done.status, done.out.decode(), done.err.decode())


def succeed(*arguments: str, text: str | bytes | None = None) -> str:
    done = run(*arguments, text=text)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def fail(*arguments: str, text: str | bytes | None = None, status: int = 1) -> str:
    done = run(*arguments, text=text)
    assert (done.returncode, done.stdout) == (status, "")
    assert done.stderr
    return done.stderr


# Moves.


@pytest.mark.parametrize(("rules", "count"), [("tai", 479), ("maka", 80), ("hishigata", 260), ("maka/western", 75)])
def test_moves(rules: str, count: int) -> None:
    lines = succeed("moves", "--rules", rules).splitlines()
    assert sorted(lines) == sorted(move.usi() for move in mujo.Board(rules=rules).legal_moves)
    assert len(set(lines)) == count
    # Those of one piece stand together, 1a first.
    starts = [mujo.Move.from_usi(line, rules).from_square for line in lines]
    assert starts == sorted(starts)


def test_moves_from_a_square() -> None:
    lines = succeed("moves", "--rules", "maka", "--position", STUDY, "--from", "10j").splitlines()
    assert sorted(lines) == ["10j10i", "10j10k", "10j11i", "10j11j", "10j9i", "10j9j"]
    assert succeed("moves", "--rules", "maka", "--from", "10a") == ""


def test_the_installed_command_is_the_same() -> None:
    command = Path(sys.executable).parent / "mujo"
    if not command.exists():
        pytest.skip("mujo is not installed as a command here")
    done = subprocess.run(
        [command, "moves", "--rules", "maka"], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True
    )
    assert done.stdout == succeed("moves", "--rules", "maka")


# Where the position comes from.


def test_a_position_from_standard_input() -> None:
    expected = succeed("moves", "--rules", "maka", "--position", STUDY)
    assert len(expected.splitlines()) == 6
    assert succeed("moves", "--rules", "maka", text=STUDY) == expected
    assert succeed("moves", "--rules", "maka", text=f"\n  {STUDY}  \r\n") == expected
    assert succeed("moves", "--rules", "maka", "--position", "-", text=STUDY) == expected


def test_a_position_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "position"
    path.write_text(STUDY, encoding="utf-8")
    with path.open("rb") as file:
        done = subprocess.run(
            [*MUJO, "moves", "--rules", "maka"], stdin=file, capture_output=True, text=True, check=True
        )
    assert len(done.stdout.splitlines()) == 6


def test_nothing_on_standard_input_is_the_start() -> None:
    assert len(succeed("moves", "--rules", "maka", text=" \n").splitlines()) == 80
    assert "position.empty" in fail("moves", "--rules", "maka", "--position", "-", text="")
    assert "position.empty" in fail("moves", "--rules", "maka", "--position", "")


def test_the_option_goes_before_standard_input() -> None:
    assert len(succeed("moves", "--rules", "maka", "--position", STUDY, text="nonsense").splitlines()) == 6
    assert len(succeed("moves", "--rules", "maka", "--position", "startpos", text="nonsense").splitlines()) == 80


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("nonsense", "position."),
        (STUDY.replace("19/9", "18/9"), "position.rank_width"),
        (STUDY.replace("G", "TK"), "position.promoted_name"),
        (STUDY.replace("G", "XX"), "position.unknown_piece"),
        (STUDY.replace("G", "Hm"), "position.mixed_case"),
        (STUDY.replace("G", "+Q"), "position.cannot_promote"),
        (STUDY + " x", "position.side"),
        (b"\xff\xfe\x00", "position."),
        ("9" * 10_000_000, "position.too_long"),
        ("1,\n" * 3_000_000, "position.too_long"),
    ],
)
def test_wrong_positions(text: str | bytes, code: str) -> None:
    reason = fail("moves", "--rules", "maka", text=text)
    assert reason.startswith("mujo: ")
    assert f"[{code}" in reason
    assert len(reason) < 2000


# Rules.


def test_changed_rules() -> None:
    assert len(succeed("moves", "--rules", "tai[emperor=protected-piece-by-emperor]").splitlines()) < 479


def test_rules_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'format = 1\nname = "mine"\ntitle = "Mine"\ndescription = "mine"\nsource = "test"\nbase = "maka"\n',
        encoding="utf-8",
    )
    assert len(succeed("moves", "--rules", str(path)).splitlines()) == 80
    assert "good" in succeed("check", str(path))


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ("mak", "rules.unknown_name"),
        ("", "rules.unknown_name"),
        ("maka[", "rules.unknown_name"),
        ("maka[x=y]", "rules.unknown_option"),
        ("maka[emperor=x]", "rules.unknown_value"),
        ("maka[LD=x]", "rules.unknown_reading"),
        ("maka[hook_captures=99999999999999999999]", "rules.unknown_value"),
        ("missing.toml", "file"),
        ("\udcff", "rules.unknown_name"),
    ],
)
def test_unknown_rules(rules: str, code: str) -> None:
    assert f"[{code}]" in fail("moves", "--rules", rules)


def test_names_that_are_close() -> None:
    assert "maka" in fail("moves", "--rules", "mkaa")


@pytest.mark.parametrize("square", ["z1", "1z", "20a", "", "1", "1a1b", "\udcff", "99999999999a"])
def test_wrong_squares(square: str) -> None:
    assert "[notation." in fail("moves", "--rules", "maka", "--from", square)


# Show.


def test_show() -> None:
    lines = succeed("show", "--rules", "maka").splitlines()
    assert len(lines) == 1 + 20 + 1
    assert lines[-1] == "Move 1, Black to move"
    assert "玉" in succeed("show", "--rules", "maka", "--style", "kanji")
    assert succeed("show", "--rules", "maka", "--style", "ascii").isascii()
    flipped = succeed("show", "--rules", "maka", "--flip").splitlines()
    assert flipped[1].split() == [str(file) for file in range(1, 20)]


def test_show_a_decided_position() -> None:
    decided = "19/19/19/19/19/19/19/19/19/9,K,9/19/19/19/19/19/19/19/19/19 w"
    assert succeed("show", "--rules", "maka", "--position", decided).splitlines()[-1].startswith("Black wins: ")
    assert succeed("moves", "--rules", "maka", "--position", decided) == ""


# Perft.


def test_perft() -> None:
    assert succeed("perft", "0", "--rules", "maka") == "1\n"
    assert succeed("perft", "1", "--rules", "maka") == "80\n"
    assert succeed("perft", "2", "--rules", "maka") == f"{mujo.Board(rules='maka').perft(2)}\n"
    assert succeed("perft", "2", "--rules", "maka", "--threads", "3") == succeed("perft", "2", "--rules", "maka")


def test_perft_divided() -> None:
    *lines, total = succeed("perft", "2", "--rules", "maka", "--divide").splitlines()
    counts = dict(line.split() for line in lines)
    assert set(counts) == {move.usi() for move in mujo.Board(rules="maka").legal_moves}
    assert total == f"total {sum(map(int, counts.values()))}"
    assert total.split()[1] == succeed("perft", "2", "--rules", "maka").strip()


def test_perft_by_path() -> None:
    lion = STUDY.replace("G", "LN")
    assert succeed("perft", "1", "--rules", "maka[LD=limited]", "--position", lion) == "25\n"


@pytest.mark.parametrize("depth", ["-1", "x", "1.5", "65", "²", "9" * 5000, ""])
def test_wrong_depths(depth: str) -> None:
    assert "usage: " in fail("perft", "--", depth, status=2)


@pytest.mark.parametrize("threads", ["0", "-1", "x", "257"])
def test_wrong_threads(threads: str) -> None:
    assert "usage: " in fail("perft", "1", f"--threads={threads}", status=2)


# Check.


def test_check_a_good_file() -> None:
    folder = Path(mujo.__file__).parent / "data" / "rules"
    files = sorted(str(path) for path in folder.rglob("*.toml"))
    lines = succeed("check", *files).splitlines()
    assert len(lines) == len(files)
    assert all(": good. " in line for line in lines)


def test_check_lists_all_faults_with_line_and_fix(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(
        'format = 1\nname = "bad"\ntitle = "Bad"\ndescription = "bad"\nsource = "test"\nbase = "maka"\nextra = 1\n'
        '[options]\nemperor = { value = "nowhere", source = "test" }\n[choose]\nLD = "limted"\n',
        encoding="utf-8",
    )
    lines = fail("check", str(path)).splitlines()
    assert len(lines) >= 3
    assert all(line.startswith(f"{path}:") for line in lines)
    found = {re.search(r"\[([a-z_.]+)\]$", line)[1]: line for line in lines}  # type: ignore[index]
    assert f"{path}:7: extra: " in found["data.unknown_key"]
    assert f"{path}:9: " in found["data.unknown_value"]
    assert "protected-square" in found["data.unknown_value"]
    assert f"{path}:11: " in found["data.unknown_reading"]
    assert "limited" in found["data.unknown_reading"]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "data.missing_key"),
        (b"x =", "data.syntax"),
        (b"a = {\nb = 1 }", "data.syntax"),
        (b"\xff", "data.syntax"),
        (b"#" * 10_000_000, "data.too_long"),
    ],
)
def test_check_bad_files(tmp_path: Path, content: bytes, code: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(content)
    assert f"[{code}]" in fail("check", str(path))


def test_check_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert "[file]" in fail("check", str(tmp_path / "missing.toml"))
    assert "[file]" in fail("check", str(tmp_path))
    assert fail("check", str(tmp_path)).count(str(tmp_path)) == 1


def test_check_tells_the_place_of_a_fault_whatever_the_file_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The letter stands in the reasons, too."""
    (tmp_path / "a").write_text("format = 1\nname = 3\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert (
        "a:2: name: this is integer, it must be a text in quotes [data.wrong_type]" in fail("check", "a").splitlines()
    )


def test_check_goes_on_after_a_bad_file(tmp_path: Path) -> None:
    good = Path(mujo.__file__).parent / "data" / "rules" / "maka.toml"
    done = run("check", str(tmp_path / "missing.toml"), str(good))
    assert done.returncode == 1
    assert "good" in done.stdout
    assert "[file]" in done.stderr


# The program.


@pytest.mark.parametrize(
    "arguments", [["nonsense"], ["moves", "--nonsense"], ["perft"], ["check"], ["--rules"], ["--json"]]
)
def test_usage(arguments: list[str]) -> None:
    assert "usage: mujo" in fail(*arguments, status=2)


COMMANDS = (
    "play",
    "moves",
    "show",
    "piece",
    "sheet",
    "perft",
    "rules",
    "check",
    "convert",
    "validate",
    "match",
    "help",
)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_shows_its_own_usage_in_errors(command: str) -> None:
    wanted = {
        "perft": ["1"],
        "check": ["x"],
        "convert": ["a", "b"],
        "validate": ["x"],
        "match": ["random", "b=random"],
        "piece": ["LN"],
    }
    error = fail(command, *wanted.get(command, []), "--nonsense", status=2)
    assert error.startswith(f"usage: mujo {command} ")
    assert f"mujo {command}: unrecognized arguments: --nonsense" in error


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["show", "--json", "--svg"], "--json does not go with --svg"),
        (["show", "--json", "--flip"], "--json does not go with --flip"),
        (["show", "--json", "--style", "ids"], "--json does not go with --style"),
        (["show", "--svg", "--style", "ascii"], "ascii"),
        (["show", "--style", "mnemonic"], "needs --svg"),
        (["show", "--svg", "--png"], "--svg does not go with --png"),
        (["show", "--start", "queens", "--position", "startpos"], "exclude each other"),
        (["piece", "LN", "--json", "--svg"], "--json does not go with --svg"),
        (["piece", "LN", "--svg", "--style", "ids"], "--svg does not go with --style"),
        (["rules", "tai", "--no-diagrams"], "--no-diagrams"),
        (["rules", "--json", "--ascii"], "--json does not go with --ascii"),
        (["rules", "a", "b", "c"], "3 rule sets"),
        (["rules", "--set", "stalemate=draw"], "name it"),
        (["convert", "-", "x.pgn"], "--from"),
        (["convert", "x.pgn", "-"], "--to"),
        (["convert", "x.pgn", "-", "--to", "json", "--json"], "--json does not go with -"),
        (["convert", "x.pgn", "-", "--to", "json", "--force"], "--force does not go with -"),
        (["validate", "-"], "--from"),
        (["sheet", "--page", "99"], "there are 2 pages"),
        (["moves", "--version"], "unrecognized arguments: --version"),
        (["--version", "moves"], "--version stands alone"),
        (["help", "nonsense"], "'nonsense' is not a command"),
    ],
)
def test_combinations_that_would_be_ignored_are_errors(arguments: list[str], words: str) -> None:
    done = run(*arguments)
    assert done.returncode in (1, 2)
    assert done.stdout == ""
    assert done.stderr.startswith("usage: mujo")
    assert words in " ".join(done.stderr.split())


def test_help_and_version() -> None:
    assert "perft" in succeed("--help")
    assert succeed() == succeed("help") == succeed("--help")
    for command in COMMANDS:
        assert succeed("help", command) == succeed(command, "--help")
    for command in ("play", "moves", "show", "perft", "check"):
        assert f"usage: mujo {command}" in succeed(command, "--help")
    version = succeed("--version")
    assert version == f"mujo {mujo.__version__} ({mujo.build_profile()} build, data {mujo.data_digest()[:16]})\n"


def test_main_returns_the_status(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["moves", "--rules", "maka", "--position", STUDY]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 6
    assert main(["moves", "--rules", "nogame"]) == 1
    assert "[rules.unknown_name]" in capsys.readouterr().err
    assert main(["show", "--rules", "maka", "--json"]) == 0
    assert capsys.readouterr().out.startswith("{")


@needs_posix
@pytest.mark.parametrize(
    "arguments", [["moves"], ["show"], ["perft", "1", "--divide"], ["moves", "--json"], ["--help"]]
)
def test_a_closed_pipe_is_quiet(arguments: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [*MUJO, *arguments], stdin=subprocess.DEVNULL, stdout=writer, stderr=subprocess.PIPE, check=False
        )
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


@needs_posix
def test_control_c_is_quiet() -> None:
    code = "import sys; from mujo.cli import main; print(flush=True); sys.exit(main(['perft', '9']))"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as program:
        assert program.stdout is not None
        program.stdout.readline()
        time.sleep(0.3)
        program.send_signal(signal.SIGINT)
        out, err = program.communicate(timeout=30)
    assert (program.returncode, out, err) == (130, b"", b"")


def test_import_loads_next_to_nothing() -> None:
    code = (
        "import sys\n"
        "before = set(sys.modules)\n"
        "import mujo\n"
        "print(sorted(set(sys.modules) - before - {'__future__'}))\n"
        "print({'Comparison', 'Difference', 'compare'} <= set(dir(mujo)), hasattr(mujo, 'no_such_name'))\n"
    )
    # Without `site`, which may load anything.
    path = str(Path(mujo.__file__).parent.parent)
    words = [sys.executable, "-S", "-c", f"import sys; sys.path.insert(0, {path!r})\n{code}"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == [
        "['_collections_abc', 'mujo', 'mujo._core', 'mujo.errors', 'mujo.squares']",
        "True False",
    ]


def test_import_is_quiet_and_light() -> None:
    code = (
        "import sys, mujo\n"
        "heavy = {'prompt_toolkit', 'rich', 'filelock', 'numpy', 'argparse', 'json', 'tomllib'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
        "assert callable(mujo.compare) and 'mujo.comparison' in sys.modules\n"
        "import mujo.cli\n"
        "heavy = {'prompt_toolkit', 'rich', 'filelock', 'numpy'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
