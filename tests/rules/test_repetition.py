"""Positions that come back (rules 6.1 to 6.6): loops closed by either side, with either side as the attacker."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

from mujo import Board, Outcome
from rules.boards import board_text, check, marks, place, play, played, refusal, rule_set, split, squares, turned

REPETITION = "illegal_move.repetition"


class Loop(NamedTuple):
    """Four moves without captures that bring a position back; White moves first, Black closes."""

    pieces: str
    moves: tuple[str, str, str, str]
    fault: str | None
    """Side at fault under `fourfold`."""

    def seen_from(self, colour: str, closer: str) -> Loop:
        """Give the loop with colours swapped for colour ``"w"``, begun so that the closer makes the last move."""
        pieces, *moves = turned(colour, 19, self.pieces, *self.moves)
        fault = self.fault if colour == "b" or self.fault is None else "bw"["wb".index(self.fault)]
        if closer != colour:  # begin one move later
            start, end = split(moves[0])
            others = [
                piece for piece in pieces.split(" ") if not piece.endswith(start) or piece[-len(start) - 1].isdigit()
            ]
            moved = next(piece for piece in pieces.split(" ") if piece not in others)
            pieces = " ".join([*others, moved.removesuffix(start) + end])
            moves = [*moves[1:], moves[0]]
        return Loop(pieces, (moves[0], moves[1], moves[2], moves[3]), fault)


BETWEEN_FILES = ("10a9a", "10s9s", "9a10a", "9s10s")
KINGS = ("19a19b", "1s1r", "19b19a", "1r1s")
LOOPS = {
    # The rook follows the king from file to file.
    "check": Loop("K1s R10s k10a", BETWEEN_FILES, "b"),
    # The same against a gold: with each move the rook can take it, and could not before.
    "attack": Loop("K1s R10s k19a g10j", ("10j9j", "10s9s", "9j10j", "9s10s"), "b"),
    # The gold attacks too: from 9j the pawn on 8k, from 10j the one on 11k.
    "both attack": Loop("K1s R10s P8k P11k k19a g10j", ("10j9j", "10s9s", "9j10j", "9s10s"), None),
    # Check weighs more than attack: the king attacks the pawn on 8b, then the one on 11b.
    "check against attack": Loop("K1s R10s P8b P11b k10a", BETWEEN_FILES, "b"),
    # On file 9 the rook checks, on file 10 it attacks the gold that shields the king: every move does one or the other.
    "check or attack": Loop("K1s R10s k10a g10j", BETWEEN_FILES, "b"),
    # On 10r and 10s the rook looks up file 10; the king is there after every second move of its own only.
    "every second check": Loop("K1s R10s k10a", ("10a9a", "10s10r", "9a10a", "10r10s"), None),
    # Nobody does anything.
    "kings": Loop("K1s k19a", KINGS, None),
    # The rook could take the pawn before and after: a standing attack is none, nor is one by a piece that did not move.
    "standing attack": Loop("K1s R10s k19a p10a", ("19a19b", "10s10r", "19b19a", "10r10s"), None),
    "standing attack by another": Loop("K1s R10s G5m k19a p10a", ("19a19b", "5m5n", "19b19a", "5n5m"), None),
    # A standing check is one: after every move of Black's the king could be taken.
    "standing check": Loop("K1s R19m G5m k19a g10e", ("10e10f", "5m5n", "10f10e", "5n5m"), "b"),
    # Both kings stand in check all the time.
    "both check": Loop("K1s R19m G5m k19a r1g g10e", ("10e10f", "5m5n", "10f10e", "5n5m"), None),
    # The gold steps off the file of one rook and onto that of the other: it is not the gold that takes the king.
    "discovered check": Loop("K1s R10s R9s G9m k10a", ("10a9a", "9m10m", "9a10a", "10m9m"), "b"),
    # On 9m the gold opens the file to the king and attacks nothing, on 10m it attacks the pawn on 11l.
    "discovered check or attack": Loop("K1s R10s G9m k10a p11l", ("10a9a", "9m10m", "9a10a", "10m9m"), "b"),
    # The same against a gold is no attack, since the piece that moved attacks nothing.
    "discovered attack": Loop("K1s R10s R9s G9m k19a g10a", ("10a9a", "9m10m", "9a10a", "10m9m"), None),
    # Two royals: no check. The rook attacks one of them with each move.
    "attack on one of two royals": Loop("K1s R10s k10a +de19a", BETWEEN_FILES, "b"),
    # No check against two royals, so it is attack against attack, where "check against attack" had a fault.
    "attack on one of two royals by both": Loop("K1s R10s P8b P11b k10a +de19a", BETWEEN_FILES, None),
    # A second royal of the attacker changes nothing.
    "check by a side with two royals": Loop("K1s +DE5s R10s k10a", BETWEEN_FILES, "b"),
    # A lion reaches two squares: on 10j the gold on 10h, on 10k the one on 10m, three squares from the other.
    "attack of a lion": Loop("K1s LN10j k19a g10h g10m", ("19a19b", "10j10k", "19b19a", "10k10j"), "b"),
    # On 10k and 10l it could take the gold on 10m anyhow, by igui or from two squares away.
    "standing attack of a lion": Loop("K1s LN10k k19a g10m", ("19a19b", "10k10l", "19b19a", "10l10k"), None),
    # A study: no royal, no check; attacks count.
    "attack in a study": Loop("R10s g10j", ("10j9j", "10s9s", "9j10j", "9s10s"), "b"),
}  # fmt: skip

CASES = [(name, colour, closer) for name in LOOPS for colour in "bw" for closer in "bw"]


def begin(loop: Loop, repetition: str, turn: str) -> Board:
    return place(loop.pieces, rules=rule_set("maka", repetition=repetition), turn=turn)


def other(side: str) -> str:
    return "w" if side == "b" else "b"


@pytest.mark.parametrize(("name", "colour", "closer"), CASES)
def test_fourfold(name: str, colour: str, closer: str) -> None:
    """The fourth occurrence ends the game: the side at fault loses, whichever side closes the loop."""
    loop = LOOPS[name].seen_from(colour, closer)
    board = begin(loop, "fourfold", other(closer))
    moves = loop.moves * 3
    for ply, move in enumerate(moves, 1):
        assert board.outcome() is None
        board.push(move)
        assert board.repetitions() == ply // 4 + 1
        assert [board.is_repetition(n) for n in (1, 2, 3, 4)] == [ply // 4 >= n - 1 for n in (1, 2, 3, 4)]
    winner = None if loop.fault is None else loop.fault == "w"
    assert board.outcome() == Outcome(winner, "repetition")
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.rule in {"6.3", "6.4"}
    assert len(board.legal_moves) == 0
    check(board, loop.pieces, turn=other(closer))
    board.pop()
    assert board.outcome() is None
    assert board.repetitions() == 3
    assert moves[-1] in {str(move) for move in board.legal_moves}
    # Nobody is kept from losing.
    assert refusal(board, moves[-1]) is None


@pytest.mark.parametrize(("name", "colour", "closer"), CASES)
def test_jcsa(name: str, colour: str, closer: str) -> None:
    """The closing move is illegal if its mover is at fault, wins if the opponent is, else draws."""
    loop = LOOPS[name].seen_from(colour, closer)
    board = play(begin(loop, "jcsa", other(closer)), *(loop.moves * 3)[:-1])
    assert board.outcome() is None
    last = loop.moves[-1]
    if loop.fault == closer:
        assert refusal(board, last) == REPETITION
        assert last not in {str(move) for move in board.legal_moves}
        explanation = board.explain(last)
        assert set(squares(board, *split(last))) <= set(explanation.squares)
    else:
        board.push(last)
        assert board.outcome() == Outcome(None if loop.fault is None else closer == "b", "repetition")


@pytest.mark.parametrize(("name", "colour", "closer"), CASES)
def test_forbid(name: str, colour: str, closer: str) -> None:
    """The move that would bring the position back for the first time is illegal, whichever side attacks."""
    loop = LOOPS[name].seen_from(colour, closer)
    board = play(begin(loop, "forbid", other(closer)), *loop.moves[:-1])
    last = loop.moves[-1]
    assert refusal(board, last) == REPETITION
    assert last not in {str(move) for move in board.legal_moves}
    explanation = board.explain(last)
    assert explanation.rule == "6.2"
    assert set(squares(board, *split(last))) <= set(explanation.squares)
    # Without its history the same position allows it.
    assert board.copy(history=False).is_legal(last)
    assert Board(board.sfen(), board.rules).is_legal(last)


@pytest.mark.parametrize("name", ["check", "kings", "standing check"])
def test_none(name: str) -> None:
    """Without end: ten times round."""
    loop = LOOPS[name]
    board = play(begin(loop, "none", "w"), *loop.moves * 10)
    assert board.outcome() is None
    assert board.repetitions() == 11


def test_other_moves_stay_legal_under_forbid() -> None:
    board = play(place("CP1y", "cp25a", rules="tai"), "1y1x", "25a25b", "1x1y")
    # From 25b: 25a is gone; 24a, 24b, 24c, 25c are left.
    assert marks(board, "25b25a") == set()
    assert len(board.legal_moves) == 4
    played(board, "25b25c", "CP1y", "cp25c")


def test_undo_takes_the_occurrence_back() -> None:
    board = play(place("K1s", "k19a", repetition="forbid"), "1s1r", "19a19b")
    assert refusal(board, "1r1s") is None, "the kings' squares of the start, but White's is on 19b"
    board.pop()
    board.push("19a18a")
    board.pop()
    play(board, "19a19b", "1r1s")
    assert refusal(board, "19b19a") == REPETITION
    board.pop()
    board.pop()
    play(board, "19a18a", "1r1s")
    assert refusal(board, "18a19a") == REPETITION


def test_a_position_from_text_has_occurred_once() -> None:
    """The move number does not matter."""
    rules = rule_set("maka", repetition="forbid")
    board = Board(f"{board_text(rules, 'K1s k19a')} b - 77", rules)
    assert board.repetitions() == 1
    play(board, "1s1r", "19a19b", "1r1s")
    assert refusal(board, "19b19a") == REPETITION


def test_position_is_placement_and_turn() -> None:
    """The same placement with the other side to move is another position: a king that loses a move."""
    board = place("K1s", "k19a", repetition="forbid")
    play(board, "1s1r", "19a19b", "1r2s", "19b19a", "2s1s")
    check(board, "K1s", "k19a", turn="w")
    assert board.repetitions() == 1
    board = play(place("K1s", "k19a"), "1s1r", "19a19b", "1r1s", "19b19a")
    assert board.repetitions() == 2


def test_position_tells_types_and_faces_apart() -> None:
    """A promoted hook mover and a gold move alike; the positions, keys and texts differ."""
    gold, hook = place("K1s G5m", "k19a"), place("K1s +HM5m", "k19a")
    assert gold.key != hook.key
    assert gold != hook
    assert gold.sfen() != hook.sfen()


def test_equal_pieces_that_change_places_repeat() -> None:
    """Two golds are one kind: what counts is where golds stand, not which."""
    board = place("K1s G5m G4m", "k19a", repetition="forbid")
    play(board, "5m5l", "19a19b", "4m5m", "19b19c", "5l4l", "19c19b", "4l4m")
    assert refusal(board, "19b19a") == REPETITION


def test_only_the_last_cycle_counts() -> None:
    """Two quiet rounds, then one with check all along: Black is at fault for the last cycle."""
    quiet, checking = LOOPS["every second check"].moves, BETWEEN_FILES
    board = play(place("K1s R10s", "k10a", turn="w"), *quiet, *quiet, *checking)
    assert board.outcome() == Outcome(False, "repetition")
    board = play(place("K1s R10s", "k10a", turn="w"), *checking, *checking, *quiet)
    assert board.outcome() == Outcome(None, "repetition")


def test_a_long_cycle() -> None:
    """Moves off the way belong to the cycle: eight plies between the third and the fourth occurrence."""
    board = play(place("K1s R10s", "k10a", turn="w"), *BETWEEN_FILES * 2)
    assert board.repetitions() == 3
    play(board, "10a10b", "10s10r", "10b9b", "10r9r", "9b9a", "9r9s", "9a10a")
    # Checks: 10r on the king on 10b, 9r on 9b, 9s on 9a; the last move too.
    board.push("9s10s")
    assert board.outcome() == Outcome(False, "repetition")
    board = play(place("K1s R10s", "k10a", turn="w"), *BETWEEN_FILES * 2)
    play(board, "10a10b", "1s1r", "10b9b", "1r1s", "9b9a", "10s9s", "9a10a", "9s10s")
    # 1s1r leaves the king on 10b in check, but with 1r1s it stands on 9b: no check.
    assert board.outcome() == Outcome(None, "repetition")


def test_captures_end_old_positions() -> None:
    """A captured piece never returns, so no position before the capture can recur."""
    board = place("K1s R10s", "k19a p10a p9a", repetition="forbid", promotion="never")
    play(board, "10s10a", "19a19b", "10a10s")
    assert refusal(board, "19b19a") is None


# Passes


@pytest.mark.parametrize("colour", ["b", "w"])
def test_pass_after_pass(colour: str) -> None:
    """Under `forbid` the reply is illegal; otherwise it is legal and the second occurrence."""
    pieces, first, second = turned(colour, 19, "LN10q ln10c", "10q10q", "10c10c")
    board = play(place(pieces, turn=colour, repetition="forbid"), first)
    explanation = board.explain(second)
    assert (explanation.code, explanation.rule) == (REPETITION, "6.2")
    assert not board.explain("pass").legal
    for repetition in ("fourfold", "jcsa", "none"):
        board = play(place(pieces, turn=colour, repetition=repetition), first)
        played(board, second, pieces)
        assert board.repetitions() == 2
        assert board.outcome() is None


@pytest.mark.parametrize("colour", ["b", "w"])
def test_passes_without_end(colour: str) -> None:
    """The first passer's opponent makes the fourth occurrence, with its third pass: a draw, or under jcsa it wins."""
    pieces, *passes = turned(colour, 19, "LN10q ln10c", "10q10q", "10c10c")
    draw = play(place(pieces, turn=colour), *passes * 3)
    assert draw.outcome() == Outcome(None, "repetition")
    won = play(place(pieces, turn=colour, repetition="jcsa"), *passes * 3)
    assert won.outcome() == Outcome(colour == "w", "repetition")


@pytest.mark.parametrize("colour", ["b", "w"])
def test_first_passer_may_not_close(colour: str) -> None:
    """Black passes into the third occurrence; White passes; Black's pass would make the fourth.

    The cycle is White's pass and Black's; the unbroken run began with Black's, before the cycle.
    """
    pieces, *moves = turned(
        colour,
        19,
        "LN10q K1s k19a ln10c",
        *("19a19b", "1s1r", "19b19a", "1r1s", "19a19b", "10q10q", "19b19a", "10q10q", "10c10c", "10q10q"),
    )
    turn = "w" if colour == "b" else "b"
    board = play(place(pieces, turn=turn, repetition="jcsa"), *moves[:8])
    assert board.repetitions() == 3
    board.push(moves[8])
    assert refusal(board, moves[9]) == REPETITION
    same = play(place(pieces, turn=turn), *moves)
    assert same.outcome() == Outcome(None, "repetition")


@pytest.mark.parametrize("colour", ["b", "w"])
def test_passes_before_the_cycle_are_not_a_fault(colour: str) -> None:
    """Both pass into the third occurrence; the cycle that ends with the fourth is of king moves alone: a draw."""
    kings = ("1s1r", "19a19b", "1r1s", "19b19a")
    pieces, *moves = turned(colour, 19, "LN10q K1s k19a ln10c", *kings, "10q10q", "10c10c", *kings)
    board = play(place(pieces, turn=colour, repetition="jcsa"), *moves)
    assert board.outcome() == Outcome(None, "repetition")


@pytest.mark.parametrize("colour", ["b", "w"])
def test_a_pass_alone_does_not_hide_a_run(colour: str) -> None:
    """In the cycle that ends with the fourth occurrence one pass is answered by the king, three follow one another.

    Black made the first of the three, so White wins.
    """
    kings = ("1s1r", "19a19b", "1r1s", "19b19a")
    last = ("10q10q", "19a18a", "10q10q", "10c10c", "10q10q", "18a19a")
    pieces, *moves = turned(colour, 19, "LN10q K1s k19a ln10c", *kings, *kings, *last)
    board = play(place(pieces, turn=colour, repetition="jcsa"), *moves)
    assert board.outcome() == Outcome(colour == "w", "repetition")


def test_passing_alone_is_not_a_fault() -> None:
    """Black's passes are answered by king moves: a draw under both rules."""
    for repetition in ("fourfold", "jcsa"):
        board = place("LN10q", "k19a", "K1s", turn="w", repetition=repetition)
        play(board, *["19a19b", "10q10q", "19b19a", "10q10q"] * 3)
        assert board.outcome() == Outcome(None, "repetition")


def test_passing_neither_checks_nor_attacks() -> None:
    """The lion stands beside the enemy king and gold all along; its passes are neither check nor attack."""
    board = play(place("LN10q K1s", "k9p g11p ln10c"), *["10q10q", "10c10c"] * 3)
    assert board.outcome() == Outcome(None, "repetition")
    # One side checks with every move, the other only passes: the checks are at fault under both rules.
    for repetition in ("fourfold", "jcsa"):
        board = place("R19m G5m K1s", "k19a ln10c", turn="w", repetition=repetition)
        moves = ["10c10c", "5m5n", "10c10c", "5n5m"]
        play(board, *(moves * 3)[:-1])
        if repetition == "jcsa":
            assert refusal(board, moves[-1]) == REPETITION
        else:
            assert play(board, moves[-1]).outcome() == Outcome(False, "repetition")


def test_check_weighs_more_than_passing_first() -> None:
    """Under jcsa the passer is at fault only if nobody else is.

    White's rook on 1g keeps Black's king in check; White shuffles its gold, Black's lion passes. White is at fault; the
    mover of the closing move is White, so it is illegal.
    """
    board = place("LN10q K1s", "k19a r1g g5e", repetition="jcsa")
    moves = ["10q10q", "5e5f", "10q10q", "5f5e"]
    play(board, *(moves * 3)[:-1])
    assert refusal(board, moves[-1]) == REPETITION


def test_igui_is_not_a_pass() -> None:
    """It takes something: no position comes back."""
    board = play(place("LN10q", "ln10c p10p k19a", "K1s", repetition="forbid", promotion="never"), "10q10p10q")
    assert refusal(board, "10c10c") is None
    assert refusal(play(board, "10c10c"), "10q10q") == REPETITION


def test_the_forbidden_pass_is_the_only_move_missing() -> None:
    """Two lions in corners: eight squares and the pass; after Black's pass White has the eight."""
    board = place("LN1s", "ln19a", repetition="forbid")
    assert len(board.legal_moves) == 9
    play(board, "1s1s")
    assert refusal(board, "19a19a") == REPETITION
    assert len(board.legal_moves) == 8


def test_no_position_occurs_twice_in_a_long_game_of_tai() -> None:
    """A game that mostly moves one piece to and fro, under `forbid`."""
    generator = random.Random(8)
    board = place("E13y LN3w G20t", "e13a ln22c g6f", rules="tai")
    seen = {board.key}
    for _ in range(1500):
        moves = board.legal_moves
        if not len(moves):
            break
        # The piece that moved last moves again if it can.
        last = board.move_stack[-2].to_square if board.ply > 1 else None
        own = [move for move in moves if move.from_square == last]
        board.push(generator.choice(own or list(moves)))
        assert board.repetitions() == 1
        assert board.key not in seen
        seen.add(board.key)
    assert len(seen) > 100
