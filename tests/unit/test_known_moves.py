"""Moves from a board's own list skip the legality check; the results must be the same as with it."""

from __future__ import annotations

import random

import pytest

import mujo
from mujo import Board, IllegalMoveError, Move, RuleSet


def told(board: Board, move: Move) -> str:
    """Return the result of pushing and undoing a move, as text; the board is unchanged afterwards."""
    try:
        pushed = board.push(move)
    except IllegalMoveError as error:
        return error.code
    after = f"{pushed} {board.sfen()} {board.key}"
    assert board.pop() == pushed
    return after


@pytest.mark.parametrize("rules", ["tai", "maka", "hishigata", "chu"])
def test_moves_of_old_and_foreign_lists_are_checked_like_any_move(rules: str) -> None:
    seed = 81
    print("seed", seed)
    chance = random.Random(seed)
    board, twin = Board(rules=rules), Board(rules=rules)
    lists = [board.legal_moves]
    for _ in range(400):
        doing = chance.random()
        if doing < 0.25 and board.ply:
            assert board.pop() == twin.pop()
        else:
            if doing < 0.6:
                lists.append(board.legal_moves)
            moves = twin.legal_moves
            if not moves:
                break
            move = chance.choice(chance.choice(lists[-12:]) if doing < 0.8 else moves)
            assert board.is_legal(move) == (move in moves)
            again = Move.from_usi(str(move), rules)
            assert told(board, move) == told(twin, again)
            if move in moves:
                board.push(move)
                twin.push(again)
        assert board == twin
        assert board.move_stack == twin.move_stack


def test_a_list_is_valid_for_its_position_only() -> None:
    board = Board()
    first = board.legal_moves
    moves = {str(move): move for move in first}
    board.push(moves["8r8q"])
    with pytest.raises(IllegalMoveError):
        board.push(moves["8r8q"])
    with pytest.raises(IllegalMoveError):
        board.push(moves["18r18q"])
    board.push("8h8i")
    # The pawn has advanced, so its first step is no longer legal; another pawn's still is.
    with pytest.raises(IllegalMoveError):
        board.push_unchecked(moves["8r8q"])
    board.push(moves["18r18q"])
    assert board.ply == 3


def test_lists_are_found_again_after_a_search() -> None:
    board = Board(rules="chu")

    def count(depth: int) -> int:
        if depth == 0:
            return 1
        nodes = 0
        for move in board.legal_moves:
            assert board.push(move) is move
            nodes += count(depth - 1)
            assert board.pop() == move
        return nodes

    assert count(2) == 1296
    deep = random.Random(5)
    while board.ply < 40:
        board.push(deep.choice(board.legal_moves))
    while board.ply:
        board.pop()
    assert board == Board(rules="chu")


def test_a_move_of_an_equal_rule_set_is_returned_as_the_boards_own() -> None:
    board = Board(rules=RuleSet("tai", stalemate="draw"))
    move = next(iter(Board().legal_moves))
    pushed = board.push(move)
    assert pushed == move
    assert repr(pushed) != repr(move)
    assert repr(board.pop()) == repr(pushed)


def test_unchecked_moves_are_returned() -> None:
    board = Board()
    move = board.legal_moves[0]
    board.push_unchecked(move)
    assert board.peek() == move
    assert board.pop() == move
    assert board == mujo.Board()


def test_a_list_is_dropped_with_its_position() -> None:
    board = Board()
    for text in ("8r8q", "8h8i", "18r18q"):
        board.push(text)
    answers = {str(move): move for move in board.legal_moves}
    board.pop()
    board.pop()
    # Again after three plies, but the pawn on 18h has moved.
    for text in ("18h18i", "18r18q"):
        board.push(text)
    with pytest.raises(IllegalMoveError):
        board.push(answers["18h18i"])
