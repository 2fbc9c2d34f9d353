"""Pictures in SVG: boards, pieces, how a piece moves, and sheets of all pieces of a game; PNG behind an extra.

Each function returns a complete SVG document. Boards, setups, pieces, types and games display themselves in notebooks.
docs/how-to/pictures.md shows examples.

Examples
--------
>>> from mujo import Board
>>> board(Board(rules="maka"), size=300, style="ids")[:4]
'<svg'
"""

from mujo.svg.boards import board, board_with_last_move
from mujo.svg.glyphs import Glyphs
from mujo.svg.moves import moves, piece, piece_type_for_notebook
from mujo.svg.pieces import PieceStyle
from mujo.svg.png import png
from mujo.svg.sheet import sheet, sheets
from mujo.svg.symbols import PieceSymbols, piece_symbols

__all__ = [
    "Glyphs",
    "PieceStyle",
    "PieceSymbols",
    "board",
    "board_with_last_move",
    "moves",
    "piece",
    "piece_symbols",
    "piece_type_for_notebook",
    "png",
    "sheet",
    "sheets",
]
