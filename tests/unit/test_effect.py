"""What a move captures and changes: `Board.effect`, `Move.captures`, `Move.is_capture`, `Move.via`."""

from __future__ import annotations

import copy
import pickle
from random import Random

import pytest

import mujo
from mujo import Board, Effect, IllegalMoveError, Move, MujoError, Piece

LION = "9,k,9/19/19/19/19/19/19/10,p,8/9,p,9/9,LN,9/19/19/19/19/19/19/19/19/9,K,9"


def random_boards(rules: str, seed: int, plies: int) -> list[Board]:
    """Boards of a random game that captures where it can."""
    rng, board, boards = Random(seed), Board(rules=rules), []
    for _ in range(plies):
        captures = list(board.legal_captures())
        moves = captures if captures and rng.random() < 0.6 else list(board.legal_moves)
        if not moves:
            break
        boards.append(board.copy())
        board.push(rng.choice(moves))
    return boards


@pytest.mark.parametrize("rules", ["tai", "maka", "hishigata", "chu", "maka[hook_captures=2,TK=free3]"])
def test_the_effect_is_what_the_board_shows_after_the_move(rules: str) -> None:
    captures = several = changes = 0
    for board in random_boards(rules, 5, 60)[::4]:
        before = board.piece_map()
        for move in board.legal_moves:
            effect, after = board.effect(move), board.play(move).piece_map()
            differing = tuple(
                square
                for square in range(board.rules.files * board.rules.ranks)
                if before.get(square) != after.get(square)
            )
            assert effect.changed == differing, move
            assert effect.before == before[move.from_square], move
            assert effect.after == after[move.to_square], move
            squares = tuple(square for square, _ in effect.victims)
            assert squares == move.captures, move
            assert len(before) - len(after) == len(squares), move
            for square, piece in effect.victims:
                assert before[square] == piece, move
                assert piece.side is not board.turn, move
                assert square == move.to_square or square not in after, move
            assert move.is_capture is effect.is_capture is bool(squares), move
            assert set(move.via) <= set(squares), move
            assert move.promotes is (effect.before != effect.after), move
            assert effect.is_irreversible is (move.is_capture or move.promotes), move
            captures += move.is_capture
            several += len(squares) > 1
            changes += move.promotes
    assert captures > 20
    assert changes > 0
    assert several > 0 or not rules.startswith("maka")


def test_moves_that_capture_are_the_legal_captures() -> None:
    for board in random_boards("maka", 8, 40):
        assert {move for move in board.legal_moves if move.is_capture} == set(board.legal_captures())


def test_captures_in_the_order_taken_with_the_end_last() -> None:
    board = Board(LION, rules="maka")
    names = [board.rules.square_name(square) for square in board.parse_move("10j10i9h").captures]
    assert names == ["10i", "9h"]
    assert board.parse_move("10j10i10j").captures == (board.rules.parse_square("10i"),)
    assert board.parse_move("10j10i").via == ()
    assert board.parse_move("10j9j").captures == ()


def test_every_move_that_a_board_hands_out_knows_its_captures() -> None:
    board = Board(LION, rules="maka")
    pushed = board.push("10j10i9h")
    for move in (pushed, board.peek(), board.move_stack[0], board.pop()):
        assert len(move.captures) == 2
    assert any(move.is_capture for move in board.divide(1))
    games = Board(rules="maka").playouts(2, seed=3, max_plies=200, moves=True)
    assert any(move.is_capture for move in games.moves_of(1))


@pytest.mark.parametrize("move", [Move.from_usi("10j10i9h", "maka"), Move.from_int(int(Move.from_usi("8r8q")))])
def test_a_move_without_a_board_says_that_it_does_not_know(move: Move) -> None:
    for ask in (lambda: move.captures, lambda: move.is_capture):
        with pytest.raises(MujoError, match=r"board\.effect") as caught:
            ask()
        assert caught.value.code == "move.no_board"


def test_igui_and_pass_are_known_without_a_board() -> None:
    assert Move.from_usi("5e6f5e", "maka").captures == Move.from_usi("5e6f5e", "maka").via
    assert Move.from_usi("5e5e", "maka").is_capture is False


def test_an_effect_is_of_moves_that_a_piece_can_make() -> None:
    board = Board()
    before = board.sfen()
    with pytest.raises(IllegalMoveError) as caught:
        board.effect("8r8p")
    assert caught.value.code == "illegal_move.no_such_move"
    # Legal or not: the emperor may not take its protected rival, but the effect of doing so is known.
    effect = board.effect("13y13a")
    assert [piece.symbol for _, piece in effect.victims] == ["e"]
    assert board.sfen() == before


def test_moves_and_effects_survive_copies() -> None:
    board = Board(LION, rules="maka")
    for value in (board.parse_move("10j10i9h"), board.effect("10j10i9h")):
        copies = [copy.copy(value), copy.deepcopy(value)]
        copies += [pickle.loads(pickle.dumps(value, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
        for other in copies:
            assert other == value
            assert hash(other) == hash(value)
            if isinstance(value, Move):
                assert isinstance(other, Move)
                assert other.captures == value.captures


def test_effects_compare_by_value() -> None:
    board = Board(LION, rules="maka")
    effect = board.effect("10j10i")
    assert effect == board.effect("10j10i")
    assert effect != board.effect("10j9j")
    lion, pawn = Piece("LN", mujo.BLACK), Piece("P", mujo.WHITE)
    assert Effect([(180, pawn)], lion, lion, [180, 199], True).victims == ((180, pawn),)
