"""Rule sets by name, changed by options and readings, and in words: what each decides, with its sources."""

import difflib
import textwrap
from collections.abc import Iterable, Mapping
from typing import Any

from mujo._core import PieceType, RuleSet, option_specs, rule_set_names
from mujo.cells import cell_width, pad_right
from mujo.errors import MujoError, RuleSetError

__all__ = [
    "RULE_FILE_SUFFIX",
    "changed_rules",
    "describe_rules",
    "find_rules",
    "find_start",
    "list_rules",
    "rule_list_fields",
    "rules_fields",
]

#: A name that ends like this is the path of a rule file.
RULE_FILE_SUFFIX = ".toml"


def find_rules(text: str) -> RuleSet:
    """Find a rule set by its name, or read it from a file.

    Parameters
    ----------
    text
        A name, such as ``maka`` or ``maka[emperor=protected-piece,LD=limited]`` with changed options and readings, or
        the path of a file that ends in ``.toml``.

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
    except MujoError:
        raise
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise MujoError(f"cannot read {text}: {reason}", code="file") from None


def changed_rules(base: RuleSet, options: Mapping[str, str | int], readings: Mapping[str, str]) -> RuleSet:
    """Change options and readings of a rule set; the names may be any text.

    Parameters
    ----------
    base
        The rule set, shipped or from a file.
    options
        Option names and their new values.
    readings
        Type ids and the names of their readings.

    Raises
    ------
    RuleSetError
        An option, value, type or reading is unknown, or the options contradict each other (``rules.*``).

    Examples
    --------
    >>> changed_rules(RuleSet("maka"), {"stalemate": "draw"}, {}).name
    'maka[stalemate=draw]'
    """
    known = base.options
    for option in options:
        # Checked here because an option named like a parameter of `RuleSet.changed` must not reach it.
        if option not in known:
            raise _unknown(f"no option is called {option[:40]!r}", "rules.unknown_option", option, known, "there are")
    if not options and not readings:
        return base
    return base.changed(readings=dict(readings), **options)


def find_start(rules: RuleSet, name: str) -> str:
    """Return the position text of one of a rule set's further starts, such as a handicap.

    Parameters
    ----------
    rules
        The rule set.
    name
        The name of a start, see `RuleSet.starts`.

    Raises
    ------
    RuleSetError
        ``rules.unknown_start``: there is no such start.

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
    message = f"{rules.name} has no start {name[:40]!r}"
    raise _unknown(message, "rules.unknown_start", name, starts, "it has")


def _unknown(message: str, code: str, name: str, known: Iterable[str], lead: str) -> RuleSetError:
    """Make the error for an unknown name, with the names close to it, or else all that exist."""
    known = list(known)
    close = difflib.get_close_matches(name, known)
    hint = f"did you mean {' or '.join(close)}?" if close else f"{lead} {', '.join(known) or 'none but its own'}"
    return RuleSetError(f"{message}: {hint}", code=code, name=name, matches=close)


def list_rules(width: int = 100) -> str:
    """List the shipped rule sets in words, each game followed by its variants.

    Parameters
    ----------
    width
        Columns a line.

    Examples
    --------
    >>> print(list_rules(60).splitlines()[0])
    chu                  12 by 12 with 46 pieces a side; the
    """
    sets = [RuleSet(name) for name in sorted(rule_set_names())]
    column = max(len(rules.name) for rules in sets) + 4
    return "\n".join(
        _fill(pad_right(("  " if "/" in rules.name else "") + rules.name, column), rules.description, width)
        for rules in sets
    )


def describe_rules(rules: RuleSet, width: int = 100) -> str:
    """Describe what a rule set decides: every option and every reading, in force or not, each with its source.

    Parameters
    ----------
    rules
        The rule set.
    width
        Columns a line.

    Examples
    --------
    >>> text = describe_rules(RuleSet("maka"))
    >>> [line for line in text.splitlines() if "KavKafavK [" in line][0]
    '  * line     KavKafavK [WP diagram, JA, SZ, SSZ]'
    """
    ranks = rules.start.split(" ")[0].split("/")
    pieces = sum(cell.lstrip("+").isalpha() for rank in ranks for cell in rank.split(",")) // 2
    initial = sum(kind.is_initial for kind in rules.piece_types.values())
    lines = [
        f"{rules.name}: {rules.title}",
        _fill("  ", rules.description, width),
        f"  board {rules.files} x {rules.ranks}, {pieces} pieces a side at the start, {initial} types and "
        f"{len(rules.piece_types) - initial} more by promotion",
        _fill("  source: ", rules.source, width),
        "",
        "Options; * is in force",
    ]
    for option in option_specs():
        lines += _option_lines(rules, option, width)
    lines += ["", "Readings; * is in force"]
    for kind in rules.piece_types.values():
        lines += _reading_lines(kind, width)
    if rules.starts:
        lines += ["", "Further starts"]
        for name in rules.starts:
            text = f"{rules.start_descriptions[name]} [{rules.start_sources[name]}]"
            lines.append(_fill(f"  {name}  ", text, width))
    return "\n".join(lines)


def _option_lines(rules: RuleSet, option: str, width: int) -> list[str]:
    spec = option_specs()[option]
    lines = [_fill("", f"{option}: {spec.summary} (rule {spec.rule})", width)]
    chosen = rules.options[option]
    citation = f"[{rules.option_sources[option]}]"
    if not spec.values:
        lines.append(_fill(f"  * {chosen} ", citation, width))
    column = max((len(value) for value in spec.values), default=0) + 1
    for value, meaning in spec.values.items():
        mark, text = ("*", f"{meaning} {citation}") if value == chosen else (" ", meaning)
        lines.append(_fill(f"  {mark} {pad_right(value, column)}", text, width))
    return lines


def _reading_lines(kind: PieceType, width: int) -> list[str]:
    if not kind.readings:
        return []
    lines = [f"{kind.id} {kind.name} {kind.kanji}"]
    column = max(max(map(len, kind.readings)) + 1, 9)
    for name, betza in kind.readings.items():
        mark = "*" if name == kind.reading else " "
        lines.append(_fill(f"  {mark} {pad_right(name, column)}", f"{betza} [{kind.reading_sources[name]}]", width))
    if kind.reading is None:
        lines.append(f"  * {pad_right('-', column)}{kind.betza} [by an option]")
    return lines


def _fill(first: str, text: str, width: int) -> str:
    return textwrap.fill(
        text,
        max(width, cell_width(first) + 20),
        initial_indent=first,
        subsequent_indent=" " * cell_width(first) if first else "    ",
        break_on_hyphens=False,
        break_long_words=False,
    )


def rule_list_fields() -> list[dict[str, Any]]:
    """Return the shipped rule sets as plain values, for JSON.

    Examples
    --------
    >>> {fields["name"] for fields in rule_list_fields()} == set(rule_set_names())
    True
    """
    return [_names(RuleSet(name)) for name in sorted(rule_set_names())]


def _names(rules: RuleSet) -> dict[str, Any]:
    return {
        "name": rules.name,
        "game": rules.game,
        "title": rules.title,
        "description": rules.description,
        "source": rules.source,
        "files": rules.files,
        "ranks": rules.ranks,
        "digest": rules.digest,
    }


def rules_fields(rules: RuleSet) -> dict[str, Any]:
    """Return everything that a rule set decides as plain values, for JSON (keys: docs/reference/cli.md).

    Parameters
    ----------
    rules
        The rule set.

    Examples
    --------
    >>> rules_fields(RuleSet("maka"))["name"]
    'maka'
    """
    return {
        **_names(rules),
        "start": rules.start,
        "starts": [
            {
                "name": name,
                "position": position,
                "description": rules.start_descriptions[name],
                "source": rules.start_sources[name],
            }
            for name, position in rules.starts.items()
        ],
        "options": [
            {
                "name": option,
                "value": rules.options[option],
                "source": rules.option_sources[option],
                "summary": spec.summary,
                "rule": spec.rule,
                "values": dict(spec.values),
                "range": None if spec.range is None else list(spec.range),
            }
            for option, spec in option_specs().items()
        ],
        "contagious": list(rules.contagious),
        "exempt": list(rules.exempt),
        "lions": list(rules.lions),
        "worthless": list(rules.worthless),
        "types": [
            {
                "id": kind.id,
                "name": kind.name,
                "kanji": kind.kanji,
                "romaji": kind.romaji,
                "initial": kind.is_initial,
                "betza": kind.betza,
                "promotes_to": kind.promotes_to,
                "royal": kind.royal,
                "last_rank": kind.last_rank,
                "rank": kind.rank,
                "burns": kind.burns,
                "value": kind.value,
                "source": kind.source,
                "reading": kind.reading,
                "readings": [
                    {"name": name, "betza": betza, "source": kind.reading_sources[name]}
                    for name, betza in kind.readings.items()
                ],
            }
            for kind in rules.piece_types.values()
        ],
    }
