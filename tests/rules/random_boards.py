"""Boards of random games, the same in every run."""

from __future__ import annotations

import random

from mujo import Board


def random_boards(rules: str, plies: list[int], seed: int = 5) -> list[Board]:
    """Return the boards of one random game after these numbers of plies, with their history."""
    generator = random.Random(f"{seed}:{rules}")
    found: list[Board] = []
    while len(found) < len(plies):
        board, found = Board(rules=rules), []
        for ply in range(max(plies) + 1):
            if board.is_game_over():
                break
            if ply in plies:
                found.append(board.copy())
            board.push(generator.choice(board.legal_moves))
    return found
