"""What the prompt says about a type of piece."""

import textwrap
from functools import lru_cache

from mujo._core import PieceType, RuleSet, rule_set_names
from mujo.diagrams import movement, moves_text, piece_moving_as
from mujo.diagrams.words import power_words, titled

__all__ = ["describe_type"]

#: Columns of the labels before the facts.
_LABEL = 13


def describe_type(rules: RuleSet, kind: PieceType, width: int, *, ascii_only: bool = False) -> str:
    """Describe a type: names, moves in words and as a diagram, promotion, contagion, value, readings, source.

    Parameters
    ----------
    rules
        The rule set.
    kind
        The type, one of `RuleSet.piece_types`.
    width
        Columns of the screen.
    ascii_only
        Leave out kanji, where they cannot be shown.
    """
    piece = piece_moving_as(rules, kind)
    lines = [f"{titled(kind, ascii_only=ascii_only)} {kind.romaji}"]
    if piece is not None:
        lines += power_words(rules, piece, width)
    facts = [
        ("promotes", _promotion(rules, kind)),
        ("contagion", _contagion(rules, kind)),
        ("royal", None if kind.royal is None else f"as {kind.royal}: see 'help royal'"),
        ("stands as", _presence(rules, kind)),
        ("value", None if kind.value is None else f"{kind.value:g} pawns"),
        ("notation", kind.betza + (f" (reading {kind.reading})" if kind.reading else "")),
        ("readings", ", ".join(f"{name}: {betza}" for name, betza in kind.readings.items())),
        ("other sets", _elsewhere(rules, kind)),
        ("source", kind.source),
    ]
    for label, text in facts:
        if text:
            lines.append(
                textwrap.fill(
                    text,
                    width,
                    initial_indent=f"  {label:<{_LABEL}}",
                    subsequent_indent=" " * (_LABEL + 2),
                    break_long_words=False,
                    break_on_hyphens=False,
                )
            )
    if piece is not None:
        count = len(movement(rules, piece).reached)
        drawing = moves_text(rules, piece).split("\n")
        lines += [line if len(line) <= width else textwrap.fill(line, width) for line in drawing]
        lines.append(f"It reaches {count} square{'s' * (count != 1)} from the centre of an empty board.")
    return "\n".join(lines)


def _promotion(rules: RuleSet, kind: PieceType) -> str:
    if not kind.is_initial:
        return "no: it is a promoted form"
    if kind.promotes_to is None:
        return "never"
    return f"to +{kind.id}, which moves as {kind.promotes_to} ({rules.piece_types[kind.promotes_to].name})"


def _contagion(rules: RuleSet, kind: PieceType) -> str | None:
    """Say whether a type infects what captures it, and whether it can be infected."""
    if rules.options["contagion"] == "off":
        return None
    words = []
    for base in rules.contagious:
        origin = rules.piece_types[base]
        if kind.id == origin.promotes_to or (kind.id == base and rules.options["contagion"] == "on"):
            words.append(f"whatever captures it becomes +{base}")
    if kind.id in rules.exempt or any(rules.piece_types[base].promotes_to == kind.id for base in rules.exempt):
        words.append("immune")
    return "; ".join(words) or None


@lru_cache(maxsize=16)
def _relatives(game: str) -> tuple[RuleSet, ...]:
    """Return the shipped rule sets of a game."""
    return tuple(rules for name in rule_set_names() if (rules := RuleSet(name)).game == game)


def _elsewhere(rules: RuleSet, kind: PieceType) -> str | None:
    """Name the other rule sets of this game in which the type moves or promotes differently."""
    sets: dict[str, list[str]] = {}
    for other in _relatives(rules.game):
        own = other.piece_types.get(kind.id)
        if other.name == rules.name or own is None or own.kanji != kind.kanji:
            continue
        differs = [f"moves {own.betza}"] if own.betza != kind.betza else []
        if own.promotes_to != kind.promotes_to:
            differs.append(f"becomes {own.promotes_to}" if own.promotes_to else "never promotes")
        if differs:
            sets.setdefault(" and ".join(differs), []).append(other.name)
    return "; ".join(f"{' '.join(names)}: {what}" for what, names in sets.items()) or None


def _presence(rules: RuleSet, kind: PieceType) -> str | None:
    symbols = [f"+{other.id}" for other in rules.piece_types.values() if other.promotes_to == kind.id]
    if not symbols:
        return None
    return ", ".join([kind.id] * kind.is_initial + symbols)
