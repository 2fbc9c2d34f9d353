"""Every power, played: the moves of a piece derived by hand (rules 3.1 to 3.11), and the board after some of them."""

from __future__ import annotations

import pytest

from rules.boards import check, moves_from, names, place, plain, play, played, refusal, rule_set, split, squares, turned

NO_SUCH_MOVE = "illegal_move.no_such_move"
OWN_PIECE = "illegal_move.own_piece"

NEIGHBOURS = [(file, rank) for file in (9, 10, 11) for rank in "ijk" if (file, rank) != (10, "j")]
RING = " ".join(f"P{file}{rank}" for file, rank in NEIGHBOURS)


RIGHT_CHARIOT = {f"10{rank}" for rank in "abcdefghik"}
RIGHT_CHARIOT |= {f"{10 - n}{'jihgfedcba'[n]}" for n in range(1, 10)}
RIGHT_CHARIOT |= {f"{10 + n}{'jklmnopqrs'[n]}" for n in range(1, 10)}

# Slides, steps, leaps (rules 3.2, 3.3)


def test_slide() -> None:
    """Up 10i, 10h, 10g and the enemy on 10f; nine squares to the right; 11j before the own piece; down nine.

    4 + 9 + 1 + 9 = 23, and one more because the capture may promote.
    """
    board = place("R10j P12j K1s", "p10f k19a")
    moves = moves_from(board, "10j")
    assert len(moves) == 24
    assert {"10f", "10f+", "1j", "11j", "10s"} <= moves
    assert refusal(board, "10j10e") == NO_SUCH_MOVE
    assert refusal(board, "10j12j") == OWN_PIECE
    assert refusal(board, "10j13j") == NO_SUCH_MOVE
    played(board, "10j10f", "R10f P12j K1s", "k19a")
    played(board, "19a19b", "R10f P12j K1s", "k19b")
    # From 10f: 5 up to the edge, 13 down, 9 to the right, 9 to the left.
    assert len(play(board, "1s1r", "19b19a").legal_moves_from(squares(board, "10f")[0])) == 36


def test_limited_slide() -> None:
    """A violent ox goes two squares: 10i is an enemy and ends the line, 11j is its own, the other lines are free."""
    board = place("VO10j P11j K1s", "p10i k19a")
    assert moves_from(board, "10j") == {"10i", "10i+", "9j", "8j", "10k", "10l"}
    played(board, "10j8j", "VO8j P11j K1s", "p10i k19a")


def test_a_slide_ends_at_the_edge() -> None:
    """A flying dragon goes two squares along the diagonals; on 1b one of them is on the board up, and two down."""
    assert moves_from(place("FD1b K19s", "k19a"), "1b") == {"2a", "2c", "3d"}


def test_steps() -> None:
    """A gold has six steps: forward three, sideways two, back one."""
    board = place("G10j P10i K1s", "p9j k19a")
    assert moves_from(board, "10j") == {"11i", "9i", "11j", "9j", "9j+", "10k"}
    played(board, "10j9j+", "+G9j P10i K1s", "k19a")


@pytest.mark.parametrize(
    ("pieces", "turn", "moves"),
    [
        # The deva of maka steps diagonally forward both ways, to its left, and back to its right.
        ("DV10j K1s k19a", "b", {"11i", "9i", "11j", "9k"}),
        ("dv10j K1s k19a", "w", {"9k", "11k", "9j", "11i"}),
        # The right chariot slides forward, forward to the right, back to the left, and steps back.
        ("RC10j K1s k19a", "b", RIGHT_CHARIOT),
        ("P10j K1s k19a", "b", {"10i"}),
        ("p10j K1s k19a", "w", {"10k"}),
        ("L10j K1s k19a", "b", {f"10{r}" for r in "abcdefghi"}),
        ("l10j K1s k19a", "w", {f"10{r}" for r in "klmnopqrs"}),
        ("N10j K1s k19a", "b", {"9h", "11h"}),
        ("n10j K1s k19a", "w", {"9l", "11l"}),
    ],
)
def test_white_is_turned_not_mirrored(pieces: str, turn: str, moves: set[str]) -> None:
    assert moves_from(place(pieces, turn=turn), "10j") == moves


@pytest.mark.parametrize(
    ("piece", "leap", "steps"),
    [
        ("KR", ["10h", "12j", "10l", "8j"], ["9i", "11i", "9k", "11k"]),
        ("PH", ["8h", "12h", "8l", "12l"], ["10i", "11j", "10k", "9j"]),
        ("N", ["9h", "11h"], []),
    ],
)
def test_leaps(piece: str, leap: list[str], steps: list[str]) -> None:
    """Shut in on all eight sides by its own pieces a piece still leaps, and takes where it lands."""
    victim, *others = leap
    board = place(f"{piece}10j", RING, "K1s", f"p{victim}", "k19a")
    assert moves_from(board, "10j") == {victim, f"{victim}+", *others}
    open_board = place(f"{piece}10j K1s k19a")
    assert moves_from(open_board, "10j") == {*leap, *steps}
    played(board, f"10j{victim}", f"{piece}{victim}", RING, "K1s k19a")


def test_leaps_over_enemies_take_nothing() -> None:
    """The pieces leapt over stay."""
    board = place("N10j K1s", "p9i p10i p11i k19a")
    played(board, "10j9h", "N9h K1s", "p9i p10i p11i k19a")


def test_poisonous_snake_of_tai_leaps_two_kinds() -> None:
    """Steps to the sides; leaps two forward, and two diagonally back; over pieces of both sides."""
    board = place("PS13m P13l p12n CP1y", "cp25a", rules="tai")
    assert moves_from(board, "13m") == {"14m", "12m", "13k", "11o", "15o"}
    played(board, "13m11o", "PS11o P13l p12n CP1y", "cp25a")


@pytest.mark.parametrize("colour", ["b", "w"])
def test_stuck_at_the_far_edge(colour: str) -> None:
    """Pawn, stone, knight, lance and iron general move forward only: at the edge none can move, and none promotes."""
    stuck, king, far, stay, move, after = turned(
        colour, 19, "P5a N7b L9a ST11a I13a", "K1s", "k19a", "5a5a", "1s2r", "K2r"
    )
    board = place(stuck, king, far, turn=colour)
    assert len(board.legal_moves) == 3
    assert {move.from_square for move in board.legal_moves} == set(squares(board, king[1:]))
    assert refusal(board, stay) == NO_SUCH_MOVE
    played(board, move, stuck, after, far)


# Hooks (rule 3.4)


def test_hook_mover_alone_reaches_every_other_square() -> None:
    """From any square one corner is enough: 19 x 19 - 1 and 25 x 25 - 1."""
    for rules, count, far in (("maka", 360, "19a"), ("tai", 624, "25a")):
        for start in ("5e", "10j", "1a"):
            board = place(f"HM{start}", rules=rules)
            assert len(board.legal_moves) == count
        check(play(place("HM5e", rules=rules), f"5e{far}"), f"HM{far}", turn="w")


def test_capricorn_alone_reaches_its_colour() -> None:
    """From the centre it reaches every square of its colour: (361 - 1) / 2 and (625 - 1) / 2."""
    for rules, centre, count in (("maka", "10j", 180), ("tai", "13m", 312)):
        board = place(f"CA{centre}", rules=rules)
        moves = moves_from(board, centre)
        assert len(moves) == count
        (start,) = squares(board, centre)
        reached = [index for index in range(board.rules.files**2) if index % 2 == start % 2 and index != start]
        assert moves == set(names(board, reached)), "with an odd number of files the colour is the index's parity"


def test_two_corners_are_one_move() -> None:
    """10j to 14f by 14j or by 10f: one move, and still one with a corner blocked; none with both blocked."""
    for blockers, count in (("", 1), ("P10f", 1), ("P12j", 1), ("P10f P12j", 0)):
        board = place(f"HM10j {blockers}")
        assert [str(move) for move in board.legal_moves].count("10j14f") == count
    assert refusal(place("HM10j P10f P12j"), "10j14f") == NO_SUCH_MOVE


def test_hook_turns_on_empty_squares_only() -> None:
    """Three sides are shut. Up there are 10i, 10h and the enemy on 10g; on 10i and 10h it may turn.

    Rank i is free: 18 squares beside 10i. Rank h has an own piece on 12h: nine squares to the right, 11h to the left.
    3 + 18 + 10 = 31. Beside 10g nothing: there it has taken.
    """
    board = place("HM10j P9j P11j P10k P12h K1s", "p10g k19a", promotion="mandatory")
    moves = moves_from(board, "10j")
    assert len(moves) == 31
    assert {"10g+", "1i", "19i", "1h", "11h"} <= moves
    assert refusal(board, "10j9g") == NO_SUCH_MOVE
    assert refusal(board, "10j13h") == NO_SUCH_MOVE
    played(board, "10j10g+", "+HM10g P9j P11j P10k P12h K1s", "k19a")


def test_hook_takes_behind_its_corner_and_is_answered() -> None:
    """The hook mover goes round the corner on 10b and takes the rook; White's capricorn takes back round another."""
    board = place("HM10j P9j P11j P10k K1s", "r15b ca13h k19a", promotion="never")
    played(board, "10j15b", "HM15b P9j P11j P10k K1s", "ca13h k19a")
    # 13h up to the left to 17d, then up to the right to 15b.
    played(board, "13h15b", "ca15b P9j P11j P10k K1s", "k19a")


def test_hook_never_goes_on_behind_a_victim() -> None:
    """With one capture the enemy on 10i ends all: the piece on 8i is out of reach."""
    board = place("HM10j P9j P11j P10k", "p10i p8i", promotion="never")
    assert moves_from(board, "10j") == {"10i"}
    assert refusal(board, "10j8i") == NO_SUCH_MOVE


def test_hook_with_two_captures() -> None:
    """On 10i it takes and stops, or turns: to the right 9i and the enemy on 8i, to the left 11i to 19i. 1 + 2 + 9 = 12.

    Never straight on to 10h.
    """
    board = place("HM10j P9j P11j P10k", "p10i p10h p8i", promotion="never", hook_captures=2)
    moves = moves_from(board, "10j")
    assert moves == {"10i", "10i9i", "10i8i", *(f"10i{file}i" for file in range(11, 20))}
    assert refusal(board, "10j10i10h") == NO_SUCH_MOVE
    assert refusal(board, "10j10i7i") == NO_SUCH_MOVE
    assert refusal(board, "10j8i") == NO_SUCH_MOVE, "without the victim on the corner it is not reached"
    made = played(board, "10j10i8i", "HM8i P9j P11j P10k", "p10h")
    assert names(board, made.via) == ["10i"]
    # Written with one victim alone it is another move.
    other = place("HM10j P9j P11j P10k", "p10i p10h p8i", promotion="never", hook_captures=2)
    played(other, "10j10i19i", "HM19i P9j P11j P10k", "p10h p8i")


def test_hook_captures_belongs_to_every_hook() -> None:
    """Goblin, capricorn and peacock take on the corner 14l and again on 15m; a falcon beside them gains nothing."""
    for piece in ("LO", "CA", "PC"):
        board = place(f"{piece}13m CP1y", "p14l p15m cp25a", rules="tai", hook_captures=2, promotion="never")
        assert {"14l", "14l15m"} <= moves_from(board, "13m")
        played(board, "13m14l15m", f"{piece}15m CP1y", "cp25a")
        one = place(f"{piece}13m CP1y", "p14l p15m cp25a", rules="tai", promotion="never")
        assert refusal(one, "13m14l15m") == NO_SUCH_MOVE
    falcon = "HF13m CP1y p14l p15m cp25a"
    assert plain("13m", falcon, rules="tai", hook_captures=2) == plain("13m", falcon, rules="tai")


def test_double_readings_change_one_type() -> None:
    """A reading by name wins over the option, both ways."""
    pieces = "HM10j P9j P11j P10k CA4d p10i p8i p5e p4f"
    assert plain("10j", pieces, hook_captures=2, HM="single") == {"10i"}
    assert "10i8i" in plain("10j", pieces, HM="double")
    assert "5e4f" not in plain("4d", pieces, HM="double")
    assert "5e4f" in plain("4d", pieces, hook_captures=2, HM="single")


def test_goblin_of_tai() -> None:
    """The squares of its colour, and one step orthogonally: 312 + 4."""
    moves = plain("13m", "LO13m", rules="tai")
    assert len(moves) == 316
    assert {"13l", "14m", "13n", "12m", "25a", "15m"} <= moves
    assert {"13k", "13a"} <= moves
    assert "14k" not in moves


def peacock(forward: int) -> set[tuple[int, int]]:
    """Squares of a peacock alone on 13m of 25 x 25: i squares diagonally forward, then j along the other diagonal."""
    found = {(side * i, -i * forward) for side in (-1, 1) for i in (1, 2)}  # for the loop below to add to
    for side in (-1, 1):
        for i in range(1, 13):
            found |= {(side * i + side * j, (j - i) * forward) for j in range(-24, 25)}
        found |= {(side, forward), (2 * side, 2 * forward)}
    return {(x, y) for x, y in found if abs(x) <= 12 and abs(y) <= 12}


@pytest.mark.parametrize(("piece", "turn", "forward"), [("PC", "b", 1), ("pc", "w", -1)])
def test_peacock_of_tai(piece: str, turn: str, forward: int) -> None:
    """Forward diagonally, then at a right angle, backward too; straight backward only two squares."""
    moves = moves_from(place(f"{piece}13m", rules="tai", turn=turn), "13m")
    wanted = {f"{13 + x}{chr(ord('m') + y)}" for x, y in peacock(forward)}
    assert moves == wanted
    behind = {f"{13 + d}{chr(ord('m') + forward * d)}" for d in range(3, 13)}
    assert not behind & moves, "no slide straight backward"
    assert {"17m", "21m", "9m"} <= moves, "beside its start it comes by a corner"


def test_peacock_played() -> None:
    """To 16j, there it turns and comes back down to the right of White's gold on 20n."""
    board = place("PC13m CP1y", "g20n cp25a", rules="tai")
    played(board, "13m20n", "PC20n CP1y", "cp25a")


# The lion (rules 3.5, 3.8)


def test_lion_alone() -> None:
    """24 squares and one pass, not 88 routes."""
    board = place("LN10j K1s", "k19a")
    assert moves_from(board, "10j") == {f"{file}{rank}" for file in range(8, 13) for rank in "hijkl"}
    passed = played(board, "10j10j", "LN10j K1s", "k19a")
    assert passed.is_pass
    assert passed not in place("LN10j K1s", "k19a p10i").legal_captures()
    assert not passed.is_igui
    assert not passed.captures


def test_lion_among_its_own() -> None:
    """The 16 squares of the outer ring; without an empty neighbour there is no pass."""
    board = place("LN10j", RING, "K1s", "k19a")
    moves = moves_from(board, "10j")
    assert len(moves) == 16
    assert refusal(board, "10j10j") == NO_SUCH_MOVE
    played(board, "10j12h", "LN12h", RING, "K1s", "k19a")


def test_lion_with_one_empty_neighbour_passes_once() -> None:
    board = place("LN10j", RING.replace("P9i", ""), "K1s", "k19a")
    assert len(moves_from(board, "10j")) == 16 + 1 + 1


def test_lion_in_the_corner() -> None:
    """Eight squares and the pass."""
    assert len(moves_from(place("LN1a K10s", "k19a"), "1a")) == 9


def test_lion_beside_one_enemy() -> None:
    """24 squares and the pass; igui on 10i; on from 10i to its seven other neighbours, which leaves 24 + 1 + 1 + 7.

    Promotion is off here, so that each effect counts once.
    """
    moves = plain("10j", "LN10j K1s p10i k19a")
    assert len(moves) == 33
    assert {"10i10j", "10i10h", "10i9h", "10i11h", "10i9i", "10i11i", "10i9j", "10i11j"} <= moves


def test_lion_shut_in_by_enemies() -> None:
    """Eight igui; eight steps; 16 leaps; from each neighbour on to squares around it, the start and itself not counted:

    a corner neighbour has seven others (2 of them are neighbours of the start, with an enemy; 5 of the outer ring), an
    orthogonal one has seven others (4 with an enemy; 3 of the outer ring). Taking two neighbours is a move with the set
    {a, b} and the end b. Corner: 4 x 7, orthogonal: 4 x 7. 8 + 8 + 16 + 28 + 28 = 88, and no pass.
    """
    ring = RING.lower()
    moves = plain("10j", "LN10j", ring, "K1s k19a")
    assert len(moves) == 88
    assert "10j" not in moves


def test_lion_leaps_over_both_sides() -> None:
    board = place("LN10j P10i K1s", "p11i r10h k19a", promotion="mandatory")
    played(board, "10j10h+", "+LN10h P10i K1s", "p11i k19a")


@pytest.mark.parametrize("rules", ["maka", "tai"])
def test_lion_takes_two_and_is_taken(rules: str) -> None:
    """The first victim is the neighbour, the second stands one step farther in any direction."""
    crown = "CP" if rules == "tai" else "K"
    board = place(f"LN10j {crown}1s", f"p10i r9h q9a {crown.lower()}19a", rules=rules, promotion="mandatory")
    assert refusal(board, "10j9h10i+") == NO_SUCH_MOVE, "two steps away comes second"
    made = played(board, "10j10i9h+", f"+LN9h {crown}1s", f"q9a {crown.lower()}19a")
    assert names(board, made.via) == ["10i"]
    played(board, "9a9h", f"{crown}1s", f"q9h {crown.lower()}19a")


def test_lion_takes_a_neighbour_and_ends_beside_it() -> None:
    """10i is taken on the way to the empty 9j, which it could also reach alone."""
    board = place("LN10j K1s", "p10i k19a", promotion="never")
    played(board.copy(), "10j10i9j", "LN9j K1s", "k19a")
    played(board.copy(), "10j9j", "LN9j K1s", "p10i k19a")
    # An empty square on the way is no victim, and text that names it reads as the plain move.
    assert board.push("10j9i9j").usi() == "10j9j"


def test_igui() -> None:
    board = place("LN10j K1s", "r10i k19a", promotion="never")
    made = played(board, "10j10i10j", "LN10j K1s", "k19a")
    assert made.is_igui
    assert not made.is_pass
    assert refusal(place("LN10j K1s", "r10h k19a"), "10j10h10j") == NO_SUCH_MOVE, "only neighbours"
    assert refusal(place("LN10j P10i K1s", "k19a"), "10j10i10j") == "notation.own_piece_on_route"


@pytest.mark.parametrize(
    ("rules", "piece", "crown"),
    [
        ("maka", "LN", "K"),
        ("maka", "LD", "K"),
        ("maka", "+LN", "K"),
        ("maka", "+DV", "K"),
        ("maka", "+DS", "K"),
        ("tai", "LN", "CP"),
        ("tai", "LD", "CP"),
        ("tai", "+LN", "CP"),
        ("tai", "+LD", "CP"),
        ("tai", "+DV", "CP"),
        ("tai", "+DS", "CP"),
        ("tai", "HF", "CP"),
        ("chu", "LN", "K"),
        ("chu", "+KR", "K"),
        ("chu", "+DH", "K"),
    ],
)
def test_igui_and_pass_of_every_lion_like_type(rules: str, piece: str, crown: str) -> None:
    """The victim is gone and the mover at home; with 10e empty instead the same piece passes."""
    options: dict[str, str | int] = {"promotion": "never", "bare_king": "off", "promotion_zone": 0}
    changed = rule_set(rules, **options)
    board = place(f"{piece}10f {crown}1l", f"g10e {crown.lower()}12a", rules=changed)
    played(board, "10f10e10f", f"{piece}10f {crown}1l", f"{crown.lower()}12a")
    calm = place(f"{piece}10f {crown}1l", f"{crown.lower()}12a", rules=changed)
    played(calm, "10f10f", f"{piece}10f {crown}1l", f"{crown.lower()}12a")


def test_igui_of_an_eagle() -> None:
    """The soaring eagle has its lion power on the two forward diagonals; in tai it never promotes."""
    board = place("SE13m CP1y", "p12l p14l cp25a", rules="tai")
    assert {"12l13m", "14l13m"} <= moves_from(board, "13m")
    assert refusal(board, "13m13m") == NO_SUCH_MOVE, "both squares of its lion power hold pieces"
    played(board, "13m12l13m", "SE13m CP1y", "p14l cp25a")
    played(board, "25a25b", "SE13m CP1y", "p14l cp25b")
    played(board, "13m13m", "SE13m CP1y", "p14l cp25b")


def test_no_pass_or_igui_without_a_lion_power() -> None:
    for piece in ("Q", "K", "HM", "KR", "+LD"):
        board = place(f"{piece}10j K1s", "p10i k19a")
        assert refusal(board, "10j10j") == NO_SUCH_MOVE
        assert refusal(board, "10j10i10j") == NO_SUCH_MOVE


# The free lion of three steps (rule 3.7)

FREE = {"TK": "free3"}


def free3(*pieces: str, reading: str = "free3") -> set[str]:
    """Moves of a teaching king on 10j within three squares, which are those of its lion power."""
    moves = plain("10j", *pieces, TK=reading)
    near = {f"{file}{rank}" for file in range(7, 14) for rank in "ghijklm"}
    return {text for text in moves if set(split(text)) <= near}


def test_free_lion_alone() -> None:
    """The 48 squares within three and the pass; the queen's lines reach six squares beyond in eight directions.

    49 + 8 x 6 = 97.
    """
    assert len(plain("10j", "+DV10j", TK="free3")) == 97
    assert len(free3("+DV10j")) == 49


def test_free_lion_among_its_own() -> None:
    """No neighbour, no pass: 48 - 8 = 40. A neighbour cannot be stepped on, so each way begins with a leap."""
    board = place("+DV10j", RING, "K1s", "k19a", TK="free3")
    assert len(moves_from(board, "10j")) == 40
    assert refusal(board, "10j10j") == NO_SUCH_MOVE
    played(board, "10j13m", "+DV13m", RING, "K1s", "k19a")


def test_free_lion_without_leaps_among_its_own() -> None:
    assert moves_from(place("+DV10j", RING, "K1s", "k19a", TK="free3-noleap"), "10j") == set()


def test_free_lion_takes_three_round_corners() -> None:
    board = place("+DV10j K1s", "p11i p10h p11g k19a", TK="free3", contagion="off")
    made = played(board, "10j11i10h11g", "+DV11g K1s", "k19a")
    assert names(board, made.via) == ["11i", "10h"]


def test_free_lion_comes_home() -> None:
    """With one or two victims, if the second touches the first and the start; not with three; not after a leap."""
    board = place("+DV10j K1s", "p10i p9i p8h k19a", TK="free3")
    played(board.copy(), "10j10i10j", "+DV10j K1s", "p9i p8h k19a")
    # Of the two orders that give one effect the text has the one that begins with 9i.
    made = played(board.copy(), "10j9i10i10j", "+DV10j K1s", "p8h k19a")
    assert made.is_igui
    assert refusal(board, "10j8h10j") == NO_SUCH_MOVE
    assert refusal(board, "10j9i8h10j") == NO_SUCH_MOVE, "8h does not touch the start"
    leaping = place("+DV10j P10i P9i P11i K1s", "p10h k19a", TK="free3")
    assert refusal(leaping, "10j10h10j") == NO_SUCH_MOVE
    played(leaping, "10j10h", "+DV10h P10i P9i P11i K1s", "k19a")


def test_free_lion_does_not_enter_what_it_leapt_over() -> None:
    """Only one enemy, on 10i, and own pieces on all other neighbours: nothing that leaps over 10i ends there.

    10i alone is taken by one step; taken on the way it goes on from there.
    """
    ring = RING.replace("P10i", "p10i")
    moves = free3("+DV10j", ring, "K1s k19a")
    assert {text for text in moves if text.endswith("10i")} == {"10i"}
    assert "10i10j" in moves


def test_order_of_victims_is_the_shortest_then_smallest_route() -> None:
    """Victims on 9i and 10h, end on 9h: from 9i to 10h and on, or the other way round, which needs a leap first.

    Written: 9i10h9h and 10h9i9h; both have three squares; of 9i and 10h the square 10h comes first, since rank h comes
    before rank i. 10h is reached first by a leap over 10i, which is a step, so the route with 10h first would take two
    steps to 10h, one to 9i and a fourth to 9h: it is too long. So the victims are 9i, then 10h.
    """
    board = place("+DV10j K1s", "p9i p10h k19a", TK="free3")
    made = played(board, "10j9i10h9h", "+DV9h K1s", "k19a")
    assert names(board, made.via) == ["9i", "10h"]
    other = place("+DV10j K1s", "p9i p10h k19a", TK="free3")
    assert refusal(other, "10j10h9i9h") == NO_SUCH_MOVE


def test_order_of_two_neighbours() -> None:
    """Neighbours 9i and 10i, end on 10h, a square that touches both: 9i comes before 10i (same rank, smaller file)."""
    board = place("+DV10j K1s", "p9i p10i k19a", TK="free3")
    assert refusal(board, "10j10i9i10h") == NO_SUCH_MOVE
    played(board, "10j9i10i10h", "+DV10h K1s", "k19a")


# Several powers (rule 3.11), the emperor's power (rule 3.9)


def test_powers_do_not_mix() -> None:
    """A Buddhist spirit is a queen or a lion in one move: it does not take a neighbour and slide on."""
    board = place("+DS10j K1s", "p10i r9g k19a")
    assert refusal(board, "10j10i10g") == NO_SUCH_MOVE
    assert refusal(board, "10j10g") == NO_SUCH_MOVE
    played(board.copy(), "10j10i9h", "+DS9h K1s", "r9g k19a")
    played(board.copy(), "10j1a", "+DS1a K1s", "p10i r9g k19a")
    # Alone: queen lines 72, the lion's 8 knight squares, the pass.
    assert len(plain("10j", "+DS10j")) == 81


def test_a_move_of_two_powers_is_listed_once() -> None:
    """Steps of the queen and of the lion are the same moves: no text and no position twice."""
    board = place("+DS10j K1s", "p10i p9i k19a", contagion="off")
    after = [board.play(move).sfen() for move in board.legal_moves_from(squares(board, "10j")[0])]
    assert len(set(after)) == len(after)


def test_emperor_power() -> None:
    """625 squares without its own and that of its pawn; it may not stay."""
    board = place("E13m P5e", "p6f cp25y", rules="tai", emperor="unrestricted")
    moves = moves_from(board, "13m")
    assert len(moves) == 625 - 2
    assert refusal(board, "13m13m") == NO_SUCH_MOVE
    assert refusal(board, "13m5e") == OWN_PIECE
    played(board, "13m6f", "E6f P5e", "cp25y")


def test_area_leap_of_the_free_bear() -> None:
    """A free bear of maka leaps two squares diagonally forward; its hopping readings slide on from behind a piece."""

    def forward(reading: str, *pieces: str) -> set[str]:
        line = {"11i", "12h", "13g", "14f", "15e", "16d", "17c", "18b", "19a"}
        return plain("10j", "+BB10j", *pieces, FBE=reading) & line

    beyond = {"13g", "14f", "15e", "16d", "17c", "18b", "19a"}
    assert forward("jump", "P11i") == {"12h"}
    assert forward("nojump", "P11i") == set()
    assert forward("jump1ride", "P11i") == {"12h"} | beyond
    assert forward("jump1ride", "P12h P14f") == {"11i", "13g"}
    assert forward("jump2ride", "P12h P14f") == {"11i", "13g", "15e", "16d", "17c", "18b", "19a"}
    played(place("+BB10j P11i K1s", "p12h k19a"), "10j12h", "+BB12h P11i K1s", "k19a")


def test_moves_of_one_piece_lead_to_different_positions() -> None:
    """In a crowd, too, no two moves of a piece have one effect."""
    crowd = "p10i p9i p11i p10h p9h P11h p12j P8l p9k k19a K1s"
    for piece in ("LN", "LD", "+LN", "+DV", "+DS", "HM", "CA"):
        for rules in (rule_set("maka"), rule_set("maka", hook_captures=2), rule_set("maka", TK="free3")):
            board = place(f"{piece}10j", crowd, rules=rules)
            moves = board.legal_moves_from(squares(board, "10j")[0])
            assert len({board.play(move).sfen() for move in moves}) == len(moves)
