"""Squares in Japanese: the file in full-width digits, the rank in kanji numerals."""

import re

from mujo._core import RuleSet

__all__ = ["SQUARE", "japanese_square", "kanji_number", "parse_japanese_square"]

_DIGITS = "一二三四五六七八九"
_FULL_WIDTH = str.maketrans("0123456789", "０１２３４５６７８９")

#: A square: one or two digits of either width, and a numeral up to ninety-nine.
SQUARE = re.compile(rf"([1-9１-９][0-9０-９]?)([{_DIGITS}]?十[{_DIGITS}]?|[{_DIGITS}])")


def kanji_number(number: int) -> str:
    """Write a number from 1 to 99 in kanji.

    Examples
    --------
    >>> kanji_number(7), kanji_number(10), kanji_number(25)
    ('七', '十', '二十五')
    """
    tens, ones = divmod(number, 10)
    return (("" if tens == 1 else _DIGITS[tens - 1]) + "十" if tens else "") + (_DIGITS[ones - 1] if ones else "")


def _number(kanji: str) -> int:
    tens, ten, ones = kanji.rpartition("十")
    return (10 * (_DIGITS.index(tens) + 1 if tens else 1) if ten else 0) + (_DIGITS.index(ones) + 1 if ones else 0)


def japanese_square(rules: RuleSet, square: int) -> str:
    """Write a square in Japanese.

    Examples
    --------
    >>> from mujo import RuleSet
    >>> japanese_square(RuleSet("tai"), 624)
    '２５二十五'
    """
    rank, file = divmod(square, rules.files)
    return str(file + 1).translate(_FULL_WIDTH) + kanji_number(rank + 1)


def parse_japanese_square(rules: RuleSet, found: re.Match[str]) -> int | None:
    """Read a square from a match of `SQUARE`; ``None`` if it is not on the board.

    Examples
    --------
    >>> from mujo import RuleSet
    >>> parse_japanese_square(RuleSet("tai"), SQUARE.match("２５二十五"))
    624
    """
    file, rank = int(found[1]), _number(found[2])
    if file > rules.files or rank > rules.ranks:
        return None
    return (rank - 1) * rules.files + file - 1
