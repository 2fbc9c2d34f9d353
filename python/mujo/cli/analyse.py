"""``mujo analyse``: games with evaluations, best lines and mistakes."""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from mujo._core import Board, Engine
from mujo.cli.common import add_executor_options, add_json_option, clean, executor_of, read_own_rules
from mujo.cli.convert import add_source_options, scans_of
from mujo.cli.output import emit, say, to_json
from mujo.cli.parser import Commands
from mujo.commentary import line_text, score_text
from mujo.errors import MujoError
from mujo.record import Game, write_record
from mujo.review import ReviewedMove, review, review_games

__all__ = ["add_parser", "run"]

#: MiB of the engine's table, which begins empty for each game.
_TABLE = 64


def add_parser(commands: Commands) -> None:
    """Describe the sub-command."""
    parser = commands.add_parser(
        "analyse",
        help="evaluate the moves of games with the engine",
        description="Evaluate every move of the games of a file with the engine: its score for Black, the best line "
        "where another move was better, and marks for mistakes by the chance of winning they give away: ?! 7 %%, "
        "? 15 %%, ?? 30 %%.",
    )
    parser.add_argument("file", metavar="FILE", help="a file of games, or - for standard input")
    parser.add_argument("--nodes", type=int, default=20_000, help="positions for each move (default: %(default)s)")
    parser.add_argument("--out", metavar="FILE", help="write the first game with comments to a JSON record")
    add_json_option(parser)
    add_source_options(parser)
    add_executor_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Evaluate."""
    games = list(_games(options))
    if not games:
        raise MujoError(f"{clean(options.file)} has no game", code="record.syntax")
    found: list[dict[str, object]] = []
    with executor_of(options) as executor:
        if executor is None:
            reviewed: Iterable[Iterable[ReviewedMove]] = (_each_move(board, options.nodes) for _, board in games)
        else:
            boards = [board for _, board in games]
            reviewed = review_games(boards, options.nodes, hash=_TABLE, executor=executor, progress=_report(len(games)))
        for (game, board), moves in zip(games, reviewed, strict=True):
            rows = [_row(move, options) for move in moves]
            if options.out is not None and not found:
                write_record(_commented(game, rows), clean(options.out))
            found.append({"rules": board.rules.name, "moves": rows})
    if options.json:
        emit(to_json("analyse", {"games": found}) + "\n")
    return 0


def _games(options: argparse.Namespace) -> Iterator[tuple[Game, Board]]:
    """Read the games."""
    rules = read_own_rules(options)
    for scan in scans_of(clean(options.file), options.form, rules):
        if scan.fault is not None and scan.game is None:
            raise scan.fault.error
        assert scan.game is not None
        yield scan.game, scan.game.replay(rules).board


def _each_move(board: Board, nodes: int) -> Iterator[ReviewedMove]:
    """Evaluate one game here, move by move."""
    count = len(board.move_stack)
    for move in review(Engine(board.rules, _TABLE), board, nodes):
        yield move
        _note(f"{move.ply} of {count} moves")


def _report(games: int) -> Callable[[int], None]:
    return lambda done: _note(f"{done} of {games} games")


def _note(text: str) -> None:
    """Show progress on a terminal."""
    if sys.stderr is not None and sys.stderr.isatty():
        print(f"\r{text}", end="\r", file=sys.stderr, flush=True)


def _row(move: ReviewedMove, options: argparse.Namespace) -> dict[str, object]:
    """Return the fields of a move, and write it for people."""
    score = str(move.outcome) if move.after is None else score_text(move.after.score, not move.turn)
    row: dict[str, object] = {
        "ply": move.ply,
        "move": move.usi,
        "score": score,
        "lost": round(move.lost, 3),
        "mark": move.mark,
    }
    if not move.is_best:
        row |= {
            "best": [each.usi() for each in move.best.moves],
            "best_score": score_text(move.best.score, move.turn),
        }
    if not options.json:
        hint = f"  better {row['best_score']}: {line_text(move.board, move.best)}" if move.mark else ""
        say(f"{move.ply:4}. {move.text + move.mark:16} {score:>14}{hint}")
    return row


def _commented(game: Game, rows: list[dict[str, object]]) -> Game:
    """Add scores and better lines to the comments of a game."""
    comments = dict(game.comments)
    for row in rows:
        ply = row["ply"]
        assert isinstance(ply, int)
        words = [f"{row['mark']} {row['score']}".strip()]
        best = row.get("best")
        if row["mark"] and isinstance(best, list):
            words.append(f"better {row['best_score']}: {' '.join(best)}")
        comments[ply] = "; ".join(filter(None, (comments.get(ply, ""), *words)))
    return replace(game, comments=comments)
