"""Every code block of the README and of docs/ is run.

Blocks marked ``python`` run in order and share one namespace for each file; a block with ``>>>`` is checked as a
doctest. Blocks marked ``console`` hold command lines behind ``$ `` and what they print; a line of dots stands for
anything. A block marked ``toml`` that begins with ``# file: NAME`` is written to that file in the folder in which the
others run. Blocks of any other language are not run.
"""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
import sys
import textwrap
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [
    ROOT / "README.md",
    *sorted(page for page in (ROOT / "docs").rglob("*.md") if "generated" not in page.parts),
]

FENCE = re.compile(
    r"^(?P<indent> *)```(?P<language>[a-z]*|\{[a-z-]+\})(?: [^\n]*)?\n(?P<text>.*?)^(?P=indent)```\n",
    re.MULTILINE | re.DOTALL,
)
#: Seconds for one command line.
PATIENCE = 120


@dataclass(frozen=True)
class Block:
    """One fenced block: its language, its text, and the line of the file where the text begins (1-based)."""

    language: str
    text: str
    line: int


def find_blocks(page: str) -> list[Block]:
    return [
        Block(
            match["language"],
            textwrap.dedent(match["text"]),
            page.count("\n", 0, match.start("text")) + 1,
        )
        for match in FENCE.finditer(page)
    ]


def run_python(block: Block, names: dict[str, Any], where: str) -> list[str]:
    """Run a block and return its faults."""
    if ">>>" not in block.text:
        exec(compile("\n" * (block.line - 1) + block.text, where, "exec"), names)
        return []
    examples = doctest.DocTestParser().get_examples(block.text, where)
    test = doctest.DocTest(examples, names, where, where, block.line - 1, block.text)
    faults: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False).run(test, out=faults.append, clear_globs=False)
    names.update(test.globs)
    return ["".join(faults)] if faults else []


def split_console(block: Block) -> list[tuple[str, str]]:
    """Split a console block into command lines and what each prints."""
    pairs: list[tuple[str, str]] = []
    for line in block.text.splitlines():
        if line.startswith("$ "):
            pairs.append((line[2:], ""))
        elif not pairs:
            raise ValueError("a console block begins with '$ '")
        else:
            command, printed = pairs[-1]
            pairs[-1] = command, printed + line + "\n"
    return pairs


def run_console(block: Block, folder: Path, where: str) -> list[str]:
    """Run the command lines of a block with the installed ``mujo`` and return the faults."""
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("console blocks need bash")
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}",
        "LC_ALL": "C.UTF-8",
        "COLUMNS": "100",
        "NO_COLOR": "1",
    }
    faults = []
    for command, expected in split_console(block):
        if "mujo" not in command:
            faults.append(f"{where}: only mujo is run here: {command}")
            continue
        done = subprocess.run(
            [bash, "-o", "pipefail", "-c", command],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=PATIENCE,
            check=False,
        )
        same = doctest.OutputChecker().check_output(expected, done.stdout, doctest.ELLIPSIS)
        if not same or (done.returncode != 0 and "mujo: " not in expected):
            faults.append(f"{where}\n$ {command}\nexpected\n{expected}got (status {done.returncode})\n{done.stdout}")
    return faults


def write_file(block: Block, folder: Path) -> None:
    """Write a block that names its file."""
    named = re.match(r"# file: ([a-z]+\.toml)\n", block.text)
    if named is not None:
        (folder / named[1]).write_text(block.text, encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_blocks_of(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "__main__"}
    faults: list[str] = []
    for block in find_blocks(page.read_text(encoding="utf-8")):
        where = f"{page.relative_to(ROOT)}:{block.line}"
        if block.language == "python":
            faults += run_python(block, names, where)
        elif block.language == "console":
            faults += run_console(block, tmp_path, where)
        elif block.language == "toml":
            write_file(block, tmp_path)
    assert not faults, "\n\n".join(faults)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_fences_close(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    fences = len(re.findall(r"^ *```", text, re.MULTILINE))
    assert fences == 2 * len(find_blocks(text)), "a fence without its pair, or with a word that is not a language"


def test_the_readme_shows_python_and_the_command_line() -> None:
    languages = {block.language for block in find_blocks((ROOT / "README.md").read_text(encoding="utf-8"))}
    assert {"python", "console"} <= languages


# The checks themselves.


def test_a_wrong_python_block_is_caught() -> None:
    (block,) = find_blocks("text\n```python\n>>> 1 + 1\n3\n\n```\n")
    assert block.line == 3
    (fault,) = run_python(block, {}, "page:3")
    assert "Expected" in fault


def test_python_blocks_share_their_names() -> None:
    names: dict[str, Any] = {}
    assert not run_python(Block("python", "x = 2\n", 1), names, "page")
    assert not run_python(Block("python", ">>> y = x + 1\n", 1), names, "page")
    assert not run_python(Block("python", ">>> y\n3\n", 1), names, "page")


def test_a_console_block_is_split() -> None:
    block = Block("console", "$ mujo a\none\n$ mujo b\n", 1)
    assert split_console(block) == [("mujo a", "one\n"), ("mujo b", "")]


def test_a_wrong_console_block_is_caught(tmp_path: Path) -> None:
    assert run_console(Block("console", "$ echo mujo\nmu...\n", 1), tmp_path, "page") == []
    assert len(run_console(Block("console", "$ echo mujo\nsomething else\n", 1), tmp_path, "page")) == 1
    assert len(run_console(Block("console", "$ ls\n", 1), tmp_path, "page")) == 1
    assert len(run_console(Block("console", "$ test mujo = other\n", 1), tmp_path, "page")) == 1


def test_a_block_becomes_a_file(tmp_path: Path) -> None:
    write_file(Block("toml", "# file: small.toml\nformat = 1\n", 1), tmp_path)
    write_file(Block("toml", "format = 2\n", 1), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["small.toml"]
    assert (tmp_path / "small.toml").read_text(encoding="utf-8").endswith("\nformat = 1\n")
