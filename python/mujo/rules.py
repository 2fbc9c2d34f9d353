"""Rule sets as people name them, on a command line or in a prompt."""

import difflib
from collections.abc import Mapping

from mujo._core import RuleSet
from mujo.errors import MujoError, RuleSetError

__all__ = ["RULE_FILE_SUFFIX", "changed_rules", "find_rules", "find_start"]

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
    MujoError
        ``file``: the file could not be read.

    Examples
    --------
    >>> find_rules("maka").files
    19
    >>> find_rules("maka[emperor=protected-piece]").options["emperor"]
    'protected-piece'
    """
    text = text.strip()
    if not text.endswith(RULE_FILE_SUFFIX):
        return RuleSet(text)
    try:
        return RuleSet.from_file(text)
    except OSError as error:
        reason = str(error).partition(" (os error")[0]
        raise MujoError(f"cannot read {text}: {reason}", code="file") from None


def changed_rules(base: RuleSet, options: Mapping[str, str | int], readings: Mapping[str, str]) -> RuleSet:
    """Change options and readings of a rule set, the names of which may come from anywhere.

    Parameters
    ----------
    base
        A rule set, from a file of one's own too.
    options
        Values by the names of options.
    readings
        Names of readings by the ids of types.

    Raises
    ------
    RuleSetError
        An option, a value, a type or a reading is unknown, or the options cannot stand together (``rules.*``).

    Examples
    --------
    >>> changed_rules(RuleSet("maka"), {"stalemate": "draw"}, {}).name
    'maka[stalemate=draw]'
    """
    known = base.options
    for option in options:
        # Tested here, since an option called like a parameter of `RuleSet` must not reach it.
        if option not in known:
            close = difflib.get_close_matches(option, known)
            hint = f"did you mean {' or '.join(close)}?" if close else f"there are {', '.join(known)}"
            raise RuleSetError(
                f"no option is called {option[:40]!r}: {hint}",
                code="rules.unknown_option",
                name=option,
                matches=close,
            )
    if not options and not readings:
        return base
    return base.changed(readings=dict(readings), **options)


def find_start(rules: RuleSet, name: str) -> str:
    """Return the text of a further start of a rule set, such as a handicap.

    Raises
    ------
    RuleSetError
        ``rules.unknown_start``: there is none of that name.

    Examples
    --------
    >>> find_start(RuleSet("tai"), "queen")
    Traceback (most recent call last):
    ...
    mujo.RuleSetError: tai has no start 'queen': did you mean queens?
    """
    starts = rules.starts
    if name in starts:
        return starts[name]
    close = difflib.get_close_matches(name, starts)
    hint = f"did you mean {' or '.join(close)}?" if close else f"it has {', '.join(starts) or 'none but its own'}"
    raise RuleSetError(
        f"{rules.name} has no start {name[:40]!r}: {hint}", code="rules.unknown_start", name=name, matches=close
    )
