"""Builds for the measuring scripts: the core's benchmark, the yardsticks, a copy of the package, other commits."""

from __future__ import annotations

import contextlib
import json
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def run(*command: str | Path, cwd: Path | None = None, env: dict[str, str] | None = None) -> str:
    """Run a command and return what it prints."""
    done = subprocess.run(
        [str(word) for word in command], cwd=cwd, env=env, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))} failed:\n{done.stderr}")
    return done.stdout


@contextlib.contextmanager
def checkout(commit: str, scratch: Path) -> Iterator[Path]:
    """Check a commit out into a folder of its own, with its own target folder; remove it at the end."""
    folder = scratch / f"commit-{commit}"
    run("git", "worktree", "add", "--quiet", "--detach", folder, commit, cwd=ROOT)
    try:
        yield folder
    finally:
        run("git", "worktree", "remove", "--force", folder, cwd=ROOT)


def artifact(output: str, name: str, *, program: bool = False) -> Path:
    """Find the last file of a target in the JSON messages of a cargo build."""
    found = None
    for line in output.splitlines():
        message = json.loads(line)
        if message.get("reason") == "compiler-artifact" and message["target"]["name"] == name:
            files = [message["executable"]] if program else message["filenames"]
            libraries = [file for file in files if file and (program or Path(file).suffix in {".so", ".dylib", ".dll"})]
            found = libraries[0] if libraries else found
    if found is None:
        raise SystemExit(f"cargo built no {name}")
    return Path(found)


def benchmark(root: Path = ROOT) -> Path:
    """Build the core's benchmark in a checkout; return the program."""
    words = ("bench", "--locked", "-p", "mujo-core", "--bench", "measure", "--no-run", "--message-format=json")
    return artifact(run("cargo", *words, cwd=root), "measure", program=True)


def yardsticks(folder: Path, scratch: Path) -> tuple[Path, Path]:
    """Build the yardsticks of a folder, without options for the machine at hand; return mailbox and probe."""
    mailbox, probe = scratch / "mailbox", scratch / "limit_probe"
    run("rustc", "-O", folder / "mailbox.rs", "-o", mailbox)
    run("gcc", "-O3", "-o", probe, folder / "limit_probe.c")
    return mailbox, probe


def package(scratch: Path, root: Path = ROOT) -> Path:
    """Build the extension as it is shipped, plus the methods that only measure; return the folder to import from.

    The package is a copy, so the figures are those of the checkout and not of whatever is installed.
    """
    words = ("build", "--release", "--locked", "-p", "mujo-py", "--features", "bench", "--message-format=json")
    library = artifact(run("cargo", *words, cwd=root), "_core")
    path = scratch / f"package-{root.name}"
    for name in ("mujo", "mujo_reference"):
        ignored = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
        shutil.copytree(root / "python" / name, path / name, ignore=ignored)
    shutil.copyfile(library, path / "mujo" / f"_core{sysconfig.get_config_var('EXT_SUFFIX')}")
    run(sys.executable, "-m", "compileall", "-q", path)
    return path
