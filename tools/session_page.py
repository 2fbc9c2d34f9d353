"""Write docs/learn/first-game.md: a transcript of the prompt in a game of maka dai dai shogi.

python tools/session_page.py            write the page to standard output
python tools/session_page.py --write    write it to docs/learn/first-game.md
python tools/session_page.py --check    exit status 1 if the page is out of date
"""

from __future__ import annotations

import sys
from pathlib import Path

import generated_page
from mujo import Board
from mujo.diagrams import Style
from mujo.repl.dispatch import answer
from mujo.repl.render import greeting, render
from mujo.repl.session import Session, View

PAGE = Path(__file__).parents[1] / "docs" / "learn" / "first-game.md"

#: Each step: the paragraph printed before a block, and the lines typed in it.
STEPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "Each piece is shown by its id: capital letters are Black's, small ones White's. (`board kanji` shows kanji.) "
        "`help` says the most important in four lines, and explains a piece by its id, name, kanji or romaji.",
        ("help", "help LN"),
    ),
    (
        "`show` marks everything a piece can do. The board is large, so draw only a window of it first.",
        ("window 10m 4", "show 10n"),
    ),
    (
        "You can type a move in engine notation (`10f10g`), in Hodges' letters (`P-10m`), or as a piece and its "
        "destination (`GB 14l`). The prompt echoes every form in engine notation. `moves` says in words what a piece "
        "can do.",
        ("board off", "P-10m", "10f10g", "moves 6m", "LN 8o", "GB 14l", "history"),
    ),
    (
        "If a move is illegal, the prompt names the rule that forbids it. If the text is not a move at all, the prompt "
        "suggests moves that are close to it.",
        ("10m10l", "why 10e10h", "P-7i", "undo 2", "redo", "redo 5"),
    ),
    (
        "You can also set up your own position. This one has a lion next to two pawns.",
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
        "If your text fits several moves, the prompt lists them, and a number chooses one. `x!` means igui: the lion "
        "captures and stays on its square.",
        ("moves 10j", "LN takes 9h", "2", "undo", "threats", "attackers 9h", "LNx!10i=", "board", "pieces"),
    ),
    ("`compare` lists the differences between two rule sets.", ("compare maka[stalemate=draw]",)),
    ("Finish the game and leave.", ("resign", "quit")),
)


def page() -> str:
    """Return the page."""
    session = Session(Board(rules="maka"), View(Style.IDS, 80))
    session.dice.seed(1)
    parts = [
        "# Your first game",
        "<!-- Written by: python tools/session_page.py --write -->",
        "`mujo play` starts a game of tai shogi. This page follows a game of maka dai dai shogi instead, because its "
        "board fits a small terminal. Type the lines that begin with `>`. On a terminal the prompt also names the side "
        "to move, completes what you type, and colours the marks. [The command reference](../reference/cli.md#play) "
        "lists every command.",
        f"```text\n$ mujo play --rules maka\n{greeting(session)}\n```",
    ]
    for paragraph, lines in STEPS:
        transcript = []
        for line in lines:
            transcript.append(f"> {line}")
            shown = render(session, answer(session, line))
            if shown:
                transcript.append(shown)
        block = "\n".join(text.rstrip() for text in "\n".join(transcript).split("\n"))
        parts += [paragraph, f"```text\n{block}\n```"]
    return "\n\n".join(parts) + "\n"


def main() -> int:
    """Run the script."""
    return generated_page.run(__doc__, PAGE, page)


if __name__ == "__main__":
    sys.exit(main())
