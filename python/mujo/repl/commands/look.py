"""Commands that look at the game and leave it as it is."""

from mujo._core import Board, LegalMoves
from mujo.cells import clip, wrap_words
from mujo.describe import describe_move, side_name
from mujo.diagram import Style
from mujo.repl.commands.command import Command, usage_error
from mujo.repl.reply import Reply
from mujo.repl.session import Session

__all__ = ["COMMANDS"]


def _board(session: Session, argument: str) -> Reply:
    match argument.lower():
        case "":
            pass
        case "on" | "off":
            session.view.show_board = argument.lower() == "on"
            if not session.view.show_board:
                return Reply("The board is drawn only when you ask for it with 'board'.")
        case "ids" | "kanji" | "ascii":
            session.view.style = Style(argument.lower())
        case _:
            return usage_error("board [ids|kanji|ascii|on|off]", f"{argument!r} is no way to draw a board.")
    return Reply(shows_board=True)


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
    explanation = board.explain(argument)
    if explanation.legal:
        return Reply(f"Legal: {describe_move(board, board.parse_move(argument))}.")
    if explanation.code.startswith("notation."):
        return Reply(clip(explanation.message, 400), is_error=True)
    text = f"Not legal: {explanation.message}"
    if explanation.rule and f"rule {explanation.rule}" not in explanation.message:
        text += f" (rule {explanation.rule})"
    if explanation.squares:
        text += "\nSquares that matter: " + " ".join(board.rules.square_name(square) for square in explanation.squares)
    return Reply(text)


COMMANDS = (
    Command("board", "[ids|kanji|ascii|on|off]", "draw the board, or choose how and whether it is drawn", _board),
    Command("moves", "[SQUARE]", "list the legal moves, or those of the piece on a square", _moves),
    Command("why", "MOVE", "say whether a move may be played, and if not, by which rule", _why),
)
