"""Hodges' letters: ``P-8h``, ``ORx7c+``, ``LNx!9d``, ``LDx13lx13k-13l``, ``LN--``.

The form is ``["+"] id [from] what [change]``: the piece by its id, the square it starts from where another piece of
the same id and face could be meant, what it does, and whether it promotes. docs/reference/notation.md has the grammar.
"""

import difflib
import re
from functools import lru_cache
from typing import NoReturn

from mujo._core import Board, Move, Piece, RuleSet
from mujo.errors import NotationError
from mujo.notation.effect import Effect, all_effects, find_effect, needs_start
from mujo.notation.reading import Said, choose

__all__ = ["format_hodges", "hodges_texts", "parse_hodges"]

#: Characters; the longest move has far fewer.
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
        The move may not be played (``illegal_move.*``).

    Examples
    --------
    >>> from mujo import Board
    >>> board = Board("19/19/19/19/19/19/19/19/9,p,9/9,LN,9/19/19/19/19/19/19/19/19/19", "maka")
    >>> [format_hodges(board, board.parse_move(text)) for text in ("10j10i10j=", "10j10i9h+", "10j10h", "pass")]
    ['LNx!10i=', 'LNx10i-9h+', 'LN-10h', 'LN--']
    """
    return _whole(board, find_effect(board, move))


def hodges_texts(board: Board, square: int) -> list[tuple[Move, str]]:
    """Write all legal moves of the piece on a square, as `format_hodges` does one by one.

    Examples
    --------
    >>> from mujo import Board
    >>> board = Board(rules="maka")
    >>> [(move.usi(), text) for move, text in hodges_texts(board, board.rules.parse_square("10n"))]
    [('10n10m', 'P-10m')]
    """
    return [(effect.move, _whole(board, effect)) for effect in all_effects(board, square)]


def parse_hodges(board: Board, text: str) -> Move:
    """Read a move in Hodges' letters.

    Parameters
    ----------
    board
        The position before the move.
    text
        The text. Ids that other sources use are read too, unless they are ids of this game. A start square may be
        written where it is not needed.

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
    >>> parse_hodges(board, "P-10m").usi()
    '10n10m'
    >>> parse_hodges(board, "P-10l")
    Traceback (most recent call last):
    mujo.NotationError: 'P-10l': no P of Black can go to 10l; near: P-9m, P-10m or P-11m
    """
    return choose(board, _take_apart(board, text.strip()), _body, _whole)


def _whole(board: Board, effect: Effect) -> str:
    piece = board.piece_at(effect.move.from_square)
    symbol = "?" if piece is None else piece.symbol.upper()
    start = board.rules.square_name(effect.move.from_square) if needs_start(board, effect) else ""
    return f"{symbol}{start}{_body(board, effect)}{effect.mark}"


def _body(board: Board, effect: Effect) -> str:
    name = board.rules.square_name
    if not effect.victims:
        return "--" if effect.stays else f"-{name(effect.end)}"
    if effect.stays and len(effect.victims) == 1:
        return f"x!{name(effect.victims[0])}"
    taken = "".join(f"x{name(square)}" for square in effect.victims)
    return taken if effect.victims[-1] == effect.end else f"{taken}-{name(effect.end)}"


def _take_apart(board: Board, text: str) -> Said:
    """Read a text up to what only the position can tell."""
    if len(text) > LONGEST:
        raise NotationError(f"the text is longer than {LONGEST} characters: no move is", code="notation.too_long")
    found = _PIECE.match(text)
    if found is None:
        _refuse(text, 1 if text.startswith("+") else 0, "a move begins with the id of a piece")
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
            _refuse(text, at, "after the piece comes -, x, x! or --")
    mark = _MARK.match(text, at)
    if mark is None:
        _refuse(text, at, "after the squares only + or = may stand")
    return Said(text, piece, start, start_place, end, text[begun:at], mark[1], place, at)


def _square(rules: RuleSet, text: str, at: int) -> tuple[int, int]:
    """Read a square, and tell where the text goes on."""
    found = _SQUARE.match(text, at)
    if found is None:
        if _SWAPPED.match(text, at):
            raise NotationError(
                f"{text[:40]!r}: in squares the file is a number and comes first: 1a, not a1",
                code="notation.coordinates_swapped",
                text=text,
                position=at,
            )
        _refuse(text, at, "here should be a square: a file number and a rank letter")
    try:
        return rules.parse_square(found[0]), found.end()
    except NotationError as error:
        raise NotationError(str(error), code=error.code, text=text, position=at) from None


def _type_id(rules: RuleSet, text: str, found: re.Match[str]) -> str:
    """Find the type of an id, or of one that other sources use."""
    word = found[2]
    types = rules.piece_types
    if word in types and types[word].is_initial:
        return word
    known = _aliases(rules).get(word, ())
    if len(known) == 1:
        return known[0]
    if known:
        hint = f"other sources use it for {' and '.join(known)}: write one of them"
    elif word in types:
        begun = [kind.id for kind in types.values() if kind.is_initial and kind.promotes_to == word]
        hint = f"it is a promoted form: write {' or '.join('+' + other for other in begun)}"
    elif word.upper() in types:
        hint = f"ids are written in capitals: {word.upper()}"
    else:
        ids = [kind.id for kind in types.values() if kind.is_initial]
        close = difflib.get_close_matches(word.upper(), ids, 3, 0.5)
        hint = f"did you mean {' or '.join(close)}?" if close else "see the list of types"
    raise NotationError(
        f"{text[:40]!r}: no type that a side begins with has the id {word} in {rules.game}: {hint}",
        code="notation.unknown_piece",
        text=text,
        position=found.start(2),
    )


@lru_cache(maxsize=64)
def _aliases(rules: RuleSet) -> dict[str, tuple[str, ...]]:
    """Collect the ids of other sources that are no ids of this game, whatever their case."""
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
