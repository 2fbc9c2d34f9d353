"""How a piece moves, as text: the same squares and marks as the pictures of `mujo.svg.moves`.

In ASCII every mark is one cell wide, in kanji two, so that the columns line up in both.
"""

from collections.abc import Iterable
from typing import Final

from mujo._core import Piece, RuleSet
from mujo.arguments import choice, whole_number
from mujo.cells import pad_left
from mujo.diagrams.board import Style
from mujo.diagrams.marks import MARK_MEANINGS, Mark, marks, radius_of
from mujo.diagrams.movement import Movement, movement
from mujo.diagrams.study import Step

__all__ = ["LARGEST_RADIUS", "legend_for", "moves_grid", "moves_legend", "moves_text"]

#: The marks in ASCII and in kanji. Where a square has two, the later one of this table is drawn.
_CHARACTERS: Final = {
    Mark.SLIDE: ("o", "歩"),
    Mark.RAY: ("+", "走"),
    Mark.JUMP: ("*", "跳"),
    Mark.STEPS: (":", "行"),
    Mark.TURN: ("x", "折"),
    Mark.ANY: ("#", "在"),
    Mark.VIA: ("%", "越"),
    Mark.ONWARD: ("?", "続"),
    Mark.IGUI: ("=", "居"),
    Mark.SHOOT: ("'", "射"),
    Mark.LION: ("!", "連"),
    Mark.HOP: ("&", "渡"),
    Mark.OVER: ("^", "飛"),
    Mark.SWEEP: ("$", "掃"),
    Mark.BURN: ("~", "焼"),
}
_ORDER: Final = list(_CHARACTERS)
_EMPTY, _PIECE = (".", "・"), "@"

#: Boards have at most 36 files and ranks.
LARGEST_RADIUS: Final = 35


def moves_text(rules: RuleSet, piece: Piece, style: Style | str = Style.ASCII, *, radius: int | None = None) -> str:
    """Draw how a piece of Black moves, with a legend.

    Parameters
    ----------
    rules
        The rule set.
    piece
        The piece. Its side does not matter.
    style
        ``kanji``, or one of the others for ASCII.
    radius
        Squares to show on each side, 1 to 35; by default enough for the longest counted move.

    Returns
    -------
    str
        Lines without a final line feed; those of the diagram are of equal width in cells.

    Raises
    ------
    MujoError
        ``argument``: there is no such style, or the radius is out of range.

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
    o moves there if no piece stands between
    + moves there and farther, up to the first piece
    """
    lines = [moves_grid(rules, piece, style, radius=radius), *moves_legend(rules, piece, style, radius=radius)]
    return "\n".join(lines)


def moves_grid(rules: RuleSet, piece: Piece, style: Style | str = Style.ASCII, *, radius: int | None = None) -> str:
    """Draw how a piece of Black moves, without a legend.

    Parameters
    ----------
    rules, piece, style, radius
        As `moves_text`.

    Raises
    ------
    MujoError
        As `moves_text`.

    Examples
    --------
    >>> from mujo import BLACK, Piece, RuleSet
    >>> print(moves_grid(RuleSet("chu"), Piece("P", BLACK), radius=1))
     . o .
     . @ .
     . . .
    """
    wide = choice(Style, style, "style") is Style.KANJI
    how = movement(rules, piece)
    shown = _radius(radius, how)
    drawn = _drawn(how, shown)
    own = _own(rules, piece, wide)
    inside = range(-shown, shown + 1)

    def character(step: Step) -> str:
        if step == (0, 0):
            return own
        return _CHARACTERS[drawn[step]][wide] if step in drawn else _EMPTY[wide]

    width = 3 if wide else 2
    return "\n".join("".join(pad_left(character((right, down)), width) for right in inside) for down in inside)


def moves_legend(
    rules: RuleSet, piece: Piece, style: Style | str = Style.ASCII, *, radius: int | None = None
) -> list[str]:
    """List the lines of the legend of `moves_grid`.

    Parameters
    ----------
    rules, piece, style, radius
        As `moves_text`.

    Raises
    ------
    MujoError
        As `moves_text`.

    Examples
    --------
    >>> from mujo import BLACK, Piece, RuleSet
    >>> moves_legend(RuleSet("chu"), Piece("P", BLACK))
    ['@ the piece', 'o moves there if no piece stands between']
    """
    wide = choice(Style, style, "style") is Style.KANJI
    how = movement(rules, piece)
    drawn = _drawn(how, _radius(radius, how))
    meanings = {mark: MARK_MEANINGS[mark] for mark in MARK_MEANINGS if mark in drawn.values()}
    if Mark.VIA in meanings and all(step in how.jumps for step, mark in drawn.items() if mark is Mark.VIA):
        meanings[Mark.VIA] = f"{MARK_MEANINGS[Mark.JUMP]}, also after a capture on the way"
    lines = [f"{_own(rules, piece, wide)} the piece" + (", which can pass" if how.can_pass else "")]
    return lines + [f"{_CHARACTERS[mark][wide]} {meaning}" for mark, meaning in meanings.items()]


def legend_for(grids: Iterable[str]) -> list[str]:
    """List the lines of one legend for several diagrams in ASCII, as `moves_grid` draws them.

    Parameters
    ----------
    grids
        Diagrams as `moves_grid` draws them in the style ``ascii``.

    Examples
    --------
    >>> legend_for([" . o .", " . @ ."])
    ['@ the piece', 'o moves there if no piece stands between']
    """
    seen = {character for grid in grids for character in grid}
    lines = [f"{_PIECE} the piece"] if _PIECE in seen else []
    return lines + [f"{_CHARACTERS[mark][0]} {MARK_MEANINGS[mark]}" for mark in _ORDER if _CHARACTERS[mark][0] in seen]


def _drawn(how: Movement, radius: int) -> dict[Step, Mark]:
    """Choose the mark that is drawn on each square."""
    drawn: dict[Step, Mark] = {}
    for step, mark in marks(how, radius):
        if mark in _CHARACTERS and (step not in drawn or _ORDER.index(mark) > _ORDER.index(drawn[step])):
            drawn[step] = mark
    return drawn


def _own(rules: RuleSet, piece: Piece, wide: bool) -> str:
    """Return the sign of the piece itself; of two kanji the first, since a square has room for one."""
    return rules.moves_as(piece).board_kanji[:1] if wide else _PIECE


def _radius(radius: int | None, how: Movement) -> int:
    return radius_of(how) if radius is None else whole_number(radius, "radius", 1, LARGEST_RADIUS)
