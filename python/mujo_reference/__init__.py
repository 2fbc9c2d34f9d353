"""A second engine for the rules of mujo: slow, and written to be read next to docs/reference/rules.md.

It shares only the data files with the package `mujo`. Each function names the rule it implements. Moves are walked leg
by leg, exactly as the move language defines them, and only the parsed data is cached.

>>> game = Game(rules="maka")
>>> len(game.legal_moves())
80
"""

from mujo_reference.board import Piece, Position
from mujo_reference.data import set_names
from mujo_reference.errors import DataFault, Refused
from mujo_reference.game import Game
from mujo_reference.moves import Move
from mujo_reference.position_text import from_letters
from mujo_reference.rules import Rules, from_content, load

__all__ = [
    "DataFault",
    "Game",
    "Move",
    "Piece",
    "Position",
    "Refused",
    "Rules",
    "from_content",
    "from_letters",
    "load",
    "set_names",
]
