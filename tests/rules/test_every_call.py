"""Every method of a board, called first thing on a new board and again after the game has ended."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from mujo import Board, LegalMoves, MujoError
from rules.boards import place, play

CALLS: dict[str, Callable[[Board], Any]] = {
    "pop": lambda board: board.pop(),
    "peek": lambda board: board.peek(),
    "outcome": lambda board: board.outcome(),
    "is_game_over": lambda board: board.is_game_over(),
    "is_check": lambda board: board.is_check(),
    "is_checkmate": lambda board: board.is_checkmate(),
    "repetitions": lambda board: board.repetitions(),
    "is_repetition": lambda board: board.is_repetition(),
    "legal_moves": lambda board: board.legal_moves,
    "legal_captures": lambda board: board.legal_captures(),
    "legal_moves_from": lambda board: board.legal_moves_from(0),
    "attackers": lambda board: board.attackers(0, board.turn),
    "royals": lambda board: board.royals(board.turn),
    "pieces": lambda board: board.pieces("P", board.turn),
    "perft": lambda board: board.perft(1),
    "divide": lambda board: board.divide(1),
    "explain": lambda board: board.explain("1a1b"),
    "explain a pass": lambda board: board.explain("pass"),
    "push": lambda board: board.push("1a1a"),
    "push a pass": lambda board: board.push("pass"),
    "play": lambda board: board.play("1a1a"),
    "parse_move": lambda board: board.parse_move("1a1b"),
    "copy": lambda board: board.copy(),
    "deepcopy": copy.deepcopy,
    "bytes": lambda board: Board.from_bytes(board.to_bytes()),
    "move_stack": lambda board: board.move_stack,
}


def answers(board: Board) -> dict[str, Any]:
    """Call everything, each on a copy of its own; give the results, and the slug where a call is refused."""
    found: dict[str, Any] = {}
    for name, call in CALLS.items():
        called = board.copy()
        try:
            found[name] = call(called)
        except MujoError as error:
            found[name] = error.code
        if name != "pop":
            assert (called, called.ply) == (board, board.ply), name
    return found


@pytest.mark.parametrize(
    ("rules", "refusal"),
    [
        ("tai", "illegal_move.not_your_piece"),
        ("maka", "illegal_move.not_your_piece"),
        ("hishigata", "illegal_move.no_piece"),
        ("chu", "illegal_move.not_your_piece"),
    ],
)
def test_first_call_on_a_new_board(rules: str, refusal: str) -> None:
    """White's lance stands on 1a, except in hishigata, where the corner is empty."""
    board = Board(rules=rules)
    found = answers(board)
    assert {name: answer for name, answer in found.items() if isinstance(answer, str)} == {
        "pop": "nothing_to_undo",
        "peek": "nothing_to_undo",
        "push": refusal,
        "push a pass": "notation.no_pass",
        "play": refusal,
        "parse_move": refusal,
    }
    assert (found["outcome"], found["is_game_over"], found["is_check"], found["is_checkmate"]) == (None,) + (False,) * 3
    assert (found["repetitions"], found["is_repetition"], found["move_stack"]) == (1, False, [])
    assert found["perft"] == len(found["divide"]) == len(found["legal_moves"]) > 0
    assert all(captures in found["legal_moves"] for captures in found["legal_captures"])
    assert (found["explain"].code, found["explain a pass"].code) == (refusal, "notation.no_pass")
    assert board == found["copy"] == found["deepcopy"] == found["bytes"]


ENDED: dict[str, tuple[Callable[[], Board], str]] = {
    "a royal captured": (lambda: play(place("K1s R5a k19a"), "5a19a"), "royals_captured"),
    "no royal": (lambda: place("R5a k19a"), "no_royals"),
    "stalemate": (lambda: place("P5a p5s"), "stalemate"),
    "repetition": (lambda: play(place("K1s k19a"), *["1s1r", "19a19b", "1r1s", "19b19a"] * 3), "repetition"),
    "checkmate": (lambda: place("K1s r1a r2a k19a", exposure="forbidden"), "checkmate"),
}


@pytest.mark.parametrize("name", ENDED)
def test_every_call_after_the_end(name: str) -> None:
    make, termination = ENDED[name]
    board = make()
    found = answers(board)
    refused = {call: answer for call, answer in found.items() if isinstance(answer, str)}
    over = "illegal_move.game_over"
    undo = {} if board.ply else {"pop": "nothing_to_undo", "peek": "nothing_to_undo"}
    assert refused == {**undo, "push": over, "push a pass": over, "play": over, "parse_move": over}
    assert found["outcome"].termination == termination
    assert found["is_game_over"]
    for moves in ("legal_moves", "legal_captures", "legal_moves_from"):
        assert isinstance(found[moves], LegalMoves)
        assert len(found[moves]) == 0
    with pytest.raises(IndexError):
        _ = board.legal_moves[0]
    assert found["is_check"] == found["is_checkmate"] == (termination == "checkmate")
    assert found["explain"].code == found["explain a pass"].code == over
    assert board == found["copy"] == found["deepcopy"] == found["bytes"]
    assert found["bytes"].outcome() == found["outcome"]
    if board.ply:
        assert found["pop"] == found["peek"] == board.move_stack[-1]
