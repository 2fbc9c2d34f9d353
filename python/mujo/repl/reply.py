"""What the prompt answers to one line."""

from dataclasses import dataclass

__all__ = ["Reply"]


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to one line.

    Attributes
    ----------
    text
        Lines of text; may be empty.
    game_changed
        Whether the game has changed, so that the board should be drawn.
    shows_board
        Whether the board is drawn even if the user has turned it off.
    is_error
        Whether the line was refused.
    ends
        Whether the prompt ends.
    chosen
        The square of a piece whose moves are marked on the board.
    shows_setup
        Whether the edited board is drawn.
    head
        Text that stands above the board rather than below it.
    """

    text: str = ""
    game_changed: bool = False
    shows_board: bool = False
    is_error: bool = False
    ends: bool = False
    chosen: int | None = None
    shows_setup: bool = False
    head: str = ""
