"""Compares the engine with powers written as atoms, on boards where every difference shows."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterator
from itertools import product

import mujo
from golden.atoms import VECTORS, Effect, GameFacts, Part, Scene, Square, effects


def pawn(rules: mujo.RuleSet) -> str:
    """Return the type that most pieces of the start have, to fill the boards: neither royal nor contagious."""
    count = Counter(piece.type for piece in mujo.Board(rules=rules).piece_map().values())
    return count.most_common(1)[0][0]


def plain_rules(name: str, readings: dict[str, str] | None = None) -> mujo.RuleSet:
    """Return a rule set without the rules that restrict moves."""
    return mujo.RuleSet(
        name,
        readings=readings,
        promotion="never",
        contagion="off",
        emperor="unrestricted",
        bare_king="off",
        burning="off",
    )


def holder(facts: GameFacts, rule_set: str, type_id: str) -> tuple[str, bool] | None:
    """Return a piece that moves as the type (initial type, promoted); ``None`` if nothing promotes to it."""
    if facts.types[type_id].count if type_id in facts.types else False:
        return type_id, False
    for initial, becomes in facts.promotes(rule_set).items():
        if becomes == type_id:
            return initial, True
    return None


def scenes(facts: GameFacts, seed: str, count: int) -> Iterator[Scene]:
    """Yield the empty board, one with own and one with enemy neighbours, then random ones."""
    files, ranks = facts.files, facts.ranks
    centre = (files // 2, ranks // 2)
    ring = frozenset((centre[0] + x, centre[1] + y) for x, y in VECTORS)
    yield Scene(files, ranks, centre)
    yield Scene(files, ranks, centre, own=ring)
    yield Scene(files, ranks, centre, enemy=ring)
    source = random.Random(f"{facts.game} {seed}")
    for number in range(count):
        start = centre if number % 2 == 0 else (source.randrange(files), source.randrange(ranks))
        own, enemy = set(), set()
        for dx, dy in product(range(-6, 7), repeat=2):
            square = (start[0] + dx, start[1] + dy)
            if (dx, dy) == (0, 0) or not (0 <= square[0] < files and 0 <= square[1] < ranks):
                continue
            chance = source.random()
            if chance < 0.15:
                own.add(square)
            elif chance < 0.35:
                enemy.add(square)
        yield Scene(files, ranks, start, frozenset(own), frozenset(enemy))


def engine_effects(rules: mujo.RuleSet, piece: tuple[str, bool], side: bool, scene: Scene) -> set[Effect]:
    """Return the effects of the legal moves of one piece, seen from its own side."""

    def index(square: Square) -> int:
        x, y = square
        number = (rules.ranks - 1 - y) * rules.files + rules.files - 1 - x
        return number if side is mujo.BLACK else rules.files * rules.ranks - 1 - number

    def square(number: int) -> Square:
        if side is mujo.WHITE:
            number = rules.files * rules.ranks - 1 - number
        rank, file = divmod(number, rules.files)
        return rules.files - 1 - file, rules.ranks - 1 - rank

    setup = mujo.Setup(rules=rules)
    setup.clear()
    setup.turn = side
    setup.put(index(scene.start), mujo.Piece(piece[0], side, piece[1]))
    filler = pawn(rules)
    for own in scene.own:
        setup.put(index(own), mujo.Piece(filler, side))
    for enemy in scene.enemy:
        setup.put(index(enemy), mujo.Piece(filler, not side))
    if rules.moves_as(mujo.Piece(piece[0], side, piece[1])).royal:
        royal = next(name for name, kind in rules.piece_types.items() if kind.is_initial and kind.royal)
        setup.put(index(royal_corner(scene)), mujo.Piece(royal, not side))
    board = setup.board()
    found: set[Effect] = set()
    for move in board.legal_moves_from(index(scene.start)):
        found.add((frozenset(map(square, move.captures)), square(move.to_square)))
    return found


def royal_corner(scene: Scene) -> Square:
    """Return a corner for the enemy's royal, without which the game of a royal piece would be over."""
    corners = product((0, scene.files - 1), (scene.ranks - 1, 0))
    return next(c for c in corners if c != scene.start and c not in scene.own)


def expected_effects(
    rules: mujo.RuleSet, piece: tuple[str, bool], powers: Collection[Part], scene: Scene
) -> set[Effect]:
    """Return the effects that the powers allow in the scene of ``engine_effects``."""
    if rules.moves_as(mujo.Piece(piece[0], mujo.BLACK, piece[1])).royal:
        enemy = scene.enemy | {royal_corner(scene)}
        scene = Scene(scene.files, scene.ranks, scene.start, scene.own, enemy)
    return effects(powers, scene)


def differences(
    facts: GameFacts, rules: mujo.RuleSet, piece: tuple[str, bool], powers: Collection[Part], *, boards: int = 4
) -> list[str]:
    """Compare a piece with its powers on all scenes, for both sides; return one line for each difference."""
    found = []
    name = ("+" if piece[1] else "") + piece[0]
    for number, scene in enumerate(scenes(facts, name, boards)):
        expected = expected_effects(rules, piece, powers, scene)
        for side in (mujo.BLACK, mujo.WHITE):
            actual = engine_effects(rules, piece, side, scene)
            if actual != expected:
                more = _show(actual - expected)
                less = _show(expected - actual)
                colour = "black" if side is mujo.BLACK else "white"
                found.append(f"{name} {colour}, scene {number}, from {scene.start}: too many {more}, missing {less}")
    return found


def _show(some: set[Effect]) -> str:
    listed = sorted((sorted(victims), end) for victims, end in some)
    text = ", ".join(f"{end} taking {victims}" if victims else f"{end}" for victims, end in listed[:3])
    return f"{len(listed)} ({text})" if listed else "0"
