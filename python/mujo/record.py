"""Records: one game as JSON.

A record is an object with the keys ``format`` (``"mujo-record"``), ``version`` (1), ``rules`` (an object with ``name``,
``options`` and ``readings``, the latter two only what differs from the set of that name), ``start`` (position text),
``moves`` (engine text), ``result`` (``"black"``, ``"white"``, ``"draw"`` or ``null``) and ``termination`` (a word, or
``null``).

A record is read up to the first move that cannot be played; the rest is kept as text, together with the stated result.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from mujo._core import Board, RuleSet
from mujo.errors import MujoError, NotationError, RuleSetError
from mujo.files import read_text, write_text
from mujo.rules import changed_rules

__all__ = [
    "FORMAT",
    "VERSION",
    "Record",
    "Replay",
    "format_record",
    "parse_record",
    "read_record",
    "record_of",
    "write_record",
]

FORMAT: Final = "mujo-record"
VERSION: Final = 1
#: Bytes. A game of a million moves has a tenth of it.
LARGEST: Final = 128 * 1024 * 1024
RESULTS: Final = ("black", "white", "draw")


@dataclass(frozen=True, slots=True)
class Replay:
    """A record played out on a board.

    Attributes
    ----------
    board
        The board after the moves that could be played, with its history.
    rest
        The texts of the moves that could not, the first of them being the faulty one.
    fault
        Why the first of `rest` could not be played; ``None`` if there is no rest.
    """

    board: Board
    rest: tuple[str, ...]
    fault: MujoError | None


@dataclass(frozen=True, slots=True)
class Record:
    """One game as it is written down.

    Attributes
    ----------
    rules
        Name of the rule set.
    options, readings
        What differs from the rule set of that name.
    start
        Text of the first position.
    moves
        Engine texts of the moves.
    result
        ``black``, ``white`` or ``draw``; ``None`` while the game goes on.
    termination
        How it ended, in a word: those of `Outcome`, or others where people ended it.
    """

    rules: str
    start: str
    moves: tuple[str, ...] = ()
    options: Mapping[str, str | int] = field(default_factory=dict)
    readings: Mapping[str, str] = field(default_factory=dict)
    result: str | None = None
    termination: str | None = None

    def rule_set(self, own: RuleSet | None = None) -> RuleSet:
        """Find the rules of the game.

        Parameters
        ----------
        own
            Rules read from a file, which have no name that mujo knows: they are taken if the record names them.

        Raises
        ------
        RuleSetError
            Name, option, value or reading is unknown (``rules.*``).
        """
        if own is not None and own.name == self.rules and not self.options and not self.readings:
            return own
        return changed_rules(RuleSet(self.rules), self.options, self.readings)

    def replay(self, own: RuleSet | None = None) -> Replay:
        """Play the moves out, up to the first that is unreadable or illegal.

        Parameters
        ----------
        own
            As in `rule_set`.

        Raises
        ------
        RuleSetError
            As in `rule_set`.
        InvalidPositionError
            The start cannot stand under these rules (``position.*``).
        """
        board = Board(self.start, self.rule_set(own))
        for number, move in enumerate(self.moves):
            try:
                board.push(move)
            except MujoError as fault:
                return Replay(board, self.moves[number:], fault)
        return Replay(board, (), None)


def record_of(board: Board, *, result: str | None = None, termination: str | None = None) -> Record:
    """Write down the game that a board holds.

    Parameters
    ----------
    board
        The board, with its history; it is left as it is.
    result, termination
        How people ended the game, used where the rules have not.

    Examples
    --------
    >>> board = Board(rules="maka")
    >>> move = board.push("10n10m")
    >>> record_of(board).moves
    ('10n10m',)
    """
    moves = board.move_stack
    first = board.copy()
    for _ in moves:
        first.pop()
    outcome = board.outcome()
    if outcome is not None:
        result, termination = outcome.result, outcome.termination
    name, options, readings = _changes(board.rules)
    return Record(name, first.sfen(), tuple(move.usi() for move in moves), options, readings, result, termination)


def _changes(rules: RuleSet) -> tuple[str, dict[str, str | int], dict[str, str]]:
    """Split rules into a known name and what differs from the rule set of that name."""
    name = rules.name.partition("[")[0]
    try:
        base = RuleSet(name)
    except RuleSetError:
        return rules.name, {}, {}
    options = {key: value for key, value in rules.options.items() if base.options.get(key) != value}
    readings = {key: value for key, value in rules.readings.items() if base.readings.get(key) != value}
    return name, options, readings


def format_record(record: Record) -> str:
    """Write a record as JSON, one key a line and ten moves a line, with a final line feed."""
    rules = {"name": record.rules, "options": dict(record.options), "readings": dict(record.readings)}
    moves = [json.dumps(move, ensure_ascii=False) for move in record.moves]
    lines = [", ".join(moves[first : first + 10]) for first in range(0, len(moves), 10)]
    listed = "[\n    " + ",\n    ".join(lines) + "\n  ]" if lines else "[]"
    fields = {
        "format": json.dumps(FORMAT),
        "version": json.dumps(VERSION),
        "rules": json.dumps(rules, ensure_ascii=False, sort_keys=True),
        "start": json.dumps(record.start, ensure_ascii=False),
        "moves": listed,
        "result": json.dumps(record.result),
        "termination": json.dumps(record.termination, ensure_ascii=False),
    }
    return "{\n" + ",\n".join(f'  "{key}": {value}' for key, value in fields.items()) + "\n}\n"


def parse_record(text: str) -> Record:
    """Read a record from JSON. The moves are not looked at: `Record.replay` does that.

    Raises
    ------
    NotationError
        ``record.syntax``, ``record.format``, ``record.version``, ``record.missing_key``, ``record.unknown_key``,
        ``record.wrong_type``: what is wrong and what would be right.

    Examples
    --------
    >>> record = Record("maka", "startpos", ("10n10m",))
    >>> parse_record(format_record(record)) == record
    True
    """
    data = _object(text)
    if data.get("format") != FORMAT:
        raise NotationError(f'this is no record of a game: its "format" should be "{FORMAT}"', code="record.format")
    version = data.get("version")
    if type(version) is not int or version != VERSION:
        raise NotationError(
            f"the record has version {json.dumps(version)[:40]}, but this program knows version {VERSION} only",
            code="record.version",
        )
    _check_keys(data, "the record", ("format", "version", "rules", "start", "moves", "result", "termination"))
    rules = _typed(data, "rules", dict, "an object")
    _check_keys(rules, '"rules"', ("name", "options", "readings"))
    moves = _typed(data, "moves", list, "a list of move texts")
    for number, move in enumerate(moves, 1):
        if not isinstance(move, str):
            raise NotationError(f'move {number} in "moves" should be a text such as "8n8m"', code="record.wrong_type")
    options = _typed(rules, "options", dict, "an object")
    if not all(isinstance(value, str) or type(value) is int for value in options.values()):
        raise NotationError('each value in "options" should be a text or a number', code="record.wrong_type")
    readings = _typed(rules, "readings", dict, "an object")
    if not all(isinstance(value, str) for value in readings.values()):
        raise NotationError('each value in "readings" should be a text', code="record.wrong_type")
    result = data["result"]
    if result is not None and result not in RESULTS:
        raise NotationError('"result" should be "black", "white", "draw" or null', code="record.wrong_type")
    termination = data["termination"]
    if termination is not None and not isinstance(termination, str):
        raise NotationError('"termination" should be a text or null', code="record.wrong_type")
    return Record(
        rules=_typed(rules, "name", str, "a text"),
        start=_typed(data, "start", str, "the text of a position"),
        moves=tuple(moves),
        options=options,
        readings=readings,
        result=result,
        termination=termination,
    )


def read_record(path: str | Path) -> Record:
    """Read a record from a file of UTF-8 text.

    Raises
    ------
    NotationError
        As in `parse_record`; besides ``record.too_long``.
    MujoError
        ``file``: the file could not be read.
    """
    return parse_record(read_text(path, LARGEST, code_too_long="record.too_long", code_bytes="record.syntax"))


def write_record(record: Record, path: str | Path) -> None:
    """Write a record to a file, whole or not at all; a file that is there is replaced.

    Raises
    ------
    MujoError
        ``file``: the file could not be written, or it is there and is no record.
    """
    target = Path(path)
    if target.exists():
        try:
            read_record(target)
        except NotationError:
            raise MujoError(
                f"{target} exists and is no record of a game, so it is left as it is: choose another name", code="file"
            ) from None
    write_text(target, format_record(record))


def _object(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text, object_pairs_hook=_unique)
    except json.JSONDecodeError as error:
        raise NotationError(
            f"this is no JSON: {error.msg.lower()} in line {error.lineno}, column {error.colno}",
            code="record.syntax",
            position=error.pos,
        ) from None
    except RecursionError:
        raise NotationError("this is no record of a game: it is nested too deeply", code="record.syntax") from None
    except ValueError as error:
        raise NotationError(f"this is no JSON: {error}", code="record.syntax") from None
    if not isinstance(data, dict):
        raise NotationError("this is no record of a game: it should be one JSON object", code="record.format")
    if "\\ud" in text or "\\uD" in text:
        _refuse_half_characters(data)
    return data


def _refuse_half_characters(data: dict[str, Any]) -> None:
    """Refuse escapes that are half of a character: such a text can be neither compared nor written."""
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise NotationError("this is no JSON text: an escape is half of a character", code="record.syntax") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {json.dumps(twice)[:80]} is there twice")
    return data


def _check_keys(data: Mapping[str, Any], where: str, keys: tuple[str, ...]) -> None:
    for key in keys:
        if key not in data:
            raise NotationError(f'{where} has no key "{key}"', code="record.missing_key")
    for key in data:
        if key not in keys:
            known = ", ".join(keys)
            raise NotationError(
                f"{where} has the unknown key {json.dumps(key)[:80]}; the keys are {known}", code="record.unknown_key"
            )


def _typed(data: Mapping[str, Any], key: str, kind: type, what: str) -> Any:
    value = data[key]
    if not isinstance(value, kind):
        raise NotationError(f'"{key}" should be {what}', code="record.wrong_type")
    return value
