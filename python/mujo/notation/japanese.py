"""Japanese text: ``７六歩兵``, ``７三銀将成``, ``９四獅子居食い``, ``５五獅子じっと``.

The squares come first: those of the victims taken on the way and then the end, joined by ``・``; then the piece,
``成`` before its name if it is promoted; what it does; ``成`` or ``不成``; and the start in ``（）`` where another
piece of the same name could be meant. docs/reference/notation.md has the whole grammar.
"""

import difflib
import re
from functools import lru_cache
from typing import NoReturn

from mujo._core import Board, Move, Piece, RuleSet
from mujo.errors import NotationError
from mujo.notation.effect import DECLINED, Effect, find_effect, needs_start
from mujo.notation.numerals import SQUARE, japanese_square, parse_japanese_square
from mujo.notation.reading import Said, choose

__all__ = ["format_japanese", "parse_japanese", "piece_name"]

#: Characters; the longest move has far fewer.
LONGEST = 80

PROMOTED, PROMOTES, DECLINES = "成", "成", "不成"
IGUI, PASS = "居食い", "じっと"
#: Between the squares of one move.
JOINT = "・"
_SIDES = "▲△▼▽☗☖"


def format_japanese(board: Board, move: Move) -> str:
    """Write a legal move in Japanese.

    Parameters
    ----------
    board
        The position before the move.
    move
        A legal move.

    Returns
    -------
    str
        The canonical text, without a mark of the side; `parse_japanese` reads it back in this position.

    Raises
    ------
    IllegalMoveError
        The move may not be played (``illegal_move.*``).

    Examples
    --------
    >>> from mujo import Board
    >>> board = Board("19/19/19/19/19/19/19/19/9,p,9/9,LN,9/19/19/19/19/19/19/19/19/19", "maka")
    >>> [format_japanese(board, board.parse_move(text)) for text in ("10j10i10j=", "10j10i9h+", "10j10h", "pass")]
    ['１０九獅子居食い不成', '１０九・９八獅子成', '１０八獅子', '１０十獅子じっと']
    """
    return _whole(board, find_effect(board, move))


def parse_japanese(board: Board, text: str) -> Move:
    """Read a move in Japanese.

    Parameters
    ----------
    board
        The position before the move.
    text
        The text. A mark of the side may stand before it, digits may be of half width, the one character that stands
        for a piece on the board may stand for its name, and a start may be written where it is not needed.

    Raises
    ------
    NotationError
        ``notation.*``: the text is no move, or fits no legal move; it says what is wrong and what is near.
    AmbiguousMoveError
        ``notation.ambiguous_move``: several legal moves fit.
    IllegalMoveError
        ``illegal_move.*``: the one piece that could be meant may not do this under the rules.

    Examples
    --------
    >>> from mujo import Board
    >>> board = Board(rules="maka")
    >>> parse_japanese(board, "▲10十三歩").usi()
    '10n10m'
    """
    return choose(board, _take_apart(board, text.strip()), _body, _whole)


def piece_name(rules: RuleSet, piece: Piece) -> str:
    """Name a piece in Japanese: the type it began as, after ``成`` if it is promoted.

    Examples
    --------
    >>> from mujo import Piece, RuleSet
    >>> piece_name(RuleSet("maka"), Piece.from_symbol("+LN"))
    '成獅子'
    """
    return (PROMOTED if piece.promoted else "") + rules.piece_types[piece.type].kanji


def _whole(board: Board, effect: Effect) -> str:
    start = effect.move.from_square
    text = _body(board, effect) + _mark(board.rules, effect.mark)
    # The pass names its own square, so that its start is never in doubt.
    if (effect.victims or not effect.stays) and needs_start(board, effect):
        text += f"（{japanese_square(board.rules, start)}）"
    return text


def _body(board: Board, effect: Effect) -> str:
    piece = board.piece_at(effect.move.from_square)
    name = "" if piece is None else piece_name(board.rules, piece)
    if effect.stays and len(effect.victims) < 2:
        square = effect.victims[0] if effect.victims else effect.end
        return japanese_square(board.rules, square) + name + (IGUI if effect.victims else PASS)
    squares = list(effect.victims)
    if not squares or squares[-1] != effect.end:
        squares.append(effect.end)
    return JOINT.join(japanese_square(board.rules, square) for square in squares) + name


def _mark(rules: RuleSet, mark: str) -> str:
    if mark == DECLINED:
        return DECLINES
    return mark and PROMOTES + (rules.piece_types[mark[1:]].kanji if mark != "+" else "")


@lru_cache(maxsize=64)
def _names(rules: RuleSet) -> tuple[re.Pattern[str], dict[str, str]]:
    """Collect what types are called: full names, and the characters on the board where they mean one type only."""
    types = [kind for kind in rules.piece_types.values() if kind.is_initial]
    known = {kind.board_kanji: kind.id for kind in types}
    known |= {kind.kanji: kind.id for kind in types}
    longest_first = sorted(known, key=len, reverse=True)
    return re.compile("|".join(map(re.escape, longest_first))), known


def _take_apart(board: Board, text: str) -> Said:
    """Read a text up to what only the position can tell."""
    rules = board.rules
    if len(text) > LONGEST:
        raise NotationError(f"the text is longer than {LONGEST} characters: no move is", code="notation.too_long")
    at = 1 if text[:1] and text[0] in _SIDES else 0
    squares: list[int] = []
    place = at
    while not squares or (text.startswith(JOINT, at) and len(squares) < 4):
        place = at = at + 1 if squares else at
        square, at = _square(rules, text, at)
        squares.append(square)
    promoted = text.startswith(PROMOTED, at)
    at += promoted
    pattern, known = _names(rules)
    found = pattern.match(text, at)
    if found is None:
        _refuse_name(rules, text, at, list(known))
    piece = Piece(known[found[0]], board.turn, promoted)
    at = found.end()
    how = next((word for word in (IGUI, PASS) if text.startswith(word, at)), "")
    at += len(how)
    mark_place = at
    mark, at = _read_mark(rules, text, at)
    start_place = at + 1
    start, at = _start(rules, text, at)
    if at < len(text):
        _refuse(text, at, "after the move only 成, 不成 and a start in （） may stand")
    if how == PASS and start is None:
        start, start_place = squares[0], place
    body = JOINT.join(japanese_square(rules, square) for square in squares) + piece_name(rules, piece) + how
    return Said(text, piece, start, start_place, None if how else squares[-1], body, mark, place, mark_place)


def _square(rules: RuleSet, text: str, at: int) -> tuple[int, int]:
    found = SQUARE.match(text, at)
    if found is None:
        _refuse(text, at, "here should be a square: a file in digits and a rank in kanji")
    square = parse_japanese_square(rules, found)
    if square is None:
        raise NotationError(
            f"{text[:40]!r}: {found[0]} is not on the board of {rules.name} ({rules.files} files, {rules.ranks} ranks)",
            code="notation.off_board",
            text=text,
            position=at,
        )
    return square, found.end()


def _read_mark(rules: RuleSet, text: str, at: int) -> tuple[str, int]:
    if text.startswith(DECLINES, at):
        return DECLINED, at + len(DECLINES)
    if not text.startswith(PROMOTES, at):
        return "", at
    at += len(PROMOTES)
    pattern, known = _names(rules)
    found = pattern.match(text, at)
    return ("+", at) if found is None else ("+" + known[found[0]], found.end())


def _start(rules: RuleSet, text: str, at: int) -> tuple[int | None, int]:
    if text[at : at + 1] not in ("（", "("):
        return None, at
    square, end = _square(rules, text, at + 1)
    if text[end : end + 1] not in ("）", ")"):
        _refuse(text, end, "here should be ）")
    return square, end + 1


def _refuse_name(rules: RuleSet, text: str, at: int, names: list[str]) -> NoReturn:
    if at >= len(text):
        _refuse(text, at, "the name of the piece is missing")
    word = re.split(r"成|不成|居|じ|（|\(", text[at:])[0][:8]
    close = difflib.get_close_matches(word, names, 3, 0.3)
    hint = f"did you mean {' or '.join(close)}?" if close else "see the list of types"
    raise NotationError(
        f"{text[:40]!r}: no type of {rules.game} that a side begins with is called {word!r}: {hint}",
        code="notation.unknown_piece",
        text=text,
        position=at,
    )


def _refuse(text: str, at: int, what: str) -> NoReturn:
    raise NotationError(
        f"{text[:40]!r}: {what}, in a move like ７六歩兵, ９四獅子居食い or ５五獅子じっと",
        code="notation.move_syntax",
        text=text,
        position=min(at, len(text)),
    )
