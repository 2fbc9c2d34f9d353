"""From an answer to the text that is printed."""

from mujo.cells import printable, to_ascii
from mujo.describe import describe_turn
from mujo.diagram import LEGEND, Style, board_text
from mujo.repl.reply import Reply
from mujo.repl.session import Session

__all__ = ["greeting", "render"]


def greeting(session: Session) -> str:
    """Write what a session begins with: the rules, how to go on, and the board."""
    rules = session.board.rules
    head = f"{rules.name}: {rules.title}. Type a move, or 'help'."
    if session.view.show_board:
        head += f"\nOn the board: {LEGEND[session.view.style]}."
    return render(session, Reply(head, game_changed=True))


def render(session: Session, reply: Reply) -> str:
    """Write an answer, with the board and how the game stands if they belong to it; without a final line feed."""
    view = session.view
    parts = [reply.text] if reply.text else []
    if reply.shows_board or (reply.game_changed and view.show_board):
        parts.append(board_text(session.board, view.style))
    if reply.shows_board or reply.game_changed:
        parts.append(describe_turn(session.board))
    text = "\n".join(parts)
    return printable(to_ascii(text) if view.style is Style.ASCII else text)
