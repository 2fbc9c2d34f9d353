"""The argument parser: its errors show the usage of the subcommand, and nothing that a terminal would obey."""

import argparse
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NoReturn

from mujo._core import rule_set_names
from mujo.cells import to_ascii
from mujo.cli.output import can_show, limited

__all__ = ["Commands", "Parser"]

#: What `add_subparsers` returns has no public name.
Commands = Any


class Parser(argparse.ArgumentParser):
    """A parser of the command line or of a subcommand."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        options.setdefault("allow_abbrev", False)
        super().__init__(*arguments, **options)
        #: For the errors of a subcommand that only its run finds.
        self.set_defaults(parser=self)

    def parse_args(self, args: Sequence[str] | None = None, namespace: Any = None) -> argparse.Namespace:  # type: ignore[override]
        """Parse a command line; an unknown argument is an error of the subcommand that it stands after."""
        options: argparse.Namespace
        options, unknown = self.parse_known_args(args, namespace)
        if unknown:
            parser: Parser = getattr(options, "parser", self)
            names = [word for word in unknown if word in rule_set_names()]
            hint = f": a rule set is named with --rules {names[0]}" if names and hasattr(options, "rules") else ""
            parser.error(f"unrecognized arguments: {' '.join(unknown)}{hint}")
        return options

    def error(self, message: str) -> NoReturn:
        """Print the usage and the error, and exit with status 2."""
        hint = (
            ""
            if self.prog.partition(" ")[2]
            else f"\nmujo: {self._close_command(message)}'mujo help' lists the commands"
        )
        self.exit(2, f"{self.format_usage()}{self.prog}: {limited(message)}{hint}\n")

    def _close_command(self, message: str) -> str:
        """Return a question if an error is about a word that is nearly a command."""
        # Loaded here, for this error alone.
        import difflib

        word = re.search(r"argument COMMAND: invalid choice: '([^']*)' \(choose from (.*)\)", message)
        close = [] if word is None else difflib.get_close_matches(word[1], re.findall(r"[a-z]+", word[2]), 1)
        return f"did you mean {close[0]}? " if close else ""

    def _print_message(self, message: str, file: Any = None) -> None:
        if message:
            stream = sys.stderr if file is None else file
            if not can_show(message, stream):
                message = to_ascii(message)
            with suppress(AttributeError, OSError):
                stream.write(message)
