"""The command that helps: how to play, the commands, topics, rules by number, and pieces."""

import difflib
import textwrap
from collections.abc import Sequence

from mujo.diagrams import Style
from mujo.errors import RuleSetError
from mujo.notation.names import find_types
from mujo.repl.commands.command import Command
from mujo.repl.commands.pieces import describe_type
from mujo.repl.reply import Reply
from mujo.repl.session import Session
from mujo.repl.topics import describe_topic, find_topics, topics

__all__ = ["overview", "run_help"]


def run_help(session: Session, argument: str, commands: Sequence[Command]) -> Reply:
    """Answer `help`: in four lines without an argument, else about a command, topic, rule or piece."""
    if not argument:
        return Reply("\n".join(overview(session)))
    if argument.lower() == "commands":
        return Reply(_command_list(session, commands))
    if argument.lower() == "topics":
        return Reply(_topic_list(session))
    width, rules = session.view.width, session.board.rules
    ascii_only = session.view.style is Style.ASCII
    found = [describe_topic(rules, topic, width, ascii_only=ascii_only) for topic in find_topics(argument)]
    try:
        kinds = find_types(rules, argument)
    except RuleSetError as error:
        kinds, fault = [], error
    found += [describe_type(rules, kind, width, ascii_only=ascii_only) for kind in kinds]
    command = next((command for command in commands if argument.lower() in (command.name, *command.aliases)), None)
    if command is not None:
        found.insert(0, textwrap.fill(f"{command.usage}: {command.summary}", width, subsequent_indent="  "))
    if found:
        return Reply("\n\n".join(found))
    words = [word for topic in topics() for word in (topic.name, *topic.words)] + [other.name for other in commands]
    close = difflib.get_close_matches(argument.lower(), words, n=1)
    hint = f"; did you mean 'help {close[0]}'?" if close and not fault.matches else ""
    return Reply(f"{fault}{hint}\n'help topics' and 'help commands' list what there is help about.", is_error=True)


def overview(session: Session) -> list[str]:
    """Return the four lines that a newcomer needs."""
    board = session.board
    rules = board.rules
    royals = ", ".join(
        f"{kind.name} {kind.id}" for kind in rules.piece_types.values() if kind.royal is not None and kind.is_initial
    )
    move = next(iter(board.legal_moves), None)
    example, start, short = "8r8q", "8r", "P 8q"
    if move is not None:
        start, example = rules.square_name(move.from_square), move.usi()
        piece = board.piece_at(move.from_square)
        short = f"{'P' if piece is None else piece.symbol.upper()} {rules.square_name(move.to_square)}"
    goal = f"Win by capturing the last royal{': ' if royals else ''}{royals}."
    return [
        f"{goal} CAPITALS are Black's.",
        f"A move is start and end ({example}), or piece and end ({short}). 'moves {start}' lists them.",
        f"'show {start}', 'why {example}', 'help lion', 'help 3.1' explain; 'learn' is a course.",
        "'undo', 'save FILE', 'quit'. More: 'help commands', 'help topics'.",
    ]


def _command_list(session: Session, commands: Sequence[Command]) -> str:
    width = session.view.width
    column = min(max(len(command.usage) for command in commands) + 4, 28)
    lines = []
    for command in commands:
        first = f"  {command.usage}".ljust(column)
        if len(first) > column:
            first += "  "
        lines.append(
            textwrap.fill(
                command.summary,
                width,
                initial_indent=first,
                subsequent_indent=" " * column,
                break_long_words=False,
                break_on_hyphens=False,
            )
        )
    return "\n".join(lines)


def _topic_list(session: Session) -> str:
    lines = ["'help' and one of these words, or the number of a rule:"]
    column = max(len(topic.name) for topic in topics()) + 4
    lines += [f"  {topic.name}".ljust(column) + topic.title for topic in topics()]
    return "\n".join(lines)
