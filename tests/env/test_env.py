"""The environments keep the contracts of their libraries, and play the rules of the core."""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import mujo

pytest.importorskip("pettingzoo")
pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

from mujo import env as environments
from mujo.env import EngineEnv, FactoredEnv, ListEnv, factored_env, list_env, move_features, observation_planes

GAMES = mujo.rule_set_names()


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """The checks of the libraries warn of what is meant: actions behind a mask, many actions."""
    with warnings.catch_warnings(action="ignore"):
        yield


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("make", [list_env, factored_env])
def test_the_api_of_pettingzoo(make: Any, name: str) -> None:
    api_test(make(name, max_plies=40), num_cycles=60)


@pytest.mark.parametrize("make", [list_env, factored_env])
def test_seeds_and_pictures_of_pettingzoo(make: Any) -> None:
    seed_test(lambda: make("hishigata", max_plies=20), num_cycles=30)
    render_test(lambda render_mode=None: make("hishigata", max_plies=5, render_mode=render_mode))


def test_the_api_of_gymnasium() -> None:
    check_env(EngineEnv("hishigata", level=1, max_plies=20, illegal="lose"), skip_render_check=True)


def test_openspiel_plays_random_games() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from mujo.env import openspiel

    game = pyspiel.load_game("mujo(rules=hishigata,max_plies=60)")
    assert game.num_distinct_actions() == environments.MAX_MOVES
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    state = game.new_initial_state()
    while not state.is_terminal():
        player = state.current_player()
        assert player == (0 if state.board.turn == mujo.BLACK else 1)
        state.apply_action(state.legal_actions()[-1])
    assert state.returns() == [0.0, 0.0]
    observer = game.make_py_observer()
    observer.set_from(state, 1)
    assert (observer.dict["observation"] == observation_planes(state.board, seen_by=mujo.WHITE)).all()
    assert isinstance(game, openspiel.MujoGame)


def chosen(observation: dict[str, Any], dice: random.Random) -> int:
    return dice.choice(np.flatnonzero(observation["action_mask"]).tolist())


@pytest.mark.parametrize("name", GAMES)
def test_a_list_action_is_the_move_of_that_index(name: str) -> None:
    dice = random.Random(name)
    env, board = ListEnv(name, max_plies=60), mujo.Board(rules=name)
    env.reset()
    for _ in range(30):
        observation, _, termination, truncation, _ = env.last()
        if termination or truncation:
            break
        assert observation is not None
        assert int(observation["action_mask"].sum()) == len(board.legal_moves)
        action = chosen(observation, dice)
        board.push(board.legal_moves[action])
        env.step(action)
        assert env.state_of_game.board == board


@pytest.mark.parametrize("name", GAMES)
def test_every_legal_move_can_be_chosen_in_steps(name: str) -> None:
    """Walk through all choices of a position: they lead to each legal move once."""
    board = mujo.Board(rules=name)
    dice = random.Random(name)
    for _ in range(30):
        if board.is_game_over():
            break
        board.push(dice.choice(list(board.legal_moves)))
    if board.is_game_over():
        board.pop()
    env = FactoredEnv(board.rules, position=board.sfen())
    start = mujo.Board(board.sfen(), board.rules)
    expected = {start.play(move).sfen() for move in start.legal_moves}
    found: list[str] = []

    def walk(path: list[int]) -> None:
        env.reset()
        for action in path:
            env.step(action)
        if env.state_of_game.board.ply:
            found.append(env.state_of_game.board.sfen())
            return
        agent = env.agent_selection
        assert agent == ("black" if board.turn == mujo.BLACK else "white")
        for action in np.flatnonzero(env.observe(agent)["action_mask"]).tolist():
            walk([*path, action])

    walk([])
    assert set(found) == expected
    assert len(found) == len(start.legal_moves)


def test_the_factored_view_marks_the_choices() -> None:
    env = FactoredEnv("maka")
    env.reset()
    start = int(np.flatnonzero(env.observe("black")["action_mask"])[0])
    env.step(start)
    assert env.agent_selection == "black"
    planes = env.observe("black")["observation"]
    assert planes[-2].flat[start] == 1
    assert int(planes[-2:].sum()) == 1


def seen_square(row: dict[str, int], part: str, board: mujo.Board) -> int:
    """Return the square of the board that two columns of a row name."""
    files, ranks = board.rules.files, board.rules.ranks
    found = row[f"{part}_row"] * files + row[f"{part}_column"]
    return found if board.turn == mujo.BLACK else files * ranks - 1 - found


@pytest.mark.parametrize("name", ["chu", "tai"])
def test_rows_of_the_table_describe_the_moves(name: str) -> None:
    board = mujo.Board(rules=name)
    kinds = [kind.id for kind in board.rules.piece_types.values() if kind.is_initial]
    dice = random.Random(4)
    for _ in range(60):
        board.push(dice.choice(list(board.legal_moves)))
        table = move_features(board, most=3000)
        for numbers, move in zip(table.tolist(), board.legal_moves, strict=False):
            row = dict(zip(environments.MOVE_FEATURES, numbers, strict=True))
            assert seen_square(row, "from", board) == move.from_square
            assert seen_square(row, "to", board) == move.to_square
            assert row["captures"] == len(move.captures)
            assert row["promotes"] == move.promotes
            assert (row["via_row"] == -1) == (not move.via)
            if move.via:
                assert seen_square(row, "via", board) == move.via[0]
            piece = board.piece_at(move.from_square)
            assert piece is not None
            assert row["mover"] == 1 + 2 * kinds.index(piece.type) + piece.promoted
            target = board.piece_at(move.to_square)
            assert (row["target"] < 0) == (target is not None and target.side != board.turn)
        assert (table[len(board.legal_moves) :] == -1).all()


def test_both_sides_see_the_start_alike() -> None:
    board = mujo.Board(rules="maka")
    black = observation_planes(board)
    assert (observation_planes(board, seen_by=mujo.WHITE) == black).all()
    assert black.shape[0] == len(environments.observation_names(board.rules))


def test_a_repeated_position_is_marked() -> None:
    board = mujo.Board("k,18/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/18,K", "maka")
    seen = []
    for text in ("1s1r", "19a19b", "1r1s", "19b19a"):
        board.push(text)
        seen.append(bool(observation_planes(board)[-1].all()))
        assert seen[-1] == bool(observation_planes(board)[-1].any()) == board.is_repetition()
    assert seen == [False, False, False, True]


def test_the_square_of_a_captured_lion_is_marked() -> None:
    """Search random games for a position with a counter-strike square."""
    dice = random.Random(1)
    board = mujo.Board(rules="chu")
    for _ in range(20_000):
        if board.is_game_over():
            board = mujo.Board(rules="chu")
        captures = list(board.legal_captures())
        board.push(dice.choice(captures or list(board.legal_moves)))
        if board.state is not None:
            break
    assert board.state is not None
    for side in (mujo.BLACK, mujo.WHITE):
        (square,) = np.flatnonzero(observation_planes(board, seen_by=side)[-2]).tolist()
        assert (square if side == mujo.BLACK else 143 - square) == board.state


def test_the_winner_is_rewarded() -> None:
    """Black takes the last royal with its first action that ends the game."""
    position = "k,18/R,18/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/18,K"
    board = mujo.Board(position, "maka")
    winning = next(index for index, move in enumerate(board.legal_moves) if board.play(move).is_game_over())
    env = ListEnv("maka", position=position)
    env.reset()
    env.step(winning)
    assert env.rewards == {"black": 1, "white": -1}
    assert env.terminations == {"black": True, "white": True}
    assert env.infos["black"]["termination"] == board.play(board.legal_moves[winning]).outcome().termination  # type: ignore[union-attr]


def test_truncation() -> None:
    env = ListEnv("hishigata", max_plies=2)
    env.reset()
    env.step(0)
    assert env.truncations == {"black": False, "white": False}
    env.step(0)
    assert env.truncations == {"black": True, "white": True}
    assert env.terminations == {"black": False, "white": False}


def test_wrong_actions_and_settings_are_named() -> None:
    env = ListEnv("maka", max_moves=80)
    env.reset()
    with pytest.raises(mujo.MujoError, match="use the action mask"):
        env.step(80)
    with pytest.raises(mujo.MujoError, match="raise max_moves"):
        ListEnv("maka", max_moves=79).state_of_game.observe(mujo.BLACK)
    factored = FactoredEnv("maka")
    factored.reset()
    with pytest.raises(mujo.MujoError, match="use the action mask"):
        factored.step(0)
    for call in (
        lambda: ListEnv("maka", max_plies=0),
        lambda: ListEnv("maka", render_mode="window"),
        lambda: EngineEnv("maka", illegal="ignore"),  # type: ignore[arg-type]
        lambda: EngineEnv("maka", level=11),
        lambda: ListEnv("nonsense"),
    ):
        with pytest.raises(mujo.MujoError):
            call()
    assert EngineEnv("maka").reset(seed=1)[0]["action_mask"].sum() == 80


@pytest.mark.parametrize("side", [mujo.BLACK, mujo.WHITE])
def test_the_engine_answers(side: bool) -> None:
    env = EngineEnv("hishigata", level=1, side=side, max_plies=9, render_mode="ansi")
    observation, _ = env.reset(seed=3)
    board = env.unwrapped._state.board  # type: ignore[attr-defined]
    assert board.turn == side
    before = board.ply
    env.step(int(np.flatnonzero(observation["action_mask"])[0]))
    assert board.ply == before + 2
    assert env.render() == str(board)
    first = [env.reset(seed=8)[0]["observation"] for _ in range(2)]
    assert (first[0] == first[1]).all()
