"""Read KIF text: this package's, lishogi's present and older forms for chu, and ChuShogiLite's.

=====================================  ====================================================================
written by                             a move
=====================================  ====================================================================
this package                           ``   1 7八歩兵 （←7九）``, then ``     二歩目 ...`` for a second step
lishogi, present form                  ``   1手目   7八歩兵 （←7九）``, ``   3手目一歩目 ...``
lishogi, older form                    ``   1   7八歩兵 （←7九）``, ``   3一歩目 ...``
ChuShogiLite                           `` 1 手目 7八歩兵 （←7九）``, `` 3 手目一歩目 ...``
other programs                         ``   1 ７六歩(77) ( 0:01/00:00:01)``, without a start square too
=====================================  ====================================================================
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from mujo._core import Board, Move, RuleSet
from mujo.errors import MujoError, NotationError
from mujo.notation.numerals import SQUARE, parse_japanese_square
from mujo.record.fault import Fault
from mujo.record.game import Game, Variation, named_changes
from mujo.record.game_line import GameLine
from mujo.record.kif import DRAWN, ENDING, ENDINGS, NAMES, RESULTS, RULES, START, implied_result
from mujo.record.kif_lines import ESCAPES, STEPS, Line, LineKind, classify, unescaped, unquote
from mujo.record.kif_move import read_steps
from mujo.record.kif_start import Opening, find_rules, find_start
from mujo.record.limits import LARGEST, Allowance, check_depth

__all__ = ["parse_kif", "read_kif", "split_kif"]

_TERMINATIONS: Final = {word: termination for termination, word in ENDINGS.items()} | {
    "反則負け": "illegal_move",
    "反則勝ち": "illegal_move",
    "引き分け": "agreement",
    "引分け": "agreement",
    "Time-up": "time",
    "入玉勝ち": "adjudication",
    "不戦敗": "forfeit",
    "不戦勝": "forfeit",
}
_TAGS: Final = {word: tag for tag, word in NAMES.items()} | {"下手": "Black", "上手": "White"}
#: Headers that a text is recognized by, besides moves, results and the line of column titles.
_KNOWN: Final = frozenset(
    (RULES, START, ENDING, "手合割", *_TAGS, "終了日時", "表題", "持ち時間", "消費時間", "戦型", "備考", "記録係")
)
#: ChuShogiLite's note of the square of a lion just captured.
_CAPTURED_LION: Final = re.compile(rf"\s*({SQUARE.pattern})獅子盾\s*")


def split_kif(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Cut a file into games: at header lines after moves, and at a first move after a result.

    Yields
    ------
    tuple of int and str
        The number of the first line of a game, from 1 on, and its text.

    Raises
    ------
    NotationError
        ``record.too_long``: a game is longer than `LARGEST` characters.
    """
    held: list[str] = []
    first, size, has_moves, has_ended = 1, 0, False, False
    for number, line in enumerate(lines, 1):
        found = classify(line)
        begins = found.kind in (LineKind.HEADER, LineKind.HANDS, LineKind.BOARD, LineKind.FILES) or (
            found.kind is LineKind.SKIPPED and (found.text == ESCAPES or found.text.startswith("#KIF"))
        )
        restarts = has_ended and found.kind is LineKind.MOVE and found.number == 1
        if has_moves and (begins or restarts):
            yield first, "".join(held)
            held, first, size, has_moves, has_ended = [], number, 0, False, False
        if found.kind in (LineKind.MOVE, LineKind.TEXT, LineKind.COLUMNS, LineKind.VARIATION, LineKind.RESULT):
            has_moves = True
            ended = found.kind is LineKind.RESULT or found.text in _TERMINATIONS
            has_ended = ended or (has_ended and found.kind is not LineKind.VARIATION)
        if held or found.kind is not LineKind.BLANK:
            held.append(line)
            size += len(line)
            if size > LARGEST:
                raise NotationError(f"a game is longer than {LARGEST} characters", code="record.too_long")
        else:
            first = number + 1
    if held:
        yield first, "".join(held)


def parse_kif(text: str, rules: RuleSet | None = None) -> Game:
    r"""Read one game. Everything from the first unreadable or illegal move on becomes `Game.rest`.

    Parameters
    ----------
    text
        The text of one game.
    rules
        The rules of a game that does not name its own (tai if left out), and rules from a file of the caller.

    Raises
    ------
    RuleSetError, InvalidPositionError
        The rules or the start are unknown or impossible.
    NotationError
        ``record.kif_board``: the drawn position cannot be read; ``record.other_game``: the game or its handicap is
        unknown, or contradicts the rules; ``record.too_deep``, ``record.variation``.

    Examples
    --------
    >>> parse_kif("規則：maka\n 1 １０十三歩(10十四) (0:01/00:00:01)\n 2 投了\n").result
    'black'
    """
    return read_kif(text, rules)[0]


def read_kif(text: str, rules: RuleSet | None = None) -> tuple[Game, Fault | None]:
    """Read one game as `parse_kif` does; return it with its first fault."""
    lines = [classify(line) for line in text.removeprefix("\ufeff").split("\n")]
    escapes = any(line.kind is LineKind.SKIPPED and line.text == ESCAPES for line in lines[:20])
    opening, count = _opening(lines)
    own = find_rules(opening, rules)
    board = find_start(opening, own)
    reader = _Reader(board, escapes, len(text))
    comments = [line for line in lines[:count] if line.kind is LineKind.COMMENT]
    if opening.rows and (state := _captured_lion(lines, count, own)) is not None:
        placement, side, _, number = board.sfen().split()
        board = Board(f"{placement} {side} {state} {number}", own)
        reader.board = board
    for line in comments:
        reader.take(line)
    start = board.sfen()
    for line in lines[count:]:
        reader.take(line)
    reader.flush()
    main = reader.lines[0]
    if not main.moves and not main.rest and not _is_recognized(opening, lines):
        reader.refuse(next((line for line in lines if line.kind is not LineKind.BLANK), Line(LineKind.TEXT, "")))
    name, options, readings = named_changes(own)
    headers = opening.headers
    game = Game(
        rules=name,
        start=start,
        moves=tuple(move.usi() for move in main.moves),
        options=options,
        readings=readings,
        result=reader.stated or reader.implied,
        termination=_decoded(headers[ENDING], escapes) if ENDING in headers else reader.termination,
        tags=_tags(headers, escapes),
        comments=main.all_comments(),
        variations=_nested(reader.lines),
        rest=tuple(main.rest),
        nags=main.all_nags(),
    )
    return game, main.fault or reader.contradiction()


def _opening(lines: list[Line]) -> tuple[Opening, int]:
    """Collect the lines before the moves: what they say, and how many there are."""
    opening = Opening()
    count = 0
    for count, line in enumerate(lines):
        match line.kind:
            case LineKind.HEADER:
                opening.headers[line.key] = line.text
            case LineKind.HANDS:
                opening.hands.append((line.key, line.text))
            case LineKind.BOARD:
                opening.rows.append(line.text)
            case LineKind.SIDE:
                opening.white_begins = line.text in ("後手", "上手")
            case LineKind.BLANK | LineKind.SKIPPED | LineKind.FILES | LineKind.COMMENT:
                pass
            case _:
                return opening, count
    return opening, count + 1


def _captured_lion(lines: list[Line], count: int, rules: RuleSet) -> str | None:
    """Return the square that ChuShogiLite notes in the first comment below a drawn board."""
    for line in lines[count : count + 2]:
        found = _CAPTURED_LION.fullmatch(line.text) if line.kind is LineKind.COMMENT else None
        inner = SQUARE.search(line.text) if found is not None else None
        square = parse_japanese_square(rules, inner) if inner is not None else None
        if square is not None:
            return rules.square_name(square)
    return None


def _is_recognized(opening: Opening, lines: list[Line]) -> bool:
    """Return whether a text without moves is KIF at all."""
    kinds = (LineKind.COLUMNS, LineKind.RESULT, LineKind.BOARD, LineKind.MOVE)
    return not _KNOWN.isdisjoint(opening.headers) or any(line.kind in kinds for line in lines)


def _tags(headers: dict[str, str], escapes: bool) -> dict[str, str]:
    known = (RULES, START, ENDING, "手合割")
    return {
        _TAGS.get(name) or _decoded(name, escapes): _decoded(value, escapes)
        for name, value in headers.items()
        if name not in known and (value or escapes)
    }


def _decoded(text: str, escapes: bool) -> str:
    return unescaped(text) if escapes else text


@dataclass(kw_only=True)
class _Line(GameLine):
    """A line, in the order of the file: `parent` is the index of the line it branches off."""

    parent: int = 0
    depth: int = 0


class _Reader:
    """Takes the lines of moves one by one. One board serves all variations."""

    def __init__(self, board: Board, escapes: bool, size: int) -> None:
        self.board = board
        self.escapes = escapes
        self.lines = [_Line(ply=1)]
        self.steps: list[str] = []
        self.seconds: int | None = None
        self.stated: str | None = None
        self.implied: str | None = None
        self.last_word = ""
        self.termination: str | None = None
        self.allowance = Allowance(size)
        #: The latest line that a variation at this ply may branch off.
        self.reached = {1: 0}

    @property
    def line(self) -> _Line:
        return self.lines[-1]

    def take(self, line: Line) -> None:
        """Take a line of the file."""
        match line.kind:
            case LineKind.BLANK | LineKind.SKIPPED | LineKind.COLUMNS:
                pass
            case LineKind.COMMENT:
                self.flush()
                self.line.comment(_decoded(line.text, self.escapes))
            case LineKind.NAGS:
                self.flush()
                self._annotate(line.text)
            case LineKind.VARIATION:
                self.flush()
                self._branch(line.number or 0)
            case LineKind.RESULT:
                self.flush()
                self._state_result(line.text)
            case LineKind.MOVE:
                self._take_move(line)
            case LineKind.TEXT:
                self.flush()
                self._play([line.text], line.seconds)
            case _:
                self.flush()
                self.refuse(line)

    def _take_move(self, line: Line) -> None:
        if line.step is not None and line.step == len(self.steps):
            self.steps.append(line.text)
            self.seconds = line.seconds if line.seconds is not None else self.seconds
            return
        self.flush()
        if line.step is not None:
            self.steps, self.seconds = [line.text], line.seconds
        elif line.text in _TERMINATIONS:
            self._end(line.text)
        else:
            self._play([line.text], line.seconds)

    def flush(self) -> None:
        """Play the steps that were taken."""
        steps, self.steps = self.steps, []
        seconds, self.seconds = self.seconds, None
        if steps:
            self._play(steps, seconds)

    def _annotate(self, text: str) -> None:
        line = self.line
        numbers = [int(number[1:]) for number in text[1:].split()]
        if line.moves and max(numbers) <= 255:
            line.annotate(*numbers)
        else:
            line.comment(text)

    def _state_result(self, text: str) -> None:
        for result, words in RESULTS.items():
            known = (words, words.replace("先手", "下手").replace("後手", "上手"))
            if any(word in text for word in known) or (result == "draw" and any(word in text for word in DRAWN)):
                if len(self.lines) == 1:
                    self.stated = result
                return
        if not any(word in text for word in (*_TERMINATIONS, "手まで")):
            self.line.comment(text)

    def _end(self, word: str) -> None:
        if len(self.lines) > 1:
            self.line.comment(word)
            return
        self.termination, self.last_word = _TERMINATIONS[word], word
        self.implied = implied_result(word, self.board.turn)

    def contradiction(self) -> Fault | None:
        """Return the fault of two results that differ."""
        if self.stated is None or self.implied is None or self.stated == self.implied:
            return None
        message = f"the last move is {self.last_word} ({self.implied}), the last line states {self.stated}"
        return Fault(None, self.last_word, NotationError(message, code="record.result"))

    def _branch(self, ply: int) -> None:
        """Begin a variation of the latest line that reaches this ply."""
        number = self.reached.get(ply)
        if number is None:
            raise NotationError(f"変化：{ply}手: no line before it has so many moves", code="record.variation")
        depth = self.lines[number].depth + 1
        check_depth(depth)
        self._go_to(number, ply)
        self.lines.append(_Line(ply=ply, parent=number, depth=depth))

    def _go_to(self, number: int, ply: int) -> None:
        """Set the board before a ply of a line."""
        path: list[Move] = []
        while True:
            line = self.lines[number]
            path[:0] = line.moves[: max(0, ply - line.ply)]
            ply = min(ply, line.ply)
            if number == 0:
                break
            number = line.parent
        current = self.board.move_stack
        common = next((at for at, (one, two) in enumerate(zip(path, current, strict=False)) if one != two), None)
        common = min(len(path), len(current)) if common is None else common
        self.allowance.spend(len(path) + len(current))
        for _ in current[common:]:
            self.board.pop()
        for move in path[common:]:
            self.board.push_unchecked(move)

    def _play(self, texts: list[str], seconds: int | None) -> None:
        line = self.line
        steps = [f"{step}歩目 {text}" for step, text in zip(STEPS, texts, strict=False)]
        source = texts[0] if len(texts) == 1 else " ".join(steps)
        quoted = unquote(source) if self.escapes and len(texts) == 1 else None
        if line.rest:
            line.rest.append(source if quoted is None else quoted)
            return
        try:
            if quoted is not None:
                raise NotationError(
                    f"{quoted[:40]!r} stands in quotes, as text that is not a move", code="record.unreadable"
                )
            if len(self.lines) == 1 and (self.termination is not None or self.stated is not None):
                raise NotationError(f"{source[:40]!r} follows the end of the game", code="record.result")
            move = self.board.push(read_steps(self.board, texts))
        except MujoError as error:
            line.fault = Fault(line.next_ply, source if quoted is None else quoted, self._clearer(error, source))
            line.rest.append(source if quoted is None else quoted)
        else:
            line.moves.append(move)
            self.reached[line.next_ply] = len(self.lines) - 1
            if seconds is not None:
                line.comment(f"[%emt {seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}]")

    def _clearer(self, error: MujoError, text: str) -> MujoError:
        """Return a better error for a line before the moves that is no move at all."""
        if self.line.moves or error.code != "notation.move_syntax" or SQUARE.search(text[:8]):
            return error
        return NotationError(
            f"{text[:40]!r} is neither a header line, a comment nor a move", code="record.unreadable", text=text[:80]
        )

    def refuse(self, line: Line) -> None:
        """Keep a line that has no place here as rest."""
        text = f"{line.key}：{line.text}" if line.key else line.text
        if not self.line.rest:
            error = NotationError(
                f"{text[:40]!r} is neither a header line, a comment nor a move",
                code="record.unreadable",
                text=text[:80],
            )
            self.line.fault = Fault(self.line.next_ply, text, error)
        self.line.rest.append(text)


def _nested(lines: list[_Line]) -> tuple[Variation, ...]:
    """Put variations into the lines that they branch off, by ply and then in the order of the file."""
    inner: dict[int, list[Variation]] = {}

    def ordered(number: int) -> tuple[Variation, ...]:
        found = inner.get(number, [])
        found.reverse()
        found.sort(key=lambda other: other.ply)
        return tuple(found)

    for number in range(len(lines) - 1, 0, -1):
        line = lines[number]
        moves = tuple(move.usi() for move in line.moves)
        made = Variation(line.ply, moves, line.all_comments(), ordered(number), tuple(line.rest), line.all_nags())
        inner.setdefault(line.parent, []).append(made)
    return ordered(0)
