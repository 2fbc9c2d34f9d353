"""What the screen can show."""

import shutil
import sys

from mujo._core import RuleSet
from mujo.diagrams import Style, board_width

__all__ = ["can_kanji", "choose_style", "terminal_size", "terminal_width"]


def terminal_width() -> int:
    """Tell the columns of the terminal; 80 where there is none."""
    return shutil.get_terminal_size((80, 24)).columns


def terminal_size() -> tuple[int, int]:
    """Tell the columns and the rows of the terminal; 80 and 24 where there is none."""
    size = shutil.get_terminal_size((80, 24))
    return size.columns, size.lines


def can_kanji() -> bool:
    """Tell whether the output is in an encoding that has kanji."""
    return (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf")


def choose_style(asked: Style | None, rules: RuleSet, width: int | None) -> Style:
    """Choose how to draw a board.

    Parameters
    ----------
    asked
        What the user asks for.
    rules
        Whose board it is.
    width
        Columns of the terminal; ``None`` without one.

    Returns
    -------
    Style
        What is asked for; else ids, or kanji where ids do not fit the terminal and kanji can be shown.
    """
    if asked is not None:
        return asked
    if width is None or board_width(rules, Style.IDS) <= width:
        return Style.IDS
    return Style.KANJI if can_kanji() else Style.IDS
