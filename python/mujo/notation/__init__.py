"""Moves as people write them: Hodges' letters (with the signs of The Shogi Association) and Japanese text.

Both are texts of a legal move in a position: `format_hodges` and `format_japanese` write one, `parse_hodges` and
`parse_japanese` read it back. docs/reference/notation.md describes the forms.

Examples
--------
>>> from mujo import Board
>>> board = Board(rules="maka")
>>> move = board.parse_move("10n10m")
>>> format_hodges(board, move), format_japanese(board, move)
('P-10m', '１０十三歩兵')
>>> parse_hodges(board, "P-10m") == parse_japanese(board, "１０十三歩兵") == move
True
"""

from mujo.notation.hodges import format_hodges, parse_hodges
from mujo.notation.japanese import format_japanese, parse_japanese
from mujo.notation.people import read_after_error, read_move

__all__ = ["format_hodges", "format_japanese", "parse_hodges", "parse_japanese", "read_after_error", "read_move"]
