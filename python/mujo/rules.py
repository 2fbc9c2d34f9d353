"""Rule sets as people name them, on a command line or in a prompt."""

from mujo._core import RuleSet
from mujo.errors import RuleSetError

__all__ = ["RULE_FILE_SUFFIX", "find_rules"]

#: A name that ends like this is the path of a rule file.
RULE_FILE_SUFFIX = ".toml"


def find_rules(text: str) -> RuleSet:
    """Find a rule set by its name, or read it from a file of one's own.

    Parameters
    ----------
    text
        A name, such as ``maka`` or ``maka[emperor=protected-piece,LD=limited]`` with changed options and chosen
        readings, or the path of a file that ends in ``.toml``.

    Raises
    ------
    RuleSetError
        The name, an option, a value or a reading is unknown (``rules.*``).
    DataError
        The file has a fault (``data.*``).

    Examples
    --------
    >>> find_rules("maka").files
    19
    >>> find_rules("maka[emperor=protected-piece]").options["emperor"]
    'protected-piece'
    """
    text = text.strip()
    if text.endswith(RULE_FILE_SUFFIX):
        return RuleSet.from_file(text)
    name, bracket, changes = text.partition("[")
    base = RuleSet(name)
    if not bracket:
        return base
    options, readings = _changes(text, changes, base)
    return RuleSet(name, readings=readings, **options)


def _changes(text: str, changes: str, base: RuleSet) -> tuple[dict[str, str | int], dict[str, str]]:
    options: dict[str, str | int] = {}
    readings: dict[str, str] = {}
    items = changes.removesuffix("]").split(",")
    if not changes.endswith("]") or not all("=" in item for item in items):
        raise RuleSetError(
            "changes of a rule set are written as in maka[emperor=protected-piece,LD=limited]",
            code="rules.unknown_name",
            name=text,
        )
    for item in items:
        key, _, value = (part.strip() for part in item.partition("="))
        if key in base.piece_types:
            readings[key] = value
        else:
            options[key] = int(value) if value.isascii() and value.isdigit() and len(value) < 10 else value
    return options, readings
