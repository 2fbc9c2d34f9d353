"""The completion script works in a real shell."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import mujo
from mujo.cli import build_parser

pytest.importorskip("shtab", reason="needs the extra mujo[completion]")

BASH = shutil.which("bash")


def script(shell: str) -> str:
    return subprocess.run(
        [sys.executable, "-m", "mujo", "completion", shell], capture_output=True, encoding="utf-8", check=True
    ).stdout


@pytest.fixture(scope="module")
def bash_script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if BASH is None:
        pytest.skip("needs bash")
    path = tmp_path_factory.mktemp("completion") / "mujo.bash"
    path.write_text(script("bash"), encoding="utf-8")
    return path


def completed(path: Path, *words: str) -> set[str]:
    """Return what bash offers for the last of the words."""
    assert BASH is not None
    code = (
        'source "$1"; shift; COMP_WORDS=(mujo "$@"); COMP_CWORD=$#; '
        "function=$(complete -p mujo | sed 's/.*-F \\([^ ]*\\).*/\\1/'); "
        '$function mujo "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(
        [BASH, "--norc", "-c", code, "bash", path, *words], capture_output=True, text=True, check=False
    )
    return {word.strip() for word in done.stdout.split("\n")} - {""}


def test_commands(bash_script: Path) -> None:
    assert completed(bash_script, "pe") == {"perft"}
    (commands,) = [action.choices for action in build_parser()._actions if action.dest == "command"]
    assert commands is not None
    assert set(commands) <= completed(bash_script, "")


def test_options_and_their_values(bash_script: Path) -> None:
    assert "--divide" in completed(bash_script, "perft", "--d")
    assert completed(bash_script, "perft", "--by", "") == {"effect", "path"}
    assert set(mujo.rule_set_names()) <= completed(bash_script, "show", "--rules", "")


def test_files(bash_script: Path) -> None:
    folder = bash_script.parent
    (folder / "games.pgn").touch()
    assert f"{folder}/games.pgn" in completed(bash_script, "validate", f"{folder}/ga")


@pytest.mark.parametrize("shell", ["zsh", "fish", "tcsh", "powershell"])
def test_other_shells(shell: str) -> None:
    assert "perft" in script(shell)
