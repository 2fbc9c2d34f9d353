"""Functions that workers run in the tests of executors: picklable, and some of them die."""

from __future__ import annotations

import os
import signal
from pathlib import Path


def square(number: int) -> int:
    return number * number


def die_once(part: tuple[str, int]) -> int:
    """Kill the worker on the first call for number 3, and answer ever after."""
    folder, number = part
    mark = Path(folder, "died")
    if number == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def always_die(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def fail_twice(part: tuple[str, int]) -> int:
    """Raise an exception of the environment on the first two calls for number 1."""
    folder, number = part
    marks = list(Path(folder).iterdir())
    if number == 1 and len(marks) < 2:
        Path(folder, str(len(marks))).touch()
        raise OSError("no space left on device")
    return number
