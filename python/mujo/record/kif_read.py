"""Read games written in the manner of KIF: ours, and those that lishogi writes for chu."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from mujo._core import Board, Move, RuleSet
from mujo.errors import MujoError, NotationError
from mujo.record.fault import Fault
from mujo.record.game import Game, Variation, named_changes
from mujo.record.kif import ENDING, ENDINGS, NAMES, RESULTS, RULES, START
from mujo.record.kif_move import STEP, STEPS, read_steps
from mujo.rules import find_rules

__all__ = ["parse_kif", "read_kif", "split_kif"]

_HEADER = re.compile(r"([^\s:：*#&|+][^:：]*)[:：](.*)")
_NUMBERED = re.compile(r"\s*(\d+)\s+(.*)")
_TIME = re.compile(r"\s*[(（]\s*\d+:[\d:/\s]*[)）]\s*$")
#: A sign that a variation leaves here.
_BRANCH = re.compile(r"\s\+\s*$")
_VARIATION = re.compile(r"変化[:：]\s*(\d+)手")
_HEAD_OF_MOVES = "手数"
#: 手合割 of these games, by rule set.
_GAMES = {"中将棋": "chu", "泰将棋": "tai", "摩訶大大将棋": "maka", "菱形将棋": "hishigata"}
_TERMINATIONS = {word: termination for termination, word in ENDINGS.items()} | {
    "反則負け": "illegal_move",
    "反則勝ち": "illegal_move",
    "引き分け": "agreement",
    "入玉勝ち": "adjudication",
}
_TAGS = {word: tag for tag, word in NAMES.items()}


def split_kif(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Cut a file into games, at header lines after moves: the number of the first line of each, and its text."""
    held: list[str] = []
    begun, has_moves = 1, False
    for number, line in enumerate(lines, 1):
        bare = line.strip()
        is_move = bool(_NUMBERED.match(line)) or bare.startswith(("まで", "変化", _HEAD_OF_MOVES))
        if has_moves and not is_move and bare and _HEADER.match(bare) and not STEP.match(bare):
            yield begun, "".join(held)
            begun, held, has_moves = number, [], False
        has_moves = has_moves or is_move
        if held or bare:
            held.append(line)
        else:
            begun = number + 1
    if held:
        yield begun, "".join(held)


def parse_kif(text: str, rules: RuleSet | None = None) -> Game:
    r"""Read one game; what cannot be read or played of its moves becomes `Game.rest`.

    Parameters
    ----------
    text
        The text of one game.
    rules
        The rules, where the game does not name them, and rules from a file of one's own; those of tai otherwise.

    Raises
    ------
    RuleSetError, InvalidPositionError
        The rules or the first position are unknown or wrong.
    NotationError
        ``record.kif_board``: the first position is a drawing, which is not read.

    Examples
    --------
    >>> parse_kif("規則：maka\n 1 １０十三歩(10十四) (0:01/00:00:01)\n 2 投了\n").result
    'black'
    """
    return read_kif(text, rules)[0]


def read_kif(text: str, rules: RuleSet | None = None) -> tuple[Game, Fault | None]:
    """Read one game as `parse_kif` does, and tell what stopped its moves."""
    headers, lines = _headers(text)
    own = _rules(headers, rules)
    board = Board(headers.pop(START, own.start), own)
    start = board.sfen()
    reader = _Reader(board)
    for line in lines:
        reader.take(line)
    reader.flush()
    name, options, readings = named_changes(own)
    main = reader.lines[0]
    termination = headers.pop(ENDING, None) or reader.termination
    game = Game(
        rules=name,
        start=start,
        moves=tuple(main.moves),
        options=options,
        readings=readings,
        result=reader.result,
        termination=termination,
        tags={_TAGS.get(key, key): value for key, value in headers.items() if value},
        comments=main.comments,
        variations=_nested(reader.lines),
        rest=tuple(main.rest),
    )
    return game, main.fault


def _headers(text: str) -> tuple[dict[str, str], list[str]]:
    headers: dict[str, str] = {}
    lines = text.lstrip("\ufeff").splitlines()
    for number, line in enumerate(lines):
        bare = line.strip()
        if bare.startswith("|"):
            raise NotationError(
                f"line {number + 1} draws a board; a first position is read from a line {START}：... only",
                code="record.kif_board",
            )
        if bare.startswith((_HEAD_OF_MOVES, "*", "変化", "まで")) or _NUMBERED.match(line) or STEP.match(bare):
            return headers, lines[number:]
        found = _HEADER.match(bare)
        if found and not bare.startswith("#"):
            headers[found[1].strip()] = found[2].strip()
    return headers, []


def _rules(headers: dict[str, str], rules: RuleSet | None) -> RuleSet:
    named = headers.pop(RULES, None)
    handicap = headers.get("手合割", "")
    if handicap in _GAMES or not handicap:
        headers.pop("手合割", None)
    if rules is not None and named in (None, rules.name):
        return rules
    return find_rules(named or _GAMES.get(handicap, "tai"))


@dataclass
class _Line:
    """The main line or a variation, in the order of the file."""

    ply: int
    board: Board
    moves: list[str] = field(default_factory=list)
    comments: dict[int, str] = field(default_factory=dict)
    rest: list[str] = field(default_factory=list)
    fault: Fault | None = None
    parent: int = 0


class _Reader:
    """Takes the lines of moves one by one."""

    def __init__(self, board: Board) -> None:
        self.lines = [_Line(1, board)]
        self.steps: list[str] = []
        self.result: str | None = None
        self.termination: str | None = None

    def take(self, line: str) -> None:
        """Take a line of the file."""
        bare = line.strip().replace("\u3000", " ")
        if bare.startswith("*"):
            self.flush()
            self._say(line.strip()[1:])
            return
        if not bare or bare.startswith(("#", "&", _HEAD_OF_MOVES)):
            return
        variation = _VARIATION.match(bare)
        if variation:
            self.flush()
            self._leave(int(variation[1][:9]))
            return
        if bare.startswith("まで"):
            self.flush()
            for result, words in RESULTS.items():
                if words in bare and len(self.lines) == 1:
                    self.result = result
            return
        numbered = _NUMBERED.match(bare)
        text = _BRANCH.sub("", _TIME.sub("", _BRANCH.sub("", numbered[2] if numbered else bare))).rstrip()
        step = STEP.match(text)
        if step and STEPS.index(step[1]) == len(self.steps):
            self.steps.append(text)
            return
        self.flush()
        if step:
            self.steps.append(text)
        elif numbered and text in _TERMINATIONS:
            self._end(text)
        else:
            self._play(text, lambda board: read_steps(board, [text]))

    def flush(self) -> None:
        """Play the steps that were taken."""
        steps, self.steps = self.steps, []
        if steps:
            self._play(" ".join(steps), lambda board: read_steps(board, steps))

    def _say(self, text: str) -> None:
        line = self.lines[-1]
        ply = line.ply + len(line.moves) - 1
        line.comments[ply] = f"{line.comments[ply]}\n{text}" if ply in line.comments else text

    def _end(self, word: str) -> None:
        if len(self.lines) > 1:
            return
        self.termination = _TERMINATIONS[word]
        turn = self.lines[0].board.turn
        if word in ("投了", "切れ負け", "反則負け"):
            self.result = self.result or ("white" if turn else "black")
        elif word == "反則勝ち":
            self.result = self.result or ("black" if turn else "white")
        elif word in ("千日手", "持将棋", "引き分け"):
            self.result = self.result or "draw"

    def _leave(self, ply: int) -> None:
        """Begin a variation: it leaves the latest line that reaches this ply."""
        for number in range(len(self.lines) - 1, -1, -1):
            line = self.lines[number]
            if line.ply <= ply <= line.ply + len(line.moves) and (number == 0 or ply > line.ply):
                board = line.board.copy()
                for _ in range(line.ply + len(line.moves) - ply):
                    board.pop()
                self.lines.append(_Line(ply, board, parent=number))
                return
        raise NotationError(f"変化：{ply}手: no line before has so many moves", code="record.syntax")

    def _play(self, text: str, read: Callable[[Board], Move]) -> None:
        line = self.lines[-1]
        if line.rest:
            line.rest.append(text)
            return
        try:
            move = line.board.push(read(line.board))
        except MujoError as error:
            line.fault = Fault(line.ply + len(line.moves), text, error)
            line.rest.append(text)
        else:
            line.moves.append(move.usi())


def _nested(lines: list[_Line]) -> tuple[Variation, ...]:
    """Put variations into the lines that they leave."""
    made: dict[int, Variation] = {}
    inner: dict[int, list[Variation]] = {}
    for number in range(len(lines) - 1, 0, -1):
        line = lines[number]
        own = tuple(sorted(inner.get(number, ()), key=lambda other: other.ply))
        made[number] = Variation(line.ply, tuple(line.moves), line.comments, own, tuple(line.rest))
        inner.setdefault(line.parent, []).insert(0, made[number])
    return tuple(sorted(inner.get(0, ()), key=lambda other: other.ply))
