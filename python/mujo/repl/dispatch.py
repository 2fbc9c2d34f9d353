"""From a line to an answer."""

import difflib

from mujo.cells import clip
from mujo.errors import IllegalMoveError, MujoError
from mujo.repl.commands import COMMANDS, find_command
from mujo.repl.reply import Reply
from mujo.repl.session import Session

__all__ = ["answer"]

#: Characters of one line of a refusal.
_LONGEST = 400


def answer(session: Session, line: str) -> Reply:
    """Obey a line: a command, or a move. Empty lines and those that begin with ``#`` do nothing.

    A line that is refused leaves the game as it was.
    """
    line = line.strip()
    if not line or line.startswith("#"):
        return Reply()
    word, _, rest = line.partition(" ")
    command = find_command(word)
    try:
        if command is not None:
            return command.run(session, rest.strip())
        if _may_be_move(line):
            session.play(line)
            return Reply(game_changed=True)
    except MujoError as error:
        return Reply(_complaint(error), is_error=True)
    return Reply(_unknown(word), is_error=True)


def _may_be_move(line: str) -> bool:
    """Tell moves from misspelt commands: every move names a square, the pass apart."""
    return any(character.isdigit() for character in line) or line.lower() == "pass"


def _complaint(error: MujoError) -> str:
    text = str(error)
    if isinstance(error, IllegalMoveError) and error.rule and f"rule {error.rule}" not in text:
        text += f" (rule {error.rule})"
    return clip(text, _LONGEST)


def _unknown(word: str) -> str:
    names = [command.name for command in COMMANDS]
    close = difflib.get_close_matches(word.lower(), names, n=1)
    hint = f" Did you mean '{close[0]}'?" if close else ""
    return f"{word[:40]!r} is neither a command nor a move.{hint} 'help' lists the commands."
