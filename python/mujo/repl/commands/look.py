"""Commands that show the game and leave it as it is."""

from collections.abc import Sequence

from mujo._core import PieceType
from mujo.cells import clip
from mujo.describe import describe_move
from mujo.diagrams import Style
from mujo.diagrams.words import sentences, titled
from mujo.errors import IllegalMoveError, MujoError
from mujo.notation import read_move
from mujo.notation.names import find_types
from mujo.notation.people import is_engine_text
from mujo.repl.commands.command import Command, count_text, moves_text, read_count, usage_error
from mujo.repl.commands.moves import describe_moves, whose
from mujo.repl.commands.pieces import describe_type
from mujo.repl.layout import home_square
from mujo.repl.marks import MEANINGS
from mujo.repl.picture import style_legend
from mujo.repl.reply import Reply
from mujo.repl.session import Session

__all__ = ["COMMANDS", "STYLE_WORDS", "show_kind", "show_square"]

#: Words that change how boards are drawn.
STYLE_WORDS = ("ids", "kanji", "kanji2", "ascii", "fit", "whole", "shade", "rare", "on", "off")

#: Rows of a screen on which long words do not crowd out the board.
_TALL = 40

#: Ranks and files that one scrolling command moves by.
_PAGE = 8


def _board(session: Session, argument: str) -> Reply:
    view = session.view
    match argument.lower().split():
        case []:
            return Reply(shows_board=True)
        case ["on" | "off" as word]:
            view.show_board = word == "on"
            if not view.show_board:
                return Reply("The board is drawn only when you ask for it with 'board'.")
        case ["kanji" | "kanji2"] if not view.can_kanji:
            return Reply("This terminal cannot show kanji: its encoding has none.", is_error=True)
        case ["ids"] if not view.can_kanji:
            view.style, view.stacked = Style.ASCII, False
        case ["ids" | "kanji" | "ascii" as word]:
            view.style, view.stacked = Style(word), False
        case ["kanji2"]:
            view.style, view.stacked = Style.KANJI, True
        case ["fit"]:
            view.window, view.whole, view.scroll = None, False, None
        case ["whole"]:
            view.window, view.whole = None, True
        case ["shade"]:
            view.shading = not view.shading
        case ["rare"]:
            view.plain_kanji = not view.plain_kanji
        case _:
            return usage_error(f"board [{'|'.join(STYLE_WORDS)}]", f"{argument!r} is not a way to draw a board.")
    return Reply(shows_board=True)


def _flip(session: Session, argument: str) -> Reply:
    session.view.flip = not session.view.flip
    return Reply(shows_board=True)


def _window(session: Session, argument: str) -> Reply:
    square, *rest = argument.split() or [""]
    radius = read_count(rest[0], most=99) if rest else 5
    if not square or len(rest) > 1 or radius is None:
        return usage_error("window SQUARE [RADIUS]", "Name a square, and perhaps how many squares around it.")
    session.view.window = session.board.rules.parse_square(square), radius
    return Reply(shows_board=True)


def scroll(session: Session, down: int, right: int) -> Reply:
    """Scroll the board by some ranks and files."""
    view, rules = session.view, session.board.rules
    view.window, view.whole = None, False
    if view.scroll is None:
        # From the part that was chosen automatically: to one end of the board.
        top, left = (rules.ranks if down > 0 else 0), 0
        down = 0
    else:
        top, left = view.scroll
    shown = max(_PAGE, (view.height or rules.ranks) - _PAGE)
    top = max(0, min(rules.ranks - min(shown, rules.ranks), top + down))
    left = max(0, min(rules.files - 1, left + right))
    view.scroll = top, left
    return Reply(shows_board=True)


def _show(session: Session, argument: str) -> Reply:
    board = session.board
    if not argument:
        example = board.square_name(home_square(board))
        return usage_error("show SQUARE|PIECE", f"Name a square, such as {example}, or a piece.")
    try:
        square = board.rules.parse_square(argument)
    except MujoError:
        if any(character.isdigit() for character in argument):
            raise
        return show_kind(session, find_types(board.rules, argument))
    return show_square(session, square)


def show_square(session: Session, square: int) -> Reply:
    """Draw the board with everything that the piece on a square can do, and say it in words."""
    board = session.board
    name = board.rules.square_name(square)
    piece = board.piece_at(square)
    if piece is None:
        return Reply(f"{name} is empty.")
    kind = board.rules.moves_as(piece)
    ascii_only = session.view.style is Style.ASCII
    titles = titled(kind, ascii_only=ascii_only)
    head = titles if piece.symbol.upper() == kind.id else f"{piece.symbol.upper()}, now {titles},"
    words = " ".join(sentences(board.rules, piece))
    height = session.view.height
    if height is not None and height < _TALL and len(words) > session.view.width:
        # The board needs the rows.
        words = f"'help {piece.symbol.upper()}' says how it moves."
    if piece.side != board.turn or session.is_over:
        return Reply(f"{whose(board, square)} {words}")
    moves = board.legal_moves_from(square)
    count = moves_text(len(moves)) if moves else "no legal move now"
    return Reply(f"{head} on {name}: {count}. {words}", shows_board=True, chosen=square)


def show_kind(session: Session, kinds: Sequence[PieceType]) -> Reply:
    """Show a piece by its name: on the board if the side to move has one, else in words."""
    board = session.board
    ids = {kind.id for kind in kinds}
    squares = [square for square, piece in sorted(board.piece_map().items()) if board.rules.moves_as(piece).id in ids]
    pieces = board.piece_map()
    own = [square for square in squares if pieces[square].side == board.turn]
    if not own or session.is_over:
        ascii_only = session.view.style is Style.ASCII
        text = "\n\n".join(
            describe_type(board.rules, kind, session.view.width, ascii_only=ascii_only) for kind in kinds
        )
        where = ", ".join(f"{pieces[square].symbol} on {board.rules.square_name(square)}" for square in squares[:20])
        return Reply(f"{text}\nOn the board: {where or 'none'}.")
    reply = show_square(session, next((square for square in own if len(board.legal_moves_from(square))), own[0]))
    others = [board.rules.square_name(square) for square in own if square != reply.chosen]
    if not others:
        return reply
    more = ", ".join(others[:12]) + (" ..." if len(others) > 12 else "")
    return Reply(f"{reply.text} More: {more}.", shows_board=True, chosen=reply.chosen)


def _moves(session: Session, argument: str) -> Reply:
    return describe_moves(session, argument)


def _why(session: Session, argument: str) -> Reply:
    if not argument:
        return usage_error("why MOVE", "Name a move, such as 8r8q.")
    board = session.board
    if not is_engine_text(argument):
        try:
            move = read_move(board, argument)
        except IllegalMoveError as error:
            return Reply(_not_legal(session, str(error), error.rule, error.squares))
        return Reply(f"Legal ({move.usi()}): {describe_move(board, move)}.")
    explanation = board.explain(argument)
    if explanation.legal:
        return Reply(f"Legal: {describe_move(board, board.parse_move(argument))}.")
    if explanation.code.startswith("notation."):
        return Reply(clip(explanation.message, 400), is_error=True)
    return Reply(_not_legal(session, explanation.message, explanation.rule, explanation.squares))


def _not_legal(session: Session, message: str, rule: str | None, squares: tuple[int, ...]) -> str:
    board = session.board
    text = f"Not legal: {message}"
    if rule and f"rule {rule}" not in message:
        text += f" (rule {rule})"
    if squares:
        text += "\nRelevant squares: " + " ".join(board.rules.square_name(square) for square in squares)
    if rule:
        text += f"\n'help {rule}' explains the rule."
    return text


def _legend(session: Session, argument: str) -> Reply:
    lines = [f"{style_legend(session.view)}; . and : are empty squares (: on every fifth file and rank)", "Marks:"]
    lines += [f"  {mark} {meaning}" for mark, meaning in MEANINGS.items()]
    types = sum(kind.is_initial for kind in session.board.rules.piece_types.values())
    lines.append(f"'pieces all' names the {count_text(types, 'type')} of pieces, 'help ID' explains one.")
    return Reply("\n".join(lines))


COMMANDS = (
    Command("board", "[STYLE]", f"draw the board, or choose how to draw it: {', '.join(STYLE_WORDS)}", _board),
    Command("show", "SQUARE|PIECE", "draw the board with everything that a piece can do", _show),
    Command("moves", "[SQUARE]", "list the legal moves, or those of one piece, in words", _moves),
    Command("why", "MOVE", "say whether a move is legal, and if not, which rule forbids it", _why),
    Command("legend", "", "explain the signs of the board", _legend),
    Command("up", "", "scroll up on a board that does not fit", lambda session, _: scroll(session, -_PAGE, 0)),
    Command("down", "", "scroll down", lambda session, _: scroll(session, _PAGE, 0)),
    Command("left", "", "scroll left", lambda session, _: scroll(session, 0, -_PAGE)),
    Command("right", "", "scroll right", lambda session, _: scroll(session, 0, _PAGE)),
    Command("flip", "", "turn the board round", _flip),
    Command("window", "SQUARE [RADIUS]", "draw only the squares around one", _window),
)
