"""Tactical positions made by exhaustive search: the files are what the script makes, and the engine solves them."""

import sys
from pathlib import Path

import pytest

import mujo

sys.path.append(str(Path(__file__).parents[2] / "tools"))
import tactics

GAMES = ["chu", "hishigata", "maka", "tai"]
#: Step through the puzzles that are checked here; `tools/tactics.py solve` checks all.
EVERY = 10


def sample(game: str) -> list[tactics.Puzzle]:
    return tactics.read(tactics.FOLDER / f"{game}.jsonl")[::EVERY]


@pytest.mark.parametrize("game", GAMES)
def test_the_engine_solves_a_sample_of_the_puzzles(game: str) -> None:
    for puzzle in sample(game):
        board = mujo.Board(puzzle.position, game)
        best = mujo.Engine(game, hash=4).search(board, nodes=5000).best
        assert best.usi() in puzzle.solutions, (puzzle.theme, puzzle.position)


@pytest.mark.parametrize("game", GAMES)
def test_every_file_has_a_hundred_puzzles_that_the_script_finds_again(game: str) -> None:
    puzzles = tactics.read(tactics.FOLDER / f"{game}.jsonl")
    assert len(puzzles) == 100
    assert len({puzzle.position for puzzle in puzzles}) == 100
    maker = tactics.Maker(mujo.RuleSet(game))
    for puzzle in puzzles[::EVERY]:
        found = maker.puzzle(mujo.Board(puzzle.position, game))
        assert found is not None
        assert found.solutions == puzzle.solutions
