#!/usr/bin/env python3
"""Play uniform random games and count what happens in them.

    python tools/random_games.py --sets tai maka hishigata --games 500 --plies 3000 --seed 1 --processes 2

Every move is drawn with equal chance from the legal moves. Game number n of a set depends on the seed, the set and n
alone, so the table is the same for any number of processes. What is counted:

- ending: the termination of the outcome; "cut" is a game that was still running at the limit of plies;
- igui, pass: moves of that kind; captures of two and of three: moves with that many victims;
- contagion: moves whose piece was changed by a contagious victim; promotions of other pieces are *forced* (there was no
  such move without promotion), *chosen* (there was one) or *declined* (a move without promotion, where one with it was
  legal);
- refusals: moves that the powers allow and one rule alone takes away, counted before every ply. Emperor: legal moves of
  the position with ``emperor = unrestricted``, less those under the set's own value, both without history. Repetition:
  the latter, less the legal moves of the game. `Board.explain` is called on one move of each kind, each time, and
  must name the rule.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path

from mujo import BLACK, WHITE, Board, Move, Piece, RuleSet, Setup, rule_set_names

KINDS = [
    "igui",
    "capture of two",
    "capture of three",
    "pass",
    "contagion",
    "promotion forced",
    "promotion chosen",
    "promotion declined",
    "emperor refusal",
    "repetition refusal",
]
REFUSALS = {"emperor refusal": "illegal_move.emperor", "repetition refusal": "illegal_move.repetition"}


def study(rules: RuleSet, pieces: dict[int, Piece]) -> Board:
    """Make a board of a few pieces and a royal of each side in opposite corners."""
    setup = Setup(rules=rules)
    setup.clear()
    setup.turn = BLACK
    royal = next(kind.id for kind in rules.piece_types.values() if kind.is_initial and kind.royal)
    setup.put(0, Piece(royal, WHITE))
    setup.put(rules.files * rules.ranks - 1, Piece(royal, BLACK))
    for square, piece in pieces.items():
        setup.put(square, piece)
    return setup.board()


@cache
def contagious(name: str) -> frozenset[Piece]:
    """White pieces whose capture changes even a piece that has no promotion, found by trying each in the middle."""
    rules = RuleSet(name)
    initial = [kind for kind in rules.piece_types.values() if kind.is_initial]
    middle = rules.files * (rules.ranks // 2) + rules.files // 2
    for kind in initial:
        if kind.promotes_to or kind.royal:
            continue
        capturer = Piece(kind.id, BLACK)
        steps = [move.to_square for move in study(rules, {middle: capturer}).legal_moves_from(middle)]
        if not steps:
            continue
        victims = [Piece(other.id, WHITE, face) for other in initial for face in (False, bool(other.promotes_to))]
        boards = {victim: study(rules, {middle: capturer, steps[0]: victim}) for victim in victims}
        return frozenset(
            victim
            for victim, board in boards.items()
            if any(move.promotes for move in board.legal_moves_from(middle) if move.to_square == steps[0])
        )
    raise ValueError(f"{name} has no piece to try contagion with")


def text_twins(move: Move, texts: set[str]) -> tuple[bool, bool]:
    """Tell whether the move is there without and with a change."""
    route = str(move).partition("+")[0]
    return route in texts, any(text.partition("+")[0] == route and "+" in text for text in texts)


def victims_of(board: Board, move: Move) -> list[Piece]:
    """Pieces that a move takes, in order."""
    return [piece for _, piece in board.effect(move).victims]


def count_move(board: Board, move: Move, found: Counter[str]) -> None:
    """Count a move that is about to be played."""
    found["igui"] += move.is_igui
    found["pass"] += move.is_pass
    victims = victims_of(board, move)
    found["capture"] += bool(victims)
    found["capture of two"] += len(victims) == 2
    found["capture of three"] += len(victims) == 3
    if not victims:
        return
    texts = {str(other) for other in board.legal_moves_from(move.from_square)}
    without, with_change = text_twins(move, texts)
    if not move.promotes:
        found["promotion declined"] += with_change
        return
    after = board.play(move).piece_at(move.to_square)
    assert after is not None
    catching = contagious(board.rules.name)
    infecting = [piece.type for piece in victims if Piece(piece.type, WHITE, piece.promoted) in catching]
    if after.promoted and after.type in infecting:
        found["contagion"] += 1
    else:
        found["promotion chosen" if without else "promotion forced"] += 1


def count_refusals(board: Board, moves: list[Move], loose: RuleSet, found: Counter[str]) -> None:
    """Count the moves that the emperor rule and the repetition rule take away before this ply."""
    position = board.sfen()
    free = Board(position, loose).legal_moves
    fresh = Board(position, board.rules).legal_moves
    for kind, more, fewer in (("emperor refusal", free, fresh), ("repetition refusal", fresh, moves)):
        gone = len(more) - len(fewer)
        if not gone:
            continue
        found[kind] += gone
        found[f"ply with {kind}"] += 1
        left = {str(move) for move in fewer}
        example = next(str(move) for move in more if str(move) not in left)
        explanation = board.explain(example)
        if explanation.code != REFUSALS[kind]:
            raise AssertionError(f"{position}: {example} should be a {kind}, but {explanation}")


def play(name: str, number: int, plies: int, seed: int) -> Counter[str]:
    """Play one game and count."""
    generator = random.Random(f"{seed}:{name}:{number}")
    rules = RuleSet(name)
    loose = RuleSet(name, emperor="unrestricted", repetition="none")
    board = Board(rules=rules)
    found: Counter[str] = Counter({"games": 1})
    while board.ply < plies and not board.is_game_over():
        moves = list(board.legal_moves)
        count_refusals(board, moves, loose, found)
        move = moves[generator.randrange(len(moves))]
        count_move(board, move, found)
        board.push(move)
    found["plies"] = board.ply
    outcome = board.outcome()
    if outcome is None:
        found["end: cut"] += 1
    else:
        found[f"end: {outcome.termination}"] += 1
        found[f"won by {outcome.result}"] += 1
    return found


def play_some(task: tuple[str, int, int, int, int]) -> Counter[str]:
    """Play games ``first`` to ``last - 1`` of a set."""
    name, first, last, plies, seed = task
    total: Counter[str] = Counter()
    for number in range(first, last):
        total.update(play(name, number, plies, seed))
    return total


def run(sets: list[str], games: int, plies: int, seed: int, processes: int) -> dict[str, Counter[str]]:
    """Play all games and return the counts of each set."""
    step = 5
    tasks = [(name, at, min(at + step, games), plies, seed) for name in sets for at in range(0, games, step)]
    counts: dict[str, Counter[str]] = {name: Counter() for name in sets}
    with ProcessPoolExecutor(processes) as pool:
        for done, (task, found) in enumerate(zip(tasks, pool.map(play_some, tasks), strict=True), 1):
            counts[task[0]].update(found)
            if sys.stderr.isatty():
                print(f"\r{done}/{len(tasks)} tasks", end="", file=sys.stderr)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    return counts


def table(counts: dict[str, Counter[str]]) -> str:
    """Write the Markdown table: one column a set, and one for all together."""
    total: Counter[str] = Counter()
    for found in counts.values():
        total.update(found)
    columns = [*counts.values(), total]
    endings = sorted((key for key in total if key.startswith("end: ")), key=lambda key: -total[key])
    lines = [
        "| | " + " | ".join([*(f"`{name}`" for name in counts), "all"]) + " |",
        "| --- |" + " ---: |" * len(columns),
    ]

    def row(title: str, cells: Iterable[str]) -> None:
        lines.append(f"| {title} | " + " | ".join(cells) + " |")

    def numbers(key: str) -> list[str]:
        return [f"{found[key]:,}" for found in columns]

    row("games", numbers("games"))
    row("plies", numbers("plies"))
    row("plies a game, mean", [f"{found['plies'] / max(found['games'], 1):,.0f}" for found in columns])
    titles = {"end: cut": "cut at the limit"}
    for key in endings:
        shares = [f"{found[key]:,} ({found[key] / max(found['games'], 1):.1%})" for found in columns]
        row(titles.get(key, "ended by `" + key.removeprefix("end: ") + "`"), shares)
    for result in ("black", "white", "draw"):
        row("draw" if result == "draw" else f"won by {result.capitalize()}", numbers(f"won by {result}"))
    row("captures", numbers("capture"))
    for kind in KINDS:
        row(kind, numbers(kind))
        if kind in REFUSALS:
            row(f"plies with {'an' if kind[0] in 'aeio' else 'a'} {kind}", numbers(f"ply with {kind}"))
    return "\n".join(lines) + "\n"


def page(command: str, text: str) -> str:
    """Return the documentation page."""
    return f"""# Random games

How often each rule comes up in games of uniformly random legal moves. This says nothing about good play; it shows that the tests meet every rule. The page is written by

    {command}

and is the same on every machine and for any number of processes. `tools/random_games.py` defines each line. A refusal is a pseudo-legal move that exactly one rule forbids, counted before every ply.

{text}"""  # noqa: E501


def main() -> int:
    """Play, print, and write the page if requested."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sets", nargs="+", default=["tai", "maka", "hishigata"], metavar="NAME")
    parser.add_argument("--games", type=int, default=500, help="games of each set (default 500)")
    parser.add_argument("--plies", type=int, default=3000, help="limit of a game (default 3000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--write", type=Path, metavar="FILE", help="write a Markdown page with the table")
    options = parser.parse_args()
    unknown = sorted(set(options.sets) - set(rule_set_names()))
    if unknown or min(options.games, options.plies, options.processes) < 1:
        parser.error(f"no such rule set: {', '.join(unknown)}" if unknown else "numbers start at 1")
    counts = run(options.sets, options.games, options.plies, options.seed, options.processes)
    text = table(counts)
    print(text, end="")
    if options.write:
        words = [
            "python tools/random_games.py --sets",
            *options.sets,
            f"--games {options.games} --plies {options.plies} --seed {options.seed} --write {options.write.as_posix()}",
        ]
        options.write.write_text(page(" ".join(words), text), encoding="utf-8")
    missing = [kind for kind in KINDS if not sum(found[kind] for found in counts.values())]
    if missing:
        print("never seen: " + ", ".join(missing), file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
