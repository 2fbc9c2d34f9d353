"""Commands that play: back and forth, results, random moves."""

from mujo._core import BLACK
from mujo.cells import clip, wrap_words
from mujo.notation import format_hodges
from mujo.repl.commands.command import SIDES, Command, moves_text, read_count, usage_error
from mujo.repl.reply import Reply
from mujo.repl.session import Session

__all__ = ["COMMANDS", "QUIT"]

#: Random moves that are listed.
_LISTED = 12


def _undo(session: Session, argument: str) -> Reply:
    # Against the engine, its answer goes back too.
    both = session.opponent is not None and session.board.turn != session.opponent.side and session.board.ply > 1
    count = read_count(argument or ("2" if both else "1"))
    if count is None:
        return usage_error("undo [N]", f"{argument!r} is not a number of moves.")
    moves = session.undo(count)
    if not moves:
        return Reply("Back in the game before this one.", game_changed=True)
    return Reply(clip("Taken back: " + " ".join(move.usi() for move in moves), 400), game_changed=True)


def _redo(session: Session, argument: str) -> Reply:
    count = read_count(argument or "1")
    if count is None:
        return usage_error("redo [N]", f"{argument!r} is not a number of moves.")
    moves = session.redo(count)
    return Reply(clip("Played again: " + " ".join(move.usi() for move in moves), 400), game_changed=True)


def _goto(session: Session, argument: str) -> Reply:
    ply = session.game.length if argument == "end" else read_count(argument, least=0)
    if ply is None:
        return usage_error("goto N|end", f"{argument!r} is not a number of moves.")
    session.go_to(ply)
    return Reply(f"After {moves_text(ply)} of {session.game.length}.", game_changed=True)


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
        text += f"\n{moves_text(session.redoable)} taken back: 'redo' plays them again."
    return Reply(f"{text}\n{session.standing()}")


def _random(session: Session, argument: str) -> Reply:
    count = read_count(argument or "1", most=1000)
    if count is None:
        return usage_error("random [N]", f"{argument!r} is not a number of moves up to 1000.")
    if session.is_over:
        return Reply(f"The game is over: {session.standing()}", is_error=True)
    played = session.play_random(count)
    words = [f"{format_hodges(board, move)} ({move.usi()})" for board, move in played[-_LISTED:]]
    if len(played) > _LISTED:
        words.insert(0, f"{moves_text(len(played))}, the last of them:")
    return Reply(wrap_words(words, session.view.width), game_changed=True)


def _resign(session: Session, argument: str) -> Reply:
    side = session.board.turn if not argument else SIDES.get(argument.lower())
    if side is None:
        return usage_error("resign [black|white]", f"{argument!r} is not a side.")
    session.game.resign(side)
    return Reply("'resume' continues the game after all.", game_changed=True)


def _draw(session: Session, argument: str) -> Reply:
    if session.opponent is not None and not session.is_over:
        return Reply(session.opponent.answer_draw(session), game_changed=session.is_over)
    session.game.agree()
    return Reply("'resume' continues the game after all.", game_changed=True)


def _resume(session: Session, argument: str) -> Reply:
    session.game.resume()
    return Reply("The game goes on.", game_changed=True)


def _quit(session: Session, argument: str) -> Reply:
    return Reply(ends=True)


COMMANDS = (
    Command("undo", "[N]", "take back the last move, or the last N; at the start: return to the game before", _undo),
    Command("redo", "[N]", "replay moves that were taken back", _redo),
    Command("goto", "N|end", "go to the position after N moves", _goto),
    Command("history", "", "list the moves of the game", _history),
    Command("random", "[N]", "play a random legal move, or N of them", _random),
    Command("resign", "[black|white]", "end the game: the side to move, or the one named, resigns", _resign),
    Command("draw", "", "end the game: both sides agree to a draw", _draw),
    Command("resume", "", "continue after a resignation or an agreed draw", _resume),
)

#: Stands last in the help.
QUIT = Command("quit", "", "leave; the game is kept", _quit, ("exit", "q", "bye"))
