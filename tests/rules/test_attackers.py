"""Attackers of a square (rule 8.1), compared with a slow way to find them."""

from __future__ import annotations

import random

import pytest

from mujo import BLACK, WHITE, Board, Piece, Setup
from rules.boards import names, place, play, squares


def slow_attackers(board: Board, square: int, side: bool) -> list[int]:
    """Put an enemy on the square, and return the starts of the legal moves that capture it.

    Exact only where no rule but the powers forbids moves.
    """
    setup = Setup(board.sfen(), board.rules)
    setup.put(square, Piece("P", not side))
    setup.turn = side
    studied = Board.from_setup(setup)
    return sorted({move.from_square for move in studied.legal_moves if square in (*move.captures, move.to_square)})


CROWD = "R10j LN9g HM12c LD5f +DV1a P10f ca3c r1j hm18q +ds8h p9h ld7i q15b"


def test_attackers_of_every_square() -> None:
    """A study without emperors: every legal move is one by the powers, so the slow way is exact."""
    board = place(CROWD)
    for square in range(board.rules.files * board.rules.ranks):
        for side in (BLACK, WHITE):
            assert board.attackers(square, side) == slow_attackers(board, square, side), names(board, [square])


def test_attackers_after_captures() -> None:
    """A captured piece attacks nothing: a game of captures with igui and two victims in one move."""
    board = place(CROWD, promotion="never", contagion="off")
    for move in ("9g9h9g", "8h9g", "10j1j", "15b12e", "12c12e"):
        board.push(move)
        for name in ("9g", "9h", "8h", "10j", "1j", "12e", "12c", "10f", "7i"):
            (square,) = squares(board, name)
            for side in (BLACK, WHITE):
                found = board.attackers(square, side)
                assert found == slow_attackers(board, square, side)
                assert all((piece := board.piece_at(at)) and piece.side == side for at in found)
    assert board.piece_at(squares(board, "12e")[0]) == Piece("HM", BLACK)


def test_attackers_take_anything_for_an_enemy() -> None:
    """Own pieces on the square are attacked, empty squares too; blocked lines are not."""
    board = place("R10j P10f LN9g K19r r1a k19s")

    def attackers(name: str, side: bool) -> list[str]:
        return names(board, board.attackers(squares(board, name)[0], side))

    assert attackers("10f", BLACK) == ["9g", "10j"]
    assert attackers("10e", BLACK) == ["10f", "9g"], "in order of squares"
    assert attackers("10d", BLACK) == []
    assert attackers("1s", WHITE) == ["1a"]
    assert attackers("19s", BLACK) == ["19r"]
    assert attackers("19s", WHITE) == []


def test_attackers_and_whose_turn_it_is() -> None:
    """Neither the turn, nor the end of the game, nor exposure makes a difference."""
    for turn in ("b", "w"):
        board = place("R5a", "k19a", turn=turn)
        assert board.is_game_over()
        assert names(board, board.attackers(squares(board, "19a")[0], BLACK)) == ["5a"]
    bound = place("K1s R1k", "r1a k19a", exposure="forbidden")
    assert names(bound, bound.attackers(squares(bound, "5k")[0], BLACK)) == ["1k"]


def test_attackers_with_emperors() -> None:
    """The emperor of tai attacks every square but its own and the guarded royal's.

    The prince on 13a is guarded by the gold beside it; the gold is not royal.
    """
    board = play(place("E13y P1y", "cp13a g12a p25y", rules="tai"))

    def attackers(name: str) -> list[str]:
        return names(board, board.attackers(squares(board, name)[0], BLACK))

    assert attackers("13a") == []
    assert attackers("12a") == ["13y"]
    assert attackers("5e") == ["13y"]
    assert attackers("1y") == ["13y"]
    assert attackers("13y") == []


@pytest.mark.parametrize("rules", ["tai", "maka", "hishigata"])
def test_attackers_do_not_depend_on_the_game_before(rules: str) -> None:
    """A game that captures whenever it can, compared with a board that was set up anew."""
    generator = random.Random(11)
    board = Board(rules=rules)
    for _ in range(40):
        captures = board.legal_captures()
        moves = captures if len(captures) else board.legal_moves
        if not len(moves):
            break
        board.push(generator.choice(moves))
        scratch = Board(board.sfen(), board.rules)
        for square in generator.sample(range(board.rules.files * board.rules.ranks), 40):
            for side in (BLACK, WHITE):
                found = board.attackers(square, side)
                assert found == scratch.attackers(square, side)
                assert all((piece := board.piece_at(at)) is not None and piece.side == side for at in found)
    assert board.ply > 10
