"""The commands of the prompt: one table, grouped by what they are for."""

import textwrap

from mujo.diagrams import Style
from mujo.errors import RuleSetError
from mujo.repl.commands import game, learn, look, setup
from mujo.repl.commands.command import Command
from mujo.repl.commands.types import describe_type, find_types
from mujo.repl.reply import Reply
from mujo.repl.session import Session

__all__ = ["COMMANDS", "find_command"]


def _help(session: Session, argument: str) -> Reply:
    if not argument:
        return Reply(_overview(session))
    command = find_command(argument)
    if command is not None:
        return Reply(f"{command.usage}: {command.summary}")
    rules = session.board.rules
    try:
        kinds = find_types(rules, argument)
    except RuleSetError as error:
        return Reply(f"{error}; 'help' alone lists the commands", is_error=True)
    ascii_only = session.view.style is Style.ASCII
    return Reply("\n\n".join(describe_type(rules, kind, session.view.width, ascii_only=ascii_only) for kind in kinds))


def _overview(session: Session) -> str:
    width = session.view.width
    moves = session.board.legal_moves
    example = f", such as {moves[0].usi()}" if moves else ""
    explained = (
        f"A move is its start and its end{example}; squares of pieces taken on the way stand between them; + at the "
        "end says that the piece promotes; the start twice (5e5e), or 'pass', is a pass. Also read: P-8m, LNx3h-2i "
        "and the like; a piece and where it goes (LN 13q); only where something is taken (x13q). Commands:"
    )
    column = max(len(command.usage) for command in COMMANDS) + 4
    lines = [textwrap.fill(explained, width)]
    for command in COMMANDS:
        first = f"  {command.usage}".ljust(column)
        lines.append(textwrap.fill(command.summary, width, initial_indent=first, subsequent_indent=" " * column))
    return "\n".join(lines)


COMMANDS: tuple[Command, ...] = (
    *look.COMMANDS,
    *learn.COMMANDS,
    *game.COMMANDS,
    *setup.COMMANDS,
    Command("help", "[TYPE]", "list the commands, or tell all about a type of piece: id, name, kanji or romaji", _help),
    game.QUIT,
)

_BY_WORD = {word: command for command in COMMANDS for word in (command.name, *command.aliases)}


def find_command(word: str) -> Command | None:
    """Find a command by its word or an alias, case ignored."""
    return _BY_WORD.get(word.lower())
