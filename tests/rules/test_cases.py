"""Faults seen elsewhere, in other programs and discussions: one test for each, and for its kind.

Those about records, diagrams, arrays and the prompt are tested where these live.
"""

from __future__ import annotations

import contextlib
import copy
import random
from collections.abc import Callable
from urllib.parse import quote, unquote

import pytest

import mujo
from mujo import BLACK, WHITE, Board, IllegalMoveError, InvalidPositionError, Move, MujoError, NotationError, Outcome
from mujo_reference import Game
from rules.boards import board_text, marks, moves_from, place, play, played, refusal, rule_set, squares, turned

FAR = "K1s k19a"
RING = " ".join(f"P{file}{rank}" for file in (9, 10, 11) for rank in "ijk" if (file, rank) != (10, "j"))
GAMES = ["tai", "maka", "hishigata"]


def random_boards(name: str, plies: list[int], seed: int = 5) -> list[Board]:
    """Boards of one random game after so many plies, with their history."""
    generator = random.Random(f"{seed}:{name}")
    found: list[Board] = []
    while len(found) < len(plies):
        board, found = Board(rules=name), []
        for ply in range(max(plies) + 1):
            if board.is_game_over():
                break
            if ply in plies:
                found.append(board.copy())
            board.push(generator.choice(board.legal_moves))
    return found


# Many spellings of one move


def test_one_lion_move_has_one_spelling() -> None:
    """24 squares and the pass; each square named on the way that is empty changes nothing."""
    board = place("LN10j", FAR)
    assert len(moves_from(board, "10j")) == 25
    assert {board.parse_move(f"10j{way}10h").usi() for way in ("", "10i", "9i", "11i")} == {"10j10h"}
    assert {board.parse_move(f"10j{way}10j").usi() for way in ("", "10i", "9k", "11j")} == {"10j10j"}


@pytest.mark.parametrize("name", GAMES)
def test_no_two_moves_of_a_piece_lead_to_one_position(name: str) -> None:
    for board in random_boards(name, [60, 200]):
        seen: set[tuple[int, str]] = set()
        for move in board.legal_moves:
            after = board.play(move).sfen().split(" ")[0]
            assert (move.from_square, after) not in seen, str(move)
            seen.add((move.from_square, after))


# The pass


def test_pass_needs_an_empty_neighbour_and_is_no_capture() -> None:
    board = place("LN10j", RING, FAR)
    assert len(moves_from(board, "10j")) == 16
    assert not board.explain("10j10j")
    free = place("LN10j p10i", FAR)
    move = free.push("10j10j")
    assert move.is_pass
    assert not move.promotes
    free.pop()
    assert move not in free.legal_captures()
    assert refusal(free, "10j10j+") == "notation.promotion_impossible"


# Rules nobody knows about


def test_every_refusal_names_a_rule_or_a_form() -> None:
    """Whatever is typed, the answer has a slug of the list, and moves that are refused have a rule."""
    board = Board()
    for text in ("13y13a", "13y13b", "8r8p", "8r9r", "1a1b", "12m12l", "13y13y", "9w9v", "8r8q+", "8r8q="):
        told = board.explain(text)
        assert not told
        assert told.code in mujo.error_slugs()
        assert told.rule is not None
        assert len(told.message) > len(text)


# A plus sign in a link


def test_plus_in_a_link() -> None:
    """Percent-coded it comes back as it was; turned into a space it is refused with rank and cell."""
    text = place("+HM10j", FAR).sfen()
    assert Board(unquote(quote(text)), "maka").sfen() == text
    with pytest.raises(InvalidPositionError, match="rank j, cell 2"):
        Board(text.replace("+", " "), "maka")


# Which victim decides


@pytest.mark.parametrize(
    ("pieces", "victim", "found"),
    [
        ("p10i +ld10h", "any", {"+"}),
        ("p10i +ld10h", "last", {"+"}),
        ("+ld10i p10h", "any", {"+"}),
        ("+ld10i p10h", "last", {"", "+"}),
    ],
)
def test_which_victim_decides(pieces: str, victim: str, found: set[str]) -> None:
    assert marks(place("LN10j", pieces, FAR, promotion_victim=victim), "10j10i10h") == found


# The lion dog


def test_lion_dog_behind_its_own_pawn() -> None:
    """As a slider nothing on that line; as line lion the squares behind it."""
    north = {"10i", "10h", "10g"}
    assert moves_from(place("LD10j P10i", FAR, LD="limited"), "10j") & north == set()
    assert moves_from(place("LD10j P10i", FAR, LD="line"), "10j") & north == {"10h", "10g"}


# Two corners, one result


@pytest.mark.parametrize(
    ("rules", "piece", "start", "count"),
    [("maka", "HM", "10j", 360), ("tai", "HM", "13m", 624), ("maka", "HM", "1a", 360), ("tai", "HM", "25y", 624),
     ("maka", "CA", "10j", 180), ("tai", "CA", "13m", 312)],
)  # fmt: skip
def test_corners_are_counted_once(rules: str, piece: str, start: str, count: int) -> None:
    board = place(f"{piece}{start}", rules=rules)
    assert len(board.legal_moves) == len({str(move) for move in board.legal_moves}) == count


# Generator and validator


@pytest.mark.parametrize("name", ["maka", "hishigata"])
def test_exactly_the_generated_moves_are_accepted(name: str) -> None:
    """Every start and end on the board, plain and with a plus; and random moves of three and four squares."""
    generator = random.Random(3)
    for board in random_boards(name, [50, 180]):
        legal = {int(move) for move in board.legal_moves}
        square = [board.rules.square_name(index) for index in range(board.rules.files * board.rules.ranks)]
        accepted = {
            int(move)
            for start in generator.sample(square, 60)
            for end in square
            for mark in ("", "+")
            if board.is_legal(move := Move.from_usi(start + end + mark, board.rules))
        }
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


# An emperor and what is guarded


def test_emperor_at_the_start_of_tai() -> None:
    board = Board()
    emperor = board.legal_moves_from(squares(board, "13y")[0])
    assert sum(move in board.legal_captures() for move in emperor) == 175
    assert not {"13y13a", "13y13b"} & {str(move) for move in emperor}


# The shortest sequences of commands


def ask_everything(board: Board) -> None:
    """Call every method; answers or errors of this package, nothing else."""
    start, side = board.sfen(), board.turn
    calls: list[Callable[[], object]] = [
        lambda: board.pop(),
        lambda: board.peek(),
        lambda: board.outcome(),
        lambda: board.is_check(),
        lambda: board.is_checkmate(),
        lambda: board.repetitions(),
        lambda: board.is_repetition(),
        lambda: board.legal_captures().count(),
        lambda: board.legal_moves[0],
        lambda: board.legal_moves_from(0).count(),
        lambda: board.attackers(0, side),
        lambda: board.royals(side),
        lambda: board.pieces("P", side),
        lambda: board.perft(1),
        lambda: board.divide(1),
        lambda: board.explain("1a1b"),
        lambda: board.explain("pass"),
        lambda: board.push("pass"),
        lambda: board.push("1a1a"),
        lambda: board.copy(),
        lambda: Board.from_bytes(board.to_bytes()),
        lambda: copy.deepcopy(board),
        lambda: board.move_stack,
    ]
    for call in calls:
        with contextlib.suppress(MujoError, IndexError):
            call()
    while board.ply:
        board.pop()
    assert board.sfen() == start or start != Board(rules=board.rules).sfen()


@pytest.mark.parametrize("name", [*GAMES, "chu"])
def test_first_command_after_the_start(name: str) -> None:
    ask_everything(Board(rules=name))


def test_every_command_after_the_end() -> None:
    for board in (
        play(place("K1s R5a k19a"), "5a19a"),
        place("R5a k19a"),
        place("P5a p5s"),
        play(place("K1s k19a"), *["1s1r", "19a19b", "1r1s", "19b19a"] * 3),
    ):
        assert board.is_game_over()
        ask_everything(board)


# Illegal pushes


def test_an_illegal_push_changes_nothing() -> None:
    board = play(Board(rules="maka"), "10n10m")
    before = (board.sfen(), board.key, board.ply, board.move_stack, [str(move) for move in board.legal_moves])
    for text in ("10n10m", "10m10l", "1a1b+", "10f10h", "10f10g+", "", "99z1a", "10f"):
        with pytest.raises(MujoError):
            board.push(text)
        with pytest.raises(MujoError):
            board.play(text)
    with pytest.raises(IllegalMoveError):
        board.push_unchecked(Move.from_usi("10m10l", board.rules))
    assert (board.sfen(), board.key, board.ply, board.move_stack, [str(m) for m in board.legal_moves]) == before


def test_legal_moves_are_a_snapshot() -> None:
    """Pushing inside the loop, with and without taking back."""
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


# Positions that are decided


@pytest.mark.parametrize("turn", ["b", "w"])
def test_decided_position_loads_and_is_over(turn: str) -> None:
    board = place("R5a G6a", "k19a", turn=turn)
    assert board.outcome() == Outcome(WHITE, "no_royals")
    assert len(board.legal_moves) == 0


# Kings and devas


@pytest.mark.parametrize("colour", ["b", "w"])
def test_king_that_takes_a_deva_stays_royal(colour: str) -> None:
    for victim in ("dv", "+dv", "ds", "+ds"):
        pieces, move, after = turned(colour, 19, f"K10j {victim}10i k19a", "10j10i+", "+K10i k19a")
        board = place(pieces, turn=colour)
        played(board, move, after)
        assert len(board.royals(colour == "b")) == 1


# Equal movement, other piece


def test_promoted_piece_is_no_plain_one() -> None:
    """A gold may promote; a hook mover that became a gold may not. Both come back from text as they were."""
    board = place("G10j +HM12j", "p10i p12i", FAR)
    assert marks(board, "10j10i") == {"", "+"}
    assert marks(board, "12j12i") == {""}
    for text in (board.sfen(), play(board, "10j10i").sfen(), play(board, "19a18a", "12j12i").sfen()):
        assert Board(text, "maka").sfen() == text


# Values and exceptions


def test_push_gives_a_move_or_raises() -> None:
    board = Board(rules="maka")
    move = board.push("10n10m")
    assert isinstance(move, Move)
    with pytest.raises(IllegalMoveError):
        board.push("10m10l")
    assert board.pop() == move
    with pytest.raises(MujoError) as raised:
        board.pop()
    assert raised.value.code == "nothing_to_undo"
    with pytest.raises(MujoError):
        board.peek()


# The far edge


@pytest.mark.parametrize(("pieces", "turn"), [("P5a K1s k19a", "b"), ("p5s K1s k19a", "w")])
def test_dead_piece_at_the_edge_stays(pieces: str, turn: str) -> None:
    board = place(pieces, turn=turn)
    assert len(board.legal_moves) == 3, "the king's"
    move = "1s1r" if turn == "b" else "19a19b"
    played(board, move, pieces.replace("K1s", "K1r") if turn == "b" else pieces.replace("k19a", "k19b"))


# Keys


def test_key_does_not_depend_on_the_way() -> None:
    """Transposition, igui, double capture, promotion, declined promotion, contagion, undo."""
    one = play(place("G5m G15m", FAR), "5m5l", "19a19b", "15m15l")
    two = play(place("G5m G15m", FAR), "15m15l", "19a19b", "5m5l")
    assert one.key == two.key
    assert one.key != play(place("G5m G15m", FAR), "15m15l", "19a18a", "5m5l").key
    crowd = "LN10j p10i p10h dv9i G5e p5d", FAR
    for moves in (["10j10i10j"], ["10j10i10h+"], ["10j9i+"], ["5e5d"], ["5e5d+"], ["10j9i10h+"], ["10j10j"]):
        board = place(*crowd)
        first = board.key
        for move in [*moves, "19a19b", "1s1r"]:
            board.push(move)
            assert board.key == Board(board.sfen(), board.rules).key
        while board.ply:
            board.pop()
            assert board.key == Board(board.sfen(), board.rules).key
        assert board.key == first


# Two passes


def test_two_passes_are_a_matter_of_repetition() -> None:
    pieces = "LN10q", "ln10c"
    forbid = play(place(*pieces, repetition="forbid"), "10q10q")
    assert forbid.explain("10c10c").code == "illegal_move.repetition"
    fourfold = play(place(*pieces, repetition="fourfold"), "10q10q", "10c10c")
    assert fourfold.repetitions() == 2
    assert fourfold.outcome() is None


# Undo and another move


def test_another_move_after_undo() -> None:
    """Three moves, two taken back, another played: equal to a game that went that way; owners as they were."""
    board = play(Board(rules="maka"), "10n10m", "10f10g", "9n9m")
    board.pop()
    board.pop()
    board.push("9f9g")
    replay = play(Board(rules="maka"), "10n10m", "9f9g")
    assert board == replay
    assert board.key == replay.key
    assert board.move_stack == replay.move_stack
    assert board.piece_map() == replay.piece_map()
    assert board.outcome() == replay.outcome()


# Ghost attackers


@pytest.mark.parametrize("name", GAMES)
def test_attackers_after_every_capture(name: str) -> None:
    """Compared with a board that was set up anew, for all squares; and every attacker stands and is of that side."""
    generator = random.Random(11)
    board = Board(rules=name)
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


# One move object twice


def test_the_same_move_twice() -> None:
    board = Board(rules="maka")
    move = board.parse_move("10n10m")
    board.push(move)
    with pytest.raises(IllegalMoveError):
        board.push(move)
    assert board.ply == 1


# Ids that run together, counts


def test_gold_and_bishop_or_go_between() -> None:
    text = "K,GB,G,B,gb,g,b,12"
    board = Board("/".join([text, *["19"] * 17, "k,18"]) + " b - 1", "maka")
    assert board.sfen().split("/")[0] == text
    assert [len(board.pieces(kind, BLACK)) for kind in ("GB", "G", "B")] == [1, 1, 1]
    assert [len(board.pieces(kind, WHITE)) for kind in ("GB", "G", "B")] == [1, 1, 1]


@pytest.mark.parametrize(
    ("rank", "problem"),
    [
        ("10,K,8", None),
        ("K,17,K", None),
        ("1,K,17", None),
        ("9,K,9", None),
        ("0,K,18", "rank s, cell 1"),
        ("K,0,18", "rank s, cell 2"),
        ("01,K,17", "rank s, cell 1"),
        ("K,17", "rank s"),
        ("K,19", "rank s"),
        ("K,20", "rank s, cell 2"),
        ("10,8,K", "rank s, cell 2"),
        ("1,1,K,16", "rank s, cell 2"),
        ("K,100", "rank s, cell 2"),
        ("K,-18", "rank s, cell 2"),
        ("K,1８", "rank s, cell 2"),
    ],
)
def test_counts_of_empty_squares(rank: str, problem: str | None) -> None:
    text = "/".join([*["19"] * 17, "k,18", rank]) + " b - 1"
    if problem is None:
        assert Board(text, "maka").sfen() == text
    else:
        with pytest.raises(InvalidPositionError, match=problem):
            Board(text, "maka")


def test_widest_counts_of_tai() -> None:
    text = "/".join(["E,24", *["25"] * 23, "24,e"]) + " w - 12"
    assert Board(text, "tai").sfen() == text


# Forms that are read


def test_underscores_spaces_and_missing_fields() -> None:
    board = board_text(rule_set("maka"), "K1s k19a")
    canonical = f"{board} b - 1"
    for text in (board, f"{board} b", f"{board} b -", f"{board}_b_-_1", f"{board}   b  -    1", f"  {canonical} "):
        assert Board(text, "maka").sfen() == canonical
    assert Board(f"{board} w", "maka").sfen() == f"{board} w - 1"
    assert Board("startpos", "maka") == Board(rules="maka")


def test_letters_before_digits() -> None:
    for text in ("a1b2", "j10i10", "a1b2+"):
        told = Board(rules="maka").explain(text)
        assert told.code == "notation.coordinates_swapped"
        assert "1a" in told.message or "10j" in told.message


# Igui


@pytest.mark.parametrize("piece", ["LN", "LD", "+LN", "+DV", "+DS"])
def test_igui_leaves_the_mover(piece: str) -> None:
    board = place(f"{piece}10j", "p10i", FAR, promotion="never")
    played(board, "10j10i10j", f"{piece}10j", FAR)


# Two engines


@pytest.mark.parametrize("name", GAMES)
def test_engine_and_reference_have_the_same_moves(name: str) -> None:
    for board in random_boards(name, [0, 37, 90]):
        game = Game(board.sfen(), name)
        alone = Board(board.sfen(), name)  # without the history, which the reference has not seen
        assert sorted(str(move) for move in alone.legal_moves) == sorted(game.legal_moves())


# perft


def test_perft_goes_on_past_a_repetition() -> None:
    """Corner kings: 3, 9, 54, 324 sequences, under every rule; also where the position is there for the third time."""
    for repetition in ("forbid", "fourfold", "jcsa", "none"):
        board = place("K1s k19a", repetition=repetition)
        if repetition != "forbid":
            play(board, *["1s1r", "19a19b", "1r1s", "19b19a"] * 2)
        assert [board.perft(depth) for depth in (0, 1, 2, 3, 4)] == [1, 3, 9, 54, 324]
        assert sum(board.divide(3).values()) == 54


def test_perft_stops_where_a_game_has_ended() -> None:
    """The rook on 5a may take the last king (twice: with promotion); behind that there is nothing.

    K1s: 3 moves. R5a: rank a to 1a: 4, to 18a: 13, the king on 19a: 2; file 5: 18. 3 + 37 = 40, of which 38 go on.
    """
    board = place("K1s R5a", "k19a")
    assert board.perft(1) == 40
    divided = {str(move): count for move, count in board.divide(2).items()}
    assert divided["5a19a"] == divided["5a19a+"] == 0


# Endless shuffling


def test_no_position_twice_in_a_long_game_of_tai() -> None:
    """Whatever the moves: under `forbid` no position occurs a second time."""
    generator = random.Random(8)
    board = place("E13y LN3w G20t", "e13a ln22c g6f", rules="tai")
    seen = {board.key}
    for _ in range(1500):
        moves = board.legal_moves
        if not len(moves):
            break
        # Mostly to and fro with one piece: the piece that moved last moves again if it can.
        last = board.move_stack[-2].to_square if board.ply > 1 else None
        own = [move for move in moves if move.from_square == last]
        board.push(generator.choice(own or list(moves)))
        assert board.repetitions() == 1
        assert board.key not in seen
        seen.add(board.key)
    assert len(seen) > 100
