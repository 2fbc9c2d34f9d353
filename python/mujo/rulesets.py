"""Rule sets in words: which there are, and everything that one of them decides, with its source."""

import textwrap
from typing import Any

from mujo._core import PieceType, RuleSet, option_specs, rule_set_names
from mujo.cells import cell_width, pad_right

__all__ = ["describe_rules", "list_rules", "listed_fields", "rules_fields"]


def list_rules(width: int = 100) -> str:
    """List the rule sets that come with mujo, each game before its further sets.

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
    """Tell what a rule set decides: every option and every reading, in force or not, each with its source.

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
    pieces = sum(cell.isalpha() for row in rules.start.split(" ")[0].split("/") for cell in _cells(row)) // 2
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
    for option, spec in option_specs().items():
        lines.append(_fill("", f"{option}: {spec.summary} (rule {spec.rule})", width))
        value = rules.options[option]
        said = f" [{rules.option_sources[option]}]"
        column = max((len(word) for word in spec.values), default=0) + 1
        if not spec.values:
            lines.append(_fill(f"  * {value} ", said.strip(), width))
        for word, meaning in spec.values.items():
            mark, source = ("*", said) if word == value else (" ", "")
            lines.append(_fill(f"  {mark} {pad_right(word, column)}", meaning + source, width))
    lines += ["", "Readings; * is in force"]
    for kind in rules.piece_types.values():
        lines += _reading_lines(kind, width)
    if rules.starts:
        lines += ["", "Further starts"]
        for name in rules.starts:
            said = f"{rules.start_descriptions[name]} [{rules.start_sources[name]}]"
            lines.append(_fill(f"  {name}  ", said, width))
    return "\n".join(lines)


def _cells(row: str) -> list[str]:
    return [cell.lstrip("+") for cell in row.split(",")]


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


def listed_fields() -> list[dict[str, Any]]:
    """List the rule sets as plain values, for JSON."""
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
    """Return everything that a rule set decides as plain values, for JSON (keys: docs/reference/cli.md)."""
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
