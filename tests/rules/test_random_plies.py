"""Random games in which everything that is kept along the way is compared with a board made from scratch.

20,000 plies every day; a million with ``MUJO_PROFILE=long``. ``MUJO_SEED`` sets another seed; it is printed.
"""

from __future__ import annotations

import os
import random

import pytest

from mujo import BLACK, WHITE, Board

LONG = os.environ.get("MUJO_PROFILE") == "long"
PLIES = 1_000_000 if LONG else 20_000
SEED = int(os.environ.get("MUJO_SEED", "20261129"))
GAMES = ["tai", "maka", "hishigata"]
LIMIT = 1_500


def agree(board: Board, scratch: Board) -> bool:
    """Key, placement, royals, side, and equality itself."""
    return (
        board.key == scratch.key
        and board == scratch
        and board.piece_map() == scratch.piece_map()
        and board.royals(BLACK) == scratch.royals(BLACK)
        and board.royals(WHITE) == scratch.royals(WHITE)
        and board.turn == scratch.turn
        and board.state == scratch.state
    )


def from_scratch(board: Board) -> Board:
    return Board(board.sfen(), board.rules)


@pytest.mark.timeout(7200 if LONG else 300)
@pytest.mark.parametrize("name", GAMES)
def test_random_plies_against_scratch(name: str) -> None:
    """After each ply, after taking it back, and after playing it again; at the end all the way back."""
    print(f"{name}: seed {SEED}, {PLIES // len(GAMES)} plies")
    generator = random.Random(f"{SEED}:{name}")
    made = 0
    while made < PLIES // len(GAMES):
        board = Board(rules=name)
        start = board.sfen()
        keys = [board.key]
        while board.ply < LIMIT and not board.is_game_over():
            moves = board.legal_moves
            move = moves[generator.randrange(len(moves))]
            before, text = from_scratch(board), board.sfen()
            board.push(move)
            where = f"{name}, seed {SEED}: {move} on {text}"
            assert agree(board, from_scratch(board)), where
            after = (board.sfen(), board.key)
            assert board.pop() == move
            assert agree(board, before), f"undo of {where}"
            assert board.sfen() == text, f"undo of {where}"
            board.push(move)
            assert (board.sfen(), board.key) == after, f"redo of {where}"
            keys.append(board.key)
            made += 1
        if board.outcome() is not None:
            assert len(board.legal_moves) == 0
        replayed = Board(rules=name)
        for move in board.move_stack:
            replayed.push(move)
        assert agree(board, replayed)
        assert board.outcome() == replayed.outcome()
        while board.ply:
            assert board.key == keys.pop()
            board.pop()
        assert board.sfen() == start
        assert board.key == Board(rules=name).key


def test_boards_that_are_played_side_by_side_share_nothing() -> None:
    """A copy and the board that `play` gives go their own ways."""
    generator = random.Random(f"{SEED}:copies")
    print(f"seed {SEED}")
    board = Board(rules="maka")
    for _ in range(200):
        moves = list(board.legal_moves)
        if not moves:
            break
        move = generator.choice(moves)
        text = board.sfen()
        other = board.play(move)
        copy = board.copy()
        assert board.sfen() == text
        copy.push(move)
        assert agree(copy, other)
        assert copy.move_stack == other.move_stack == [*board.move_stack, move]
        assert board.sfen() == text
        board.push(move)
