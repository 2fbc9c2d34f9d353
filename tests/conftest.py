"""Signals of the test processes."""

import signal

# Shells start background jobs with SIGINT ignored, `nohup` with SIGHUP ignored, and child processes inherit that; tests
# that send these signals to programs need the default. Where a handler is set, children start with the default.
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, lambda number, frame: None)
