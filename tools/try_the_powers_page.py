"""Write docs/learn/try-the-powers.md: the help texts of the prompt, with boards from its course.

python tools/try_the_powers_page.py            write the page to standard output
python tools/try_the_powers_page.py --write    write it to docs/learn/try-the-powers.md
python tools/try_the_powers_page.py --check    exit status 1 if the page is out of date
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import generated_page
from mujo import BLACK, Board, RuleSet
from mujo.diagrams import Style
from mujo.repl.course import Lesson, course, course_games
from mujo.repl.picture import draw
from mujo.repl.topics import Topic, topics
from mujo.repl.view import View

DOCS = Path(__file__).parents[1] / "docs"
PAGE = DOCS / "learn" / "try-the-powers.md"
RULES = DOCS / "reference" / "rules.md"

#: Whose lessons illustrate the page, the first that has one for a topic.
GAMES = ("maka", "tai", "chu")

INTRODUCTION = """\
Small boards on which to try what is special in these games, each with a task and its answer. `learn` in the prompt is
the same course with a board that answers, and `help TOPIC` has the same texts.
[How the games are played](how-to-play.md) is the longer introduction.
"""


def page() -> str:
    """Return the page."""
    parts = [
        "# Try the powers",
        "<!-- Written by: python tools/try_the_powers_page.py --write -->",
        INTRODUCTION.strip(),
        _games(),
    ]
    anchors = _anchors()
    for topic in topics():
        rules = ", ".join(f"[{number}](../reference/rules.md#{anchors[number]})" for number in topic.rules)
        parts += [f"## {topic.title}", _text(topic), f"Rules: {rules}"]
        lesson = _lesson(topic)
        if lesson is not None:
            parts += [*_board(lesson)]
    return "\n\n".join(parts) + "\n"


def _games() -> str:
    """Return the table of the games."""
    lines = ["| game | board | pieces a side | royal pieces |", "| --- | --- | --- | --- |"]
    for game in course_games():
        rules = RuleSet(game)
        pieces = sum(piece.side == BLACK for piece in Board(rules=rules).piece_map().values())
        royals = ", ".join(kind.name for kind in rules.piece_types.values() if kind.royal is not None)
        lines.append(f"| {rules.title} | {rules.files} by {rules.ranks} | {pieces} | {royals} |")
    return "\n".join(lines)


def _text(topic: Topic) -> str:
    """Return the text of a topic as Markdown: commands in quotes become code, a list stands alone."""
    text = re.sub(r"'((?:help|why|threats|perft|pass|LN)[^']*)'", r"`\1`", topic.text)
    return re.sub(r"([^\n])\n- ", r"\1\n\n- ", text, count=1)


def _lesson(topic: Topic) -> Lesson | None:
    for game in GAMES:
        for lesson in course(game):
            if lesson.topic == topic.name and lesson.played == ():
                return lesson
    return None


def _board(lesson: Lesson) -> list[str]:
    view = View(Style.IDS, 80, window=lesson.window, in_lesson=True)
    side = "Black" if lesson.turn else "White"
    return [
        f"Try it ({side} to move): {lesson.task}",
        f"```text\n{draw(lesson.board(), view, {}).text()}\n```",
        f"Answer: `{lesson.hint}`. {' '.join(lesson.done.split())}",
    ]


def _anchors() -> dict[str, str]:
    """Return the anchor of each rule's heading."""
    found = {}
    for title in re.findall(r"^#{2,3} (\d.*)$", RULES.read_text(encoding="utf-8"), re.MULTILINE):
        number = title.split(" ")[0].rstrip(".")
        plain = re.sub(r"[^\w\s-]", "", title.lower())
        found[number] = re.sub(r"\s", "-", plain)
    return found


def main() -> int:
    """Run the script."""
    return generated_page.run(__doc__, PAGE, page)


if __name__ == "__main__":
    sys.exit(main())
