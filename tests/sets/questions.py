"""The questions of questions.toml, and their answers by both engines."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import mujo
import mujo_reference

Answer = tuple[int, int] | int | str


@dataclass(frozen=True)
class Question:
    """A position and the expected answer for each value; see questions.toml."""

    game: tuple[str, ...]
    topic: str
    pieces: str
    answers: dict[str, Answer]
    how: str
    prefix: str = ""
    turn: str = "b"
    play: tuple[str, ...] | None = None
    needs: dict[str, str | int] = field(default_factory=dict)
    also: dict[str, dict[str, str | int]] = field(default_factory=dict)

    @property
    def is_option(self) -> bool:
        return self.topic.islower()

    @property
    def kind(self) -> str:
        """Kind of the difference in the result of `mujo.compare`."""
        return "option" if self.is_option else "promotion" if self.topic.startswith("+") else "move"

    @property
    def key(self) -> str:
        return self.topic.removeprefix("+")

    def value(self, rules: mujo.RuleSet) -> str | None:
        """Return the value of the topic in a rule set; None if the question does not apply to it."""
        if any(rules.options[option] != value for option, value in self.needs.items()):
            return None
        if self.is_option:
            return str(rules.options[self.topic])
        if self.topic.startswith("+"):
            return rules.piece_types[self.key].promotes_to or "none"
        # A promoted piece stands for its type only where it becomes that type.
        symbol = re.match(r"\+?[A-Z]+", self.pieces)
        assert symbol is not None
        if symbol[0] != self.topic and rules.piece_types[symbol[0][1:]].promotes_to != self.topic:
            return None
        return rules.readings.get(self.topic)

    def changes(self, value: str) -> tuple[dict[str, str | int], dict[str, str]]:
        """Options and readings that make a game have this value."""
        options = {**self.needs, **self.also.get(value, {})}
        if not self.is_option:
            return options, {self.topic: value}
        return {**options, self.topic: int(value) if value.isdecimal() else value}, {}


def load() -> list[Question]:
    content = tomllib.loads(Path(__file__).with_name("questions.toml").read_text(encoding="utf-8"))
    return [_question(entry) for entry in content["question"]]


def _question(entry: dict[str, Any]) -> Question:
    answers = {
        value: tuple(answer) if isinstance(answer, list) else answer for value, answer in entry.pop("answers").items()
    }
    play = entry.pop("play", None)
    return Question(
        game=tuple(entry.pop("game")),
        answers=answers,
        play=None if play is None else tuple(play),
        how=entry.pop("how").strip(),
        **entry,
    )


def position_text(question: Question, rules: mujo.RuleSet) -> str:
    """Return the text of the position, written by the core."""
    setup = mujo.Setup(None, rules)
    setup.clear()
    for symbol, square in re.findall(r"(\+?[A-Za-z]+?)(\d+[a-z])(?: |$)", question.pieces):
        setup.put(rules.parse_square(square), symbol)
    assert len(setup.piece_map()) == len(question.pieces.split()) <= 12
    setup.turn = question.turn == "b"
    return setup.sfen()


def core_answer(question: Question, rules: mujo.RuleSet) -> Answer:
    board = mujo.Board(position_text(question, rules), rules)
    if question.play is None:
        moves = [move for move in board.legal_moves if move.usi().startswith(question.prefix)]
        return len(moves), sum(move.promotes for move in moves)
    for number, move in enumerate(question.play, 1):
        if not board.is_legal(move):
            return f"{number} illegal"
        board.push(move)
    outcome = board.outcome()
    return "-" if outcome is None else outcome.result


def reference_answer(question: Question, rules: mujo.RuleSet) -> Answer:
    game = mujo_reference.Game(position_text(question, rules), mujo_reference.load(rules.name))
    if question.play is None:
        moves = [move for move in game.legal_moves() if move.startswith(question.prefix)]
        return len(moves), sum("+" in move for move in moves)
    for number, move in enumerate(question.play, 1):
        if game.refusal(move):
            return f"{number} illegal"
        game.push(move)
    outcome = game.outcome()
    names: Mapping[str | None, str] = {None: "draw", "b": "black", "w": "white"}
    return "-" if outcome is None else names[outcome[0]]


def matches(found: Answer, wanted: Answer) -> bool:
    """Compare an answer with the count by hand; a count of moves alone is compared with the moves alone."""
    if isinstance(wanted, int) and isinstance(found, tuple):
        return found[0] == wanted
    return found == wanted
