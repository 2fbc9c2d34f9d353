"""How a piece moves, as text: the same squares and marks as the pictures of `mujo.svg.moves`.

In ASCII every mark is one cell, in kanji two: the columns stay under each other in either.
"""

from typing import Final

from mujo._core import Piece, RuleSet
from mujo.cells import pad_left
from mujo.diagram import Style
from mujo.movement import LEGEND, marks, marks_of, movement, radius_of

__all__ = ["moves_text"]

#: Marks in ASCII and in kanji; where a square has two, the later one of this table is drawn.
_MARKS: Final = {
    "walk": ("o", "歩"),
    "line": ("+", "走"),
    "jump": ("*", "跳"),
    "turn": ("x", "折"),
    "any": ("#", "在"),
    "onward": ("?", "続"),
    "igui": ("!", "居"),
}
_EMPTY, _PIECE = (".", "・"), "@"


def moves_text(rules: RuleSet, piece: Piece, style: Style | str = Style.ASCII, *, radius: int | None = None) -> str:
    """Draw how a piece of Black moves, with a legend.

    Parameters
    ----------
    rules
        The rule set.
    piece
        The piece; its side does not matter.
    style
        ``kanji``, or one of the others for ASCII.
    radius
        Squares to show on each side; as many as the longest counted move needs if left out.

    Returns
    -------
    str
        Lines without a final line feed; those of the diagram are of equal width in cells.

    Examples
    --------
    >>> from mujo import Piece, RuleSet
    >>> print(moves_text(RuleSet("tai"), Piece.from_symbol("L"), radius=2))
     . . + . .
     . . o . .
     . . @ . .
     . . . . .
     . . . . .
    @ the piece
    o goes there, if nothing stands between
    + and on in this direction, as far as nothing stands between
    """
    wide = Style(style) is Style.KANJI
    how = movement(rules, piece)
    shown = radius or radius_of(how)
    order = list(_MARKS)
    drawn: dict[tuple[int, int], str] = {}
    for step, mark in marks(how, shown):
        if mark in _MARKS and (step not in drawn or order.index(mark) > order.index(drawn[step])):
            drawn[step] = mark
    own = rules.moves_as(piece).board_kanji if wide else _PIECE
    inside = range(-shown, shown + 1)

    def cell(step: tuple[int, int]) -> str:
        if step == (0, 0):
            return own
        return _MARKS[drawn[step]][wide] if step in drawn else _EMPTY[wide]

    lines = ["".join(pad_left(cell((right, down)), 3 if wide else 2) for right in inside) for down in inside]
    lines.append(f"{own} the piece" + (", which can pass" if how.can_pass else ""))
    lines += [f"{_MARKS[mark][wide]} {LEGEND[mark]}" for mark in marks_of(how) if mark in _MARKS]
    return "\n".join(lines)
