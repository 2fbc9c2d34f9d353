"""Names of squares, without a board at hand."""

from mujo._core import RuleSet


def square_name(square: int, rules: RuleSet | str = "tai") -> str:
    """Write a square as file number and rank letter (rule 2.1).

    Parameters
    ----------
    square
        Square index, 0-based: ``rank * files + (file - 1)``, so that 1a is 0 and 2a is 1.
    rules
        The rule set whose board it is, or its name.

    Returns
    -------
    str
        The name, such as ``13y``.

    Raises
    ------
    MujoError
        ``off_board``: there is no such square.

    Examples
    --------
    >>> square_name(0), square_name(624), square_name(1, "maka")
    ('1a', '25y', '2a')
    """
    return _rules(rules).square_name(square)


def parse_square(text: str, rules: RuleSet | str = "tai") -> int:
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
    NotationError
        ``notation.square``, ``notation.off_board`` or ``notation.coordinates_swapped``.

    Examples
    --------
    >>> parse_square("25y"), parse_square("2a", "maka")
    (624, 1)
    """
    return _rules(rules).parse_square(text)


def _rules(rules: RuleSet | str) -> RuleSet:
    return RuleSet(rules) if isinstance(rules, str) else rules
