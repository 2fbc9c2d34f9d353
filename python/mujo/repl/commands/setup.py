"""The command that edits a board."""

from mujo._core import BLACK, WHITE, Piece, Setup
from mujo.errors import MujoError, NotationError
from mujo.repl.commands.command import Command, usage_error
from mujo.repl.reply import Reply
from mujo.repl.session import Session

__all__ = ["COMMANDS"]

_USAGE = "setup [put PIECE SQUARE...|remove SQUARE...|clear|turn SIDE|check|done|cancel]"
_SIDES = {"black": BLACK, "b": BLACK, "white": WHITE, "w": WHITE}


def _setup(session: Session, argument: str) -> Reply:
    word, *rest = argument.split() or [""]
    if word == "cancel":
        session.setup = None
        return Reply("The game is as it was.", shows_board=True)
    begun = session.setup is not None
    setup = session.setup or Setup(session.board.sfen(), session.board.rules)
    if word == "done":
        session.setup = setup
        session.finish_setup()
        return Reply("A new game from this position.", game_changed=True)
    text = _edit(setup, word.lower(), rest)
    if text is None:
        return usage_error(_USAGE, f"{argument!r} is no way to edit a board.")
    session.setup = setup
    if not begun:
        text += "\nThe game waits: 'setup done' begins a new one from this board, 'setup cancel' goes back."
    return Reply(text.strip("\n"), shows_setup=True, shows_board=not word)


def _edit(setup: Setup, word: str, rest: list[str]) -> str | None:
    """Change the set-up; the answer, or ``None`` if the line cannot be understood. All squares are changed or none."""
    match word, rest:
        case "", []:
            return "Capital letters put Black's pieces, small ones White's."
        case "put", [symbol, first, *more]:
            piece = _piece(setup, symbol)
            squares = [setup.rules.parse_square(text) for text in (first, *more)]
            for square in squares:
                setup.put(square, piece)
            return f"{piece.symbol} on {' '.join(rest[1:])}."
        case "remove", [first, *more]:
            squares = [setup.rules.parse_square(text) for text in (first, *more)]
            gone = [taken.symbol for square in squares if (taken := setup.remove(square)) is not None]
            return f"Removed {' '.join(gone) or 'nothing'}."
        case "clear", []:
            setup.clear()
            setup.move_number = 1
            return "The board is empty."
        case "turn", [side] if side.lower() in _SIDES:
            setup.turn = _SIDES[side.lower()]
            return f"{'Black' if setup.turn == BLACK else 'White'} is to move."
        case "check", []:
            problems = setup.problems()
            return "\n".join(problems) if problems else "This position can stand."
    return None


def _piece(setup: Setup, symbol: str) -> Piece:
    try:
        piece = Piece.from_symbol(symbol)
    except MujoError as error:
        raise NotationError(str(error), code=error.code, text=symbol) from None
    kind = setup.rules.piece_types.get(piece.type)
    if kind is None or not kind.is_initial:
        raise NotationError(
            f"{symbol[:20]!r}: no piece of {setup.rules.game} begins as that; 'pieces all' lists the ids",
            code="notation.unknown_piece",
            text=symbol,
        )
    return piece


COMMANDS = (
    Command(
        "setup",
        "[STEP]",
        "edit a board and begin a game from it: put PIECE SQUARE, remove SQUARE, clear, turn SIDE, check, done, cancel",
        _setup,
    ),
)
