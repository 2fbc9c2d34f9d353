"""Commands that change the game, or take it in and out."""

from pathlib import Path

from mujo.record import read_record, write_record
from mujo.repl.commands.command import Command, usage_error
from mujo.repl.reply import Reply
from mujo.repl.session import Session
from mujo.rules import find_rules

__all__ = ["COMMANDS", "QUIT"]


def _undo(session: Session, argument: str) -> Reply:
    count = argument or "1"
    if not (count.isascii() and count.isdigit() and len(count) < 10 and int(count) > 0):
        return usage_error("undo [N]", f"{argument!r} is no number of moves.")
    moves = session.undo(int(count))
    return Reply("Taken back: " + " ".join(move.usi() for move in moves), game_changed=True)


def _position(session: Session, argument: str) -> Reply:
    if not argument:
        return Reply(session.board.sfen())
    session.set_position(argument)
    return Reply("A new game from this position.", game_changed=True)


def _new(session: Session, argument: str) -> Reply:
    session.new(find_rules(argument) if argument else None)
    rules = session.board.rules
    return Reply(f"A new game of {rules.name}: {rules.title}.", game_changed=True)


def _save(session: Session, argument: str) -> Reply:
    if not argument:
        return usage_error("save FILE", "A file is missing.")
    record = session.record()
    write_record(record, Path(argument).expanduser())
    return Reply(f"Saved {_moves(len(record.moves))} to {argument}.")


def _load(session: Session, argument: str) -> Reply:
    if not argument:
        return usage_error("load FILE", "A file is missing.")
    record = read_record(Path(argument).expanduser())
    replay = session.load(record)
    text = f"Loaded {_moves(len(replay.board.move_stack))} of {replay.board.rules.name} from {argument}."
    if replay.rest:
        text += (
            f"\nMove {len(record.moves) - len(replay.rest) + 1} of the record, {replay.rest[0]!r}, cannot be played, "
            f"so {_moves(len(replay.rest))} from there on are left out: {replay.fault}"
        )
    if record.result is not None and (replay.rest or not replay.board.is_game_over()):
        reason = f" ({record.termination})" if record.termination else ""
        text += f"\nThe record states the result {record.result}{reason}."
    return Reply(text, game_changed=True)


def _quit(session: Session, argument: str) -> Reply:
    return Reply(ends=True)


def _moves(count: int) -> str:
    return "1 move" if count == 1 else f"{count} moves"


COMMANDS = (
    Command("undo", "[N]", "take back the last move, or the last N", _undo),
    Command("position", "[TEXT]", "write the position as text, or start a new game from one", _position),
    Command("new", "[RULES]", "start a new game, under other rules if they are named", _new),
    Command("save", "FILE", "write the game to a file", _save),
    Command("load", "FILE", "go on with a game from a file", _load),
)

#: Stands last in the help.
QUIT = Command("quit", "", "leave", _quit, ("exit", "q"))
