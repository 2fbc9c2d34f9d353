"""Commands that start another game, and take games in and out."""

import time
from itertools import islice
from pathlib import Path

from mujo.cells import wrap_words
from mujo.errors import MujoError, NotationError
from mujo.files import same_file, write_text
from mujo.record import Fault, Format, Record, find_format, format_game, parse_position_line, scan_games
from mujo.repl.commands.command import Command, moves_text, read_count, usage_error
from mujo.repl.reply import Reply
from mujo.repl.session import Session
from mujo.rules import find_rules

__all__ = ["COMMANDS"]

#: What a game in the manner of KIF cannot be without.
_KIF_SIGNS = ("手数", "：")

_KEPT = "The game before is kept: 'undo' returns to it, 'games' lists what is kept."


def _new(session: Session, argument: str) -> Reply:
    kept = session.new(find_rules(argument) if argument else None)
    rules = session.board.rules
    return _changed(f"A new game of {rules.name}: {rules.title}.", kept)


def _position(session: Session, argument: str) -> Reply:
    if not argument:
        return Reply(session.board.sfen())
    words = argument.split()
    if words[0] in ("startpos", "sfen") or "moves" in words:
        record = parse_position_line(f"position {argument}", session.board.rules)
        return _continue(session, record, "the position", None)
    kept = session.set_position(argument)
    return _changed("A new game from this position.", kept)


def _save(session: Session, argument: str) -> Reply:
    usage = "save [--force] FILE"
    words = argument.split(" ", 1)
    force = words[0] == "--force"
    name = argument.removeprefix("--force").strip() if force else argument
    if not name:
        return usage_error(usage, "Name a file.")
    if session.lesson is not None:
        raise MujoError("a lesson is open: 'leave' returns to your game", code="argument")
    path = Path(name).expanduser()
    game = session.main
    own = game.file is not None and same_file(path, game.file)
    try:
        form = find_format(path)
    except NotationError:
        form = Format.JSON
    record = session.record()
    text = format_game(record, form, game.board.rules)
    if path.is_file() and not own and not force:
        return Reply(
            f"{name} exists and is not the file of this game, so it is left as it is. "
            f"'save --force {name}' replaces it.",
            is_error=True,
        )
    write_text(path, text)
    game.saved = True
    game.file = str(path)
    return Reply(f"Saved {moves_text(len(record.moves))} to {name}.")


def _load(session: Session, argument: str) -> Reply:
    if not argument:
        return usage_error("load FILE [N]", "Name a file.")
    name, number = argument, 1
    first, _, last = argument.rpartition(" ")
    if first and (count := read_count(last)) is not None and not Path(argument).expanduser().exists():
        name, number = first.strip(), count
    path = Path(name).expanduser()
    found = list(islice(scan_games(path, _form(path), session.main.board.rules), number - 1, number + 1))
    if not found:
        what = f"fewer than {number} games" if number > 1 else "no game"
        raise MujoError(f"{name} holds {what}", code="file")
    scan, *more = found
    if scan.game is None:
        assert scan.fault is not None
        raise scan.fault.error
    alone = number == 1 and not more
    reply = _continue(session, scan.game, name, str(path) if alone else None, scan.fault)
    if more:
        reply = Reply(f"{reply.text}\nThe file holds more games: 'load {name} {number + 1}'.", game_changed=True)
    return reply


def _form(path: Path) -> Format:
    """Return the format of a file, by its name or else by its first character."""
    try:
        return find_format(path)
    except NotationError:
        pass
    try:
        with path.open("rb") as file:
            start = file.read(4096).decode("utf-8-sig", "replace").lstrip()
    except (OSError, ValueError):
        # The reader says what is wrong.
        return Format.JSON
    if start.startswith("position"):
        return Format.POSITION
    if start.startswith("["):
        return Format.PGN
    if start.startswith("{") or not start:
        return Format.JSON
    if any(sign in start for sign in _KIF_SIGNS):
        return Format.KIF
    return find_format(path)


def _continue(session: Session, record: Record, name: str, file: str | None, fault: Fault | None = None) -> Reply:
    """Continue a recorded game and say what could not be played of it."""
    replay, kept = session.load(record, file)
    text = f"Loaded {moves_text(len(replay.board.move_stack))} of {replay.board.rules.name} from {name}."
    if replay.rest:
        number = len(replay.board.move_stack) + 1
        why = replay.fault if fault is None else fault.error
        text += (
            f"\nMove {number}, {replay.rest[0][:40]!r}, cannot be played, so {moves_text(len(replay.rest))} from there "
            f"on are left out{'.' if why is None else f': {why}'}"
        )
    if record.result is not None and (replay.rest or not replay.board.is_game_over()):
        reason = f" ({record.termination})" if record.termination else ""
        text += f"\nThe record states the result {record.result}{reason}."
        if not replay.rest:
            text += " 'resume' continues the game after all."
    return _changed(text, kept)


def _games(session: Session, argument: str) -> Reply:
    games = session.archive.games()
    if not games:
        return Reply("No game is kept. 'new', 'load' and the like keep the game they leave.")
    if argument:
        number = read_count(argument, most=len(games))
        if number is None:
            return usage_error("games [N]", f"{argument!r} is not a number from 1 to {len(games)}.")
        kept = session.restore(games[number - 1])
        return _changed(f"Back in game {number}, after {moves_text(len(session.board.move_stack))}.", kept)
    lines = ["Games that are kept, the latest first; 'games N' returns to one:"]
    for number, game in enumerate(games, 1):
        record = game.record
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(game.left))
        last = f", last {record.moves[-1]}" if record.moves else ""
        result = f", {record.result}" if record.result else ""
        words = f"{when}  {record.rules}, {moves_text(len(record.moves))}{last}{result}".split(" ")
        lines.append(wrap_words(words, session.view.width, first=f"{number:>3} ", indent="     "))
    return Reply("\n".join(lines))


def _changed(text: str, kept: bool) -> Reply:
    return Reply(f"{text}\n{_KEPT}" if kept else text, game_changed=True)


COMMANDS = (
    Command("new", "[RULES]", "start a new game, under other rules if named: new maka[LD=limited]", _new),
    Command("games", "[N]", "list the last ten games you left, or return to one", _games),
    Command("save", "[--force] FILE", "write the game to a file: .json, .pgn, .kif, .usi", _save),
    Command("load", "FILE [N]", "continue a game from a file, or its game N", _load),
    Command("position", "[TEXT]", "write the position as text, or start from one: startpos moves ...", _position),
)
