"""Write docs/session.md: what the prompt answers to a few lines, from a game of maka dai dai shogi.

python tools/session_page.py            write the page to standard output
python tools/session_page.py --write    write it to docs/session.md
python tools/session_page.py --check    status 1 if the page is another
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from mujo import Board
from mujo.diagram import Style
from mujo.repl.dispatch import answer
from mujo.repl.render import greeting, render
from mujo.repl.session import Session, View

PAGE = Path(__file__).parents[1] / "docs" / "session.md"

#: Remarks and lines: a remark is printed between the blocks of what was typed and answered.
SCRIPT: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "One kanji a square; `v` before it is White's piece. What an unknown piece is, `help` tells by its id, name, "
        "kanji or romaji.",
        ("help lion",),
    ),
    ("`show` marks all that a piece can do; a window is enough here.", ("window 10m 4", "show 10n")),
    (
        "A move may be typed as engines write it, as Hodges does, or as a piece and where it goes. What was not typed "
        "as engines do is said again.",
        ("board off", "P-10m", "10f10g", "LN 8o", "GB 14l", "history"),
    ),
    (
        "A move that may not be played is explained by its rule; a text that cannot be a move, by what is near.",
        ("10m10l", "why 10e10h", "P-7i", "undo 2", "redo", "redo 5"),
    ),
    (
        "A position of one's own, with a lion beside two pawns.",
        (
            "setup clear",
            "setup put LN 10j",
            "setup put p 10i 9h",
            "setup put k 10a",
            "setup put K 10s",
            "setup turn black",
            "setup check",
            "setup done",
            "window 10j 3",
            "show 10j",
        ),
    ),
    (
        "Where several moves fit, all of them are shown. `x!` takes and stays: igui.",
        ("LN 9h", "threats", "attackers 9h", "LNx!10i=", "board", "pieces"),
    ),
    ("What differs under other rules.", ("compare maka[stalemate=draw]",)),
    ("The end.", ("resign", "quit")),
)


def page() -> str:
    """Return the page."""
    session = Session(Board(rules="maka"), View(Style.KANJI, 80))
    session.dice.seed(1)
    parts = [
        "# A session",
        "<!-- Written by: python tools/session_page.py --write -->",
        "Lines behind `>` were typed; on a terminal the prompt also names the side to move, completes what is typed, "
        "and colours the marks. All commands are in [cli.md](cli.md#play).",
        f"```text\n$ mujo play --rules maka\n{greeting(session)}\n```",
    ]
    for remark, lines in SCRIPT:
        said = []
        for line in lines:
            said.append(f"> {line}")
            shown = render(session, answer(session, line))
            if shown:
                said.append(shown)
        block = "\n".join(text.rstrip() for text in "\n".join(said).split("\n"))
        parts += [remark, f"```text\n{block}\n```"]
    return "\n\n".join(parts) + "\n"


def main() -> int:
    """Run the script."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--write", action="store_true", help="write docs/session.md")
    group.add_argument("--check", action="store_true", help="fail if docs/session.md is another")
    options = parser.parse_args()
    text = page()
    if options.check:
        return int(not PAGE.is_file() or PAGE.read_text(encoding="utf-8") != text)
    if options.write:
        PAGE.write_text(text, encoding="utf-8")
    else:
        print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
