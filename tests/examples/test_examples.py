"""Every program in examples/ runs and does what it says."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import mujo
from mujo.record import read_record

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "examples"


def run(name: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", FOLDER / f"{name}.py", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=None,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"example_{name}", FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_program_is_tested_and_listed() -> None:
    programs = {path.stem for path in FOLDER.glob("*.py")}
    source = Path(__file__).read_text(encoding="utf-8")
    assert programs == {name for name in programs if f'"{name}"' in source}
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert all(f"({path.name})" in readme for path in FOLDER.iterdir() if path.suffix in (".py", ".toml"))
    assert len(programs) == 8


def test_random_bot() -> None:
    printed = run("random_bot", "--max-plies", "40", "--rules", "chu")
    assert re.fullmatch(r"after \d+ plies: .+\n", printed)


def test_greedy_bot() -> None:
    printed = run("greedy_bot", "--games", "4")
    assert re.fullmatch(r"greedy against random: (\d) won, .*\n", printed)
    assert int(re.search(r"(\d) won", printed)[1]) >= 3  # type: ignore[index]


def test_alpha_beta_takes_what_hangs() -> None:
    position = "k,11/12/12/12/12/5,r,6/5,G,6/12/12/12/12/11,K b - 1"
    assert run("alpha_beta", "--rules", "chu", "--position", position, "--depth", "2").startswith("7g7f +")


def test_alpha_beta_agrees_with_plain_minimax() -> None:
    example = load("alpha_beta")

    def minimax(board: mujo.Board, depth: int) -> int:
        outcome = board.outcome()
        if outcome is not None:
            won = example.WON if outcome.winner == board.turn else -example.WON
            return 0 if outcome.winner is None else int(won)
        best: int = -example.WON
        if depth <= 0:
            best = example.evaluate(board)
            if depth <= -4:
                return best
        for move in board.legal_captures() if depth <= 0 else board.legal_moves:
            best = max(best, -minimax(board.play(move), depth - 1))
        return best

    board = mujo.Board("k,2,r,8/12/3,b,8/12/12/5,r,6/5,G,6/4,R,7/12/6,B,5/12/11,K b - 1", "chu")
    for depth in (0, 1, 2):
        assert example.search(board, depth)[0] == minimax(board, depth)


def test_alpha_beta_is_short() -> None:
    lines = (FOLDER / "alpha_beta.py").read_text(encoding="utf-8").splitlines()
    code = [line for line in lines if line.strip() and not line.strip().startswith(('"""', "#"))]
    assert len(code) <= 60


def test_self_play_statistics(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    plot = tmp_path / "lengths.svg"
    arguments = ["--games", "30", "--max-plies", "500"]
    try:
        import matplotlib  # type: ignore[import-not-found, unused-ignore]  # noqa: F401
    except ImportError:
        pass
    else:
        arguments += ["--plot", str(plot)]
    printed = run("self_play_statistics", *arguments)
    games = mujo.Board(rules="hishigata").playouts(30, 1, max_plies=500)
    assert f"Black won {games.black_wins}, White {games.white_wins}" in printed
    assert len(arguments) == 4 or "<svg" in plot.read_text(encoding="utf-8")


def test_position_study() -> None:
    printed = run("position_study", "--plies", "12")
    assert "Black: " in printed
    assert "an own piece stands on" in printed


def test_own_game() -> None:
    assert not mujo.check_rule_text((FOLDER / "own_game.toml").read_text(encoding="utf-8"))
    assert "Vault shogi: 9 x 9 squares" in run("own_game", "--plies", "4")


def test_the_own_piece_vaults() -> None:
    """It goes over exactly one piece to capture, and never without one."""
    rules = mujo.RuleSet.from_file(str(FOLDER / "own_game.toml"))
    board = mujo.Board("k,8/4,r,4/9/4,p,4/9/4,V,4/9/9/8,K b - 1", rules)
    captures = [move.usi() for move in board.legal_moves_from("5f") if move.is_capture]
    assert captures == ["5f5b"]
    assert not board.is_legal("5f5d")
    assert board.is_legal("5f5e")


def test_correspondence(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    for ply in (1, 2, 3):
        printed = run("correspondence", str(file), "--rules", "hishigata", "--level", "1")
        record = read_record(file)
        assert len(record.moves) == ply
        assert printed.startswith(f"{ply}. ")
        record.replay()


def test_correspondence_keeps_what_the_opponent_wrote(tmp_path: Path) -> None:
    from dataclasses import replace

    from mujo.record import write_record

    file = tmp_path / "game.json"
    run("correspondence", str(file), "--rules", "hishigata", "--level", "1")
    record = read_record(file)
    write_record(replace(record, tags={"White": "Ann"}, comments={1: "hm"}), file)
    run("correspondence", str(file), "--level", "1")
    assert read_record(file).tags["White"] == "Ann"
    assert read_record(file).comments[1] == "hm"


def test_value_network_learns() -> None:
    pytest.importorskip("numpy")
    printed = run("value_network", "--games", "150", "--steps", "200", "--max-plies", "1000")
    assert float(re.search(r"loss on unseen games: ([\d.]+)", printed)[1]) < 0.693  # type: ignore[index]


def test_the_gradient_of_the_value_network() -> None:
    numpy = pytest.importorskip("numpy")
    example = load("value_network")
    dice = numpy.random.default_rng(3)
    network = example.Network(5, 4, dice)
    x, y = dice.normal(size=(20, 5)), (dice.random(20) > 0.5).astype(float)
    before = [weight.copy() for weight in network.weights]
    network.train(x, y, 1.0)
    for number, weight in enumerate(before):
        gradient = weight - network.weights[number]
        place = tuple(int(dice.integers(size)) for size in weight.shape)
        slopes = []
        for step in (1e-5, -1e-5):
            network.weights = [each.copy() for each in before]
            network.weights[number][place] += step
            slopes.append(example.loss(network.forward(x)[1], y))
            network.weights = [each.copy() for each in before]
        network.train(x, y, 1.0)
        assert gradient[place] == pytest.approx((slopes[0] - slopes[1]) / 2e-5, abs=1e-6)
