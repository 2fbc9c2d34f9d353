"""docs/learn/first-game.md is what the script writes, and the script that measures the prompt runs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_page_is_written_by_the_script() -> None:
    done = subprocess.run([sys.executable, ROOT / "tools" / "session_page.py", "--check"], check=False)
    assert done.returncode == 0, "run python tools/session_page.py --write"


def test_the_prompt_is_measured() -> None:
    script = [sys.executable, str(ROOT / "tools" / "prompt_speed.py"), "--positions", "3"]
    done = subprocess.run(script, check=True, capture_output=True, text=True)
    assert "| a move in engine text, read and played |" in done.stdout
