"""Games as engines and people paste them: ``position startpos moves ...``, ``position sfen ... moves ...``.

The line has neither rules nor result; the reader names the rules.
"""

from collections.abc import Iterator

from mujo._core import Board, RuleSet
from mujo.errors import NotationError
from mujo.record.check import reason_of_rest
from mujo.record.game import Game, known_rules, named_changes, settle
from mujo.record.limits import LARGEST, check_encodable

__all__ = ["format_position_line", "parse_position_line"]


def format_position_line(game: Game, own: RuleSet | None = None) -> str:
    """Write a game as one line, without a line feed.

    Parameters
    ----------
    game
        The game. Rules, result, tags, comments, glyphs and variations are not written.
    own
        As in `Game.rule_set`.

    Raises
    ------
    RuleSetError, InvalidPositionError
        As in `Game.first_board`.

    Examples
    --------
    >>> format_position_line(Game("maka", "startpos", ("10n10m",)))
    'position startpos moves 10n10m'
    """
    start = "startpos" if _is_start(game, own) else f"sfen {game.start}"
    moves = " ".join((*game.moves, *_rest(game, own)))
    return check_encodable(f"position {start}" + (f" moves {moves}" if moves else ""))


def _rest(game: Game, own: RuleSet | None) -> Iterator[str]:
    """Write the rest as words; the first is marked if it would be read as a legal move."""
    for number, text in enumerate(game.rest):
        word = "_".join(text.split()) or "_"
        if number == 0 and reason_of_rest(game.replay(own).board, word).code == "record.unreadable":
            word = "?" + word
        yield word


def _is_start(game: Game, own: RuleSet | None) -> bool:
    return game.start == "startpos" or game.start == game.rule_set(own).start


def parse_position_line(line: str, rules: RuleSet | str = "tai") -> Game:
    """Read a game from one line.

    Parameters
    ----------
    line
        The line. The words ``position`` and ``sfen`` may be missing.
    rules
        The rules of the game.

    Returns
    -------
    Game
        The game; everything from the first unplayable move on as `Game.rest`.

    Raises
    ------
    NotationError
        ``record.position_line``: the line has another form; ``record.too_long``.
    InvalidPositionError
        ``position.*``: the position is impossible.

    Examples
    --------
    >>> parse_position_line("position startpos moves 10n10m 1a1b", "maka").rest
    ('1a1b',)
    """
    if isinstance(rules, str):
        rules = known_rules(rules)
    if len(line) > LARGEST:
        raise NotationError(f"the line is longer than {LARGEST} characters", code="record.too_long")
    words = line.split()
    at = 1 if words[:1] == ["position"] else 0
    moves_at = words.index("moves") if "moves" in words else len(words)
    first = words[at:moves_at]
    if first == ["startpos"]:
        start = rules.start
    else:
        start = " ".join(first[1:] if first[:1] == ["sfen"] else first)
        if "/" not in start:
            raise NotationError(
                f"{line[:40]!r} is not a game: write position startpos moves ... or position sfen ... moves ...",
                code="record.position_line",
                text=line[:80],
                position=0,
            )
        start = Board(start, rules).sfen()
    name, options, readings = named_changes(rules)
    return settle(Game(name, start, tuple(words[moves_at + 1 :]), options, readings), rules)
