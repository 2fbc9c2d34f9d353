"""The rule sets that records name. A record never opens a file: names of paths are refused like any unknown name."""

from mujo._core import RuleSet
from mujo.record.game import known_rules

__all__ = ["default_rules", "rules_named"]


def rules_named(name: str, own: RuleSet | None) -> RuleSet:
    """Return the rule set that a record names.

    Parameters
    ----------
    name
        A shipped name, with changes in brackets or not, or the name of `own`.
    own
        The caller's rules.

    Raises
    ------
    RuleSetError
        ``rules.*``: the name is neither shipped nor that of `own`.

    Examples
    --------
    >>> rules_named("maka[stalemate=draw]", None).options["stalemate"]
    'draw'
    """
    name = name.strip()
    return own if own is not None and name == own.name else known_rules(name)


def default_rules(own: RuleSet | None) -> RuleSet:
    """Return the rules of a record that names none: the caller's, or tai."""
    return known_rules("tai") if own is None else own
