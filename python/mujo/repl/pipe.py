"""The prompt without a terminal: plain lines in, plain text out, no control characters."""

from typing import BinaryIO, TextIO

from mujo.repl.dispatch import answer
from mujo.repl.render import greeting, render
from mujo.repl.session import Session

__all__ = ["run_pipe"]

#: Bytes a line: more than the largest position needs.
_LONGEST_LINE = 64 * 1024


def run_pipe(session: Session, source: BinaryIO, out: TextIO) -> int:
    """Answer each line of `source`, until ``quit`` or its end.

    Returns
    -------
    int
        The exit status, 0.
    """
    _write(out, greeting(session))
    while line := source.readline(_LONGEST_LINE + 1):
        if len(line) > _LONGEST_LINE:
            while line and not line.endswith(b"\n"):
                line = source.readline(_LONGEST_LINE)
            _write(out, f"The line is longer than {_LONGEST_LINE} bytes, so it is ignored.")
            continue
        reply = answer(session, line.decode("utf-8", "replace"))
        _write(out, render(session, reply))
        if reply.ends:
            break
    return 0


def _write(out: TextIO, text: str) -> None:
    if text:
        out.write(text + "\n")
    out.flush()
