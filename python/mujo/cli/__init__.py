"""The command ``mujo``: one module for each subcommand.

Exit status: 0, or 1 with the reason on standard error, or 2 for a wrong command line; 130 after Ctrl-C. A reader that
closes the pipe early is not an error.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from mujo._core import __version__, build_profile, data_digest
from mujo.cli import (
    analyse,
    bench,
    check,
    completion,
    convert,
    help,
    match,
    moves,
    perft,
    piece,
    play,
    protocols,
    rules,
    serve,
    sheet,
    show,
    solve,
    validate,
)
from mujo.cli.output import complain, emit, say, to_json
from mujo.cli.parser import Parser
from mujo.data_files import is_stale
from mujo.errors import MujoError

__all__ = ["build_parser", "cecp", "main", "usi"]

_INTERRUPTED = 130

#: Set it to see where an unexpected error was raised.
_TRACEBACK = "MUJO_TRACEBACK"


def build_parser() -> Parser:
    """Build the parser of the whole command line."""
    parser = Parser(prog="mujo", description="Rules engine for the great historical shogi games.")
    parser.add_argument(
        "--version", action="store_true", help="print version, build profile and digest of the rule data"
    )
    parser.add_argument("--json", action="store_true", help="with --version: write one line of JSON")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command", parser_class=Parser)
    parser.set_defaults(whole=parser)
    games = (play, serve, match, analyse, solve, bench, protocols, convert, validate)
    for module in (*games, moves, show, piece, sheet, perft, rules, check, completion, help):
        module.add_parser(commands)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    arguments
        The words after the program's name; those of the process if left out.

    Returns
    -------
    int
        The exit status. A wrong command line and ``--help`` raise `SystemExit` instead.
    """
    _allow_any_character()
    options = argparse.Namespace(json=False)
    try:
        try:
            options = build_parser().parse_args(arguments)
            status = _run(options)
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()
    except BrokenPipeError:
        _silence_output()
        return 0
    except KeyboardInterrupt:
        _silence_output()
        return _INTERRUPTED
    except MujoError as error:
        complain(error, as_json=options.json, usage=_usage(options, error))
        return 1
    except OSError as error:
        _silence_output()
        complain(MujoError(error.strerror or str(error), code="file"), as_json=options.json)
        return 1
    except Exception as error:
        # The last resort: an error that mujo should have reported itself.
        if os.environ.get(_TRACEBACK):
            raise
        _silence_output()
        text = f"unexpected {type(error).__name__}: {error} (a bug in mujo; {_TRACEBACK}=1 shows where)"
        complain(MujoError(text), as_json=options.json)
        return 1
    return status


def usi() -> int:
    """Run ``mujo usi``, for programs that start an engine without arguments."""
    return main(["usi", *sys.argv[1:]])


def cecp() -> int:
    """Run ``mujo cecp``, for programs that start an engine without arguments."""
    return main(["cecp", *sys.argv[1:]])


def _run(options: argparse.Namespace) -> int:
    if options.command is not None:
        if options.version:
            options.parser.error("--version stands alone")
        status: int = options.run(options)
        return status
    if options.version:
        _print_version(as_json=options.json)
    elif options.json:
        options.parser.error("--json needs a command or --version")
    else:
        say(options.parser.format_help().rstrip())
    return 0


def _print_version(*, as_json: bool) -> None:
    if as_json:
        fields = {"version": __version__, "build": build_profile(), "data": data_digest(), "stale": is_stale()}
        emit(to_json("version", fields) + "\n")
        return
    say(f"mujo {__version__} ({build_profile()} build, data {data_digest()[:16]})")
    if is_stale():
        say("The data files have changed since the core was built: build it again.")


def _usage(options: argparse.Namespace, error: MujoError) -> str:
    """Return the usage of the subcommand if its arguments are what is wrong."""
    parser: Parser | None = getattr(options, "parser", None)
    return parser.format_usage() if parser is not None and error.code == "argument" else ""


def _allow_any_character() -> None:
    """Let an output that cannot show a character show a question mark, rather than fail."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _silence_output() -> None:
    """Make sure that nothing more is written, not even when the interpreter flushes at its end."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
