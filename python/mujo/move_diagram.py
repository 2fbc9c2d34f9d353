"""How a piece moves, as a text diagram: what the engine reaches from the centre of an empty board."""

from dataclasses import dataclass

from mujo._core import BLACK, WHITE, Board, Piece, RuleSet, Setup
from mujo.diagram import grid_text

__all__ = ["LEGEND", "MoveDiagram", "move_diagram"]

#: Marks of the diagram. ASCII, so that they have one width everywhere.
_PIECE, _REACHED, _LEAPT, _EMPTY = "@", "o", "*", "."

LEGEND = f"{_PIECE} the piece, {_REACHED} it can go there, {_LEAPT} also with own pieces on all squares around it"


@dataclass(frozen=True, slots=True)
class MoveDiagram:
    """The moves of a lone piece.

    Attributes
    ----------
    text
        The diagram, without its legend.
    reached
        The squares that the piece can go to from the centre of the empty board.
    can_pass
        Whether it can pass (rule 3.8).
    is_window
        Whether the diagram shows only a part of the board.
    """

    text: str
    reached: frozenset[int]
    can_pass: bool
    is_window: bool


def move_diagram(rules: RuleSet, piece: Piece, *, radius: int = 5) -> MoveDiagram:
    """Draw where a lone piece can go from the centre of an empty board, as its owner sees it.

    A royal needs an enemy royal on the board, or the game would be over: one stands in a far corner, and its square
    does not count.

    Parameters
    ----------
    rules
        The rule set.
    piece
        The piece; its moves are drawn from Black's side whichever side it has.
    radius
        How many squares to show on each side of the piece.

    Examples
    --------
    >>> from mujo import Piece, RuleSet
    >>> diagram = move_diagram(RuleSet("maka"), Piece.from_symbol("G"), radius=1)
    >>> len(diagram.reached), diagram.can_pass
    (6, False)
    """
    own = Piece(piece.type, BLACK, piece.promoted)
    middle_file, middle_rank = (rules.files + 1) // 2, (rules.ranks + 1) // 2
    centre = (middle_rank - 1) * rules.files + middle_file - 1
    alone = _study(rules, own, centre)
    reached, can_pass = _destinations(alone, centre)
    crowded = _study(rules, own, centre, around=_neighbours(rules, centre))
    leapt, _ = _destinations(crowded, centre)

    files = _window(middle_file, radius, rules.files)
    ranks = _window(middle_rank, radius, rules.ranks)

    def paint(square: int) -> str:
        if square == centre:
            return _PIECE
        if square not in reached:
            return _EMPTY
        return _LEAPT if square in leapt else _REACHED

    text = grid_text(rules, paint, 3, files=files[::-1], ranks=ranks)
    is_window = len(files) < rules.files or len(ranks) < rules.ranks
    return MoveDiagram(text, frozenset(reached), can_pass, is_window)


def _window(middle: int, radius: int, size: int) -> list[int]:
    return list(range(max(1, middle - radius), min(size, middle + radius) + 1))


def _neighbours(rules: RuleSet, square: int) -> list[int]:
    rank, file = divmod(square, rules.files)
    return [
        other_rank * rules.files + other_file
        for other_rank in range(max(0, rank - 1), min(rules.ranks, rank + 2))
        for other_file in range(max(0, file - 1), min(rules.files, file + 2))
        if (other_rank, other_file) != (rank, file)
    ]


def _study(rules: RuleSet, piece: Piece, square: int, around: list[int] | None = None) -> Board:
    """Set up the piece alone, or with own pieces on the squares around it, so that it is Black's turn."""
    setup = Setup(None, rules)
    setup.clear()
    setup.turn = BLACK
    setup.put(square, piece)
    if around:
        plain = next(kind.id for kind in rules.piece_types.values() if kind.is_initial and kind.royal is None)
        for neighbour in around:
            setup.put(neighbour, Piece(plain, BLACK))
    if rules.moves_as(piece).royal is not None:
        setup.put(0, Piece(_harmless_royal(rules), WHITE))
        if rules.options["bare_king"] != "off":
            # Nor may a side be bare, or the game would be over too.
            plain = next(kind.id for kind in rules.piece_types.values() if kind.is_initial and kind.royal is None)
            setup.put(rules.files - 1, Piece(plain, WHITE))
            setup.put(rules.files * rules.ranks - 1, Piece(plain, BLACK))
    return setup.board()


def _harmless_royal(rules: RuleSet) -> str:
    """Find a royal that is no emperor, if there is one: it attacks its own corner only."""
    royals = [kind for kind in rules.piece_types.values() if kind.is_initial and kind.royal is not None]
    return min(royals, key=lambda kind: kind.royal == "emperor").id


def _destinations(board: Board, square: int) -> tuple[set[int], bool]:
    moves = board.legal_moves_from(square)
    goals = {move.to_square for move in moves if not move.captures and board.piece_at(move.to_square) is None}
    return goals, any(move.is_pass for move in moves)
