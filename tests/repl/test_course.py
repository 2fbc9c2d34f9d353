"""The course and the topics of the help, as data and as dialogue."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mujo import Board, IllegalMoveError, MujoError, RuleSet, error_slugs, rule_set_names
from mujo.cells import cell_width
from mujo.diagrams import Style
from mujo.repl.course import GOALS, LessonRun, course, course_games
from mujo.repl.session import Session, View
from mujo.repl.topics import describe_topic, find_topics, topics
from prompt_lines import refuse, say

RULES_PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "rules.md").read_text(encoding="utf-8")
LESSONS = [(game, number) for game in course_games() for number in range(1, len(course(game)) + 1)]


def session_of(game: str) -> Session:
    return Session(Board(rules=game), View(Style.IDS, 80, height=24))


def test_every_game_has_a_course() -> None:
    assert set(course_games()) == {RuleSet(name).game for name in rule_set_names()}


def test_the_courses_cover_what_is_special() -> None:
    covered = {game: {lesson.topic for lesson in course(game)} for game in course_games()}
    common = {"board", "promotion", "winning", "repetition"}
    for game, names in covered.items():
        rules = RuleSet(game)
        wanted = set(common)
        betzas = [kind.betza for kind in rules.piece_types.values()]
        if any("aK" in betza for betza in betzas):
            wanted |= {"lion", "igui", "pass"}
        if any("masR" in betza for betza in betzas):
            wanted |= {"hook"}
        if rules.contagious:
            wanted |= {"contagion", "emperor"}
        assert wanted <= names, game


@pytest.mark.parametrize(("game", "number"), LESSONS)
def test_the_hint_solves_the_lesson(game: str, number: int) -> None:
    session = session_of(game)
    shown = say(session, f"learn {number}")
    lesson = course(game)[number - 1]
    assert lesson.title in shown
    assert set(lesson.goal) <= GOALS
    assert find_topics(lesson.topic)
    # It fits a terminal of 80 columns and 24 rows.
    assert max(map(cell_width, shown.split("\n"))) <= 80
    assert len(shown.split("\n")) <= 24 - 5
    assert session.lesson is not None
    if "refused" in lesson.goal:
        assert lesson.goal["refused"] in error_slugs()
        said = refuse(session, lesson.hint)
    else:
        said = say(session, lesson.hint)
    assert session.lesson.solved
    assert "Right!" in said
    assert len(said.split("\n")) <= 24 - 5
    after = say(session, "next")
    assert ("That was the last lesson" in after) == (number == len(course(game)))


@pytest.mark.parametrize(("game", "number"), LESSONS)
def test_other_moves_do_not_solve_it(game: str, number: int) -> None:
    lesson = course(game)[number - 1]
    run = LessonRun(number, lesson)
    solving = 0
    for move in list(run.game.board.legal_moves):
        before = run.game.board.copy()
        run.game.play(move)
        solving += run.judge(before, move)
        run.again()
    count = len(run.game.board.legal_moves)
    assert solving < count
    if "refused" in lesson.goal:
        assert solving == 0
        with pytest.raises(IllegalMoveError) as refusal:
            run.game.play(lesson.hint)
        assert run.refused(refusal.value)


def test_a_move_beside_the_goal_is_taken_back() -> None:
    session = session_of("maka")
    say(session, "learn")
    before = session.board.sfen()
    said = say(session, "13j12j")
    assert "the task is another one" in said
    assert session.board.sfen() == before
    assert session.lesson is not None
    assert not session.lesson.solved
    assert session.lesson.lesson.hint in say(session, "hint")


def test_the_dialogue_of_the_course() -> None:
    session = session_of("tai")
    assert "Lesson 1 of" in say(session, "learn")
    assert "Lesson 2 of" in say(session, "next")
    assert "Lesson 1 of" in say(session, "back")
    assert "Lesson 1 of" in say(session, "back")
    assert "Lesson 1 of" in say(session, "again")
    assert "Lesson 3 of" in say(session, "learn 3")
    assert "igui" in say(session, "learn list").lower()
    assert "Lesson 1 of" in say(session, "learn maka")
    assert session.board.rules.name == "maka"
    assert "Lesson 2 of" in say(session, "next")
    say(session, "leave")
    assert session.board.rules.name == "tai"
    for line in ("learn 99", "learn nogame", "next", "back", "again", "leave"):
        refuse(session, line)


def test_a_game_without_a_course(session: Session) -> None:
    assert "there is one for" in refuse(session, "learn")
    say(session, "learn tai 2")


# Topics.


def test_every_rule_is_explained() -> None:
    numbers = re.findall(r"^#{2,3} (\d+(?:\.\d+)?)\.? ", RULES_PAGE, re.MULTILINE)
    assert len(numbers) > 40
    for number in numbers:
        assert find_topics(number), number
        assert find_topics(f"rule {number}") == find_topics(number)
    for topic in topics():
        assert set(topic.rules) <= set(numbers)


@pytest.mark.parametrize("name", ["tai", "maka", "hishigata", "chu", "maka/tsa", "dai", "daidai", "wa"])
def test_topics_fit_the_screen_and_break_no_word(name: str) -> None:
    rules = RuleSet(name)
    words = {word for topic in topics() for word in topic.text.split()}
    for topic in topics():
        for width in (60, 80, 140):
            text = describe_topic(rules, topic, width)
            assert max(map(cell_width, text.split("\n"))) <= width
            assert all(word in text.split() for word in topic.text.split()), topic.name
        assert describe_topic(rules, topic, 80, ascii_only=True).isascii()
    assert words


@pytest.mark.parametrize(
    "word",
    [
        "lion",
        "hook",
        "igui",
        "pass",
        "promotion",
        "contagion",
        "royal",
        "emperor",
        "king",
        "3.1",
        "rule 5.4",
        "6",
        "jitto",
    ],
)
@pytest.mark.parametrize("game", ["tai", "maka", "hishigata", "chu"])
def test_help_answers_what_a_newcomer_asks(game: str, word: str) -> None:
    assert say(session_of(game), f"help {word}")


def test_help_is_four_lines() -> None:
    for name in rule_set_names():
        session = session_of(name)
        lines = say(session, "help").split("\n")
        assert len(lines) == 4
        assert say(session, "?") == say(session, "help")


def test_a_topic_names_what_holds_here() -> None:
    maka, tai = session_of("maka"), session_of("tai")
    assert "(repetition = fourfold)" in " ".join(say(maka, "help repetition").split())
    assert "(repetition = forbid)" in " ".join(say(tai, "help repetition").split())
    assert "LN lion 獅子" in say(maka, "help igui")
    assert "HM hook mover 鉤行" in " ".join(say(maka, "help hook").split())
    with pytest.raises(MujoError):
        course("nogame")
