"""Correspondence play by files: read a record, add one move of the engine, write the record again.

    python examples/correspondence.py game.json --rules maka --level 3

The file is created if there is none. Send it to your opponent, who adds a move in any way and sends it back.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import mujo
from mujo.record import Game, read_record, record_of, write_record


def answer(path: Path, rules: str, level: int, seed: int) -> str:
    """Add a move to the game in a file and return what happened."""
    record = read_record(path) if path.exists() else record_of(mujo.Board(rules=rules))
    board = record.replay().board
    outcome = board.outcome()
    if outcome is not None:
        return f"the game is over: {outcome}"
    move = mujo.Engine(board.rules, hash=16, level=level, seed=seed).search(board).best
    board.push(move)
    write_record(with_notes(record, board), path)
    return f"{board.ply}. {move.usi()}" + (f" and the game is over: {board.outcome()}" if board.is_game_over() else "")


def with_notes(record: Game, board: mujo.Board) -> Game:
    """Return the record of a board, with the players and comments of another record."""
    from dataclasses import replace

    return replace(record_of(board), tags=record.tags, comments=record.comments)


def main() -> None:
    """Add a move."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--rules", default="maka", help="of a new game")
    parser.add_argument("--level", type=int, default=3)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    print(answer(options.file, options.rules, options.level, options.seed))


if __name__ == "__main__":
    main()
