"""``mujo play``: a prompt for two people at one screen.

`session` holds the state and does no input or output; `commands` is the table of commands; `dispatch` turns a line into
an answer and `render` turns an answer into text; `pipe` and `terminal` are the two front ends. `course` and `topics`
read the lessons and help texts in ``texts/``.
"""

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mujo.repl.session import Session

__all__ = ["run_session"]


def run_session(session: "Session") -> int:
    """Run the prompt on standard input and output: on a terminal if both are one, else with plain lines.

    Returns
    -------
    int
        The exit status.
    """
    if _is_terminal():
        from mujo.repl.terminal import run_terminal

        return run_terminal(session)
    from mujo.repl.pipe import run_pipe

    with open(os.devnull, "rb") as no_input, open(os.devnull, "w") as no_output:
        source = no_input if sys.stdin is None else sys.stdin.buffer
        return run_pipe(session, source, no_output if sys.stdout is None else sys.stdout)


def _is_terminal() -> bool:
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
