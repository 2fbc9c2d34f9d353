"""``mujo match``: games between engines."""

import argparse
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from mujo.cli.common import (
    Commands,
    add_executor_options,
    add_json_option,
    add_rule_set_options,
    clean,
    executor_of,
    read_rules,
    whole_number,
)
from mujo.cli.output import emit, note, say, to_json
from mujo.errors import MujoError
from mujo.match import (
    Adjudication,
    MatchSettings,
    Sprt,
    Standing,
    TimeControl,
    openings_of_file,
    parse_player,
    play_match,
)
from mujo.record import format_position_line, record_of

__all__ = ["add_parser", "run"]

_NUMBER = r"([0-9]+(?:\.[0-9]+)?)"
#: The largest number that an option takes.
_MOST = 99_999_999
_CLOCK = re.compile(rf"{_NUMBER}(?:\+{_NUMBER})?")
_RANGE = re.compile(r"(-?[0-9]+(?:\.[0-9]+)?),(-?[0-9]+(?:\.[0-9]+)?)")


def add_parser(commands: Commands) -> None:
    """Describe the subcommand."""
    parser = commands.add_parser(
        "match",
        help="let engines play against each other",
        description="Play pairs of games between two or more players: each opening twice, with colours swapped. A "
        "player is random, material=2 (a plain search over material), level=5, nodes=2000, depth=3 or seconds=0.5 (the "
        "engine of this package, also nodes=2000,threads=2), usi:COMMAND or cecp:COMMAND (another program; "
        "usi,ponder:COMMAND thinks on the opponent's time too), or "
        "FILE.toml with its settings, with NAME= before it to name it. A match that was interrupted continues from its "
        "games.",
    )
    parser.add_argument("players", metavar="PLAYER", nargs="+", help="two or more players")
    add_rule_set_options(parser)
    parser.add_argument(
        "--pairs", metavar="N", type=whole_number(1, _MOST), default=10, help="pairs of games (default: %(default)s)"
    )
    parser.add_argument("--games", metavar="FILE", help="keep the games in this JSONL file, and continue from it")
    time = parser.add_argument_group("how much players may think")
    time.add_argument("--move", metavar="SECONDS", type=_seconds, help="time a move")
    time.add_argument("--clock", metavar="SECONDS[+SECONDS]", help="time for the game, and what a move adds")
    time.add_argument(
        "--byoyomi", metavar="SECONDS", type=_seconds, help="with --clock: time a move once the clock is empty"
    )
    time.add_argument(
        "--session",
        metavar="MOVES",
        type=whole_number(1, _MOST),
        help="with --clock: moves after which its first part is added again",
    )
    time.add_argument("--nodes", metavar="N", type=whole_number(1, _MOST), help="positions a move")
    time.add_argument("--depth", metavar="N", type=whole_number(1, _MOST), help="plies of search")
    start = parser.add_argument_group("openings")
    start.add_argument("--openings", metavar="FILE", help="a file of games, whose last positions are the openings")
    start.add_argument(
        "--plies", metavar="N", type=whole_number(0, _MOST), default=6, help="random moves (default: %(default)s)"
    )
    start.add_argument(
        "--balance", metavar="N", type=whole_number(0, _MOST), help="largest score of a random opening, in hundredths"
    )
    start.add_argument(
        "--seed", metavar="N", type=whole_number(0, _MOST), default=0, help="for openings and random players"
    )
    ends = parser.add_argument_group("when the referee ends a game")
    ends.add_argument(
        "--win-score",
        metavar="N",
        type=whole_number(1, _MOST),
        help="scores of both sides agree on this, in hundredths",
    )
    ends.add_argument(
        "--draw-score", metavar="N", type=whole_number(0, _MOST), help="scores of both sides are at most this"
    )
    ends.add_argument(
        "--max-plies",
        metavar="N",
        type=whole_number(1, _MOST),
        default=1000,
        help="longest game (default: %(default)s)",
    )
    parser.add_argument("--gauntlet", action="store_true", help="let the first player play all others")
    parser.add_argument("--sprt", metavar="ELO0,ELO1", help="stop when one of two differences is accepted, as in 0,20")
    parser.add_argument(
        "--concurrency",
        metavar="N",
        type=whole_number(1, _MOST),
        help="pairs at once (default: the number of processes, or 1)",
    )
    add_executor_options(parser)
    add_json_option(parser)
    parser.set_defaults(run=run)


def _seconds(text: str) -> float:
    if not re.fullmatch(_NUMBER, text) or not 0 < float(text) < 1e6:
        raise argparse.ArgumentTypeError(f"{text!r} should be seconds, such as 0.5")
    return float(text)


def run(options: argparse.Namespace) -> int:
    """Play the match."""
    settings = _settings(options)
    with executor_of(options) as executor, _reporting(options) as report:
        standing = play_match(
            settings,
            journal=None if options.games is None else clean(options.games),
            executor=executor,
            concurrency=options.concurrency or options.processes or 1,
            progress=report,
        )
    if options.json:
        emit(to_json("match", _fields(standing)) + "\n")
        return 0
    say(standing.table())
    say(standing.summary())
    return 0


def _settings(options: argparse.Namespace) -> MatchSettings:
    rules = read_rules(options)
    main, increment = _clock(options.clock)
    if main is None and (options.byoyomi is not None or options.session is not None):
        options.parser.error("--byoyomi and --session go with --clock")
    openings: tuple[str, ...] = ()
    if options.openings is not None:
        boards = openings_of_file(clean(options.openings), rules)
        lines = [format_position_line(record_of(board), rules) for board in boards]
        openings = tuple(re.sub(r"^position (?:sfen )?", "", line) for line in lines)
        if not openings:
            raise MujoError(f"{clean(options.openings)} has no opening", code="match.opening")
    return MatchSettings(
        tuple(parse_player(clean(text)) for text in options.players),
        rules.name,
        options.pairs,
        TimeControl(
            options.move,
            options.depth,
            options.nodes,
            main,
            increment,
            options.byoyomi or 0.0,
            options.session or 0,
        ),
        Adjudication(options.win_score, draw_score=options.draw_score, max_plies=options.max_plies),
        openings,
        options.plies,
        options.balance,
        options.gauntlet,
        options.seed,
        _test(options.sprt),
    )


def _clock(text: str | None) -> tuple[float | None, float]:
    if text is None:
        return None, 0.0
    found = _CLOCK.fullmatch(text)
    if found is None or not 0 < float(found[1]) < 1e6:
        raise MujoError(f"--clock {text[:40]!r}: write seconds and what a move adds, as in 60+0.5", code="argument")
    return float(found[1]), float(found[2] or 0)


def _test(text: str | None) -> Sprt | None:
    if text is None:
        return None
    found = _RANGE.fullmatch(text)
    if found is None:
        raise MujoError(f"--sprt {text[:40]!r}: write two differences in Elo, as in 0,20", code="argument")
    return Sprt(float(found[1]), float(found[2]))


@contextmanager
def _reporting(options: argparse.Namespace) -> Iterator[Callable[[Standing], None] | None]:
    """Report after each pair: a progress bar on a terminal, lines elsewhere, nothing with JSON."""
    if options.json:
        yield None
    elif sys.stderr is None or not sys.stderr.isatty():
        yield lambda standing: note(standing.summary())
    else:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (BarColumn(), TextColumn("{task.description}", markup=False), TimeRemainingColumn())
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task("no pair yet", total=None)

            def report(standing: Standing) -> None:
                bar.update(task, total=standing.total, completed=len(standing.pairs), description=standing.summary())

            yield report


def _fields(standing: Standing) -> dict[str, object]:
    names = [player.name for player in standing.settings.players]
    fields: dict[str, object] = {
        "rules": standing.settings.rules,
        "players": names,
        "pairs": len(standing.pairs),
        "total": standing.total,
        "verdict": standing.verdict,
        "scores": [
            {"player": names[one], "opponent": names[other], "pairs": standing.scores(one, other)}
            for one in range(len(names))
            for other in range(len(names))
            if one != other and standing.scores(one, other)
        ],
    }
    if len(names) == 2 and standing.pairs:
        elo = standing.elo()
        finite = [value if abs(value) < float("inf") else None for value in (elo.difference, elo.low, elo.high)]
        fields |= {"pentanomial": list(standing.counts()), "elo": finite[0], "interval": finite[1:]}
    return fields
