"""Japanese text: ``７六歩兵``, ``７三銀将成``, ``９四獅子居食い``, ``５五獅子じっと``.

The squares come first, joined by ``・``: those captured on the way, then the destination. The piece follows, with
``成`` before its name if it is promoted, then ``居食い`` or ``じっと``, then ``成`` or ``不成``. The start square
stands in ``（）`` at the end where another piece of the same name could be meant.
docs/reference/notation.md has the full grammar.
"""

import difflib
import re
from functools import lru_cache
from typing import NoReturn

from mujo._core import Board, Move, Piece, RuleSet
from mujo.errors import NotationError
from mujo.notation.candidate import DECLINED, Candidate, find_candidate, needs_start
from mujo.notation.numerals import SQUARE, japanese_square, parse_japanese_square, refuse_zodiac
from mujo.notation.resolve import ParsedMove, resolve

__all__ = ["format_japanese", "parse_japanese", "piece_name"]

#: Characters; far more than any move has.
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
        ``illegal_move.*``: the move is not legal.

    Examples
    --------
    >>> from mujo import Board
    >>> board = Board("19/19/19/19/19/19/19/19/9,p,9/9,LN,9/19/19/19/19/19/19/19/19/19", "maka")
    >>> [format_japanese(board, board.parse_move(text)) for text in ("10j10i10j=", "10j10i9h+", "10j10h", "pass")]
    ['１０九獅子居食い不成', '１０九・９八獅子成', '１０八獅子', '１０十獅子じっと']
    """
    return _move_text(board, find_candidate(board, move))


def parse_japanese(board: Board, text: str) -> Move:
    """Read a move in Japanese.

    Parameters
    ----------
    board
        The position before the move.
    text
        The text. A side mark before it, half-width digits, the one-character name of a piece and a start square that
        is not needed are accepted.

    Raises
    ------
    NotationError
        ``notation.*``: the text is not a move, or fits no legal move. The message names near moves.
    AmbiguousMoveError
        ``notation.ambiguous_move``: several legal moves fit.
    IllegalMoveError
        ``illegal_move.*``: only one piece fits, and a rule forbids its move.

    Examples
    --------
    >>> from mujo import Board
    >>> board = Board(rules="maka")
    >>> parse_japanese(board, "▲10十三歩").usi()
    '10n10m'
    """
    return resolve(board, _parse(board, text.strip()), _body_text, _move_text)


def piece_name(rules: RuleSet, piece: Piece) -> str:
    """Return the Japanese name of a piece: its initial type, after ``成`` if it is promoted.

    Examples
    --------
    >>> from mujo import Piece, RuleSet
    >>> piece_name(RuleSet("maka"), Piece.from_symbol("+LN"))
    '成獅子'
    """
    return (PROMOTED if piece.promoted else "") + rules.piece_types[piece.type].kanji


def _move_text(board: Board, candidate: Candidate) -> str:
    start = candidate.move.from_square
    text = _body_text(board, candidate) + _mark(board.rules, candidate.mark)
    # A pass names its own square, so its start is never ambiguous.
    if (candidate.victims or not candidate.stays) and needs_start(board, candidate):
        text += f"（{japanese_square(board.rules, start)}）"
    return text


def _body_text(board: Board, candidate: Candidate) -> str:
    piece = board.piece_at(candidate.move.from_square)
    name = "" if piece is None else piece_name(board.rules, piece)
    if candidate.stays and len(candidate.victims) < 2:
        square = candidate.victims[0] if candidate.victims else candidate.end
        return japanese_square(board.rules, square) + name + (IGUI if candidate.victims else PASS)
    squares = list(candidate.victims)
    if not squares or squares[-1] != candidate.end:
        squares.append(candidate.end)
    return JOINT.join(japanese_square(board.rules, square) for square in squares) + name


def _mark(rules: RuleSet, mark: str) -> str:
    if mark == DECLINED:
        return DECLINES
    return mark and PROMOTES + (rules.piece_types[mark[1:]].kanji if mark != "+" else "")


@lru_cache(maxsize=64)
def _names(rules: RuleSet) -> tuple[re.Pattern[str], dict[str, str]]:
    """Collect the full names of types, and the board characters that are unique."""
    types = [kind for kind in rules.piece_types.values() if kind.is_initial]
    known = {kind.board_kanji: kind.id for kind in types}
    known |= {kind.kanji: kind.id for kind in types}
    longest_first = sorted(known, key=len, reverse=True)
    return re.compile("|".join(map(re.escape, longest_first))), known


def _parse(board: Board, text: str) -> ParsedMove:
    """Split a text into its parts; resolving them needs the position."""
    rules = board.rules
    if len(text) > LONGEST:
        raise NotationError(f"the text is longer than {LONGEST} characters, and no move is", code="notation.too_long")
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
        _refuse(text, at, "expected nothing but 成, 不成 and a start in （） after the move")
    if how == PASS and start is None:
        start, start_place = squares[0], place
    body = JOINT.join(japanese_square(rules, square) for square in squares) + piece_name(rules, piece) + how
    return ParsedMove(text, piece, start, start_place, None if how else squares[-1], body, mark, place, mark_place)


def _square(rules: RuleSet, text: str, at: int) -> tuple[int, int]:
    found = SQUARE.match(text, at)
    if found is None:
        refuse_zodiac(text, at)
        _refuse(text, at, "expected a square: a file in digits and a rank in kanji")
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
        _refuse(text, end, "expected ）")
    return square, end + 1


def _refuse_name(rules: RuleSet, text: str, at: int, names: list[str]) -> NoReturn:
    if at >= len(text):
        _refuse(text, at, "the name of the piece is missing")
    word = re.split(r"成|不成|居|じ|（|\(", text[at:])[0][:8]
    close = difflib.get_close_matches(word, names, 3, 0.3)
    hint = f"did you mean {' or '.join(close)}?" if close else "see the list of types"
    raise NotationError(
        f"{text[:40]!r}: {rules.game} has no initial type called {word!r}: {hint}",
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
