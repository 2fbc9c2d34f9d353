"""Interrupt a call that would go on for hours, and check that it ends at once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

WALL_SECONDS = 10.0
"""Limit from Ctrl-C to the end of the process, for a machine that is busy with other things."""

PROMISED_SECONDS = 0.1
"""Processor time that one thread may go on computing after Ctrl-C."""

SHUTDOWN_SECONDS = 0.3
"""Processor time to raise `KeyboardInterrupt`, free large objects and leave the interpreter."""


def check_ctrl_c(call: str, *, preparation: str = "", threads: int = 1) -> None:
    """Run a call in another process, press Ctrl-C, and check that `KeyboardInterrupt` ends it soon.

    What other processes do does not count: where the system tells it, the processor time after the signal is limited.
    """
    program = f"""
import sys, time
import mujo
{preparation}
print("ready", flush=True)
try:
    {call}
except KeyboardInterrupt:
    sys.exit(7)
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as child:
        try:
            assert child.stdout is not None
            assert child.stdout.readline() == "ready\n"
            time.sleep(0.3)
            assert child.poll() is None, "the call has ended by itself"
            used = processor_seconds(child.pid)
            began = time.perf_counter()
            child.send_signal(signal.SIGINT)
            _, status, usage = os.wait4(child.pid, 0)
            seconds = time.perf_counter() - began
            child.returncode = os.waitstatus_to_exitcode(status)
            assert child.returncode == 7
        finally:
            child.kill()
    assert seconds < WALL_SECONDS
    if used is not None:
        after = usage.ru_utime + usage.ru_stime - used
        assert after < PROMISED_SECONDS * threads + SHUTDOWN_SECONDS, f"{after:.2f} s of processor time after Ctrl-C"


def processor_seconds(pid: int) -> float | None:
    """Return the processor time of a running process; None where the system has no /proc."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return None
    # The second field, the program's name in parentheses, may hold spaces.
    fields = stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    user, system = int(fields[11]), int(fields[12])
    return (user + system) / os.sysconf("SC_CLK_TCK")
