"""Random games with tags, comments, variations and ends of every kind, for the tests of records."""

from __future__ import annotations

import os
import random
from dataclasses import replace

from crowded import crowded_positions, random_game
from mujo import Board, RuleSet, rule_set_names
from mujo.record import Game, Variation, record_of

#: Games a format: few every day, many in the long profile.
GAMES = 500 if os.environ.get("MUJO_PROFILE") == "long" else 50

#: Texts that a careless writer would spoil.
TEXTS = (
    "a good move",
    "braces { } and back\\slash",
    'quotes " and 「括弧」',
    "two\nlines",
    "鉤行 ; semicolon * star",
    "摩𩹄と𠵇犬",
    "12. not a number",
    "[Tag] (bracket)",
)
ENDS = (
    (None, None),
    ("black", "resignation"),
    ("draw", "agreement"),
    ("white", "adjudication"),
    ("white", "illegal_move"),
    ("black", "a word of one's own"),
)
SETS = [*rule_set_names(), "maka[contagion_order=choice]"]


def rules_of(name: str) -> RuleSet:
    return RuleSet("maka", contagion_order="choice") if "[" in name else RuleSet(name)


def a_game(seed: int) -> Game:
    """Make a game; the same seed makes the same one."""
    dice = random.Random(seed)
    rules = rules_of(SETS[seed % len(SETS)])
    if dice.random() < 0.5:
        board = random_game(rules, dice, dice.randint(0, 60))
    else:
        board = next(crowded_positions(rules, dice))
        _play(board, dice, dice.randint(1, 12))
    game = record_of(board)
    result, termination = dice.choice(ENDS)
    if game.result is None:
        game = replace(game, result=result, termination=termination)
    plies = len(game.moves)
    return replace(
        game,
        tags={
            name: dice.choice(TEXTS).replace("\n", " ") for name in ("Black", "White", "Event") if dice.random() < 0.5
        },
        comments={ply: dice.choice(TEXTS) for ply in range(plies + 1) if dice.random() < 0.15},
        variations=_variations(board, 1, plies, dice, 0),
    )


def _play(board: Board, dice: random.Random, plies: int) -> None:
    for _ in range(plies):
        moves = board.legal_moves
        if not moves:
            return
        board.push(moves[dice.randrange(len(moves))])


def _variations(end: Board, first: int, last: int, dice: random.Random, depth: int) -> tuple[Variation, ...]:
    """Make lines that leave the line that ends on this board; `first` and `last` are its plies."""
    plies = [ply for ply in range(first, last + 1) if dice.random() < 0.08]
    made = []
    for ply in plies if depth < 2 else ():
        board = end.copy()
        for _ in range(last - ply + 1):
            board.pop()
        before = len(board.move_stack)
        _play(board, dice, dice.randint(1, 5))
        moves = tuple(move.usi() for move in board.move_stack[before:])
        if not moves:
            continue
        until = ply + len(moves) - 1
        # A line that leaves at the first move of another is written as that one's neighbour, so none is made.
        inner = _variations(board, ply + 1, until, dice, depth + 1)
        comments = {ply: dice.choice(TEXTS) for ply in range(ply - 1, until + 1) if dice.random() < 0.2}
        made.append(Variation(ply, moves, comments, inner))
    return tuple(made)
