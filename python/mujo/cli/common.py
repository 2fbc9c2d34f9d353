"""What the sub-commands share: options for rules and position, and how they are read."""

import argparse
import os
import stat
import sys
from typing import Any

from mujo._core import Board, RuleSet, rule_set_names
from mujo.diagrams import Style
from mujo.errors import InvalidPositionError, MujoError
from mujo.rules import changed_rules, find_rules, find_start

__all__ = [
    "add_change_options",
    "add_common_options",
    "add_rule_set_options",
    "add_rules_option",
    "add_style_options",
    "change_rules",
    "clean",
    "read_board",
    "read_own_rules",
    "read_rules",
    "start_text",
]

#: Bytes of standard input: no position of the largest board comes near it.
_LARGEST_INPUT = 64 * 1024

#: What `add_subparsers` returns has no public name.
Commands = Any


def add_rules_option(parser: argparse.ArgumentParser) -> None:
    """Add ``--rules``, ``--set``, ``--reading`` and ``--start``."""
    add_rule_set_options(parser)
    parser.add_argument(
        "--start", metavar="NAME", help="one of the further starts of the rule set, which 'mujo rules NAME' lists"
    )


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
            help=f"change {what} of the rule set, as in '{flag} {example}'; may be given several times",
        )


class _Change(argparse.Action):
    """Collect KEY=VALUE in a mapping."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, flag: str | None = None
    ) -> None:
        key, equals, value = (part.strip() for part in clean(values).partition("="))
        if not (key and equals and value):
            parser.error(f"argument {flag}: {clean(values)!r} is no change: write {self.metavar}")
        known = getattr(namespace, self.dest)
        if key in known:
            parser.error(f"argument {flag}: {key} is given twice")
        setattr(namespace, self.dest, {**known, key: value})


def change_rules(rules: RuleSet, options: argparse.Namespace) -> RuleSet:
    """Change rules as ``--set`` and ``--reading`` say."""
    return changed_rules(rules, options.changes, options.readings)


def read_rules(options: argparse.Namespace) -> RuleSet:
    """Find the rules that the options ask for."""
    return change_rules(find_rules(clean(options.rules)), options)


def read_own_rules(options: argparse.Namespace) -> RuleSet | None:
    """Find the rules that the options ask for, if they name any."""
    if options.rules is not None:
        return read_rules(options)
    if options.changes or options.readings:
        raise MujoError("--set and --reading change the rule set that --rules names: name one", code="argument")
    return None


def start_text(options: argparse.Namespace, rules: RuleSet) -> str | None:
    """Return the text of ``--start``, or ``None``; it cannot stand beside a position."""
    if options.start is None:
        return None
    if options.position is not None:
        raise InvalidPositionError("--start and --position both say where to begin: give one", code="argument")
    return find_start(rules, clean(options.start))


def add_common_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--rules`` with its changes and starts, ``--position`` and ``--json``."""
    add_rules_option(parser)
    parser.add_argument(
        "--position",
        metavar="TEXT",
        help="position text or 'startpos'; - reads it from standard input, and so does leaving it out where standard "
        "input is a pipe or a file",
    )
    parser.add_argument("--json", action="store_true", help="write one line of JSON")


def add_style_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--ids``, ``--kanji`` and ``--ascii``."""
    group = parser.add_mutually_exclusive_group()
    for style, text in (
        (Style.IDS, "board in ids"),
        (Style.KANJI, "board with one kanji a square"),
        (Style.ASCII, "board in ids, and nothing but ASCII in the output"),
    ):
        group.add_argument(f"--{style}", dest="style", action="store_const", const=style, help=text)


def clean(text: str) -> str:
    """Make a word of the command line or a line of input a text that can be encoded."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def read_board(options: argparse.Namespace) -> Board:
    """Set up the board that the options ask for."""
    rules = read_rules(options)
    start = start_text(options, rules)
    if start is not None:
        return Board(start, rules)
    text = options.position
    if text == "-" or (text is None and _input_is_given()):
        text = _standard_input()
        if options.position is None and not text:
            text = None
    return Board(None if text is None else clean(text), rules)


def _input_is_given() -> bool:
    """Tell whether standard input is a pipe or a file: something that comes to an end."""
    if sys.stdin is None:
        return False
    try:
        mode = os.fstat(sys.stdin.fileno()).st_mode
    except (OSError, ValueError):
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISREG(mode)


def _standard_input() -> str:
    if sys.stdin is None:
        return ""
    data = sys.stdin.buffer.read(_LARGEST_INPUT + 1)
    if len(data) > _LARGEST_INPUT:
        raise InvalidPositionError(
            f"standard input is longer than {_LARGEST_INPUT} bytes: give one position", code="position.too_long"
        )
    return data.decode("utf-8", "replace").strip()
