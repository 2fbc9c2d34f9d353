"""From what a text says to the one legal move that it fits, or to a refusal that helps."""

import difflib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NoReturn

from mujo._core import Board, Move, Piece
from mujo.describe import side_name
from mujo.errors import AmbiguousMoveError, IllegalMoveError, NotationError
from mujo.notation.effect import DECLINED, Effect, all_effects, effects, twins

__all__ = ["Said", "choose"]

#: Characters of a text that are quoted in a message.
SHOWN = 40


@dataclass(frozen=True, slots=True)
class Said:
    """A text of a move taken apart.

    Attributes
    ----------
    text
        The whole text.
    piece
        The piece that moves, of the side to move.
    start, start_place
        Where it starts, if the text says so, and where in the text.
    end
        Where it ends; ``None`` if it stays where it is.
    body
        What it does, in the canonical words of the notation.
    mark
        As in `Effect`.
    place
        Index in the text of the square where the move ends or takes.
    mark_place
        Index in the text of the mark, or of where it would stand.
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


#: Writes the body of an effect.
Body = Callable[[Board, Effect], str]
#: Writes the whole text of an effect.
Whole = Callable[[Board, Effect], str]


def choose(board: Board, said: Said, body: Body, whole: Whole) -> Move:
    """Find the one legal move that a text fits.

    Parameters
    ----------
    board
        The position.
    said
        The text, taken apart.
    body, whole
        How the notation writes an effect.

    Raises
    ------
    NotationError
        No legal move fits (``notation.*``).
    IllegalMoveError
        One piece could be meant, and a rule forbids its move.
    AmbiguousMoveError
        Several moves fit.
    """
    starts = _starts(board, said)
    fitting = [
        effect
        for start in starts
        for effect in effects(board, start, start if said.end is None else said.end)
        if body(board, effect) == said.body
    ]
    exact = [effect for effect in fitting if effect.mark == said.mark]
    if len(exact) == 1:
        return exact[0].move
    if exact:
        _refuse_ambiguous(board, said, exact, whole)
    if fitting:
        _refuse_mark(board, said, fitting, whole)
    return _refuse(board, said, starts, whole)


def _starts(board: Board, said: Said) -> list[int]:
    """List the squares where the piece may stand that the text speaks of."""
    name = board.rules.square_name
    same = twins(board, said.piece)
    if not same:
        other = Piece(said.piece.type, said.piece.side, not said.piece.promoted)
        there = twins(board, other)
        hint = f"; it has {_bare(other)} on {_listed([name(square) for square in there])}" if there else ""
        raise NotationError(
            f"{_shown(said.text)}: {side_name(board.turn)} has no {_bare(said.piece)} on the board{hint}",
            code="notation.no_such_move",
            text=said.text,
            position=0,
        )
    if said.start is None:
        return same
    if said.start not in same:
        stands = board.piece_at(said.start)
        found = "is empty" if stands is None else f"holds {_bare(stands)} of {side_name(stands.side)}"
        where = _listed([name(square) for square in same])
        raise NotationError(
            f"{_shown(said.text)}: {name(said.start)} {found}; {_bare(said.piece)} stands on {where}",
            code="notation.no_such_move",
            text=said.text,
            position=said.start_place,
        )
    return [said.start]


def _refuse_ambiguous(board: Board, said: Said, fitting: Sequence[Effect], whole: Whole) -> NoReturn:
    texts = _listed([whole(board, effect) for effect in fitting])
    raise AmbiguousMoveError(
        f"{_shown(said.text)} fits {len(fitting)} moves: {texts}",
        code="notation.ambiguous_move",
        text=said.text,
        candidates=[effect.move for effect in fitting],
    )


def _refuse_mark(board: Board, said: Said, fitting: Sequence[Effect], whole: Whole) -> NoReturn:
    """Refuse a text that is right up to the promotion."""
    if not said.mark and any(effect.mark == DECLINED for effect in fitting):
        _refuse_ambiguous(board, said, fitting, whole)
    right = _listed([whole(board, effect) for effect in fitting], "or")
    if not said.mark or all(effect.move.promotes for effect in fitting):
        why, code = "the mover changes with this move", "notation.promotion_missing"
        if said.mark.startswith("+"):
            why, code = "the mover cannot become that", "notation.promotion_impossible"
    elif said.mark == DECLINED:
        why, code = "there is no promotion to decline", "notation.promotion_impossible"
    else:
        why, code = "the piece cannot promote with this move", "notation.promotion_impossible"
    raise NotationError(
        f"{_shown(said.text)}: {why}: write {right}", code=code, text=said.text, position=said.mark_place
    )


def _refuse(board: Board, said: Said, starts: Sequence[int], whole: Whole) -> NoReturn:
    """Refuse a text that no legal move fits: say what is wrong, and what is near."""
    name = board.rules.square_name
    if len(starts) == 1 and said.end is not None:
        reason = board.explain(name(starts[0]) + name(said.end))
        if not reason.legal and reason.code in _BY_RULE:
            raise IllegalMoveError(
                f"{_shown(said.text)}: {reason.message}",
                code=reason.code,
                move=said.text,
                rule=reason.rule,
                squares=reason.squares,
            )
    same_end = [
        effect
        for start in starts
        for effect in effects(board, start, start if said.end is None else said.end)
        if effect.mark != DECLINED
    ]
    if same_end:
        wrong = f"{_bare(said.piece)} does something else there"
    elif said.end is None:
        wrong = f"no {_bare(said.piece)} of {side_name(board.turn)} can do that"
    else:
        wrong = f"no {_bare(said.piece)} of {side_name(board.turn)} can go to {name(said.end)}"
    near = [whole(board, effect) for effect in same_end[:3]] or _near(board, said, starts, whole)
    hint = f"; near: {_listed(near, 'or')}" if near else "; it has no legal move"
    raise NotationError(
        f"{_shown(said.text)}: {wrong}{hint}", code="notation.no_such_move", text=said.text, position=said.place
    )


#: Reasons that are no matter of how the piece moves.
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


def _near(board: Board, said: Said, starts: Sequence[int], whole: Whole) -> list[str]:
    found = [effect for start in starts for effect in all_effects(board, start)]
    if said.end is not None:
        rank, file = divmod(said.end, board.rules.files)

        def far(effect: Effect) -> int:
            other_rank, other_file = divmod(effect.end, board.rules.files)
            return max(abs(rank - other_rank), abs(file - other_file))

        found.sort(key=far)
        return [whole(board, effect) for effect in found[:3]]
    texts = [whole(board, effect) for effect in found[:40]]
    return difflib.get_close_matches(said.text, texts, 3, 0.0)


def _bare(piece: Piece) -> str:
    """Name a piece without its side."""
    return piece.symbol.upper()


def _listed(texts: Sequence[str], last: str = "and") -> str:
    if len(texts) > 6:
        return ", ".join(texts[:6]) + " and others"
    return f" {last} ".join(filter(None, [", ".join(texts[:-1]), texts[-1]])) if texts else "nothing"


def _shown(text: str) -> str:
    return repr(text if len(text) <= SHOWN else text[:SHOWN] + "...")
