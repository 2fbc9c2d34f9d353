"""Runs scripted dialogues with an engine.

A dialogue is a text file. Each line is a step:

=================  ============================================================================================
``> TEXT``         send a line
``< PATTERN``      wait for a line that matches; other lines before it are skipped, and so are earlier legs of a move.
                   ``*`` stands for any text
``= PATTERN``      the next line must match
``! PATTERN``      no line since the last ``>`` may match
``@half TEXT``     send a text without an end of line
``@long COUNT``    send a line of COUNT letters
``@bytes HEX``     send bytes
``@end``           close the input
``@status N``      the engine must end with this status
``# TEXT``         a comment
=================  ============================================================================================

At the end of a file the engine gets ``quit`` and must end with status 0, unless ``@status`` was there. Every move that
the engine plays must be legal: `Watcher` follows the game by the commands that were sent.
"""

from __future__ import annotations

import queue
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import mujo
from mujo import Board, RuleSet
from mujo.notation.coordinates import parse_cecp
from mujo.notation.fen import parse_fen
from mujo.rules import changed_rules

#: Seconds. Far more than any answer needs.
PATIENCE = 20.0


class DialogueError(AssertionError):
    """The engine did not do what the file says."""


class Conversation:
    """An engine in a process of its own.

    Parameters
    ----------
    words
        The words of the command line after ``mujo``.
    on_line
        Called with each line of the engine.
    """

    def __init__(self, *words: str, on_line: Callable[[str], None] = lambda _: None) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "mujo", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.on_line = on_line
        self.heard: list[str] = []
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._errors: list[bytes] = []
        for work in (self._listen, self._drain):
            threading.Thread(target=work, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        with suppress(ValueError, OSError):
            for line in self.process.stdout:
                self._lines.put(line.decode().rstrip("\n"))
        self._lines.put(None)

    def _drain(self) -> None:
        assert self.process.stderr is not None
        with suppress(ValueError, OSError):
            self._errors.append(self.process.stderr.read())

    def send(self, data: bytes) -> None:
        """Send bytes; an engine that has ended does not mind."""
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):
            self.process.stdin.write(data)
            self.process.stdin.flush()

    def next_line(self) -> str:
        """Return the next line of the engine."""
        try:
            line = self._lines.get(timeout=PATIENCE)
        except queue.Empty:
            raise DialogueError(f"no answer; heard: {self.heard[-8:]}") from None
        if line is None:
            raise DialogueError(f"the engine ended; heard: {self.heard[-8:]}; {b''.join(self._errors)[-500:]!r}")
        self.heard.append(line)
        self.on_line(line)
        return line

    def rest(self) -> Iterator[str]:
        """Iterate over the lines until the engine ends."""
        while (line := self._lines.get(timeout=PATIENCE)) is not None:
            self.heard.append(line)
            self.on_line(line)
            yield line

    def wait(self) -> int:
        """Wait until the engine has ended, and return its status."""
        try:
            status = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            raise DialogueError(f"the engine did not end; heard: {self.heard[-8:]}") from None
        list(self.rest())
        return status

    @property
    def errors(self) -> str:
        """What the engine wrote to standard error."""
        return b"".join(self._errors).decode("utf-8", "replace")

    def close(self) -> None:
        """End the engine, whatever it does."""
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert stream is not None
            with suppress(BrokenPipeError):
                stream.close()


class UsiWatcher:
    """Follows the positions of a dialogue in USI, and checks the moves that the engine answers."""

    def __init__(self, rules: str) -> None:
        self.board = Board(rules=rules)
        self.checked = 0
        self._searched: list[Board] = []

    def sent(self, line: str) -> None:
        """Note a command."""
        words = line.split()
        with suppress(mujo.MujoError, IndexError, ValueError):
            if words[:3] == ["setoption", "name", "USI_Variant"]:
                name = "chu" if words[-1] == "chushogi" else words[-1]
                self.board = Board(rules=name)
            elif words[:2] == ["setoption", "name"] and words[2].startswith("Rule_"):
                self.board = changed(self.board, words[2].removeprefix("Rule_"), words[-1])
            elif words[:1] == ["position"]:
                at = words.index("moves") if "moves" in words else len(words)
                start = " ".join(words[2:at]) or None
                board = Board(start, self.board.rules) if start else Board(rules=self.board.rules)
                for text in words[at + 1 :]:
                    board.push(text)
                self.board = board
            elif words[:1] == ["go"]:
                self._searched.append(self.board.copy())

    def heard(self, line: str) -> None:
        """Check a line of the engine."""
        words = line.split()
        if words[:1] not in (["bestmove"], ["checkmate"]):
            return
        board = self._searched.pop(0)
        texts = [words[1], *words[3:4]] if words[0] == "bestmove" else words[1:]
        for text in texts:
            if not text[0].isdigit():
                break
            board.push(text)
            self.checked += 1


class CecpWatcher:
    """Follows the game of a dialogue in CECP, and checks the moves that the engine plays."""

    def __init__(self, rules: str) -> None:
        self.board = Board(rules=rules)
        self.checked = 0
        self._legs = ""
        #: An option of the rules for games that begin from now on.
        self._rule = ("", "default")

    def sent(self, line: str) -> None:
        """Note a command."""
        word, _, rest = line.strip().partition(" ")
        if word == "new":
            self.board = Board(rules="chu")
            with suppress(mujo.MujoError):
                self.board = changed(self.board, *self._rule)
        elif word == "option" and rest.startswith("Rule "):
            name, _, value = rest.removeprefix("Rule ").partition("=")
            self._rule = name.replace(" ", "_"), value
        elif word == "variant":
            with suppress(mujo.MujoError):
                self.board = Board(rules=rest)
        elif word in ("undo", "remove"):
            with suppress(mujo.MujoError):
                for _ in range(2 if word == "remove" else 1):
                    self.board.pop()
        elif word == "setboard":
            form = "winboard" if len(rest.split()) > 3 else "qboard"
            with suppress(mujo.MujoError):
                self.board = parse_fen(rest, self.board.rules, form)
        elif word == "usermove":
            with suppress(mujo.MujoError):
                self.board.push(parse_cecp(self.board, rest))

    def heard(self, line: str) -> None:
        """Check a line of the engine."""
        if not line.startswith("move "):
            return
        self._legs += line[5:]
        if self._legs.endswith(","):
            return
        self.board.push(parse_cecp(self.board, self._legs))
        self._legs = ""
        self.checked += 1


def changed(board: Board, option: str, value: str) -> Board:
    """Return the start by changed rules; ``default`` goes back to those of the game."""
    rules = RuleSet(board.rules.game)
    return Board(rules=rules if value == "default" else changed_rules(rules, {option: value}, {}))


def run(path: Path, protocol: str) -> int:
    """Run a dialogue, and return how many moves of the engine were checked."""
    watcher = UsiWatcher("tai") if protocol == "usi" else CecpWatcher("chu")
    talk = Conversation(protocol, on_line=watcher.heard)
    try:
        _run(path, talk, watcher)
    finally:
        talk.close()
    return watcher.checked


def _run(path: Path, talk: Conversation, watcher: UsiWatcher | CecpWatcher) -> None:
    status: int | None = None
    since = 0
    for number, step in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        mark, _, text = step.partition(" ")
        try:
            match mark:
                case "" | "#":
                    continue
                case ">":
                    since = len(talk.heard)
                    watcher.sent(text)
                    talk.send(f"{text}\n".encode())
                case "<":
                    while not answers(talk.next_line(), text):
                        pass
                case "=":
                    line = talk.next_line()
                    if not matches(line, text):
                        raise DialogueError(f"heard {line!r}")
                case "!":
                    found = [line for line in talk.heard[since:] if matches(line, text)]
                    if found:
                        raise DialogueError(f"heard {found[0]!r}")
                case "@half":
                    watcher.sent(text)
                    talk.send(text.encode())
                case "@long":
                    talk.send(b"x" * int(text) + b"\n")
                case "@bytes":
                    talk.send(bytes.fromhex(text))
                case "@end":
                    assert talk.process.stdin is not None
                    talk.process.stdin.close()
                case "@status":
                    status = talk.wait()
                    if status != int(text):
                        raise DialogueError(f"status {status}: {talk.errors[-500:]}")
                case _:
                    raise DialogueError(f"no step of a dialogue: {step!r}")
        except (AssertionError, mujo.MujoError) as error:
            raise DialogueError(f"{path.name}, line {number}: {step}: {error}") from error
    if status is None:
        talk.send(b"quit\n")
        status = talk.wait()
        if status != 0:
            raise DialogueError(f"{path.name}: status {status}: {talk.errors[-500:]}")
    if "panicked" in talk.errors or "Traceback" in talk.errors:
        raise DialogueError(f"{path.name}: {talk.errors[-800:]}")


def answers(line: str, pattern: str) -> bool:
    """Whether a line is the one waited for: the last leg of a move, unless the pattern is that of an earlier one."""
    is_earlier_leg = line.startswith("move ") and line.endswith(",")
    return matches(line, pattern) and (not is_earlier_leg or pattern.endswith(","))


def matches(line: str, pattern: str) -> bool:
    """Whether a line matches; only ``*`` is special in a pattern."""
    return re.fullmatch(star_expression(pattern), line) is not None


def star_expression(pattern: str) -> str:
    """Return the regular expression of a pattern."""
    return ".*".join(re.escape(part) for part in pattern.split("*"))
