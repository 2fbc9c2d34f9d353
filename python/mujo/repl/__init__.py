"""``mujo play``: a prompt for two people at one screen.

`session` holds the state and does no input or output; `commands` is the table of commands; `dispatch` leads a line to
its command or move and `render` writes the answer; `pipe` and `terminal` are the two front ends.
"""

import sys

from mujo.repl.pipe import run_pipe
from mujo.repl.session import Session

__all__ = ["run_session"]


def run_session(session: Session) -> int:
    """Run the prompt on standard input and output: on a terminal if both are one, else with plain lines.

    Returns
    -------
    int
        The exit status.
    """
    if sys.stdin.isatty() and sys.stdout.isatty():
        from mujo.repl.terminal import run_terminal

        return run_terminal(session)
    return run_pipe(session, sys.stdin.buffer, sys.stdout)
