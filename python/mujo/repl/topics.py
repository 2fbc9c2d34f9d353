"""What `help` says about a topic or a rule, for players; the texts are in ``texts/topics.toml``."""

import textwrap
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

from mujo._core import PieceType, RuleSet, option_specs
from mujo.cells import wrap_words
from mujo.diagrams import piece_moving_as
from mujo.diagrams.words import has_power, titled

__all__ = ["Topic", "describe_topic", "find_topics", "topics"]

#: Pieces that are listed below a topic.
_MOST_PIECES = 12


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic of the help.

    Attributes
    ----------
    name
        The word that finds it.
    words
        Other words that find it.
    rules
        Numbers of the rules that it explains.
    title, text
        What the user reads; empty lines separate paragraphs, lines that begin with ``- `` stand alone.
    pieces
        The power of the pieces that are listed below the text; empty for none.
    royal
        The royal role of the pieces that are listed below the text, ``any`` for all; empty for none.
    """

    name: str
    words: tuple[str, ...]
    rules: tuple[str, ...]
    title: str
    text: str
    pieces: str
    royal: str


@lru_cache(maxsize=1)
def topics() -> tuple[Topic, ...]:
    """Return all topics in the order of the text file."""
    text = (resources.files("mujo.repl") / "texts" / "topics.toml").read_text(encoding="utf-8")
    return tuple(
        Topic(
            name=entry["name"],
            words=tuple(entry["words"]),
            rules=tuple(entry["rules"]),
            title=entry["title"],
            text=entry["text"].strip(),
            pieces=entry.get("pieces", ""),
            royal=entry.get("royal", ""),
        )
        for entry in tomllib.loads(text)["topic"]
    )


def find_topics(word: str) -> list[Topic]:
    """Find topics by name, by another word, or by the number of a rule; ignoring case.

    Examples
    --------
    >>> [topic.name for word in ("Igui", "jitto", "3.4", "rule 5.4") for topic in find_topics(word)]
    ['igui', 'pass', 'hook', 'emperor']
    """
    wanted = " ".join(word.casefold().removeprefix("rule ").split()).rstrip(".")
    by_rule = [topic for topic in topics() if wanted in topic.rules]
    return by_rule or [topic for topic in topics() if wanted == topic.name or wanted in topic.words]


def describe_topic(rules: RuleSet, topic: Topic, width: int, *, ascii_only: bool = False) -> str:
    """Return the text of a topic, what holds under the rules in force, and the pieces it is about.

    Parameters
    ----------
    rules
        The rules in force.
    topic
        The topic.
    width
        Columns of the screen.
    ascii_only
        Leave out kanji.
    """
    numbers = f"(rule{'s' * (len(topic.rules) > 1)} {', '.join(topic.rules)})"
    lines = [f"{topic.title} {numbers}", *_filled(topic.text, width)]
    for option, spec in option_specs().items():
        value = rules.options[option]
        if spec.rule not in topic.rules or value in ("off", 0):
            continue
        meaning = spec.values.get(str(value), f"{spec.summary}: {value}")
        lines += textwrap.wrap(
            f"Here: {meaning} ({option} = {value}).", width, subsequent_indent="  ", break_long_words=False
        )
    names = [titled(kind, ascii_only=ascii_only) for kind in _pieces(rules, topic)]
    if names:
        if len(names) > _MOST_PIECES + 1:
            names[_MOST_PIECES:] = [f"and {len(names) - _MOST_PIECES} more"]
        joined = [name + "," for name in names[:-1]] + names[-1:]
        lines.append(wrap_words(joined, width, first="Pieces:"))
    return "\n".join(lines)


def _filled(text: str, width: int) -> list[str]:
    lines: list[str] = []
    for number, paragraph in enumerate(text.split("\n\n")):
        if number:
            lines.append("")
        words: list[str] = []
        for line in paragraph.split("\n"):
            if line.startswith("- "):
                lines += _wrapped(words, width)
                words = []
                lines += _whole_words(line, width, "  ")
            elif words or not lines or not lines[-1].startswith(("- ", "  ")) or not line[:1].islower():
                words.append(line)
            else:
                # The second line of an item.
                item = f"{lines.pop()} {line}"
                lines += _whole_words(item, width, "  ")
        lines += _wrapped(words, width)
    return lines


def _wrapped(words: Sequence[str], width: int) -> list[str]:
    return _whole_words(" ".join(words), width)


def _whole_words(text: str, width: int, indent: str = "") -> list[str]:
    return textwrap.wrap(text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def _pieces(rules: RuleSet, topic: Topic) -> list[PieceType]:
    found = []
    for kind in rules.piece_types.values():
        if topic.royal and kind.royal is not None and topic.royal in ("any", kind.royal):
            found.append(kind)
        elif topic.pieces:
            piece = piece_moving_as(rules, kind)
            if piece is not None and has_power(rules, piece, topic.pieces):
                found.append(kind)
    return found
