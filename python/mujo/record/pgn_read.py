"""Read games written in the manner of PGN, with odd spacing, comments, variations and signs of praise."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain

from mujo._core import Board, Move, RuleSet
from mujo.errors import AmbiguousMoveError, IllegalMoveError, MujoError, NotationError
from mujo.notation import parse_hodges
from mujo.record.fault import Fault
from mujo.record.game import RESULTS, Game, Variation, named_changes
from mujo.record.pgn import RESERVED
from mujo.rules import find_rules

__all__ = ["parse_pgn", "read_pgn", "split_pgn"]

#: Variations inside variations.
DEEPEST = 50
_TAG = re.compile(r'\s*\[\s*([^\s"\]]+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*')
_TOKEN = re.compile(
    r"""\s*(?:
    \{(?P<comment>(?:[^}\\]|\\.)*)\}
  | ;(?P<rest_of_line>[^\n]*)
  | "(?P<quoted>(?:[^"\\]|\\.)*)"
  | (?P<bracket>[()])
  | (?P<number>\d+)(?P<dots>\.+|(?=\s|$))
  | \$\d+
  | (?P<word>[^\s(){};"]+)
  | (?P<odd>\S)
)""",
    re.VERBOSE | re.DOTALL,
)
_PRAISE = re.compile(r"[!?]+$")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_BRACE = re.compile(r'\\.|[{}";]', re.DOTALL)


def split_pgn(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Cut a file into games: the number of the first line of each, and its text."""
    held: list[str] = []
    begun, has_moves, inside = 1, False, False
    for number, line in enumerate(lines, 1):
        if not inside and line.lstrip().startswith("["):
            if has_moves:
                yield begun, "".join(held)
                begun, held, has_moves = number, [], False
        elif line.strip() and not (line.startswith("%") and not inside):
            has_moves = True
            inside = _is_inside(line, inside)
        if not held and not line.strip():
            begun = number + 1
            continue
        held.append(line)
    if has_moves or any(line.strip() for line in held):
        yield begun, "".join(held)


def _is_inside(line: str, inside: bool) -> bool:
    """Tell whether a comment in braces is open after a line."""
    quoted = False
    for found in _BRACE.finditer(line):
        sign = found[0]
        if inside:
            inside = sign != "}"
        elif quoted:
            quoted = sign != '"'
        elif sign == "{":
            inside = True
        elif sign == '"':
            quoted = True
        elif sign == ";":
            break
    return inside


def parse_pgn(text: str, rules: RuleSet | None = None) -> Game:
    """Read one game; what cannot be read or played of its moves becomes `Game.rest`.

    Parameters
    ----------
    text
        The text of one game.
    rules
        The rules, where the game does not name them, and rules from a file of one's own; those of tai otherwise.

    Raises
    ------
    NotationError
        ``record.tag``: a tag cannot be read, or the result is none.
    RuleSetError, InvalidPositionError
        The rules or the first position are unknown or wrong.

    Examples
    --------
    >>> parse_pgn('[Rules "maka"] 1. P-10m {good} P-10g 2. P-10m *').rest
    ('P-10m',)
    """
    return read_pgn(text, rules)[0]


def read_pgn(text: str, rules: RuleSet | None = None) -> tuple[Game, Fault | None]:
    """Read one game as `parse_pgn` does, and tell what stopped its moves."""
    tags, text = _tags(text)
    named = tags.get("Rules")
    own = rules if rules is not None and named in (None, rules.name) else find_rules(named or "tai")
    board = Board(tags.get("SFEN", own.start), own)
    start = board.sfen()
    reader = _Reader(text)
    line = _Line(board, 1)
    reader.read(line, 0)
    result = tags.get("Result", reader.result or "*")
    if result not in (*RESULTS, "*"):
        raise NotationError(
            f'[Result "{result[:40]}"] is no result: write the colour that has won, black or white, or draw, or *',
            code="record.tag",
        )
    name, options, readings = named_changes(own)
    game = Game(
        rules=name,
        start=start,
        moves=tuple(line.moves),
        options=options,
        readings=readings,
        result=None if result == "*" else result,
        termination=tags.get("Termination"),
        tags={name: value for name, value in tags.items() if name not in RESERVED},
        comments=line.comments,
        variations=tuple(line.variations),
        rest=tuple(line.rest),
    )
    return game, line.fault


def _tags(text: str) -> tuple[dict[str, str], str]:
    tags: dict[str, str] = {}
    text = re.sub(r"^%[^\n]*\n", "", text, flags=re.MULTILINE) if "%" in text else text
    text = text.lstrip("\ufeff \t\r\n")
    while text.startswith("["):
        found = _TAG.match(text)
        if found is None:
            raise NotationError(
                f'{text.splitlines()[0][:40]!r} is no tag: write [Name "value"]', code="record.tag", position=0
            )
        tags[found[1]] = _plain(found[2])
        text = text[found.end() :]
    return tags, text


def _plain(text: str) -> str:
    """Undo the escapes of a comment or a quoted text."""
    return _ESCAPE.sub(lambda found: {"n": "\n", "r": "\r"}.get(found[1], found[1]), text)


@dataclass
class _Line:
    """A line of moves that is being read."""

    board: Board
    ply: int
    moves: list[str] = field(default_factory=list)
    comments: dict[int, str] = field(default_factory=dict)
    variations: list[Variation] = field(default_factory=list)
    rest: list[str] = field(default_factory=list)
    fault: Fault | None = None

    @property
    def next_ply(self) -> int:
        return self.ply + len(self.moves)

    def say(self, text: str) -> None:
        ply = self.next_ply - 1
        self.comments[ply] = f"{self.comments[ply]}\n{text}" if ply in self.comments else text

    def play(self, text: str) -> None:
        if self.rest:
            self.rest.append(text)
            return
        try:
            move = read_move(self.board, text)
            self.board.push(move)
        except MujoError as error:
            self.fault = Fault(self.next_ply, text, error)
            self.rest.append(text)
        else:
            self.moves.append(move.usi())


def read_move(board: Board, text: str) -> Move:
    """Read a move in Hodges' letters, with or without praise, or in engine text."""
    if text[:1].isdigit():
        return board.parse_move(text)
    try:
        return parse_hodges(board, text)
    except (AmbiguousMoveError, IllegalMoveError):
        raise
    except NotationError:
        bare = _PRAISE.sub("", text)
        if bare == text or not bare:
            raise
        return parse_hodges(board, bare)


class _Reader:
    """Goes through the words of one game."""

    def __init__(self, text: str) -> None:
        self.words: Iterator[re.Match[str]] = _TOKEN.finditer(text)
        self.result: str | None = None

    def read(self, line: _Line, depth: int) -> None:
        """Read up to the end of the text, or of the variation."""
        for found in self.words:
            kind, text = found.lastgroup, found[0].strip()
            if kind == "dots":
                kind = "number"
            if kind == "bracket" and text == ")":
                if depth:
                    return
                line.play(text)
            elif kind == "word" and text in (*RESULTS, "*"):
                self.result = self.result or text
            elif line.rest:
                if kind not in ("number", None) and text:
                    line.rest.append(_plain(found["quoted"]) if kind == "quoted" else text)
            elif kind == "bracket":
                self._variation(line, depth)
            elif kind in ("comment", "rest_of_line"):
                line.say(_plain(found[kind]).strip() if kind == "rest_of_line" else _plain(found[kind]))
            elif kind == "quoted":
                line.play(_plain(found["quoted"]))
            elif kind in ("word", "odd"):
                line.play(text)

    def _variation(self, line: _Line, depth: int) -> None:
        """Read a variation; its first number, if it has one, tells where it leaves."""
        if depth >= DEEPEST:
            raise NotationError(f"variations are nested deeper than {DEEPEST}", code="record.syntax")
        board = line.board.copy()
        ply = max(line.next_ply - 1, line.ply)
        said: list[str] = []
        for found in self.words:
            if found["comment"] is not None:
                said.append(_plain(found["comment"]))
                continue
            if found["number"] is not None:
                white_began = board.turn != bool(line.next_ply % 2)
                white = len(found["dots"] or ".") > 2
                said_ply = 2 * int(found["number"][:9]) - 1 + white - white_began
                if line.ply <= said_ply <= line.next_ply:
                    ply = said_ply
            else:
                self.words = chain([found], self.words)
            break
        for _ in range(line.next_ply - ply):
            board.pop()
        inner = _Line(board, ply)
        for text in said:
            inner.say(text)
        self.read(inner, depth + 1)
        line.variations.append(
            Variation(ply, tuple(inner.moves), inner.comments, tuple(inner.variations), tuple(inner.rest))
        )
