#!/usr/bin/env python3
"""Break one line at a time and check that a test fails.

    python tools/mutation_drill.py                       # the whole list, tools/mutations.toml
    python tools/mutation_drill.py --only emperor        # mutations whose file or description contains this
    python tools/mutation_drill.py --results drill.jsonl # continue an interrupted run

Works on a copy of the tree in a scratch folder with a Cargo target folder of its own, so that builds are incremental.
A mutation of the core first runs the Rust tests, the quickest first; if it survives, the extension is built and part
of the Python tests run. A mutation of the reference runs the Python tests alone. A test run that takes longer
than the limit counts as killed; a mutation that does not compile counts as neither and is an error of the list. Ends
with status 1 if a mutation survived.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COPIED = ("Cargo.toml", "Cargo.lock", "pyproject.toml", "rust", "python", "tests", "tools")
LIMIT = 900

RUST_STAGES = (
    ("cargo", "test", "-q", "--locked", "-p", "mujo-core", "--lib"),
    ("cargo", "test", "-q", "--locked", "-p", "mujo-core", "--test", "search_surface", "--test", "perft_tables"),
    ("cargo", "test", "-q", "--locked", "-p", "mujo-core", "--tests"),
)
BUILD = ("cargo", "build", "-q", "--locked", "-p", "mujo-py")
PYTEST = (sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider")
CROSS = tuple(f"tests/cross/test_{name}.py" for name in ("verdicts", "emperors", "properties", "side_by_side"))
CORE_STAGES = ((*PYTEST, *CROSS), (*PYTEST, "tests/rules"))
REFERENCE_STAGES = (
    (*PYTEST, "tests/perft/test_tables.py", "-k", "reference or played"),
    (*PYTEST, "tests/reference"),
    (*PYTEST, *CROSS),
)


class Drill:
    """The scratch copy of the tree, and the commands that run in it."""

    def __init__(self, scratch: Path) -> None:
        self.scratch = scratch = scratch.resolve()
        for name in COPIED:
            source, target = ROOT / name, scratch / name
            if source.is_dir():
                ignored = shutil.ignore_patterns("target", "__pycache__", "*.pyc")
                shutil.copytree(source, target, dirs_exist_ok=True, ignore=ignored)
            else:
                shutil.copy2(source, target)
        self.environment = {
            **os.environ,
            "CARGO_TARGET_DIR": str(scratch / "target"),
            "CARGO_INCREMENTAL": "1",
            "MUJO_PLIES": "6000",
            "PYO3_PYTHON": sys.executable,
            "PYTHONPATH": str(scratch / "python"),
            "PYTHONDONTWRITEBYTECODE": "1",
        }

    def run(self, command: tuple[str, ...]) -> tuple[bool, str]:
        """Run a command; return whether it succeeded, and the end of its output."""
        try:
            done = subprocess.run(
                command, cwd=self.scratch, env=self.environment, capture_output=True, text=True, timeout=LIMIT
            )
        except subprocess.TimeoutExpired:
            return False, "took too long"
        return done.returncode == 0, (done.stdout + done.stderr)[-4000:]

    def install(self) -> tuple[bool, str]:
        """Build the extension of the scratch copy and put it in its package."""
        good, output = self.run(BUILD)
        if good:
            folder = self.scratch / "target" / "debug"
            built = next(
                path for path in folder.iterdir() if path.name in ("lib_core.so", "lib_core.dylib", "_core.dll")
            )
            package = self.scratch / "python" / "mujo"
            for old in package.glob("_core.*.so"):
                old.unlink()
            suffix = ".pyd" if built.suffix == ".dll" else str(sysconfig.get_config_var("EXT_SUFFIX"))
            shutil.copy2(built, package / f"_core{suffix}")
        return good, output

    def check_unbroken(self) -> None:
        """Check that every stage passes on the unchanged tree: otherwise every mutation would seem killed."""
        (self.scratch / "rust" / "core" / "src" / "lib.rs").touch()
        imported = (sys.executable, "-c", "import mujo, mujo_reference; print(mujo.__file__, mujo_reference.__file__)")
        for stage in (*RUST_STAGES, None, *CORE_STAGES, *REFERENCE_STAGES):
            good, output = self.install() if stage is None else self.run(stage)
            if stage is None and good:
                good, output = self.run(imported)
                good = output.count(str(self.scratch)) == 2
            if not good:
                raise SystemExit(f"fails without a breakage: {' '.join(stage or BUILD)}\n{output}")

    def verdict(self, mutation: dict[str, str]) -> str:
        """Apply a mutation, return what killed it, ``survived`` or ``does not compile``; then put the line back."""
        path = self.scratch / mutation["file"]
        text = path.read_text(encoding="utf-8")
        if text.count(mutation["find"]) != 1:
            return "does not apply"
        path.write_text(text.replace(mutation["find"], mutation["put"]), encoding="utf-8")
        try:
            return self._killer(is_core=mutation["file"].startswith("rust"))
        finally:
            path.write_text(text, encoding="utf-8")

    def _killer(self, *, is_core: bool) -> str:
        """Run the stages until one fails."""
        if is_core:
            for stage in RUST_STAGES:
                good, output = self.run(stage)
                if not good:
                    compiled = "error: could not compile" not in output
                    return " ".join(stage[6:]) if compiled else "does not compile"
            if not self.install()[0]:
                return "does not compile"
        return self.first_to_fail(CORE_STAGES if is_core else REFERENCE_STAGES)

    def first_to_fail(self, stages: tuple[tuple[str, ...], ...]) -> str:
        """Run stages of pytest until one fails, and name the test; ``survived`` if none does."""
        for command in stages:
            good, output = self.run(command)
            if not good:
                failed = [line for line in output.splitlines() if line.startswith("FAILED")]
                return failed[0].split(" - ")[0].removeprefix("FAILED ") if failed else " ".join(command[6:])
        return "survived"


def main() -> int:
    """Run the drill and print its table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", default="", help="part of the file name or of the description of a mutation")
    parser.add_argument("--scratch", type=Path, default=ROOT / "target" / "drill")
    parser.add_argument("--results", type=Path, default=None, help="file of results, to continue from")
    arguments = parser.parse_args()
    mutations = tomllib.loads((ROOT / "tools" / "mutations.toml").read_text(encoding="utf-8"))["mutation"]
    chosen = [one for one in mutations if arguments.only in one["file"] + one["what"]]
    arguments.scratch.mkdir(parents=True, exist_ok=True)
    drill = Drill(arguments.scratch)
    drill.check_unbroken()
    known: dict[str, str] = {}
    if arguments.results is not None and arguments.results.exists():
        for line in arguments.results.read_text(encoding="utf-8").splitlines():
            known.update([json.loads(line)])
    verdicts = {}
    for mutation in chosen:
        name = f"{mutation['file']}: {mutation['what']}"
        if name not in known or known[name] in ("survived", "does not compile", "does not apply"):
            known[name] = drill.verdict(mutation)
            if arguments.results is not None:
                with arguments.results.open("a", encoding="utf-8") as results:
                    results.write(json.dumps([name, known[name]]) + "\n")
        verdicts[name] = known[name]
        print(f"{name}: {known[name]}", file=sys.stderr, flush=True)
    print(f"command: python tools/mutation_drill.py {' '.join(sys.argv[1:])}".rstrip())
    print("\n| file | breakage | killed by |\n| --- | --- | --- |")
    for name, verdict in verdicts.items():
        file, _, what = name.partition(": ")
        print(f"| {file} | {what} | {verdict} |")
    survivors = sum(verdict == "survived" for verdict in verdicts.values())
    errors = sum(verdict.startswith("does not") for verdict in verdicts.values())
    print(f"\n{len(verdicts) - survivors - errors} killed of {len(verdicts)}, {survivors} survived, {errors} unusable")
    return 1 if survivors or errors else 0


if __name__ == "__main__":
    sys.exit(main())
