"""From a line to an answer."""

import difflib
from dataclasses import replace

from mujo._core import Board, Move
from mujo.cells import clip
from mujo.describe import describe_move
from mujo.errors import AmbiguousMoveError, IllegalMoveError, MujoError, RuleSetError
from mujo.notation import format_hodges, read_move
from mujo.notation.names import find_types
from mujo.notation.people import is_engine_text, may_be_move
from mujo.repl.commands import COMMANDS, find_command
from mujo.repl.commands.command import read_count
from mujo.repl.commands.course import after_move, after_refusal
from mujo.repl.commands.look import show_kind, show_square
from mujo.repl.reply import Reply
from mujo.repl.session import Session

__all__ = ["answer"]

#: Characters of one line of a refusal, and of all its lines.
_LONGEST_LINE = 400
_LONGEST = 4000

#: Moves that are offered when a line fits several.
_MOST_CHOICES = 20


def answer(session: Session, line: str) -> Reply:
    """Carry out a line: a command, a move, a number that chooses among moves, or the name of a piece.

    Empty lines and lines that begin with ``#`` do nothing. A line that is refused leaves the game as it was.
    """
    line = line.strip()
    if not line or line.startswith("#"):
        return Reply()
    try:
        return _engine_moves(session, _answer(session, line))
    except MujoError as error:
        return _complaint(session, line, error)


def _answer(session: Session, line: str) -> Reply:
    choices = list(session.choices)
    session.choices.clear()
    if line.isascii() and line.isdigit():
        return _choose(session, choices, line)
    word, _, rest = line.partition(" ")
    command = find_command(word)
    if command is not None:
        return command.run(session, rest.strip())
    if may_be_move(line):
        return _play(session, line)
    try:
        kinds = find_types(session.board.rules, line)
    except RuleSetError:
        if not line.isascii():
            return _play(session, line)
        return Reply(_unknown(session, line), is_error=True)
    return show_kind(session, kinds)


def _engine_moves(session: Session, reply: Reply) -> Reply:
    """Let the engine answer a move, if it plays the side to move. What was taken back waits for the user."""
    if session.opponent is None or not reply.game_changed or session.redoable:
        return reply
    if not session.opponent.is_to_move(session):
        return reply
    text = session.opponent.move(session)
    return replace(reply, text="\n".join(part for part in (reply.text, text) if part))


def _choose(session: Session, choices: list[Move], line: str) -> Reply:
    number = read_count(line, most=len(choices)) if choices else None
    if number is None:
        session.choices = choices
        what = f"choose a number from 1 to {len(choices)}" if choices else "there is no list of moves to choose from"
        return Reply(f"{line[:20]}: {what}.", is_error=True)
    return _played(session, choices[number - 1], echo=True)


def _play(session: Session, line: str) -> Reply:
    """Play a move. A form other than engine text is echoed in it, to confirm what was understood."""
    board = session.board
    if board.is_game_over() or session.is_over:
        session.play(line)
    own = _own_square(board, line)
    if own is not None:
        return show_square(session, own)
    move = read_move(board, line)
    return _played(session, move, echo=not is_engine_text(line))


def _own_square(board: Board, line: str) -> int | None:
    """Return the square that a line names, if a piece of the side to move stands there."""
    try:
        square = board.rules.parse_square(line)
    except MujoError:
        return None
    piece = board.piece_at(square)
    return square if piece is not None and piece.side == board.turn else None


def _played(session: Session, move: Move, *, echo: bool) -> Reply:
    before = session.board.copy()
    text = f"{format_hodges(before, move)} ({move.usi()}): {describe_move(before, move)}." if echo else ""
    _, kept = session.play(move)
    if kept:
        text += "\nThe moves you had taken back are kept: 'games' lists them."
    if session.lesson is not None:
        return after_move(session, before, move, text)
    return Reply(text.strip("\n"), game_changed=True)


def _complaint(session: Session, line: str, error: MujoError) -> Reply:
    text = clip(str(error), _LONGEST_LINE)
    if isinstance(error, IllegalMoveError) and error.rule and f"rule {error.rule}" not in text:
        text += f" (rule {error.rule})"
    if isinstance(error, AmbiguousMoveError):
        return Reply(_offer(session, line, error), is_error=True)
    if len(text) > _LONGEST:
        text = text[:_LONGEST] + " ..."
    if isinstance(error, IllegalMoveError) and session.lesson is not None:
        return after_refusal(session, error, text)
    return Reply(text, is_error=True)


def _offer(session: Session, line: str, error: AmbiguousMoveError) -> str:
    """List the moves that a line fits, each with a number that plays it."""
    board = session.board
    moves = []
    for candidate in error.candidates:
        try:
            moves.append(board.parse_move(candidate) if isinstance(candidate, str) else candidate)
        except MujoError:
            continue
    # The shortest first: what captures least, then without promotion.
    moves.sort(key=lambda move: (len(move.usi()), move.usi()))
    session.choices = moves[:_MOST_CHOICES]
    lines = [f"{line[:40]!r} fits {len(moves)} moves. Type a number:"]
    for number, move in enumerate(session.choices, 1):
        lines.append(f"{number:>3}) {format_hodges(board, move)} ({move.usi()}): {describe_move(board, move)}")
    if len(moves) > _MOST_CHOICES:
        lines.append(f"     and {len(moves) - _MOST_CHOICES} more: name more squares, or end with + or =")
    return "\n".join(lines)


def _unknown(session: Session, line: str) -> str:
    word = line.partition(" ")[0]
    names = [command.name for command in COMMANDS]
    close = difflib.get_close_matches(word.lower(), names, n=1)
    if not close:
        kinds = {kind.name: None for kind in session.board.rules.piece_types.values()}
        close = difflib.get_close_matches(line.lower(), list(kinds), n=1)
    hint = f" Did you mean '{close[0]}'?" if close else ""
    return f"{line[:40]!r} is not a command, a move or a piece.{hint} 'help' gets you going."
