"""Files of records: found out by their names, read one game at a time, written whole or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import Final

from mujo._core import RuleSet
from mujo.errors import MujoError, NotationError
from mujo.files import read_text, write_text
from mujo.record.fault import Fault, Scan
from mujo.record.game import Game, settle
from mujo.record.json_text import format_line, format_record, parse_record
from mujo.record.kif import format_kif
from mujo.record.kif_read import read_kif, split_kif
from mujo.record.pgn import format_pgn
from mujo.record.pgn_read import read_pgn, split_pgn
from mujo.record.position_line import format_position_line, parse_position_line

__all__ = [
    "Format",
    "find_format",
    "format_game",
    "read_games",
    "read_record",
    "scan_games",
    "scan_stream",
    "write_games",
    "write_record",
]

#: Bytes. A game of a million moves has a tenth of it.
LARGEST: Final = 128 * 1024 * 1024


class Format(StrEnum):
    """How games are written down."""

    JSON = "json"
    JSONL = "jsonl"
    POSITION = "position"
    PGN = "pgn"
    KIF = "kif"


_ENDINGS = {
    ".json": Format.JSON,
    ".jsonl": Format.JSONL,
    ".ndjson": Format.JSONL,
    ".usi": Format.POSITION,
    ".txt": Format.POSITION,
    ".pgn": Format.PGN,
    ".kif": Format.KIF,
    ".kifu": Format.KIF,
}


def find_format(path: str | Path) -> Format:
    """Tell the format of a file from the end of its name.

    Raises
    ------
    MujoError
        ``record.unknown_format``: the name ends in no ending that is known.

    Examples
    --------
    >>> find_format("games.pgn").value
    'pgn'
    """
    ending = Path(path).suffix.lower()
    if ending not in _ENDINGS:
        known = ", ".join(_ENDINGS)
        raise NotationError(
            f"{path}: the format of a record is told by its ending ({known}), or say it yourself",
            code="record.unknown_format",
        )
    return _ENDINGS[ending]


def format_game(game: Game, form: Format | str, own: RuleSet | None = None) -> str:
    """Write one game, with a final line feed.

    Parameters
    ----------
    game
        The game.
    form
        The format.
    own
        As in `Game.rule_set`.
    """
    match Format(form):
        case Format.JSON:
            return format_record(game)
        case Format.JSONL:
            return format_line(game) + "\n"
        case Format.POSITION:
            return format_position_line(game, own) + "\n"
        case Format.PGN:
            return format_pgn(game, own)
        case Format.KIF:
            return format_kif(game, own)


def read_games(path: str | Path, form: Format | str | None = None, rules: RuleSet | None = None) -> Iterator[Game]:
    """Read the games of a file one by one; no more than one is held at a time.

    Parameters
    ----------
    path
        The file, UTF-8.
    form
        Its format; told by its name if left out.
    rules
        The rules of games that do not name them (tai if left out), and rules from a file of one's own.

    Yields
    ------
    Game
        Its moves up to the first that cannot be read or played; the others as `Game.rest`.

    Raises
    ------
    MujoError
        ``file``, or whatever a game cannot be read for that is no matter of its moves.
    """
    for scan in scan_games(path, form, rules):
        if scan.game is None:
            assert scan.fault is not None
            raise scan.fault.error
        yield scan.game


def scan_games(path: str | Path, form: Format | str | None = None, rules: RuleSet | None = None) -> Iterator[Scan]:
    """Read the games of a file one by one, each with its first fault.

    Parameters
    ----------
    path, form, rules
        As in `read_games`.

    Raises
    ------
    MujoError
        ``file``: the file cannot be read.
    NotationError
        ``record.encoding``: it is no UTF-8.
    """
    form = find_format(path) if form is None else Format(form)
    try:
        with Path(path).open(encoding="utf-8-sig", newline=None) as file:
            yield from scan_stream(file, form, rules)
    except UnicodeDecodeError as error:
        raise _encoding_error(path, error) from None
    except (OSError, ValueError) as error:
        if isinstance(error, MujoError):
            raise
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise MujoError(f"cannot read {path}: {reason}", code="file") from None


def scan_stream(file: Iterable[str], form: Format, rules: RuleSet | None = None) -> Iterator[Scan]:
    """Read games from an open text, or from any lines, one by one, each with its first fault."""
    for number, (line, text) in enumerate(_cut(file, form), 1):
        try:
            game, fault = _read(text, form, rules)
        except MujoError as error:
            yield Scan(number, line, None, Fault(None, "", error))
        else:
            yield Scan(number, line, game, fault)


def _cut(file: Iterable[str], form: Format) -> Iterator[tuple[int, str]]:
    match form:
        case Format.JSON:
            yield 1, _whole(file)
        case Format.PGN:
            yield from split_pgn(file)
        case Format.KIF:
            yield from split_kif(file)
        case Format.JSONL | Format.POSITION:
            comments = form is Format.POSITION
            for number, line in enumerate(file, 1):
                if line.strip() and not (comments and line.startswith("#")):
                    yield number, line


def _whole(file: Iterable[str]) -> str:
    """Read a file that holds one game, up to the largest size."""
    held, size = [], 0
    for line in file:
        held.append(line)
        size += len(line)
        if size > LARGEST:
            raise NotationError(f"the record is larger than {LARGEST} characters", code="record.too_long")
    return "".join(held)


def _read(text: str, form: Format, rules: RuleSet | None) -> tuple[Game, Fault | None]:
    match form:
        case Format.PGN:
            return read_pgn(text, rules)
        case Format.KIF:
            return read_kif(text, rules)
        case Format.POSITION:
            game = parse_position_line(text, rules or "tai")
        case Format.JSON | Format.JSONL:
            game = parse_record(text)
    return _played(game, rules)


def _played(game: Game, own: RuleSet | None) -> tuple[Game, Fault | None]:
    """Play the moves out; those that cannot be played become the rest."""
    replay = Game.replay(game, own)
    ply = len(replay.board.move_stack) + 1
    settled = settle(game, own) if replay.fault is not None or game.rest else game
    if replay.fault is not None:
        return settled, Fault(ply, replay.rest[0], replay.fault)
    if game.rest:
        board = replay.board
        try:
            board.parse_move(game.rest[0])
        except MujoError as error:
            return settled, Fault(ply, game.rest[0], error)
    return settled, None


def write_games(
    path: str | Path, games: Iterable[Game], form: Format | str | None = None, own: RuleSet | None = None
) -> int:
    """Write games to a file, one by one as they come.

    Parameters
    ----------
    path
        The file; one that is there is replaced when all games are written.
    games
        The games; one only for ``json``.
    form
        The format; told by the name of the file if left out.
    own
        As in `Game.rule_set`.

    Returns
    -------
    int
        How many were written.

    Raises
    ------
    MujoError
        ``file``: the file could not be written; ``record.one_game``: several games for ``json``.
    """
    form = find_format(path) if form is None else Format(form)
    target = Path(path)
    beside = target.with_name(f".{target.name}.part")
    count = 0
    try:
        with beside.open("w", encoding="utf-8", newline="\n") as file:
            for text in format_games(games, form, own):
                file.write(text)
                count += 1
        beside.replace(target)
    except OSError as error:
        raise MujoError(f"cannot write {path}: {error.strerror or error}", code="file") from None
    finally:
        beside.unlink(missing_ok=True)
    return count


def format_games(games: Iterable[Game], form: Format, own: RuleSet | None = None) -> Iterator[str]:
    """Write games one after the other, with an empty line between those that have several lines."""
    for number, game in enumerate(games):
        if number and form is Format.JSON:
            raise NotationError("a JSON file holds one game: write several as jsonl", code="record.one_game")
        gap = "\n" if number and form in (Format.PGN, Format.KIF) else ""
        yield gap + format_game(game, form, own)


def _encoding_error(path: str | Path, error: UnicodeDecodeError) -> NotationError:
    hint = "write it as UTF-8"
    try:
        error.object.decode("cp932")
    except UnicodeDecodeError:
        pass
    else:
        hint = "it may be Shift-JIS, which lacks 𠵇 and 𩹄: write it as UTF-8"
    return NotationError(f"{path} is no UTF-8 text: {hint}", code="record.encoding", position=error.start)


def read_record(path: str | Path) -> Game:
    """Read a game from a JSON file, without playing its moves.

    Raises
    ------
    NotationError
        As in `parse_record`; besides ``record.too_long``.
    MujoError
        ``file``: the file could not be read.
    """
    return parse_record(read_text(path, LARGEST, code_too_long="record.too_long", code_bytes="record.syntax"))


def write_record(record: Game, path: str | Path) -> None:
    """Write a game to a JSON file, whole or not at all; a file that is there is replaced.

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
