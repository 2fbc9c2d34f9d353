"""Files of records: recognized by their names, read one game at a time, written whole or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import Final

from mujo._core import RuleSet
from mujo.errors import MujoError, NotationError
from mujo.files import read_text, write_text
from mujo.record.check import reason_of_rest
from mujo.record.fault import Fault, Scan
from mujo.record.game import Game, settle
from mujo.record.json_text import format_line, format_record, game_of_object, parse_object, parse_record
from mujo.record.kif import format_kif
from mujo.record.kif_read import read_kif, split_kif
from mujo.record.limits import LARGEST, limited_lines
from mujo.record.lishogi_json import is_lishogi, parse_lishogi
from mujo.record.pgn import format_pgn
from mujo.record.pgn_read import read_pgn
from mujo.record.pgn_tokens import split_pgn
from mujo.record.position_line import format_position_line, parse_position_line
from mujo.record.xboard import read_xboard
from mujo.record.xboard_write import format_xboard

__all__ = [
    "LOSSLESS",
    "WRITABLE",
    "Format",
    "find_format",
    "format_game",
    "format_games",
    "read_games",
    "read_record",
    "scan_games",
    "scan_stream",
    "write_games",
    "write_record",
]


class Format(StrEnum):
    """The formats of records.

    Examples
    --------
    >>> Format("pgn") is Format.PGN
    True
    """

    JSON = "json"
    JSONL = "jsonl"
    POSITION = "position"
    PGN = "pgn"
    KIF = "kif"
    #: PGN with the squares and letters of XBoard.
    XBOARD = "xboard"


#: The formats that hold every game, and that a reader recognizes by the text.
LOSSLESS: Final = (Format.JSON, Format.JSONL, Format.POSITION, Format.PGN, Format.KIF)

#: The formats that can be written. Those beyond `LOSSLESS` refuse games that they have no place for.
WRITABLE: Final = (*LOSSLESS, Format.XBOARD)

_SUFFIXES: Final = {
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
    """Return the format of a file by the suffix of its name.

    Parameters
    ----------
    path
        The name; the file need not exist.

    Raises
    ------
    NotationError
        ``record.unknown_format``: the suffix is unknown.

    Examples
    --------
    >>> find_format("games.pgn").value
    'pgn'
    """
    suffix = Path(path).suffix.lower()
    if suffix not in _SUFFIXES:
        raise NotationError(
            f"{path}: the format of a record follows from its suffix ({', '.join(_SUFFIXES)}); otherwise name it",
            code="record.unknown_format",
        )
    return _SUFFIXES[suffix]


def format_game(game: Game, form: Format | str, own: RuleSet | None = None) -> str:
    r"""Write one game, with a final line feed.

    Parameters
    ----------
    game
        The game.
    form
        A format of `WRITABLE`.
    own
        As in `Game.rule_set`.

    Raises
    ------
    NotationError
        ``record.cannot_write``: the format has no place for something in the game.
    RuleSetError, InvalidPositionError
        As in `Game.first_board`.

    Examples
    --------
    >>> format_game(Game("maka", "startpos", ("10n10m",)), "position")
    'position startpos moves 10n10m\n'
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
        case Format.XBOARD:
            return format_xboard(game, own)


def read_games(path: str | Path, form: Format | str | None = None, rules: RuleSet | None = None) -> Iterator[Game]:
    """Read the games of a file one by one; only one is held at a time.

    Parameters
    ----------
    path
        The file, UTF-8.
    form
        Its format; by default that of its suffix.
    rules
        The rules of games that do not name theirs (tai if left out), and rules from a file of the caller.

    Yields
    ------
    Game
        Its moves up to the first that is unreadable or illegal; what follows as `Game.rest`.

    Raises
    ------
    MujoError
        ``file``, or the reason why the rules or the start of a game cannot be read.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> game = Game("maka", "startpos", ("10n10m",))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     count = write_games(Path(folder, "games.pgn"), [game, game])
    ...     found = [read.moves for read in read_games(Path(folder, "games.pgn"))]
    >>> count, found
    (2, [('10n10m',), ('10n10m',)])
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
        ``record.encoding``: it is not UTF-8; ``record.too_long``: one game is too long.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> game = Game("maka", "startpos", ("10n10m",))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     count = write_games(Path(folder, "games.jsonl"), [game])
    ...     (scan,) = scan_games(Path(folder, "games.jsonl"))
    >>> scan.number, scan.game == game, scan.fault
    (1, True, None)
    """
    form = find_format(path) if form is None else Format(form)
    try:
        with Path(path).open(encoding="utf-8-sig", newline=None) as file:
            yield from scan_stream(file, form, rules)
    except UnicodeDecodeError as error:
        raise _encoding_error(path, error) from None
    except MujoError:
        raise
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise MujoError(f"cannot read {path}: {reason}", code="file") from None


def scan_stream(file: Iterable[str], form: Format, rules: RuleSet | None = None) -> Iterator[Scan]:
    r"""Read games from an open text, or from any lines, one by one, each with its first fault.

    Parameters
    ----------
    file
        The lines.
    form
        Their format.
    rules
        As in `read_games`.

    Raises
    ------
    NotationError
        ``record.too_long``: a line or a game is too long.

    Examples
    --------
    >>> [scan.game.moves for scan in scan_stream(["startpos moves 8r8q\n"], Format.POSITION)]
    [('8r8q',)]
    """
    lines = limited_lines(file)
    match form:
        case Format.JSON:
            texts: Iterable[tuple[int, str]] = ((1, text) for text in [_whole(lines)])
        case Format.PGN | Format.XBOARD:
            texts = split_pgn(lines)
        case Format.KIF:
            texts = split_kif(lines)
        case Format.JSONL:
            texts = _lines_of_games(lines)
        case Format.POSITION:
            texts = ((number, line) for number, line in _filled_lines(lines) if not line.startswith("#"))
    for number, (line, text) in enumerate(texts, 1):
        try:
            game, fault = _read(text, form, rules)
        except MujoError as error:
            yield Scan(number, line, None, Fault(None, "", error))
        else:
            yield Scan(number, line, game, fault)


def _lines_of_games(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Skip the empty objects that keep the connection of an export from lishogi open, unless there is nothing else."""
    first_empty, has_games = None, False
    for number, line in _filled_lines(lines):
        if line.strip() == "{}":
            first_empty = first_empty or (number, line)
        else:
            has_games = True
            yield number, line
    if first_empty and not has_games:
        yield first_empty


def _filled_lines(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Return the lines that are not blank, with their numbers."""
    return ((number, line) for number, line in enumerate(lines, 1) if not line.isspace())


def _whole(lines: Iterable[str]) -> str:
    """Join the lines of a file that holds one game."""
    held, size = [], 0
    for line in lines:
        held.append(line)
        size += len(line)
        if size > LARGEST:
            raise NotationError(f"the record is longer than {LARGEST} characters", code="record.too_long")
    return "".join(held)


def _read(text: str, form: Format, rules: RuleSet | None) -> tuple[Game, Fault | None]:
    match form:
        case Format.PGN:
            return read_pgn(text, rules)
        case Format.XBOARD:
            return read_xboard(text, rules)
        case Format.KIF:
            return read_kif(text, rules)
        case Format.POSITION:
            game = parse_position_line(text, rules or "tai")
        case Format.JSON | Format.JSONL:
            data = parse_object(text)
            game = parse_lishogi(data, rules) if is_lishogi(data) else game_of_object(data)
    return _replayed(game, rules)


def _replayed(game: Game, own: RuleSet | None) -> tuple[Game, Fault | None]:
    """Replay a game; what cannot be played becomes its rest."""
    replay = game.replay(own)
    moves = tuple(move.usi() for move in replay.board.move_stack)
    settled = game if moves == game.moves else settle(game, own)
    if replay.fault is not None:
        return settled, Fault(len(moves) + 1, replay.rest[0], replay.fault)
    if game.rest:
        return settled, Fault(len(moves) + 1, game.rest[0], reason_of_rest(replay.board, game.rest[0]))
    return settled, None


def write_games(
    path: str | Path,
    games: Iterable[Game],
    form: Format | str | None = None,
    own: RuleSet | None = None,
    *,
    overwrite: bool = True,
) -> int:
    """Write games to a file, one by one as they come.

    Parameters
    ----------
    path
        The file. An existing one is replaced once all games are written.
    games
        The games; one only for ``json``.
    form
        The format; by default that of the suffix.
    own
        As in `Game.rule_set`.
    overwrite
        Whether an existing file may be replaced.

    Returns
    -------
    int
        How many games were written.

    Raises
    ------
    MujoError
        ``file``: the file could not be written; ``file_exists``: it exists and `overwrite` is false;
        ``record.one_game``: several games for ``json``; ``record.cannot_write``: as in `format_game`.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> game = Game("maka", "startpos", ("10n10m",))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_games(Path(folder, "games.kif"), [game])
    1
    """
    form = find_format(path) if form is None else Format(form)
    count = 0

    def texts() -> Iterator[str]:
        nonlocal count
        for text in format_games(games, form, own):
            yield text
            count += 1

    write_text(path, texts(), overwrite=overwrite)
    return count


def format_games(games: Iterable[Game], form: Format, own: RuleSet | None = None) -> Iterator[str]:
    r"""Write games one after the other, with a blank line between those of several lines.

    Parameters
    ----------
    games
        The games.
    form
        A format of `WRITABLE`.
    own
        As in `Game.rule_set`.

    Raises
    ------
    NotationError, RuleSetError, InvalidPositionError
        As `format_game`.

    Examples
    --------
    >>> "".join(format_games([Game("maka", "startpos", ("10n10m",))] * 2, Format.JSONL)).count("\n")
    2
    """
    for number, game in enumerate(games):
        if number and form is Format.JSON:
            raise NotationError("a JSON file holds one game: write several as jsonl", code="record.one_game")
        gap = "\n" if number and form in (Format.PGN, Format.KIF, Format.XBOARD) else ""
        yield gap + format_game(game, form, own)


def _encoding_error(path: str | Path, error: UnicodeDecodeError) -> NotationError:
    hint = "write it as UTF-8"
    try:
        error.object.decode("cp932")
    except UnicodeDecodeError:
        pass
    else:
        hint = "it may be Shift-JIS, which lacks 𠵇 and 𩹄: write it as UTF-8"
    return NotationError(f"{path} is not UTF-8 text: {hint}", code="record.encoding", position=error.start)


def read_record(path: str | Path) -> Game:
    """Read a game from a JSON file, without playing its moves.

    Parameters
    ----------
    path
        The file.

    Raises
    ------
    NotationError
        As in `parse_record`.
    MujoError
        ``file``: the file could not be read.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> game = Game("maka", "startpos", ("10n10m",))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_record(game, Path(folder, "game.json"))
    ...     read = read_record(Path(folder, "game.json"))
    >>> read == game
    True
    """
    return parse_record(read_text(path, LARGEST, code_too_long="record.too_long", code_bytes="record.syntax"))


def write_record(record: Game, path: str | Path) -> None:
    """Write a game to a JSON file, whole or not at all. A file that holds a record is replaced.

    Parameters
    ----------
    record
        The game.
    path
        The file.

    Raises
    ------
    MujoError
        ``file``: the file could not be written, or exists and is not a record.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> game = Game("maka", "startpos", ("10n10m",))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_record(game, Path(folder, "game.json"))
    """
    target = Path(path)
    if target.is_file():
        try:
            read_record(target)
        except NotationError:
            raise MujoError(
                f"{target} exists and is not a record of a game, so it is not replaced: choose another name",
                code="file",
            ) from None
    write_text(target, format_record(record))
