"""Fonts and characters of the pictures."""

from enum import StrEnum
from typing import Final

__all__ = ["FONTS", "LATIN", "RARE", "Rare", "text_of"]

#: Fonts with the characters of the games, the common ones first. 𩹄 is only in the last three.
FONTS: Final = (
    "'Noto Serif CJK JP','Source Han Serif JP','Hiragino Mincho ProN','Yu Mincho','MS Mincho',"
    "'BabelStone Han','HanaMinA','HanaMinB',serif"
)
LATIN: Final = "'DejaVu Sans','Noto Sans',Arial,sans-serif"

#: Characters that few fonts have, and what may stand for them: 摩竭 is another way to write the capricorn's name, and
#: 嗥 means to howl.
RARE: Final = {"𩹄": "竭", "𠵇": "嗥"}


class Rare(StrEnum):
    """What to do with characters that few fonts have."""

    KEEP = "keep"
    REPLACE = "replace"


def text_of(text: str, rare: Rare) -> str:
    """Prepare a text for a picture.

    Examples
    --------
    >>> text_of("摩𩹄", Rare.REPLACE)
    '摩竭'
    """
    if rare is Rare.REPLACE:
        for character, other in RARE.items():
            text = text.replace(character, other)
    return text
