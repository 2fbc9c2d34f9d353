"""The two engines on one position, and everything in which they can be compared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import mujo
from cross.loaded_rules import load
from mujo_reference import Game, Move
from mujo_reference.board import read_square
from mujo_reference.move_text import find_move, move_text, split_text
from mujo_reference.moves import moves_from, position_after
from mujo_reference.position_text import position_text

SIDES = (("b", mujo.BLACK), ("w", mujo.WHITE))


@dataclass
class Difference:
    """One point in which the engines disagree."""

    what: str
    core: object
    reference: object

    def __str__(self) -> str:
        return f"{self.what}: core {self.core!r}, reference {self.reference!r}"


class Pair:
    """A board of the core and a game of the reference that stand in the same position.

    Parameters
    ----------
    rules
        Name of a rule set, with options and readings in brackets.
    position
        Text of the position; None is the start.
    """

    def __init__(self, rules: str, position: str | None = None) -> None:
        self.rules = rules
        self.first = position
        self.board = mujo.Board(position, rules=mujo.RuleSet(rules))
        self.game = Game(position, rules=load(rules))

    def push(self, text: str) -> None:
        """Play a legal move in both."""
        self.board.push(text)
        self.push_reference(text)

    def push_reference(self, text: str) -> None:
        """Play a move of known legality in the reference, by its text."""
        squares, mark = split_text(self.game.rules, text)
        self.game.play(find_move(self.game.rules, self.game.position, squares, mark))

    def pop(self) -> None:
        """Take the last move back in both."""
        self.board.pop()
        self.game.pop()

    def line(self) -> str:
        """Return a line to paste: rule set, first position and moves."""
        moves = " ".join(str(move) for move in self.board.move_stack)
        first = "startpos" if self.first is None else f"sfen {self.first}"
        return f"rules {self.rules} position {first} moves {moves}".rstrip()


def side_letter(side: bool | None) -> str | None:
    """Return b or w, None for neither."""
    if side is None:
        return None
    return "b" if side == mujo.BLACK else "w"


def core_outcome(board: mujo.Board) -> tuple[str | None, str] | None:
    """Return the core's outcome in the reference's form."""
    outcome = board.outcome()
    return None if outcome is None else (side_letter(outcome.winner), outcome.termination)


def core_refusal(board: mujo.Board, text: str) -> str | None:
    """Return the slug of the core's refusal of a text, None if it is a legal move."""
    try:
        board.parse_usi(text)
    except mujo.MujoError as error:
        return error.code
    return None


def reference_moves(game: Game) -> dict[str, Move]:
    """Return the legal moves of the reference by their texts."""
    return {move_text(game.rules, game.position.board, move): move for move in game.legal()}


def state_differences(pair: Pair) -> Iterator[Difference]:
    """Compare the properties of the position itself."""
    board, game = pair.board, pair.game
    facts: list[tuple[str, object, object]] = [
        ("position", board.sfen(), game.sfen()),
        ("outcome", core_outcome(board), game.outcome()),
        ("check", board.is_check(), game.is_check()),
        ("repetitions", board.repetitions(), game.repetitions()),
    ]
    if facts[2][1] or facts[2][2]:
        facts.append(("checkmate", board.is_checkmate(), game.is_checkmate()))
    for what, core, reference in facts:
        if core != reference:
            yield Difference(what, core, reference)


def move_differences(pair: Pair, *, successors: bool = True) -> Iterator[Difference]:
    """Compare the legal moves and, each played, the positions that they lead to."""
    board, game = pair.board, pair.game
    core = {str(move): move for move in board.legal_moves}
    reference = reference_moves(game)
    if len(core) != len(board.legal_moves):
        yield Difference("two legal moves with one text", len(board.legal_moves), len(core))
    if core.keys() != reference.keys():
        yield Difference("legal moves", sorted(core.keys() - reference.keys()), sorted(reference.keys() - core.keys()))
    if not successors:
        return
    before, key = board.sfen(), board.key
    number = game.first_number + len(game.moves) + 1
    for text in core.keys() & reference.keys():
        board.push_unchecked(core[text])
        after = board.sfen()
        board.pop()
        expected = position_text(game.rules, position_after(game.rules, game.position, reference[text]), number)
        if after != expected:
            yield Difference(f"position after {text}", after, expected)
    if (board.sfen(), board.key) != (before, key):
        yield Difference("undo", board.sfen(), before)


def attacker_differences(pair: Pair, square: str) -> Iterator[Difference]:
    """Compare the attackers of a square by both sides."""
    rules = pair.board.rules
    for letter, side in SIDES:
        core = [rules.square_name(start) for start in pair.board.attackers(rules.parse_square(square), side)]
        reference = pair.game.attackers(square, letter)
        if core != reference:
            yield Difference(f"attackers of {square} by {letter}", core, reference)


def refusal_differences(pair: Pair, texts: list[str]) -> Iterator[Difference]:
    """Compare the verdict on move texts, slug for slug."""
    for text in texts:
        core, reference = core_refusal(pair.board, text), pair.game.refusal(text)
        if core != reference:
            yield Difference(f"verdict on {text}", core, reference)


def doubtful_texts(pair: Pair, rng: Random, count: int) -> list[str]:
    """Invent move texts, most of them not legal: wrong ends, marks, routes, sides, squares off the board."""
    game, rules = pair.game, pair.board.rules
    squares = rules.files * rules.ranks
    occupied = list(pair.board.piece_map()) or [0]
    own = [square for square, piece in pair.board.piece_map().items() if piece.side == pair.board.turn] or [0]

    def any_square() -> str:
        return rules.square_name(rng.randrange(squares))

    def own_square() -> str:
        return rules.square_name(rng.choice(own))

    def of_any_piece() -> str:
        return rules.square_name(rng.choice(occupied))

    def near(name: str) -> str:
        file, rank = read_square(name)
        file = min(max(file + rng.randint(-2, 2), 1), rules.files)
        rank = min(max(rank + rng.randint(-2, 2), 1), rules.ranks)
        return rules.square_name((rank - 1) * rules.files + file - 1)

    texts = []
    for _ in range(count):
        start = own_square()
        mark = rng.choice(["", "", "", "+", "=", "+DV", "+DS", "+P"])
        kind = rng.randrange(9)
        if kind == 0:
            texts.append(of_any_piece() + of_any_piece() + mark)
        elif kind == 1:
            texts.append(start + near(start) + mark)
        elif kind == 2:
            middle = near(start)
            texts.append(start + middle + near(middle) + mark)
        elif kind == 3:
            middle = near(start)
            texts.append(start + middle + near(middle) + near(middle) + mark)
        elif kind == 4:
            texts.append(any_square() + any_square() + mark)
        elif kind == 5:
            texts.append(start + of_any_piece() + mark)
        elif kind == 6:
            texts.append(rng.choice(["pass", f"{rules.files + 1}a1a", "a1b2", "5e", f"{start}{start}{mark}", "99zz1a"]))
        elif kind == 7:
            moves = pair.board.legal_moves
            if moves:
                text = str(moves[rng.randrange(len(moves))]).split("+")[0]
                texts.append(text + mark)
        else:
            by_powers = list(pseudo_legal_of(game, start))
            if by_powers:
                texts.append(rng.choice(by_powers))
    return texts


def pseudo_legal_of(game: Game, start: str) -> Iterator[str]:
    """Yield the texts of what a piece could do by its powers alone."""
    square = read_square(start)
    piece = game.position.board.get(square)
    if piece is not None and piece.side == game.position.turn:
        for move in moves_from(game.rules, game.position.board, square):
            yield move_text(game.rules, game.position.board, move)


def differences(pair: Pair, rng: Random, *, texts: int = 6, squares: int = 1) -> list[Difference]:
    """Compare everything in the current position; move texts and squares are random."""
    found = [*state_differences(pair), *move_differences(pair)]
    rules = pair.board.rules
    chosen = {rng.randrange(rules.files * rules.ranks) for _ in range(squares)}
    royals = pair.board.royals(pair.board.turn)
    if royals and rng.random() < 0.2:
        chosen.add(royals[0])
    for square in sorted(chosen):
        found += attacker_differences(pair, rules.square_name(square))
    found += refusal_differences(pair, doubtful_texts(pair, rng, texts))
    return found
