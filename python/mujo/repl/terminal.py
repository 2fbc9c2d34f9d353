"""The prompt on a terminal: a line that can be edited, with completion, history and colours."""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion, PathCompleter
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from mujo.cells import to_ascii
from mujo.describe import side_name
from mujo.diagrams import Style
from mujo.errors import MujoError
from mujo.repl.complete import Proposer
from mujo.repl.dispatch import answer
from mujo.repl.picture import MENU_ROWS, Picture, fit_style
from mujo.repl.render import parts, welcome
from mujo.repl.reply import Reply
from mujo.repl.session import Report, Session
from mujo.repl.state import Autosave, state_folder
from mujo.screen import can_kanji, terminal_size

__all__ = ["run_terminal"]

#: Colours come on top of marks, which say the same without them.
_COLOURS = {
    "black": "",
    "white": "cyan",
    ">": "bold yellow",
    "_": "yellow",
    "-": "yellow",
    "#": "bold red",
    "%": "bold red",
    "@": "reverse",
    "o": "green",
    "&": "bold red",
    "!": "bold magenta",
    "~": "blue",
}


class _Completer(Completer):
    """Hands the proposals to the line editor."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._proposer = Proposer(session)
        self._paths = PathCompleter(expanduser=True)

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """Complete the line up to the cursor."""
        line = document.text_before_cursor
        for word in ("save ", "load "):
            if line.startswith(word):
                yield from self._paths.get_completions(Document(line.removeprefix(word)), complete_event)
                return
        ascii_only = self._session.view.style is Style.ASCII
        for proposal in self._proposer.propose(line):
            meaning = to_ascii(proposal.meaning) if ascii_only else proposal.meaning
            yield Completion(proposal.text, -proposal.replaces, display_meta=meaning)


class _Screen:
    """Writes answers, with colours unless they are not wanted."""

    def __init__(self, session: Session) -> None:
        self._session = session
        plain = bool(os.environ.get("NO_COLOR")) or session.view.style is Style.ASCII
        self._console = None if plain else Console(highlight=False, markup=False, emoji=False)

    def write(self, reply: Reply) -> None:
        for part in parts(self._session, reply):
            if isinstance(part, str):
                print(part)
            elif self._console is None or self._session.view.style is Style.ASCII:
                print(part.text())
            else:
                self._draw(self._console, part)

    @staticmethod
    def _draw(console: Console, picture: Picture) -> None:
        for row in picture.rows:
            line = Text.assemble(*((text, _COLOURS.get(kind, "")) for text, kind in row))
            console.print(line, soft_wrap=True)
        for note in picture.notes:
            print(note)


def run_terminal(session: Session) -> int:
    """Answer each line that is typed, until ``quit`` or the end of input (Ctrl-D). Ctrl-C drops the line.

    Returns
    -------
    int
        The exit status, 0.
    """
    folder = state_folder()
    prompt: PromptSession[str] = PromptSession(history=_history(folder))
    autosave = Autosave(folder)
    session.progress = _progress
    _fit(session)
    screen = _Screen(session)
    _offer(session, autosave)
    _keep(session, autosave)
    _fit(session)
    screen.write(welcome(session))
    completer = _Completer(session)
    while True:
        try:
            line = prompt.prompt(
                _invitation(session), completer=completer, complete_while_typing=True, reserve_space_for_menu=MENU_ROWS
            )
            _fit(session)
            reply = answer(session, line)
            if reply.game_changed or session.saved:
                _keep(session, autosave)
            _fit(session)
            screen.write(reply)
        except KeyboardInterrupt:
            print("To leave, type 'quit' or press Ctrl-D.")
            continue
        except EOFError:
            reply = Reply(ends=True)
        if reply.ends:
            if autosave.is_kept():
                print("The game is kept: 'mujo play' will offer to go on with it.")
            return 0


def _invitation(session: Session) -> str:
    if session.is_over:
        return "game over> "
    return f"{side_name(session.board.turn)} {session.board.move_number}> "


def _fit(session: Session) -> None:
    view = session.view
    view.width, view.height = terminal_size()
    fit_style(view, session.board.rules, can_kanji=can_kanji())


def _history(folder: Path) -> History:
    """Open the lines of earlier sessions; those of this one only, if there is no place for them."""
    path = folder / "history"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=0o600)
        history = FileHistory(path)
        for _ in history.load_history_strings():
            break
    except (OSError, ValueError):
        return InMemoryHistory()
    return history


def _offer(session: Session, autosave: Autosave) -> None:
    """Offer a game that was cut off."""
    found = autosave.lost()
    if found is None:
        return
    path, record = found
    count = len(record.moves)
    print(f"A game of {record.rules} was cut off after {count} move{'s' * (count != 1)}.")
    try:
        wanted = _ask("Go on with it? [y/n] ")
    except (EOFError, KeyboardInterrupt):
        return
    try:
        if not wanted:
            aside = autosave.put_aside(path)
            print(f"It is put aside: 'load {aside}' goes on with it, until another is put aside.")
            return
        session.load(record)
        autosave.keep(session)
        if path.exists() and autosave.path != path:
            path.unlink()
    except (MujoError, OSError) as error:
        print(f"It cannot be gone on with here, so it stays in {path}: {error}", file=sys.stderr)


def _ask(question: str) -> bool:
    asking: PromptSession[str] = PromptSession(history=InMemoryHistory())
    while True:
        word = asking.prompt(question).strip().lower()
        if word in ("y", "yes", "n", "no"):
            return word.startswith("y")


def _keep(session: Session, autosave: Autosave) -> None:
    """Keep the game; say once if that is not possible."""
    try:
        autosave.keep(session)
    except (MujoError, OSError) as error:
        if autosave.works:
            print(f"The game is not kept while it is played: {error}", file=sys.stderr)
        autosave.works = False


@contextmanager
def _progress(title: str) -> Iterator[Report | None]:
    """Show a bar while something is counted."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, transient=True) as progress:
        task = progress.add_task(title, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
