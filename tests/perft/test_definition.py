"""The definition of perft (rule 8.2): repetition is ignored, and a game that has ended has no further move."""

from __future__ import annotations

import pytest

from rules.boards import place, play


@pytest.mark.parametrize("repetition", ["forbid", "fourfold", "jcsa", "none"])
def test_repetition_is_ignored(repetition: str) -> None:
    """Two kings in opposite corners: 3 moves, then 3 replies; then 5, 5 or 8 moves from an edge square.

    A king on 1s goes to 1r (edge: 5 neighbours), 2s (edge: 5) or 2r (8). Depth 3: for each of White's 3 replies
    Black has 5 + 5 + 8 = 18 moves in all, so 54. Depth 4: White's king likewise, 18 x 18 = 324. Corners stay the
    corners where the position has occurred three times.
    """
    board = place("K1s k19a", repetition=repetition)
    if repetition != "forbid":
        play(board, *["1s1r", "19a19b", "1r1s", "19b19a"] * 2)
        assert board.repetitions() == 3
    assert [board.perft(depth) for depth in (0, 1, 2, 3, 4)] == [1, 3, 9, 54, 324]
    assert sum(board.divide(3).values()) == 54


def test_a_forbidden_repetition_is_counted() -> None:
    board = play(place("K1s", "k19a", repetition="forbid"), "1s1r", "19a19b", "1r1s")
    assert len(board.legal_moves) == 4, "19a is forbidden in the game"
    assert board.perft(1) == 5


def test_nothing_is_counted_past_the_end_of_a_game() -> None:
    """The rook on 5a may capture the last king, with and without promotion; after that there is nothing to count.

    K1s: 3 moves. R5a: rank a to 1a: 4, to 18a: 13, the king on 19a: 2; file 5: 18. 3 + 37 = 40, of which 38 go on.
    """
    board = place("K1s R5a", "k19a")
    assert board.perft(1) == 40
    divided = {str(move): count for move, count in board.divide(2).items()}
    assert divided["5a19a"] == divided["5a19a+"] == 0
    assert sum(count > 0 for count in divided.values()) == 38
