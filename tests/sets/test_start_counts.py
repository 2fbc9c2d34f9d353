"""Legal moves at the start of every rule set, known from two programs that are none of ours."""

from __future__ import annotations

import pytest

import mujo

STARTS = {
    "tai": 479,
    "tai/tsa": 298,
    "tai/gcsa": 298,
    "tai/japanese": 304,
    "maka": 80,
    "maka/western": 75,
    "maka/wikipedia-en": 80,
    "maka/tsa": 75,
    "maka/sz": 80,
    "maka/ssz": 80,
    "maka/srz": 84,
    "maka/japanese": 80,
    "maka/revival": 82,
    "hishigata": 260,
    "chu": 36,
}


def test_no_set_is_left_out() -> None:
    assert sorted(STARTS) == sorted(mujo.rule_set_names())


@pytest.mark.parametrize(("name", "count"), STARTS.items())
def test_start_count(name: str, count: int) -> None:
    board = mujo.Board(rules=name)
    assert len(board.legal_moves) == len({move.usi() for move in board.legal_moves}) == count


def test_moves_of_tai_by_type() -> None:
    """The emperor goes to 271 empty squares and takes 175 that are no royals."""
    board = mujo.Board()
    counts: dict[str, int] = {}
    for move in board.legal_moves:
        piece = board.piece_at(move.from_square)
        assert piece is not None
        counts[piece.type] = counts.get(piece.type, 0) + 1
    assert counts == {"E": 271 + 175, "P": 23, "LD": 6, "DO": 2, "GB": 2}
