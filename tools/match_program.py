"""Play another program with equal time: each move gets the mean time that the program has spent on its moves so far.

    python tools/match_program.py chu cecp:/usr/games/hachu --depth 5 --pairs 20

The program is limited by depth, or by seconds a move. It may stop early, so its time is measured and not taken from its
limit. Openings are played twice with colours swapped, as in ``tools/engine_matches.py``, which prints the results. The
games are kept in ``benches/engine_matches`` as they end; run the command again to continue. They depend on the machine.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

import mujo
from engine_matches import RECORDS
from mujo.engines import Limit, PlayResult
from mujo.match import Player, TimeControl, parse_player, play_game, random_opening

#: Seconds for a move before the program has made one.
FIRST_MOVE = 0.1


class Timed:
    """A player whose time is measured."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.seconds = 0.0
        self.moves = 0

    def play(self, board: mujo.Board, limit: Limit, /) -> PlayResult | mujo.Move:
        """Let the player choose a move."""
        begun = time.monotonic()
        result = self._player.play(board, limit)
        self.seconds += time.monotonic() - begun
        self.moves += 1
        return result

    @property
    def mean(self) -> float:
        """Mean seconds a move."""
        return self.seconds / self.moves if self.moves else FIRST_MOVE

    def close(self) -> None:
        """End the player."""
        self._player.close()


class EqualTime:
    """The engine of this package with the time of its opponent."""

    def __init__(self, rules: mujo.RuleSet, opponent: Timed) -> None:
        self._engine = mujo.Engine(rules, 64)
        self._opponent = opponent

    def play(self, board: mujo.Board, limit: Limit, /) -> mujo.Move:
        """Choose a move."""
        return self._engine.search(board, seconds=self._opponent.mean).best

    def close(self) -> None:
        """Do nothing."""


def main() -> int:
    """Play the match."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rules")
    parser.add_argument("program", help="usi:COMMAND or cecp:COMMAND")
    parser.add_argument("--depth", type=int, help="depth of the program")
    parser.add_argument("--seconds", type=float, help="its seconds a move, instead")
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rules = mujo.RuleSet(options.rules)
    limit = f"depth {options.depth}" if options.depth else f"{options.seconds} s"
    name = f"{Path(options.program).name} {limit}"
    path = RECORDS / f"programs-{options.rules.replace('/', '_')}-{name.replace(' ', '_')}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        head = {"group": "programs", "rules": options.rules, "first": "mujo, equal time", "second": name}
        path.write_text(json.dumps(head | {"seed": options.seed, "sprt": None}) + "\n", encoding="utf-8")
    kept = path.read_text(encoding="utf-8").splitlines(keepends=True)
    done = (len(kept) - 1) // 2
    path.write_text("".join(kept[: 1 + 2 * done]), encoding="utf-8")
    control = TimeControl(depth=options.depth, move=options.seconds, grace=1e6)
    for pair in range(done, options.pairs):
        opening = random_opening(rules, 8, 1_000_003 * options.seed + pair, balance=150)
        for is_black in (True, False):
            program = Timed(parse_player(options.program).open(rules, pair))
            own = Timed(EqualTime(rules, program))
            try:
                game = play_game(*((own, program) if is_black else (program, own)), opening, control)
            finally:
                program.close()
            row = {
                "result": game.result,
                "termination": game.termination,
                "seconds": [round(own.mean, 3), round(program.mean, 3)],
                "moves": " ".join(game.moves),
            }
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
            won = "drew" if game.result == "draw" else "won" if (game.result == "black") == is_black else "lost"
            print(f"{won}, {game.termination}, {len(game.moves)} plies, seconds a move {row['seconds']}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
