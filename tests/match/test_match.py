"""Matches: pairs, referee, failing players, interruptions, the command."""

from __future__ import annotations

import json
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from mujo import Board, Engine, Move, MujoError, RuleSet
from mujo.cli import main
from mujo.engines import EngineError, Info, Limit, PlayResult, Score
from mujo.match import (
    Adjudication,
    MatchSettings,
    PlayerSpec,
    Sprt,
    Standing,
    TimeControl,
    openings_of_file,
    parse_player,
    play_game,
    play_match,
    random_opening,
    read_player,
)
from mujo.record import first_fault, format_line, read_games, record_of, write_games

TOY = Path(__file__).parents[1] / "engines" / "toy_engine.py"


def first_move(board: Board) -> Move:
    return min(board.legal_moves, key=lambda move: move.usi())


def other_move(board: Board) -> Move:
    return max(board.legal_moves, key=lambda move: move.usi())


def function(name: str, play: object) -> PlayerSpec:
    return PlayerSpec(name, "function", function=play)  # type: ignore[arg-type]


def short(*players: PlayerSpec, **changes: object) -> MatchSettings:
    fields: dict[str, object] = {"rules": "chu", "pairs": 2, "adjudication": Adjudication(max_plies=12)}
    return MatchSettings(players, **(fields | changes))  # type: ignore[arg-type]


RANDOM = (parse_player("a=random"), parse_player("b=random"))


def test_colours_are_swapped_and_openings_shared() -> None:
    standing = play_match(short(*RANDOM, pairs=3))
    assert len(standing.pairs) == standing.total == 3
    openings = set()
    for _, _, (one, other) in standing.pairs:
        assert (one.tags["Black"], one.tags["White"]) == ("a", "b")
        assert (other.tags["Black"], other.tags["White"]) == ("b", "a")
        assert one.moves[:6] == other.moves[:6]
        openings.add(one.moves[:6])
    assert len(openings) == 3


def test_the_same_seed_gives_the_same_games() -> None:
    one, again = play_match(short(*RANDOM)), play_match(short(*RANDOM))
    assert [[game.moves for game in games] for *_, games in one.pairs] == [
        [game.moves for game in games] for *_, games in again.pairs
    ]
    other = play_match(short(*RANDOM, seed=1))
    assert one.pairs[0][2][0].moves != other.pairs[0][2][0].moves


def test_material_players_count_captures_alone_and_as_far_as_their_depth() -> None:
    board = Board("k,11/12/12/3,g,g,7/4,b,7/12/12/4,R,3,p,3/12/12/12/K,11 b - 1", "chu")
    greedy, two = (parse_player(f"material={depth}").open(board.rules, 1) for depth in (1, 2))
    answers = [player.play(board, Limit()) for player in (greedy, two)]
    moves = [answer.usi() if isinstance(answer, Move) else None for answer in answers]
    assert moves == ["8h8e", "8h4h"]


def test_a_player_of_this_package_can_be_changed(tmp_path: Path) -> None:
    path = tmp_path / "values.toml"
    path.write_text(Engine("chu", 1).evaluation.replace("tempo = ", "tempo = 7"))
    spec = parse_player(f"x=nodes=50,without=history+killers,hash=1,evaluation={path}")
    assert (spec.name, spec.without, spec.hash) == ("x", ("history", "killers"), 1)
    assert spec.evaluation == path.read_text()
    spec.open(RuleSet("chu"), 1).close()
    with pytest.raises(MujoError) as caught:
        parse_player("nodes=50,evaluation=no-such-file.toml")
    assert caught.value.code == "file"
    for text in ("nodes=50,strength=3", "material=0", "material=1,hash=2", "material=x"):
        with pytest.raises(MujoError) as caught:
            parse_player(text)
        assert caught.value.code == "match.player"
    with pytest.raises(MujoError) as caught:
        parse_player("nodes=50,without=nothing").open(RuleSet("chu"), 1)
    assert caught.value.code == "argument"


def test_games_are_valid_records(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    play_match(short(*RANDOM), journal=path)
    games = list(read_games(path))
    assert len(games) == 4
    assert all(first_fault(game) is None for game in games)
    assert main(["validate", str(path)]) == 0


def test_a_level_of_the_engine_beats_a_random_player() -> None:
    settings = MatchSettings(
        (parse_player("level=3"), parse_player("random")), "chu", 1, adjudication=Adjudication(max_plies=400)
    )
    standing = play_match(settings)
    assert standing.elo().difference > 0
    assert any("depth" in text for game in standing.pairs[0][2] for text in game.comments.values())


class Scripted:
    """A player that gives prepared answers."""

    def __init__(self, *answers: object) -> None:
        self.answers = list(answers)
        self.limits: list[Limit] = []

    def play(self, board: Board, limit: Limit, /) -> PlayResult | Move:
        self.limits.append(limit)
        answer = self.answers.pop(0) if self.answers else None
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, PlayResult):
            return answer
        score = Score(cp=answer) if isinstance(answer, int) else None
        return PlayResult(first_move(board), info=Info(score=score))

    def close(self) -> None:
        pass


MAKA_MOVE = Move.from_usi("10n10m", "maka")


@pytest.mark.parametrize(
    ("answer", "result", "termination"),
    [
        (EngineError("gone", code="engine.ended"), "white", "abandonment"),
        (EngineError("late", code="engine.timeout"), "white", "time"),
        (EngineError("bad", code="engine.illegal_move"), "white", "illegal_move"),
        (ZeroDivisionError("oops"), "white", "abandonment"),
        (PlayResult(None, resigned=True), "white", "resignation"),
        (PlayResult(None, claim="draw"), "draw", "agreement"),
        (PlayResult(None, claim="black"), "white", "illegal_move"),
        (PlayResult(None), "white", "illegal_move"),
        (PlayResult(MAKA_MOVE), "white", "illegal_move"),
    ],
    ids=["crash", "hang", "illegal", "bug", "resign", "draw", "false claim", "nothing", "foreign move"],
)
def test_how_a_game_ends_by_a_player(answer: object, result: str, termination: str) -> None:
    game = play_game(Scripted(answer), Scripted(), Board(rules="chu"), TimeControl())
    assert (game.result, game.termination) == (result, termination)
    assert first_fault(game) is None


def test_the_rules_end_a_game() -> None:
    board = Board("5,k,5,l/12/5,Q,6/12/12/12/12/12/12/12/12/5,K,6 b - 1", "chu")
    take = next(move for move in board.legal_moves if move.to_square == board.rules.parse_square("7a"))
    game = play_game(Scripted(PlayResult(take)), Scripted(), board, TimeControl())
    assert (game.result, game.termination) == ("black", "royals_captured")


def test_adjudication_by_agreed_scores() -> None:
    rules = Adjudication(win_score=500, win_moves=2, max_plies=50)
    game = play_game(Scripted(600, 700), Scripted(-600, -700), Board(rules="chu"), TimeControl(), rules)
    assert (game.result, game.termination, len(game.moves)) == ("black", "adjudication", 4)
    game = play_game(Scripted(600, 700), Scripted(-600, -400), Board(rules="chu"), TimeControl(), rules)
    assert len(game.moves) > 4
    even = Adjudication(draw_score=10, draw_moves=2, draw_from=0, max_plies=50)
    game = play_game(Scripted(5, -3), Scripted(0, 8), Board(rules="chu"), TimeControl(), even)
    assert (game.result, len(game.moves)) == ("draw", 4)


def test_clocks_run_and_fall() -> None:
    black, white = Scripted(), Scripted()
    control = TimeControl(clock=10, increment=0.5)
    play_game(black, white, Board(rules="chu"), control, Adjudication(max_plies=4))
    assert black.limits[0].black_clock == 10
    assert black.limits[1].black_clock is not None
    assert 10 < black.limits[1].black_clock <= 10.5
    game = play_game(black, white, Board(rules="chu"), TimeControl(clock=0.0, grace=-1.0), Adjudication(max_plies=4))
    assert (game.result, game.termination) == ("white", "time")
    game = play_game(black, white, Board(rules="chu"), TimeControl(move=0.0, grace=0.0), Adjudication(max_plies=4))
    assert (game.result, game.termination) == ("white", "time")


def test_clocks_with_byoyomi_and_sessions() -> None:
    black, white = Scripted(), Scripted()
    control = TimeControl(clock=5, byoyomi=3, moves=2)
    play_game(black, white, Board(rules="chu"), control, Adjudication(max_plies=10))
    assert [limit.moves_to_go for limit in black.limits] == [2, 1, 2, 1, 2]
    assert {limit.byoyomi for limit in black.limits} == {3}
    clocks = [limit.black_clock or 0 for limit in black.limits]
    assert clocks[1] <= 5 < clocks[2] <= 10 < clocks[4] <= 15
    late = TimeControl(clock=0.0, byoyomi=0.0, grace=-1.0)
    game = play_game(Scripted(), Scripted(), Board(rules="chu"), late, Adjudication(max_plies=4))
    assert game.termination == "time"
    saved = TimeControl(clock=0.0, byoyomi=60.0, grace=-1.0)
    game = play_game(Scripted(), Scripted(), Board(rules="chu"), saved, Adjudication(max_plies=4))
    assert game.termination == "adjudication"


@pytest.mark.parametrize("fault", ["crash", "illegal", "hang"])
def test_a_match_survives_engines_that_fail(fault: str) -> None:
    broken = PlayerSpec("broken", "cecp", (sys.executable, str(TOY), "cecp", fault))
    if fault == "hang":
        broken = function("broken", hanging)
    standing = play_match(short(broken, parse_player("random"), pairs=1))
    assert standing.scores(0, 1) == [(0.0, 0.0)]
    assert {game.termination for game in standing.pairs[0][2]} <= {"abandonment", "illegal_move", "time"}


def hanging(board: Board) -> Move:
    raise EngineError("no answer", code="engine.timeout")


def test_engines_of_both_protocols_play_a_match() -> None:
    players = tuple(PlayerSpec(kind, kind, (sys.executable, str(TOY), kind)) for kind in ("usi", "cecp"))
    standing = play_match(short(*players, pairs=1, control=TimeControl(move=0.2, grace=20)))
    assert [game.termination for game in standing.pairs[0][2]] == ["adjudication", "adjudication"]


def test_an_interrupted_match_continues(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    whole = play_match(short(*RANDOM, pairs=4), journal=tmp_path / "whole.jsonl")

    class Interrupted(Exception):
        pass

    def interrupt(standing: Standing) -> None:
        if len(standing.pairs) == 2:
            raise Interrupted

    with pytest.raises(Interrupted):
        play_match(short(*RANDOM, pairs=4), journal=path, progress=interrupt)
    assert len(list(read_games(path))) == 4
    # The third pair was being written when the power failed.
    half = format_line(whole.pairs[2][2][0])
    with path.open("a", encoding="utf-8") as file:
        file.write(half + "\n" + half[: len(half) // 2])
    seen: list[int] = []
    again = play_match(
        short(*RANDOM, pairs=4), journal=path, progress=lambda standing: seen.append(len(standing.pairs))
    )
    assert seen == [3, 4]
    assert again.pairs == whole.pairs
    assert len(list(read_games(path))) == 8
    assert play_match(short(*RANDOM, pairs=4), journal=path).pairs == whole.pairs


def test_a_journal_of_another_match_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    play_match(short(*RANDOM, pairs=1), journal=path)
    before = path.read_bytes()
    for other in (short(*RANDOM, seed=5), short(parse_player("c=random"), RANDOM[1]), short(*RANDOM, opening_plies=4)):
        with pytest.raises(MujoError) as refusal:
            play_match(other, journal=path)
        assert refusal.value.code == "match.resume"
    path.write_text(path.read_text() + "nonsense\n" + path.read_text())
    with pytest.raises(MujoError) as refusal:
        play_match(short(*RANDOM), journal=path)
    assert refusal.value.code == "match.resume"
    assert before in path.read_bytes()
    write_games(path, [record_of(Board(rules="chu"))])
    with pytest.raises(MujoError):
        play_match(short(*RANDOM), journal=path)


def test_more_pairs_continue_the_same_match(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    first = play_match(short(*RANDOM, pairs=1), journal=path)
    more = play_match(short(*RANDOM, pairs=3), journal=path)
    assert more.pairs[:1] == first.pairs
    assert len(more.pairs) == 3


def test_any_executor_runs_the_pairs() -> None:
    alone = play_match(short(*RANDOM, pairs=3))
    threads = play_match(short(*RANDOM, pairs=3), concurrency=3)
    with ProcessPoolExecutor(2) as pool:
        processes = play_match(short(*RANDOM, pairs=3), executor=pool, concurrency=2)
    assert [games[0].moves for *_, games in alone.pairs] == [games[0].moves for *_, games in threads.pairs]
    assert [games[0].moves for *_, games in alone.pairs] == [games[0].moves for *_, games in processes.pairs]


def test_a_sequential_test_ends_a_match() -> None:
    always, never = function("always", first_move), function("never", hanging)
    standing = play_match(short(always, never, pairs=500, sprt=Sprt(0, 400)))
    assert standing.verdict == "elo1"
    assert len(standing.pairs) < 100
    assert "elo1 accepted" in standing.summary()


def test_round_robins_and_gauntlets() -> None:
    players = (*RANDOM, parse_player("c=random"))
    everyone = play_match(short(*players, pairs=1))
    assert {(one, other) for one, other, _ in everyone.pairs} == {(0, 1), (0, 2), (1, 2)}
    gauntlet = play_match(short(*players, pairs=1, gauntlet=True))
    assert {(one, other) for one, other, _ in gauntlet.pairs} == {(0, 1), (0, 2)}
    assert len(everyone.table().splitlines()) == 4


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"players": RANDOM[:1]}, "match.player"),
        ({"players": (RANDOM[0], RANDOM[0])}, "match.player"),
        ({"pairs": 0}, "argument"),
        ({"players": (*RANDOM, parse_player("c=random")), "sprt": Sprt()}, "argument"),
    ],
)
def test_settings_that_are_refused(changes: dict[str, object], code: str) -> None:
    with pytest.raises(MujoError) as refusal:
        MatchSettings(**({"players": RANDOM} | changes))  # type: ignore[arg-type]
    assert refusal.value.code == code


@pytest.mark.parametrize("text", ["", "level=", "level=x", "mujo", "usi:", "usi:'", "seconds=soon", "a=b"])
def test_texts_that_are_no_player(text: str) -> None:
    with pytest.raises(MujoError) as refusal:
        parse_player(text)
    assert refusal.value.code == "match.player"


def test_descriptions_of_players() -> None:
    assert parse_player("old=usi:./engine --quiet").command == ("./engine", "--quiet")
    assert parse_player("usi:'my engine'").command == ("my engine",)
    assert parse_player("seconds=0.5").limits == (("seconds", 0.5),)
    assert parse_player("new=level=4") == PlayerSpec("new", "mujo", level=4)


def test_players_in_files(tmp_path: Path) -> None:
    path = tmp_path / "toy.toml"
    lines = [
        'name = "Toy"',
        'protocol = "usi"',
        f"command = [{json.dumps(sys.executable)}, {json.dumps(str(TOY))}, 'usi']",
        "timeout = 20",
        'dialect = "mujo"',
        "[options]",
        "USI_Hash = 32",
        'Style = "very wild"',
        "[limits]",
        "seconds = 0.2",
    ]
    path.write_text("\n".join(lines))
    toy = read_player(path)
    assert (toy.name, toy.timeout, toy.limits) == ("Toy", 20.0, (("seconds", 0.2),))
    assert toy.options == (("USI_Hash", "32"), ("Style", "very wild"))
    assert parse_player(str(path)) == toy
    assert parse_player(f"other={path}").name == "other"
    own = tmp_path / "own.toml"
    own.write_text('protocol = "mujo"\nlevel = 2\nthreads = 1\nwithout = ["null_move"]\n')
    standing = play_match(short(toy, read_player(own), pairs=1))
    assert {game.termination for game in standing.pairs[0][2]} == {"adjudication"}
    assert {game.tags["Black"] for game in standing.pairs[0][2]} == {"Toy", "own"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "protocol = ",
        'protocol = "uci"\ncommand = "x"',
        'protocol = "usi"',
        'protocol = "usi"\ncommand = "\'"',
        'protocol = "usi"\ncommand = "x"\ndialect = "latin"',
        'protocol = "usi"\ncommand = "x"\nlevel = 3',
        'protocol = "mujo"\n[limits]\nbooks = 3',
        'protocol = "mujo"\nhash = "much"',
        'protocol = "mujo"\nlimits = 3',
    ],
)
def test_files_that_describe_no_player(text: str, tmp_path: Path) -> None:
    path = tmp_path / "player.toml"
    path.write_text(text)
    with pytest.raises(MujoError) as refusal:
        parse_player(str(path))
    assert refusal.value.code == "match.player"
    with pytest.raises(MujoError) as refusal:
        read_player(tmp_path / "missing.toml")
    assert refusal.value.code == "file"


def test_openings(tmp_path: Path) -> None:
    rules = RuleSet("chu")
    calm = random_opening(rules, 8, 3, balance=50, nodes=300)
    assert calm.ply == 8
    path = tmp_path / "openings.usi"
    path.write_text("position startpos moves 7i7h 7d7e\nposition startpos moves 6i6h\n")
    boards = list(openings_of_file(path, rules))
    assert [board.ply for board in boards] == [2, 1]
    path.write_text("position startpos moves 7i7h 1a1b\n")
    with pytest.raises(MujoError) as refusal:
        list(openings_of_file(path, rules))
    assert refusal.value.code == "match.opening"


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    openings = tmp_path / "openings.usi"
    openings.write_text("position startpos moves 7i7h 7d7e\n")
    words = ["match", "a=random", "b=random", "--rules", "chu", "--pairs", "2", "--max-plies", "9", "--nodes", "10"]
    assert main([*words, "--games", str(tmp_path / "games.jsonl"), "--openings", str(openings)]) == 0
    printed = capsys.readouterr()
    assert "2 of 2 pairs, +0 =4 -0" in printed.out
    assert printed.err.startswith("mujo: 1 of 2 pairs")
    assert all(game.moves[:2] == ("7i7h", "7d7e") for game in read_games(tmp_path / "games.jsonl"))
    assert main([*words, "--json", "--sprt", "0,20", "--clock", "60+0.5"]) == 0
    fields = json.loads(capsys.readouterr().out)
    assert (fields["command"], fields["pentanomial"], fields["elo"]) == ("match", [0, 0, 2, 0, 0], 0.0)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["random"], "match.player"),
        (["random", "b=random", "--sprt", "20,0"], "argument"),
        (["random", "b=random", "--sprt", "zero"], "argument"),
        (["random", "b=random", "--clock", "soon"], "argument"),
        (["random", "b=nonsense"], "match.player"),
        (["random", "cecp:no-such-program", "--rules", "chu", "--pairs", "1"], "engine.start"),
    ],
)
def test_commands_that_are_refused(words: list[str], code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", *words]) == 1
    assert f"[{code}]" in capsys.readouterr().err
