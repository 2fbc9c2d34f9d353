"""Chu in both engines: moves, positions after each, outcomes, checks, counts by path, on many kinds of position."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import mujo
from cross.loaded_rules import load
from mujo_reference import Game
from mujo_reference.move_text import move_text

PERFT = Path(__file__).parents[1] / "perft" / "chu-paths.txt"
SEED = int(os.environ.get("MUJO_SEED", "20261207"))
SETS = ("chu", "chu/jcsa", "chu/lishogi")
BY_SET = pytest.mark.parametrize("name", SETS)


def outcome_of(board: mujo.Board) -> tuple[str | None, str] | None:
    outcome = board.outcome()
    if outcome is None:
        return None
    winner = {None: None, mujo.BLACK: "b", mujo.WHITE: "w"}[outcome.winner]
    return winner, outcome.termination


def compare(board: mujo.Board, game: Game) -> int:
    """Compare a position and all positions one move on; return how many moves there were."""
    rules, position = game.rules, board.sfen()
    moves = [str(move) for move in board.legal_moves]
    legal = game.legal()
    texts = [move_text(rules, game.position.board, move) for move in legal]
    assert sorted(moves) == sorted(texts), position
    assert len(set(moves)) == len(moves), position
    assert outcome_of(board) == game.outcome(), position
    assert board.is_check() == game.is_check(), position
    for move, text in zip(legal, texts, strict=True):
        board.push(text)
        game.play(move)
        assert board.sfen() == game.sfen(), (position, text)
        assert outcome_of(board) == game.outcome(), (position, text)
        game.pop()
        board.pop()
    assert board.sfen() == position
    return len(moves)


def compare_text(text: str, name: str) -> int:
    return compare(mujo.Board(text, name), Game(text, load(name)))


def fixtures() -> list[str]:
    lines = PERFT.read_text(encoding="utf-8").splitlines()
    return [line.split(" ; ")[0] for line in lines if not line.startswith("#")]


@pytest.mark.parametrize("text", fixtures()[:60])
def test_positions_of_other_programs(text: str) -> None:
    assert compare_text(text, "chu") > 50
    assert mujo.Board(text, "chu").perft(1, by="path") == Game(text, load("chu")).perft_paths(1)


@pytest.mark.parametrize(
    ("name", "number"), [(name, number) for name in SETS for number in range(8 if name == "chu" else 3)]
)
def test_random_games(name: str, number: int) -> None:
    """Captures are frequent and games seldom cut short; every tenth position is compared."""
    print(f"seed {SEED}, game {number}")
    random = Random(f"{SEED} game {number}")
    board, game = mujo.Board(rules=name), Game(rules=load(name))
    compared = 0
    for ply in range(400):
        captures = list(board.legal_captures())
        moves = captures if captures and random.random() < 0.25 else list(board.legal_moves)
        if not moves:
            break
        some = random.sample(moves, min(4, len(moves)))
        text = str(next((move for move in some if board.play(move).outcome() is None), some[0]))
        board.push(text)
        game.play(game.read(text))
        if ply % 10 == 0 or board.state is not None:
            compare(board, game)
            compared += 1
    assert outcome_of(board) == game.outcome()
    assert compared > 10


def crowds(
    random: Random, count: int, most: int, types: list[str], kings: bool, *, edge: int = 2, states: float = 0.4
) -> Iterator[str]:
    """Yield positions of few pieces of some types, close to one another, with a state square in some.

    With a smaller `edge` they come nearer to the edge of the board.
    """
    for _ in range(count):
        middle = random.randrange(edge, 12 - edge), random.randrange(edge, 12 - edge)
        near = [
            (file, rank)
            for file in range(max(1, middle[0] - 2), min(12, middle[0] + 2) + 1)
            for rank in range(max(1, middle[1] - 2), min(12, middle[1] + 2) + 1)
        ]
        setup = mujo.Setup(f"{'/'.join(['12'] * 12)} b - 1", "chu")
        taken = random.sample(near, min(len(near), random.randrange(2, most + 1)))
        for number, (file, rank) in enumerate(taken):
            side = bool(random.getrandbits(1))
            type_ = "K" if kings and number < 2 else random.choice(types)
            promoted = type_.startswith("+")
            side = number == 0 if kings and number < 2 else side
            setup.put((rank - 1) * 12 + file - 1, mujo.Piece(type_.removeprefix("+"), side, promoted))
        setup.turn = bool(random.getrandbits(1))
        if random.random() < states:
            file, rank = random.choice(near)
            setup.state = (rank - 1) * 12 + file - 1
        yield setup.sfen()


LIONS = ["LN", "LN", "LN", "+KR", "KR", "P", "GB", "+P", "+GB", "G", "S", "B", "R", "L", "DE"]
LIONS += ["+DH", "+DK"] * 3


@BY_SET
def test_crowds_of_lions(name: str) -> None:
    """Lion trading and counter-strike decide in these: without them, and under each value, there are other moves."""
    print(f"seed {SEED}")
    random = Random(f"{SEED} lions")
    others = [mujo.RuleSet(name, lion_trading=value) for value in ("off", "chu", "jcsa", "lishogi")]
    counts = []
    for text in crowds(random, 250, 12, LIONS, kings=False, states=0.8):
        count = compare_text(text, name)
        fields = text.split()
        states = ["-", *[fields[2]] * 3]
        texts = [" ".join([*fields[:2], state, "1"]) for state in states]
        counts.append([len(mujo.Board(*pair).legal_moves) for pair in zip(texts, others, strict=True)])
        assert count in counts[-1]
    off, chu, jcsa, lishogi = zip(*counts, strict=True)
    assert sum(one < two for one, two in zip(chu, off, strict=True)) > 40
    assert sum(one < two for one, two in zip(chu, jcsa, strict=True)) > 5
    assert sum(one < two for one, two in zip(chu, lishogi, strict=True)) > 2
    assert sum(one != two for one, two in zip(jcsa, lishogi, strict=True)) > 5


@BY_SET
@pytest.mark.parametrize("edge", [2, 0])
def test_almost_bare_kings(name: str, edge: int) -> None:
    """Pawns and lances on their last rank are among them if the crowds stand near the edge."""
    print(f"seed {SEED}")
    random = Random(f"{SEED} kings {edge}")
    ends = set()
    for text in crowds(random, 200, 5, ["+DE", "P", "G", "GB", "L", "R"], kings=True, edge=edge):
        compare_text(text, name)
        ends.add(outcome_of(mujo.Board(text, name)))
    assert ends == {None, (None, "bare_king"), ("b", "bare_king"), ("w", "bare_king")}


@BY_SET
def test_zones(name: str) -> None:
    """Every type that promotes, at the edge of both zones and on the last ranks."""
    print(f"seed {SEED}")
    random = Random(f"{SEED} zones")
    types = [id_ for id_, type_ in mujo.RuleSet(name).piece_types.items() if type_.is_initial and type_.promotes_to]
    for _ in range(150):
        setup = mujo.Setup(f"{'/'.join(['12'] * 12)} b - 1", "chu")
        for rank in random.sample([0, 1, 2, 3, 4, 7, 8, 9, 10, 11], 8):
            for file in random.sample(range(12), 3):
                piece = mujo.Piece(random.choice(types), bool(random.getrandbits(1)), random.random() < 0.2)
                setup.put(rank * 12 + file, piece)
        setup.turn = bool(random.getrandbits(1))
        compare_text(setup.sfen(), name)
