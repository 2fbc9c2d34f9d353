"""Seeded random positions in which pieces meet: crowded around one square, rich in the types that sets differ in."""

from __future__ import annotations

import random
from functools import lru_cache

import mujo

#: How many pieces a position has.
FEWEST, MOST = 3, 26


@lru_cache(maxsize=256)
def _kinds(rules: mujo.RuleSet) -> tuple[list[mujo.Piece], list[mujo.Piece], list[mujo.Piece]]:
    """Black's pieces that may exist: all that are not royal, those among them whose move has readings, the royals."""
    plain, disputed, royal = [], [], []
    types = rules.piece_types
    for kind in types.values():
        if not kind.is_initial:
            continue
        for promoted in (False, True)[: 1 + (kind.promotes_to is not None)]:
            piece = mujo.Piece(kind.id, mujo.BLACK, promoted)
            now = types[kind.promotes_to] if promoted and kind.promotes_to else kind
            if now.royal:
                royal.append(piece)
                continue
            plain.append(piece)
            if now.readings or any("a" in leg for leg in now.betza):
                disputed.append(piece)
    return plain, disputed, royal


def position(rules: mujo.RuleSet, seed: str) -> str:
    """Text of the position that belongs to a seed; the same text for the same rules and seed, on every machine."""
    dice = random.Random(seed)
    plain, disputed, royal = _kinds(rules)
    setup = mujo.Setup(None, rules)
    setup.clear()
    centre = dice.randrange(rules.files), dice.randrange(rules.ranks)

    def put(piece: mujo.Piece, side: bool) -> None:
        for _ in range(50):
            near = dice.random() < 0.75
            file = centre[0] + dice.randint(-3, 3) if near else dice.randrange(rules.files)
            rank = centre[1] + dice.randint(-3, 3) if near else dice.randrange(rules.ranks)
            square = rank * rules.files + file
            if 0 <= file < rules.files and 0 <= rank < rules.ranks and setup.piece_at(square) is None:
                setup.put(square, mujo.Piece(piece.type, side, piece.promoted))
                return

    shape = dice.random()
    for side in (mujo.BLACK, mujo.WHITE):
        royals = dice.choice((1, 1, 1, 2, 2, 3)) if shape < 0.75 else dice.choice((0, 0, 1))
        for _ in range(0 if shape > 0.85 else royals):
            put(dice.choice(royal), side)
    for _ in range(dice.randint(FEWEST, MOST)):
        put(dice.choice(disputed if disputed and dice.random() < 0.5 else plain), dice.random() < 0.5)
    setup.turn = dice.random() < 0.5
    return setup.sfen()
