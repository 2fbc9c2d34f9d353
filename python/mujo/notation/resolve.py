"""Find the one legal move that a parsed text fits, or refuse the text with a useful error."""

import difflib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NoReturn

from mujo._core import Board, Move, Piece
from mujo.describe import side_name
from mujo.errors import AmbiguousMoveError, IllegalMoveError, NotationError
from mujo.notation.candidate import DECLINED, Candidate, candidates_from, candidates_to, equal_pieces

__all__ = ["ParsedMove", "resolve"]

#: The most characters of a text that a message quotes.
SHOWN = 40


@dataclass(frozen=True, slots=True)
class ParsedMove:
    """The parts of a move text.

    Attributes
    ----------
    text
        The write_move text.
    piece
        The piece that moves, of the side to move.
    start, start_place
        The start square, if the text has one, and its index in the text.
    end
        The destination; ``None`` if the piece stays on its square.
    body
        Captures and destination, in the canonical form of the notation.
    mark
        As in `Candidate`.
    place
        Index in the text of the destination or the captured square.
    mark_place
        Index in the text of the mark, or of its place if there is none.
    """

    text: str
    piece: Piece
    start: int | None
    start_place: int
    end: int | None
    body: str
    mark: str
    place: int
    mark_place: int


#: Writes captures and destination of a candidate.
BodyWriter = Callable[[Board, Candidate], str]
#: Writes the write_move text of a candidate.
MoveWriter = Callable[[Board, Candidate], str]


def resolve(board: Board, parsed: ParsedMove, write_body: BodyWriter, write_move: MoveWriter) -> Move:
    """Return the one legal move that a text fits.

    Parameters
    ----------
    board
        The position.
    parsed
        The parts of the text.
    write_body, write_move
        The writers of the notation.

    Raises
    ------
    NotationError
        No legal move fits (``notation.*``).
    IllegalMoveError
        Only one piece fits, and a rule forbids its move.
    AmbiguousMoveError
        ``notation.ambiguous_move``: several moves fit.
    """
    starts = _starts(board, parsed)
    fitting = [
        candidate
        for start in starts
        for candidate in candidates_to(board, start, start if parsed.end is None else parsed.end)
        if write_body(board, candidate) == parsed.body
    ]
    exact = [candidate for candidate in fitting if candidate.mark == parsed.mark]
    if len(exact) == 1:
        return exact[0].move
    if exact:
        _refuse_ambiguous(board, parsed, exact, write_move)
    if fitting:
        _refuse_mark(board, parsed, fitting, write_move)
    return _refuse(board, parsed, starts, write_move)


def _starts(board: Board, parsed: ParsedMove) -> list[int]:
    """List the squares of the pieces that the text may mean."""
    name = board.rules.square_name
    same = equal_pieces(board, parsed.piece)
    if not same:
        other = Piece(parsed.piece.type, parsed.piece.side, not parsed.piece.promoted)
        elsewhere = equal_pieces(board, other)
        hint = f"; it has {_bare_id(other)} on {_listed([name(square) for square in elsewhere])}" if elsewhere else ""
        raise NotationError(
            f"{_shown(parsed.text)}: {side_name(board.turn)} has no {_bare_id(parsed.piece)} on the board{hint}",
            code="notation.no_such_move",
            text=parsed.text,
            position=0,
        )
    if parsed.start is None:
        return same
    if parsed.start not in same:
        stands = board.piece_at(parsed.start)
        found = "is empty" if stands is None else f"holds {_bare_id(stands)} of {side_name(stands.side)}"
        where = _listed([name(square) for square in same])
        raise NotationError(
            f"{_shown(parsed.text)}: {name(parsed.start)} {found}; {_bare_id(parsed.piece)} stands on {where}",
            code="notation.no_such_move",
            text=parsed.text,
            position=parsed.start_place,
        )
    return [parsed.start]


def _refuse_ambiguous(
    board: Board, parsed: ParsedMove, fitting: Sequence[Candidate], write_move: MoveWriter
) -> NoReturn:
    texts = _listed([write_move(board, candidate) for candidate in fitting])
    raise AmbiguousMoveError(
        f"{_shown(parsed.text)} fits {len(fitting)} moves: {texts}",
        code="notation.ambiguous_move",
        text=parsed.text,
        candidates=[candidate.move for candidate in fitting],
    )


def _refuse_mark(board: Board, parsed: ParsedMove, fitting: Sequence[Candidate], write_move: MoveWriter) -> NoReturn:
    """Refuse a text in which only the promotion is wrong."""
    if not parsed.mark and any(candidate.mark == DECLINED for candidate in fitting):
        _refuse_ambiguous(board, parsed, fitting, write_move)
    right = _listed([write_move(board, candidate) for candidate in fitting], "or")
    if not parsed.mark or all(candidate.move.promotes for candidate in fitting):
        why, code = "the mover changes with this move", "notation.promotion_missing"
        if parsed.mark.startswith("+"):
            why, code = "the mover cannot become that", "notation.promotion_impossible"
    elif parsed.mark == DECLINED:
        why, code = "there is no promotion to decline", "notation.promotion_impossible"
    else:
        why, code = "the piece cannot promote with this move", "notation.promotion_impossible"
    raise NotationError(
        f"{_shown(parsed.text)}: {why}: write {right}", code=code, text=parsed.text, position=parsed.mark_place
    )


def _refuse(board: Board, parsed: ParsedMove, starts: Sequence[int], write_move: MoveWriter) -> NoReturn:
    """Refuse a text that no legal move fits: name the fault and near moves."""
    name = board.rules.square_name
    if len(starts) == 1 and parsed.end is not None:
        reason = board.explain(name(starts[0]) + name(parsed.end))
        if not reason.legal and reason.code in _BY_RULE:
            raise IllegalMoveError(
                f"{_shown(parsed.text)}: {reason.message}",
                code=reason.code,
                move=parsed.text,
                rule=reason.rule,
                squares=reason.squares,
            )
    same_end = [
        candidate
        for start in starts
        for candidate in candidates_to(board, start, start if parsed.end is None else parsed.end)
        if candidate.mark != DECLINED
    ]
    if same_end:
        wrong = f"{_bare_id(parsed.piece)} does something else there"
    elif parsed.end is None:
        wrong = f"no {_bare_id(parsed.piece)} of {side_name(board.turn)} can do that"
    else:
        wrong = f"no {_bare_id(parsed.piece)} of {side_name(board.turn)} can go to {name(parsed.end)}"
    near = [write_move(board, candidate) for candidate in same_end[:3]] or _near(board, parsed, starts, write_move)
    hint = f"; near: {_listed(near, 'or')}" if near else "; it has no legal move"
    raise NotationError(
        f"{_shown(parsed.text)}: {wrong}{hint}", code="notation.no_such_move", text=parsed.text, position=parsed.place
    )


#: Reasons that do not concern how the piece moves.
_BY_RULE = frozenset(
    {
        "illegal_move.game_over",
        "illegal_move.emperor",
        "illegal_move.exposure",
        "illegal_move.repetition",
        "illegal_move.lion_trading",
        "illegal_move.counter_strike",
    }
)


def _near(board: Board, parsed: ParsedMove, starts: Sequence[int], write_move: MoveWriter) -> list[str]:
    found = [candidate for start in starts for candidate in candidates_from(board, start)]
    if parsed.end is not None:
        rank, file = divmod(parsed.end, board.rules.files)

        def distance(candidate: Candidate) -> int:
            other_rank, other_file = divmod(candidate.end, board.rules.files)
            return max(abs(rank - other_rank), abs(file - other_file))

        found.sort(key=distance)
        return [write_move(board, candidate) for candidate in found[:3]]
    texts = [write_move(board, candidate) for candidate in found[:40]]
    return difflib.get_close_matches(parsed.text, texts, 3, 0.0)


def _bare_id(piece: Piece) -> str:
    """Return the id of a piece without its side."""
    return piece.symbol.upper()


def _listed(texts: Sequence[str], last: str = "and") -> str:
    if len(texts) > 6:
        return ", ".join(texts[:6]) + " and others"
    return f" {last} ".join(filter(None, [", ".join(texts[:-1]), texts[-1]])) if texts else "nothing"


def _shown(text: str) -> str:
    return repr(text if len(text) <= SHOWN else text[:SHOWN] + "...")
