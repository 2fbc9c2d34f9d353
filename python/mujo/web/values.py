"""Checks of the values that a page sends."""

from collections.abc import Mapping
from typing import Any

from mujo.errors import MujoError

__all__ = ["mapping", "number", "optional_text", "text", "word"]


def text(data: Mapping[str, Any], key: str, longest: int = 200) -> str:
    """Return the text of a key.

    Raises
    ------
    MujoError
        ``argument``: it is missing, no text, or longer than `longest` characters.

    Examples
    --------
    >>> text({"move": "10n10m"}, "move")
    '10n10m'
    """
    value = data.get(key)
    if not isinstance(value, str):
        raise MujoError(f"{key} must be a text", code="argument")
    if len(value) > longest:
        raise MujoError(f"{key} has {len(value)} characters; {longest} are allowed", code="argument")
    return value.encode("utf-8", "replace").decode()


def optional_text(data: Mapping[str, Any], key: str, longest: int = 200) -> str | None:
    """Return the text of a key, or ``None`` if it is missing or null; errors as in `text`."""
    return None if data.get(key) is None else text(data, key, longest)


def word(data: Mapping[str, Any], key: str, *words: str) -> str:
    """Return one of a few words.

    Raises
    ------
    MujoError
        ``argument``: it is another.
    """
    value = data.get(key)
    if not isinstance(value, str) or value not in words:
        raise MujoError(f"{key} must be one of {', '.join(words)}", code="argument")
    return value


def number(data: Mapping[str, Any], key: str, least: int, most: int, default: int | None = None) -> int:
    """Return a whole number of a range.

    Raises
    ------
    MujoError
        ``argument``: it is missing without a default, no whole number, or out of range.
    """
    value = data.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise MujoError(f"{key} must be a whole number from {least} to {most}", code="argument")
    return value


def mapping(data: Mapping[str, Any], key: str) -> dict[str, str]:
    """Return an object whose values are texts, empty if it is missing.

    Raises
    ------
    MujoError
        ``argument``: it is something else.
    """
    value = data.get(key, {})
    if not isinstance(value, dict) or not all(isinstance(each, str | int) for each in value.values()):
        raise MujoError(f"{key} must be an object of texts", code="argument")
    return {str(name): str(each) for name, each in value.items()}
