"""The interactive course: lessons read from ``texts/course-*.toml``, each a small board and a goal.

A lesson's goal is stated as the effect of a move (how many pieces it captures, where it ends, what the piece becomes),
or as the rule that refuses it, so that nothing here knows a game or a piece.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

from mujo._core import BLACK, WHITE, Board, Move, Piece, RuleSet, Setup
from mujo.errors import IllegalMoveError, RuleSetError
from mujo.repl.game import PromptGame

__all__ = ["GOALS", "Lesson", "LessonRun", "course", "course_games"]

#: What a goal may ask of the move, and of the game after it.
GOALS = frozenset({"captures", "igui", "pass", "promotes", "becomes", "to", "wins", "ends", "refused"})

_FOLDER = resources.files("mujo.repl") / "texts"


@dataclass(frozen=True, slots=True)
class Lesson:
    """One lesson.

    Attributes
    ----------
    rules
        Name of the rule set.
    title, text, task, hint, done
        What the user reads: the explanation, what to do, a move that does it, and what follows from it.
    topic
        The topic of `help` that says more.
    pieces
        Symbols and squares, as in ``LN 13m, p 13l``.
    turn
        The side to move.
    played
        Engine texts of moves that have been played from the position already.
    window
        The part of the board that is drawn: square and radius.
    goal
        What the move must do; see `GOALS`.
    """

    rules: str
    title: str
    text: str
    task: str
    hint: str
    done: str
    topic: str
    pieces: str
    turn: bool
    played: tuple[str, ...]
    window: tuple[int, int]
    goal: Mapping[str, Any]

    def board(self) -> Board:
        """Set up the board of the lesson."""
        rules = RuleSet(self.rules)
        setup = Setup(None, rules)
        setup.clear()
        setup.turn = self.turn
        setup.move_number = 1
        for entry in self.pieces.split(","):
            symbol, square = entry.split()
            setup.put(rules.parse_square(square), Piece.from_symbol(symbol))
        board = setup.board()
        for move in self.played:
            board.push(move)
        return board


class LessonRun:
    """A lesson that is open.

    Parameters
    ----------
    number
        Its number in the course, from 1 on.
    lesson
        The lesson.

    Attributes
    ----------
    game : PromptGame
        The board to try on.
    solved : bool
        Whether the goal has been met.
    """

    def __init__(self, number: int, lesson: Lesson) -> None:
        self.number = number
        self.lesson = lesson
        self.game: PromptGame = PromptGame(lesson.board())
        self.solved: bool = False

    def again(self) -> None:
        """Set the board up again."""
        self.game = PromptGame(self.lesson.board())

    def judge(self, before: Board, move: Move) -> bool:
        """Return whether a move that has just been played meets the goal."""
        met = all(self._meets(name, wanted, before, move) for name, wanted in self.lesson.goal.items())
        self.solved = self.solved or met
        return met

    def refused(self, error: IllegalMoveError) -> bool:
        """Return whether the goal was to be refused for this reason."""
        met = self.lesson.goal.get("refused") == error.code
        self.solved = self.solved or met
        return met

    def _meets(self, name: str, wanted: Any, before: Board, move: Move) -> bool:
        after = self.game.board
        outcome = after.outcome()
        piece = after.piece_at(move.to_square)
        values: dict[str, Any] = {
            "captures": len(move.captures),
            "igui": move.is_igui,
            "pass": move.is_pass,
            "promotes": piece is not None and piece.promoted and move.promotes,
            "becomes": "" if piece is None else piece.symbol,
            "to": before.rules.square_name(move.to_square),
            "wins": outcome is not None and outcome.winner == before.turn,
            "ends": "" if outcome is None else outcome.result,
            "refused": None,
        }
        found = values[name]
        return bool(found >= wanted) if name == "captures" and wanted > 0 else bool(found == wanted)


@lru_cache(maxsize=1)
def _courses() -> Mapping[str, tuple[Lesson, ...]]:
    found = {}
    for entry in sorted(_FOLDER.iterdir(), key=lambda entry: entry.name):
        if entry.name.startswith("course-") and entry.name.endswith(".toml"):
            data = _read(entry.name)
            rules = RuleSet(data["rules"])
            found[rules.game] = tuple(_lesson(rules, lesson) for lesson in _lessons(data))
    return found


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((_FOLDER / name).read_text(encoding="utf-8"))


def _lessons(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the lessons of a file: those of its base, but for the topics it leaves out, and its own."""
    base = _lessons(_read(data["base"])) if "base" in data else []
    own: list[dict[str, Any]] = data.get("lesson", [])
    left_out = data.get("without", ())
    return [lesson for lesson in base if lesson["topic"] not in left_out] + own


def _lesson(rules: RuleSet, data: Mapping[str, Any]) -> Lesson:
    square, radius = data["window"].split()
    return Lesson(
        rules=rules.name,
        title=data["title"],
        text=data["text"].strip(),
        task=data["task"],
        hint=data["hint"],
        done=data["done"].strip(),
        topic=data["topic"],
        pieces=data["pieces"],
        turn=WHITE if data.get("turn") == "white" else BLACK,
        played=tuple(data.get("played", "").split()),
        window=(rules.parse_square(square), int(radius)),
        goal=data["goal"],
    )


def course_games() -> tuple[str, ...]:
    """Return the games that have a course."""
    return tuple(_courses())


def course(game: str) -> tuple[Lesson, ...]:
    """Return the lessons of a game.

    Raises
    ------
    RuleSetError
        ``rules.unknown_name``: the game has no course.

    Examples
    --------
    >>> [lesson.topic for lesson in course("maka")][:3]
    ['board', 'slide', 'promotion']
    """
    if game not in _courses():
        names = course_games()
        raise RuleSetError(
            f"there is no course for {game[:40]}; there is one for {', '.join(names)}",
            code="rules.unknown_name",
            name=game,
            matches=names,
        )
    return _courses()[game]
