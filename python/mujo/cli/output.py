"""What the command line writes: text for people, machine formats, errors.

Machine formats (JSON, SVG, records) are UTF-8 bytes whatever the locale is. Text for people is in the encoding of the
terminal; if that has no kanji, they are left out, and a note on standard error says so once. Nothing that a terminal
would obey is written.
"""

import json
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import IO, Any, Final

from mujo._core import Board, Move, RuleSet
from mujo.cells import clip, printable, to_ascii
from mujo.diagrams import Style
from mujo.errors import IllegalMoveError, InvalidPositionError, MujoError, NotationError, RuleSetError

__all__ = [
    "FORMAT",
    "board_fields",
    "can_show",
    "complain",
    "emit",
    "emit_bytes",
    "error_json",
    "limited",
    "move_fields",
    "note",
    "say",
    "shown_style",
    "to_json",
]

FORMAT: Final = "mujo-cli/1"

#: Characters of one line of an error, and lines of an error.
_LONGEST_LINE: Final = 1000
_MOST_LINES: Final = 40

_NO_KANJI: Final = "this terminal's encoding ({}) has no kanji: pieces are shown by their ids"

#: Notes that have been written already.
_noted: set[str] = set()


def say(text: str, *, ascii_only: bool = False) -> None:
    """Write text for people to standard output."""
    text = printable(text)
    if ascii_only:
        text = to_ascii(text)
    elif not can_show(text):
        note(_NO_KANJI.format(_encoding()))
        text = _without_kanji(text)
    print(text)


def shown_style(style: Style | None, rules: RuleSet, *, names: bool = False) -> Style:
    """Return the style of a board for people: the one asked for, or ids if it cannot be shown.

    Parameters
    ----------
    style
        The style asked for.
    rules
        Whose board it is.
    names
        Whether the names of pieces in kanji must be shown as well.
    """
    kinds = rules.piece_types.values()
    signs = "".join(kind.board_kanji + (kind.kanji if names else "") for kind in kinds)
    if style is Style.KANJI and not can_show(signs):
        note(_NO_KANJI.format(_encoding()))
        return Style.IDS
    return Style.IDS if style is None else style


def emit(text: str) -> None:
    """Write a machine format to standard output, as UTF-8 bytes."""
    _write_bytes(sys.stdout, text)


def emit_bytes(data: bytes) -> None:
    """Write bytes to standard output."""
    if sys.stdout is not None:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


def note(text: str) -> None:
    """Write a note to standard error, once in a run."""
    if text not in _noted:
        _noted.add(text)
        with suppress(OSError, ValueError):
            print(f"mujo: {limited(text)}", file=sys.stderr, flush=True)


def complain(error: MujoError, *, as_json: bool, usage: str = "") -> None:
    """Write an error to standard error.

    Parameters
    ----------
    error
        The error.
    as_json
        Write one line of JSON.
    usage
        How the command is used, for an error of its arguments.
    """
    with suppress(OSError, ValueError):
        if as_json:
            _write_bytes(sys.stderr, error_json(error) + "\n")
            return
        slug = f" [{error.code}]" if error.code else ""
        text = f"{usage}mujo: {limited(str(error))}{slug}"
        print(text if can_show(text, sys.stderr) else to_ascii(text), file=sys.stderr, flush=True)


def limited(text: str) -> str:
    r"""Escape what a terminal would obey, and cut a text to a size that people read.

    Examples
    --------
    >>> limited("8n\x1b[2J"), len(limited("x" * 5000)) <= 1000
    ('8n\\x1b[2J', True)
    """
    lines = clip(printable(text), _LONGEST_LINE).split("\n")
    if len(lines) > _MOST_LINES:
        lines[_MOST_LINES:] = [f"and {len(lines) - _MOST_LINES} more lines"]
    return "\n".join(lines)


def to_json(command: str, fields: Mapping[str, Any]) -> str:
    """Return what a command found as one line of JSON."""
    return _dump({"format": FORMAT, "command": command, **fields})


def error_json(error: MujoError) -> str:
    """Return an error as one line of JSON."""
    fields: dict[str, Any] = {"code": error.code, "message": clip(str(error), _LONGEST_LINE)[: 10 * _LONGEST_LINE]}
    match error:
        case NotationError():
            fields["position"] = error.position
        case IllegalMoveError():
            fields["rule"] = error.rule
        case InvalidPositionError():
            fields["problems"] = [clip(text, _LONGEST_LINE) for text in error.problems[:_MOST_LINES]]
        case RuleSetError():
            fields["matches"] = list(error.matches)
    return _dump({"format": FORMAT, "error": fields})


def board_fields(board: Board) -> dict[str, Any]:
    """Return what identifies a position: its rules and its text."""
    return {"rules": board.rules.name, "position": board.sfen()}


def move_fields(board: Board, move: Move) -> dict[str, Any]:
    """Return what a legal move of the board does, as plain values."""
    name = board.rules.square_name
    return {
        "usi": move.usi(),
        "from": name(move.from_square),
        "captures": [name(square) for square in move.captures],
        "to": name(move.to_square),
        "promotes": move.promotes,
        "pass": move.is_pass,
        "igui": move.is_igui,
    }


def _dump(fields: Mapping[str, Any]) -> str:
    """Write JSON in which every character that a terminal could obey is escaped, besides those that JSON escapes."""
    text = json.dumps(fields, ensure_ascii=False)
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else _escaped(sign) for sign in text)


def _escaped(sign: str) -> str:
    return json.dumps(sign)[1:-1] if ord(sign) > 0x7E else f"\\u{ord(sign):04x}"


def _encoding() -> str:
    return (sys.stdout.encoding if sys.stdout is not None else None) or "utf-8"


def can_show(text: str, stream: IO[str] | None = None) -> bool:
    """Return whether a stream, standard output by default, can show a text."""
    stream = sys.stdout if stream is None else stream
    try:
        text.encode(getattr(stream, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _without_kanji(text: str) -> str:
    """Leave out what the terminal cannot show: accents go, and words of other characters alone."""
    lines = []
    for line in text.split("\n"):
        if not can_show(line):
            words = [to_ascii(word) for word in line.split(" ")]
            line = " ".join(word for word in words if not word or word.strip("?"))
        lines.append(line)
    return "\n".join(lines)


def _write_bytes(stream: IO[str] | None, text: str) -> None:
    if stream is None:
        return
    binary = getattr(stream, "buffer", None)
    if binary is None:
        # A stream that a caller of `main` put in place.
        stream.write(text)
        return
    stream.flush()
    binary.write(text.encode("utf-8", "replace"))
    binary.flush()
