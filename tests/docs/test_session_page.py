"""Pages that scripts write from the prompt are current, and the script that measures the prompt runs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("script", ["session_page.py", "try_the_powers_page.py"])
def test_the_page_is_written_by_the_script(script: str) -> None:
    done = subprocess.run([sys.executable, ROOT / "tools" / script, "--check"], check=False)
    assert done.returncode == 0, f"run python tools/{script} --write"


def test_the_prompt_is_measured() -> None:
    script = [sys.executable, str(ROOT / "tools" / "prompt_speed.py"), "--positions", "3"]
    done = subprocess.run(script, check=True, capture_output=True, text=True)
    assert "| read and play a move in engine notation |" in done.stdout


def test_the_page_has_the_marks_of_the_measurement() -> None:
    page = (ROOT / "docs" / "explanation" / "benchmarks.md").read_text(encoding="utf-8")
    assert page.count("tools/prompt_speed.py") == 3
