"""Names of squares, given the rules whose board they are on. Boards and setups have methods of the same names."""

from mujo._core import RuleSet

__all__ = ["parse_square", "square_name"]


def square_name(square: int, rules: RuleSet | str) -> str:
    """Write a square as file number and rank letter (rule 2.1).

    Parameters
    ----------
    square
        Square index, 0-based: ``rank * files + (file - 1)``, so that 1a is 0 and 2a is 1.
    rules
        The rule set whose board it is, or its name. There is no default, because the same index names different
        squares on boards of different widths.

    Returns
    -------
    str
        The name, such as ``13y``.

    Raises
    ------
    TypeError
        The square is not an integer.
    MujoError
        ``off_board``: there is no such square.

    Examples
    --------
    >>> square_name(0, "tai"), square_name(624, "tai"), square_name(624 - 25, "tai")
    ('1a', '25y', '25x')
    """
    return _rules(rules).square_name(square)


def parse_square(text: str, rules: RuleSet | str) -> int:
    """Read a square written as file number and rank letter (rule 2.1).

    Parameters
    ----------
    text
        The name, such as ``13y``.
    rules
        The rule set whose board it is, or its name.

    Returns
    -------
    int
        Square index, 0-based, 1a first.

    Raises
    ------
    TypeError
        The name is not a text.
    NotationError
        ``notation.square``, ``notation.off_board`` or ``notation.coordinates_swapped``.

    Examples
    --------
    >>> parse_square("2b", "tai"), parse_square("2b", "maka")
    (26, 20)
    """
    return _rules(rules).parse_square(text)


def _rules(rules: RuleSet | str) -> RuleSet:
    return RuleSet(rules) if isinstance(rules, str) else rules
