"""The build backend: maturin, once the Rust toolchain has been checked.

Without Rust, or with a release that is too old, the build stops with one sentence instead of the compiler's messages.
"""

import gzip
import io
import os
import re
import shutil
import subprocess
import tarfile
from pathlib import Path
from typing import Any

import maturin  # type: ignore[import-untyped]

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

#: Set it to let maturin download a toolchain for this build.
FETCH = "MUJO_FETCH_RUST"

_CARGO_TOML = Path(__file__).parents[2] / "Cargo.toml"


def required_version() -> str:
    """Return the oldest Rust release that compiles mujo."""
    found = re.search(r'^rust-version = "([0-9.]+)"', _CARGO_TOML.read_text(encoding="utf-8"), re.MULTILINE)
    if found is None:
        raise SystemExit("Cargo.toml states no rust-version")
    return found[1]


def check_rust() -> None:
    """Stop with one sentence if Rust is missing or too old."""
    needed = required_version()
    how = f"install Rust {needed} or later from https://rustup.rs, then run pip again"
    if shutil.which("cargo") is None or shutil.which("rustc") is None:
        if os.environ.get(FETCH):
            return
        raise SystemExit(
            f"mujo is compiled from source and needs Rust, which is not on the PATH: {how} "
            f"(or set {FETCH}=1 to download a toolchain for this build only)"
        )
    found = re.search(r"\d+\.\d+", _rustc_version())
    if found is not None and _numbers(found[0]) < _numbers(needed):
        raise SystemExit(
            f"mujo needs Rust {needed} or later, and this is Rust {found[0]}: run 'rustup update', or {how}"
        )


def _rustc_version() -> str:
    try:
        return subprocess.run(["rustc", "--version"], capture_output=True, text=True, check=False).stdout
    except OSError:
        return ""


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in version.split(".")[:2])


def get_requires_for_build_wheel(config_settings: Any = None) -> Any:
    """Check the toolchain, then ask maturin."""
    check_rust()
    return maturin.get_requires_for_build_wheel(config_settings)


def get_requires_for_build_editable(config_settings: Any = None) -> Any:
    """Check the toolchain, then ask maturin."""
    check_rust()
    return maturin.get_requires_for_build_editable(config_settings)


def get_requires_for_build_sdist(config_settings: Any = None) -> Any:
    """Check the toolchain, then ask maturin."""
    check_rust()
    return maturin.get_requires_for_build_sdist(config_settings)


def build_sdist(sdist_directory: str, config_settings: Any = None) -> str:
    """Let maturin build the archive, then give scripts their run bit, which it drops."""
    name: str = maturin.build_sdist(sdist_directory, config_settings)
    restore_run_bits(Path(sdist_directory, name))
    return name


def restore_run_bits(archive: Path) -> None:
    """Make the files of an archive that begin with ``#!/`` executable; nothing else changes."""
    with tarfile.open(archive) as source:
        members = [(member, source.extractfile(member)) for member in source.getmembers()]
        contents = [(member, b"" if file is None else file.read()) for member, file in members]
    # Without a time, so that equal contents make equal archives.
    with gzip.GzipFile(archive, "wb", mtime=0) as packed, tarfile.open(fileobj=packed, mode="w") as target:
        for member, content in contents:
            if content.startswith(b"#!/"):
                member.mode |= 0o111
            target.addfile(member, io.BytesIO(content))


build_editable = maturin.build_editable
build_wheel = maturin.build_wheel
prepare_metadata_for_build_editable = maturin.prepare_metadata_for_build_editable
prepare_metadata_for_build_wheel = maturin.prepare_metadata_for_build_wheel
