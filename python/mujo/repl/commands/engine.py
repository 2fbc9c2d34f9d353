"""Commands that ask the engine, or play against it."""

from mujo._core import Board
from mujo.cells import clip
from mujo.commentary import line_text, reasons, score_text
from mujo.notation import format_hodges
from mujo.repl.commands.command import SIDES, Command, read_count, usage_error
from mujo.repl.opponent import LEVELS, Opponent, adviser, search
from mujo.repl.reply import Reply
from mujo.repl.session import Session

__all__ = ["COMMANDS", "engine_hint"]

_HINT_SECONDS = 2.0
_ANALYSIS_SECONDS = 5.0
_MOST_LINES = 10
_DEFAULT_LEVEL = 3


def _over(session: Session) -> Reply | None:
    if session.board.is_game_over() or session.is_over:
        return Reply(f"The game is over: {session.standing()}", is_error=True)
    return None


def engine_hint(session: Session) -> Reply:
    """Show a good move of the current game, with reasons."""
    over = _over(session)
    if over is not None:
        return over
    board = session.board.copy()
    engine = adviser(session)
    result = search(session, engine, board, seconds=_HINT_SECONDS)
    why = reasons(board, result.best, engine.values())
    return Reply(f"{format_hodges(board, result.best)} ({result.best.usi()}). {why}", chosen=result.best.from_square)


def _analyse(session: Session, argument: str) -> Reply:
    count = read_count(argument or "3", most=_MOST_LINES)
    if count is None:
        return usage_error("analyse [LINES]", f"{argument!r} is not a number of lines up to {_MOST_LINES}.")
    over = _over(session)
    if over is not None:
        return over
    board = session.board.copy()
    result = search(session, adviser(session), board, lines=count, seconds=_ANALYSIS_SECONDS)
    rows = [
        f"{score_text(line.score, board.turn):>12}  {clip(line_text(board, line), session.view.width - 16)}"
        for line in result.lines
    ]
    head = f"{result.depth} plies deep, {result.nodes} positions. Scores are Black's, in units of {_unit(session)}."
    return Reply("\n".join([head, *rows]))


def _unit(session: Session) -> str:
    unit = adviser(session).unit
    kind = session.board.rules.piece_types.get(unit)
    return f"a {kind.name}" if kind is not None else unit


def _evaluate(session: Session, argument: str) -> Reply:
    board = session.board
    terms = adviser(session).evaluate(board.copy())
    sign = 1 if board.turn else -1
    rows = [f"{name:>15} {sign * value / 100:+9.2f}" for name, value in terms.items()]
    total = sign * sum(terms.values()) / 100
    return Reply("\n".join([f"For Black, in units of {_unit(session)}:", *rows, f"{'total':>15} {total:+9.2f}"]))


def _against(session: Session, argument: str) -> Reply:
    words = argument.lower().split()
    if words == ["off"]:
        if session.opponent is None:
            return Reply("You are not playing against the engine.", is_error=True)
        session.opponent = None
        return Reply("The engine no longer plays.")
    level = read_count(words.pop(0), most=LEVELS[-1]) if words and words[0][:1].isdigit() else _DEFAULT_LEVEL
    side = SIDES.get(words.pop(0)) if words else not session.board.turn
    if level is None or side is None or words:
        return usage_error("against [LEVEL] [black|white], or: against off", f"{argument!r} is no level and side.")
    session.opponent = Opponent(session, side, level, session.dice.getrandbits(32))
    name = "Black" if side else "White"
    return Reply(f"The engine plays {name} at level {level}.", game_changed=True)


def _go(session: Session, argument: str) -> Reply:
    over = _over(session)
    if over is not None:
        return over
    if session.opponent is None:
        board = session.board.copy()
        result = search(session, adviser(session), board, seconds=_HINT_SECONDS)
        session.play(result.best)
        return Reply(f"Played {format_hodges(board, result.best)} ({result.best.usi()}).", game_changed=True)
    session.opponent.side = session.board.turn
    return Reply(f"The engine plays {'Black' if session.opponent.side else 'White'} now.", game_changed=True)


def _level(session: Session, argument: str) -> Reply:
    if session.opponent is None:
        return Reply("Nobody plays against you: 'against 3' asks the engine to, at level 3.", is_error=True)
    if not argument:
        return Reply(f"The engine plays at level {session.opponent.level} of {LEVELS[-1]}.")
    level = read_count(argument, most=LEVELS[-1])
    if level is None:
        return usage_error("level [1-10]", f"{argument!r} is not a level.")
    session.opponent.change_level(session, level)
    return Reply(f"The engine plays at level {level} now.")


def _explain(session: Session, argument: str) -> Reply:
    if session.opponent is not None:
        return Reply(session.opponent.explain(session))
    if not session.board.move_stack:
        return Reply("No move has been played.", is_error=True)
    before: Board = session.board.copy()
    move = before.pop()
    return Reply(reasons(before, move, adviser(session).values()))


COMMANDS = (
    Command("against", "[LEVEL] [black|white] | off", "play against the engine, level 1 to 10", _against),
    Command("level", "[1-10]", "show or change the level of the engine", _level),
    Command("go", "", "let the engine play the side to move", _go),
    Command("analyse", "[LINES]", "let the engine think and show its best lines", _analyse, ("analyze",)),
    Command("eval", "", "show what the engine counts in this position, term by term", _evaluate),
    Command("reasons", "", "explain the last move of the engine, or the last move", _explain),
)
