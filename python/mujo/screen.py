"""What the screen can show."""

import shutil
import sys

from mujo._core import RuleSet
from mujo.diagram import Style, board_width

__all__ = ["choose_style", "terminal_width"]


def terminal_width() -> int:
    """Tell the columns of the terminal; 80 where there is none."""
    return shutil.get_terminal_size((80, 24)).columns


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
    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    return Style.KANJI if encoding.startswith("utf") else Style.IDS
