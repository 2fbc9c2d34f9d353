"""Whether the rule data beside this module are the ones inside the compiled core."""

import hashlib
from pathlib import Path

from mujo._core import data_digest

__all__ = ["files_digest", "is_stale"]


def files_digest() -> str | None:
    """Compute the digest of the data files of the package, as the core does of what it carries.

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
    """Tell whether the data files have changed since the core was built."""
    digest = files_digest()
    return digest is not None and digest != data_digest()
