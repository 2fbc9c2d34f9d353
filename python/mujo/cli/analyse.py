"""``mujo analyse``: games with evaluations, best lines and mistakes."""

import argparse
import math
import sys
from dataclasses import replace

from mujo._core import Board, Engine, Line
from mujo.cli.common import clean, read_own_rules
from mujo.cli.convert import add_source_options, scans_of
from mujo.cli.output import emit, say, to_json
from mujo.cli.parser import Commands
from mujo.commentary import line_text, score_text
from mujo.errors import MujoError
from mujo.notation import format_hodges
from mujo.record import Game, write_record

__all__ = ["add_parser", "run"]

#: Chances of winning that a move gives away, from which it is marked, and the mark.
_MARKS = ((0.30, "??"), (0.15, "?"), (0.07, "?!"))


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
    moves = board.move_stack
    board = board.copy()
    for _ in moves:
        board.pop()
    engine = Engine(board.rules, 64)
    scale = 4 * max(sorted(engine.values().values())[len(engine.values()) // 2], 1)
    rows: list[dict[str, object]] = []
    progress = sys.stderr.isatty()
    before = engine.search(board, nodes=options.nodes).lines[0] if moves else None
    for ply, move in enumerate(moves, 1):
        assert before is not None
        text, best, turn = format_hodges(board, move), before, board.turn
        better = line_text(board, best)
        board.push(move)
        after = None if board.is_game_over() else engine.search(board, nodes=options.nodes).lines[0]
        chances = _chance(best, scale), (1.0 if after is None else 1 - _chance(after, scale))
        lost = 0.0 if move == best.moves[0] else max(0.0, chances[0] - chances[1])
        mark = next((mark for least, mark in _MARKS if lost >= least), "")
        score = str(board.outcome()) if after is None else score_text(after.score, board.turn)
        row: dict[str, object] = {"ply": ply, "move": move.usi(), "score": score, "lost": round(lost, 3), "mark": mark}
        if move != best.moves[0]:
            row |= {"best": [each.usi() for each in best.moves], "best_score": score_text(best.score, turn)}
        rows.append(row)
        if progress:
            print(f"\r{ply} of {len(moves)} moves", end="\r", file=sys.stderr, flush=True)
        if not options.json:
            hint = f"  better {row['best_score']}: {better}" if mark else ""
            say(f"{ply:4}. {text + mark:16} {score:>14}{hint}")
        before = after
        if after is None:
            break
    return rows


def _chance(line: Line, scale: int) -> float:
    """Chance of winning of the side to move."""
    if line.score.mate is not None:
        return 1.0 if line.score.mate > 0 else 0.0
    return 1 / (1 + math.exp(-(line.score.units or 0) / scale))


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
