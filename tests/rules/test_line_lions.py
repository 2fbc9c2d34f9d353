"""Line lions (rule 3.6): every filling of three squares, each move played; falcon, eagle, elephant, the readings."""

from __future__ import annotations

import itertools

import pytest

from rules.boards import moves_from, names, place, plain, played, refusal, split

NO_SUCH_MOVE = "illegal_move.no_such_move"
OWN_PIECE = "illegal_move.own_piece"


def table(reach: int, content: tuple[str, str, str]) -> set[tuple[frozenset[int], int]]:
    """Rows of the table in rule 3.6: (victims, end) on one line, the pass left out."""
    one, two, three = content
    enemies = {square for square, what in enumerate(content, 1) if what == "enemy"}
    found: set[tuple[frozenset[int], int]] = set()
    if one == "enemy":
        found.add((frozenset({1}), 0))
    if one != "own":
        found.add((frozenset({1} & enemies), 1))
        if reach == 3 and two == "enemy":
            found.add((frozenset({1, 2} & enemies), 1))
    if two != "own":
        for way in ([], [1]):
            found.add((frozenset({2, *way} & enemies), 2))
    if reach == 3 and three != "own":
        for subset in ([], [1], [2], [1, 2]):
            found.add((frozenset({3, *subset} & enemies), 3))
    return found


def text_of(victims: frozenset[int], end: int, on: dict[int, str]) -> str:
    """Text without the start: victims outward, then the end; one on the end only by the end, unless another follows."""
    if end == 1 and victims == {1, 2}:
        return on[1] + on[2] + on[1]
    return "".join(on[square] for square in sorted(victims - {end})) + on[end]


LINE_LIONS = [
    ("tai", "LD13m", 3, (0, -1)),
    ("tai", "LD13m", 3, (1, 1)),
    ("tai", "+LD13m", 3, (1, 0)),
    ("tai", "+LD13m", 3, (-1, 1)),
    ("tai", "+DV13m", 3, (1, -1)),
    ("tai", "HF13m", 2, (0, -1)),
    ("tai", "SE13m", 2, (1, -1)),
    ("tai", "SE13m", 2, (-1, -1)),
    ("tai", "hf13m", 2, (0, 1)),
    ("tai", "se13m", 2, (1, 1)),
    ("tai", "ld13m", 3, (-1, 0)),
    ("tai", "+ld13m", 3, (1, -1)),
    ("maka", "LD10j", 3, (1, 0)),
    ("maka", "+dv10j", 3, (0, 1)),
]


@pytest.mark.parametrize("content", list(itertools.product(("empty", "own", "enemy"), repeat=3)))
@pytest.mark.parametrize(("rules", "piece", "reach", "step"), LINE_LIONS)
def test_line_lion(rules: str, piece: str, reach: int, step: tuple[int, int], content: tuple[str, str, str]) -> None:
    """All 27 ways to fill three squares, each move played. Squares beyond the reach may be reached by sliding."""
    start = "13m" if rules == "tai" else "10j"
    file, rank = int(start[:2]), ord(start[2])
    on = {n: f"{file + n * step[0]}{chr(rank + n * step[1])}" for n in range(4)}
    black = piece.lstrip("+")[0].isupper()
    own, enemy = ("P", "p") if black else ("p", "P")
    sign = {"own": own, "enemy": enemy}
    others = {on[n]: sign[what] for n, what in enumerate(content, 1) if what != "empty"}
    pieces = " ".join(what + square for square, what in others.items())
    board = place(piece, pieces, rules=rules, turn="b" if black else "w", promotion="never", contagion="off")
    wanted = {text_of(victims, end, on): (victims, end) for victims, end in table(reach, content)}
    moves = moves_from(board, start) - {start}  # the pass has a test of its own
    line = {text for text in moves if set(split(text)) <= set(on.values())}
    slides = {on[3]} if reach == 2 else set()
    assert line - slides == set(wanted) - slides
    for text, (victims, end) in wanted.items():
        left = {square: what for square, what in others.items() if square not in {on[v] for v in victims}}
        after = [what + square for square, what in left.items()] + [piece[: -len(start)] + on[end]]
        played(board.copy(), start + text, *after)


@pytest.mark.parametrize(
    ("piece", "blocked", "passes"),
    [
        ("HF", "P13l", False),
        ("HF", "p13l", False),
        ("HF", "P12l P14l P12m P14m P13n", True),
        ("SE", "P12l P14l", False),
        ("SE", "P12l p14l", False),
        ("SE", "P12l P13l P13n", True),
        ("LD", "P12l P13l P14l P12m P14m P12n P13n", True),
        ("LD", "P12l P13l P14l P12m P14m P12n P13n P14n", False),
        ("+LD", "P13l P12m P14m P13n P12n P14n", False),
        ("+LD", "P13l P12m P14m P13n P12n", True),
    ],
)
def test_pass_of_line_lions(piece: str, blocked: str, passes: bool) -> None:
    """The pass needs an empty first square on a line with lion power.

    The great elephant's lines are the orthogonals and the two backward diagonals; a falcon's is forward; an eagle's are
    forward diagonals.
    """
    board = place(f"{piece}13m", blocked, "CP1y", "cp25a", rules="tai")
    assert (refusal(board, "13m13m") is None) == passes
    assert ("13m" in moves_from(board, "13m")) == passes


def test_great_elephant_slides_and_line_lion() -> None:
    """Alone on 13m of 25 x 25: rook lines 4 x 12, backward bishop lines 2 x 12, forward diagonals two, the pass.

    Its lion lines (orthogonals, backward diagonals: steps 1, 2, 3) lie within these. 48 + 24 + 4 + 1 = 77.
    """
    moves = plain("13m", "+LD13m", rules="tai")
    assert len(moves) == 77
    assert {"11k", "15k"} <= moves
    assert not {"10j", "16j"} & moves
    board = place("+LD13m CP1y", "p12l p13l cp25a", rules="tai")
    assert refusal(board, "13m12l13m") == NO_SUCH_MOVE, "no lion power forward diagonally"
    assert refusal(board, "13m11k") == NO_SUCH_MOVE, "nor a leap"
    played(board, "13m13l13j", "+LD13j CP1y", "p12l cp25a")


def test_lion_dog_in_numbers() -> None:
    """Alone: three squares in eight directions and the pass."""
    for rules, start in (("tai", "13m"), ("maka", "10j")):
        assert len(plain(start, f"LD{start}", rules=rules)) == 25


def test_lion_dog_takes_three() -> None:
    board = place("LD10j K1s", "p10i p10h p10g q10a k19a", promotion="mandatory")
    assert refusal(board, "10j10h10i10g+") == NO_SUCH_MOVE, "victims are written outward"
    made = played(board, "10j10i10h10g+", "+LD10g K1s", "q10a k19a")
    assert names(board, made.via) == ["10i", "10h"]
    played(board, "10a10g", "K1s", "q10g k19a")


def test_lion_dog_comes_back() -> None:
    """Out to 2 and back to 1: with 1 empty or an enemy; not home, nor from 3, nor over an own piece."""
    board = place("LD10j K1s", "p10i p10h p10g k19a", promotion="never")
    played(board.copy(), "10j10i10h10i", "LD10i K1s", "p10g k19a")
    played(place("LD10j K1s", "p10h k19a", promotion="never"), "10j10h10i", "LD10i K1s", "k19a")
    assert refusal(board, "10j10i10h10j") == NO_SUCH_MOVE
    assert refusal(board, "10j10h10j") == NO_SUCH_MOVE
    assert refusal(board, "10j10h10i") == NO_SUCH_MOVE, "the enemy on 10i is taken too, or it cannot end there"
    assert refusal(board, "10j10g10h") == NO_SUCH_MOVE
    assert refusal(board, "10j10i10g10h") == NO_SUCH_MOVE
    own = place("LD10j P10i K1s", "p10h k19a", promotion="never")
    assert refusal(own, "10j10h10i") == OWN_PIECE


def test_lion_dog_keeps_to_its_line() -> None:
    board = place("LD10j K1s", "p10i p9h k19a", promotion="never")
    assert refusal(board, "10j10i9h") == NO_SUCH_MOVE
    assert refusal(board, "10j10i10k") == NO_SUCH_MOVE, "never past its start to the other side"
    assert refusal(board, "10j9h") == NO_SUCH_MOVE


def test_lion_dog_as_slider() -> None:
    """`limited`: up to three squares and one capture, no leap; `line`: over its own piece."""
    pieces = "LD10j P10i K1s", "k19a"
    limited, line = place(*pieces, LD="limited"), place(*pieces, LD="line")
    assert len(moves_from(limited, "10j")) == 7 * 3
    assert not {"10i", "10h", "10g"} & moves_from(limited, "10j")
    assert {"10h", "10g", "10j"} <= moves_from(line, "10j")
    assert len(moves_from(line, "10j")) == 7 * 3 + 2 + 1
    assert refusal(limited, "10j10j") == NO_SUCH_MOVE


def test_furious_fiend_readings() -> None:
    """Lion, and a slide of three (limited) or the line lion of three: taking three in a row needs the second.

    Alone: 24 squares, the pass, and eight squares three away: 33 under both.
    """
    for reading in ("limited", "liondog"):
        assert len(plain("10j", "+LN10j", FF=reading)) == 33
    pieces = "+LN10j K1s", "p10i p10h p10g k19a"
    assert refusal(place(*pieces, FF="limited"), "10j10i10h10g") == NO_SUCH_MOVE
    played(place(*pieces, FF="liondog"), "10j10i10h10g", "+LN10g K1s", "k19a")
    played(place(*pieces, FF="limited"), "10j10i10h", "+LN10h K1s", "p10g k19a")
    played(place(*pieces, FF="limited"), "10j10i9h", "+LN9h K1s", "p10h p10g k19a")


def test_falcon_and_eagle_slide_elsewhere() -> None:
    """The falcon alone on 13m: 12 forward squares are not all its own: two by lion power; other lines are slides.

    Falcon: 2 forward, 4 diagonals and 3 orthogonals of 12 each, the pass: 2 + 84 + 1. Eagle: 2 x 2 forward diagonals,
    4 orthogonals and 2 backward diagonals of 12 each, the pass: 4 + 72 + 1.
    """
    assert len(plain("13m", "HF13m", rules="tai")) == 87
    assert len(plain("13m", "SE13m", rules="tai")) == 77


def test_falcon_takes_two_ahead_of_it_for_both_sides() -> None:
    board = place("HF13m CP1y", "p13l p13k hf5a R5b P5c cp25a", rules="tai")
    played(board, "13m13l13k", "HF13k CP1y R5b P5c", "hf5a cp25a")
    played(board, "5a5b5c", "HF13k CP1y", "hf5c cp25a")


def test_teaching_king_readings() -> None:
    """Alone on 10j: queen lines 8 x 9 = 72 under `queen`; the pass besides under `line`."""
    assert len(plain("10j", "+DV10j", TK="queen")) == 72
    assert len(plain("10j", "+DV10j", TK="line")) == 73
    board = place("+DV10j K1s", "p10i p10g k19a", TK="line")
    played(board, "10j10i10g", "+DV10g K1s", "k19a")
    assert refusal(place("+DV10j K1s", "p10i p10g k19a", TK="queen"), "10j10i10g") == NO_SUCH_MOVE
