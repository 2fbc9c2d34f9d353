"""The pieces of a game as SVG symbols, for pages that draw boards of their own."""

from dataclasses import dataclass

from mujo._core import BLACK, WHITE, Piece, RuleSet
from mujo.svg.glyphs import Glyphs
from mujo.svg.picture import Picture
from mujo.svg.pieces import PieceStyle, draw_piece

__all__ = ["PieceSymbols", "piece_symbols"]


@dataclass(frozen=True, slots=True)
class PieceSymbols:
    """All pieces of a game in one style.

    Attributes
    ----------
    defs
        ``symbol`` elements of SVG, drawn around the point 0,0 in units of which a square has 40.
    up, down
        The id of the symbol of each piece, by the symbol of the piece (``GB``, ``gb``, ``+GB``), for pieces that point
        up and for those that point down.
    turned
        Whether the symbols of `down` are to be turned by 180 degrees; else they are drawn as they are.

    Examples
    --------
    >>> from mujo import RuleSet
    >>> from mujo.svg import PieceStyle
    >>> symbols = piece_symbols(RuleSet("chu"), PieceStyle.IDS, "p-")
    >>> symbols.defs.count("<symbol") >= len(set(symbols.up.values()))
    True
    """

    defs: str
    up: dict[str, str]
    down: dict[str, str]
    turned: bool


def piece_symbols(rules: RuleSet, style: PieceStyle, prefix: str) -> PieceSymbols:
    """Draw every piece of a game, both faces and both sides, as symbols whose ids begin with `prefix`.

    Parameters
    ----------
    rules
        The rule set.
    style
        The label of the pieces.
    prefix
        Begins every id, so that several pictures can share a page.

    Examples
    --------
    >>> from mujo import RuleSet
    >>> drawn = piece_symbols(RuleSet("maka"), PieceStyle.KANJI, "p-")
    >>> drawn.up["LN"], drawn.down["ln"], drawn.turned, 'id="p-kLN"' in drawn.defs
    ('p-kLN', 'p-kLN', True, True)
    """
    picture = Picture(40, 40, "")
    ids: dict[bool, dict[str, str]] = {False: {}, True: {}}
    for kind in rules.piece_types.values():
        if not kind.is_initial:
            continue
        for promoted in (False, True)[: 2 if kind.promotes_to is not None else 1]:
            for side in (BLACK, WHITE):
                piece = Piece(kind.id, side, promoted)
                for down in (False, True):
                    drawn = Picture(40, 40, "")
                    draw_piece(drawn, rules, piece, style, Glyphs.OUTLINES, 0, 0, down=down)
                    picture.symbols.update(drawn.symbols)
                    # The symbol of the piece itself comes after those of its characters.
                    ids[down][piece.symbol] = prefix + next(reversed(drawn.symbols))
    return PieceSymbols(picture.definitions(prefix), ids[False], ids[True], style is not PieceStyle.IDS)
