"""Games as text in the manner of KIF, in UTF-8: a header, a numbered move a line with its start, comments after ``*``.

Moves of several steps have a line for each step, as lishogi writes those of chu. Shift-JIS has no 𠵇 and no 𩹄, so that
it is never written. docs/reference/records.md has the form.
"""

from collections.abc import Iterator
from typing import Final

from mujo._core import Board, RuleSet
from mujo.errors import MujoError
from mujo.record.game import Game, Variation, settle
from mujo.record.kif_move import move_lines

__all__ = ["ENDINGS", "NAMES", "RULES", "START", "format_kif"]

#: Header lines that say what fields of a game say.
RULES, START, ENDING = "規則", "開始局面", "終局"
#: Names of tags, and what KIF calls them.
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
RESULTS: Final = {"black": "先手の勝ち", "white": "後手の勝ち", "draw": "引き分け"}


def format_kif(game: Game, own: RuleSet | None = None) -> str:
    """Write a game as text in the manner of KIF, with a final line feed.

    Parameters
    ----------
    game
        The game.
    own
        As in `Game.rule_set`.

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
    return "".join(f"{line}\n" for line in _lines(game, rules))


def _lines(game: Game, rules: RuleSet) -> Iterator[str]:
    yield f"{RULES}：{rules.name}"
    if game.start not in ("startpos", rules.start):
        yield f"{START}：{game.start}"
    for name, value in game.tags.items():
        yield f"{_header_name(NAMES.get(name, name))}：{_escaped(value)}"
    if game.termination is not None and game.termination not in ENDINGS:
        yield f"{ENDING}：{_escaped(game.termination)}"
    yield "手数----指手---------"
    board = Board(game.start, rules)
    yield from _comment(game.comments.get(0))
    for ply, text in enumerate(game.moves, 1):
        yield from move_lines(board, text, ply)
        yield from _comment(game.comments.get(ply))
    next_ply = len(game.moves) + 1
    yield from _rest(game.rest, next_ply)
    if game.termination in ENDINGS:
        yield f"{next_ply + len(game.rest):4} {ENDINGS[game.termination]}"
    if game.result is not None:
        yield f"まで{len(game.moves)}手で{RESULTS[game.result]}"
    yield from _variations(game, board, next_ply)


def _rest(rest: tuple[str, ...], ply: int) -> Iterator[str]:
    for text in rest:
        yield f"{ply:4} {_escaped(text)}"
        ply += 1


def _variations(line: Game | Variation, board: Board, end: int) -> Iterator[str]:
    """Write the variations of a line, the latest first, so that each one leaves a line that is known.

    The board is that after the line; `end` is the ply that would come next.
    """
    for other in sorted(line.variations, key=lambda other: -other.ply):
        here = board.copy()
        if not end - here.ply <= other.ply <= end:
            continue
        for _ in range(end - other.ply):
            here.pop()
        yield ""
        yield f"変化：{other.ply}手"
        yield from _comment(other.comments.get(other.ply - 1))
        ply, rest = other.ply, other.rest
        for number, text in enumerate(other.moves):
            try:
                here.parse_move(text)
            except MujoError:
                rest = (*other.moves[number:], *other.rest)
                break
            yield from move_lines(here, text, ply)
            yield from _comment(other.comments.get(ply))
            ply += 1
        yield from _rest(rest, ply)
        yield from _variations(other, here, ply)


def _comment(text: str | None) -> Iterator[str]:
    if text is not None:
        yield from (f"*{line}" for line in text.split("\n"))


def _header_name(name: str) -> str:
    return name.replace("：", "_").replace(":", "_").replace("\n", " ")


def _escaped(text: str) -> str:
    return text.replace("\n", " ").replace("\r", " ")
