"""The drivers and the engine of this package in conversation: `mujo usi` and `mujo cecp`."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator

import pytest

from mujo import Board, Move
from mujo.engines import CecpEngine, Limit, SimpleEngine, UsiEngine
from mujo.match import Adjudication, MatchSettings, PlayerSpec, TimeControl, play_match
from mujo.record import first_fault

PROTOCOLS = ("usi", "cecp")
COMMANDS = {protocol: [sys.executable, "-m", "mujo", protocol] for protocol in PROTOCOLS}
HACHU = shutil.which("hachu") or shutil.which("hachu", path="/usr/games")
PATIENCE = 60.0


def start(protocol: str) -> SimpleEngine:
    driver = UsiEngine if protocol == "usi" else CecpEngine
    return SimpleEngine(driver(COMMANDS[protocol], timeout=PATIENCE))


@pytest.fixture(params=PROTOCOLS)
def engine(request: pytest.FixtureRequest) -> Iterator[SimpleEngine]:
    with start(request.param) as simple:
        yield simple


def choose(board: Board) -> Move:
    return min(board.legal_moves, key=lambda move: move.usi())


def test_it_introduces_itself(engine: SimpleEngine) -> None:
    assert engine.name.startswith("mujo ")
    assert {"MultiPV", "Level"} <= set(engine.options)
    assert "forbid" in next(option for name, option in engine.options.items() if "repetition" in name).choices


@pytest.mark.parametrize("game", ["chu", "maka", "tai", "hishigata"])
def test_games_of_both_protocols(game: str) -> None:
    with start("usi") as black, start("cecp") as white:
        board = Board(rules=game)
        for player in (black, white) * 3:
            found = player.play(board, Limit(time=10, depth=1))
            assert found.move is not None
            assert found.info.depth == 1
            assert found.info.pv[:1] == (found.move,)
            board.push(found.move)


def test_positions_with_a_lion_and_its_moves(engine: SimpleEngine) -> None:
    """Every kind of move is understood: two steps, igui, a pass, a promotion."""
    board = Board("l,10,k/12/12/12/6,p,5/5,p,6/5,LN,6/12/12/12/12/K,10,L b - 1", "chu")
    for text in ("7g7f7g", "7g7f6e", "7g7g"):
        played = board.play(text)
        assert engine.play(played, Limit(time=10, depth=1)).move is not None
    white = Board("5,k,5,l/12/12/5,r,6/12/12/12/12/5,R,6/12/12/L,4,K,6 w - 1", "chu")
    assert engine.play(white, Limit(time=10, depth=2)).move is not None


def test_a_mate_is_told(engine: SimpleEngine) -> None:
    board = Board("5,k,5,l/12/5,Q,6/12/12/12/12/12/12/12/12/L,4,K,6 b - 1", "chu")
    found = engine.play(board, Limit(time=10, depth=2))
    assert found.info.score is not None
    assert found.info.score.mate == 1


def test_problems() -> None:
    driver = UsiEngine(COMMANDS["usi"], timeout=PATIENCE)
    with SimpleEngine(driver) as engine:
        problem = Board("k,11/11,R/10,R,1/12/12/12/12/12/12/12/12/K,5,p,5 b - 1", "chu")
        line = engine.mate(problem, 20.0)
        assert line is not None
        assert [move.usi() for move in line] == ["2c2a"]
        assert engine.mate(Board(rules="chu"), 20.0) == ()


def test_pondering(engine: SimpleEngine) -> None:
    board = Board("5,k,5,l/12/12/5,r,6/12/12/12/12/5,R,6/12/12/L,4,K,6 b - 1", "chu")
    expected = unexpected = 0
    for number in range(6):
        found = engine.play(board, Limit(time=0.05), ponder=True)
        assert found.move is not None
        board.push(found.move)
        if board.is_game_over():
            break
        reply = found.ponder
        if reply is None or number % 2:
            reply = next(move for move in board.legal_moves if move != reply)
            unexpected += 1
        else:
            expected += 1
        board.push(reply)
        if board.is_game_over():
            break
    assert expected
    assert unexpected
    engine.ping()
    assert engine.engine.restarts == 0
    assert engine.play(Board(rules="chu"), Limit(time=0.05)).move is not None


def test_analysis_while_it_runs(engine: SimpleEngine) -> None:
    board = Board(rules="chu")
    with engine.analysis(board) as analysis:
        depths = []
        for info in analysis:
            depths.append(info.depth)
            if info.depth == 3:
                analysis.stop()
    assert depths[:3] == [1, 2, 3]
    assert analysis.infos[1].pv
    assert engine.play(board, Limit(time=0.05)).move is not None
    # Left before its end.
    with engine.analysis(board) as analysis:
        next(analysis)
    infos = engine.analyse(board, Limit(depth=2), lines=3)
    assert len(infos) == 3
    assert {info.depth for info in infos} == {2}
    assert len({info.pv[0] for info in infos}) == 3
    assert engine.engine.restarts == 0


def test_options(engine: SimpleEngine) -> None:
    name = next(name for name in engine.options if "no" in name.lower() and "royals" in name)
    engine.configure({name: "plays-on", "Level": 2})
    assert engine.play(Board(rules="chu"), Limit(time=5, depth=1)).move is not None


@pytest.mark.parametrize("kind", PROTOCOLS)
def test_a_match_against_a_random_mover(kind: str) -> None:
    players = (PlayerSpec("mujo", kind, tuple(COMMANDS[kind]), timeout=PATIENCE), PlayerSpec("random", "random"))
    settings = MatchSettings(
        players, "chu", pairs=1, control=TimeControl(depth=1), adjudication=Adjudication(max_plies=30)
    )
    standing = play_match(settings)
    games = standing.pairs[0][2]
    assert all(first_fault(game) is None for game in games)
    assert {game.termination for game in games} <= {"adjudication", "royals_captured"}


@pytest.mark.skipif(HACHU is None, reason="HaChu is not installed (Debian: apt-get install hachu)")
def test_hachu_plays_whole_games_against_it() -> None:
    """Two games of chu to their end; every move of both sides is refereed. HaChu gets a process for each game."""
    assert HACHU is not None
    players = (
        PlayerSpec("mujo", "cecp", tuple(COMMANDS["cecp"]), timeout=PATIENCE),
        PlayerSpec("HaChu", "cecp", (HACHU,), timeout=PATIENCE),
    )
    control = TimeControl(move=0.05, grace=PATIENCE)
    standing = play_match(MatchSettings(players, "chu", pairs=1, control=control))
    games = standing.pairs[0][2]
    for game in games:
        assert first_fault(game) is None
        assert game.termination not in ("illegal_move", "abandonment", "time"), game.comments
        assert len(game.moves) > 20
