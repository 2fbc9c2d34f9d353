"""Piece types by whatever people call them: id, name, kanji, romaji, or the id that another source uses."""

import difflib
from collections.abc import Iterable
from functools import lru_cache

from mujo._core import BLACK, Piece, PieceType, RuleSet
from mujo.cells import to_ascii
from mujo.errors import RuleSetError

__all__ = ["find_types", "is_kanji", "name_key", "type_names"]


def is_kanji(text: str) -> bool:
    """Return whether every character is kanji, kana or another full-width sign."""
    return bool(text) and all(ord(character) > 0x2E7F for character in text)


def name_key(text: str) -> str:
    """Return the form in which names are compared: no case, accents, spaces or hyphens.

    Examples
    --------
    >>> name_key("Hook-Mover"), name_key("kōgyō"), name_key("鉤行")
    ('hookmover', 'kogyo', '鉤行')
    """
    if is_kanji(text):
        return text
    return "".join(character for character in to_ascii(text).casefold() if character.isalnum() or character == "+")


@lru_cache(maxsize=4096)
def type_names(kind: PieceType) -> frozenset[str]:
    """Return every name of a type, as `name_key` writes it; its id is not among them."""
    names = {name_key(kind.name), name_key(kind.romaji), kind.kanji, kind.board_kanji}
    return frozenset(names - {""})


def find_types(rules: RuleSet, text: str) -> list[PieceType]:
    """Find piece types by id, name, kanji or romaji, ignoring case. Several types may share a name.

    Parameters
    ----------
    rules
        The rule set.
    text
        The name. ``+`` and an id means the type that this piece promotes to.

    Returns
    -------
    list of PieceType
        At least one type.

    Raises
    ------
    RuleSetError
        ``rules.unknown_type``: no type has this name; `matches` holds ids and names close to it.

    Examples
    --------
    >>> rules = RuleSet("maka")
    >>> [kind.id for text in ("lion", "獅", "+DV", "hook mover") for kind in find_types(rules, text)]
    ['LN', 'LN', 'TK', 'HM']
    """
    text = text.strip()
    kinds = rules.piece_types
    base = kinds.get(text[1:].upper()) if text.startswith("+") else None
    if base is not None and base.promotes_to:
        return [rules.moves_as(Piece(base.id, BLACK, True))]
    if (kind := kinds.get(text.upper())) is not None:
        return [kind]
    wanted = name_key(text)
    found = [kind for kind in kinds.values() if wanted in type_names(kind)]
    if not found:
        found = [kind for kind in kinds.values() if text.upper() in _upper(kind.aliases)]
    if found:
        return found
    names = [name for kind in kinds.values() for name in (kind.id, kind.name)]
    close = tuple(difflib.get_close_matches(text, names, n=3))
    hint = f"; did you mean {' or '.join(close)}?" if close else ""
    raise RuleSetError(
        f"no piece of {rules.name} is called {text[:40]!r}{hint}",
        code="rules.unknown_type",
        name=text,
        matches=close,
    )


def _upper(words: Iterable[str]) -> set[str]:
    return {word.upper() for word in words}
