"""Commands of the interactive course."""

import textwrap

from mujo._core import Board, Move
from mujo.errors import IllegalMoveError, MujoError
from mujo.repl.commands.command import Command, read_count, usage_error
from mujo.repl.commands.engine import engine_hint
from mujo.repl.course import Lesson, LessonRun, course, course_games
from mujo.repl.reply import Reply
from mujo.repl.session import Session
from mujo.rules import find_rules

__all__ = ["COMMANDS", "after_move", "after_refusal"]

_NEXT = "'next' goes on, 'again' repeats, 'leave' returns to your game."


def _learn(session: Session, argument: str) -> Reply:
    words = argument.split()
    game = session.main.board.rules.game
    if words and read_count(words[0]) is None and words[0] != "list":
        game = find_rules(words[0]).game if words[0] not in course_games() else words[0]
        words = words[1:]
    lessons = course(game)
    match words:
        case ["list"]:
            lines = [f"{number:>3}  {lesson.title}" for number, lesson in enumerate(lessons, 1)]
            return Reply("\n".join([f"The course of {game}; 'learn N' opens a lesson:", *lines]))
        case []:
            return _open(session, lessons, 1)
        case [text] if (number := read_count(text, most=len(lessons))) is not None:
            return _open(session, lessons, number)
    return usage_error("learn [GAME] [N|list]", f"{argument!r} is not a lesson: there are {len(lessons)}.")


def _open(session: Session, lessons: tuple[Lesson, ...], number: int) -> Reply:
    session.open_lesson(LessonRun(number, lessons[number - 1]))
    lesson = lessons[number - 1]
    lines = [
        f"Lesson {number} of {len(lessons)}: {lesson.title}",
        *textwrap.wrap(" ".join(lesson.text.split()), session.view.width),
        *textwrap.wrap(f"Now: {lesson.task} ('hint' helps.)", session.view.width),
    ]
    return Reply("\n".join(lines), game_changed=True, shows_board=True)


def _run(session: Session) -> LessonRun:
    if session.lesson is None:
        raise MujoError("no lesson is open: 'learn' opens the course", code="argument")
    return session.lesson


def _lessons(session: Session) -> tuple[Lesson, ...]:
    return course(find_rules(_run(session).lesson.rules).game)


def _next(session: Session, argument: str) -> Reply:
    run, lessons = _run(session), _lessons(session)
    if run.number == len(lessons):
        session.close_lesson()
        text = "That was the last lesson. You are back in your game. 'help' and 'docs' have the rest; good luck!"
        return Reply(text.replace(" and 'docs' have", " has"), game_changed=True)
    return _open(session, lessons, run.number + 1)


def _back(session: Session, argument: str) -> Reply:
    return _open(session, _lessons(session), max(1, _run(session).number - 1))


def _again(session: Session, argument: str) -> Reply:
    return _open(session, _lessons(session), _run(session).number)


def _hint(session: Session, argument: str) -> Reply:
    if session.lesson is None:
        return engine_hint(session)
    lesson = _run(session).lesson
    return Reply(f"Type: {lesson.hint}   ('help {lesson.topic}' says more)")


def _leave(session: Session, argument: str) -> Reply:
    session.close_lesson()
    return Reply("Back in your game.", game_changed=True)


def after_move(session: Session, before: Board, move: Move, text: str) -> Reply:
    """Answer a move that was played in a lesson. A move that misses the goal is taken back."""
    run = _run(session)
    if run.judge(before, move):
        lines = [text, *_praise(session, run)] if text else _praise(session, run)
        return Reply("\n".join(lines), game_changed=True, shows_board=True)
    session.undo()
    lines = [
        f"{move.usi()} is legal, but the task is another one, so it is taken back.",
        *textwrap.wrap(f"Now: {run.lesson.task} ('hint' helps.)", session.view.width),
    ]
    return Reply("\n".join(lines), game_changed=True, shows_board=True)


def after_refusal(session: Session, error: IllegalMoveError, text: str) -> Reply:
    """Answer a move that was refused in a lesson, which may be what the lesson is about."""
    run = _run(session)
    if not run.refused(error):
        return Reply(text, is_error=True)
    return Reply("\n".join([*textwrap.wrap(text, session.view.width), *_praise(session, run)]), is_error=True)


def _praise(session: Session, run: LessonRun) -> list[str]:
    words = f"Right! {run.lesson.done}"
    return [*textwrap.wrap(" ".join(words.split()), session.view.width), _NEXT]


COMMANDS = (
    Command("learn", "[GAME] [N|list]", "take the course: short lessons, each with a small board to try", _learn),
    Command("next", "", "open the next lesson", _next),
    Command("back", "", "open the lesson before", _back),
    Command("again", "", "set the board of the lesson up again", _again),
    Command("hint", "", "show a move that solves the lesson; in a game, ask the engine for a good move", _hint),
    Command("leave", "", "close the lesson and return to your game", _leave),
)
