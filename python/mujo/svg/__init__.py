"""Pictures in SVG: boards, pieces, how a piece moves, and the sheet of all pieces of a game.

Each function returns the text of a picture of its own. Boards, pieces and games show themselves in notebooks.
docs/how-to/pictures.md shows what they look like.

Examples
--------
>>> from mujo import Board
>>> board(Board(rules="maka"), size=300, style="ids")[:4]
'<svg'
"""

from mujo.svg.boards import board, board_with_last_move
from mujo.svg.diagrams import moves, piece, sheet
from mujo.svg.fonts import RARE, Rare
from mujo.svg.pieces import PieceStyle

__all__ = ["RARE", "PieceStyle", "Rare", "board", "board_with_last_move", "moves", "piece", "sheet"]
