"""Hodges' letters: ``P-8h``, ``ORx7c+``, ``LNx!9d``, ``LDx13lx13k-13l``, ``LN--``.

The form is ``["+"] id [from] action [change]``. The start square is written only where another piece of the same id and
side could be meant. docs/reference/notation.md has the full grammar.
"""

import difflib
import re
from functools import lru_cache
from typing import NoReturn

from mujo._core import Board, Move, Piece, RuleSet
from mujo.errors import NotationError
from mujo.notation.candidate import Candidate, candidates_from, find_candidate, needs_start
from mujo.notation.resolve import ParsedMove, resolve

__all__ = ["format_hodges", "hodges_texts", "parse_hodges"]

#: Characters; far more than any move has.
LONGEST = 60

_SQUARE = re.compile(r"[1-9][0-9]?[a-z][a-j]?(?![a-wy-z])")
_PIECE = re.compile(r"(\+?)([A-Za-z]{1,3}?)(?=$|[-x+=]|\d)")
_SWAPPED = re.compile(r"[a-z][0-9]")
_MARK = re.compile(r"(|=|\+[A-Z]{0,3})$")


def format_hodges(board: Board, move: Move) -> str:
    """Write a legal move in Hodges' letters.

    Parameters
    ----------
    board
        The position before the move.
    move
        A legal move.

    Returns
    -------
    str
        The canonical text; `parse_hodges` reads it back in this position.

    Raises
    ------
    IllegalMoveError
        ``illegal_move.*``: the move is not legal.

    Examples
    --------
    >>> from mujo import Board
    >>> board = Board("19/19/19/19/19/19/19/19/9,p,9/9,LN,9/19/19/19/19/19/19/19/19/19", "maka")
    >>> [format_hodges(board, board.parse_move(text)) for text in ("10j10i10j=", "10j10i9h+", "10j10h", "pass")]
    ['LNx!10i=', 'LNx10i-9h+', 'LN-10h', 'LN--']
    """
    return _move_text(board, find_candidate(board, move))


def hodges_texts(board: Board, square: int) -> list[tuple[Move, str]]:
    """Write all legal moves of the piece on a square in Hodges' letters.

    Examples
    --------
    >>> from mujo import Board
    >>> board = Board(rules="maka")
    >>> [(move.usi(), text) for move, text in hodges_texts(board, board.rules.parse_square("10n"))]
    [('10n10m', 'P-10m')]
    """
    return [(candidate.move, _move_text(board, candidate)) for candidate in candidates_from(board, square)]


def parse_hodges(board: Board, text: str) -> Move:
    """Read a move in Hodges' letters.

    Parameters
    ----------
    board
        The position before the move.
    text
        The text. Ids of other sources are accepted unless they are ids of this game, and so is a start square that is
        not needed.

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
    >>> parse_hodges(board, "P-10m").usi()
    '10n10m'
    >>> parse_hodges(board, "P-10l")
    Traceback (most recent call last):
    mujo.NotationError: 'P-10l': no P of Black can go to 10l; near: P-9m, P-10m or P-11m
    """
    return resolve(board, _parse(board, text.strip()), _body_text, _move_text)


def _move_text(board: Board, candidate: Candidate) -> str:
    piece = board.piece_at(candidate.move.from_square)
    symbol = "?" if piece is None else piece.symbol.upper()
    start = board.rules.square_name(candidate.move.from_square) if needs_start(board, candidate) else ""
    return f"{symbol}{start}{_body_text(board, candidate)}{candidate.mark}"


def _body_text(board: Board, candidate: Candidate) -> str:
    name = board.rules.square_name
    if not candidate.victims:
        return "--" if candidate.stays else f"-{name(candidate.end)}"
    if candidate.stays and len(candidate.victims) == 1:
        return f"x!{name(candidate.victims[0])}"
    taken = "".join(f"x{name(square)}" for square in candidate.victims)
    return taken if candidate.victims[-1] == candidate.end else f"{taken}-{name(candidate.end)}"


def _parse(board: Board, text: str) -> ParsedMove:
    """Split a text into its parts; resolving them needs the position."""
    if len(text) > LONGEST:
        raise NotationError(f"the text is longer than {LONGEST} characters, and no move is", code="notation.too_long")
    found = _PIECE.match(text)
    if found is None:
        _refuse(text, 1 if text.startswith("+") else 0, "a move starts with the id of a piece")
    piece = Piece(_type_id(board.rules, text, found), board.turn, bool(found[1]))
    at = found.end()
    start: int | None = None
    start_place = at
    if at < len(text) and text[at].isdigit():
        start, at = _square(board.rules, text, at)
    begun, place, end = at, at, start
    if text.startswith("--", at):
        at, end = at + 2, None
    elif text.startswith("x!", at):
        place = at + 2
        _, at = _square(board.rules, text, place)
        end = None
    else:
        squares = 0
        while squares < 3 and text.startswith("x", at):
            place = at + 1
            end, at = _square(board.rules, text, place)
            squares += 1
        if text.startswith("-", at):
            place = at + 1
            end, at = _square(board.rules, text, place)
        elif not squares:
            _refuse(text, at, "expected -, x, x! or -- after the piece")
    mark = _MARK.match(text, at)
    if mark is None:
        _refuse(text, at, "expected nothing but + or = after the squares")
    return ParsedMove(text, piece, start, start_place, end, text[begun:at], mark[1], place, at)


def _square(rules: RuleSet, text: str, at: int) -> tuple[int, int]:
    """Read a square; return it and the index after it."""
    found = _SQUARE.match(text, at)
    if found is None:
        if _SWAPPED.match(text, at):
            raise NotationError(
                f"{text[:40]!r}: squares start with the file number: 1a, not a1",
                code="notation.coordinates_swapped",
                text=text,
                position=at,
            )
        _refuse(text, at, "expected a square: a file number and a rank letter")
    try:
        return rules.parse_square(found[0]), found.end()
    except NotationError as error:
        raise NotationError(str(error), code=error.code, text=text, position=at) from None


def _type_id(rules: RuleSet, text: str, found: re.Match[str]) -> str:
    """Return the type of an id of this game or of another source."""
    word = found[2]
    types = rules.piece_types
    if word in types and types[word].is_initial:
        return word
    known = _aliases(rules).get(word, ())
    if len(known) == 1:
        return known[0]
    if known:
        hint = f"other sources use it for {' and '.join(known)}; write one of these"
    elif word in types:
        begun = [kind.id for kind in types.values() if kind.is_initial and kind.promotes_to == word]
        hint = f"it is a promoted form; write {' or '.join('+' + other for other in begun)}"
    elif word.upper() in types:
        hint = f"ids are uppercase: {word.upper()}"
    else:
        ids = [kind.id for kind in types.values() if kind.is_initial]
        close = difflib.get_close_matches(word.upper(), ids, 3, 0.5)
        hint = f"did you mean {' or '.join(close)}?" if close else "see the list of types"
    raise NotationError(
        f"{text[:40]!r}: {rules.game} has no initial type with the id {word}: {hint}",
        code="notation.unknown_piece",
        text=text,
        position=found.start(2),
    )


@lru_cache(maxsize=64)
def _aliases(rules: RuleSet) -> dict[str, tuple[str, ...]]:
    """Collect the ids of other sources, without those that are ids of this game in any case."""
    types = rules.piece_types
    known: dict[str, tuple[str, ...]] = {}
    for kind in types.values():
        for alias in kind.aliases if kind.is_initial else ():
            if alias.upper() not in types:
                known[alias] = (*known.get(alias, ()), kind.id)
    return known


def _refuse(text: str, at: int, what: str) -> NoReturn:
    raise NotationError(
        f"{text[:40]!r}: {what}, in a move like P-8h, ORx7c+, LNx!9d or LN5e--",
        code="notation.move_syntax",
        text=text,
        position=min(at, len(text)),
    )
