"""Records as JSON: one game an object, or one game a line (JSONL).

A record is an object with the keys ``format`` (``"mujo-record"``), ``version`` (1), ``rules`` (an object with ``name``,
``options`` and ``readings``, the latter two only what differs from the set of that name), ``start`` (position text),
``moves`` (engine notation), ``result`` (``"black"``, ``"white"``, ``"draw"`` or ``null``) and ``termination`` (a word
or ``null``). ``tags``, ``comments`` (by ply), ``variations``, ``rest`` and ``nags`` (by ply) are written if not empty.
"""

import json
import re
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from mujo.errors import NotationError
from mujo.record.game import RESULTS, Game, Variation
from mujo.record.limits import DEEPEST, LARGEST, check_depth, check_encodable

__all__ = ["FORMAT", "VERSION", "format_line", "format_record", "game_of_object", "parse_object", "parse_record"]

FORMAT: Final = "mujo-record"
VERSION: Final = 1
#: Keys that are left out if empty.
OPTIONAL: Final = ("tags", "comments", "variations", "rest", "nags")
#: Nested arrays and objects of a record with variations nested to `DEEPEST`.
_DEEPEST_JSON: Final = 2 * DEEPEST + 10
_BRACKETS = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\Z)|[\[\]{}]', re.DOTALL)


def format_record(record: Game) -> str:
    r"""Write a game as JSON, one key a line and ten moves a line, with a final line feed.

    The text is canonical: equal games have equal texts.

    Parameters
    ----------
    record
        The game.

    Examples
    --------
    >>> format_record(Game("maka", "startpos", ("10n10m",))).split("\n")[1]
    '  "format": "mujo-record",'
    """
    moves = [json.dumps(move, ensure_ascii=False) for move in record.moves]
    lines = [", ".join(moves[first : first + 10]) for first in range(0, len(moves), 10)]
    fields = {key: json.dumps(value, ensure_ascii=False) for key, value in _fields(record).items()}
    fields["moves"] = "[\n    " + ",\n    ".join(lines) + "\n  ]" if lines else "[]"
    return check_encodable("{\n" + ",\n".join(f'  "{key}": {value}' for key, value in fields.items()) + "\n}\n")


def format_line(record: Game) -> str:
    """Write a game as one line of JSON, without a line feed: a line of a JSONL file.

    Parameters
    ----------
    record
        The game.

    Examples
    --------
    >>> format_line(Game("maka", "startpos", ("10n10m",)))[:60]
    '{"format":"mujo-record","version":1,"rules":{"name":"maka","'
    """
    return check_encodable(json.dumps(_fields(record), ensure_ascii=False, separators=(",", ":")))


def _fields(record: Game) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "rules": {
            "name": record.rules,
            "options": dict(sorted(record.options.items())),
            "readings": dict(sorted(record.readings.items())),
        },
        "start": record.start,
        "moves": list(record.moves),
        "result": record.result,
        "termination": record.termination,
    }
    if record.tags:
        fields["tags"] = dict(sorted(record.tags.items()))
    return fields | _notes(record)


def _notes(line: Game | Variation) -> dict[str, Any]:
    """Return the optional fields of a line of moves."""
    notes: dict[str, Any] = {}
    if line.comments:
        notes["comments"] = {str(ply): text for ply, text in sorted(line.comments.items())}
    if line.variations:
        notes["variations"] = [
            {"ply": other.ply, "moves": list(other.moves)} | _notes(other) for other in line.variations
        ]
    if line.rest:
        notes["rest"] = list(line.rest)
    if line.nags:
        notes["nags"] = {str(ply): list(nags) for ply, nags in sorted(line.nags.items())}
    return notes


def parse_record(text: str) -> Game:
    """Read a record from JSON. The moves are not checked: `Game.replay` does that.

    Parameters
    ----------
    text
        The text of one record.

    Raises
    ------
    NotationError
        ``record.syntax``, ``record.format``, ``record.version``, ``record.missing_key``, ``record.unknown_key``,
        ``record.wrong_type``, ``record.too_deep``, ``record.too_long``.

    Examples
    --------
    >>> record = Game("maka", "startpos", ("10n10m",))
    >>> parse_record(format_record(record)) == record
    True
    """
    return game_of_object(parse_object(text))


def game_of_object(data: Mapping[str, Any]) -> Game:
    """Read a record from a JSON object.

    Raises
    ------
    NotationError
        As in `parse_record`.
    """
    if data.get("format") != FORMAT:
        raise NotationError(f'this is not a record of a game: its "format" should be "{FORMAT}"', code="record.format")
    version = data.get("version")
    if type(version) is not int or version != VERSION:
        raise NotationError(
            f"the record has version {json.dumps(version)[:40]}, but this program knows version {VERSION} only",
            code="record.version",
        )
    _check_keys(data, "the record", ("format", "version", "rules", "start", "moves", "result", "termination"), OPTIONAL)
    rules = _typed(data, "rules", dict, "an object")
    _check_keys(rules, '"rules"', ("name", "options", "readings"))
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
    return Game(
        rules=_typed(rules, "name", str, "a text"),
        start=_typed(data, "start", str, "the text of a position"),
        moves=_texts(data, "moves", "move"),
        options=options,
        readings=readings,
        result=result,
        termination=termination,
        tags=_named_texts(data, "tags"),
        comments=_comments(data),
        variations=_variations(data, 1),
        rest=_texts(data, "rest", "text"),
        nags=_nags(data),
    )


def _texts(data: Mapping[str, Any], key: str, what: str) -> tuple[str, ...]:
    if key not in data:
        return ()
    texts = _typed(data, key, list, f"a list of {what}s")
    for number, text in enumerate(texts, 1):
        if not isinstance(text, str):
            raise NotationError(f'{what} {number} in "{key}" should be a text such as "8n8m"', code="record.wrong_type")
    return tuple(texts)


def _named_texts(data: Mapping[str, Any], key: str) -> dict[str, str]:
    if key not in data:
        return {}
    texts: dict[str, str] = _typed(data, key, dict, "an object")
    if not all(isinstance(value, str) for value in texts.values()):
        raise NotationError(f'each value in "{key}" should be a text', code="record.wrong_type")
    return texts


def _comments(data: Mapping[str, Any]) -> dict[int, str]:
    return {_ply(key, "comments"): text for key, text in _named_texts(data, "comments").items()}


def _nags(data: Mapping[str, Any]) -> dict[int, tuple[int, ...]]:
    if "nags" not in data:
        return {}
    nags = {}
    for key, numbers in _typed(data, "nags", dict, "an object").items():
        if not isinstance(numbers, list) or not all(type(nag) is int and 0 <= nag <= 255 for nag in numbers):
            raise NotationError('each value in "nags" should be a list of numbers 0 to 255', code="record.wrong_type")
        nags[_ply(key, "nags")] = tuple(numbers)
    return nags


def _ply(key: str, where: str) -> int:
    if not (key.isascii() and key.isdigit() and len(key) < 9 and str(int(key)) == key):
        raise NotationError(f'each key in "{where}" should be a ply: "0", "1", ...', code="record.wrong_type")
    return int(key)


def _variations(data: Mapping[str, Any], depth: int) -> tuple[Variation, ...]:
    if "variations" not in data:
        return ()
    check_depth(depth)
    found = []
    for item in _typed(data, "variations", list, "a list of objects"):
        if not isinstance(item, dict):
            raise NotationError('each item of "variations" should be an object', code="record.wrong_type")
        _check_keys(item, "a variation", ("ply", "moves"), OPTIONAL[1:])
        ply = item["ply"]
        if type(ply) is not int or ply < 1:
            raise NotationError('"ply" of a variation should be 1 or more', code="record.wrong_type")
        moves, rest = _texts(item, "moves", "move"), _texts(item, "rest", "text")
        found.append(Variation(ply, moves, _comments(item), _variations(item, depth + 1), rest, _nags(item)))
    return tuple(found)


def parse_object(text: str) -> dict[str, Any]:
    """Read one JSON object of limited size and depth.

    Raises
    ------
    NotationError
        ``record.syntax``, ``record.format``, ``record.too_deep``, ``record.too_long``.
    """
    if len(text) > LARGEST:
        raise NotationError(f"the record is longer than {LARGEST} characters", code="record.too_long")
    _check_nesting(text)
    try:
        data = json.loads(text, object_pairs_hook=_unique)
    except json.JSONDecodeError as error:
        raise NotationError(
            f"this is not JSON: {error.msg.lower()} in line {error.lineno}, column {error.colno}",
            code="record.syntax",
            position=error.pos,
        ) from None
    except RecursionError:
        raise NotationError("this is not a record of a game: it is nested too deeply", code="record.too_deep") from None
    except ValueError as error:
        raise NotationError(f"this is not JSON: {str(error)[:200]}", code="record.syntax") from None
    if not isinstance(data, dict):
        raise NotationError("this is not a record of a game: it should be one JSON object", code="record.format")
    if "\\ud" in text or "\\uD" in text:
        _refuse_half_characters(data)
    return data


def _refuse_half_characters(data: dict[str, Any]) -> None:
    """Refuse escaped lone surrogates, which cannot be written as UTF-8."""
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise NotationError("this is not Unicode text: an escape is a lone surrogate", code="record.syntax") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise ValueError(f"the key {json.dumps(twice)[:80]} occurs twice")
    return data


def _check_keys(data: Mapping[str, Any], where: str, keys: tuple[str, ...], optional: tuple[str, ...] = ()) -> None:
    for key in keys:
        if key not in data:
            raise NotationError(f'{where} has no key "{key}"', code="record.missing_key")
    for key in data:
        if key not in keys and key not in optional:
            known = ", ".join((*keys, *optional))
            raise NotationError(
                f"{where} has the unknown key {json.dumps(key)[:80]}; the keys are {known}", code="record.unknown_key"
            )


def _typed(data: Mapping[str, Any], key: str, kind: type, what: str) -> Any:
    value = data[key]
    if not isinstance(value, kind):
        raise NotationError(f'"{key}" should be {what}', code="record.wrong_type")
    return value


def _check_nesting(text: str) -> None:
    """Refuse deep nesting before `json` recurses into it."""
    if text.count("[") + text.count("{") <= _DEEPEST_JSON:
        return
    depth = 0
    for found in _BRACKETS.finditer(text):
        if found[0] in "[{":
            depth += 1
            if depth > _DEEPEST_JSON:
                raise NotationError(
                    f"the JSON is nested deeper than {_DEEPEST_JSON}",
                    code="record.too_deep",
                    position=found.start(),
                )
        elif found[0] in "]}":
            depth -= 1
