"""Make tactical positions by plain exhaustive search of depth three, and test the engine on them.

    python tools/tactics.py make chu --count 100             # write tests/engine/tactics/chu.jsonl
    python tools/tactics.py make tai --captures --share 0.8  # without quiet wins, which take long, and more captures
    python tools/tactics.py solve chu --nodes 20000          # how many the engine solves with 20,000 nodes a position
    python tools/tactics.py solve chu --seconds 1

The positions come from random games. No engine search takes part in making them: only legal moves, captures and a sum
of values by mobility. A position is kept if exactly these moves solve it:

``royal``     the last royal can be captured (every such capture solves it)
``mate``      the move attacks the last royal, and no reply saves it (every such move solves it)
``defence``   the last royal is attacked, and few moves prevent its capture (each of them solves it)
``capture``   a capture that is better than every other move by two average pieces, whatever follows in three plies
``several``   the same, taking several pieces or without moving
``contagion`` the same, where the capturing piece changes its type
``quiet``     a quiet move, such as a fork, that wins two average pieces against every reply, while no other move does

A win of material is a bound: the opponent's best reply is subtracted, and the third ply counts for the solution only if
its piece cannot be taken in return, but in full for every other move.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import mujo

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests/engine/tactics"
#: Plies of random play before a position, at least and at most, in parts of the number of squares.
PLIES = (0.2, 2.5)
#: Positions of one random game.
EACH = 6
#: Most moves that may defend.
FEW = 3
#: The largest share of the easiest theme.
EASY = 0.1
LOST = 10**9


@dataclass(frozen=True)
class Puzzle:
    """A position, its theme and the moves that solve it."""

    theme: str
    position: str
    solutions: tuple[str, ...]


class Maker:
    """Looks for puzzles in the positions of one rule set."""

    def __init__(self, rules: mujo.RuleSet, *, quiet: bool = True) -> None:
        self.quiet = quiet
        engine = mujo.Engine(rules, hash=0, evaluation="mobility")
        self.values = engine.values()
        army = [self.value(piece) for piece in mujo.Board(rules=rules).piece_map().values()]
        #: What has to be won: two average pieces.
        self.goal = 2 * sum(army) // len(army)

    def value(self, piece: mujo.Piece) -> int:
        """Return the value of a piece."""
        return self.values[("+" if piece.promoted else "") + piece.type]

    def gain(self, board: mujo.Board, move: mujo.Move) -> int:
        """Return what a move takes, and gains by promotion; `LOST` if it takes the last royal."""
        effect = board.effect(move)
        victims = [piece for _, piece in effect.victims]
        enemy = not board.turn
        royals = board.royals(enemy)
        taken = {square for square, _ in effect.victims}
        if royals and all(square in taken for square in royals):
            return LOST
        after = 0 if effect.after is None else self.value(effect.after)
        return sum(map(self.value, victims)) + after - self.value(effect.before)

    def best_capture(self, board: mujo.Board) -> int:
        """Return the largest gain of the side to move, 0 if it need not capture."""
        return max((self.gain(board, move) for move in board.legal_captures()), default=0)

    def safe_capture(self, board: mujo.Board) -> int:
        """Return the largest gain less the capturing piece if it can be taken in return, at least 0."""
        best = 0
        for move in board.legal_captures():
            gain = self.gain(board, move)
            if gain <= best:
                continue
            if gain < LOST:
                board.push(move)
                back = self.best_capture(board)
                board.pop()
                gain -= back
            best = max(best, gain)
        return best

    def puzzle(self, board: mujo.Board) -> Puzzle | None:
        """Return the puzzle of a position, or ``None``."""
        moves = list(board.legal_moves)
        if len(moves) < 2 or board.is_game_over() or not board.royals(not board.turn):
            return None
        found = self._mate(board, moves) or self._defence(board, moves) or self._win(board, moves)
        if found is None:
            return None
        theme, solutions = found
        return Puzzle(theme, board.sfen(), tuple(sorted(move.usi() for move in solutions)))

    def _mate(self, board: mujo.Board, moves: list[mujo.Move]) -> tuple[str, list[mujo.Move]] | None:
        solutions = [move for move in moves if self.gain(board, move) >= LOST]
        if solutions:
            return "royal", solutions
        for move in moves:
            board.push(move)
            if board.is_check() and board.is_checkmate():
                solutions.append(move)
            board.pop()
        return ("mate", solutions) if solutions else None

    def _defence(self, board: mujo.Board, moves: list[mujo.Move]) -> tuple[str, list[mujo.Move]] | None:
        if not board.is_check():
            return None
        solutions: list[mujo.Move] = []
        for move in moves:
            board.push(move)
            if self.best_capture(board) < LOST:
                solutions.append(move)
            board.pop()
        return ("defence", solutions) if 1 <= len(solutions) <= FEW and len(solutions) < len(moves) // 2 else None

    def _win(self, board: mujo.Board, moves: list[mujo.Move]) -> tuple[str, list[mujo.Move]] | None:
        captures = {move: self.gain(board, move) for move in board.legal_captures()}
        least = {}
        for move, gain in captures.items():
            if gain >= self.goal:
                board.push(move)
                least[move] = gain - self.best_capture(board)
                board.pop()
        best = max(least, key=least.__getitem__, default=None)
        if best is not None and least[best] >= self.goal:
            if self._others_fail(board, moves, best, captures, least[best] - self.goal):
                return self._theme(board, best), [best]
            return None
        if not self.quiet or best is not None or max(captures.values(), default=0) >= self.goal:
            return None
        forks = [move for move in moves if move not in captures and self._wins_quietly(board, move)]
        if len(forks) == 1 and self._others_fail(board, moves, forks[0], captures, self.goal - 1):
            return "quiet", forks
        return None

    def _theme(self, board: mujo.Board, move: mujo.Move) -> str:
        effect = board.effect(move)
        if len(effect.victims) > 1 or move.from_square == move.to_square:
            return "several"
        changed = effect.after is not None and effect.before.type != effect.after.type
        return "contagion" if changed else "capture"

    def _wins_quietly(self, board: mujo.Board, move: mujo.Move) -> bool:
        """Whether every reply leaves a safe capture that wins enough."""
        board.push(move)
        won = not board.is_game_over() and self.best_capture(board) < self.goal
        if won:
            for reply in list(board.legal_moves):
                loss = self.gain(board, reply)
                board.push(reply)
                won = self.safe_capture(board) - loss >= self.goal
                board.pop()
                if not won:
                    break
        board.pop()
        return won

    def _others_fail(
        self, board: mujo.Board, moves: list[mujo.Move], best: mujo.Move, captures: dict[mujo.Move, int], most: int
    ) -> bool:
        """Whether each other move has a reply after which even an unanswered capture brings it to `most` or less."""
        refutation: str | None = None
        for move in moves:
            if move == best:
                continue
            gain = captures.get(move, 0)
            board.push(move)
            replies = sorted(board.legal_moves, key=lambda reply: reply.usi() != refutation)
            for reply in replies:
                loss = self.gain(board, reply)
                board.push(reply)
                value = gain - loss + (0 if board.is_game_over() else self.best_capture(board))
                board.pop()
                if value <= most:
                    refutation = reply.usi()
                    break
            else:
                board.pop()
                return False
            board.pop()
        return True


def candidates(rules: mujo.RuleSet, seed: int) -> Iterator[mujo.Board]:
    """Yield positions of random games without their history, for ever."""
    dice = random.Random(f"{rules.name} {seed}")
    squares = rules.files * rules.ranks
    while True:
        board = mujo.Board(rules=rules)
        wanted = {dice.randrange(int(PLIES[0] * squares), int(PLIES[1] * squares)) for _ in range(EACH)}
        while not board.is_game_over() and board.ply < max(wanted):
            board.push(dice.choice(board.legal_moves))
            if board.ply in wanted and not board.is_game_over():
                yield mujo.Board(board.sfen(), rules)


def make(options: argparse.Namespace) -> None:
    """Write the puzzles of a game."""
    rules = mujo.RuleSet(options.rules)
    maker = Maker(rules, quiet=not options.captures)
    themes: Counter[str] = Counter()
    puzzles: list[Puzzle] = []
    tried = 0
    for board in candidates(rules, options.seed):
        tried += 1
        puzzle = maker.puzzle(board)
        if (
            puzzle is None
            or themes[puzzle.theme] >= (EASY if puzzle.theme == "royal" else options.share) * options.count
        ):
            continue
        themes[puzzle.theme] += 1
        puzzles.append(puzzle)
        print(f"\r{len(puzzles)} of {options.count} in {tried} positions: {dict(themes)}   ", end="", flush=True)
        if len(puzzles) == options.count:
            break
    print()
    FOLDER.mkdir(parents=True, exist_ok=True)
    lines = [
        json.dumps({"theme": puzzle.theme, "position": puzzle.position, "solutions": puzzle.solutions}) + "\n"
        for puzzle in puzzles
    ]
    with (FOLDER / f"{rules.name.replace('/', '_')}.jsonl").open(
        "a" if options.append else "w", encoding="utf-8"
    ) as file:
        file.writelines(lines)


def read(path: Path) -> list[Puzzle]:
    """Read a file of puzzles."""
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return [Puzzle(row["theme"], row["position"], tuple(row["solutions"])) for row in rows]


def solve(options: argparse.Namespace) -> None:
    """Count the puzzles that the engine solves."""
    limits = {"nodes": options.nodes} if options.seconds is None else {"seconds": options.seconds}
    solved: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    for number, puzzle in enumerate(read(FOLDER / f"{options.rules.replace('/', '_')}.jsonl"), 1):
        board = mujo.Board(puzzle.position, options.rules)
        best = mujo.Engine(options.rules, hash=16).search(board, **limits).best.usi()
        seen[puzzle.theme] += 1
        solved[puzzle.theme] += best in puzzle.solutions
        if best not in puzzle.solutions:
            print(f"{number} ({puzzle.theme}): {best} instead of {' or '.join(puzzle.solutions)}")
    parts = ", ".join(f"{theme} {solved[theme]} of {count}" for theme, count in sorted(seen.items()))
    print(f"{options.rules}: {solved.total()} of {seen.total()} solved with {limits}: {parts}")


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    making = commands.add_parser("make", help="write the puzzles of a game")
    making.add_argument("--count", type=int, default=100)
    making.add_argument("--append", action="store_true", help="add to the file, with another seed")
    making.add_argument("--share", type=float, default=0.34, help="largest share of one theme (default: %(default)s)")
    making.add_argument(
        "--captures", action="store_true", help="look for no quiet wins, which take long on large boards"
    )
    making.add_argument("--seed", type=int, default=1)
    making.set_defaults(run=make)
    solving = commands.add_parser("solve", help="test the engine")
    solving.add_argument("--nodes", type=int, default=20_000)
    solving.add_argument("--seconds", type=float)
    solving.set_defaults(run=solve)
    for command in (making, solving):
        command.add_argument("rules")
    options = parser.parse_args()
    options.run(options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
