"""The commands of the prompt: one table, grouped by what they are for."""

from mujo.repl.commands import course, engine, files, game, look, setup, study
from mujo.repl.commands.command import Command
from mujo.repl.commands.help import run_help
from mujo.repl.reply import Reply
from mujo.repl.session import Session

__all__ = ["COMMANDS", "find_command"]


def _help(session: Session, argument: str) -> Reply:
    return run_help(session, argument, COMMANDS)


COMMANDS: tuple[Command, ...] = (
    Command("help", "[TOPIC|RULE|PIECE]", "say how to play, or explain a topic, a rule or a piece", _help, ("?", "h")),
    *course.COMMANDS,
    *look.COMMANDS,
    *study.COMMANDS,
    *game.COMMANDS,
    *engine.COMMANDS,
    *files.COMMANDS,
    *setup.COMMANDS,
    game.QUIT,
)

_BY_NAME = {name: command for command in COMMANDS for name in (command.name, *command.aliases)}


def find_command(word: str) -> Command | None:
    """Find a command by its name or an alias, ignoring case."""
    return _BY_NAME.get(word.lower())
