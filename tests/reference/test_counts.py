"""Counts that do not come from this engine: single pieces in the centre, chu by path and effect."""

import pytest

from mujo_reference import Game, Piece, Refused, load
from mujo_reference.board import Square
from mujo_reference.moves import effects
from mujo_reference.rules import Rules
from reference.boards import place

# Moves by effect of one piece alone on the centre square, the pass included; computed by another program.
LONE_TAI = """
E 624 CP 8 HM 624 LO 316 CA 312 PC 226 SE 77 HF 87 Q 96 RB 84 FR 82 FT 82 WB 76 FO 72 SO 72 DK 52 DH 52 LN 25 SC 50
R 48 B 48 WH 48 W 48 SB 46 VS 41 TS 41 BD 41 WT 41 RC 37 LC 37 SI 37 D 28 SD 28 GO 40 GD 40 WE 36 LD 25 WR 14 GG 14
BU 9 GL 28 SV 28 FE 10 OK 10 VO 8 FD 8 OR 6 EN 6 FH 8 PR 9 VB 6 SM 26 VM 26 RV 24 PH 8 KR 8 PS 5 NB 8 SU 8 EB 8 WS 8
BB 16 DE 7 NK 8 BT 7 BM 6 FL 6 RD 6 CC 5 OM 5 EW 5 AB 4 CS 4 CO 4 DV 4 DS 4 RG 7 LG 7 G 6 S 5 C 4 T 3 I 3 WO 4 SG 2
EA 2 GB 2 N 2 HD 13 DO 6 RS 24 L 12 P 1 TK 97 BS 105 FF 33 GE 77 WZ 61 MW 61 FG 36 SQ 50
"""
LONE_MAKA_WESTERN = """
K 8 DV 4 DS 4 G 6 S 5 C 4 I 3 T 3 ST 2 E 2 L 9 DE 7 BT 7 FL 6 CO 4 RD 6 CC 5 OM 5 CS 4 RV 18 LN 25 KR 8 PH 8 EW 5
BB 13 AB 4 OR 6 LD 24 W 14 GG 14 BD 9 SD 28 FD 8 VO 8 N 2 DN 4 Q 72 CA 180 HM 360 DK 40 DH 40 B 36 VM 20 SF 22 SM 20
LC 28 RC 28 R 36 P 1 GB 2 EM 360 TK 72 BSP 81 FGO 54 FSI 45 FCO 36 FIR 27 FTI 27 FST 18 FEA 18 PR 8 FT 63 FLP 54
FSE 36 FDR 30 WS 46 MW 46 FC 36 FF 33 GD 34 GBD 34 FW 64 FBE 54 FBO 54 BAT 27 FG 18 PG 6
"""


def lone(rules: Rules, id_: str, side: str) -> int:
    centre: Square = (rules.files + 1) // 2, (rules.ranks + 1) // 2
    makers = [Piece(side, id_)] if id_ in rules.pieces else []
    makers += [Piece(side, other, True) for other in rules.pieces if rules.promotes_to(other) == id_]
    counts = {len(effects(rules, {centre: piece}, centre)) for piece in makers}
    assert len(counts) == 1, "all pieces that move as one type move alike"
    return counts.pop()


@pytest.mark.parametrize(("name", "table"), [("tai", LONE_TAI), ("maka/western", LONE_MAKA_WESTERN)])
@pytest.mark.parametrize("side", ["b", "w"])
def test_lone_counts(name: str, table: str, side: str) -> None:
    rules = load(name)
    words = table.split()
    wanted = {id_: int(count) for id_, count in zip(words[::2], words[1::2], strict=True)}
    assert wanted.keys() == rules.lines.keys()
    assert {id_: lone(rules, id_, side) for id_ in rules.lines} == wanted


def test_readings_alone() -> None:
    """Maka's line lion: 8 squares each one, two and three away, and the pass; its queen has 72 squares."""
    maka = load("maka")
    assert lone(maka, "LD", "b") == 25
    assert lone(maka, "TK", "b") == 73
    assert lone(load("maka", TK="free3"), "TK", "b") == 97
    assert lone(maka, "DN", "b") == 6


def test_chu_by_effect() -> None:
    """36; 1,296; 48,315 were counted by two other programs."""
    game = Game(rules="chu")
    assert [game.perft(depth) for depth in range(4)] == [1, 36, 1296, 48315]


def test_chu_by_path() -> None:
    """36; 1,296; 52,599 were counted by two other programs."""
    game = Game(rules="chu")
    assert [game.perft_paths(depth) for depth in range(4)] == [1, 36, 1296, 52599]


def test_lone_lion_by_path() -> None:
    """24 ends straight, and 8 neighbours times 8 squares next to each."""
    game = place("tai/tsa", "LN13m")
    assert game.perft(1) == 25
    assert game.perft_paths(1) == 24 + 64


def test_lion_by_path_among_pieces() -> None:
    """Next to an own piece the lion has 7 neighbours times 7 squares next to each that are not own, 24 - 1 straight.

    Of the 8 squares around each of the 7 neighbours the own piece is left out where it is one of them: it is next to
    4 of them (the two beside it, and the two beside the lion on its line).
    """
    game = place("tai/tsa", "LN13m L13l")
    paths = game.perft_paths(1) - 11  # the lance has 11 squares in front of it
    assert paths == 23 + 7 * 8 - 4


def test_falcon_by_path() -> None:
    """Slides: 4 times 12 diagonally, 3 times 12 sideways and back; forward straight to 1 and 2, by 1 to 2 and back."""
    game = place("tai/tsa", "HF13m")
    assert game.perft(1) == 48 + 36 + 3
    assert game.perft_paths(1) == 48 + 36 + 4


def test_falcon_by_path_over_own_piece() -> None:
    """With an own piece in front only the leap to 2 is left forward; the lance has 11 squares."""
    game = place("tai/tsa", "HF13m L13l")
    assert game.perft_paths(1) == 48 + 36 + 1 + 11


def test_promotions_count_apart_by_path() -> None:
    """A lion in the corner beside an enemy, free to promote: each way that takes counts twice."""
    game = place(load("maka/western", promotion="optional"), "LN1s p2r")
    straight = 8 + 1  # one of the eight squares within two is the enemy's
    by_2s = 5 + 1  # 1s 3s 1r 2r 3r
    by_1r = 5 + 1  # 1s 2s 2r 1q 2q
    by_2r = 8 * 2  # all eight squares around it, after taking on it
    assert game.perft_paths(1) == straight + by_2s + by_1r + by_2r


def test_three_steps_are_refused_by_path() -> None:
    with pytest.raises(Refused, match="paths_refused"):
        Game(rules="tai").perft_paths(1)


def test_perft_of_small_position() -> None:
    """Two kings in far corners: 3 moves each; then 3 moves back or on for the one that moved first.

    After a step along the edge a king has 5 squares, after a step into the board 8: 3 * 3 * (5 + 5 + 8).
    """
    game = place("maka", "K1s k19a")
    assert [game.perft(depth) for depth in (1, 2)] == [3, 9]
    assert game.perft(3) == 3 * (5 + 5 + 8)


def test_perft_stops_where_the_game_ends() -> None:
    """Black's king on 1s can go to two squares and take the last royal on 2r, after which White has no move.

    After 1s1r and 1s2s White's king on 2r has 8 squares, one of them Black's king.
    """
    game = place("maka[promotion=never]", "K1s k2r")
    assert game.perft(1) == 3
    assert game.perft(2) == 8 + 8


def test_perft_ignores_repetition() -> None:
    """A lion that passes, and another that passes back: allowed in the count, whatever the repetition rule."""
    game = place("maka[repetition=forbid]", "LN10q ln10c")
    assert game.perft(2) == 25 * 25
    game.push("10q10q")
    assert len(game.legal_moves()) == 24
