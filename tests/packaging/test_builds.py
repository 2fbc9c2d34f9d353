"""Source distribution and wheel hold what they should, and the wheel works outside the tree.

Compiling takes nearly all the time, so each thing is compiled once. The release wheel takes the extension that the
editable install has built, where nothing has changed since; the wheel from the source distribution shows that this is
complete, for which an unoptimized build is enough.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import mujo

pytestmark = [pytest.mark.long, pytest.mark.timeout(1800)]

ROOT = Path(__file__).parents[2]


def run(*words: str | Path, cwd: Path = ROOT, **variables: str) -> str:
    """Run a program that must succeed and return what it printed."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "COV_"))}
    # Crates compiled for the tree serve the copy in the source distribution too.
    environment.setdefault("CARGO_TARGET_DIR", str(ROOT / "target"))
    environment |= variables
    done = subprocess.run(
        [str(word) for word in words],
        cwd=cwd,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the source distribution."""
    out = tmp_path_factory.mktemp("sdist")
    run(sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", out)
    (built,) = out.glob("*.tar.gz")
    return built


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the release wheel from the tree."""
    out = tmp_path_factory.mktemp("wheel")
    run(
        sys.executable, "-m", "maturin", "build", "--release", "--locked", "--interpreter", sys.executable, "--out", out
    )
    (built,) = out.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel in an empty environment and return the folder of its programs."""
    folder = tmp_path_factory.mktemp("venv")
    run(sys.executable, "-m", "venv", folder)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    run(programs / "python", "-m", "pip", "install", "--disable-pip-version-check", wheel)
    return programs


def data_files() -> set[str]:
    folder = ROOT / "python" / "mujo"
    texts = [*(folder / "data").rglob("*.toml"), *(folder / "repl" / "texts").glob("*.toml")]
    texts += [path for path in (folder / "web" / "static").rglob("*") if path.is_file()]
    return {f"mujo/{path.relative_to(folder).as_posix()}" for path in texts}


def names_in(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        return archive.namelist()


def test_the_wheel_holds_both_packages_and_the_data(wheel: Path) -> None:
    names = set(names_in(wheel))
    assert data_files()
    expected = data_files() | {
        "mujo/__init__.py",
        "mujo/__main__.py",
        "mujo/_core.pyi",
        "mujo/py.typed",
        "mujo_reference/__init__.py",
        "mujo_reference/py.typed",
    }
    assert expected - names == set()
    assert any(name.startswith("mujo/_core.") and name.endswith((".so", ".pyd")) for name in names)
    licences = {name.rpartition("/")[2] for name in names if "/licenses/" in name}
    assert {"LICENSE", "LICENSE-MIT", "LICENSE-APACHE", "LICENSE-THIRD-PARTY"} <= licences


def test_the_wheel_holds_nothing_else(wheel: Path) -> None:
    names = names_in(wheel)
    tops = {name.partition("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"mujo", "mujo_reference"}
    kinds = {Path(name).suffix for name in names if ".dist-info/" not in name}
    assert kinds <= {".py", ".pyi", ".typed", ".toml", ".json", ".so", ".pyd", ".html", ".css", ".js", ".svg", ""}
    assert not [name for name in names if "__pycache__" in name]


def test_the_source_distribution_is_whole(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
        scripts = {member.name.partition("/")[2] for member in archive.getmembers() if member.mode & 0o111}
    assert "tools/check.sh" in scripts
    expected = {
        "Cargo.lock",
        "Cargo.toml",
        "CHANGELOG.md",
        "CITATION.cff",
        "CONTRIBUTING.md",
        "LICENSE",
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "README.md",
        "docs/reference/rules.md",
        "pyproject.toml",
        "python/mujo/py.typed",
        "python/mujo_reference/py.typed",
        "rust/core/Cargo.toml",
        "rust/core/src/lib.rs",
        "rust/py/Cargo.toml",
        "rust/py/src/lib.rs",
        "tests/packaging/test_builds.py",
        "tools/check.sh",
    }
    expected |= {f"python/{name}" for name in data_files()}
    assert expected - names == set()
    assert not [name for name in names if name.endswith((".so", ".pyd", ".pyc")) or name.startswith("target/")]


def test_the_source_distribution_builds_the_same_wheel(sdist: Path, wheel: Path, tmp_path: Path) -> None:
    pip_wheel = (sys.executable, "-m", "pip", "wheel", "--disable-pip-version-check", "--no-deps")
    run(*pip_wheel, "--wheel-dir", tmp_path, sdist, MATURIN_PEP517_ARGS="--profile=dev")
    (built,) = tmp_path.glob("*.whl")
    # The last part, the platform, depends on how the extension was linked.
    assert built.name.rpartition("-")[0] == wheel.name.rpartition("-")[0]

    def kinds(names: list[str]) -> list[str]:
        return sorted("mujo/_core" if name.startswith("mujo/_core.") and "pyi" not in name else name for name in names)

    assert kinds(names_in(built)) == kinds(names_in(wheel))


def test_the_crate_of_the_rules_can_be_published() -> None:
    """cargo builds it from its package, which has nothing of the repository around it."""
    run("cargo", "package", "--locked", "--offline", "--allow-dirty", "-p", "mujo-core")
    listed = run("cargo", "package", "--locked", "--offline", "--allow-dirty", "--list", "-p", "mujo-core").splitlines()
    folder = ROOT / "python" / "mujo" / "data"
    assert {f"data/{path.relative_to(folder).as_posix()}" for path in folder.rglob("*.toml")} <= set(listed)
    assert {"LICENSE-MIT", "LICENSE-APACHE", "README.md"} <= set(listed)


def test_the_metadata_can_be_published(sdist: Path, wheel: Path) -> None:
    run(sys.executable, "-m", "twine", "check", "--strict", sdist, wheel)
    run(sys.executable, "-m", "check_wheel_contents", "--toplevel", "mujo,mujo_reference", "--ignore", "W009", wheel)


def test_the_wheel_works_in_an_empty_environment(installed: Path, tmp_path: Path) -> None:
    version = run(installed / "mujo", "--version", cwd=tmp_path)
    shown = re.fullmatch(r"mujo (\S+) \(release build, data (\w+)\)\n", version)
    assert shown is not None, version
    assert shown[1] == mujo.__version__
    assert mujo.data_digest().startswith(shown[2])
    assert run(installed / "python", "-m", "mujo", "--version", cwd=tmp_path) == version
    moves = run(installed / "mujo", "moves", "--rules", "maka", cwd=tmp_path).splitlines()
    assert len(moves) == len(mujo.Board(rules="maka").legal_moves)
    run(installed / "python", "-c", "import mujo_reference", cwd=tmp_path)


def test_importing_is_quiet(installed: Path, tmp_path: Path) -> None:
    script = (
        "import sys, mujo; print(sorted({'numpy', 'prompt_toolkit', 'rich', 'starlette'} & {name.partition('.')[0] "
        "for name in sys.modules}))"
    )
    assert run(installed / "python", "-c", script, cwd=tmp_path).strip() == "[]"


def test_type_checkers_see_the_types(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "user.py").write_text("import mujo\nreveal_type(mujo.Board().legal_moves[0].usi())\n", encoding="utf-8")
    printed = run(sys.executable, "-m", "mypy", "--python-executable", installed / "python", "user.py", cwd=tmp_path)
    assert 'Revealed type is "str"' in printed.replace("builtins.", "")


def test_every_public_type_is_known(tmp_path: Path) -> None:
    """pyright infers no public type that mypy might infer differently, not even where packages have no types."""
    checker = (sys.executable, "-m", "pyright")
    try:
        run(*checker, "--version")
    except AssertionError:
        pytest.skip("pyright is not installed, or finds no Node.js")
    # The Python first on the path is the one whose packages are checked: this one, which has those of the extras.
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [*checker, "--verifytypes", "mujo", "--ignoreexternal", "--outputjson"],
        cwd=tmp_path,
        env={name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "COV_"))}
        | {"PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    found = json.loads(done.stdout)["typeCompleteness"]
    assert found["exportedSymbolCounts"]["withKnownType"] > 1000
    faults = [
        f"{symbol['name']}: {fault['message']}"
        for symbol in found["symbols"]
        if not symbol["isTypeKnown"] or symbol["isTypeAmbiguous"]
        for fault in symbol["diagnostics"]
    ]
    assert not faults
    assert found["completenessScore"] == 1
