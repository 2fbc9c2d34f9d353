"""The command that edits a board."""

from mujo._core import BLACK, Piece, Setup
from mujo.errors import MujoError, NotationError
from mujo.notation.names import find_types
from mujo.repl.commands.command import SIDES, Command, usage_error
from mujo.repl.commands.files import _KEPT
from mujo.repl.reply import Reply
from mujo.repl.session import Session

__all__ = ["COMMANDS", "STEPS"]

#: The words after `setup`.
STEPS = ("put", "remove", "clear", "turn black", "turn white", "check", "undo", "done", "cancel")

_USAGE = "setup [put PIECE SQUARE...|remove SQUARE...|clear|turn SIDE|check|undo|done|cancel]"


def _setup(session: Session, argument: str) -> Reply:
    word, *rest = argument.split() or [""]
    word = word.lower()
    if word == "cancel":
        if session.setup is not None:
            session.keep_setup()
        session.setup = None
        return Reply("The game is as it was. 'setup undo' brings the edited board back.", shows_board=True)
    if word == "undo":
        return _undo(session)
    begun = session.setup is not None
    setup = session.setup or Setup(session.board.sfen(), session.board.rules)
    if word == "done":
        session.setup = setup
        kept = session.finish_setup()
        text = "A new game from this position."
        return Reply(f"{text}\n{_KEPT}" if kept else text, game_changed=True)
    before = setup.sfen()
    said = _edit(setup, word, rest)
    if said is None:
        return usage_error(_USAGE, f"{argument!r} is not a way to edit a board.")
    session.setup = setup
    if begun and setup.sfen() != before:
        session.setup_before.append(before)
    text = said
    if not begun:
        text += "\nThe game waits: 'setup done' starts a new one from this board, 'setup cancel' returns."
    return Reply(text.strip("\n"), shows_setup=True, shows_board=not word)


def _undo(session: Session) -> Reply:
    if not session.setup_before:
        raise MujoError("no edit to undo", code="nothing_to_undo")
    session.setup = Setup(session.setup_before.pop(), session.board.rules)
    return Reply("The last edit is undone.", shows_setup=True, shows_board=True)


def _edit(setup: Setup, word: str, rest: list[str]) -> str | None:
    """Change the set-up and return the answer; ``None`` if the line is not understood. All squares change or none."""
    match word, rest:
        case "", []:
            return "Capital letters put Black's pieces, small ones White's: 'setup put LN 8h'."
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
        case "turn", [side] if side.lower() in SIDES:
            setup.turn = SIDES[side.lower()]
            return f"{'Black' if setup.turn == BLACK else 'White'} is to move."
        case "check", []:
            problems = setup.problems()
            return "\n".join(problems) if problems else "This position is possible."
    return None


def _piece(setup: Setup, symbol: str) -> Piece:
    """Read a piece: its symbol, or a name for one of Black's."""
    try:
        piece = Piece.from_symbol(symbol)
    except MujoError as error:
        kinds = [kind for kind in find_types(setup.rules, symbol) if kind.is_initial]
        if len(kinds) == 1:
            return Piece(kinds[0].id, BLACK)
        raise NotationError(str(error), code=error.code, text=symbol) from None
    kind = setup.rules.piece_types.get(piece.type)
    if kind is None or not kind.is_initial:
        raise NotationError(
            f"{symbol[:20]!r}: no piece of {setup.rules.game} starts as that; 'pieces all' lists the ids",
            code="notation.unknown_piece",
            text=symbol,
        )
    return piece


COMMANDS = (Command("setup", "[STEP]", f"edit a board and start a game from it: {', '.join(STEPS)}", _setup),)
