"""Commands that look at the game and leave it as it is."""

from mujo._core import Board, LegalMoves
from mujo.cells import clip, wrap_words
from mujo.describe import describe_move, side_name
from mujo.diagrams import Style
from mujo.errors import IllegalMoveError
from mujo.repl.commands.command import Command, read_count, usage_error
from mujo.repl.entry import is_engine_text, read_move
from mujo.repl.reply import Reply
from mujo.repl.session import Session

__all__ = ["COMMANDS"]


#: Words that change how boards are drawn.
_WAYS = "ids|kanji|stacked|ascii|fit|whole|rare|on|off"


def _board(session: Session, argument: str) -> Reply:
    view = session.view
    match argument.lower().split():
        case []:
            return Reply(shows_board=True)
        case ["on" | "off" as word]:
            view.show_board = word == "on"
            if not view.show_board:
                return Reply("The board is drawn only when you ask for it with 'board'.")
        case ["ids" | "kanji" | "ascii" as word]:
            view.style, view.stacked, view.fits = Style(word), False, False
        case ["stacked"]:
            view.style, view.stacked, view.fits = Style.KANJI, True, False
        case ["fit"]:
            view.window, view.whole, view.fits = None, False, view.style is not Style.ASCII
        case ["whole"]:
            view.window, view.whole = None, True
        case ["rare"]:
            view.plain_kanji = not view.plain_kanji
        case _:
            return usage_error(f"board [{_WAYS}]", f"{argument!r} is no way to draw a board.")
    return Reply(shows_board=True)


def _flip(session: Session, argument: str) -> Reply:
    session.view.flip = not session.view.flip
    return Reply(shows_board=True)


def _window(session: Session, argument: str) -> Reply:
    square, *rest = argument.split() or [""]
    radius = read_count(rest[0], most=99) if rest else 5
    if not square or len(rest) > 1 or radius is None:
        return usage_error("window SQUARE [RADIUS]", "A square is missing, or the radius is none.")
    session.view.window = session.board.rules.parse_square(square), radius
    return Reply("'board fit' draws as much as fits again.", shows_board=True)


def _show(session: Session, argument: str) -> Reply:
    if not argument:
        return usage_error("show SQUARE", "A square is missing.")
    board = session.board
    square = board.rules.parse_square(argument)
    piece = board.piece_at(square)
    if piece is None or piece.side != board.turn or session.is_over:
        return _moves(session, argument)
    kind = board.rules.moves_as(piece)
    moves = board.legal_moves_from(square)
    count = f"{len(moves)} legal move{'s' * (len(moves) != 1)}"
    passes = ", one of them the pass" if any(move.is_pass for move in moves) else ""
    text = f"{piece.symbol} {kind.name} on {board.rules.square_name(square)}: {count}{passes}."
    return Reply(text, shows_board=True, chosen=square)


def _moves(session: Session, argument: str) -> Reply:
    board = session.board
    if board.is_game_over():
        return Reply("The game is over: there are no legal moves.")
    if not argument:
        moves = board.legal_moves
        return Reply(f"{len(moves)} legal moves\n{_listed(board, moves, session.view.width)}")
    square = board.rules.parse_square(argument)
    name = board.rules.square_name(square)
    piece = board.piece_at(square)
    if piece is None:
        return Reply(f"{name} is empty.")
    if piece.side != board.turn:
        return Reply(f"{piece.symbol} on {name} is {side_name(piece.side)}'s: it is {side_name(board.turn)}'s turn.")
    moves = board.legal_moves_from(square)
    if not moves:
        return Reply(f"{piece.symbol} on {name} has no legal move.")
    return Reply(_listed(board, moves, session.view.width))


def _listed(board: Board, moves: LegalMoves, width: int) -> str:
    """List moves by the piece that makes them, in the order of its squares."""
    by_start: dict[int, list[str]] = {}
    for move in moves:
        by_start.setdefault(move.from_square, []).append(move.usi())
    lines = []
    for start, texts in sorted(by_start.items()):
        piece = board.piece_at(start)
        symbol = "" if piece is None else piece.symbol
        head = f"{symbol} on {board.rules.square_name(start)} ({len(texts)}):"
        lines.append(wrap_words(texts, width, first=head))
    return "\n".join(lines)


def _why(session: Session, argument: str) -> Reply:
    if not argument:
        return usage_error("why MOVE", "A move is missing.")
    board = session.board
    if not is_engine_text(argument):
        try:
            move = read_move(board, argument)
        except IllegalMoveError as error:
            return Reply(_not_legal(board, str(error), error.rule, error.squares))
        return Reply(f"Legal ({move.usi()}): {describe_move(board, move)}.")
    explanation = board.explain(argument)
    if explanation.legal:
        return Reply(f"Legal: {describe_move(board, board.parse_move(argument))}.")
    if explanation.code.startswith("notation."):
        return Reply(clip(explanation.message, 400), is_error=True)
    return Reply(_not_legal(board, explanation.message, explanation.rule, explanation.squares))


def _not_legal(board: Board, message: str, rule: str | None, squares: tuple[int, ...]) -> str:
    text = f"Not legal: {message}"
    if rule and f"rule {rule}" not in message:
        text += f" (rule {rule})"
    if squares:
        text += "\nSquares that matter: " + " ".join(board.rules.square_name(square) for square in squares)
    return text


COMMANDS = (
    Command(
        "board", "[STYLE]", f"draw the board, or choose how and whether it is drawn: {_WAYS.replace('|', ', ')}", _board
    ),
    Command("show", "SQUARE", "draw the board with all that the piece on a square can do", _show),
    Command("moves", "[SQUARE]", "list the legal moves, or those of the piece on a square", _moves),
    Command("why", "MOVE", "say whether a move may be played, and if not, by which rule", _why),
    Command("flip", "", "turn the board round", _flip),
    Command("window", "SQUARE [RADIUS]", "draw only the squares around this one", _window),
)
