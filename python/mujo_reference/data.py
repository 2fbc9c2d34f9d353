"""Strict reader of the rule files: an unknown key, id, atom or value is a fault with file, key and remedy."""

from __future__ import annotations

import importlib.util
import math
import re
import tomllib
import unicodedata
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from mujo_reference.betza import BetzaError, parse, sweep_conflicts, walks
from mujo_reference.errors import DataFault, Refused

ROLES = ("emperor", "prince", "king")
DUTIES = ("forced", "free")
OCCASIONS = (
    "capture",
    "capture-of-promoted",
    "enter-zone",
    "capture-in-zone",
    "last-rank",
    "move-in-zone",
    "end-in-zone",
    "dead-end",
)
ID = re.compile(r"[A-Z]{1,3}")
PLAIN = re.compile(r"[a-z0-9-]+")
NAME = re.compile(r"[a-z0-9-]+(/[a-z0-9-]+)?")
LONGEST_NAME = 60
MOST_WALKS = 20_000
MOST_CAPTURES_BEFORE = 3
"""The most legs before the last that may capture."""


@dataclass(frozen=True)
class Option:
    """One option: its values (words, or integers from `minimum` to `maximum`) and its default."""

    default: str | int
    values: tuple[str, ...] = ()
    minimum: int = 0
    maximum: int = 0


@dataclass(frozen=True)
class Options:
    """The options file: each option, and the rows (when, duty) of each value of `promotion`."""

    options: dict[str, Option]
    promotion_table: dict[str, tuple[tuple[str, str], ...]]


@dataclass(frozen=True)
class PieceLine:
    """The fields of a line of `[pieces]` or `[promoted]` that the rules need."""

    id: str
    betza: str
    promotes: str | None
    royal: str | None
    last_rank: bool
    rank: int
    burns: bool
    letter: str | None
    board: str | None


@dataclass
class RuleFile:
    """The content of one file; a missing table is None or empty."""

    file: str
    name: str
    base: str | None
    size: tuple[int, int] | None = None
    options: dict[str, str | int] = field(default_factory=dict)
    contagion: tuple[list[str], list[str]] | None = None
    lion_trading: tuple[list[str], list[str]] | None = None
    army: list[str] | None = None
    position: str | None = None
    starts: dict[str, str] = field(default_factory=dict)
    pieces: dict[str, PieceLine] = field(default_factory=dict)
    promoted: dict[str, PieceLine] = field(default_factory=dict)
    readings: dict[str, dict[str, str]] = field(default_factory=dict)
    choose: dict[str, str] = field(default_factory=dict)
    promotions: dict[str, str] = field(default_factory=dict)
    last_rank: dict[str, bool] = field(default_factory=dict)


class Table:
    """A TOML table whose keys are taken one by one; `finish` refuses the rest."""

    def __init__(self, content: dict[str, Any], file: str, path: str = "") -> None:
        self.content = content
        self.file = file
        self.path = path
        self.taken: list[str] = []

    def fault(self, code: str, key: str, fix: str) -> DataFault:
        """Return a fault of a key of this table."""
        return DataFault(code, self.file, f"{self.path}.{key}" if self.path else key, fix)

    def take(self, key: str, kind: type | tuple[type, ...], needed: bool = False) -> Any:
        """Return the value of a key, or None."""
        self.taken.append(key)
        if key not in self.content:
            if needed:
                raise self.fault("data.missing_key", key, "is required")
            return None
        value = self.content[key]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise self.fault("data.wrong_type", key, f"{value!r} has the wrong type")
        return value

    def text(self, key: str) -> str:
        """Return the text of a required key."""
        value: str = self.take(key, str, needed=True)
        return value

    def texts(self, key: str, needed: bool = False) -> list[str] | None:
        """Return the list of strings of a key."""
        value: list[str] | None = self.take(key, list, needed)
        if value is not None and not all(isinstance(item, str) for item in value):
            raise self.fault("data.wrong_type", key, "must be a list of strings")
        return value

    def table(self, key: str, needed: bool = False) -> Table | None:
        """Return the table of a key."""
        value = self.take(key, dict, needed)
        return None if value is None else Table(value, self.file, f"{self.path}.{key}" if self.path else key)

    def tables(self, key: str) -> list[tuple[str, Table]]:
        """Return the named tables inside the table of a key."""
        table = self.table(key)
        if table is None:
            return []
        found = [(name, table.table(name)) for name in table.content]
        return [(name, inner) for name, inner in found if inner is not None]

    def finish(self) -> None:
        """Refuse every key that was not taken."""
        for key in self.content:
            if key not in self.taken:
                near = get_close_matches(key, self.taken, 1)
                fix = f"unknown key; did you mean {near[0]}?" if near else f"unknown key; known: {self.taken}"
                raise self.fault("data.unknown_key", key, fix)


def data_folder() -> Path:
    """Return the data folder, found without importing the package it belongs to."""
    spec = importlib.util.find_spec("mujo")
    places = [Path(place) for place in (spec.submodule_search_locations or [])] if spec else []
    places.append(Path(__file__).parent.parent / "mujo")
    for place in places:
        if (place / "data" / "options.toml").is_file():
            return place / "data"
    raise Refused("file", f"no data folder in {[str(place) for place in places]}")


def set_names() -> list[str]:
    """Return the names of all bundled rule sets: the path of each file without its suffix."""
    rules = data_folder() / "rules"
    return sorted(path.relative_to(rules).with_suffix("").as_posix() for path in rules.rglob("*.toml"))


def load_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file in UTF-8."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataFault("data.syntax", path.name, "", str(error)) from error


def read_options() -> Options:
    """Read the options file."""
    path = data_folder() / "options.toml"
    root = Table(load_toml(path), path.name)
    options: dict[str, Option] = {}
    promotion: dict[str, tuple[tuple[str, str], ...]] = {}
    for name in root.content:
        table = root.table(name, needed=True)
        assert table is not None
        table.text("rule")
        table.text("summary")
        if table.text("kind") == "integer":
            low, high = table.take("minimum", int, True), table.take("maximum", int, True)
            options[name] = Option(table.take("default", int, True), minimum=low, maximum=high)
        else:
            values = table.table("values", needed=True)
            assert values is not None
            options[name] = Option(table.text("default"), values=tuple(values.content))
        rows = table.table("table")
        if rows is not None:
            promotion = {value: _rows(rows, value) for value in options[name].values}
            rows.finish()
        table.finish()
    return Options(options, promotion)


def _rows(table: Table, value: str) -> tuple[tuple[str, str], ...]:
    """Read the rows of one value of `promotion` (rule 4.1)."""
    rows: list[tuple[str, str]] = []
    for content in table.take(value, list, needed=True):
        row = Table(content, table.file, f"{table.path}.{value}")
        when, duty = row.text("when"), row.text("duty")
        row.finish()
        if when not in OCCASIONS or duty not in DUTIES:
            raise row.fault("data.unknown_value", "when", f"{when}, {duty}: known are {OCCASIONS} and {DUTIES}")
        rows.append((when, duty))
    return tuple(rows)


def read_rule_file(content: dict[str, Any], file: str) -> RuleFile:
    """Read the tables of one rule file."""
    root = Table(content, file)
    if root.take("format", int, needed=True) != 1:
        raise root.fault("data.wrong_type", "format", "must be 1")
    name = root.text("name")
    if NAME.fullmatch(name) is None or len(name) > LONGEST_NAME:
        raise root.fault("data.bad_id", "name", f"{name!r}: small letters, digits and -, possibly game/set")
    for key in ("title", "description", "source"):
        root.text(key)
    result = RuleFile(file, name, root.take("base", str))
    root.take("values_source", str)
    _read_board(root, result)
    for option, table in root.tables("options"):
        result.options[option] = table.take("value", (str, int), needed=True)
        table.text("source")
        table.finish()
    result.contagion = _pair_of_lists(root, "contagion", "types", "exempt")
    result.lion_trading = _pair_of_lists(root, "lion_trading", "lions", "worthless")
    for start, table in root.tables("starts"):
        _check_name(table, start)
        result.starts[start] = table.text("position")
        table.text("description")
        table.text("source")
        table.finish()
    result.pieces = {id_: _piece(id_, table) for id_, table in root.tables("pieces")}
    result.promoted = {id_: _piece(id_, table) for id_, table in root.tables("promoted")}
    for id_, names in root.tables("readings"):
        for reading in names.content:
            _check_name(names, reading)
        result.readings[id_] = {reading: _reading(names, reading) for reading in names.content}
    choose = root.table("choose")
    if choose is not None:
        result.choose = {id_: choose.text(id_) for id_ in choose.content}
    for id_, table in root.tables("promotions"):
        result.promotions[id_] = table.text("to")
        last_rank = table.take("last_rank", bool)
        if last_rank is not None:
            result.last_rank[id_] = last_rank
        table.text("source")
        table.finish()
    root.finish()
    if result.base is None and result.promotions:
        raise root.fault("data.unknown_key", "promotions", "a game without base states promotions in its piece lines")
    if result.base is None:
        for key in ("board", "setup", "pieces"):
            root.take(key, dict, needed=True)
    return result


def _check_name(table: Table, name: str) -> None:
    """Refuse the name of a reading or start that could not be part of a rule set's name."""
    if PLAIN.fullmatch(name) is None:
        raise DataFault("data.bad_id", table.file, table.path, f"{name!r}: small letters, digits and -")


def _read_board(root: Table, result: RuleFile) -> None:
    """Read the size of the board and the setup (rule 2.1)."""
    board = root.table("board")
    if board is not None:
        result.size = (board.take("files", int, True), board.take("ranks", int, True))
        if not all(3 <= length <= 36 for length in result.size):
            raise board.fault("data.wrong_type", "files", "files and ranks: 3 to 36 each")
        board.finish()
    setup = root.table("setup")
    if setup is not None:
        result.army, result.position = setup.texts("army"), setup.take("position", str)
        if (result.army is None) == (result.position is None):
            raise setup.fault("data.impossible_combination", "army", "either army or position")
        setup.finish()


def _pair_of_lists(root: Table, key: str, first: str, second: str) -> tuple[list[str], list[str]] | None:
    """Read a table with two lists of types."""
    table = root.table(key)
    if table is None:
        return None
    lists = table.texts(first, needed=True) or [], table.texts(second, needed=True) or []
    table.finish()
    return lists


def _piece(id_: str, table: Table) -> PieceLine:
    """Read one line of `[pieces]` or `[promoted]`."""
    if ID.fullmatch(id_) is None:
        raise DataFault("data.bad_id", table.file, table.path, f"{id_!r}: one to three capital letters")
    table.take("name", str, needed=True)
    for key in ("kanji", "romaji"):
        table.take(key, str)
    table.take("source", str)
    value = table.take("value", (int, float))
    if value is not None and not math.isfinite(value):
        raise table.fault("data.wrong_type", "value", "must be a number")
    table.texts("aliases")
    royal = table.take("royal", str)
    if royal is not None and royal not in ROLES:
        raise table.fault("data.wrong_type", "royal", f"{royal!r}: one of {', '.join(ROLES)}")
    sign = table.take("board", str)
    unseen = sign is not None and any(letter.isspace() or unicodedata.combining(letter) for letter in sign)
    if sign is not None and (unseen or len(sign) not in (1, 2) or not sign.isprintable()):
        raise table.fault("data.wrong_type", "board", "must be one or two visible characters")
    rank = table.take("rank", int) or 0
    if not 0 <= rank <= 9:
        raise table.fault("data.wrong_type", "rank", "must be a number from 0 to 9")
    line = PieceLine(
        id_,
        _betza(table, "betza"),
        table.take("promotes", str),
        royal,
        bool(table.take("last_rank", bool)),
        rank,
        bool(table.take("burns", bool)),
        table.take("letter", str),
        sign,
    )
    table.finish()
    return line


def _reading(names: Table, reading: str) -> str:
    """Read one named reading."""
    table = names.table(reading, needed=True)
    assert table is not None
    table.text("source")
    betza = _betza(table, "betza")
    table.finish()
    return betza


def _betza(table: Table, key: str) -> str:
    """Read a move and check that it parses and that its victims fit the text of a move."""
    text = table.text(key)
    try:
        terms = parse(text)
    except BetzaError as error:
        raise table.fault("data.bad_betza", key, str(error)) from error
    if any(sum("c" in leg.modes for leg in term.legs[:-1]) > MOST_CAPTURES_BEFORE for term in terms):
        fix = f"{text}: at most {MOST_CAPTURES_BEFORE} victims before the last leg"
        raise table.fault("data.too_many_captures", key, fix)
    if sweep_conflicts(terms):
        fix = f"{text}: no leap, no passing slide and no several legs beside a sweep in the same direction"
        raise DataFault("data.impossible_combination", table.file, table.path, fix)
    if sum(map(walks, terms)) > MOST_WALKS:
        raise table.fault("data.bad_betza", key, f"{text} has more than {MOST_WALKS} possible walks")
    return text
