"""Boards as pictures."""

from collections.abc import Iterable, Mapping

from mujo._core import BLACK, WHITE, Board, Move, Setup
from mujo.svg.fonts import LATIN, Rare
from mujo.svg.picture import Picture, number
from mujo.svg.pieces import PieceStyle, draw_piece

__all__ = ["board", "board_with_last_move"]

CELL, MARGIN = 40, 26
GROUND, LINES, LABEL = "#eecf8e", "#5a4425", "#4a3a20"
#: Fields of the last move: where it began, where it took, where it ended.
FROM, TAKEN, TO = "#f6dd75", "#e98f6f", "#f3c53c"
MARKED, ARROW = "#7fb0d8", "#2f6f3a"


def board(
    board: Board | Setup,
    *,
    size: float = 800,
    style: PieceStyle | str = PieceStyle.KANJI,
    flip: bool = False,
    coordinates: bool = True,
    last_move: Move | None = None,
    marked: Mapping[int, str] | Iterable[int] = (),
    arrows: Iterable[tuple[int, int]] = (),
    rare: Rare | str = Rare.KEEP,
) -> str:
    """Draw a board.

    Parameters
    ----------
    board
        A board or a set-up.
    size
        Width of the picture in pixels.
    style
        What stands on the pieces: ``kanji`` (one character), ``kanji2`` (the whole name), ``ids``, or ``mnemonic`` (a
        drawing of their moves).
    flip
        Whether Black's side is at the top.
    coordinates
        Whether files and ranks are named at the edges.
    last_move
        A move whose squares are coloured: where it began, where it took, where it ended.
    marked
        Squares to colour; with a mapping each in its own colour, as SVG names it.
    arrows
        Pairs of squares, from and to.
    rare
        ``replace`` writes other characters for those that few fonts have.

    Returns
    -------
    str
        A picture of its own, with ids that no other picture has.

    Examples
    --------
    >>> from mujo import Board
    >>> picture = board(Board(rules="maka"), size=400)
    >>> picture.startswith("<svg"), picture.count("<use "), picture.count("<symbol ")
    (True, 192, 50)
    """
    drawing = _Drawing(board, flip, MARGIN if coordinates else 2)
    colours = dict(marked) if isinstance(marked, Mapping) else dict.fromkeys(marked, MARKED)
    if last_move is not None:
        colours = _move_colours(board, last_move) | colours
    drawing.ground(colours)
    if coordinates:
        drawing.names()
    for square, piece in board.piece_map().items():
        x, y = drawing.centre(square)
        down = (piece.side == WHITE) != flip
        draw_piece(drawing.picture, board.rules, piece, PieceStyle(style), Rare(rare), x, y, down=down)
    for start, end in arrows:
        drawing.arrow(start, end)
    return drawing.picture.finish(size)


def board_with_last_move(board: Board) -> str:
    """Draw a board for a notebook, with the last move of its history.

    Examples
    --------
    >>> from mujo import Board
    >>> Board(rules="maka")._repr_svg_() == board_with_last_move(Board(rules="maka"))
    True
    """
    return _draw(board, size=640, last_move=board.peek() if board.move_stack else None)


#: The function, where a parameter has its name.
_draw = board


def _move_colours(board: Board | Setup, move: Move) -> dict[int, str]:
    return {move.from_square: FROM} | dict.fromkeys(move.captures, TAKEN) | {move.to_square: TO}


class _Drawing:
    """A board on its way to a picture."""

    def __init__(self, board: Board | Setup, flip: bool, margin: float) -> None:
        self.rules, self.flip, self.margin = board.rules, flip, margin
        self.wide, self.high = self.rules.files * CELL, self.rules.ranks * CELL
        turn = "Black" if board.turn == BLACK else "White"
        title = f"{self.rules.title}, {turn} to move"
        self.picture = Picture(self.wide + 2 * margin, self.high + 2 * margin, title)

    def corner(self, square: int) -> tuple[float, float]:
        """Find the top left corner of a square."""
        rank, file = divmod(square, self.rules.files)
        column = self.rules.files - 1 - file
        if self.flip:
            column, rank = file, self.rules.ranks - 1 - rank
        return self.margin + column * CELL, self.margin + rank * CELL

    def centre(self, square: int) -> tuple[float, float]:
        """Find the middle of a square."""
        x, y = self.corner(square)
        return x + CELL / 2, y + CELL / 2

    def ground(self, colours: Mapping[int, str]) -> None:
        """Draw the wood, the coloured squares and the lines."""
        picture, margin = self.picture, self.margin
        picture.draw(f'<rect width="{picture.width:g}" height="{picture.height:g}" fill="{GROUND}"/>')
        for square, colour in colours.items():
            x, y = self.corner(square)
            picture.draw(f'<rect x="{x:g}" y="{y:g}" width="{CELL}" height="{CELL}" fill="{colour}"/>')
        across = "".join(f"M{margin:g} {margin + n * CELL:g}h{self.wide}" for n in range(self.rules.ranks + 1))
        along = "".join(f"M{margin + n * CELL:g} {margin:g}v{self.high}" for n in range(self.rules.files + 1))
        picture.draw(f'<path d="{across}{along}" stroke="{LINES}" fill="none"/>')

    def names(self) -> None:
        """Name files above and below, ranks on both sides."""
        files, ranks = self.rules.files, self.rules.ranks
        texts = []
        for file in range(files):
            x, _ = self.centre(file)
            texts += [(x, self.margin - 8, str(file + 1)), (x, self.margin + self.high + 18, str(file + 1))]
        for rank in range(ranks):
            _, y = self.centre(rank * files)
            name = self.rules.square_name(rank * files)[1:]
            texts += [(self.margin / 2, y + 5, name), (self.margin * 1.5 + self.wide, y + 5, name)]
        inner = "".join(f'<text x="{number(x)}" y="{number(y)}">{text}</text>' for x, y, text in texts)
        self.picture.draw(f'<g font-size="14" text-anchor="middle" fill="{LABEL}" font-family="{LATIN}">{inner}</g>')

    def arrow(self, start: int, end: int) -> None:
        """Draw an arrow from the middle of one square to that of another; a ring if they are the same."""
        (x, y), (to_x, to_y) = self.centre(start), self.centre(end)
        length = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
        look = f'fill="none" stroke="{ARROW}" stroke-width="5" stroke-opacity=".75"'
        if not length:
            self.picture.draw(f'<circle cx="{x:g}" cy="{y:g}" r="16" {look}/>')
            return
        ahead = ((to_x - x) / length, (to_y - y) / length)
        tip = (to_x - 4 * ahead[0], to_y - 4 * ahead[1])
        back = (tip[0] - 14 * ahead[0], tip[1] - 14 * ahead[1])
        wings = [(back[0] + s * 8 * ahead[1], back[1] - s * 8 * ahead[0]) for s in (1, -1)]
        (a, b), (c, d) = wings
        self.picture.draw(
            f'<path d="M{number(x)} {number(y)}L{number(tip[0])} {number(tip[1])}'
            f'M{number(a)} {number(b)}L{number(tip[0])} {number(tip[1])}L{number(c)} {number(d)}" {look}/>'
        )
