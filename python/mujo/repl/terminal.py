"""The prompt on a terminal: a line that can be edited, with history."""

from prompt_toolkit import PromptSession
from prompt_toolkit.history import InMemoryHistory

from mujo.describe import side_name
from mujo.repl.dispatch import answer
from mujo.repl.render import greeting, render
from mujo.repl.session import Session
from mujo.screen import terminal_width

__all__ = ["run_terminal"]


def run_terminal(session: Session) -> int:
    """Answer each line that is typed, until ``quit`` or the end of input (Ctrl-D). Ctrl-C drops the line.

    Returns
    -------
    int
        The exit status, 0.
    """
    prompt: PromptSession[str] = PromptSession(history=InMemoryHistory())
    print(greeting(session))
    while True:
        try:
            line = prompt.prompt(_invitation(session))
            session.view.width = terminal_width()
            reply = answer(session, line)
            text = render(session, reply)
        except KeyboardInterrupt:
            print("To leave, type 'quit' or press Ctrl-D.")
            continue
        except EOFError:
            return 0
        if text:
            print(text)
        if reply.ends:
            return 0


def _invitation(session: Session) -> str:
    if session.board.is_game_over():
        return "game over> "
    return f"{side_name(session.board.turn)} {session.board.move_number}> "
