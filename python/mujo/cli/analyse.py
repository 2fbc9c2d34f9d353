"""``mujo analyse``: games with evaluations, best lines and mistakes."""

import argparse
import sys
from dataclasses import replace

from mujo._core import Board, Engine
from mujo.cli.common import clean, read_own_rules
from mujo.cli.convert import add_source_options, scans_of
from mujo.cli.output import emit, say, to_json
from mujo.cli.parser import Commands
from mujo.commentary import line_text, score_text
from mujo.errors import MujoError
from mujo.record import Game, write_record
from mujo.review import review

__all__ = ["add_parser", "run"]


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
    parser.add_argument("--json", action="store_true", help="write one line of JSON")
    add_source_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Evaluate."""
    rules = read_own_rules(options)
    games = []
    for scan in scans_of(clean(options.file), options.form, rules):
        if scan.fault is not None and scan.game is None:
            raise scan.fault.error
        assert scan.game is not None
        board = scan.game.replay(rules).board
        rows = _moves(board, options)
        games.append({"rules": board.rules.name, "moves": rows})
        if options.out is not None and len(games) == 1:
            write_record(_commented(scan.game, rows), clean(options.out))
    if not games:
        raise MujoError(f"{clean(options.file)} has no game", code="record.syntax")
    if options.json:
        emit(to_json("analyse", {"games": games}) + "\n")
    return 0


def _moves(board: Board, options: argparse.Namespace) -> list[dict[str, object]]:
    """Evaluate the moves of one game, writing each as it is done."""
    rows: list[dict[str, object]] = []
    progress, count = sys.stderr.isatty(), len(board.move_stack)
    for move in review(Engine(board.rules, 64), board, options.nodes):
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
        rows.append(row)
        if progress:
            print(f"\r{move.ply} of {count} moves", end="\r", file=sys.stderr, flush=True)
        if not options.json:
            hint = f"  better {row['best_score']}: {line_text(move.board, move.best)}" if move.mark else ""
            say(f"{move.ply:4}. {move.text + move.mark:16} {score:>14}{hint}")
    return rows


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
