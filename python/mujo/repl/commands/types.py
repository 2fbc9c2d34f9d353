"""What the prompt tells about a type of piece."""

import difflib
import textwrap
from functools import lru_cache

from mujo._core import BLACK, Piece, PieceType, RuleSet, rule_set_names
from mujo.cells import to_ascii
from mujo.diagrams import movement, moves_text, piece_moving_as
from mujo.errors import RuleSetError

__all__ = ["describe_type", "find_types"]


def find_types(rules: RuleSet, text: str) -> list[PieceType]:
    """Find types by id (with ``+``: what that piece moves as), name, kanji or romaji; several may share a name.

    Raises
    ------
    RuleSetError
        ``rules.unknown_type``: there is none; `matches` are ids and names close to the text.
    """
    kinds = rules.piece_types
    wanted = to_ascii(text).casefold() if text.isascii() or not _is_kanji(text) else text
    if text.startswith("+") and (base := kinds.get(text[1:].upper())) is not None and base.promotes_to:
        return [rules.moves_as(Piece(base.id, BLACK, True))]
    if (kind := kinds.get(text.upper())) is not None:
        return [kind]
    found = [
        kind
        for kind in kinds.values()
        if wanted in (kind.name.casefold(), kind.kanji, kind.board_kanji, to_ascii(kind.romaji).casefold())
    ]
    if found:
        return found
    names = [name for kind in kinds.values() for name in (kind.id, kind.name)]
    close = tuple(difflib.get_close_matches(text, names, n=3))
    hint = f"; did you mean {' or '.join(close)}?" if close else ""
    raise RuleSetError(
        f"no type of piece of {rules.name} has the id, name, kanji or romaji {text[:40]!r}{hint}",
        code="rules.unknown_type",
        name=text,
        matches=close,
    )


def _is_kanji(text: str) -> bool:
    return all(ord(character) > 0x2E7F for character in text)


def describe_type(rules: RuleSet, kind: PieceType, width: int, *, ascii_only: bool = False) -> str:
    """Say everything about a type: names, move, promotion, value, source, and a diagram of its moves.

    Parameters
    ----------
    rules
        The rule set.
    kind
        The type, one of `RuleSet.piece_types`.
    width
        Columns of the screen.
    ascii_only
        Leave out the kanji, which cannot be shown.
    """
    kanji = "" if ascii_only else f" {kind.kanji}"
    lines = [f"{kind.id} {kind.name}{kanji} {kind.romaji}"]
    facts = [
        ("move", kind.betza + (f" (reading {kind.reading})" if kind.reading else "")),
        ("promotes", _promotion(rules, kind)),
        ("contagion", _contagion(rules, kind)),
        ("on the board", _presence(rules, kind)),
        ("royal", kind.royal),
        ("value", None if kind.value is None else f"{kind.value:g}"),
        ("readings", ", ".join(f"{name}: {betza}" for name, betza in kind.readings.items())),
        ("other sets", _elsewhere(rules, kind)),
        ("source", kind.source),
    ]
    for label, text in facts:
        if text:
            lines.append(textwrap.fill(text, width, initial_indent=f"  {label:<13}", subsequent_indent=" " * 15))
    piece = piece_moving_as(rules, kind)
    if piece is not None:
        lines.append(_diagram(rules, piece, width))
    return "\n".join(lines)


def _promotion(rules: RuleSet, kind: PieceType) -> str:
    if not kind.is_initial:
        return "a promoted form: never"
    if kind.promotes_to is None:
        return "never"
    return f"to +{kind.id}, which moves as {kind.promotes_to} ({rules.piece_types[kind.promotes_to].name})"


def _contagion(rules: RuleSet, kind: PieceType) -> str | None:
    """Say whether a type infects what takes it, and whether it can be infected."""
    if rules.options["contagion"] == "off":
        return None
    said = []
    for base in rules.contagious:
        origin = rules.piece_types[base]
        if kind.id == origin.promotes_to or (kind.id == base and rules.options["contagion"] == "on"):
            said.append(f"what takes it becomes +{base}")
    if kind.id in rules.exempt or any(rules.piece_types[base].promotes_to == kind.id for base in rules.exempt):
        said.append("not infected itself")
    return "; ".join(said) or None


@lru_cache(maxsize=16)
def _relatives(game: str) -> tuple[RuleSet, ...]:
    """List the rule sets of a game that come with mujo."""
    return tuple(rules for name in rule_set_names() if (rules := RuleSet(name)).game == game)


def _elsewhere(rules: RuleSet, kind: PieceType) -> str | None:
    """Say in which other rule sets of this game the type moves or promotes otherwise."""
    said: dict[str, list[str]] = {}
    for other in _relatives(rules.game):
        own = other.piece_types.get(kind.id)
        if other.name == rules.name or own is None or own.kanji != kind.kanji:
            continue
        differs = [f"moves {own.betza}"] if own.betza != kind.betza else []
        if own.promotes_to != kind.promotes_to:
            differs.append(f"becomes {own.promotes_to}" if own.promotes_to else "never promotes")
        if differs:
            said.setdefault(" and ".join(differs), []).append(other.name)
    return "; ".join(f"{' '.join(names)}: {what}" for what, names in said.items()) or None


def _presence(rules: RuleSet, kind: PieceType) -> str:
    symbols = [kind.id] if kind.is_initial else []
    symbols += [f"+{other.id}" for other in rules.piece_types.values() if other.promotes_to == kind.id]
    return ", ".join(symbols)


def _diagram(rules: RuleSet, piece: Piece, width: int) -> str:
    """Draw the moves with what each mark means, and say how far they go."""
    how = movement(rules, piece)
    count = len(how.reached)
    notes = [f"{count} square{'s' * (count != 1)} from the centre of an empty board"]
    if how.can_pass:
        notes.append("and it can pass")
    lines = [*moves_text(rules, piece).split("\n"), "; ".join(notes) + "."]
    return "\n".join(line if len(line) <= width else textwrap.fill(line, width) for line in lines)
