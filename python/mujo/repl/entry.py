"""Moves as people type them: engine text, Hodges' letters, Japanese text, and shorthand.

Shorthand is a piece and where it goes (``LN 13q``, ``LN 10j 13q``), or only where something is taken (``x13q``) or
goes (``13q``); the piece by id, name, kanji or romaji, case ignored.
"""

import re
from typing import NoReturn

from mujo._core import Board, Move, Piece
from mujo.cells import to_ascii
from mujo.describe import describe_move, side_name
from mujo.errors import AmbiguousMoveError, IllegalMoveError, MujoError, NotationError
from mujo.notation import format_hodges, parse_hodges, parse_japanese

__all__ = ["candidates_text", "is_engine_text", "may_be_move", "read_move"]

_ENGINE = re.compile(r"([1-9][0-9]?[a-z][a-j]?){2,}[+=]?[A-Za-z]*$")
_SHORT = re.compile(
    r"(?P<piece>.*?)\s*(?P<start>[1-9][0-9]?[a-z][a-j]?(?=[\sx]))?\s*(?P<takes>x?)\s*"
    r"(?P<square>[1-9][0-9]?[a-z][a-j]?)(?P<mark>[+=]?)$"
)

#: An id in small letters at the head of a move in Hodges' letters.
_SMALL = re.compile(r"\+?[a-z]{1,3}?(?=[-x]|\d)")

#: Candidates that are shown.
_MOST = 12


def may_be_move(line: str) -> bool:
    """Tell moves from misspelt commands: every move names a square, the pass apart."""
    return any(character.isdigit() for character in line) or line.lower() == "pass" or line.endswith("--")


def is_engine_text(text: str) -> bool:
    """Tell whether a text has the form of engine text."""
    return text.lower() == "pass" or _ENGINE.match(text) is not None


def read_move(board: Board, text: str) -> Move:
    """Read a move, whichever way it is written.

    Raises
    ------
    NotationError, AmbiguousMoveError, IllegalMoveError
        It cannot be read, or not be played; the message says why.
    """
    text = text.strip()
    if len(text) > 60 or is_engine_text(text):
        return board.parse_move(text)
    found = _SHORT.match(text)
    if found is not None and (" " in text or not found["piece"]) and not re.search(r"[-!]", text):
        return _short(board, text, found)
    if text[:1].isdigit() and text.isascii():
        return board.parse_move(text)
    if not text.isascii() and not text[:1].isascii():
        return parse_japanese(board, text)
    try:
        return parse_hodges(board, text)
    except NotationError as error:
        small = _SMALL.match(text)
        if error.code != "notation.unknown_piece" or small is None:
            raise
        return parse_hodges(board, small[0].upper() + text[small.end() :])


def _short(board: Board, text: str, found: re.Match[str]) -> Move:
    """Find the one legal move that a shorthand fits."""
    rules = board.rules
    square = rules.parse_square(found["square"])
    start = rules.parse_square(found["start"]) if found["start"] else None
    starts = _starts(board, found["piece"])
    if start is not None:
        starts = [own for own in starts if own == start]
    fitting = [
        move
        for own in starts
        for move in board.legal_moves_from(own)
        if _fits(board, move, square, bool(found["takes"]))
    ]
    mark = found["mark"]
    if mark:
        fitting = [move for move in fitting if move.promotes == (mark == "+")]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise AmbiguousMoveError(
            f"{text!r} fits {len(fitting)} moves", code="notation.ambiguous_move", text=text, candidates=fitting
        )
    return _refuse(board, text, found["piece"], starts, square, bool(found["takes"]))


def _fits(board: Board, move: Move, square: int, takes: bool) -> bool:
    if takes:
        return square in move.captures or (
            square == move.to_square != move.from_square and board.piece_at(square) is not None
        )
    return square == move.to_square or (move.is_igui and square in move.captures)


def _starts(board: Board, word: str) -> list[int]:
    """List the squares of the pieces that a word means; all of the side to move for no word."""
    own = {square: piece for square, piece in board.piece_map().items() if piece.side == board.turn}
    if not word:
        return sorted(own)
    wanted = to_ascii(word).casefold() if word.isascii() or not _is_kanji(word) else word
    by_id = [square for square, piece in own.items() if piece.symbol.casefold() == wanted]
    if by_id:
        return sorted(by_id)
    found = sorted(square for square, piece in own.items() if wanted in _names(board, piece))
    if not found:
        raise NotationError(
            f"{word[:40]!r}: {side_name(board.turn)} has no such piece on the board; 'pieces' lists what is left",
            code="notation.unknown_piece",
            text=word,
            position=0,
        )
    return found


def _is_kanji(text: str) -> bool:
    return all(ord(character) > 0x2E7F for character in text)


def _names(board: Board, piece: Piece) -> tuple[str, ...]:
    kind = board.rules.moves_as(piece)
    return kind.id.casefold(), kind.name.casefold(), kind.kanji, kind.board_kanji, to_ascii(kind.romaji).casefold()


def _refuse(board: Board, text: str, word: str, starts: list[int], square: int, takes: bool) -> NoReturn:
    """Say why no move fits: the rule, if one piece is meant; else what stands there."""
    name = board.rules.square_name
    if len(starts) == 1:
        why = board.explain(name(starts[0]) + name(square))
        if not why.legal and not why.code.startswith("notation."):
            raise IllegalMoveError(why.message, code=why.code, move=text, rule=why.rule, squares=why.squares)
    stands = board.piece_at(square)
    what = "nothing" if stands is None else f"{stands.symbol} of {side_name(stands.side)}"
    side = side_name(board.turn)
    does = f"can take on {name(square)}" if takes else f"can go to {name(square)}"
    hint = ""
    starts = [own for own in starts if own != square]
    if word and 1 <= len(starts) <= 4:
        hint = "; 'why MOVE' with start and end tells more, such as " + " or ".join(
            f"'why {name(own)}{name(square)}'" for own in starts
        )
    raise NotationError(
        f"{text!r}: no piece {'of that kind ' if word else ''}of {side} {does}, where {what} stands{hint}",
        code="notation.no_such_move",
        text=text,
    )


def candidates_text(board: Board, error: AmbiguousMoveError) -> str:
    """List the moves that an ambiguous text fits, as they are written and what they do."""
    lines = []
    for candidate in error.candidates[:_MOST]:
        try:
            move = board.parse_move(candidate) if isinstance(candidate, str) else candidate
            lines.append(f"  {format_hodges(board, move)} or {move.usi()}: {describe_move(board, move)}")
        except MujoError:
            lines.append(f"  {candidate}")
    if len(error.candidates) > _MOST:
        lines.append(f"  and {len(error.candidates) - _MOST} more")
    return "\n".join(lines)
