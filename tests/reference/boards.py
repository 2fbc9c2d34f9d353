"""Small positions for the tests of the reference engine."""

import re

from mujo_reference import Game, Piece, Rules, load
from mujo_reference.board import Position, Square, read_square, square_name
from mujo_reference.moves import effects
from mujo_reference.position_text import position_text


def place(rules: Rules | str, pieces: str, turn: str = "b", state: str | None = None) -> Game:
    """Make a game from pieces such as ``LN10j +p10i``: id in capitals for Black, then the square."""
    rules = load(rules) if isinstance(rules, str) else rules
    board: dict[Square, Piece] = {}
    for plus, letters, square in re.findall(r"(\+?)([A-Za-z]+)([0-9]+[a-z]+)", pieces):
        board[read_square(square)] = Piece("b" if letters.isupper() else "w", letters.upper(), bool(plus))
    where = None if state is None else read_square(state)
    return Game(position_text(rules, Position(board, turn, where), 1), rules)


def moves_of(game: Game, start: str) -> list[str]:
    """Texts of the legal moves that start on a square, without it."""
    return [text.removeprefix(start) for text in game.legal_moves() if text.startswith(start)]


def effects_of(game: Game, start: str) -> set[tuple[frozenset[str], str]]:
    """Victims and end of every effect of the piece on a square."""
    return {
        (frozenset(map(square_name, path.victims)), square_name(path.end))
        for path in effects(game.rules, game.position.board, read_square(start))
    }


def play(game: Game, *moves: str) -> Game:
    """Play moves and return the game."""
    for move in moves:
        game.push(move)
    return game
