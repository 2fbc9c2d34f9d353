"""Arguments in every form that a user tries first: names of squares, texts of moves, slices; wrong types are named."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from array import array
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import pytest

import mujo
from mujo import BLACK, WHITE, Batch, Board, LegalMoves, Move, MujoError, Outcome, Piece, RuleSet, Setup
from mujo.diagrams import board_text

FORMS = ("10n10m", "P-10m", "１０十三歩兵", "10n-10m", "10n 10m", "P10m", "pawn 10m", "歩 10m")
CHECK = "19/19/19/19/19/19/19/9,k,9/19/19/19/19/9,R,9/19/19/19/19/19/9,K,9 w - 1"

#: Everything that takes a square of a board or setup, with the square as index and as name.
BY_SQUARE: dict[str, Callable[[Any], object]] = {
    "piece_at": lambda square: Board(rules="maka").piece_at(square),
    "attackers": lambda square: Board(rules="maka").attackers(square, BLACK),
    "is_attacked_by": lambda square: Board(rules="maka").is_attacked_by(square, BLACK),
    "legal_moves_from": lambda square: list(Board(rules="maka").legal_moves_from(square)),
    "setup piece_at": lambda square: Setup(Board(rules="maka").sfen(), "maka").piece_at(square),
    "setup put": lambda square: put_on(square).sfen(),
    "setup remove": lambda square: Setup(Board(rules="maka").sfen(), "maka").remove(square),
    "setup state": lambda square: with_state(square).state,
}


def put_on(square: int | str) -> Setup:
    setup = Setup(rules="maka")
    setup.put(square, "K")
    return setup


def with_state(square: Any) -> Setup:
    setup = Setup(rules="chu")
    setup.state = square
    return setup


@pytest.mark.parametrize("name", BY_SQUARE)
def test_squares_are_given_by_index_or_name(name: str) -> None:
    rules = "chu" if name == "setup state" else "maka"
    for square in ("1a", "10j", "5l"):
        assert BY_SQUARE[name](square) == BY_SQUARE[name](mujo.parse_square(square, rules))


@pytest.mark.parametrize("name", BY_SQUARE)
@pytest.mark.parametrize(
    ("square", "error", "says"),
    [
        (-1, MujoError, "-1 is not a square of"),
        (361, MujoError, "361 is not a square of"),
        (2**70, MujoError, "is not a square of"),
        (-(2**70), MujoError, "is not a square of"),
        ("20a", MujoError, "20a"),
        ("a1", MujoError, "1a"),
        ("", MujoError, ""),
        ("\ud800", MujoError, ""),
        (1.0, TypeError, "not float"),
        (float("nan"), TypeError, "not float"),
        ([1], TypeError, "not list"),
        (True, TypeError, "the square comes before the side"),
    ],
)
def test_what_is_not_a_square_is_refused_by_name(name: str, square: Any, error: type[Exception], says: str) -> None:
    with pytest.raises(error) as caught:
        BY_SQUARE[name](square)
    assert says in str(caught.value)


@pytest.mark.parametrize("call", range(21))
def test_swapped_and_wrong_arguments_are_type_errors(call: int) -> None:
    board = Board(rules="maka")
    calls: list[Callable[[], object]] = [
        lambda: board.attackers(BLACK, 3),  # type: ignore[arg-type]
        lambda: board.is_attacked_by(WHITE, 3),  # type: ignore[arg-type]
        lambda: board.attackers(3, 1),  # type: ignore[arg-type]
        lambda: board.royals(1),  # type: ignore[arg-type]
        lambda: board.pieces("P", "black"),  # type: ignore[arg-type]
        lambda: board.pieces(BLACK, "P"),  # type: ignore[arg-type]
        lambda: Piece("K", 1),  # type: ignore[arg-type]
        lambda: Outcome(1, "checkmate"),  # type: ignore[arg-type]
        lambda: board.push(3),  # type: ignore[arg-type]
        lambda: board.push(None),  # type: ignore[arg-type]
        lambda: board.parse_move(b"10n10m"),  # type: ignore[arg-type]
        lambda: board.legal_moves["10n10m"],  # type: ignore[call-overload]
        lambda: board.legal_moves[1.5],  # type: ignore[call-overload]
        lambda: mujo.parse_square(3, "maka"),  # type: ignore[arg-type]
        lambda: mujo.square_name("1a"),  # type: ignore[call-arg,arg-type]
        lambda: mujo.parse_square("1a"),  # type: ignore[call-arg]
        lambda: Move.from_int("3"),  # type: ignore[arg-type]
        lambda: Move.from_int(1.0),  # type: ignore[arg-type]
        lambda: Board(3),  # type: ignore[arg-type]
        lambda: Board(rules=3),  # type: ignore[arg-type]
        lambda: Setup(rules="maka").put(3, 3),  # type: ignore[arg-type]
    ]
    assert len(calls) == 21
    with pytest.raises(TypeError):
        calls[call]()


@pytest.mark.parametrize("code", [-1, -(2**70), 2**64, 2**64 - 1, 2**200])
def test_numbers_that_are_not_moves_are_refused(code: int) -> None:
    for rules in (None, "maka"):
        with pytest.raises(MujoError) as caught:
            Move.from_int(code, rules)
        assert caught.value.code in ("off_board", "wrong_rules")


@pytest.mark.parametrize("number", [0, -1, 2**32, 2**64, 2**200])
def test_move_numbers_out_of_range_are_refused(number: int) -> None:
    setup = Setup(rules="maka")
    with pytest.raises(MujoError) as caught:
        setup.move_number = number
    assert caught.value.code == "position.number"
    assert setup.move_number == 1


def test_squares_of_a_board_have_the_names_of_its_rules() -> None:
    for owner in (Board(rules="maka"), Setup(rules="maka"), RuleSet("maka")):
        assert owner.square_name(20) == "2b"
        assert owner.parse_square("2b") == 20
        with pytest.raises(MujoError):
            owner.square_name(361)
        with pytest.raises(MujoError):
            owner.parse_square("20a")


@pytest.mark.parametrize("text", FORMS)
def test_moves_are_read_in_every_form(text: str) -> None:
    board = Board(rules="maka")
    move = board.parse_usi("10n10m")
    assert board.parse_move(text) == move
    assert board.is_legal(text)
    assert board.explain(text).message == "10n10m is legal"
    assert not board.is_capture(text)
    assert board.effect(text) == board.effect(move)
    assert board.play(text).peek() == move
    assert board.push(text) == move
    assert board.peek() == move


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("P-10l", "notation.no_such_move"),
        ("１０十二歩兵", "notation.no_such_move"),
        ("LN x 10m", "illegal_move.no_such_move"),
        ("10n10l", "illegal_move.no_such_move"),
        ("hello", "notation.move_syntax"),
        ("", "notation.move_syntax"),
        ("a1b2", "notation.coordinates_swapped"),
        ("G-12r", "notation.no_such_move"),
        ("XX-3c", "notation.move_syntax"),
        ("10n", "notation.no_such_move"),
        ("x" * 10_000, "notation.too_long"),
    ],
)
def test_a_refused_text_names_its_reason_and_changes_nothing(text: str, code: str) -> None:
    board = Board(rules="maka")
    before = board.to_bytes()
    for call in (board.push, board.parse_move, board.play, board.effect):
        with pytest.raises(MujoError) as caught:
            call(text)
        assert caught.value.code == code, str(caught.value)
    assert board.explain(text).code == code
    assert not board.explain(text)
    if code.startswith("illegal_move.") or code == "notation.no_such_move":
        assert board.is_legal(text) is False
    assert board.to_bytes() == before


def test_ambiguous_texts_name_their_candidates() -> None:
    board = Board("19/19/19/19/19/19/19/19/19/19/19/19/9,G,1,G,7/19/19/19/19/19/19 b - 1", "maka")
    with pytest.raises(mujo.AmbiguousMoveError) as caught:
        board.push("G-9m")
    assert sorted(str(move) for move in caught.value.candidates) == ["10m9m", "8m9m"]


def test_engine_text_alone() -> None:
    board = Board(rules="maka")
    assert board.push_usi("10n10m") == board.peek()
    for call in (board.parse_usi, board.push_usi):
        with pytest.raises(MujoError) as caught:
            call("P-10g")
        assert caught.value.code == "notation.move_syntax"


def test_legal_moves_are_a_sequence() -> None:
    board = Board(rules="maka")
    moves = board.legal_moves
    listed = list(moves)
    registered: object = moves
    assert isinstance(registered, Sequence)
    for part in (slice(10), slice(-3, None), slice(None, None, -1), slice(5, 60, 7), slice(99, 0), slice(60, 5, -7)):
        cut = moves[part]
        assert isinstance(cut, LegalMoves)
        assert list(cut) == listed[part]
        assert [move.captures for move in cut] == [move.captures for move in listed[part]]
    assert moves[-1] == listed[-1]
    assert list(reversed(moves)) == listed[::-1]
    for index in (80, -81, 2**70, -(2**70)):
        with pytest.raises(IndexError):
            moves[index]
    assert moves.count() == 80
    assert moves.count(listed[3]) == 1
    assert moves.count("10n10l") == 0
    assert moves.index("10n10m") == moves.index(board.parse_move("10n10m")) == [str(m) for m in moves].index("10n10m")
    with pytest.raises(ValueError, match="not among"):
        moves.index("10n10l")
    with pytest.raises(ValueError, match="not among"):
        moves.index(listed[3], 4)
    assert moves.index(listed[3], 3, 4) == 3
    assert moves.index(listed[79], -1) == 79


def test_membership_takes_moves_and_their_texts() -> None:
    moves = Board(rules="maka").legal_moves
    assert "10n10m" in moves
    assert Move.from_usi("10n10m", "maka") in moves
    for other in ("10n10l", "P-10m", "", "\ud800", 3, None, Move.from_usi("8r8q")):
        assert other not in moves


def test_a_move_of_a_slice_can_be_pushed() -> None:
    for move in Board().legal_moves[100:400:50]:
        board = Board()
        assert board.push(move) == move


def test_moves_of_the_other_side() -> None:
    board = Board(rules="maka")
    assert board.legal_moves_of(BLACK) == board.legal_moves
    others = board.legal_moves_of(WHITE)
    assert len(others) == 80
    assert "10f10g" in others
    assert all(board.piece_at(move.from_square).side is WHITE for move in others)  # type: ignore[union-attr]
    board.push("10n10m")
    assert board.legal_moves_of(WHITE) == board.legal_moves
    assert "10m10l" in board.legal_moves_of(BLACK)


def test_checks() -> None:
    board = Board(CHECK, "maka")
    assert board.is_check()
    assert board.checkers() == [board.parse_square("10m")]
    assert board.is_attacked_by("10h", BLACK)
    assert not board.is_attacked_by("10h", WHITE)
    assert Board(rules="maka").checkers() == []
    before = Board(CHECK.replace(" w ", " b ").replace("9,R,9", "8,R,10"), "maka")
    assert [str(move) for move in before.legal_moves if before.gives_check(move)] == ["11m10m", "11m11h"]
    assert before.gives_check("R-10m")
    with pytest.raises(mujo.IllegalMoveError):
        before.gives_check("11m10l")


def test_captures() -> None:
    board = Board("19/19/19/19/19/19/19/10,p,8/9,p,9/9,LN,9/19/19/19/19/19/19/19/19/19 b - 1", "maka")
    assert board.is_capture("10j10i9h")
    assert board.victims("10j10i9h") == board.effect("10j10i9h").victims
    assert [(board.square_name(at), str(piece)) for at, piece in board.victims("10j10i9h")] == [
        ("10i", "p"),
        ("9h", "p"),
    ]
    assert not board.is_capture("10j11k")
    for move in board.legal_moves:
        assert board.is_capture(move) == move.is_capture
        assert [at for at, _ in board.victims(move)] == list(move.captures)


@pytest.mark.parametrize("name", mujo.rule_set_names())
def test_a_mirrored_board_is_the_same_game_from_the_other_side(name: str) -> None:
    board = Board(rules=name)
    last = board.rules.files * board.rules.ranks - 1
    for _ in range(6):
        mirrored = board.mirror()
        assert mirrored.turn is not board.turn
        assert mirrored.mirror() == board
        assert mirrored.move_number == board.move_number
        for square, piece in board.piece_map().items():
            assert mirrored.piece_at(last - square) == Piece(piece.type, not piece.side, piece.promoted)
        assert len(mirrored.legal_moves) == len(board.copy(history=False).legal_moves)
        ends = sorted(last - move.to_square for move in board.copy(history=False).legal_moves)
        assert ends == sorted(move.to_square for move in mirrored.legal_moves)
        board.push(board.legal_moves[len(board.legal_moves) // 2])


def test_the_state_of_a_position_is_mirrored() -> None:
    setup = Setup(Board(rules="chu").sfen(), "chu")
    setup.state = "6g"
    mirrored = setup.mirror()
    assert mirrored.state == 143 - setup.parse_square("6g")
    assert mirrored.turn is WHITE
    assert mirrored.mirror().sfen() == setup.sfen()


def test_boards_print_as_boards_and_repr_as_positions() -> None:
    board = Board(rules="maka")
    setup = Setup(board.sfen(), "maka")
    assert str(board) == str(setup) == board_text(board, "ids")
    assert eval(repr(board), {"Board": Board}) == board
    assert eval(repr(setup), {"Setup": Setup}).sfen() == setup.sfen()


def test_setups_and_types_have_pictures() -> None:
    setup = Setup(rules="maka")
    setup.put("10j", "LN")
    assert setup._repr_svg_().count("<use ") >= 1
    rules = RuleSet("maka")
    for kind in rules.piece_types.values():
        assert kind._repr_svg_().startswith("<svg")
    assert "lion" in rules.piece_types["LN"]._repr_svg_()


def values() -> dict[str, Any]:
    """Return one value of every kind that the API returns."""
    board = Board("19/19/19/19/19/19/19/10,p,8/9,p,9/9,LN,9/19/19/19/19/19/19/19/19/19 b - 1", "maka")
    batch = Batch(3, rules="maka")
    first = [int(Board(rules="maka").legal_moves[number]) for number in (0, 5)]
    batch.step(array("Q", [*first, 0]))
    setup = Setup(rules="maka")
    setup.put(0, "+dv")
    setup.turn = WHITE
    setup.move_number = 7
    return {
        "board": board,
        "move": board.parse_move("10j10i9h"),
        "move without board": Move.from_usi("10j10i9h", "maka"),
        "legal moves": board.legal_moves,
        "slice": board.legal_moves[3:9],
        "effect": board.effect("10j10i9h"),
        "explanation": board.explain("10j10f"),
        "legal explanation": board.explain("10j10i9h"),
        "piece": Piece("HM", WHITE, True),
        "type": RuleSet("maka").piece_types["LN"],
        "rules": RuleSet("maka"),
        "outcome": Outcome(None, "repetition"),
        "option": mujo.option_specs()["stalemate"],
        "problem": mujo.check_rule_text("format = 1\nbase = 'tia'")[-1],
        "playouts": Board(rules="maka").playouts(3, seed=5, max_plies=30),
        "playouts with moves": Board(rules="maka").playouts(3, seed=5, max_plies=30, moves=True),
        "batch": batch,
        "setup": setup,
    }


def content(value: Any) -> object:
    """Return what is in a value, for those that are not compared."""
    if isinstance(value, Batch):
        boards = [value.board(index) for index in range(len(value))]
        value.reset()
        starts = [value.board(index).sfen() for index in range(len(value))]
        return [board.sfen() for board in boards], starts, value.rules, value.threads
    if isinstance(value, Setup):
        return value.sfen(), value.rules
    if isinstance(value, Move):
        try:
            return value, value.captures
        except MujoError:
            return value, None
    if isinstance(value, LegalMoves):
        return value, [move.captures for move in value]
    if type(value).__name__ == "Playouts":
        kept = None
        with suppress(MujoError):
            kept = [value.moves_of(index) for index in range(len(value))]
        return value, bytes(value.plies), value.seed, value.first, value.max_plies, kept
    return value, str(value)


@pytest.mark.parametrize("name", values())
def test_every_value_can_be_pickled_and_copied(name: str) -> None:
    expected = content(values()[name])
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert content(pickle.loads(pickle.dumps(values()[name], protocol))) == expected
    assert content(copy.copy(values()[name])) == expected
    assert content(copy.deepcopy(values()[name])) == expected
    assert content(copy.deepcopy([values()[name]])[0]) == expected


def test_every_class_of_the_api_is_pickled_in_this_file() -> None:
    classes = {value for value in vars(mujo).values() if isinstance(value, type) and value.__module__ == "mujo"}
    classes = {value for value in classes if not issubclass(value, Exception)}
    missing = {value.__name__ for value in classes} - {type(value).__name__ for value in values().values()}
    # Dataclasses, and the engine with its answers.
    assert missing <= {"Comparison", "Difference", "Clock", "Engine", "Line", "Mate", "Score", "SearchResult"}


def test_types_and_options_are_equal_by_value() -> None:
    assert RuleSet("maka").piece_types["LN"] == RuleSet("maka").piece_types["LN"]
    assert RuleSet("maka").piece_types["LN"] != RuleSet("maka").piece_types["K"]
    assert RuleSet("maka").piece_types["LN"] != RuleSet("tai").piece_types["LN"]
    assert len({RuleSet("maka").piece_types["LN"], RuleSet("maka").piece_types["LN"]}) == 1
    assert mujo.option_specs()["stalemate"] == mujo.option_specs()["stalemate"]


@pytest.mark.parametrize("module", ["record", "notation", "svg", "diagrams", "rules", "lishogi", "files", "describe"])
def test_submodules_are_there_after_importing_the_package(module: str) -> None:
    code = (
        "import sys, mujo\n"
        f"assert 'mujo.{module}' not in sys.modules\n"
        f"assert mujo.{module}.__name__ == 'mujo.{module}'\n"
        f"assert '{module}' in dir(mujo)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
