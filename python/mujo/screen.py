"""The size and the abilities of the terminal, and the style of board that suits it."""

import shutil
import sys

from mujo._core import RuleSet
from mujo.diagrams import Style, board_width

__all__ = ["can_kanji", "choose_style", "terminal_size", "terminal_width"]


def terminal_width() -> int:
    """Return the columns of the terminal; 80 if there is none."""
    return shutil.get_terminal_size((80, 24)).columns


def terminal_size() -> tuple[int, int]:
    """Return the columns and rows of the terminal; 80 and 24 if there is none."""
    size = shutil.get_terminal_size((80, 24))
    return size.columns, size.lines


def can_kanji() -> bool:
    """Return whether the encoding of standard output has kanji."""
    return (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf")


def choose_style(asked: Style | None, rules: RuleSet, width: int | None) -> Style:
    """Choose how to draw a board.

    Parameters
    ----------
    asked
        The style that the user chose, if any.
    rules
        The rules whose board it is.
    width
        Columns of the terminal; ``None`` if there is none.

    Returns
    -------
    Style
        The chosen style; otherwise ids, or kanji if ids do not fit the terminal and it can show kanji.
    """
    if asked is not None:
        return asked
    if width is None or board_width(rules, Style.IDS) <= width:
        return Style.IDS
    return Style.KANJI if can_kanji() else Style.IDS
