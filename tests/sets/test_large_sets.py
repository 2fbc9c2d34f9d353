"""Rule sets of 1,500 types: comparing two of them takes time in proportion to their size."""

from __future__ import annotations

import itertools
import string
import sys
import time
from collections.abc import Iterator

import mujo
from mujo import RuleSet

TYPES = 1_500
IDS = ["".join(letters) for letters in itertools.islice(itertools.product(string.ascii_uppercase, repeat=3), TYPES)]

SECONDS = 3.0
"""Limit in processor time: sixty times what a comparison takes, a tenth of what it took when it was quadratic."""


def lines(promoted: str) -> Iterator[str]:
    yield 'format = 1\nname = "large"\ntitle = "Large"\ndescription = "made up"\nsource = "made up"'
    yield f'[board]\nfiles = 5\nranks = 5\n[setup]\narmy = ["2,{IDS[0]},2"]\n[pieces]'
    for number, id_ in enumerate(IDS):
        kanji = chr(0x4E00 + number)
        role = 'royal = "king", ' if number == 0 else f'promotes = "{promoted}", ' if number % 2 else ""
        yield (
            f'{id_} = {{ name = "type {number}", kanji = "{kanji}", board = "{kanji}", romaji = "r", betza = "K", '
            f'{role}source = "made up" }}'
        )


def test_two_large_sets_are_compared() -> None:
    first, second = (RuleSet.from_toml("\n".join(lines(promoted))) for promoted in (IDS[2], IDS[4]))
    assert len(first.piece_types) == TYPES
    began = time.process_time()
    comparison = mujo.compare(first, second)
    seconds = time.process_time() - began
    assert [difference.key for difference in comparison.differences] == IDS[1::2]
    assert {difference.kind for difference in comparison.differences} == {"promotion"}
    assert seconds < SECONDS


def calls_of_text(types: int) -> int:
    """Count the calls of Python functions that describing the difference of so many moves takes."""
    first, second = (RuleSet.from_toml("\n".join(moving(types, betza))) for betza in ("K", "Q2"))
    comparison = mujo.compare(first, second)
    calls = 0

    def count(*_: object) -> None:
        nonlocal calls
        calls += 1

    sys.setprofile(count)
    try:
        text = comparison.text()
    finally:
        sys.setprofile(None)
    assert text.count(": move\n") == types
    return calls


def moving(types: int, betza: str) -> Iterator[str]:
    yield 'format = 1\nname = "large"\ntitle = "Large"\ndescription = "made up"\nsource = "made up"'
    yield f'[board]\nfiles = 5\nranks = 5\n[setup]\narmy = ["2,{IDS[0]},2"]\n[pieces]'
    for number, id_ in enumerate(IDS[:types]):
        role = 'royal = "king", ' if number == 0 else ""
        yield f'{id_} = {{ name = "type {number}", betza = "{betza}", {role}source = "made up" }}'


def test_differing_moves_are_described_in_proportion_to_their_number() -> None:
    few, many = calls_of_text(40), calls_of_text(160)
    assert many < 5 * few, f"{few} calls for 40 types, {many} for 160"
