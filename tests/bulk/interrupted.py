"""A call in another process that Ctrl-C ends."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

#: Seconds a call may go on after Ctrl-C: far more than it needs, for a machine that is busy.
PATIENCE = 5.0


def seconds_after_ctrl_c(preparation: str, call: str) -> float:
    """Run a call that never ends, press Ctrl-C, and return how long it took to end by KeyboardInterrupt."""
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
            assert child.poll() is None, "the call should go on"
            began = time.perf_counter()
            child.send_signal(signal.SIGINT)
            assert child.wait(timeout=30) == 7
            return time.perf_counter() - began
        finally:
            child.kill()
