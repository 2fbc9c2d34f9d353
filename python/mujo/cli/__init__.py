"""The command ``mujo``: one module a sub-command.

Exit status: 0, or 1 with the reason on standard error, or 2 for a wrong command line; 130 after Ctrl-C. A reader that
closes the pipe early is no error.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from mujo._core import __version__, build_profile, data_digest
from mujo.cells import clip, printable
from mujo.cli import check, convert, moves, perft, piece, play, rules, sheet, show, validate
from mujo.cli.output import error_json
from mujo.data_files import is_stale
from mujo.errors import MujoError

__all__ = ["build_parser", "main"]

_INTERRUPTED = 130
#: Characters of one line of a reason.
_LONGEST = 1000


def build_parser() -> argparse.ArgumentParser:
    """Build the parser of the whole command line."""
    parser = argparse.ArgumentParser(
        prog="mujo", description="Rules engine for the great historical shogi games.", allow_abbrev=False
    )
    parser.add_argument(
        "--version", action=_Version, nargs=0, help="show version, build profile and digest of the rule data"
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command", required=True)
    for module in (play, moves, show, piece, sheet, perft, rules, check, convert, validate):
        module.add_parser(commands)
    return parser


class _Version(argparse.Action):
    """Write the version and leave."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(f"mujo {__version__} ({build_profile()} build, data {data_digest()[:16]})")
        if is_stale():
            print("The data files have changed since the core was built: build it again.")
        parser.exit()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    arguments
        The words after the program's name; those of the process if left out.

    Returns
    -------
    int
        The exit status. A wrong command line, ``--help`` and ``--version`` raise `SystemExit` instead.
    """
    _allow_any_character()
    options = argparse.Namespace(json=False)
    try:
        try:
            options = build_parser().parse_args(arguments)
            status: int = options.run(options)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        _silence_output()
        return 0
    except KeyboardInterrupt:
        _silence_output()
        return _INTERRUPTED
    except MujoError as error:
        _complain(error, as_json=getattr(options, "json", False))
        return 1
    except OSError as error:
        _silence_output()
        _complain(MujoError(error.strerror or str(error), code="file"), as_json=getattr(options, "json", False))
        return 1
    return status


def _complain(error: MujoError, *, as_json: bool) -> None:
    if as_json:
        text = error_json(error)
    else:
        slug = f" [{error.code}]" if error.code else ""
        text = printable(f"mujo: {clip(str(error), _LONGEST)}{slug}")
    with suppress(OSError):
        print(text, file=sys.stderr, flush=True)


def _allow_any_character() -> None:
    """Let an output that cannot show a character show a question mark, rather than fail."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _silence_output() -> None:
    """Make sure that nothing more is written, not even when the interpreter flushes at its end."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
