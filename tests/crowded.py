"""Boards full of pieces: every piece of a game, and random positions in which rare kinds of moves are common."""

from __future__ import annotations

import random
from collections.abc import Iterator

from mujo import BLACK, WHITE, Board, Piece, PieceType, RuleSet, Setup

#: Types with powers of several steps, in any of the games.
SPECIAL = (
    "LN",
    "LD",
    "HF",
    "SE",
    "DV",
    "DS",
    "GD",
    "HM",
    "CA",
    "KR",
    "LO",
    "PC",
    "WR",
    "EB",
    "BM",
    "OM",
    "R",
    "B",
    "G",
)

#: Those of them that take two and three pieces, and that infect.
OFTEN = ("LN", "LD", "DV")


def every_piece(rules: RuleSet) -> Setup:
    """Set up a board with every type of the game, of both sides and both faces."""
    setup = Setup(None, rules)
    setup.clear()
    pieces = [
        Piece(kind.id, side, promoted)
        for kind in rules.piece_types.values()
        if kind.is_initial
        for side in (BLACK, WHITE)
        for promoted in (False, True)
        if not promoted or kind.promotes_to
    ]
    for square, piece in enumerate(pieces):
        setup.put(square, piece)
    return setup


def crowded_positions(rules: RuleSet, dice: random.Random) -> Iterator[Board]:
    """Make positions without end: a block of pieces of both sides somewhere, with gaps, and a king each."""
    kinds = [kind for kind in rules.piece_types.values() if kind.is_initial]
    special = [kind for kind in kinds for _ in range(4 if kind.id in OFTEN else 1) if kind.id in SPECIAL] or kinds
    # An emperor would have most of the moves of every position.
    royals = [kind for kind in kinds if kind.royal is not None]
    royal = min(royals, key=lambda kind: kind.royal == "emperor").id
    while True:
        setup = Setup(None, rules)
        setup.clear()
        setup.turn = dice.choice((BLACK, WHITE))
        if "LD" in rules.piece_types and dice.random() < 0.3:
            _star(setup, dice, [kind.id for kind in kinds if kind.royal is None])
        else:
            _crowd(setup, dice, special, kinds)
        for square, side in ((0, WHITE), (rules.files * rules.ranks - 1, BLACK)):
            setup.put(square, Piece(royal, side))
        yield setup.board()


def _crowd(setup: Setup, dice: random.Random, special: list[PieceType], kinds: list[PieceType]) -> None:
    """Put a block of pieces of both sides somewhere."""
    rules = setup.rules
    size = dice.randint(4, 6)
    top, right = dice.randrange(rules.ranks - size), dice.randrange(rules.files - size)
    for rank in range(top, top + size):
        for file in range(right, right + size):
            draw = dice.random()
            if draw < 0.3:
                continue
            own = draw < 0.55
            kind = dice.choice(special) if dice.random() < 0.8 else dice.choice(kinds)
            face = kind.promotes_to is not None and dice.random() < 0.3
            setup.put(rank * rules.files + file, Piece(kind.id, setup.turn if own else not setup.turn, face))


def _star(setup: Setup, dice: random.Random, others: list[str]) -> None:
    """Put a lion dog in the middle of enemies on its eight lines: it takes up to three of them."""
    files = setup.rules.files
    rank, file = dice.randrange(4, setup.rules.ranks - 4), dice.randrange(4, files - 4)
    setup.put(rank * files + file, Piece("LD", setup.turn))
    for up in (-1, 0, 1):
        for left in (-1, 0, 1):
            for far in (1, 2, 3) if up or left else ():
                if dice.random() < 0.8:
                    square = (rank + far * up) * files + file + far * left
                    setup.put(square, Piece(dice.choice(others), not setup.turn))


def random_game(rules: RuleSet, dice: random.Random, plies: int) -> Board:
    """Play random moves, captures rather often."""
    board = Board(None, rules)
    for _ in range(plies):
        moves = board.legal_captures() if dice.random() < 0.4 else board.legal_moves
        if not moves:
            moves = board.legal_moves
        if not moves:
            break
        board.push(moves[dice.randrange(len(moves))])
    return board
