"""Squares in Japanese: the file in full-width digits, the rank in kanji numerals."""

import re

from mujo._core import RuleSet
from mujo.errors import NotationError

__all__ = ["SQUARE", "japanese_square", "kanji_number", "parse_japanese_square", "refuse_zodiac"]

_DIGITS = "一二三四五六七八九"
_FULL_WIDTH = str.maketrans("0123456789", "０１２３４５６７８９")

#: The twelve zodiac branches, which old books of chu shogi use as coordinates.
_ZODIAC = "子丑寅卯辰巳午未申酉戌亥"

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


def refuse_zodiac(text: str, at: int) -> None:
    """Raise an error if a text names a square by a zodiac branch at this index.

    Raises
    ------
    NotationError
        ``notation.zodiac``: sources disagree on the side from which the branches count, so they cannot be converted.

    Examples
    --------
    >>> refuse_zodiac("辰五獅子", 0)
    Traceback (most recent call last):
    mujo.NotationError: '辰五獅子': 辰 is a zodiac branch that names a file; write its number from the right, as in ５五
    """
    if text[at : at + 1] and text[at] in _ZODIAC:
        raise NotationError(
            f"{text[:40]!r}: {text[at]} is a zodiac branch that names a file; "
            "write its number from the right, as in ５五",
            code="notation.zodiac",
            text=text,
            position=at,
        )
