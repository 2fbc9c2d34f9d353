"""What a command is, and how its arguments are read."""

from collections.abc import Callable
from dataclasses import dataclass

from mujo._core import BLACK, WHITE
from mujo.repl.reply import Reply
from mujo.repl.session import Session

__all__ = ["SIDES", "Command", "count_text", "moves_text", "read_count", "usage_error"]

#: Words for the sides.
SIDES = {"black": BLACK, "b": BLACK, "white": WHITE, "w": WHITE}


@dataclass(frozen=True, slots=True)
class Command:
    """A command of the prompt.

    Attributes
    ----------
    name
        Its name.
    arguments
        What may follow it, as shown in the help; empty if nothing may.
    summary
        What it does, in one line.
    run
        Runs it: takes the session and the rest of the line without outer spaces, and returns the answer.
    aliases
        Other names.
    """

    name: str
    arguments: str
    summary: str
    run: Callable[[Session, str], Reply]
    aliases: tuple[str, ...] = ()

    @property
    def usage(self) -> str:
        """The name and what may follow it."""
        return f"{self.name} {self.arguments}".rstrip()


def usage_error(usage: str, wrong: str) -> Reply:
    """Refuse a line: say what is wrong, and how the command is used."""
    return Reply(f"{wrong} Usage: {usage}", is_error=True)


def read_count(text: str, *, least: int = 1, most: int = 10**9 - 1) -> int | None:
    """Read a whole number; ``None`` if the text is not one, or it is out of bounds."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        return None
    return int(text) if least <= int(text) <= most else None


def count_text(count: int, word: str) -> str:
    """Write a number with its noun.

    Examples
    --------
    >>> count_text(1, "move"), count_text(2, "move")
    ('1 move', '2 moves')
    """
    return f"{count} {word}{'s' * (count != 1)}"


def moves_text(count: int) -> str:
    """Write a number of moves."""
    return count_text(count, "move")
