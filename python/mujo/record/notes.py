"""What writers of records share: which part of a variation is playable, and that no note is left without a place."""

from dataclasses import replace

from mujo._core import Board
from mujo.errors import MujoError
from mujo.record.game import Game, Variation, annotated
from mujo.record.limits import refuse_writing

__all__ = ["check_plies", "split_playable"]


def split_playable(board: Board, other: Variation) -> Variation:
    """Return a variation with canonical moves, and everything from the first unplayable one on as rest.

    Parameters
    ----------
    board
        The position where it branches off; unchanged afterwards.
    other
        The variation.
    """
    moves: list[str] = []
    for text in other.moves:
        try:
            moves.append(board.push(text).usi())
        except MujoError:
            break
    for _ in moves:
        board.pop()
    played = len(moves)
    if played == len(other.moves):
        return replace(other, moves=tuple(moves))
    last = other.ply + played - 1
    return replace(
        other,
        moves=tuple(moves),
        rest=(*annotated(other, played, other.ply), *other.rest),
        comments={ply: text for ply, text in other.comments.items() if ply <= last},
        nags={ply: nags for ply, nags in other.nags.items() if ply <= last},
    )


def check_plies(line: Game | Variation, first: int, count: int) -> None:
    """Refuse notes of plies that a line does not have.

    Parameters
    ----------
    line
        The line.
    first
        The ply of its first move.
    count
        How many of its moves are playable.

    Raises
    ------
    NotationError
        ``record.cannot_write``
    """
    for ply in line.comments:
        if not first - 1 <= ply < first + count:
            refuse_writing(f"a comment belongs to ply {ply}, which its line does not have")
    for ply in line.nags:
        if not first <= ply < first + count:
            refuse_writing(f"annotation glyphs belong to ply {ply}, which its line does not have")
    for other in line.variations:
        if not first <= other.ply <= first + count:
            refuse_writing(f"a variation branches off at ply {other.ply}, which its line does not have")
