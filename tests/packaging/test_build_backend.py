"""A build without Rust, or with an old one, stops with one sentence."""

from __future__ import annotations

import importlib.util
import io
import os
import re
import stat
import subprocess
import sys
import tarfile
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
HOOKS = ("get_requires_for_build_wheel", "get_requires_for_build_editable", "get_requires_for_build_sdist")
needs_posix = pytest.mark.skipif(os.name != "posix", reason="puts shell scripts on the PATH")


@pytest.fixture
def backend() -> ModuleType:
    pytest.importorskip("maturin")
    spec = importlib.util.spec_from_file_location("mujo_build", ROOT / "tools" / "backend" / "mujo_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def put_rust(folder: Path, version: str) -> None:
    for name in ("cargo", "rustc"):
        program = folder / name
        program.write_text(f"#!/bin/sh\necho '{name} {version} (0123456 2024-01-01)'\n")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)


@pytest.mark.parametrize("hook", HOOKS)
def test_without_rust(backend: ModuleType, hook: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv(backend.FETCH, raising=False)
    with pytest.raises(SystemExit) as stopped:
        getattr(backend, hook)()
    assert re.fullmatch(
        r"mujo is compiled from source and needs Rust, [^\n]* https://rustup.rs[^\n]*", str(stopped.value)
    )
    monkeypatch.setenv(backend.FETCH, "1")
    assert "puccinialin" in getattr(backend, hook)()


@needs_posix
@pytest.mark.parametrize("hook", HOOKS)
@pytest.mark.parametrize(
    ("version", "is_old"), [("1.70.0", True), ("1.87.9", True), ("1.999.0", False), ("2.0.0", False)]
)
def test_with_rust(
    backend: ModuleType, hook: str, version: str, is_old: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_rust(tmp_path, version)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}/usr/bin{os.pathsep}/bin")
    if not is_old:
        getattr(backend, hook)()
        return
    with pytest.raises(SystemExit) as stopped:
        getattr(backend, hook)()
    message = str(stopped.value)
    assert "\n" not in message
    assert f"this is Rust {version.rpartition('.')[0]}" in message
    assert backend.required_version() in message


def test_the_exact_release_is_enough(backend: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if os.name != "posix":
        pytest.skip("puts shell scripts on the PATH")
    put_rust(tmp_path, f"{backend.required_version()}.0")
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}/usr/bin{os.pathsep}/bin")
    backend.check_rust()


def test_pip_shows_the_sentence(tmp_path: Path) -> None:
    """Run the first hook as pip does, in a process of its own."""
    pytest.importorskip("maturin")
    code = (
        "import sys; sys.path.insert(0, 'tools/backend'); import mujo_build; mujo_build.get_requires_for_build_wheel()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert len(done.stderr.strip().split("\n")) == 1


def test_scripts_of_the_source_distribution_keep_their_run_bit(backend: ModuleType, tmp_path: Path) -> None:
    contents = {"a/run.sh": b"#!/bin/sh\n", "a/text.md": b"text", "a/empty": b""}
    archive = tmp_path / "a.tar.gz"
    with tarfile.open(archive, "w:gz") as made:
        for name, content in contents.items():
            member = tarfile.TarInfo(name)
            member.size, member.mode = len(content), 0o644
            made.addfile(member, io.BytesIO(content))
    backend.restore_run_bits(archive)
    once = archive.read_bytes()
    with tarfile.open(archive) as read:
        assert {member.name: member.mode for member in read} == {
            "a/run.sh": 0o755,
            "a/text.md": 0o644,
            "a/empty": 0o644,
        }
        for name, content in contents.items():
            file = read.extractfile(name)
            assert file is not None
            assert file.read() == content
    backend.restore_run_bits(archive)
    assert archive.read_bytes() == once
