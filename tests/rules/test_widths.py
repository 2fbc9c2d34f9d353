"""A made-up game as large as rule files allow: 36 x 36, 301 types, 792 pieces. Nothing may be too narrow for it."""

from __future__ import annotations

import itertools
import string
import tomllib
from functools import cache
from random import Random

from mujo import Board, RuleSet, check_rule_text
from mujo_reference import Game, from_content

SIZE = 36
IDS = ["".join(letters) for letters in itertools.islice(itertools.product(string.ascii_uppercase, repeat=3), 300)]
MOVES = ["K", "Q", "R", "NADaK", "RmasR", "B2fR", "KavKafavK", "H"]


def piece_line(number: int, id_: str) -> str:
    kanji = chr(0x4E00 + number)
    role = 'royal = "king", ' if number == 0 else 'promotes = "AAB", ' if number % 2 else ""
    return (
        f'{id_} = {{ name = "type {number}", kanji = "{kanji}", board = "{kanji}", romaji = "r", '
        f'betza = "{MOVES[number % len(MOVES)]}", {role}source = "made up" }}'
    )


@cache
def text() -> str:
    cells = itertools.chain(IDS, itertools.repeat("ZZZ"))
    army = [",".join(itertools.islice(cells, SIZE)) for _ in range(11)]
    return "\n".join(
        [
            'format = 1\nname = "wide"\ntitle = "Wide"\ndescription = "made up"\nsource = "made up"',
            f"[board]\nfiles = {SIZE}\nranks = {SIZE}\n[setup]",
            "army = [" + ", ".join(f'"{row}"' for row in army) + "]",
            "[pieces]",
            *(piece_line(number, id_) for number, id_ in enumerate(IDS)),
            'ZZZ = { name = "pawn", kanji = "歩兵", board = "歩", romaji = "fuhyō", betza = "fW", source = "made up" }',
        ]
    )


def test_the_file_has_no_fault() -> None:
    assert check_rule_text(text()) == []


def test_the_start_by_both_engines() -> None:
    board = Board(rules=RuleSet.from_toml(text()))
    game = Game(rules=from_content(tomllib.loads(text()), "wide.toml"))
    assert len(board.piece_map()) == 792
    assert board.sfen() == game.sfen()
    assert sorted(str(move) for move in board.legal_moves) == sorted(game.legal_moves())


def test_a_game_is_played_and_taken_back() -> None:
    rules = RuleSet.from_toml(text())
    random = Random(36)
    board = Board(rules=rules)
    for _ in range(400):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(random.choice(moves))
        again = Board(board.sfen(), rules)
        assert again == board
        assert again.key == board.key
    assert board.ply > 50
    while board.ply:
        board.pop()
    assert board == Board(rules=rules)
    assert board.key == Board(rules=rules).key
