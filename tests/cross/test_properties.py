"""Properties of every rule set: symmetries, membership, attackers, undo, keys, round trips."""

from __future__ import annotations

import itertools
from functools import cache

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import mujo
from mujo import BLACK, WHITE, Board, Move, Piece, RuleSet, Setup
from mujo.testing import faces, games, move_texts, positions, rule_sets

#: Options that speak of the order of victims, which is by squares where routes are equal and so changes in a mirror.
ORDER_FREE = "maka[promotion_victim=any,contagion=off]"

SMALL = """
format = 1
name = "small"
title = "Small"
source = "test"
base = "maka"
description = "a board of 5 by 5 with the pieces of maka"

[board]
files = 5
ranks = 5

[setup]
army = ["K,LN,HM,DV,LD"]
"""


def turned(board: Board) -> Board:
    """Give the board half a turn and swap the colours."""
    last = board.rules.files * board.rules.ranks - 1
    setup = Setup(rules=board.rules)
    setup.clear()
    for square, piece in board.piece_map().items():
        setup.put(last - square, Piece(piece.type, not piece.side, piece.promoted))
    setup.turn = not board.turn
    return setup.board()


def turned_text(rules: RuleSet, move: Move) -> tuple[int, frozenset[int], int, str]:
    """Tell a move as the effect that it has after half a turn."""
    last = rules.files * rules.ranks - 1
    victims = frozenset(last - square for square in move.via)
    return last - move.from_square, victims, last - move.to_square, mark(move)


def mark(move: Move) -> str:
    return move.usi().partition("+")[2] if "+" in move.usi() else "-"


def effect(move: Move) -> tuple[int, frozenset[int], int, str]:
    return move.from_square, frozenset(move.via), move.to_square, mark(move)


@given(st.data())
def test_half_a_turn_with_colours_swapped(data: st.DataObject) -> None:
    rules = data.draw(rule_sets())
    board = data.draw(positions(rules, max_pieces=14))
    other = turned(board)
    assert {turned_text(rules, move) for move in board.legal_moves} == {effect(move) for move in other.legal_moves}
    outcome, turned_outcome = board.outcome(), other.outcome()
    assert (outcome is None) == (turned_outcome is None)
    if outcome is not None and turned_outcome is not None:
        assert outcome.termination == turned_outcome.termination
        swapped = None if outcome.winner is None else not outcome.winner
        assert swapped == turned_outcome.winner
    assert board.is_check() == other.is_check()


@cache
def lone_destinations(rules: str, symbol: str) -> frozenset[tuple[int, int]]:
    """Return the moves of a piece alone in the middle of the board, as (file, rank) from there."""
    loaded = RuleSet(rules)
    middle = loaded.ranks // 2 * loaded.files + loaded.files // 2
    setup = Setup(rules=loaded)
    setup.clear()
    setup.put(middle, symbol)
    file, rank = middle % loaded.files, middle // loaded.files
    reach = min(file, loaded.files - 1 - file)
    ends = [
        (move.to_square % loaded.files - file, move.to_square // loaded.files - rank)
        for move in setup.board().legal_moves
    ]
    # As far as both sides reach: the middle of an even board is not in the middle.
    return frozenset((across, along) for across, along in ends if abs(across) <= reach)


@cache
def twins(rules: str) -> dict[str, str]:
    """For each face the one that moves as it would in a mirror, and promotes to such a twin; found in the data."""
    found: dict[str, str] = {}
    loaded = RuleSet(rules)
    symbols = faces(rules)

    def moves(symbol: str) -> tuple[frozenset[tuple[int, int]], frozenset[str], str | None]:
        line = loaded.moves_as(symbol)
        multistep = frozenset([line.betza]) if "a" in line.betza else frozenset()
        return lone_destinations(rules, symbol), multistep, line.royal

    def mirror(symbol: str) -> tuple[frozenset[tuple[int, int]], frozenset[str], str | None]:
        ends, multistep, royal = moves(symbol)
        return frozenset((-file, rank) for file, rank in ends), multistep, royal

    for symbol in symbols:
        if symbol.startswith("+"):
            continue
        promoted = f"+{symbol}"
        for other in [symbol, *symbols]:
            if other.startswith("+") or (f"+{other}" in symbols) != (promoted in symbols):
                continue
            if moves(other) == mirror(symbol) and (promoted not in symbols or moves(f"+{other}") == mirror(promoted)):
                found[symbol] = other
                break
    return found


def mirrored(board: Board, pairs: dict[str, str]) -> Board:
    """Mirror the board left to right, each piece becoming its twin."""
    files = board.rules.files
    setup = Setup(rules=board.rules)
    setup.clear()
    for square, piece in board.piece_map().items():
        rank, file = divmod(square, files)
        setup.put(rank * files + files - 1 - file, Piece(pairs[piece.type], piece.side, piece.promoted))
    setup.turn = board.turn
    return setup.board()


@pytest.mark.parametrize("name", ["tai[contagion=off]", ORDER_FREE, "hishigata[contagion=off]", "chu"])
def test_mirror_with_twins_swapped(name: str) -> None:
    pairs = twins(name)
    assert len(pairs) >= 20

    @given(positions(name, max_pieces=14))
    def check(board: Board) -> None:
        assume(all(piece.type in pairs for piece in board.piece_map().values()))
        files = board.rules.files

        def over(square: int) -> int:
            return square + files - 1 - 2 * (square % files)

        there = {
            (over(move.from_square), frozenset(map(over, move.via)), over(move.to_square), mark(move))
            for move in board.legal_moves
        }
        assert there == {effect(move) for move in mirrored(board, pairs).legal_moves}
        assert board.is_check() == mirrored(board, pairs).is_check()

    check()


def test_the_twins_of_maka_are_left_and_right_chariots() -> None:
    pairs = twins("maka")
    assert pairs["LC"] == "RC"
    assert pairs["RC"] == "LC"
    # The moves of deva and dark spirit are twins, what they promote to is not.
    assert "DV" not in pairs


@pytest.fixture(scope="module")
def small() -> RuleSet:
    return RuleSet.from_toml(SMALL)


def test_is_legal_is_membership_for_all_texts_of_a_small_board(small: RuleSet) -> None:
    squares = [small.square_name(square) for square in range(25)]

    for position in (
        "k,ln,2,dv/p,1,p,1,p/2,LN,1,ld/P,p,P,1,P/K,1,HM,DV,LD b - 1",
        "k,1,1,ds,1/5/1,p,+DV,p,1/2,p,2/K,1,HM,LN,LD b - 1".replace("1,1,", "2,"),
    ):
        board = Board(position, small)
        legal = {str(move) for move in board.legal_moves}
        assert len(legal) == len(board.legal_moves)
        read = set()
        for count in (2, 3, 4):
            starts = (
                squares if count < 4 else [small.square_name(square) for square, _ in sorted(board.piece_map().items())]
            )
            for chosen in itertools.product(
                starts, *[squares] * (min(count, 3) - 1), *([squares] if count == 4 else [])
            ):
                if count == 4 and (
                    chosen[0] not in {text[: len(chosen[0])] for text in legal} or chosen[1] == chosen[0]
                ):
                    continue
                for end in ("", "+"):
                    text = "".join(chosen) + end
                    if board.is_legal(Move.from_usi(text, small)):
                        read.add(text)
        assert read == legal


@given(st.data())
def test_attackers_are_what_a_slow_look_finds(data: st.DataObject) -> None:
    # Under a rule that never binds an emperor: put an enemy there, let the side move, and see who takes it.
    rules = data.draw(rule_sets(max_changes=0))
    free = RuleSet(
        f"{rules.name}[emperor=unrestricted,exposure=allowed,repetition=none,lion_trading=off,bare_king=off]"
    )
    board = data.draw(positions(free, max_pieces=14, royals=False))
    square = data.draw(st.integers(0, free.files * free.ranks - 1))
    pawn = next(kind.id for kind in free.piece_types.values() if kind.betza == "fW")
    for side in (BLACK, WHITE):
        setup = Setup(board.sfen(), rules=free)
        there = board.piece_at(square)
        if there is None or there.side == side:
            setup.put(square, pawn if side == WHITE else pawn.lower())
        setup.turn = side
        look = setup.board()
        found = {move.from_square for move in look.legal_moves if square in move.captures}
        assert board.attackers(square, side) == sorted(found)


@given(st.data())
def test_undoing_is_identity(data: st.DataObject) -> None:
    rules = data.draw(rule_sets())
    board = data.draw(st.one_of(positions(rules, max_pieces=20), games(rules, max_plies=12)))
    before = board.sfen(), board.key, board.to_bytes(), board.repetitions(), board.outcome()
    for move in list(board.legal_moves)[:150]:
        board.push_unchecked(move)
        after = board.sfen()
        assert Board(after, rules).key == board.key
        assert board.pop() == move
    assert (board.sfen(), board.key, board.to_bytes(), board.repetitions(), board.outcome()) == before


@given(st.data())
def test_equal_positions_have_equal_keys_and_others_have_not(data: st.DataObject) -> None:
    rules = data.draw(rule_sets())
    board = data.draw(positions(rules, max_pieces=12))
    placements: dict[str, int] = {}
    for move in board.legal_moves:
        board.push_unchecked(move)
        placement = board.sfen().rpartition(" ")[0]
        assert placements.setdefault(placement, board.key) == board.key
        board.pop()
    assert len(set(placements.values())) == len(placements)


@given(st.data())
def test_texts_round_trip(data: st.DataObject) -> None:
    rules = data.draw(rule_sets())
    board = data.draw(positions(rules, max_pieces=16))
    assert Board(board.sfen(), rules).sfen() == board.sfen()
    assert Board.from_bytes(board.to_bytes()) == board
    for move in board.legal_moves:
        assert board.parse_move(str(move)) == move
        assert Move.from_usi(str(move), rules) == move
        assert Move.from_int(int(move), rules) == move


@given(st.data())
def test_any_text_is_read_or_refused_with_a_slug(data: st.DataObject) -> None:
    rules = data.draw(rule_sets(max_changes=1))
    board = data.draw(positions(rules, max_pieces=12))
    text = data.draw(st.one_of(move_texts(rules), st.text(alphabet="0123456789abcjzDVS+=", max_size=14)))
    before = board.to_bytes()
    code, move = None, None
    try:
        move = board.parse_move(text)
    except mujo.MujoError as error:
        code = error.code
    assert move in board.legal_moves if code is None else code in mujo.error_slugs()
    assert board.to_bytes() == before
