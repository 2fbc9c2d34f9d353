"""From a line to an answer."""

import difflib

from mujo.cells import clip
from mujo.describe import describe_move
from mujo.errors import AmbiguousMoveError, IllegalMoveError, MujoError
from mujo.notation import format_hodges
from mujo.repl.commands import COMMANDS, find_command
from mujo.repl.entry import candidates_text, is_engine_text, may_be_move, read_move
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
        if may_be_move(line):
            return _play(session, line)
    except MujoError as error:
        return Reply(_complaint(session, error), is_error=True)
    return Reply(_unknown(word), is_error=True)


def _play(session: Session, line: str) -> Reply:
    """Play a move. One that is not written as engines do is said again, to be sure that it is the right one."""
    board = session.board
    if is_engine_text(line) or board.is_game_over():
        session.play(line)
        return Reply(game_changed=True)
    move = read_move(board, line)
    said = f"{format_hodges(board, move)} ({move.usi()}): {describe_move(board, move)}."
    session.play(move)
    return Reply(said, game_changed=True)


def _complaint(session: Session, error: MujoError) -> str:
    text = clip(str(error), _LONGEST)
    if isinstance(error, IllegalMoveError) and error.rule and f"rule {error.rule}" not in text:
        text += f" (rule {error.rule})"
    if isinstance(error, AmbiguousMoveError):
        text = text.partition(" moves: ")[0].removesuffix(" moves") + " moves:\n" if " fits " in text else text + ":\n"
        text += candidates_text(session.board, error)
    return text


def _unknown(word: str) -> str:
    names = [command.name for command in COMMANDS]
    close = difflib.get_close_matches(word.lower(), names, n=1)
    hint = f" Did you mean '{close[0]}'?" if close else ""
    return f"{word[:40]!r} is neither a command nor a move.{hint} 'help' lists the commands."
