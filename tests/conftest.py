"""What holds for all tests."""

import signal

# Shells let what they start in the background ignore interrupts, and children inherit that; tests of Ctrl-C need them.
signal.signal(signal.SIGINT, signal.default_int_handler)
