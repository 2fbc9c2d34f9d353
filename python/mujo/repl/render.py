"""From an answer to the text that is printed."""

from mujo._core import Board, Setup
from mujo.cells import cell_width, clip, printable, to_ascii, wrap_words
from mujo.diagrams import Style
from mujo.repl.layout import home_square
from mujo.repl.marks import Marks, chosen_marks, standing_marks
from mujo.repl.picture import Picture, draw, style_legend
from mujo.repl.reply import Reply
from mujo.repl.session import Session

__all__ = ["greeting", "hint", "parts", "render", "safe_text", "welcome"]

#: Characters of one line of an answer.
_LONGEST_LINE = 4000


def greeting(session: Session) -> str:
    """Return what a session begins with, as plain text."""
    return render(session, welcome(session))


def welcome(session: Session) -> Reply:
    """Return what a session begins with: the rules, the board and how to go on."""
    rules = session.board.rules
    lines = [f"{rules.name}: {rules.title}. Type a move, 'help', or 'learn' for a short course."]
    if session.view.show_board:
        lines.append(f"On the board: {style_legend(session.view)}.")
    return Reply(head="\n".join(lines), game_changed=True)


def hint(session: Session) -> str:
    """Return the line that stays below what is typed."""
    if session.lesson is not None:
        return "Lesson: type the move.  hint  again  next  back  leave"
    legend = "CAPITALS Black, small White, + promoted"
    if session.view.style is Style.KANJI:
        legend = "v White, + and * promoted"
    square = session.board.square_name(home_square(session.board))
    long = f"{legend} | show {square}  moves {square}  why MOVE  undo  help"
    return long if len(long) < session.view.width else f"{legend} | show  moves  undo  help"


def parts(session: Session, reply: Reply) -> list[str | Picture]:
    """Take an answer apart: the board if it belongs to it, texts, and the state of the game."""
    view = session.view
    texts = [safe_text(session, reply.text)] if reply.text else []
    if reply.shows_setup and session.setup is not None:
        if view.show_board or reply.shows_board:
            return [draw(session.setup, view, {}, text_rows=_count(texts)), *texts]
        return list(texts)
    shows_board = reply.shows_board or (reply.game_changed and (view.show_board or session.lesson is not None))
    if (reply.shows_board or reply.game_changed) and session.lesson is None:
        texts.append(safe_text(session, session.standing()))
    head = safe_text(session, reply.head)
    if not shows_board:
        return [text for text in (head, *texts) if text]
    picture = _picture(session, reply, max(0, _count(texts) - 1) + _count([head] if head else []))
    if head and picture.is_partial:
        # The board matters more; the line below it names the game.
        title = session.board.rules.title
        brief = safe_text(session, f"{title}. {texts[-1]}. 'help' and 'learn' get you started.")
        return [_picture(session, reply, _count([brief]) - 1), brief]
    return [head, picture, *texts] if head else [picture, *texts]


def render(session: Session, reply: Reply) -> str:
    """Return an answer as plain text, without a final line feed."""
    return "\n".join(part if isinstance(part, str) else part.text() for part in parts(session, reply))


def safe_text(session: Session, text: str) -> str:
    """Escape what a terminal would obey, wrap and cut long lines, and leave out kanji where they cannot be shown."""
    text = clip(printable(text), _LONGEST_LINE)
    if session.view.style is Style.ASCII:
        text = to_ascii(text)
    return "\n".join(_wrapped(line, session.view.width) for line in text.split("\n"))


def _wrapped(line: str, width: int) -> str:
    """Wrap a line between words. One with a word that no line holds, such as a position, stays whole."""
    if cell_width(line) <= width:
        return line
    words = line.split()
    if any(cell_width(word) > width - 6 for word in words):
        return line
    indent = line[: len(line) - len(line.lstrip())]
    return wrap_words(words[1:], width, first=indent + words[0], indent=indent + "  ")


def _count(texts: list[str]) -> int:
    return sum(text.count("\n") + 1 for text in texts)


def _picture(session: Session, reply: Reply, text_rows: int) -> Picture:
    board: Board | Setup = session.board
    marks: Marks = standing_marks(session.board)
    focus = session.board.move_stack[-1].to_square if session.board.move_stack else None
    if reply.chosen is not None:
        marks |= chosen_marks(session.board, reply.chosen)
        focus = reply.chosen
    return draw(board, session.view, marks, focus=focus, text_rows=text_rows)
