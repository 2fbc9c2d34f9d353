"""Rule sets: a game with every option fixed, from its file, its base and the caller's changes."""

from __future__ import annotations

import re
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from mujo_reference.betza import Term, is_hook, parse, with_two_captures
from mujo_reference.board import BLACK, Piece, Square
from mujo_reference.data import (
    Options,
    PieceLine,
    RuleFile,
    data_folder,
    load_toml,
    read_options,
    read_rule_file,
    set_names,
)
from mujo_reference.errors import DataFault, Refused


class Rules:
    """A game with every option fixed.

    Parameters
    ----------
    definition
        The merged files of the rule set.
    known
        The options that exist.
    changes
        Options the caller changed.
    readings
        Readings the caller chose, by type.
    """

    def __init__(
        self, definition: RuleFile, known: Options, changes: dict[str, str | int], readings: dict[str, str]
    ) -> None:
        self.definition = definition
        self.known = known
        self.changes = changes
        self.chosen = {**definition.choose, **readings}
        defaults = {name: option.default for name, option in known.options.items()}
        self.options: dict[str, str | int] = {**defaults, **definition.options, **changes}
        assert definition.size is not None
        self.files, self.ranks = definition.size
        self.pieces = definition.pieces
        self.lines = {**definition.pieces, **definition.promoted}
        self.contagious, self.exempt = definition.contagion or ([], [])
        self.lions, self.worthless = definition.lion_trading or ([], [])
        self.promotion_rows = known.promotion_table[str(self.options["promotion"])]
        self._terms = {id_: self._read_terms(id_) for id_ in self.lines}
        self.play_without_royals: frozenset[str] = frozenset()

    def begun_without_royals(self, sides: list[str]) -> Rules:
        """Return the rules of a game that these sides begin without a royal (rule 5.2)."""
        rules = Rules.__new__(Rules)
        rules.__dict__.update(self.__dict__)
        rules.play_without_royals = frozenset(sides if self.options["no_royals"] == "plays-on" else ())
        return rules

    def _read_terms(self, id_: str) -> tuple[Term, ...]:
        """Parse the move of a type; `hook_captures` does not apply to a reading chosen by name (rule 3.4)."""
        terms = parse(self.betza(id_))
        if self.options["hook_captures"] == 2 and id_ not in self.chosen:
            return tuple(with_two_captures(term) if is_hook(term) else term for term in terms)
        return terms

    def betza(self, id_: str) -> str:
        """Return the current move of a type, as text."""
        if id_ in self.chosen:
            return self.definition.readings[id_][self.chosen[id_]]
        return self.lines[id_].betza

    def terms_of_type(self, id_: str) -> tuple[Term, ...]:
        """Return the current move of a type, parsed."""
        return self._terms.get(id_, ())

    def promotes_to(self, id_: str) -> str | None:
        """Return the type that an initial type promotes to, or None."""
        to = self.definition.promotions.get(id_, self.lines[id_].promotes)
        return None if to == "none" else to

    def has_last_chance(self, id_: str) -> bool:
        """Return whether an initial type may promote when it reaches the last rank (rule 7.1)."""
        return self.definition.last_rank.get(id_, self.lines[id_].last_rank)

    def moves_as(self, piece: Piece) -> str:
        """Return the type whose move a piece currently has (rule 2.3)."""
        if not piece.promoted:
            return piece.type
        to = self.promotes_to(piece.type)
        assert to is not None
        return to

    def terms(self, piece: Piece) -> tuple[Term, ...]:
        """Return the current move of a piece, parsed."""
        return self.terms_of_type(self.moves_as(piece))

    @property
    def sweeps(self) -> bool:
        """Whether some type sweeps (rule 10.2)."""
        return any(self.sweeps_as(id_) for id_ in self.lines)

    def sweeps_as(self, id_: str) -> bool:
        """Return whether a type sweeps (rule 10.2); then no move of it has more than one leg."""
        return any(term.legs[0].sweeps for term in self.terms_of_type(id_))

    def role(self, piece: Piece) -> str | None:
        """Return the current role of a piece: emperor, prince, king or None (rule 2.4)."""
        line = self.lines.get(self.moves_as(piece))
        return None if line is None else line.royal

    def is_lion(self, piece: Piece) -> bool:
        """Return whether a piece counts as a lion (rule 7.2)."""
        return self.moves_as(piece) in self.lions

    def on_board(self, square: Square) -> bool:
        """Return whether a square is on the board (rule 2.1)."""
        return 1 <= square[0] <= self.files and 1 <= square[1] <= self.ranks

    def squares(self) -> list[Square]:
        """Return all squares in board order: 1a, 2a, ... (rule 3.10)."""
        return [(file, rank) for rank in range(1, self.ranks + 1) for file in range(1, self.files + 1)]

    def rank_from_far_side(self, square: Square, side: str) -> int:
        """Return the number of a rank, counted from the side's last rank, which is 1."""
        return square[1] if side == BLACK else self.ranks + 1 - square[1]

    def with_options(self, **changes: str | int) -> Rules:
        """Return these rules with changed options."""
        readings = {id_: name for id_, name in self.chosen.items() if self.definition.choose.get(id_) != name}
        return Rules(self.definition, self.known, {**self.changes, **changes}, readings)

    @property
    def name(self) -> str:
        """The name of the rule set, with its changes in brackets; readings with equal terms are no change."""
        plain = Rules(self.definition, self.known, {}, {})
        option_marks = [
            f"{option}={value}" for option, value in sorted(self.options.items()) if value != plain.options[option]
        ]
        changed_options = Rules(self.definition, self.known, self.changes, {})
        reading_marks = [
            f"{id_}={name}"
            for id_, name in sorted(self.chosen.items())
            if set(self.terms_of_type(id_)) != set(changed_options.terms_of_type(id_))
        ]
        marks = ",".join(option_marks + reading_marks)
        return f"{self.definition.name}[{marks}]" if marks else self.definition.name

    def start_text(self) -> str:
        """Return the text of the starting position (rules 2.1, 2.2: White's army is Black's, rotated)."""
        if self.definition.position is not None:
            return self.definition.position
        army = [row.split(",") for row in self.definition.army or []]
        black = [",".join(row) for row in army]
        white = [",".join(cell.lower() for cell in reversed(row)) for row in reversed(army)]
        empty = [str(self.files)] * (self.ranks - 2 * len(army))
        return "/".join(white + empty + black) + " b - 1"


def load(name: str = "tai", **changes: str | int) -> Rules:
    """Load a rule set by name, such as ``maka/western`` or ``maka[emperor=protected-piece,LD=line]``.

    Keywords are options (small letters) and readings (type ids): ``load("tai", promotion="never", LD="limited")``.
    """
    match = re.fullmatch(r"([^\[\]]+)(?:\[([^\[\]]*)\])?", name)
    if match is None or match[1] not in set_names():
        raise Refused("rules.unknown_name", f"{name!r} is not a rule set; known are {', '.join(set_names())}")
    written = dict(mark.split("=", 1) for mark in (match[2] or "").split(",") if "=" in mark)
    return _build(_merged(match[1]), {**written, **changes})


def from_content(content: dict[str, Any], file: str, **changes: str | int) -> Rules:
    """Build a rule set from the parsed content of a custom TOML file."""
    definition = read_rule_file(content, file)
    if definition.name in set_names():
        raise DataFault("data.bad_id", file, "name", f"{definition.name!r} is the name of a bundled rule set")
    return _build(_with_base(definition, ()), changes)


def _build(definition: RuleFile, changes: dict[str, Any]) -> Rules:
    """Check the options and readings of a merged definition and of the caller, and build the rule set."""
    known = read_options()
    options = {name: value for name, value in changes.items() if not name.isupper()}
    readings = {name: str(value) for name, value in changes.items() if name.isupper()}
    for name, value in definition.options.items():
        _check_option(known, name, value, "data", definition.file)
    for name, value in options.items():
        if isinstance(value, str) and value.isdecimal():
            options[name] = int(value)
        _check_option(known, name, options[name], "rules", definition.name)
    for id_, reading in readings.items():
        _check_reading(definition, id_, reading, "rules", definition.name)
    _check_definition(definition)
    rules = Rules(definition, known, options, readings)
    _check_combinations(rules)
    return rules


def _check_combinations(rules: Rules) -> None:
    """Refuse impossible combinations of options."""
    options = rules.options
    for impossible, why in (
        (
            any("zone" in when for when, _ in rules.promotion_rows) and options["promotion_zone"] == 0,
            f"promotion = {options['promotion']} needs a promotion_zone",
        ),
        (int(options["promotion_zone"]) > rules.ranks, "the promotion_zone is larger than the board"),
        (
            options["contagion_order"] == "choice" and options["contagion"] != "off" and not rules.contagious,
            "contagion_order = choice needs types that infect",
        ),
        (
            options["burning"] != "off" and not any(line.burns for line in rules.lines.values()),
            f"burning = {options['burning']} needs a type that burns",
        ),
        (
            options["burning"] != "off" and any(line.royal == "emperor" for line in rules.lines.values()),
            f"burning = {options['burning']} cannot be combined with an emperor",
        ),
        (
            options["burning"] != "off" and options["lion_trading"] != "off",
            f"burning = {options['burning']} cannot be combined with lion_trading",
        ),
        (options["lion_trading"] != "off" and not rules.lions, "lion_trading needs types that count as lions"),
        (rules.sweeps and options["lion_trading"] != "off", "sweeps cannot be combined with lion_trading"),
        (
            rules.sweeps and any(line.royal == "emperor" for line in rules.lines.values()),
            "sweeps cannot be combined with an emperor",
        ),
    ):
        if impossible:
            raise DataFault("rules.impossible_combination", rules.definition.file, "options", why)


def _check_option(known: Options, name: str, value: str | int, kind: str, file: str) -> None:
    """Refuse an unknown option or value."""
    if name not in known.options:
        near = get_close_matches(name, known.options, 1)
        raise DataFault(
            f"{kind}.unknown_option", file, f"options.{name}", f"did you mean {near}?" if near else "unknown"
        )
    option = known.options[name]
    if option.values and value not in option.values:
        raise DataFault(
            f"{kind}.unknown_value", file, f"options.{name}", f"{value!r}: one of {', '.join(option.values)}"
        )
    if not option.values and not (isinstance(value, int) and option.minimum <= value <= option.maximum):
        fix = f"{value!r}: a number from {option.minimum} to {option.maximum}"
        raise DataFault(f"{kind}.unknown_value", file, f"options.{name}", fix)


def _check_reading(definition: RuleFile, id_: str, reading: str, kind: str, file: str) -> None:
    """Refuse a reading that a type does not have."""
    if id_ not in definition.pieces and id_ not in definition.promoted:
        raise DataFault(f"{kind}.unknown_type", file, f"choose.{id_}", "no such type")
    names = definition.readings.get(id_, {})
    if reading not in names:
        fix = f"{reading!r}: {', '.join(names) or 'this type has no readings'}"
        raise DataFault(f"{kind}.unknown_reading", file, f"choose.{id_}", fix)


def _merged(name: str) -> RuleFile:
    """Read a bundled rule set and merge it with its base."""
    path: Path = data_folder() / "rules" / f"{name}.toml"
    definition = read_rule_file(load_toml(path), f"{name}.toml")
    if definition.name != name:
        raise DataFault("data.bad_id", definition.file, "name", f"must be {name!r}, the path of the file")
    return _with_base(definition, (name,))


def _with_base(upper: RuleFile, seen: tuple[str, ...]) -> RuleFile:
    """Merge a file with its base; the file contains only the differences."""
    if upper.base is None:
        return upper
    if upper.base in seen or upper.base not in set_names():
        raise DataFault("data.base", upper.file, "base", f"{upper.base!r} is not another rule set")
    path = data_folder() / "rules" / f"{upper.base}.toml"
    base = _with_base(read_rule_file(load_toml(path), f"{upper.base}.toml"), (*seen, upper.base))
    for id_ in (*upper.pieces, *upper.promoted):
        if id_ in base.pieces or id_ in base.promoted:
            raise DataFault("data.duplicate", upper.file, f"pieces.{id_}", f"{upper.base} has this type already")
    new_setup = upper.army is not None or upper.position is not None
    return replace(
        upper,
        size=upper.size or base.size,
        options={**base.options, **upper.options},
        contagion=upper.contagion or base.contagion,
        lion_trading=upper.lion_trading or base.lion_trading,
        army=upper.army if new_setup else base.army,
        position=upper.position if new_setup else base.position,
        starts={**base.starts, **upper.starts},
        pieces={**base.pieces, **upper.pieces},
        promoted={**base.promoted, **upper.promoted},
        readings={
            id_: {**base.readings.get(id_, {}), **upper.readings.get(id_, {})}
            for id_ in {**base.readings, **upper.readings}
        },
        choose={**base.choose, **upper.choose},
        promotions={**base.promotions, **upper.promotions},
        last_rank={**base.last_rank, **upper.last_rank},
    )


def _depends_on_ranks(text: str) -> bool:
    """Return whether a move passes pieces of lower rank (rules 9.2, 10.2)."""
    return any(leg.jumps or leg.sweeps for term in parse(text) for leg in term.legs)


def _check_definition(definition: RuleFile) -> None:
    """Refuse faults that show only in the merged definition: unknown types, equal readings, a wrong setup."""
    lines = {**definition.pieces, **definition.promoted}

    def known(id_: str, key: str, among: dict[str, PieceLine]) -> None:
        if id_ not in among:
            raise DataFault("data.unknown_type", definition.file, key, f"{id_!r} is not a type of this game")

    if len(lines) != len(definition.pieces) + len(definition.promoted):
        raise DataFault("data.duplicate", definition.file, "promoted", "an id is in both pieces and promoted")
    for mark in ("board", "letter"):
        signs = [getattr(line, mark) for line in definition.pieces.values() if getattr(line, mark) is not None]
        if len(set(signs)) != len(signs):
            raise DataFault("data.duplicate", definition.file, f"pieces.{mark}", "two types have the same")
    for id_, line in lines.items():
        if line.promotes is not None:
            known(line.promotes, f"pieces.{id_}.promotes", lines)
    for id_, to in definition.promotions.items():
        known(id_, f"promotions.{id_}", definition.pieces)
        if to != "none":
            known(to, f"promotions.{id_}.to", lines)
    for id_, names in definition.readings.items():
        known(id_, f"readings.{id_}", lines)
        if len(set(names.values())) != len(names):
            raise DataFault("data.duplicate", definition.file, f"readings.{id_}", "two readings are equal")
        if lines[id_].betza not in names.values():
            raise DataFault("data.missing_key", definition.file, f"readings.{id_}", "the move of the line has no name")
    for id_, reading in definition.choose.items():
        _check_reading(definition, id_, reading, "data", definition.file)
    moves = {id_: [line.betza, *definition.readings.get(id_, {}).values()] for id_, line in lines.items()}
    passers = [id_ for id_, texts in moves.items() if any(map(_depends_on_ranks, texts))]
    ranked = [id_ for id_, line in lines.items() if line.rank]
    if bool(passers) != bool(ranked):
        fix = "passes pieces of lower rank, but no type has a rank"
        if ranked:
            fix = "has a rank, but no type jumps or sweeps"
        raise DataFault("data.impossible_combination", definition.file, f"pieces.{(passers or ranked)[0]}", fix)
    infecting, exempt = definition.contagion or ([], [])
    for id_ in (*infecting, *exempt):
        known(id_, "contagion", definition.pieces)
    for id_ in infecting:
        if definition.promotions.get(id_, lines[id_].promotes) in (None, "none"):
            raise DataFault("data.impossible_combination", definition.file, "contagion.types", f"{id_} must promote")
    lions, worthless = definition.lion_trading or ([], [])
    for id_ in (*lions, *worthless):
        known(id_, "lion_trading", lines)
    if any(row != row.upper() for row in definition.army or []):
        raise DataFault("data.setup_size", definition.file, "setup.army", "an army is written in UPPER case")
    if definition.size is None or len(definition.army or []) * 2 > definition.size[1]:
        raise DataFault("data.setup_size", definition.file, "setup.army", "two armies do not fit on the board")
