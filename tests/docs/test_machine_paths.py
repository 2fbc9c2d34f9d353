"""No committed file contains a path of a developer's machine."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# Written in pieces, so that this file does not name them either.
FOLDERS = "|".join(("work", "farm", "tmp", "root", "home", "Users"))
MACHINE = re.compile(rf"/(?:{FOLDERS})/|[A-Z]:\\Users\\")


def committed() -> list[Path]:
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("no git checkout: the committed files are unknown")
    listed = subprocess.run([git, "-C", str(ROOT), "ls-files", "-z"], capture_output=True, check=True)
    paths = [ROOT / name.decode() for name in listed.stdout.split(b"\0") if name]
    return [path for path in paths if path.is_file()]


def test_no_committed_file_names_a_path_of_a_machine() -> None:
    found = []
    for path in committed():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        found += [
            f"{path.relative_to(ROOT)}:{number}: {line.strip()[:120]}"
            for number, line in enumerate(text.splitlines(), 1)
            if MACHINE.search(line)
        ]
    assert not found


def test_the_pattern_finds_what_it_should() -> None:
    assert MACHINE.search("see /" + "home/someone/mujo")
    assert MACHINE.search("see /" + "tmp/x")
    assert not MACHINE.search("docs/reference/rules.md, rust/core/src, target/release")
