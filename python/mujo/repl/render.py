"""From an answer to the text that is printed."""

from mujo._core import Board, Setup
from mujo.cells import printable, to_ascii
from mujo.diagrams import Style
from mujo.repl.marks import Marks, chosen_marks, standing_marks
from mujo.repl.picture import Picture, draw, style_legend
from mujo.repl.reply import Reply
from mujo.repl.session import Session

__all__ = ["greeting", "parts", "render", "welcome"]


def greeting(session: Session) -> str:
    """Write what a session begins with, as plain text."""
    return render(session, welcome(session))


def welcome(session: Session) -> Reply:
    """Say what a session begins with: the rules, how to go on, and the board."""
    rules = session.board.rules
    head = f"{rules.name}: {rules.title}. Type a move, or 'help'."
    if session.view.show_board:
        head += f"\nOn the board: {style_legend(session.view)}."
    return Reply(head, game_changed=True)


def parts(session: Session, reply: Reply) -> list[str | Picture]:
    """Take an answer apart: texts, the board if it belongs to it, and how the game stands."""
    view = session.view
    found: list[str | Picture] = [_clean(session, reply.text)] if reply.text else []
    if reply.shows_setup and session.setup is not None:
        if view.show_board or reply.shows_board:
            found.append(draw(session.setup, view, {}))
        return found
    if reply.shows_board or (reply.game_changed and view.show_board):
        found.append(_picture(session, reply))
    if reply.shows_board or reply.game_changed:
        found.append(_clean(session, session.standing()))
    return found


def render(session: Session, reply: Reply) -> str:
    """Write an answer as plain text, without a final line feed."""
    return "\n".join(part if isinstance(part, str) else part.text() for part in parts(session, reply))


def _picture(session: Session, reply: Reply) -> Picture:
    board: Board | Setup = session.board
    marks: Marks = standing_marks(session.board)
    centre = session.board.move_stack[-1].to_square if session.board.move_stack else None
    if reply.chosen is not None:
        marks |= chosen_marks(session.board, reply.chosen)
        centre = reply.chosen
        session.view.explained -= set(marks.values())
    return draw(board, session.view, marks, centre=centre)


def _clean(session: Session, text: str) -> str:
    return printable(to_ascii(text) if session.view.style is Style.ASCII else text)
