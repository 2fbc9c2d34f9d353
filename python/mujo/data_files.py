"""Compares the rule data of the package with the copy that is compiled into the core."""

import hashlib
from pathlib import Path

from mujo._core import data_digest

__all__ = ["files_digest", "is_stale"]


def files_digest() -> str | None:
    """Compute the digest of the package's data files, in the way of `mujo.data_digest`.

    Returns
    -------
    str or None
        SHA-256 in hexadecimal; ``None`` if the package was installed without its data files.
    """
    folder = Path(__file__).parent / "data"
    files = {path.relative_to(folder).with_suffix("").as_posix(): path for path in folder.rglob("*.toml")}
    if not files:
        return None
    digest = hashlib.sha256()
    for name in sorted(files):
        for part in (name.encode(), files[name].read_bytes()):
            digest.update(part)
            digest.update(b"\0")
    return digest.hexdigest()


def is_stale() -> bool:
    """Return whether the data files have changed since the core was built."""
    digest = files_digest()
    return digest is not None and digest != data_digest()
