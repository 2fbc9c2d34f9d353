"""The list of legal moves: each move once and in one spelling, the only moves accepted, and a snapshot."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from mujo import Board, Move, NotationError
from rules.boards import place
from rules.random_boards import random_boards


def test_a_lion_move_has_one_spelling() -> None:
    """An empty square named on the way changes nothing."""
    board = place("LN10j", "K1s k19a")
    assert {board.parse_move(f"10j{way}10h").usi() for way in ("", "10i", "9i", "11i")} == {"10j10h"}
    assert {board.parse_move(f"10j{way}10j").usi() for way in ("", "10i", "9k", "11j")} == {"10j10j"}


def test_the_moves_at_the_start_of_tai_by_type() -> None:
    """The emperor goes to 271 empty squares and captures 175 pieces that are not royal."""
    board = Board()
    types = Counter(piece.type for move in board.legal_moves if (piece := board.piece_at(move.from_square)))
    assert types == {"E": 271 + 175, "P": 23, "LD": 6, "DO": 2, "GB": 2}


@pytest.mark.parametrize("rules", ["tai", "maka", "hishigata"])
def test_no_two_moves_of_a_piece_lead_to_one_position(rules: str) -> None:
    for board in random_boards(rules, [60, 200]):
        seen: set[tuple[int, str]] = set()
        for move in board.legal_moves:
            after = board.play(move).sfen().split(" ")[0]
            assert (move.from_square, after) not in seen, str(move)
            seen.add((move.from_square, after))


@pytest.mark.parametrize("rules", ["maka", "hishigata"])
def test_exactly_the_listed_moves_are_accepted(rules: str) -> None:
    """Every end on the board from 60 starts, plain and with a plus; and random moves of three and four squares."""
    generator = random.Random(3)
    for board in random_boards(rules, [50, 180]):
        legal = {int(move) for move in board.legal_moves}
        square = [board.rules.square_name(index) for index in range(board.rules.files * board.rules.ranks)]
        accepted = {
            int(move)
            for start in generator.sample(square, 60)
            for end in square
            for mark in ("", "+")
            if board.is_legal(move := Move.from_usi(start + end + mark, board.rules))
        }
        assert accepted
        assert accepted <= legal
        for move in board.legal_moves:
            assert board.is_legal(move)
            assert board.explain(move)
            assert board.parse_move(str(move)) == move
        for _ in range(3000):
            text = "".join(generator.choices(square, k=generator.choice([3, 4])))
            try:
                move = Move.from_usi(text, board.rules)
            except NotationError:
                continue
            assert board.is_legal(move) == (int(move) in legal)


def test_the_list_is_a_snapshot() -> None:
    """Pushing inside the loop, with and without undoing, leaves the list as it was."""
    board = Board(rules="maka")
    moves = board.legal_moves
    texts = [str(move) for move in moves]
    seen = []
    for move in moves:
        board.push(move)
        seen.append(str(move))
        board.pop()
    assert seen == texts
    for index, move in enumerate(moves):
        assert str(move) == texts[index]
        if index == 0:
            board.push(move)
    assert len(moves) == len(texts) == 80
    assert [str(move) for move in moves] == texts
    assert board.ply == 1
