"""Checks of arguments: each returns the value in the form that the caller needs, or raises `MujoError`."""

from enum import StrEnum
from typing import TypeVar

from mujo._core import RuleSet
from mujo.errors import MujoError

__all__ = ["choice", "square_index", "whole_number"]

Choice = TypeVar("Choice", bound=StrEnum)


def choice(kind: type[Choice], value: object, name: str) -> Choice:
    """Return the member of an enumeration that a text names.

    Raises
    ------
    TypeError
        The value is not a text.
    MujoError
        ``argument``: there is no such member; the message lists them.

    Examples
    --------
    >>> from mujo.diagrams import Style
    >>> choice(Style, "ids", "style")
    <Style.IDS: 'ids'>
    """
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a str, not {type(value).__name__}")
    try:
        return kind(value)
    except ValueError:
        known = ", ".join(kind)
        raise MujoError(f"{name} is {value[:40]!r}; it must be one of {known}", code="argument") from None


def whole_number(value: object, name: str, least: int, most: int) -> int:
    """Return a whole number that lies in a range, both ends included.

    Raises
    ------
    TypeError
        The value is not an integer.
    MujoError
        ``argument``: it lies outside the range.

    Examples
    --------
    >>> whole_number(3, "radius", 1, 35)
    3
    """
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name} must be an int, not {type(value).__name__}")
    if not least <= value <= most:
        shown = value if abs(value) < 10**9 else "out of range"
        raise MujoError(f"{name} is {shown}; it must be from {least} to {most}", code="argument")
    return value


def square_index(rules: RuleSet, square: object) -> int:
    """Return the index of a square that is given by its index or its name.

    Raises
    ------
    TypeError
        The value is neither an integer nor a text.
    MujoError
        ``off_board``: there is no square of this index.
    NotationError
        As in `RuleSet.parse_square`.

    Examples
    --------
    >>> from mujo import RuleSet
    >>> square_index(RuleSet("maka"), "2a"), square_index(RuleSet("maka"), 1)
    (1, 1)
    """
    if isinstance(square, str):
        return rules.parse_square(square)
    if not isinstance(square, int) or isinstance(square, bool):
        raise TypeError(f"a square must be an int or a str, not {type(square).__name__}")
    if not 0 <= square < rules.files * rules.ranks:
        # Raises with the message of the core, which knows how to write any number.
        rules.square_name(square)
    return square
