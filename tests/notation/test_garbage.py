"""Spoilt texts: an answer or a `MujoError`, never anything else; and files that do not fit into memory."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

from crowded import crowded_positions
from mujo import Board, Move, MujoError, RuleSet
from mujo.notation import format_hodges, format_japanese, parse_hodges, parse_japanese
from mujo.record import (
    LOSSLESS,
    Format,
    format_game,
    parse_kif,
    parse_pgn,
    parse_position_line,
    parse_record,
    scan_stream,
)
from notation.games import a_game

SEED = 5
LETTERS = '019akxXPLN+-=!？()（）{}[]"\\;:：*\n\t 　成不居食い一十百歩獅←同変化手まで\x00\ud7ff🀄٣²'


def spoil(text: str, dice: random.Random) -> str:
    """Change a text in a few places."""
    letters = list(text)
    for _ in range(dice.randint(1, 4)):
        place = dice.randrange(len(letters) + 1)
        match dice.randrange(3):
            case 0:
                letters.insert(place, dice.choice(LETTERS))
            case 1:
                del letters[place : place + dice.randint(1, 3)]
            case _:
                letters[place : place + 1] = [dice.choice(LETTERS)]
    return "".join(letters)


def refusal(board: Board, text: str, read: Callable[[Board, str], Move]) -> MujoError | None:
    try:
        read(board, text)
    except MujoError as error:
        return error
    return None


@pytest.mark.parametrize("name", ["maka", "chu", "tai"])
def test_moves(name: str) -> None:
    dice = random.Random(SEED)
    refused = 0
    for board, _ in zip(crowded_positions(RuleSet(name), dice), range(4), strict=False):
        before = board.sfen()
        moves = list(board.legal_moves)
        for move in dice.sample(moves, min(30, len(moves))):
            for write, read in ((format_hodges, parse_hodges), (format_japanese, parse_japanese)):
                for text in (spoil(write(board, move), dice) for _ in range(5)):
                    error = refusal(board, text, read)
                    if error is None:
                        continue
                    refused += 1
                    assert error.code, text
                    assert len(str(error)) < 400
                    place = getattr(error, "position", None)
                    assert place is None or 0 <= place <= len(text.strip())
        assert board.sfen() == before
    assert refused > 100


@pytest.mark.parametrize("form", LOSSLESS)
def test_records(form: Format) -> None:
    dice = random.Random(SEED)
    for seed in range(24):
        game = a_game(seed)
        text = format_game(game, form)
        for _ in range(4):
            spoilt = spoil(text, dice)
            with suppress(MujoError):
                match form:
                    case Format.PGN:
                        parse_pgn(spoilt)
                    case Format.KIF:
                        parse_kif(spoilt)
                    case Format.POSITION:
                        parse_position_line(spoilt, game.rule_set())
                    case _:
                        parse_record(spoilt)


@pytest.mark.parametrize("form", [Format.JSONL, Format.PGN, Format.KIF, Format.POSITION])
def test_reading_takes_no_more_memory_for_more_games(form: Format) -> None:
    """The text of the games is made while it is read: no more than one game is ever held."""
    text = format_game(a_game(17), form) + "\n"
    rules = a_game(17).rule_set()

    def lines(count: int) -> Iterator[str]:
        for _ in range(count):
            yield from text.splitlines(keepends=True)

    def peak(count: int) -> int:
        tracemalloc.start()
        try:
            assert sum(1 for scan in scan_stream(lines(count), form, rules) if scan.fault is None) == count
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    peak(2)
    peak(1)  # Caches and lazy imports are filled once.
    assert peak(60) < 1.5 * peak(6) + 50_000


def test_deep_variations() -> None:
    with pytest.raises(MujoError):
        parse_pgn('[Rules "maka"]\n\n1. P-10m ' + "( 1. P-9m " * 5000)
    assert Board(rules="maka").ply == 0
