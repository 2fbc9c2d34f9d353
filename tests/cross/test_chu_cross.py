"""Chu in both engines: moves, positions after each, outcomes, checks, counts by path, on many kinds of position."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import mujo
from mujo_reference import Game, Rules, load
from mujo_reference.move_text import move_text

PERFT = Path(__file__).parents[1] / "perft" / "chu-paths.txt"
SEED = int(os.environ.get("MUJO_SEED", "20261207"))
CORE = mujo.RuleSet("chu")
REFERENCE = load("chu")


def outcome_of(board: mujo.Board) -> tuple[str | None, str] | None:
    outcome = board.outcome()
    if outcome is None:
        return None
    winner = {None: None, mujo.BLACK: "b", mujo.WHITE: "w"}[outcome.winner]
    return winner, outcome.termination


def compare(board: mujo.Board, game: Game, rules: Rules = REFERENCE) -> int:
    """Compare a position and all positions one move on; return how many moves there were."""
    position = board.sfen()
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


def compare_text(text: str) -> int:
    return compare(mujo.Board(text, CORE), Game(text, REFERENCE))


def fixtures() -> list[str]:
    lines = PERFT.read_text(encoding="utf-8").splitlines()
    return [line.split(" ; ")[0] for line in lines if not line.startswith("#")]


@pytest.mark.parametrize("text", fixtures()[:60])
def test_positions_of_other_programs(text: str) -> None:
    assert compare_text(text) > 50
    assert mujo.Board(text, CORE).perft(1, by="path") == Game(text, REFERENCE).perft_paths(1)


@pytest.mark.parametrize("number", range(8))
def test_random_games(number: int) -> None:
    """Captures are frequent and games seldom cut short; every tenth position is compared."""
    print(f"seed {SEED}, game {number}")
    random = Random(f"{SEED} game {number}")
    board, game = mujo.Board(rules=CORE), Game(rules=REFERENCE)
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


def crowds(random: Random, count: int, most: int, types: list[str], kings: bool) -> Iterator[str]:
    """Yield positions of few pieces of some types, close to one another, with a state square in some."""
    for _ in range(count):
        middle = random.randrange(2, 10), random.randrange(2, 10)
        near = [
            (file, rank)
            for file in range(max(1, middle[0] - 2), min(12, middle[0] + 2) + 1)
            for rank in range(max(1, middle[1] - 2), min(12, middle[1] + 2) + 1)
        ]
        setup = mujo.Setup(f"{'/'.join(['12'] * 12)} b - 1", CORE)
        taken = random.sample(near, min(len(near), random.randrange(2, most + 1)))
        for number, (file, rank) in enumerate(taken):
            side = bool(random.getrandbits(1))
            type_ = "K" if kings and number < 2 else random.choice(types)
            promoted = type_.startswith("+")
            side = number == 0 if kings and number < 2 else side
            setup.put((rank - 1) * 12 + file - 1, mujo.Piece(type_.removeprefix("+"), side, promoted))
        setup.turn = bool(random.getrandbits(1))
        if random.random() < 0.4:
            file, rank = random.choice(near)
            setup.state = (rank - 1) * 12 + file - 1
        yield setup.sfen()


LIONS = ["LN", "LN", "LN", "+KR", "KR", "P", "GB", "+P", "+GB", "G", "S", "B", "R", "+DH", "+DK", "L", "DE"]


def test_crowds_of_lions() -> None:
    """Lion trading and counter-strike decide in these: without them there are more moves."""
    print(f"seed {SEED}")
    random = Random(f"{SEED} lions")
    free = mujo.RuleSet("chu", lion_trading="off")
    bound = 0
    for text in crowds(random, 300, 12, LIONS, kings=False):
        count = compare_text(text)
        fields = text.split()
        bound += count < len(mujo.Board(f"{fields[0]} {fields[1]} - 1", free).legal_moves)
    assert bound > 40


def test_almost_bare_kings() -> None:
    print(f"seed {SEED}")
    random = Random(f"{SEED} kings")
    ends = {outcome_of(mujo.Board(text, CORE)) for text in bare_positions(random)}
    assert ends == {None, (None, "bare_king"), ("b", "bare_king"), ("w", "bare_king")}


def bare_positions(random: Random) -> list[str]:
    texts = list(crowds(random, 200, 5, ["+DE", "P", "G", "GB", "L", "R"], kings=True))
    for text in texts:
        compare_text(text)
    return texts


def test_zones() -> None:
    """Every type that promotes, at the edge of both zones and on the last ranks."""
    print(f"seed {SEED}")
    random = Random(f"{SEED} zones")
    types = [id_ for id_, type_ in CORE.piece_types.items() if type_.is_initial and type_.promotes_to]
    for _ in range(150):
        setup = mujo.Setup(f"{'/'.join(['12'] * 12)} b - 1", CORE)
        for rank in random.sample([0, 1, 2, 3, 4, 7, 8, 9, 10, 11], 8):
            for file in random.sample(range(12), 3):
                piece = mujo.Piece(random.choice(types), bool(random.getrandbits(1)), random.random() < 0.2)
                setup.put(rank * 12 + file, piece)
        setup.turn = bool(random.getrandbits(1))
        compare_text(setup.sfen())
