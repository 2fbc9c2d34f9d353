"""Play matches between players of one game, with mujo as the referee, and say how much stronger one is.

    python tools/match_engines.py chu mujo:nodes=10000 mujo:nodes=10000,without=null_move --pairs 100 --sprt 0,50
    python tools/match_engines.py tai mujo:seconds=0.2 greedy --pairs 25 --out games.jsonl
    python tools/match_engines.py chu mujo:seconds=0.1 "usi:other-engine --option"

Players:

    mujo:KEY=VALUE,...   nodes, depth, seconds, level, hash, threads; without=PART+PART (see Engine.without);
                         file=EVALUATION.toml for other numbers
    random               a uniform random mover
    greedy               takes what is worth most, by one ply of plain search
    depth2               two plies of plain search over material
    usi:COMMAND          a program that answers "position sfen POSITION moves ..." and "go" with "bestmove MOVE" or
                         "bestmove resign"

Every opening of random moves is played twice, with sides changed. A game longer than --plies counts as a draw.
Games are written as one JSON object a line; with --out a match that was interrupted resumes where it ended.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import mujo

PLAIN = [
    "table", "quiescence", "exchange", "reductions", "late_pruning", "futility", "reverse_futility", "null_move",
    "check_extension", "killers", "history", "aspiration", "safety",
]  # fmt: skip
ANCHORS = {"greedy": 1, "depth2": 2}
NUMBERS: dict[str, Callable[[str], float]] = {"nodes": int, "depth": int, "seconds": float}
Game = dict[str, Any]


class Player(Protocol):
    """Somebody who moves."""

    spent: float

    def new_game(self, seed: int) -> None:
        """Forget the last game."""

    def move(self, board: mujo.Board) -> mujo.Move | None:
        """Choose a move; None resigns."""


def material_only(rules: mujo.RuleSet) -> str:
    """Return the evaluation of a game without anything but material."""
    text = mujo.Engine(rules, hash=0).evaluation.partition("\n[ranks]\n")[0]
    lines = []
    part = ""
    for line in text.splitlines():
        part = line if line.startswith("[") else part
        lines.append(f"{line.split(' = ')[0]} = 0" if part == "[weights]" and " = " in line else line)
    return "\n".join(lines)


class Own:
    """The engine of this package."""

    def __init__(self, rules: mujo.RuleSet, words: str) -> None:
        options = dict(word.split("=", 1) for word in words.split(",") if word)
        self.rules = rules
        self.limits: dict[str, Any] = {
            name: kind(options.pop(name)) for name, kind in NUMBERS.items() if name in options
        }
        self.without = [part for part in options.pop("without", "").split("+") if part]
        self.text = Path(options.pop("file")).read_text() if "file" in options else options.pop("text", None)
        self.numbers: dict[str, Any] = {
            name: int(options.pop(name)) for name in ("hash", "threads", "level") if name in options
        }
        self.spent = 0.0
        if options:
            raise SystemExit(f"unknown options of a player: {', '.join(options)}")

    def new_game(self, seed: int) -> None:
        """Begin with an empty table."""
        numbers: dict[str, Any] = {"hash": 16, **self.numbers}
        self.engine = mujo.Engine(self.rules, seed=seed, evaluation=self.text, **numbers)
        self.engine.without(self.without)

    def move(self, board: mujo.Board) -> mujo.Move | None:
        """Search."""
        result = self.engine.search(board, **self.limits)
        self.spent += result.seconds
        return result.best


class Plain(Own):
    """A plain search over material: an anchor that never changes. Equal moves are chosen among at random."""

    def __init__(self, rules: mujo.RuleSet, depth: int) -> None:
        super().__init__(rules, f"depth={depth}")
        self.without = PLAIN
        self.text = material_only(rules)

    def new_game(self, seed: int) -> None:
        """Begin with an empty table and other choices."""
        super().new_game(seed)
        self.rng = random.Random(seed)

    def move(self, board: mujo.Board) -> mujo.Move | None:
        """Choose one of the best moves."""
        lines = self.engine.search(board, depth=self.limits["depth"], multipv=8).lines
        best = lines[0].score
        return self.rng.choice([line.moves[0] for line in lines if line.score == best])


class Random:
    """A uniform random mover."""

    def __init__(self) -> None:
        self.spent = 0.0

    def new_game(self, seed: int) -> None:
        """Begin with other choices."""
        self.rng = random.Random(seed)

    def move(self, board: mujo.Board) -> mujo.Move | None:
        """Choose any move."""
        return self.rng.choice(list(board.legal_moves))


class Program:
    """Another program, by the few USI commands that a game needs."""

    def __init__(self, command: str) -> None:
        self.command, self.spent = command, 0.0
        self.process: subprocess.Popen[str] | None = None

    def new_game(self, seed: int) -> None:
        """Start the program, or tell it of another game."""
        if self.process is None or self.process.poll() is not None:
            self.process = subprocess.Popen(
                self.command, shell=True, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=1
            )
        self.say("usinewgame", f"setoption name seed value {seed}")

    def say(self, *lines: str) -> None:
        """Send lines to the program."""
        assert self.process is not None
        assert self.process.stdin is not None
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def move(self, board: mujo.Board) -> mujo.Move | None:
        """Ask the program."""
        start = board.copy()
        moves = [start.pop().usi() for _ in range(board.ply)][::-1]
        begin = time.perf_counter()
        self.say(f"position sfen {start.sfen()} moves {' '.join(moves)}", "go")
        assert self.process is not None
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith("bestmove"):
                self.spent += time.perf_counter() - begin
                word = line.split()[1]
                return None if word == "resign" else board.parse_move(word)
        raise SystemExit(f"{self.command} ended")


def player(rules: mujo.RuleSet, text: str) -> Player:
    """Read a player."""
    kind, _, rest = text.partition(":")
    if kind == "mujo":
        return Own(rules, rest)
    if kind in ANCHORS:
        return Plain(rules, ANCHORS[kind])
    if kind == "random":
        return Random()
    if kind == "usi":
        return Program(rest)
    raise SystemExit(f"{text} is no player: mujo:..., random, greedy, depth2 or usi:...")


def opening(rules: mujo.RuleSet, plies: int, seed: int, referee: mujo.Engine) -> list[str]:
    """Random moves after which neither side stands much better."""
    rng = random.Random(seed)
    while True:
        board = mujo.Board(rules=rules)
        for _ in range(plies):
            if not board.legal_moves:
                break
            board.push(rng.choice(list(board.legal_moves)))
        if board.outcome() is None:
            score = referee.search(board, nodes=3000)
            referee.clear()
            if score.score.units is not None and abs(score.score.units) < 150:
                return [move.usi() for move in board.move_stack]


def play(rules: mujo.RuleSet, black: Player, white: Player, moves: list[str], seed: int, limit: int) -> Game:
    """Play one game."""
    board = mujo.Board(rules=rules)
    for text in moves:
        board.push(text)
    for side in (black, white):
        side.new_game(seed)
    result, how = "draw", "plies"
    while board.ply < limit:
        outcome = board.outcome()
        if outcome is not None:
            result, how = outcome.result, outcome.termination
            break
        mover = black if board.turn == mujo.BLACK else white
        move = mover.move(board)
        if move is None or not board.is_legal(move):
            result, how = ("white" if mover is black else "black"), "resigned" if move is None else f"illegal {move}"
            break
        board.push(move)
    return {
        "result": result,
        "termination": how,
        "plies": board.ply,
        "moves": [move.usi() for move in board.move_stack],
    }


def elo(share: float) -> float:
    """Difference of strength that gives a share of the points."""
    share = min(max(share, 1e-4), 1 - 1e-4)
    return -400 * math.log10(1 / share - 1)


def estimate(pairs: list[float]) -> tuple[float, float, float]:
    """Elo and its interval of 95 % from the scores of pairs of games, 0 to 2 each."""
    n = len(pairs)
    mean = sum(pairs) / n / 2
    variance = sum((pair / 2 - mean) ** 2 for pair in pairs) / max(n - 1, 1)
    error = 1.96 * math.sqrt(max(variance, 1e-3) / n)
    return elo(mean), elo(mean - error), elo(mean + error)


def llr(pairs: list[float], elo0: float, elo1: float) -> float:
    """Log-likelihood ratio of the sequential test, by the normal approximation of the scores of pairs."""
    n = len(pairs)
    if n < 4:
        return 0.0
    mean = sum(pairs) / n / 2
    variance = max(sum((pair / 2 - mean) ** 2 for pair in pairs) / n, 1e-3)
    share0, share1 = (1 / (1 + 10 ** (-each / 400)) for each in (elo0, elo1))
    return n * (share1 - share0) * (2 * mean - share0 - share1) / (2 * variance)


def main() -> int:
    """Play the match that the command line describes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rules")
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--pairs", type=int, default=10, help="pairs of games")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--opening", type=int, default=8, help="random plies at the start")
    parser.add_argument("--plies", type=int, default=1000, help="longest game")
    parser.add_argument("--out", type=Path, help="file for the games")
    parser.add_argument("--sprt", help="ELO0,ELO1: end as soon as one of the two is decided at 5 %%")
    parser.add_argument("--quiet", action="store_true")
    arguments = parser.parse_args()
    rules = mujo.RuleSet(arguments.rules)
    players = [player(rules, arguments.first), player(rules, arguments.second)]
    referee = mujo.Engine(rules, hash=4)
    bounds = tuple(map(float, arguments.sprt.split(","))) if arguments.sprt else None
    games: list[Game] = []
    if arguments.out and arguments.out.exists():
        games = [json.loads(line) for line in arguments.out.read_text().splitlines()]
        games = games[: len(games) // 2 * 2]
    done = len(games)
    verdict = ""
    for number in range(arguments.pairs):
        if number >= done // 2:
            moves = opening(rules, arguments.opening, arguments.seed * 100_000 + number, referee)
            for first in (0, 1):
                begun = time.monotonic()
                sides = (players[first], players[1 - first])
                game = play(rules, *sides, moves, arguments.seed * 1000 + number, arguments.plies)
                names = (arguments.first, arguments.second)
                game = {
                    "rules": rules.name,
                    "black": names[first],
                    "white": names[1 - first],
                    "opening": len(moves),
                } | game
                games.append(game)
                if arguments.out:
                    with arguments.out.open("a") as file:
                        file.write(json.dumps(game) + "\n")
                if not arguments.quiet:
                    won = {"black": first == 0, "white": first == 1}.get(game["result"])
                    word = "drew" if won is None else "won" if won else "lost"
                    seconds = time.monotonic() - begun
                    how = f"{word}, {game['termination']}, {game['plies']} plies, {seconds:.0f} s"
                    print(f"{len(games)}: {how}", flush=True)
        pairs = scores(games[: 2 * number + 2])
        if bounds:
            ratio = llr(pairs, *bounds)
            if abs(ratio) > math.log(19):
                verdict = (
                    f", sequential test of {bounds[0]:g} against {bounds[1]:g}: {'passed' if ratio > 0 else 'failed'}"
                )
                break
    report(arguments, games, scores(games), players, verdict)
    return 0


def scores(games: list[Game]) -> list[float]:
    """Scores of the first player by pairs of games: it is Black in the first and White in the second."""
    points = {"black": 1.0, "white": 0.0, "draw": 0.5}
    single = [points[game["result"]] if at % 2 == 0 else 1 - points[game["result"]] for at, game in enumerate(games)]
    return [one + two for one, two in zip(single[::2], single[1::2], strict=False)]


def report(
    arguments: argparse.Namespace, games: list[Game], pairs: list[float], players: list[Player], verdict: str
) -> None:
    """Print the result."""
    points = {"black": 1, "white": -1, "draw": 0}
    signs = [points[game["result"]] * (1 if at % 2 == 0 else -1) for at, game in enumerate(games)]
    wins, draws, losses = (signs.count(sign) for sign in (1, 0, -1))
    middle, low, high = estimate(pairs)
    longest = max(game["plies"] for game in games)
    spent = ", ".join(f"{each.spent:.0f} s" for each in players)
    print(
        f"{arguments.rules}: {arguments.first} against {arguments.second}: +{wins} ={draws} -{losses}, "
        f"Elo {middle:+.0f} [{low:+.0f}, {high:+.0f}], longest {longest} plies, thought {spent}{verdict}"
    )


if __name__ == "__main__":
    sys.exit(main())
