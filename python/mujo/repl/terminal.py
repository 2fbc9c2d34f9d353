"""The prompt on a terminal: an editable line with completion and history, colours, scrolling, and a kept game."""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion, PathCompleter
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from mujo.describe import side_name
from mujo.errors import MujoError
from mujo.repl.archive import FolderArchive, PastGame
from mujo.repl.complete import Proposer
from mujo.repl.dispatch import answer
from mujo.repl.picture import MENU_ROWS, Part, Picture
from mujo.repl.render import hint, parts, safe_text, welcome
from mujo.repl.reply import Reply
from mujo.repl.session import Report, Session
from mujo.repl.state import Autosave, state_folder
from mujo.screen import terminal_size

__all__ = ["run_terminal"]

#: Colours repeat what the marks say.
_COLOURS = {
    "black": "",
    "white": "cyan",
    "empty": "dim",
    "fold": "dim",
    ">": "bold yellow",
    "_": "yellow",
    "-": "yellow",
    "#": "bold red",
    "%": "bold red",
    "@": "reverse",
    "o": "green",
    "*": "bold green",
    "~": "blue",
    "&": "bold red",
    "=": "bold red",
    "!": "bold magenta",
}

#: On shaded files the text needs a colour of its own, since the terminal's may be dark.
_SHADED = {"": "white", "black": "bright_white", "empty": "grey50", "@": "reverse"}
_SHADE = " on grey19"

#: Rows kept free below a page of a long answer.
_PAGER_ROWS = 2


class _Completer(Completer):
    """Hands the proposals to the line editor."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._proposer = Proposer(session)
        self._paths = PathCompleter(expanduser=True)

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """Complete the line up to the cursor."""
        line = document.text_before_cursor
        for word in ("save --force ", "save ", "load "):
            if line.startswith(word):
                yield from self._paths.get_completions(Document(line.removeprefix(word)), complete_event)
                return
        for proposal in self._proposer.propose(line):
            meaning = safe_text(self._session, proposal.meaning)
            yield Completion(proposal.text, -proposal.replaces, display_meta=meaning)


class _Screen:
    """Prints answers, with colours unless they are not wanted."""

    def __init__(self, session: Session) -> None:
        self._session = session
        plain = bool(os.environ.get("NO_COLOR"))
        self._console = None if plain else Console(highlight=False, markup=False, emoji=False)
        self._can_shade = self._console is not None and self._console.color_system in ("256", "truecolor")

    def write(self, reply: Reply) -> None:
        """Print an answer; a long one page by page."""
        for part in parts(self._session, reply):
            if isinstance(part, str):
                self._page(part)
            elif self._console is None:
                print(part.text())
            else:
                self._draw(self._console, part)

    def _page(self, text: str) -> None:
        lines = text.split("\n")
        page = max(5, (self._session.view.height or len(lines)) - _PAGER_ROWS)
        while len(lines) > page:
            print("\n".join(lines[:page]))
            lines = lines[page:]
            with suppress(EOFError, KeyboardInterrupt):
                if _line(f"-- {len(lines)} more lines: Enter shows them, q stops -- ").strip().lower().startswith("q"):
                    return
                continue
            return
        print("\n".join(lines))

    def _draw(self, console: Console, picture: Picture) -> None:
        for row in picture.rows:
            line = Text.assemble(*((part.text, self._style(part)) for part in row))
            console.print(line, soft_wrap=True)
        for note in picture.notes:
            print(note)

    def _style(self, part: Part) -> str:
        colour = _COLOURS.get(part.kind, "")
        if not (part.is_shaded and self._can_shade):
            return colour
        return (_SHADED.get(part.kind) or colour) + _SHADE


def run_terminal(session: Session) -> int:
    """Answer each line that is typed, until ``quit`` or the end of input (Ctrl-D). Ctrl-C drops the line.

    Returns
    -------
    int
        The exit status, 0.
    """
    folder = state_folder()
    autosave = Autosave(folder)
    session.archive = FolderArchive(folder)
    session.progress = _progress
    try:
        _run(session, autosave, _history(folder))
    finally:
        autosave.release()
    return 0


def _run(session: Session, autosave: Autosave, history: History) -> None:
    _measure(session)
    screen = _Screen(session)
    _offer(session, autosave)
    _keep(session, autosave)
    screen.write(welcome(session))
    draft: list[str] = []
    prompt: PromptSession[str] = PromptSession(
        history=history,
        completer=_Completer(session),
        complete_while_typing=True,
        reserve_space_for_menu=MENU_ROWS,
        bottom_toolbar=lambda: hint(session),
        key_bindings=_keys(draft),
    )
    while True:
        try:
            line = prompt.prompt(_invitation(session), default=draft.pop() if draft else "")
        except KeyboardInterrupt:
            print("To leave, type 'quit' or press Ctrl-D.")
            continue
        except EOFError:
            break
        _measure(session)
        try:
            reply = answer(session, line)
            _keep(session, autosave)
            screen.write(reply)
        except KeyboardInterrupt:
            print("Stopped.")
            continue
        if reply.ends:
            break
    if autosave.is_kept():
        print("The game is kept: 'mujo play' will offer to continue it.")


def _keys(draft: list[str]) -> KeyBindings:
    """Bind Page Up and Page Down to scrolling; a line begun is kept."""
    bindings = KeyBindings()
    for key, command in (("pageup", "up"), ("pagedown", "down")):

        def scroll(event: KeyPressEvent, command: str = command) -> None:
            text = event.current_buffer.text
            if text:
                draft.append(text)
            event.app.exit(result=command)

        bindings.add(key)(scroll)
    return bindings


def _invitation(session: Session) -> str:
    if session.lesson is not None:
        return f"lesson {session.lesson.number}> "
    if session.is_over:
        return "game over> "
    return f"{side_name(session.board.turn)} {session.board.move_number}> "


def _measure(session: Session) -> None:
    session.view.width, session.view.height = terminal_size()


def _history(folder: Path) -> History:
    """Open the lines of earlier sessions; if there is no place for them, keep those of this one in memory."""
    path = folder / "history"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=0o600)
        history = FileHistory(str(path))
        for _ in history.load_history_strings():
            break
    except (OSError, ValueError):
        return InMemoryHistory()
    return history


def _offer(session: Session, autosave: Autosave) -> None:
    """Offer to continue a game that was cut off."""
    record = autosave.lost()
    if record is None:
        return
    count = len(record.moves)
    moves = f"{count} move{'s' * (count != 1)}"
    print(safe_text(session, f"A game of {record.rules} was cut off after {moves}."))
    try:
        wanted = _ask("Continue it? [y/n] ")
    except (EOFError, KeyboardInterrupt):
        autosave.abandon()
        return
    if not wanted:
        path = autosave.path
        session.archive.add(PastGame(record, count))
        path.unlink(missing_ok=True)
        autosave.abandon()
        print("It is kept: 'games 1' returns to it.")
        return
    try:
        session.load(record)
    except MujoError as error:
        print(safe_text(session, f"It cannot be continued here, so it stays in {autosave.path}: {error}"))
        autosave.abandon()


def _ask(question: str) -> bool:
    while True:
        word = _line(question).strip().lower()
        if word in ("y", "yes", "n", "no"):
            return word.startswith("y")


def _line(question: str) -> str:
    asking: PromptSession[str] = PromptSession(history=InMemoryHistory())
    return asking.prompt(question)


def _keep(session: Session, autosave: Autosave) -> None:
    """Keep the game; say once if that is not possible."""
    fault = ""
    try:
        autosave.keep(session)
    except (MujoError, OSError) as error:
        fault = str(error)
    if isinstance(session.archive, FolderArchive) and session.archive.fault is not None:
        fault = fault or session.archive.fault
    if fault:
        if autosave.works:
            print(safe_text(session, f"The game is not kept while you play: {fault}"), file=sys.stderr)
        autosave.works = False


@contextmanager
def _progress(title: str) -> Iterator[Report | None]:
    """Show a bar while something is counted."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, transient=True) as progress:
        task = progress.add_task(title, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
