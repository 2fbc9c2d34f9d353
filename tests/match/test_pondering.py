"""Players that think on the opponent's time: the commands they get, and whole games."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from mujo.match import Adjudication, MatchSettings, PlayerSpec, TimeControl, parse_player, play_match, read_player

#: Relays between an engine and its driver, and keeps the commands in a file.
SPY = """
import subprocess, sys
log, *command = sys.argv[1:]
process = subprocess.Popen(command, stdin=subprocess.PIPE)
with open(log, "ab", buffering=0) as file:
    for line in sys.stdin.buffer:
        file.write(line)
        process.stdin.write(line)
        process.stdin.flush()
process.stdin.close()
sys.exit(process.wait())
"""


def watched(protocol: str, log: Path) -> PlayerSpec:
    command = (sys.executable, "-c", SPY, str(log), sys.executable, "-m", "mujo", protocol)
    limits = (("nodes", 300),) if protocol == "usi" else ()
    return PlayerSpec("watched", protocol, command, ponder=True, limits=limits, timeout=60.0)


def commands_of_a_match(protocol: str, log: Path, opponent: PlayerSpec, plies: int) -> list[str]:
    settings = MatchSettings(
        (watched(protocol, log), opponent),
        "chu",
        pairs=1,
        control=TimeControl(depth=2),
        adjudication=Adjudication(max_plies=plies),
    )
    standing = play_match(settings)
    ((_, _, games),) = standing.pairs
    assert [game.termination for game in games] == ["adjudication", "adjudication"]
    assert {len(game.moves) for game in games} == {plies}
    return log.read_text().splitlines()


def test_usi_hits_and_misses(tmp_path: Path) -> None:
    """The same engine plays the expected replies, a random player others."""
    like = replace(watched("usi", tmp_path / "unused"), name="like", command=(sys.executable, "-m", "mujo", "usi"))
    heard = commands_of_a_match("usi", tmp_path / "hits", replace(like, ponder=False), 24)
    assert "setoption name USI_Ponder value true" in heard
    assert any(line.startswith("go ponder") for line in heard)
    assert "ponderhit" in heard
    heard = commands_of_a_match("usi", tmp_path / "misses", parse_player("random"), 24)
    assert "stop" in heard


def test_cecp_is_hard_and_never_forced_between_moves(tmp_path: Path) -> None:
    heard = commands_of_a_match("cecp", tmp_path / "log", parse_player("random"), 24)
    assert "hard" in heard
    games = "\n".join(heard).split("\nnew\n")
    for game in games[1:]:
        thinking = game.partition("\ngo\n")[2].splitlines()
        assert sum(line.startswith("usermove") for line in thinking) >= 5
        assert "force" not in thinking[:-2]


@pytest.mark.parametrize("text", ["usi,ponder:mujo usi", "me=cecp,ponder:mujo cecp"])
def test_players_that_ponder(text: str) -> None:
    player = parse_player(text)
    assert player.ponder
    assert player.command[0] == "mujo"
    assert player.name == ("me" if text.startswith("me") else text)


def test_settings_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "engine.toml"
    path.write_text('protocol = "usi"\ncommand = "mujo usi"\nponder = true\n')
    assert read_player(path).ponder
