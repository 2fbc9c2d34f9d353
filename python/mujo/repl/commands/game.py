"""Commands that change the game, or take it in and out."""

from pathlib import Path

from mujo._core import BLACK, WHITE
from mujo.cells import clip, wrap_words
from mujo.notation import format_hodges
from mujo.record import read_record, write_record
from mujo.repl.commands.command import Command, read_count, usage_error
from mujo.repl.reply import Reply
from mujo.repl.session import Session
from mujo.rules import find_rules

__all__ = ["COMMANDS", "QUIT"]

_SIDES = {"black": BLACK, "b": BLACK, "white": WHITE, "w": WHITE}

#: Random moves that are listed.
_LISTED = 12


def _undo(session: Session, argument: str) -> Reply:
    count = read_count(argument or "1")
    if count is None:
        return usage_error("undo [N]", f"{argument!r} is no number of moves.")
    moves = session.undo(count)
    return Reply(clip("Taken back: " + " ".join(move.usi() for move in moves), 400), game_changed=True)


def _redo(session: Session, argument: str) -> Reply:
    count = read_count(argument or "1")
    if count is None:
        return usage_error("redo [N]", f"{argument!r} is no number of moves.")
    moves = session.redo(count)
    return Reply(clip("Played again: " + " ".join(move.usi() for move in moves), 400), game_changed=True)


def _goto(session: Session, argument: str) -> Reply:
    here = len(session.board.move_stack)
    ply = here + session.redoable if argument == "end" else read_count(argument, least=0)
    if ply is None:
        return usage_error("goto N|end", f"{argument!r} is no number of moves.")
    session.go_to(ply)
    return Reply(f"After {_moves(ply)} of {ply + session.redoable}.", game_changed=True)


def _history(session: Session, argument: str) -> Reply:
    board, moves = session.board.copy(), session.board.move_stack
    for _ in moves:
        board.pop()
    words = []
    for move in moves:
        number = f"{board.move_number}." + ("" if board.turn == BLACK else "..")
        words.append(f"{number}{format_hodges(board, move)}")
        board.push(move)
    text = wrap_words(words, session.view.width) if words else "No move has been played."
    if session.redoable:
        text += f"\n{_moves(session.redoable)} taken back: 'redo' plays them again."
    return Reply(f"{text}\n{session.standing()}")


def _random(session: Session, argument: str) -> Reply:
    count = read_count(argument or "1", most=1000)
    if count is None:
        return usage_error("random [N]", f"{argument!r} is no number of moves up to 1000.")
    if session.is_over:
        return Reply(f"The game is over: {session.standing()}", is_error=True)
    played = session.play_random(count)
    words = [f"{format_hodges(board, move)} ({move.usi()})" for board, move in played[-_LISTED:]]
    if len(played) > _LISTED:
        words.insert(0, f"{_moves(len(played))}, the last of them:")
    return Reply(wrap_words(words, session.view.width), game_changed=True)


def _resign(session: Session, argument: str) -> Reply:
    side = session.board.turn if not argument else _SIDES.get(argument.lower())
    if side is None:
        return usage_error("resign [black|white]", f"{argument!r} is no side.")
    session.resign(side)
    return Reply("'resume' goes on all the same.", game_changed=True)


def _draw(session: Session, argument: str) -> Reply:
    session.agree()
    return Reply("'resume' goes on all the same.", game_changed=True)


def _resume(session: Session, argument: str) -> Reply:
    session.resume()
    return Reply("The game goes on.", game_changed=True)


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
    session.saved = True
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
        if not replay.rest:
            text += " 'resume' goes on all the same."
    return Reply(text, game_changed=True)


def _quit(session: Session, argument: str) -> Reply:
    return Reply(ends=True)


def _moves(count: int) -> str:
    return "1 move" if count == 1 else f"{count} moves"


COMMANDS = (
    Command("undo", "[N]", "take back the last move, or the last N", _undo),
    Command("redo", "[N]", "play again what was taken back; a new move empties that", _redo),
    Command("goto", "N|end", "go to the position after N moves, back or forth", _goto),
    Command("history", "", "list the moves of the game", _history),
    Command("random", "[N]", "play a random legal move, or N, to see the game move", _random),
    Command("resign", "[black|white]", "end the game: the side to move, or the one named, gives up", _resign),
    Command("draw", "", "end the game: both sides agree on a draw", _draw),
    Command("resume", "", "go on after a resignation or an agreed draw", _resume),
    Command("position", "[TEXT]", "write the position as text, or start a new game from one", _position),
    Command("new", "[RULES]", "start a new game, under other rules if they are named, as in maka[LD=limited]", _new),
    Command("save", "FILE", "write the game to a file", _save),
    Command("load", "FILE", "go on with a game from a file", _load),
)

#: Stands last in the help.
QUIT = Command("quit", "", "leave", _quit, ("exit", "q"))
