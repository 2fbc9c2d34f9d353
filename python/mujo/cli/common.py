"""What the subcommands share: options for rules, position and style, and how they are read."""

import argparse
import contextlib
import io
import os
import stat
import sys
import threading
from collections.abc import Iterator
from typing import IO, Any

from mujo._core import Board, RuleSet, rule_set_names
from mujo.cli.output import emit, emit_bytes, note
from mujo.cli.parser import Commands
from mujo.diagrams import Style
from mujo.errors import InvalidPositionError, MujoError, NotationError
from mujo.notation.forms import POSITION_FORMS, parse_position
from mujo.rules import changed_rules, find_rules, find_start

__all__ = [
    "Commands",
    "add_change_options",
    "add_common_options",
    "add_executor_options",
    "add_form_option",
    "add_json_option",
    "add_picture_options",
    "add_rule_set_options",
    "add_rules_option",
    "add_style_option",
    "change_rules",
    "clean",
    "executor_of",
    "forbid",
    "open_text",
    "read_board",
    "read_own_rules",
    "read_rules",
    "start_text",
    "whole_number",
    "write_picture",
]

#: Bytes of standard input: no position of the largest board comes near it.
_LARGEST_INPUT = 64 * 1024

#: Seconds after which a terminal is told what mujo waits for.
_PATIENCE = 1.0


def add_rules_option(parser: argparse.ArgumentParser) -> None:
    """Add ``--rules``, ``--set``, ``--reading`` and ``--start``."""
    add_rule_set_options(parser)
    parser.add_argument("--start", metavar="NAME", help="another start of the rule set; 'mujo rules NAME' lists them")


def add_rule_set_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--rules``, ``--set`` and ``--reading``, for commands that need no position."""
    names = ", ".join(rule_set_names())
    parser.add_argument(
        "--rules",
        metavar="NAME",
        default="tai",
        help=f"rule set: {names}; also with changes, as in 'maka[emperor=protected-piece]', or a file NAME.toml "
        "(default: %(default)s)",
    )
    add_change_options(parser)


def add_change_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--set`` and ``--reading``."""
    for flag, field, form, example, what in (
        ("--set", "changes", "OPTION=VALUE", "emperor=protected-piece", "an option"),
        ("--reading", "readings", "TYPE=NAME", "LD=limited", "how a type of piece moves"),
    ):
        parser.add_argument(
            flag,
            dest=field,
            metavar=form,
            action=_Change,
            default={},
            help=f"change {what} of the rule set, as in '{flag} {example}'; may be repeated",
        )


class _Change(argparse.Action):
    """Collect KEY=VALUE in a mapping."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, flag: str | None = None
    ) -> None:
        key, equals, value = (part.strip() for part in clean(values).partition("="))
        if not (key and equals and value):
            parser.error(f"argument {flag}: {clean(values)!r} is not a change: write {self.metavar}")
        known = getattr(namespace, self.dest)
        if key in known:
            parser.error(f"argument {flag}: {key} is given twice")
        setattr(namespace, self.dest, {**known, key: value})


def change_rules(rules: RuleSet, options: argparse.Namespace) -> RuleSet:
    """Apply ``--set`` and ``--reading`` to rules."""
    return changed_rules(rules, options.changes, options.readings)


def read_rules(options: argparse.Namespace) -> RuleSet:
    """Return the rules that the options name."""
    return change_rules(find_rules(clean(options.rules)), options)


def read_own_rules(options: argparse.Namespace) -> RuleSet | None:
    """Return the rules that the options name, if they name any."""
    if options.rules is not None:
        return read_rules(options)
    if options.changes or options.readings:
        raise MujoError("--set and --reading change the rule set that --rules names: name one", code="argument")
    return None


def start_text(options: argparse.Namespace, rules: RuleSet) -> str | None:
    """Return the text of ``--start``, or ``None``; it excludes a position."""
    if options.start is None:
        return None
    if options.position is not None:
        raise MujoError("--start and --position exclude each other: give one", code="argument")
    return find_start(rules, clean(options.start))


def add_common_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--rules`` with its changes and starts, ``--position`` and ``--json``."""
    add_rules_option(parser)
    parser.add_argument(
        "--position",
        metavar="TEXT",
        help="position text or 'startpos'; - reads it from standard input, as mujo does without the option where "
        "standard input is a pipe or a file",
    )
    add_form_option(parser)
    add_json_option(parser)


def add_form_option(parser: argparse.ArgumentParser) -> None:
    """Add ``--form``, by the names that `parse_position` takes."""
    parser.add_argument(
        "--form",
        metavar="FORM",
        choices=POSITION_FORMS,
        default="mujo",
        help="form of the position text: %(choices)s (default: %(default)s)",
    )


def add_json_option(parser: argparse.ArgumentParser) -> None:
    """Add ``--json``."""
    parser.add_argument("--json", action="store_true", help="write one line of JSON")


def add_executor_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--processes`` and ``--dask``: where long work is done, see `mujo.parallel.open_executor`."""
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--processes", metavar="N", type=whole_number(1, 256), help="do the work in parts, in N processes"
    )
    where.add_argument(
        "--dask",
        metavar="ADDRESS",
        help="do the work in parts, on the Dask cluster with this scheduler, such as tcp://10.0.0.1:8786",
    )


@contextlib.contextmanager
def executor_of(options: argparse.Namespace) -> Iterator[Any]:
    """Open the executor that `add_executor_options` describes, or none."""
    if options.processes is None and options.dask is None:
        yield None
        return
    # Loaded here, so that other calls do not wait for it.
    from mujo.parallel import open_executor

    dask = None if options.dask is None else clean(options.dask)
    with open_executor(processes=options.processes, dask=dask) as executor:
        yield executor


def add_style_option(parser: argparse.ArgumentParser, styles: tuple[str, ...] = tuple(Style), more: str = "") -> None:
    """Add ``--style``: how pieces are shown, by the names that Python and the prompt use."""
    parser.add_argument(
        "--style",
        metavar="STYLE",
        choices=styles,
        help=f"how pieces are shown: {', '.join(styles)}{more} (default: ids; ascii writes nothing but ASCII)",
    )


def add_picture_options(parser: argparse.ArgumentParser, *, svg: bool = True) -> None:
    """Add ``--svg``, unless the command always draws, and ``--png``."""
    if svg:
        parser.add_argument("--svg", action="store_true", help="write a picture in SVG")
    parser.add_argument("--png", action="store_true", help="write a picture in PNG (needs the extra mujo[png])")


def write_picture(options: argparse.Namespace, picture: str) -> None:
    """Write a picture in the format that the options name."""
    if not options.png:
        emit(picture)
        return
    from mujo import svg

    try:
        data = svg.png(picture)
    except ImportError as error:
        raise MujoError(str(error), code="argument") from None
    if sys.stdout is not None and sys.stdout.isatty():
        options.parser.error("--png writes bytes: redirect standard output to a file")
    emit_bytes(data)


def forbid(options: argparse.Namespace, given: str, *others: str) -> None:
    """Refuse options that another one makes meaningless.

    Parameters
    ----------
    options
        The options; a wrong combination exits with the usage of the subcommand.
    given
        The option that is in force, as it is written.
    others
        The options that it would ignore, as they are written.
    """
    for flag in others:
        value = getattr(options, flag.lstrip("-").replace("-", "_"))
        if value not in (None, False):
            options.parser.error(f"{given} does not go with {flag}")


def whole_number(least: int, most: int) -> Any:
    """Return a converter for whole numbers from `least` to `most`."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 9 and least <= int(text) <= most):
            raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number from {least} to {most}")
        return int(text)

    return read


def clean(text: str) -> str:
    """Make a word of the command line or a line of input a text that can be encoded."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def read_board(options: argparse.Namespace) -> Board:
    """Set up the board that the options describe."""
    rules = read_rules(options)
    start = start_text(options, rules)
    if start is not None:
        return Board(start, rules)
    text = options.position
    if text == "-" or (text is None and _input_is_given()):
        text = _standard_input()
        if options.position is None and not text:
            text = None
    if text is None:
        return Board(rules=rules)
    return parse_position(clean(text), rules, options.form)


def _input_is_given() -> bool:
    """Return whether standard input is a pipe or a file, which comes to an end."""
    if sys.stdin is None:
        return False
    try:
        mode = os.fstat(sys.stdin.fileno()).st_mode
    except (OSError, ValueError):
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISREG(mode)


def _standard_input() -> str:
    """Read a position; if it does not come soon, a person at a terminal learns what mujo waits for."""
    if sys.stdin is None:
        return ""
    waiting = None
    if sys.stderr is not None and sys.stderr.isatty():
        message = "waiting for a position on standard input; end it with Ctrl-D, or give --position startpos"
        waiting = threading.Timer(0.0 if sys.stdin.isatty() else _PATIENCE, note, [message])
        waiting.daemon = True
        waiting.start()
    try:
        data = sys.stdin.buffer.read(_LARGEST_INPUT + 1)
    finally:
        if waiting is not None:
            waiting.cancel()
    if len(data) > _LARGEST_INPUT:
        raise InvalidPositionError(
            f"standard input is longer than {_LARGEST_INPUT} bytes: give one position", code="position.too_long"
        )
    return data.decode("utf-8", "replace").strip()


@contextlib.contextmanager
def open_text(source: str) -> Iterator[IO[str]]:
    """Open a file, or standard input for ``-``, as UTF-8 text whatever the locale.

    Raises
    ------
    MujoError
        ``file``: the file cannot be read.
    NotationError
        ``record.encoding``: the text is not UTF-8.
    """
    shown = "standard input" if source == "-" else source
    try:
        if source != "-":
            with open(source, encoding="utf-8-sig", newline=None) as file:
                yield file
        elif sys.stdin is None:
            yield io.StringIO()
        else:
            lines = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8-sig", newline=None)
            try:
                yield lines
            finally:
                # The stream stays the interpreter's.
                lines.detach()
    except UnicodeDecodeError as error:
        raise NotationError(f"{shown} is not UTF-8 text", code="record.encoding", position=error.start) from None
    except OSError as error:
        raise MujoError(f"cannot read {shown}: {error.strerror or error}", code="file") from None
