"""Count round trips of moves through the notations for people.

    python tools/round_trips.py [--moves 100000] [--each 1000] [--seed 7]

Legal moves of random games and of crowded positions of every rule set are written and read back, in Hodges' letters
and in Japanese, until there are enough in all and of each kind. Prints the table; status 1 if one failed.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from itertools import cycle
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from crowded import crowded_positions, random_game
from mujo import Board, Move, RuleSet, rule_set_names
from mujo.notation import format_hodges, format_japanese, parse_hodges, parse_japanese

KINDS = ("igui", "double", "triple", "pass", "declined", "contagion", "two-digit", "disambiguated")


def kinds_of(board: Board, move: Move, text: str) -> list[str]:
    """Tell which of the kinds a move is of."""
    victims = len(move.captures)
    found = []
    if move.is_igui:
        found.append("igui")
    if victims > 1:
        found.append("double" if victims == 2 else "triple")
    if move.is_pass:
        found.append("pass")
    if text.endswith("="):
        found.append("declined")
    if move.promotes:
        after, before = board.play(move).piece_at(move.to_square), board.piece_at(move.from_square)
        if after is not None and before is not None and after.type != before.type:
            found.append("contagion")
    files = board.rules.files
    if move.from_square % files > 8 and move.to_square % files > 8 and not move.is_pass:
        found.append("two-digit")
    piece = board.piece_at(move.from_square)
    if piece is not None and text[len(piece.symbol) :][:1].isdigit():
        found.append("disambiguated")
    return found


def is_plain(move: Move) -> bool:
    """Tell whether a move only steps to an empty square: once there are enough moves in all, these are left out."""
    return not move.is_capture and not move.is_pass


def main() -> int:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--moves", type=int, default=100_000)
    parser.add_argument("--each", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    dice = random.Random(options.seed)
    varied = [RuleSet("maka", contagion_order="choice"), RuleSet("maka", hook_captures=2)]
    sets = {rules.name: rules for rules in [*map(RuleSet, rule_set_names()), *varied]}
    names = list(sets)
    crowds = {name: crowded_positions(rules, dice) for name, rules in sets.items()}
    counts: dict[str, Counter[str]] = {name: Counter() for name in names}
    total: Counter[str] = Counter()
    failed = 0
    began = time.perf_counter()
    for turn, name in enumerate(cycle(names)):
        if total["moves"] >= options.moves and all(total[kind] >= options.each for kind in KINDS):
            break
        rules = sets[name]
        board = random_game(rules, dice, dice.randint(20, 200)) if turn // len(names) % 4 == 0 else next(crowds[name])
        moves = list(board.legal_moves)
        texts = set()
        for move in moves:
            if total["moves"] > options.moves and is_plain(move):
                continue
            text = format_hodges(board, move)
            japanese = format_japanese(board, move)
            good = parse_hodges(board, text) == move and parse_japanese(board, japanese) == move
            if not good:
                failed += 1
                print(f"FAILED {name} {board.sfen()} {move.usi()} {text} {japanese}")
            texts |= {text, japanese}
            counts[name].update(["moves", *kinds_of(board, move, text)])
        if len(texts) != 2 * (sum(count["moves"] for count in counts.values()) - total["moves"]):
            failed += 1
            print(f"FAILED {name} {board.sfen()}: two moves share a text")
        total = sum(counts.values(), Counter())
        if turn % len(names) == len(names) - 1:
            print(f"{total['moves']:,} moves", end="\r", file=sys.stderr, flush=True)
    width = max(map(len, names))
    print(f"seed {options.seed}, {time.perf_counter() - began:.0f} s, {failed} failed")
    print(f"{'rules':<{width}}" + "".join(f"{kind:>14}" for kind in ("moves", *KINDS)))
    for name, count in [*counts.items(), ("all", total)]:
        print(f"{name:<{width}}" + "".join(f"{count[kind]:>14,}" for kind in ("moves", *KINDS)))
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
