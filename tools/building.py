"""What the measuring scripts build: the core's benchmark, the yardsticks, and a copy of the package to measure."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import sysconfig
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


def artifact(told: str, name: str, *, program: bool = False) -> Path:
    """Find the last file of a target in what cargo told of its builds."""
    found = None
    for line in told.splitlines():
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


def package(scratch: Path) -> Path:
    """Build the extension as it is shipped, but with the methods that only measure; return the folder to import from.

    The package is a copy, so that what is measured is this tree and not whatever is installed.
    """
    words = ("build", "--release", "--locked", "-p", "mujo-py", "--features", "bench", "--message-format=json")
    library = artifact(run("cargo", *words, cwd=ROOT), "_core")
    path = scratch / "package"
    for name in ("mujo", "mujo_reference"):
        ignored = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
        shutil.copytree(ROOT / "python" / name, path / name, ignore=ignored)
    shutil.copyfile(library, path / "mujo" / f"_core{sysconfig.get_config_var('EXT_SUFFIX')}")
    run(sys.executable, "-m", "compileall", "-q", path)
    return path
