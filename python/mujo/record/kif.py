"""Write games as KIF text in UTF-8: a header, a numbered move a line with its start, comments after ``*``.

Moves of several steps take a line for each step, as in lishogi's files of chu. Shift-JIS lacks 𠵇 and 𩹄, so it is
never written. Texts that KIF has no place for are written with escapes (`mujo.record.kif_lines`).
docs/reference/records.md has the form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mujo._core import Board, RuleSet
from mujo.errors import MujoError
from mujo.record.game import Game, Variation, settle
from mujo.record.kif_lines import ESCAPES, LineKind, classify, escape, is_plain, quote
from mujo.record.kif_move import move_lines, read_steps
from mujo.record.limits import check_depth, check_encodable, refuse_writing
from mujo.record.notes import check_plies, split_playable

__all__ = ["DRAWN", "ENDING", "ENDINGS", "LOST", "NAMES", "RESULTS", "RULES", "START", "format_kif", "implied_result"]

#: Header lines for fields of a game.
RULES: Final = "規則"
START: Final = "開始局面"
ENDING: Final = "終局"
#: Header lines with another meaning; a tag of such a name is written with an escape.
_RESERVED: Final = frozenset((RULES, START, ENDING, "手合割"))
#: Names of tags, and their names in KIF.
NAMES: Final = {"Black": "先手", "White": "後手", "Date": "開始日時", "Event": "棋戦", "Site": "場所"}
#: The word on the last line of moves, by termination.
ENDINGS: Final = {
    "resignation": "投了",
    "unfinished": "中断",
    "repetition": "千日手",
    "agreement": "持将棋",
    "checkmate": "詰み",
    "time": "切れ負け",
    "illegal_move": "反則",
    "adjudication": "裁定",
    "royals_captured": "王取り",
    "bare_king": "裸玉",
    "stalemate": "手詰まり",
}
#: Words that say that the side to move has lost, and that nobody has won.
LOST: Final = frozenset(("投了", "切れ負け", "Time-up", "反則負け", "詰み", "不戦敗"))
DRAWN: Final = frozenset(("千日手", "持将棋", "引き分け", "引分け"))
RESULTS: Final = {"black": "先手の勝ち", "white": "後手の勝ち", "draw": "引き分け"}

_SPENT = re.compile(r"\[%emt ([0-9]{1,2}):([0-5][0-9]):([0-5][0-9])\](?:\n|$)")


def implied_result(word: str, black_to_move: bool) -> str | None:
    """Return the result that a final word states, or ``None``.

    Examples
    --------
    >>> implied_result("投了", True), implied_result("千日手", True), implied_result("中断", True)
    ('white', 'draw', None)
    """
    if word in LOST:
        return "white" if black_to_move else "black"
    if word in ("反則勝ち", "不戦勝"):
        return "black" if black_to_move else "white"
    return "draw" if word in DRAWN else None


def format_kif(game: Game, own: RuleSet | None = None) -> str:
    """Write a game as KIF text, with a final line feed.

    Parameters
    ----------
    game
        The game.
    own
        As in `Game.rule_set`.

    Raises
    ------
    NotationError
        ``record.cannot_write``: a comment, glyph or variation belongs to a ply that its line does not have, a tag has
        no name, or a text is not Unicode.
    RuleSetError, InvalidPositionError
        As in `Game.first_board`.

    Examples
    --------
    >>> print(format_kif(Game("maka", "startpos", ("10n10m",), tags={"Black": "Ito"}, result="black")), end="")
    規則：maka
    先手：Ito
    手数----指手---------
       1 10十三歩兵 （←10十四）
    まで1手で先手の勝ち
    """
    rules = game.rule_set(own)
    game = settle(game, own)
    writer = _Writer(escapes=False)
    lines = list(writer.game(game, rules))
    if writer.needs_escapes:
        writer = _Writer(escapes=True)
        lines = [ESCAPES, *writer.game(game, rules)]
    return check_encodable("".join(f"{line}\n" for line in lines))


class _Writer:
    """Writes the lines of a game.

    Attributes
    ----------
    escapes
        Whether texts are escaped.
    needs_escapes
        Whether a text was met that cannot be written without escapes.
    """

    def __init__(self, escapes: bool) -> None:
        self.escapes = escapes
        self.needs_escapes = False
        self.totals = [0, 0]

    def game(self, game: Game, rules: RuleSet) -> Iterator[str]:
        """Write a game."""
        yield f"{RULES}：{rules.name}"
        if game.start not in ("startpos", rules.start):
            yield f"{START}：{game.start}"
        for name, value in game.tags.items():
            yield self._header(NAMES.get(name, name), value, is_known=name in NAMES)
        word = self._last_word(game, rules)
        if game.termination is not None and word is None:
            yield self._header(ENDING, game.termination, is_known=True)
        yield "手数----指手---------"
        board = Board(game.start, rules)
        check_plies(game, 1, len(game.moves))
        yield from self._line(game, board, 1)
        next_ply = len(game.moves) + 1
        if word is not None:
            yield f"{next_ply + len(game.rest):4} {word}"
        if game.result is not None:
            yield f"まで{len(game.moves)}手で{RESULTS[game.result]}"
        yield from self._variations(game, board, next_ply, 1)

    def _last_word(self, game: Game, rules: RuleSet) -> str | None:
        """Return the word for the termination, or ``None`` if it implies another result than that of the game."""
        word = ENDINGS.get(game.termination or "")
        if word is None or game.rest:
            return None
        turn = Board(game.start, rules).turn == (len(game.moves) % 2 == 0)
        implied = implied_result(word, turn)
        return word if implied is None or implied == game.result else None

    def _header(self, name: str, value: str, is_known: bool) -> str:
        """Write a header line, with escapes where it would not be read back."""
        if not name:
            refuse_writing("a tag has an empty name")
        line = f"{name}：{value}"
        found = classify(line)
        plain = (
            found.kind is LineKind.HEADER
            and (found.key, found.text) == (name, value)
            and value != ""
            and is_plain(line)
            and (is_known or (name not in _RESERVED and name not in NAMES.values()))
        )
        if not self.escapes:
            self.needs_escapes |= not plain
            return line
        if not (plain and "\\" not in name) or name.startswith('"'):
            name = name if is_known else _escaped_name(name)
        return f"{name}：{_escaped_value(value)}"

    def _line(self, line: Game | Variation, board: Board, first: int) -> Iterator[str]:
        """Write the moves of a line with their notes, and play them."""
        yield from self._comment(line.comments.get(first - 1))
        for ply, text in enumerate(line.moves, first):
            comment = line.comments.get(ply)
            time, comment = self._time(comment, board.turn) if comment is not None else ("", None)
            yield from move_lines(board, text, ply, time)
            if nags := line.nags.get(ply):
                yield "&" + " ".join(f"${nag}" for nag in nags)
            yield from self._comment(comment)
        yield from self._rest(line.rest, board, first + len(line.moves))

    def _time(self, comment: str, black: bool) -> tuple[str, str | None]:
        """Split the time of a move from its comment."""
        found = _SPENT.match(comment)
        if found is None:
            return "", comment
        hours, minutes, seconds = map(int, found.groups())
        if found[0].rstrip("\n") != f"[%emt {hours}:{minutes:02}:{seconds:02}]":
            return "", comment
        spent = 3600 * hours + 60 * minutes + seconds
        self.totals[black] += spent
        total = self.totals[black]
        time = f" ({spent // 60}:{spent % 60:02}/{total // 3600:02}:{total // 60 % 60:02}:{total % 60:02})"
        return time, comment[found.end() :] if found[0].endswith("\n") else None

    def _comment(self, text: str | None) -> Iterator[str]:
        for line in () if text is None else text.split("\n"):
            self.needs_escapes |= not is_plain(line)
            yield "*" + (escape(line) if self.escapes else line)

    def _rest(self, rest: tuple[str, ...], board: Board, ply: int) -> Iterator[str]:
        for number, text in enumerate(rest):
            line = f"{ply + number:4} {text}"
            found = classify(line)
            plain = (
                (found.kind, found.text, found.step, found.seconds) == (LineKind.MOVE, text, None, None)
                and text != ""
                and not text.startswith('"')
                and text not in ENDINGS.values()
                and implied_result(text, True) is None
                and is_plain(text)
                and not (number == 0 and _is_readable(board, text))
            )
            self.needs_escapes |= not plain
            yield line if plain or not self.escapes else f"{ply + number:4} {quote(text)}"

    def _variations(self, line: Game | Variation, board: Board, end: int, depth: int) -> Iterator[str]:
        """Write the variations of a line, the latest first, so that each branches off a line that was written.

        The board is that after the line; `end` is the ply after it.
        """
        check_depth(depth)
        for other in sorted(line.variations, key=lambda other: -other.ply):
            undone = [board.pop() for _ in range(end - other.ply)]
            playable = split_playable(board, other)
            check_plies(playable, other.ply, len(playable.moves))
            yield ""
            yield f"変化：{other.ply}手"
            yield from self._line(playable, board, other.ply)
            yield from self._variations(playable, board, other.ply + len(playable.moves), depth + 1)
            for _ in playable.moves:
                board.pop()
            for move in reversed(undone):
                board.push_unchecked(move)


def _is_readable(board: Board, text: str) -> bool:
    try:
        read_steps(board, [text])
    except MujoError:
        return False
    return True


def _escaped_name(name: str) -> str:
    """Escape enough of the name of a tag to keep it from being read as anything else."""
    return "".join(
        f"\\u{ord(sign):04x}" if (at == 0 and ord(sign) < 0x10000) or sign in ":：" or sign.isspace() else escape(sign)
        for at, sign in enumerate(name)
    )


def _escaped_value(value: str) -> str:
    bare = value.strip()
    if not bare:
        return "".join(f"\\u{ord(sign):04x}" for sign in value)
    at = value.index(bare)
    spaces = [value[:at], value[at + len(bare) :]]
    before, after = ("".join(f"\\u{ord(sign):04x}" for sign in space) for space in spaces)
    return before + escape(bare) + after
