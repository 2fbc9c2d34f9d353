"""The size of the terminal."""

import shutil

__all__ = ["terminal_size", "terminal_width"]


def terminal_width() -> int:
    """Return the columns of the terminal; 80 if there is none."""
    return shutil.get_terminal_size((80, 24)).columns


def terminal_size() -> tuple[int, int]:
    """Return the columns and rows of the terminal; 80 and 24 if there is none."""
    size = shutil.get_terminal_size((80, 24))
    return size.columns, size.lines
