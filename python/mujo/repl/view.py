"""How the prompt shows the game: settings that the commands change and the drawing reads."""

from dataclasses import dataclass

from mujo.diagrams import Style

__all__ = ["View"]


@dataclass(slots=True)
class View:
    """How the game is shown.

    Attributes
    ----------
    style
        How pieces are drawn. Only the user changes it.
    width
        Columns of the screen.
    show_board
        Whether the board is drawn after each move.
    height
        Rows of the screen; ``None`` where the number of rows does not matter.
    stacked
        Whether kanji stand two to a square, one below the other.
    flip
        Whether Black's side is at the top.
    whole
        Whether the whole board is drawn even if the screen is too small.
    window
        Square and radius of the part of the board to draw; ``None`` for as much as fits.
    scroll
        The first rank and the first file to draw, 0-based from the top left corner of the screen, after the user has
        scrolled; ``None`` to choose the part by what matters.
    plain_kanji
        Whether kanji that many fonts lack are replaced.
    can_kanji
        Whether the terminal can show kanji.
    in_lesson
        Whether the board is that of a lesson, where the window needs no explanation.
    shading
        Whether alternate files are shaded where colours can be shown.
    """

    style: Style
    width: int = 80
    show_board: bool = True
    height: int | None = None
    stacked: bool = False
    flip: bool = False
    whole: bool = False
    window: tuple[int, int] | None = None
    scroll: tuple[int, int] | None = None
    plain_kanji: bool = False
    can_kanji: bool = True
    in_lesson: bool = False
    shading: bool = True
