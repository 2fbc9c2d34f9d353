"""Which squares of a board are marked: the last move, royals in danger, a chosen piece and what it can do."""

from mujo._core import BLACK, WHITE, Board
from mujo.diagrams import removed_by
from mujo.errors import MujoError

__all__ = ["MEANINGS", "Marks", "chosen_marks", "standing_marks"]

#: From squares to marks.
Marks = dict[int, str]

#: What each mark means, in a few words. A mark replaces the sign of the owner, so some of them also name the owner.
MEANINGS = {
    ">": "moved last",
    "_": "came from there",
    "-": "captured, too",
    "#": "Black's royal in danger",
    "%": "White's royal in danger",
    "@": "this piece",
    "o": "goes there",
    "*": "goes there, also by capturing on the way",
    "~": "goes there only by capturing on the way",
    "&": "captures there",
    "=": "captures there, also as the second capture",
    "!": "captures there, and may stay where it is",
}


def standing_marks(board: Board) -> Marks:
    """Mark the last move, and every royal that the enemy could capture now or next."""
    marks: Marks = {}
    try:
        last = board.peek()
    except (MujoError, IndexError):
        last = None
    if last is not None:
        if last.from_square != last.to_square:
            marks[last.from_square] = "_"
        taken, burnt = removed_by(board, last)
        marks |= dict.fromkeys((*taken, *burnt), "-") | {last.to_square: ">"}
    for side, mark in ((BLACK, "#"), (WHITE, "%")):
        for square in board.royals(side):
            if board.attackers(square, not side):
                marks[square] = mark
    return marks


def chosen_marks(board: Board, square: int) -> Marks:
    """Mark a piece of the side to move and everything it can do.

    Squares that it reaches after a capture on the way are told apart from those it reaches directly.
    """
    direct: set[int] = set()
    after: set[int] = set()
    near: set[int] = set()
    igui: set[int] = set()
    for move in board.legal_moves_from(square):
        victims, end = move.captures, move.to_square
        on_the_way = victims[:-1] if victims and victims[-1] == end else victims
        if end != square:
            (after if on_the_way else direct).add(end)
        # The first victim is beside the piece; those behind it are second captures.
        near |= set(on_the_way[:1])
        after |= set(on_the_way[1:])
        if move.is_igui and len(victims) == 1:
            igui |= set(victims)
    marks: Marks = {}
    for end in direct | after | near:
        holds = board.piece_at(end) is not None
        if end in after and end not in direct | near:
            marks[end] = "=" if holds else "~"
        elif end in after:
            marks[end] = "=" if holds else "*"
        else:
            marks[end] = "&" if holds else "o"
    marks |= dict.fromkeys(igui, "!")
    marks[square] = "@"
    return marks
