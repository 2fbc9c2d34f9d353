"""`Board.explain`: for each rule that forbids moves its number, the slug and the squares that matter (rule 5.9)."""

from __future__ import annotations

from typing import NamedTuple

import pytest

import mujo
from mujo import Board, Move
from rules.boards import names, place, play, rule_set, turned_text


class Case(NamedTuple):
    """A position, a move, and the expected explanation."""

    board: Board
    move: str
    code: str
    rule: str | None
    squares: list[str] | None
    """Squares that matter, in any order; None where the text alone is at fault."""


def maka(*pieces: str, turn: str = "b", **options: str | int) -> Board:
    return place(*pieces, rules=rule_set("maka", **options), turn=turn)


def tai(*pieces: str, turn: str = "b", **options: str | int) -> Board:
    return place(*pieces, rules=rule_set("tai", **options), turn=turn)


def chu(*pieces: str, turn: str = "b", state: str = "-") -> Board:
    return place(*pieces, rules="chu", turn=turn, state=state)


def played(board: Board, *moves: str) -> Board:
    return play(board, *moves)


FAR = "K1s k19a"

CASES: dict[str, Case] = {
    # The move itself.
    "no piece": Case(maka(FAR), "5e5f", "illegal_move.no_piece", "3.1", ["5e"]),
    "the other side's": Case(maka(FAR), "19a19b", "illegal_move.not_your_piece", "2.2", ["19a"]),
    "own piece at the end": Case(maka(FAR, "R5e P5c"), "5e5c", "illegal_move.own_piece", "3.1", ["5c"]),
    "behind a piece": Case(maka(FAR, "R5e p5c"), "5e5b", "illegal_move.no_such_move", "3.1", ["5e", "5b"]),
    "no such step": Case(maka(FAR, "G5e"), "5e4f", "illegal_move.no_such_move", "3.1", ["5e", "4f"]),
    "a hook over a piece": Case(maka(FAR, "HM5e p5c p7e"), "5e7b", "illegal_move.no_such_move", "3.1", ["5e", "7b"]),
    # Promotion, as text: the right text is named; as a move that was put together.
    "promotion missing": Case(tai("LN13m CP1y p13l cp25a"), "13m13l", "notation.promotion_missing", "4.1", None),
    "promotion that cannot be": Case(maka(FAR, "G5e"), "5e5d+", "notation.promotion_impossible", "4.1", None),
    "a second promotion": Case(maka(FAR, "+G5e p5d"), "5e5d+", "notation.promotion_impossible", "4.1", None),
    "own piece on the way": Case(maka(FAR, "LN5e P5d p5c"), "5e5d5c", "notation.own_piece_on_route", "3.10", None),
    # Emperor.
    "a guarded royal": Case(tai("E13y cp13a r13m"), "13y13a", "illegal_move.emperor", "5.4", ["13m"]),
    "a guarded piece": Case(
        tai("E13y cp13a r20m r20a", emperor="protected-piece"), "13y20m", "illegal_move.emperor", "5.4", ["20a"]
    ),
    "an emperor elsewhere": Case(
        tai("E13y cp1b p5e e13a", emperor="protected-piece-by-emperor"), "13y5e", "illegal_move.emperor", "5.4", ["13a"]
    ),
    "an attacked square": Case(maka("+K10s k19s r1a"), "10s1f", "illegal_move.emperor", "5.4", ["1a"]),
    "an attacked square, before": Case(
        maka("+K10j k1s r10a", protection="before"), "10j10e", "illegal_move.emperor", "5.4", ["10a"]
    ),
    "a square that an emperor reaches": Case(maka("+K10s +k19a"), "10s9m", "illegal_move.emperor", "5.4", ["19a"]),
    # Exposure.
    "a pinned piece": Case(
        maka("K1s R1k r1a k19a", exposure="forbidden"), "1k5k", "illegal_move.exposure", "5.6", ["1a"]
    ),
    "a king into danger": Case(
        maka("K1s r2a k19a", exposure="forbidden"), "1s2s", "illegal_move.exposure", "5.6", ["2a"]
    ),
    # Repetition: the squares of the move that brings the position back.
    "repetition": Case(
        played(tai("CP1y cp25a"), "1y1x", "25a25b", "1x1y"), "25b25a", "illegal_move.repetition", "6.2", ["25b", "25a"]
    ),
    "a pass after a pass": Case(
        played(tai("LN13y ln13a"), "13y13y"), "13a13a", "illegal_move.repetition", "6.2", ["13a"]
    ),
    # Chu.
    "a protected lion from a distance": Case(
        chu("LN6f K1l ln6d g5c k12a"), "6f6d", "illegal_move.lion_trading", "7.2", ["5c"]
    ),
    "counter-strike": Case(
        chu("R2h LN6i K1l ln2c k12a", state="6i"), "2h2c", "illegal_move.counter_strike", "7.3", ["2c"]
    ),
    # The end.
    "after the end": Case(maka("R5a k19a"), "5a5b", "illegal_move.game_over", "5.8", []),
    # Text.
    "no move text": Case(maka(FAR), "hello", "notation.move_syntax", None, None),
    "off the board": Case(maka(FAR), "1s1t", "notation.off_board", "2.1", None),
    "swapped": Case(maka(FAR), "s1r1", "notation.coordinates_swapped", "2.1", None),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_explain(name: str) -> None:
    """Rule, slug and squares; the exception of `push` agrees, and the board is unchanged."""
    case = CASES[name]
    before = (case.board.sfen(), case.board.key, case.board.ply)
    explanation = case.board.explain(case.move)
    assert not explanation
    assert not explanation.legal
    assert (explanation.code, explanation.rule) == (case.code, case.rule)
    if case.squares is not None:
        found = names(case.board, explanation.squares)
        assert set(found) == set(case.squares)
    assert explanation.message.startswith(case.move) or not explanation.code.startswith("illegal_move")
    assert str(explanation) == explanation.message
    assert not (explanation.code.startswith("illegal_move") and case.board.is_legal(case.move))
    with pytest.raises(mujo.MujoError) as raised:
        case.board.push(case.move)
    assert raised.value.code == explanation.code
    if isinstance(raised.value, mujo.IllegalMoveError):
        assert raised.value.rule == explanation.rule
        assert tuple(raised.value.squares) == explanation.squares
        assert raised.value.reason
    assert (case.board.sfen(), case.board.key, case.board.ply) == before


# Those without a history, which would have to be turned too; the tests of repetition do that.
TURNABLE = [name for name, case in CASES.items() if case.squares is not None and not case.board.ply]


@pytest.mark.parametrize("name", TURNABLE)
def test_explain_for_the_other_colour(name: str) -> None:
    """The same with everything turned by half a turn: the rules know no favourite side."""
    case = CASES[name]
    board = case.board
    fields = board.sfen().split(" ")
    side = "w" if fields[1] == "b" else "b"
    size = board.rules.files
    state = fields[2] if fields[2] == "-" else turned_text(fields[2], size)
    ranks = [",".join(reversed(rank.split(","))).swapcase() for rank in reversed(fields[0].split("/"))]
    other = Board(f"{'/'.join(ranks)} {side} {state} 1", board.rules)
    explanation = other.explain(turned_text(case.move, size))
    assert (explanation.code, explanation.rule) == (case.code, case.rule)
    assert set(names(other, explanation.squares)) == {turned_text(square, size) for square in case.squares or []}


@pytest.mark.parametrize(
    ("board", "text", "code"),
    [
        (tai("LN13m CP1y p13l cp25a"), "13m13l", "illegal_move.must_promote"),
        (maka(FAR, "Q5e dv5d"), "5e5d", "illegal_move.must_promote"),
        (maka(FAR, "G5e"), "5e5d+", "illegal_move.cannot_promote"),
        (maka(FAR, "Q5e p5d"), "5e5d+", "illegal_move.cannot_promote"),
        (maka(FAR, "LN5e dv5d ds5c"), "5e5d5c+DV", "illegal_move.cannot_promote"),
    ],
)
def test_moves_not_read_from_text(board: Board, text: str, code: str) -> None:
    """A `Move` made without the position: slugs of moves, not of notation; the end of the move matters."""
    move = Move.from_usi(text, board.rules)
    explanation = board.explain(move)
    assert (explanation.legal, explanation.code) == (False, code)
    assert explanation.squares == (move.to_square,)


def test_every_slug_of_illegal_moves_is_shown() -> None:
    shown = {case.code for case in CASES.values()} | {"illegal_move.must_promote", "illegal_move.cannot_promote"}
    assert {slug for slug in mujo.error_slugs() if slug.startswith("illegal_move.")} <= shown


def test_every_refusal_has_a_slug_and_a_rule() -> None:
    board = Board()
    for text in ("13y13a", "13y13b", "8r8p", "8r9r", "1a1b", "12m12l", "13y13y", "9w9v", "8r8q+", "8r8q="):
        explanation = board.explain(text)
        assert not explanation
        assert explanation.code in mujo.error_slugs()
        assert explanation.rule is not None
        assert text in explanation.message


def test_order_of_reasons() -> None:
    """Only the first reason is given: end of the game, piece, move, rules about its square."""
    over = maka("R5a k19a")
    assert over.explain("7g7f").code == "illegal_move.game_over"
    pinned = maka("+K1s r1a k19a", exposure="forbidden")
    assert pinned.explain("1s1f").code == "illegal_move.emperor"


def test_legal_moves_are_explained_too() -> None:
    board = Board()
    for move in list(board.legal_moves)[::40]:
        explanation = board.explain(move)
        assert explanation
        assert (explanation.code, explanation.rule) == ("legal", None)
        assert str(move) in explanation.message


# The exact rule, where a slug is used by several.

EXACT: dict[str, tuple[Board, str, str]] = {
    "3.8: no empty neighbour, no pass": (
        maka(FAR, "LN5e P4d P5d P6d P4e P6e P4f P5f P6f"),
        "5e5e",
        "3.8",
    ),
    "4.3: contagion is compulsory": (maka(FAR, "Q5e dv5d"), "5e5d", "4.3"),
    "4.4: an exempt piece must promote": (maka("K5e dv5d k19a"), "5e5d", "4.4"),
    "6.5: who is at fault may not close": (
        played(maka("K1s R10s k10a", turn="w", repetition="jcsa"),
               *(["10a9a", "10s9s", "9a10a", "9s10s"] * 3)[:-1]),
        "9s10s",
        "6.5",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", EXACT)
def test_exact_rule(name: str) -> None:
    """`rule` is the number of the rule that forbids the move, not of a neighbour with the same slug."""
    board, move, rule = EXACT[name]
    assert board.explain(move).rule == rule


def test_pass_by_word_where_nobody_can() -> None:
    """It has a slug of its own."""
    explanation = maka(FAR, "R5e").explain("pass")
    assert (explanation.code, explanation.rule) == ("notation.no_pass", "3.8")


def test_pass_by_word_where_several_can() -> None:
    board = maka(FAR, "LN5e LN15e")
    explanation = board.explain("pass")
    assert (explanation.code, explanation.rule) == ("notation.ambiguous_pass", "3.8")
    with pytest.raises(mujo.AmbiguousMoveError) as raised:
        board.push("pass")
    assert {str(move) for move in raised.value.candidates} == {"5e5e", "15e15e"}
    assert raised.value.code == "notation.ambiguous_pass"
