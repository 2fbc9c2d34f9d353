"""Boards as pictures."""

from collections.abc import Iterable, Mapping

from mujo._core import BLACK, WHITE, Board, Move, RuleSet, Setup
from mujo.arguments import choice, square_index
from mujo.diagrams import removed_by
from mujo.svg.glyphs import LATIN, Glyphs
from mujo.svg.picture import Picture, colour, number
from mujo.svg.pieces import PieceStyle, draw_piece

__all__ = ["board", "board_with_last_move"]

CELL, MARGIN = 40, 26
GROUND, LINES, LABEL = "#eecf8e", "#5a4425", "#4a3a20"
#: Squares of the last move: its start, its captures, its end, and what burnt.
FROM, TAKEN, TO, BURNT = "#f6dd75", "#e98f6f", "#f3c53c", "#b9714a"
MARKED, ARROW, DANGER = "#7fb0d8", "#2f6f3a", "#c4211b"

#: Pixels a square by default: enough to read the label of every piece.
_DEFAULT_CELL = {PieceStyle.KANJI: 36, PieceStyle.KANJI2: 44, PieceStyle.IDS: 40, PieceStyle.MNEMONIC: 60}


def board(
    board: Board | Setup,
    *,
    size: float | None = None,
    style: PieceStyle | str = PieceStyle.KANJI,
    flip: bool = False,
    coordinates: bool = True,
    last_move: Move | None = None,
    marked: Mapping[int | str, str] | Iterable[int | str] | str = (),
    arrows: Iterable[tuple[int | str, int | str]] = (),
    danger: bool = True,
    glyphs: Glyphs | str = Glyphs.OUTLINES,
) -> str:
    """Draw a board.

    Parameters
    ----------
    board
        A board or a setup.
    size
        Width of the picture in pixels, 1 to 100000; by default it grows with the board, so that every label is
        legible.
    style
        The label of a piece: ``kanji`` (one character), ``kanji2`` (the whole name), ``ids``, or ``mnemonic`` (a
        drawing of its moves).
    flip
        Whether Black's side is at the top.
    coordinates
        Whether to label files and ranks.
    last_move
        A move whose start, captures and end are coloured. If it is the last move of the board, so is all else that it
        removed: squares that it swept, or that burnt.
    marked
        Squares to colour, as indexes or names; a mapping gives each its own colour (a CSS name, ``#rrggbb`` or
        ``rgb(...)``).
    arrows
        Pairs of squares, from and to; a ring if they are equal.
    danger
        Whether to ring royals that the other side attacks.
    glyphs
        ``outlines`` draws kanji as shapes that need no font; ``fonts`` writes text, which makes smaller files.

    Returns
    -------
    str
        A complete SVG document, with ids that no other picture has.

    Raises
    ------
    TypeError
        An argument has the wrong type.
    MujoError
        ``argument``: a size, style or colour is invalid; ``off_board``, ``notation.*``: a square is;
        ``wrong_rules``: the move belongs to another game.

    Examples
    --------
    >>> from mujo import Board
    >>> picture = board(Board(rules="maka"), marked=["10j"], arrows=[("10n", "10m")])
    >>> picture.startswith("<svg"), 'fill="#7fb0d8"' in picture
    (True, True)
    """
    if not isinstance(board, Board | Setup):
        raise TypeError(f"board must be a Board or a Setup, not {type(board).__name__}")
    style, glyphs = choice(PieceStyle, style, "style"), choice(Glyphs, glyphs, "glyphs")
    drawing = _Drawing(board, flip, MARGIN if coordinates else 2)
    colours = _mark_colours(board.rules, marked)
    if last_move is not None:
        colours = _move_colours(board, last_move) | colours
    drawing.ground(colours)
    if coordinates:
        drawing.labels()
    for square, piece in board.piece_map().items():
        x, y = drawing.centre(square)
        down = (piece.side == WHITE) != flip
        draw_piece(drawing.picture, board.rules, piece, style, glyphs, x, y, down=down)
    if danger and isinstance(board, Board):
        for square in _attacked_royals(board):
            drawing.ring(square, DANGER, 18)
    for start, end in arrows:
        drawing.arrow(square_index(board.rules, start), square_index(board.rules, end))
    return drawing.picture.finish(_default_size(drawing, style) if size is None else size)


def board_with_last_move(board: Board | Setup) -> str:
    """Draw a board or a setup for a notebook, with the last move of its history.

    Parameters
    ----------
    board
        The board or setup.

    Examples
    --------
    >>> from mujo import Board
    >>> Board(rules="maka")._repr_svg_() == board_with_last_move(Board(rules="maka"))
    True
    """
    last_move = board.peek() if isinstance(board, Board) and board.move_stack else None
    return _draw(board, last_move=last_move)


#: The function, for use where a parameter has its name.
_draw = board


def _default_size(drawing: "_Drawing", style: PieceStyle) -> float:
    return drawing.picture.width * _DEFAULT_CELL[style] / CELL


def _mark_colours(rules: RuleSet, marked: Mapping[int | str, str] | Iterable[int | str] | str) -> dict[int, str]:
    if isinstance(marked, Mapping):
        return {square_index(rules, square): colour(value) for square, value in marked.items()}
    squares = (marked,) if isinstance(marked, str) else marked
    return {square_index(rules, square): MARKED for square in squares}


def _move_colours(board: Board | Setup, move: Move) -> dict[int, str]:
    if not isinstance(move, Move):
        raise TypeError(f"last_move must be a Move, not {type(move).__name__}")
    for square in (move.from_square, *move.via, move.to_square):
        square_index(board.rules, square)
    taken, burnt = removed_by(board, move)
    squares = {move.from_square: FROM} | dict.fromkeys(taken, TAKEN) | {move.to_square: TO}
    return squares | dict.fromkeys(burnt, BURNT)


def _attacked_royals(board: Board) -> Iterable[int]:
    for side in (BLACK, WHITE):
        for square in board.royals(side):
            if board.attackers(square, not side):
                yield square


class _Drawing:
    """A board under construction."""

    def __init__(self, board: Board | Setup, flip: bool, margin: float) -> None:
        self.rules, self.flip, self.margin = board.rules, flip, margin
        self.wide, self.high = self.rules.files * CELL, self.rules.ranks * CELL
        turn = "Black" if board.turn == BLACK else "White"
        title = f"{self.rules.title}, {turn} to move"
        self.picture = Picture(self.wide + 2 * margin, self.high + 2 * margin, title)

    def corner(self, square: int) -> tuple[float, float]:
        """Return the top left corner of a square."""
        rank, file = divmod(square, self.rules.files)
        column = self.rules.files - 1 - file
        if self.flip:
            column, rank = file, self.rules.ranks - 1 - rank
        return self.margin + column * CELL, self.margin + rank * CELL

    def centre(self, square: int) -> tuple[float, float]:
        """Return the middle of a square."""
        x, y = self.corner(square)
        return x + CELL / 2, y + CELL / 2

    def ground(self, colours: Mapping[int, str]) -> None:
        """Draw the wood, the coloured squares and the lines."""
        picture, margin = self.picture, self.margin
        picture.draw(f'<rect width="{picture.width:g}" height="{picture.height:g}" fill="{GROUND}"/>')
        for square, fill in colours.items():
            x, y = self.corner(square)
            picture.draw(f'<rect x="{x:g}" y="{y:g}" width="{CELL}" height="{CELL}" fill="{fill}"/>')
        across = "".join(f"M{margin:g} {margin + n * CELL:g}h{self.wide}" for n in range(self.rules.ranks + 1))
        along = "".join(f"M{margin + n * CELL:g} {margin:g}v{self.high}" for n in range(self.rules.files + 1))
        picture.draw(f'<path d="{across}{along}" stroke="{LINES}" fill="none"/>')

    def labels(self) -> None:
        """Label files above and below the board, ranks on both sides."""
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

    def ring(self, square: int, stroke: str, radius: float) -> None:
        """Draw a ring around the piece on a square."""
        x, y = self.centre(square)
        self.picture.draw(
            f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="none" stroke="{stroke}" '
            'stroke-width="3.5"/>'
        )

    def arrow(self, start: int, end: int) -> None:
        """Draw an arrow from the middle of one square to that of another; a ring if they are the same."""
        if start == end:
            self.ring(start, ARROW, 16)
            return
        (x, y), (to_x, to_y) = self.centre(start), self.centre(end)
        length = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
        ahead = ((to_x - x) / length, (to_y - y) / length)
        tip = (to_x - 4 * ahead[0], to_y - 4 * ahead[1])
        back = (tip[0] - 14 * ahead[0], tip[1] - 14 * ahead[1])
        wings = [(back[0] + s * 8 * ahead[1], back[1] - s * 8 * ahead[0]) for s in (1, -1)]
        points = [(x, y), tip, wings[0], tip, wings[1]]
        path = "".join(f"{'ML'[index in (1, 3, 4)]}{number(a)} {number(b)}" for index, (a, b) in enumerate(points))
        self.picture.draw(f'<path d="{path}" fill="none" stroke="{ARROW}" stroke-width="5" stroke-opacity=".75"/>')
