"""Any text in any tag, comment or name comes back from every format, or is refused before anything is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mujo import MujoError
from mujo.record import (
    Format,
    Game,
    Variation,
    format_game,
    parse_kif,
    parse_pgn,
    parse_position_line,
    parse_record,
    scan_stream,
)
from mujo.record.game import known_rules

MOVES = ("10n10m", "10f10g", "9n9m")
#: Texts that a careless writer or reader would take for something else, among any other text.
TRAPS = st.sampled_from(
    [
        "a\rb",
        "a\r\nb",
        "\v",
        "\f",
        "\x1c",
        "\x85",
        "\u2028",
        "\u2029",
        "\\",
        "\\n",
        "}",
        "{",
        '"',
        "*",
        "規則",
        "開始局面",
        "変化",
        "変化：1手",
        "手合割",
        "先手",
        "Black",
        "Rules",
        "Result",
        "FEN",
        "投了",
        "まで1手で先手の勝ち",
        "# mujo: backslash escapes",
        "&$1",
        "[%emt 0:00:05]",
        "[%emt 0:00:05]\nx",
        "10n10m",
        "1. P-10m",
        "   1 10十三歩兵 （←10十四）",
        "一歩目 7九獅子 （←7十）",
        "|・|",
        "% x",
        "; x",
        "1-0",
        "( 0:01/00:00:01)",
        " +",
        "",
        " ",
        "\u3000",
        "\ufeff",
        "\ud800",
    ]
)
TEXT = TRAPS | st.text(max_size=12) | st.builds(lambda one, two: one + two, TRAPS, TRAPS)
READERS = {
    Format.JSON: parse_record,
    Format.JSONL: parse_record,
    Format.PGN: parse_pgn,
    Format.KIF: parse_kif,
}


def by_ply(first: int, last: int) -> st.SearchStrategy[Mapping[int, str]]:
    return st.dictionaries(st.integers(first, last), TEXT, max_size=3)


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Games of three moves with texts everywhere."""
    variation = Variation(draw(st.integers(1, 3)), (), {}, (), tuple(draw(st.lists(TEXT, max_size=2))))
    if variation.ply == 3:
        variation = replace(variation, moves=("8n8m",), comments=draw(by_ply(2, 3)), nags={3: (5,)})
    return Game(
        "maka",
        known_rules("maka").start,
        MOVES,
        result=draw(st.sampled_from([None, "black", "white", "draw"])),
        termination=draw(st.none() | TEXT | st.sampled_from(["resignation", "repetition", "bare_king", "time"])),
        tags=draw(st.dictionaries(TEXT, TEXT, max_size=3)),
        comments=draw(by_ply(0, 3)),
        nags=draw(st.dictionaries(st.integers(1, 3), st.lists(st.integers(0, 255), min_size=1, max_size=2).map(tuple))),
        variations=(variation,) if draw(st.booleans()) else (),
        rest=tuple(draw(st.lists(TEXT, max_size=3))),
    )


def written(game: Game, form: Format) -> str | None:
    """Write a game; ``None`` if it is refused, which must be for a reason that writers may have."""
    refusal: MujoError | None = None
    text: str | None = None
    try:
        text = format_game(game, form)
    except MujoError as error:
        refusal = error
    assert refusal is None or refusal.code == "record.cannot_write"
    return text


@pytest.mark.parametrize("form", READERS)
@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(game=games())
def test_nothing_is_changed(form: Format, game: Game) -> None:
    text = written(game, form)
    if text is None:
        return
    text.encode()
    assert READERS[form](text) == game, text
    # The same through a file, where lines are cut and joined again.
    lines = lines_of(text)
    (scan,) = scan_stream(lines, form)
    assert scan.game == game


def lines_of(text: str) -> list[str]:
    """Cut a text as a file that is opened with universal newlines does."""
    return [line + "\n" for line in text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n").split("\n")]


@pytest.mark.parametrize("form", READERS)
@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(one=games(), other=games())
def test_two_games_stay_two(form: Format, one: Game, other: Game) -> None:
    if form is Format.JSON:
        return
    try:
        text = format_game(one, form) + "\n" + format_game(other, form)
    except MujoError:
        return
    assert [scan.game for scan in scan_stream(lines_of(text), form)] == [one, other]


@settings(deadline=None, max_examples=150)
@given(rest=st.lists(TEXT, max_size=3))
def test_position_lines_keep_the_moves(rest: list[str]) -> None:
    """The rest may lose its spaces, but never becomes a move."""
    game = Game("maka", known_rules("maka").start, MOVES, rest=tuple(rest))
    text = written(game, Format.POSITION)
    if text is None:
        return
    read = parse_position_line(text, "maka")
    assert read.moves == MOVES
    assert len(read.rest) == len(rest)


@pytest.mark.parametrize("form", [Format.PGN, Format.KIF])
@pytest.mark.parametrize(
    "game",
    [
        Game("maka", "startpos", MOVES, comments={4: "beyond the end"}),
        Game("maka", "startpos", MOVES, nags={0: (1,)}),
        Game("maka", "startpos", MOVES, tags={"": "no name"}),
        Game("maka", "startpos", MOVES, variations=(Variation(5),)),
        Game("maka", "startpos", MOVES, variations=(Variation(2, (), {4: "nowhere"}),)),
    ],
)
def test_what_has_no_place_is_refused(form: Format, game: Game) -> None:
    with pytest.raises(MujoError) as refusal:
        format_game(game, form)
    assert refusal.value.code == "record.cannot_write"


@pytest.mark.parametrize("form", [Format.PGN, Format.KIF])
def test_notes_of_unplayable_moves_become_rest(form: Format) -> None:
    game = Game("maka", "startpos", ("10n10m", "1a1b", "2a2b"), comments={1: "good", 2: "bad"}, nags={3: (2,)})
    read = READERS[form](format_game(game, form))
    assert read.moves == ("10n10m",)
    assert read.comments == {1: "good"}
    assert read.rest == ("1a1b", "{bad}", "2a2b", "$2")
