"""What a command is."""

from collections.abc import Callable
from dataclasses import dataclass

from mujo.repl.reply import Reply
from mujo.repl.session import Session

__all__ = ["Command", "read_count", "usage_error"]


@dataclass(frozen=True, slots=True)
class Command:
    """A word that the prompt obeys.

    Attributes
    ----------
    name
        The word.
    arguments
        What may follow it, as shown in the help; empty if nothing may.
    summary
        What it does, in one line.
    run
        Does it: from the session and the rest of the line, without outer spaces, to the answer.
    aliases
        Other words for it.
    """

    name: str
    arguments: str
    summary: str
    run: Callable[[Session, str], Reply]
    aliases: tuple[str, ...] = ()

    @property
    def usage(self) -> str:
        """The word and what may follow it."""
        return f"{self.name} {self.arguments}".rstrip()


def usage_error(usage: str, wrong: str) -> Reply:
    """Refuse a line: what is wrong, and how the command is used."""
    return Reply(f"{wrong} Usage: {usage}", is_error=True)


def read_count(text: str, *, least: int = 1, most: int = 10**9 - 1) -> int | None:
    """Read a number; ``None`` if it is none, or out of bounds."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        return None
    return int(text) if least <= int(text) <= most else None
