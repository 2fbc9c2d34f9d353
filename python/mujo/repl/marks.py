"""Which squares of a board are marked: the last move, royals that can be taken, a chosen piece and where it goes."""

from mujo._core import BLACK, WHITE, Board
from mujo.errors import MujoError

__all__ = ["MEANINGS", "Marks", "chosen_marks", "standing_marks"]

#: From squares to marks.
Marks = dict[int, str]

#: What each mark means. A mark stands where the owner's would, so each of them also tells whose the piece is.
MEANINGS = {
    ">": "moved last",
    "_": "came from there",
    "-": "taken on the way",
    "#": "royal of Black that can be taken",
    "%": "royal of White that can be taken",
    "@": "the chosen piece",
    "o": "it goes there",
    "&": "it takes there",
    "!": "it can take there and stay",
    "~": "it gets there by taking on the way",
}


def standing_marks(board: Board) -> Marks:
    """Mark the last move, and every royal that the enemy could take now or next."""
    marks: Marks = {}
    try:
        last = board.peek()
    except (MujoError, IndexError):
        last = None
    if last is not None:
        if last.from_square != last.to_square:
            marks[last.from_square] = "_"
        for victim in last.captures:
            marks[victim] = "-"
        marks[last.to_square] = ">"
    for side, mark in ((BLACK, "#"), (WHITE, "%")):
        for square in board.royals(side):
            if board.attackers(square, not side):
                marks[square] = mark
    return marks


def chosen_marks(board: Board, square: int) -> Marks:
    """Mark a piece of the side to move and all that it can do."""
    marks: Marks = {}
    moves = board.legal_moves_from(square)
    for move in moves:
        end = move.to_square
        if end != square:
            if move.captures:
                marks.setdefault(end, "~")
            else:
                marks[end] = "o" if board.piece_at(end) is None else "&"
        for victim in move.captures[:1]:
            # The first victim is beside the piece; what is done after that is another mark.
            if marks.get(victim) != "!":
                marks[victim] = "!" if move.is_igui else marks.get(victim, "&")
    for move in moves:
        if move.is_igui and len(move.captures) == 1:
            marks[move.captures[0]] = "!"
    marks[square] = "@"
    return marks
