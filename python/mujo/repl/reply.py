"""What a prompt answers to one line."""

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
        Whether the game is not as it was, so that the board should be shown.
    shows_board
        Whether the board should be shown in any case.
    is_error
        Whether the line was refused.
    ends
        Whether the prompt ends.
    chosen
        The square of a piece whose moves are marked on the board.
    shows_setup
        Whether the board that is being edited should be shown.
    """

    text: str = ""
    game_changed: bool = False
    shows_board: bool = False
    is_error: bool = False
    ends: bool = False
    chosen: int | None = None
    shows_setup: bool = False
