"""``mujo completion``: a script that lets the shell complete the command line."""

import argparse
from typing import Any

from mujo._core import rule_set_names
from mujo.cli.output import emit
from mujo.cli.parser import Commands
from mujo.errors import MujoError

__all__ = ["add_parser", "run"]

_SHELLS = ("bash", "zsh", "fish", "tcsh", "powershell")


def add_parser(commands: Commands) -> None:
    """Describe the subcommand."""
    parser = commands.add_parser(
        "completion",
        help="print a script for completion in a shell",
        description="Print a script that lets a shell complete commands, options, rule sets and files. For bash: "
        "mujo completion bash > ~/.local/share/bash-completion/completions/mujo. Needs the extra mujo[completion].",
    )
    parser.add_argument("shell", choices=_SHELLS, help="the shell")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the script."""
    try:
        import shtab
    except ImportError:
        raise MujoError("completion needs the extra mujo[completion]", code="argument") from None
    whole: argparse.ArgumentParser = options.whole
    _prepare(whole, shtab.FILE)
    emit(shtab.complete(whole, options.shell))
    return 0


def _prepare(parser: argparse.ArgumentParser, files: Any) -> None:
    """State what the words of arguments can be, where the parser does not."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                _prepare(command, files)
        elif action.metavar == "FILE":
            action.complete = files  # type: ignore[attr-defined]
        elif action.dest == "rules":
            action.choices = rule_set_names()
