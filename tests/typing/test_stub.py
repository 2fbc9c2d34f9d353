"""The allowlist of stubtest; stubtest itself is a step of tools/check.sh."""

from __future__ import annotations

from pathlib import Path

ALLOWLIST = Path(__file__).with_name("stubtest-allowlist.txt")


def test_allowlist_entries_have_reasons() -> None:
    before = ""
    for line in ALLOWLIST.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            assert "#" in line or before.startswith("#"), f"{line}: say why, behind it or in the line above"
        before = line
