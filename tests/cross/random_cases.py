"""Seeded rule sets, positions and games for the comparison of the engines: everything comes from one ``Random``."""

from __future__ import annotations

from functools import cache
from random import Random

import mujo
from cross.loaded_rules import load
from cross.side_by_side import Pair
from mujo_reference import Piece, Position, Rules
from mujo_reference.board import Square
from mujo_reference.data import PieceLine, read_options
from mujo_reference.position_text import position_text


def rule_set_with_changes(rng: Random, name: str) -> str:
    """Change up to four options and up to three readings of a rule set; return its name with brackets."""
    known = read_options().options
    rules = load(name)
    changes: dict[str, str | int] = {}
    for option in rng.sample(sorted(known), rng.randint(0, 4)):
        values: tuple[str | int, ...] = known[option].values
        if not values:
            values = tuple(range(known[option].minimum, min(known[option].maximum, 5) + 1))
        changes[option] = rng.choice(values)
    with_readings = sorted(rules.definition.readings)
    for id_ in rng.sample(with_readings, min(len(with_readings), rng.randint(0, 3))):
        changes[id_] = rng.choice(sorted(rules.definition.readings[id_]))
    text = f"{name}[{','.join(f'{key}={value}' for key, value in changes.items())}]" if changes else name
    try:
        return mujo.RuleSet(text).name
    except mujo.MujoError:
        return name


@cache
def special_types(rules: str) -> dict[str, list[Piece]]:
    """Faces (of Black) of a rule set by what they are good for: emperors, royals, lions, hooks, demons, and so on."""
    loaded = load(rules)
    faces = [Piece("b", id_) for id_ in loaded.pieces]
    faces += [Piece("b", id_, True) for id_ in loaded.pieces if loaded.promotes_to(id_) is not None]

    def has(face: Piece, test: str) -> bool:
        legs = [term for term in loaded.terms(face) if len(term.legs) > 1]
        if test == "lion":
            return any(term.single_steps or term.atom in "DAN" for term in legs)
        return any(term.atom in "RB" for term in legs)

    def line(face: Piece) -> PieceLine:
        return loaded.lines[loaded.moves_as(face)]

    return {
        "emperor": [face for face in faces if loaded.role(face) == "emperor"],
        "royal": [face for face in faces if loaded.role(face)],
        "lion": [face for face in faces if has(face, "lion")],
        "hook": [face for face in faces if has(face, "hook")],
        "contagious": [face for face in faces if face.type in loaded.contagious],
        "demon": [face for face in faces if line(face).burns],
        "general": [face for face in faces if line(face).rank and not loaded.role(face)],
        "any": faces,
    }


def scatter(rng: Random, rules: str, pieces: int, *, full: bool) -> str:
    """Scatter pieces over the board; with `full`, both sides have some of each special kind of the game.

    More than two emperors are rare: whether one may capture on a guarded square depends on each of them in turn, and
    the reference computes that literally.
    """
    loaded: Rules = load(rules)
    kinds = special_types(rules)
    wanted: list[Piece] = []

    emperors_allowed = 3 if rng.random() < 0.1 else 2

    def add(kind: str, side: str) -> None:
        if not kinds[kind]:
            return
        face = rng.choice(kinds[kind])
        if (
            face in kinds["emperor"]
            and sum(one._replace(side="b") in kinds["emperor"] for one in wanted) >= emperors_allowed
        ):
            face = rng.choice([face for face in kinds["any"] if face not in kinds["emperor"]])
        wanted.append(face._replace(side=side))

    if full:
        kinds_of_both = (
            "emperor",
            "royal",
            "lion",
            "lion",
            "hook",
            "contagious",
            "contagious",
            "demon",
            "general",
            "general",
        )
        for kind in kinds_of_both:
            for side in "bw":
                add(kind, side)
    for side in "" if full else "bw":
        if rng.random() < 0.85:
            add(rng.choice(["royal", "emperor"]), side)
    while len(wanted) < pieces:
        add(
            rng.choice(["any", "any", "any", "lion", "hook", "contagious", "royal", "demon", "general"]),
            rng.choice("bw"),
        )
    squares = loaded.squares()
    if not full and rng.random() < 0.5:
        squares = _window(rng, loaded, pieces)
    board = dict(zip(rng.sample(squares, len(wanted)), wanted, strict=True))
    state = None
    if loaded.options["lion_trading"] != "off" and rng.random() < 0.3:
        state = rng.choice(loaded.squares())
    return position_text(loaded, Position(board, rng.choice("bw"), state), rng.randint(1, 400))


def _window(rng: Random, rules: Rules, pieces: int) -> list[Square]:
    """Squares of a part of the board that just holds that many pieces, so they meet."""
    side = 3
    while side * side < 2 * pieces:
        side += 1
    files, ranks = min(side, rules.files), min(side, rules.ranks)
    left, top = rng.randint(0, rules.files - files), rng.randint(0, rules.ranks - ranks)
    squares = [(left + file + 1, top + rank + 1) for rank in range(ranks) for file in range(files)]
    return squares if len(squares) >= pieces else rules.squares()


def scattered(rng: Random, rules: str) -> str:
    """Place 60 pieces or more, as far as the board has room, emperors on both sides among them."""
    loaded = load(rules)
    room = loaded.files * loaded.ranks
    return scatter(rng, rules, rng.randint(60, 110) if room > 150 else 60, full=True)


def few_pieces(rng: Random, rules: str) -> str:
    """Place between 2 and 59 pieces."""
    return scatter(rng, rules, rng.choice([rng.randint(2, 8), rng.randint(9, 25), rng.randint(26, 59)]), full=False)


def play_on(rng: Random, pair: Pair) -> bool:
    """Play a random legal move that does not end the game, captures less often than they are there; False if stuck."""
    moves = list(pair.board.legal_moves)
    rng.shuffle(moves)
    for move in moves[:12]:
        if move.is_capture and rng.random() < 0.7:
            continue
        pair.board.push(move)
        if pair.board.is_game_over():
            pair.board.pop()
            continue
        pair.push_reference(str(move))
        return True
    return False
