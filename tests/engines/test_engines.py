"""Driving engines of both protocols: moves, limits, options, and every way in which an engine can fail."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
import time
from pathlib import Path

import pytest

from mujo import Board, MujoError
from mujo.engines import CECP, HACHU, LISHOGI, MUJO, CecpEngine, EngineError, Limit, SimpleEngine, UsiEngine

TOY = Path(__file__).with_name("toy_engine.py")
PROTOCOLS = ("usi", "cecp")
HACHU_PROGRAM = shutil.which("hachu") or shutil.which("hachu", path="/usr/games")
SOON = Limit(time=0.1)


def toy(protocol: str, fault: str = "", timeout: float = 20.0) -> UsiEngine | CecpEngine:
    command = [sys.executable, str(TOY), protocol, *([fault] if fault else [])]
    return UsiEngine(command, timeout=timeout) if protocol == "usi" else CecpEngine(command, timeout=timeout)


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("game", ["chu", "maka", "tai"])
def test_a_game_between_two_engines(protocol: str, game: str) -> None:
    with SimpleEngine(toy(protocol)) as black, SimpleEngine(toy(protocol)) as white:
        board = Board(rules=game)
        for engine in (black, white) * 4:
            expected = min(board.legal_moves, key=lambda move: move.usi())
            found = engine.play(board, SOON)
            assert found.move == expected
            assert found.info.depth == 3
            assert found.info.score is not None
            assert found.info.score.cp == 12
            assert found.info.pv == (expected,)
            board.push(expected)
        assert black.name == "Toy engine"


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_any_position_and_any_order_of_positions(protocol: str) -> None:
    with SimpleEngine(toy(protocol)) as engine:
        lion = Board("11,k/l,11/12/12/12/5,p,6/5,LN,6/12/12/12/12/K,11 b - 1", "chu")
        for text in ("7g7f7g", "12b12c"):
            lion.push(text)
        white = Board("11,k/l,11/12/12/12/5,p,6/5,LN,6/12/12/12/12/K,11 w - 1", "chu")
        for board in (lion, white, Board(rules="maka"), lion):
            found = engine.play(board, SOON)
            assert found.move == min(board.legal_moves, key=lambda move: move.usi())
            assert len(board.move_stack) in (0, 2)


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize(
    ("fault", "code"),
    [
        ("hang", "engine.timeout"),
        ("crash", "engine.ended"),
        ("illegal", "engine.illegal_move"),
        ("endless-line", "engine.protocol"),
    ],
)
def test_failures_are_told_apart_and_the_engine_starts_again(protocol: str, fault: str, code: str) -> None:
    engine = toy(protocol, fault, timeout=8.0 if fault != "hang" else 3.0)
    with SimpleEngine(engine) as simple:
        board = Board(rules="chu")
        for _ in range(2):
            with pytest.raises(EngineError) as failure:
                simple.play(board, SOON)
            assert failure.value.code == code
            assert failure.value.engine == "Toy engine"
            assert len(str(failure.value)) < 600
        assert board == Board(rules="chu")
        assert engine.restarts == 1
    if fault == "crash":
        assert "status 3: out of cheese" in str(failure.value)


@pytest.mark.parametrize(
    ("protocol", "fault"), [("usi", "hang-at-start"), ("usi", "crash-at-start"), ("cecp", "crash-at-start")]
)
def test_engines_that_do_not_start(protocol: str, fault: str) -> None:
    with pytest.raises(EngineError) as failure:
        SimpleEngine(toy(protocol, fault, timeout=3.0))
    assert failure.value.code == "engine.start"


def test_an_engine_without_features_plays_no_game_of_ours() -> None:
    """Engines of the first version of CECP do not answer the greeting, and play chess alone."""
    with SimpleEngine(toy("cecp", "hang-at-start", timeout=6.0)) as engine, pytest.raises(EngineError) as failure:
        engine.play(Board(rules="chu"), SOON)
    assert failure.value.code == "engine.variant"


def test_programs_that_do_not_exist() -> None:
    with pytest.raises(EngineError) as failure:
        SimpleEngine.open_usi("no-such-program")
    assert failure.value.code == "engine.start"
    with pytest.raises(EngineError) as failure:
        SimpleEngine.open_cecp(["no\0such"])
    assert failure.value.code == "engine.start"


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_nonsense_is_skipped(protocol: str) -> None:
    with SimpleEngine(toy(protocol, "nonsense")) as engine:
        assert engine.play(Board(rules="chu"), SOON).move is not None


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_resignation_and_claims(protocol: str) -> None:
    with SimpleEngine(toy(protocol, "resign")) as engine:
        found = engine.play(Board(rules="chu"), SOON)
        assert (found.move, found.resigned) == (None, True)
    with SimpleEngine(toy(protocol, "win")) as engine:
        found = engine.play(Board(rules="chu"), SOON)
        assert (found.move, found.resigned, found.claim) == (None, False, "black")


def test_draw_offers() -> None:
    with SimpleEngine(toy("cecp", "draw")) as engine:
        found = engine.play(Board(rules="chu"), SOON)
        assert found.draw_offered
        assert found.move is not None


def test_an_engine_that_refuses_a_legal_move_is_set_right_by_the_position() -> None:
    with SimpleEngine(toy("cecp", "refuse")) as engine:
        board = Board(rules="chu")
        board.push("7i7h")
        assert engine.play(board, SOON).move == min(board.legal_moves, key=lambda move: move.usi())


def test_games_that_an_engine_does_not_play() -> None:
    for protocol in PROTOCOLS:
        with SimpleEngine(toy(protocol)) as engine, pytest.raises(EngineError) as failure:
            engine.play(Board(rules="hishigata"), SOON)
        assert failure.value.code == "engine.variant"


def test_options_of_usi() -> None:
    engine = toy("usi")
    with SimpleEngine(engine) as simple:
        assert set(simple.options) == {"USI_Hash", "Style", "Clear", "USI_Variant"}
        assert simple.options["Style"].choices == ("calm", "very wild")
        simple.configure({"USI_Hash": 32, "Style": "very wild", "Clear": None})
        for options in ({"USI_Hash": 65}, {"USI_Hash": "many"}, {"Style": "mild"}, {"usi_hash": 1}, {"Style": "a\nb"}):
            with pytest.raises(EngineError) as failure:
                simple.configure(options)
            assert failure.value.code == "engine.option"
        assert "did you mean USI_Hash?" in str(failure.value) or "Style" in str(failure.value)
        assert engine.restarts == 0


def test_options_of_cecp() -> None:
    with SimpleEngine(toy("cecp")) as simple:
        assert simple.options["Style"].default == "wild"
        assert (simple.options["Hash"].least, simple.options["Hash"].most) == (1, 64)
        simple.configure({"Style": "calm", "Hash": 2, "Strict": False})
        with pytest.raises(EngineError):
            simple.configure({"Strict": "perhaps"})


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_analysis(protocol: str) -> None:
    with SimpleEngine(toy(protocol)) as engine:
        board = Board(rules="chu")
        (info,) = engine.analyse(board, Limit(time=0.5, depth=3))
        assert info.depth == 3
        assert info.pv == (min(board.legal_moves, key=lambda move: move.usi()),)
        with pytest.raises(MujoError) as refusal:
            engine.analyse(board, Limit())
        assert refusal.value.code == "argument"
        assert engine.play(board, SOON).move is not None


def test_a_slow_answer_within_the_limit_is_waited_for() -> None:
    with SimpleEngine(toy("usi", "slow")) as engine:
        before = time.monotonic()
        assert engine.play(Board(rules="chu"), Limit(depth=1)).move is not None
        assert time.monotonic() - before >= 0.3


def test_an_engine_that_does_not_quit_is_killed() -> None:
    engine = SimpleEngine(toy("usi", "silent-quit"))
    engine.ping()
    before = time.monotonic()
    engine.close()
    engine.close()
    assert time.monotonic() - before < 20


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="no process groups")
def test_an_engine_behind_a_script_is_killed_with_it(tmp_path: Path) -> None:
    note = tmp_path / "process"
    script = (
        "import subprocess, sys; engine = subprocess.Popen(sys.argv[2:]); "
        "open(sys.argv[1], 'w').write(str(engine.pid)); sys.exit(engine.wait())"
    )
    command = [sys.executable, "-c", script, str(note), sys.executable, str(TOY), "usi", "hang"]
    with SimpleEngine(UsiEngine(command, timeout=8.0)) as engine, pytest.raises(EngineError) as failure:
        engine.play(Board(rules="chu"), SOON)
    assert failure.value.code == "engine.timeout"
    for _ in range(200):
        try:
            os.kill(int(note.read_text()), 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    pytest.fail("the engine outlived the script that had started it")


def test_two_calls_at_once_wait_for_each_other() -> None:
    async def work() -> list[object]:
        async with toy("usi") as engine:
            board = Board(rules="chu")
            return list(await asyncio.gather(*(engine.play(board, SOON) for _ in range(3))))

    found = asyncio.run(work())
    assert len({str(one) for one in found}) == 1


def test_a_cancelled_call_ends_the_process() -> None:
    async def work() -> int:
        async with toy("usi", "hang") as engine:
            call = asyncio.create_task(engine.play(Board(rules="chu"), Limit()))
            await asyncio.sleep(0.5)
            call.cancel()
            with pytest.raises(asyncio.CancelledError):
                await call
            await engine.ping()
            return engine.restarts

    assert asyncio.run(work()) == 1


LION = Board("11,k/l,11/12/12/12/5,p,6/5,LN,6/12/12/12/12/K,11 w - 1", "chu")


def test_dialects() -> None:
    board = Board("11,k/l,11/12/12/12/5,p,6/5,LN,6/12/12/12/12/K,11 b - 1", "chu")
    igui, passing = board.parse_move("7g7f7g"), board.parse_move("7g7g")
    assert [dialect.move(board, igui) for dialect in (MUJO, LISHOGI, CECP, HACHU)] == [
        "7g7f7g",
        "7g7f7g",
        "f6f7,f7f6",
        "f6f7,f7f6",
    ]
    assert LISHOGI.move(board, passing).startswith("7g")
    assert len(LISHOGI.move(board, passing)) == 6
    assert CECP.move(board, passing) == "@@@@"
    assert CECP.position(board) == "11k/l11/12/12/12/5p6/5N6/12/12/12/12/K11 w 0 1"
    assert LISHOGI.position(board) == "11k/l11/12/12/12/5p6/5N6/12/12/12/12/K11 b - 1"


def test_hachu_sees_positions_with_white_to_move_turned_round() -> None:
    assert HACHU.turns(LION)
    assert HACHU.position(LION) == "11k/12/12/12/12/6n5/6P5/12/12/12/11L/K11"
    for move in LION.legal_moves:
        text = HACHU.move(LION, move, turned=True)
        assert HACHU.read(LION, text, turned=True) == move
    assert HACHU.move(LION, LION.parse_move("12b12c"), turned=True) == "l2l3"


@pytest.mark.skipif(HACHU_PROGRAM is None, reason="HaChu is not installed (Debian: apt-get install hachu)")
class TestHaChu:
    """HaChu, a strong engine for chu, over CECP."""

    @pytest.fixture
    def hachu(self) -> SimpleEngine:
        assert HACHU_PROGRAM is not None
        return SimpleEngine.open_cecp(HACHU_PROGRAM, timeout=60.0)

    def test_it_plays_against_itself(self, hachu: SimpleEngine) -> None:
        with hachu:
            assert hachu.name.startswith("HaChu")
            board = Board(rules="chu")
            while board.ply < 60 and not board.is_game_over():
                found = hachu.play(board, Limit(time=0.05))
                if found.move is None:
                    break
                board.push(found.move)
            assert board.ply > 20
            assert hachu.engine.restarts == 0

    def test_each_game_has_a_process_of_its_own(self, hachu: SimpleEngine) -> None:
        with hachu:
            for text in ("7i7h", "6i6h"):
                board = Board(rules="chu")
                board.push(text)
                assert hachu.play(board, Limit(time=0.05)).move is not None
            assert hachu.engine.restarts == 1

    @pytest.mark.parametrize("side", ["b", "w"])
    def test_it_plays_from_a_position_for_either_side(self, hachu: SimpleEngine, side: str) -> None:
        with hachu:
            board = Board(f"5,k,6/12/12/5,r,6/12/12/12/12/5,R,6/12/12/5,K,6 {side} - 1", "chu")
            found = hachu.play(board, Limit(time=0.2))
            assert found.move is not None
            assert board.is_legal(found.move)

    def test_it_looks_at_a_position(self, hachu: SimpleEngine) -> None:
        with hachu:
            (info,) = hachu.analyse(Board(rules="chu"), Limit(time=0.5))
            assert info.depth is not None
            assert info.nodes is not None
