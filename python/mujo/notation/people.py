"""Moves as people type them, in any form: engine text, Hodges' letters, Japanese text and shorthand.

Shorthand names a piece and where it goes (``LN 13q``, ``lion takes 9i``), two squares (``10n-10m``), or only the square
where something goes (``13q``) or is taken (``x13q``). docs/reference/cli.md lists the forms.
"""

import re
from typing import NoReturn

from mujo._core import Board, Move, Piece
from mujo.describe import side_name
from mujo.errors import AmbiguousMoveError, IllegalMoveError, MujoError, NotationError
from mujo.notation.candidate import written_captures
from mujo.notation.hodges import parse_hodges
from mujo.notation.japanese import parse_japanese
from mujo.notation.names import name_key, type_names

__all__ = ["is_engine_text", "may_be_move", "read_after_error", "read_move"]

#: Characters; no shorthand comes near it.
LONGEST = 80

_SQUARE = r"[1-9][0-9]?[a-z][a-j]?(?![a-z0-9])"
_ENGINE = re.compile(r"([1-9][0-9]?[a-z][a-j]?){2,}[+=]?[A-Za-z]*$")

#: Shorthand: a piece, if one is named, then squares with or without a word between them, then a promotion mark.
_SHORT = re.compile(rf"(?P<piece>.*?)\s*(?P<squares>(?:(?:[-x>]|\s)*{_SQUARE})+)\s*(?P<mark>\+[A-Z]{{0,3}}|=|)$")
_STEP = re.compile(rf"(?P<how>[-x>\s]*)(?P<square>{_SQUARE})")

#: Squares with rank and file swapped, as western chess writes them.
_SWAPPED = re.compile(r"(?:[a-z][a-j]?[1-9][0-9]?(?:[-x]|\s)*)+[+=]?", re.IGNORECASE)
_SWAPPED_SQUARE = re.compile(r"([a-z][a-j]?)([1-9][0-9]?)", re.IGNORECASE)

#: An id in small letters before a move in Hodges' letters.
_SMALL = re.compile(r"\+?[a-z]{1,3}?(?=[-x]|\d)")

#: A sign for a capture between two squares.
_CAPTURE = re.compile(r"(?<=[a-z])x(?=[1-9])")

#: Words between piece and squares, and the sign each stands for.
_WORDS = (
    (re.compile(r"\b(?:takes?|captures?|taking|and takes?)\b|[×✕]"), " x "),
    (re.compile(r"\b(?:from|on|at|goes|moves?|then|and|to)\b|[–—→]"), " "),
    (re.compile(r"\b(?:without promoting|not promoting|declines?)\b"), "="),
    (re.compile(r"\b(?:promotes?|promoting|and promotes?)\b"), "+"),
)


def may_be_move(text: str) -> bool:
    """Return whether a text could be a move: every move names a square, the pass apart."""
    return any(character.isdigit() for character in text) or text.lower() == "pass" or text.endswith("--")


def is_engine_text(text: str) -> bool:
    """Return whether a text has the form of engine text."""
    return text.lower() == "pass" or _ENGINE.match(text) is not None


def read_move(board: Board, text: str) -> Move:
    """Read a move in whichever form it is written.

    Parameters
    ----------
    board
        The position before the move.
    text
        Engine text, Hodges' letters, Japanese text or shorthand.

    Returns
    -------
    Move
        The one legal move that the text fits.

    Raises
    ------
    NotationError
        ``notation.*``: the text is not a move, or fits no legal move.
    AmbiguousMoveError
        ``notation.ambiguous_move``: several legal moves fit; `candidates` lists them.
    IllegalMoveError
        ``illegal_move.*``: a rule forbids the move.

    Examples
    --------
    >>> from mujo import Board
    >>> board = Board(rules="maka")
    >>> {read_move(board, text).usi() for text in ("10n10m", "10n-10m", "10n 10m", "P10m", "pawn 10m", "歩 10m")}
    {'10n10m'}
    """
    text = text.strip()
    if len(text) > LONGEST or is_engine_text(text):
        return board.parse_usi(text)
    plain = _plain(_CAPTURE.sub(" x ", text) if text[:1].isdigit() else text)
    found = _SHORT.match(plain)
    if found is not None and _is_short(plain, found):
        return _short(board, text, found)
    swapped = _SWAPPED.fullmatch(text)
    if swapped is not None:
        _refuse_swapped(text)
    if text[:1].isdigit() and text.isascii():
        return board.parse_usi(text)
    if not text.isascii() and not text[:1].isascii():
        return parse_japanese(board, text)
    text = "".join(text.split())
    try:
        return parse_hodges(board, text)
    except NotationError as error:
        small = _SMALL.match(text)
        if error.code != "notation.unknown_piece" or small is None:
            raise
        return parse_hodges(board, small[0].upper() + text[small.end() :])


#: Refusals of a text that is in none of the forms that `read_move` reads.
_NO_FORM = frozenset({"notation.move_syntax", "notation.unknown_piece", "notation.coordinates_swapped"})


def read_after_error(board: Board, text: str, error: MujoError) -> Move:
    """Read a move that is not engine text; `Board.push` and its like call this.

    Parameters
    ----------
    board, text
        As in `read_move`.
    error
        The error for `text` as engine text, raised if the text is in no other form either.

    Raises
    ------
    NotationError, AmbiguousMoveError, IllegalMoveError
        As in `read_move`.

    Examples
    --------
    >>> from mujo import Board, MujoError
    >>> board = Board(rules="maka")
    >>> read_after_error(board, "P-10m", MujoError("no engine text", code="notation.move_syntax")).usi()
    '10n10m'
    """
    try:
        return read_move(board, text)
    except NotationError as other:
        if other.code in _NO_FORM:
            raise error from None
        raise


def _plain(text: str) -> str:
    """Replace words such as ``takes`` by their signs."""
    for pattern, sign in _WORDS:
        text = pattern.sub(sign, text)
    return re.sub(r"\s+", " ", text).strip()


def _is_short(text: str, found: re.Match[str]) -> bool:
    """Return whether a text is shorthand rather than Hodges' letters, which are stricter."""
    piece = found["piece"]
    if "!" in text or piece.endswith(("-", "x")) or any(character.isdigit() for character in piece):
        return False
    if not piece or " " in text or not piece.isascii():
        return True
    # ``P10m``: Hodges' letters always have a sign between the piece and its end.
    return not re.match(r"[-x]", found["squares"]) and len(_STEP.findall(found["squares"])) == 1


def _short(board: Board, text: str, found: re.Match[str]) -> Move:
    """Find the one legal move that a shorthand fits."""
    rules = board.rules
    steps = [
        (rules.parse_square(step["square"]), "x" in step["how"]) for step in _STEP.finditer(found["squares"].lower())
    ]
    starts = _starts(board, found["piece"])
    if len(steps) > 1 and not steps[0][1]:
        if steps[0][0] not in starts:
            _refuse_start(board, text, found["piece"], steps[0][0])
        starts = [steps[0][0]]
        steps = steps[1:]
    fitting = [move for start in starts for move in board.legal_moves_from(start) if _fits(board, move, steps)]
    mark = found["mark"]
    if mark == "=":
        fitting = [move for move in fitting if not move.promotes]
    elif mark:
        fitting = [move for move in fitting if move.promotes and ("+" + move.usi().partition("+")[2]).startswith(mark)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise AmbiguousMoveError(
            f"{text!r} fits {len(fitting)} moves", code="notation.ambiguous_move", text=text, candidates=fitting
        )
    return _refuse(board, text, found["piece"], starts, *steps[-1])


def _fits(board: Board, move: Move, steps: list[tuple[int, bool]]) -> bool:
    """Return whether a move captures on the squares given and ends on the last one, igui apart."""
    *before, (last, takes) = steps
    victims = written_captures(move)
    if any(square not in victims for square, _ in before):
        return False
    if takes:
        return last in victims
    return last == move.to_square or (move.is_igui and last in victims)


def _starts(board: Board, word: str) -> list[int]:
    """Return the squares of the pieces that a word means; without a word, those of the side to move."""
    own = {square: piece for square, piece in board.piece_map().items() if piece.side == board.turn}
    word = word.strip()
    if not word:
        return sorted(own)
    by_id = [square for square, piece in own.items() if piece.symbol.casefold() == word.casefold()]
    if by_id:
        return sorted(by_id)
    wanted = name_key(word)
    found = sorted(square for square, piece in own.items() if _is_called(board, piece, wanted))
    if not found:
        raise NotationError(
            f"{word[:40]!r}: {side_name(board.turn)} has no such piece on the board",
            code="notation.unknown_piece",
            text=word,
            position=0,
        )
    return found


def _is_called(board: Board, piece: Piece, wanted: str) -> bool:
    kind = board.rules.moves_as(piece)
    aliases = {alias.casefold() for alias in kind.aliases}
    return wanted in type_names(kind) or wanted == kind.id.casefold() or wanted in aliases


def _refuse_swapped(text: str) -> NoReturn:
    right = _SWAPPED_SQUARE.sub(lambda square: square[2] + square[1].lower(), text)
    raise NotationError(
        f"{text!r}: a square is its number first, then its letter: write {right}",
        code="notation.coordinates_swapped",
        text=text,
        position=0,
    )


def _refuse_start(board: Board, text: str, word: str, square: int) -> NoReturn:
    """Refuse a start square that does not hold such a piece, with the rule if one forbids it."""
    name = board.rules.square_name(square)
    stands = board.piece_at(square)
    if stands is None:
        raise IllegalMoveError(
            f"{text[:40]!r}: {name} is empty", code="illegal_move.no_piece", move=text, rule="3.1", squares=(square,)
        )
    if stands.side != board.turn:
        raise IllegalMoveError(
            f"{text[:40]!r}: {stands.symbol} on {name} is {side_name(stands.side)}'s, and it is "
            f"{side_name(board.turn)}'s turn",
            code="illegal_move.not_your_piece",
            move=text,
            rule="2.2",
            squares=(square,),
        )
    raise NotationError(
        f"{text[:40]!r}: the piece on {name} is {stands.symbol}, not {word[:20]}",
        code="notation.no_such_move",
        text=text,
    )


def _refuse(board: Board, text: str, word: str, starts: list[int], square: int, takes: bool) -> NoReturn:
    """Say why no move fits: by rule if one piece is meant, else by what stands on the square."""
    name = board.rules.square_name
    if len(starts) == 1:
        why = board.explain(name(starts[0]) + name(square))
        if not why.legal and not why.code.startswith("notation."):
            raise IllegalMoveError(why.message, code=why.code, move=text, rule=why.rule, squares=why.squares)
    stands = board.piece_at(square)
    what = "is empty" if stands is None else f"holds {stands.symbol} of {side_name(stands.side)}"
    does = "capture on" if takes else "go to"
    hint = ""
    starts = [own for own in starts if own != square]
    if word and 1 <= len(starts) <= 4:
        hint = "; for the reason try " + " or ".join(f"'why {name(own)}{name(square)}'" for own in starts)
    raise NotationError(
        f"{text[:40]!r}: no {word.strip()[:20] or 'piece'} of {side_name(board.turn)} can {does} {name(square)}, "
        f"which {what}{hint}",
        code="notation.no_such_move",
        text=text,
    )
