"""Lists of legal moves from HaChu, a program of its own origin that plays dai and wa.

HaChu prints its list when it is sent an illegal move. It writes squares as chess does, letters from Black's left and
numbers from Black's side, and a move of two steps as two moves with a comma between.
"""

from __future__ import annotations

import itertools
import re
import shutil
import subprocess
from types import TracebackType

import mujo

LISTED = re.compile(r"# *-?\d+\. ([0-9a-f]{8}) [0-9a-f]{8} (\S+)")
SQUARE = re.compile(r"([a-z])(\d+)")


def find() -> str | None:
    """Return the path of the program; distributions install it among the games."""
    return shutil.which("hachu") or shutil.which("/usr/games/hachu")


class HaChu:
    """A process that is told the moves of one game and lists its own after each."""

    def __init__(self, path: str, variant: str, rules: mujo.RuleSet) -> None:
        self.rules = rules
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1
        )
        self.pings = 0
        self.ask("xboard", "protover 2", "memory 16", "easy", "new", f"variant {variant}", "force")
        self.ask("option Allow repeats=1")

    def __enter__(self) -> HaChu:
        """Use the process; it ends with the block."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the process."""
        self.process.kill()
        self.process.communicate()

    def ask(self, *commands: str) -> list[str]:
        """Send commands and return the lines up to the answer of a ping."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.pings += 1
        self.process.stdin.write("\n".join([*commands, f"ping {self.pings}"]) + "\n")
        self.process.stdin.flush()
        lines: list[str] = []
        for line in self.process.stdout:
            lines.append(line.rstrip("\n"))
            if lines[-1] == f"pong {self.pings}":
                return lines
        raise AssertionError(f"HaChu ended at {commands}: {lines[-3:]}")

    def moves(self) -> set[str]:
        """Return its legal moves in mujo's text; a pass is "pass", whichever piece passes."""
        listed = (LISTED.match(line) for line in self.ask("usermove a1a1"))
        # A move whose bits are all zero is a hole in its list.
        return {self.read(found[2]) for found in listed if found and int(found[1], 16)}

    def takes(self, text: str) -> bool:
        """Return whether it accepts a move in its own text, and take the move back."""
        if any(line.startswith("Illegal move") for line in self.ask(f"usermove {text}")):
            return False
        self.ask("undo")
        return True

    def play(self, move: mujo.Move) -> bool:
        """Play a move; return whether it accepted it."""
        return not any(line.startswith("Illegal move") for line in self.ask(f"usermove {self.write(move)}"))

    def read(self, text: str) -> str:
        """Read a move of its list."""
        if text.startswith("@"):
            return "pass"
        squares = [self.square(*step) for part in text.split(",") for step in SQUARE.findall(part)]
        steps = [square for at, square in enumerate(squares) if at == 0 or square != squares[at - 1]]
        return "".join(steps) + ("+" if text.endswith("+") else "")

    def square(self, letter: str, number: str) -> str:
        """Read a square."""
        file, rank = self.rules.files - (ord(letter) - ord("a")), self.rules.ranks + 1 - int(number)
        return f"{file}{chr(ord('a') + rank - 1)}"

    def write(self, move: mujo.Move) -> str:
        """Write a move as it reads them."""
        if move.is_pass:
            return "@@@@"

        def name(square: int) -> str:
            rank, file = divmod(square, self.rules.files)
            return f"{chr(ord('a') + self.rules.files - 1 - file)}{self.rules.ranks - rank}"

        squares = [name(square) for square in (move.from_square, *move.via, move.to_square)]
        steps = ",".join(first + second for first, second in itertools.pairwise(squares))
        return steps + ("+" if move.promotes else "")
