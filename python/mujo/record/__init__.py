"""Records of games: what is known of a game, and the formats it is read from and written to.

`Game` is one game as it is written down: rules, first position, moves, result, tags, comments, variations. Its moves
are texts, so that a game that cannot be played to its end can be kept: `Game.replay` plays it as far as it goes.
`read_games` and `write_games` read and write files of JSON, JSONL, ``position`` lines, text in the manner of PGN, and
text in the manner of KIF, one game at a time. docs/reference/records.md describes the formats.

Examples
--------
>>> from mujo import Board
>>> board = Board(rules="maka")
>>> _ = board.push("10n10m")
>>> game = record_of(board)
>>> parse_record(format_record(game)) == parse_pgn(format_pgn(game)) == parse_kif(format_kif(game)) == game
True
"""

from mujo.record.check import first_fault, with_faults
from mujo.record.fault import Fault, Scan
from mujo.record.files import (
    Format,
    find_format,
    format_game,
    format_games,
    read_games,
    read_record,
    scan_games,
    scan_stream,
    write_games,
    write_record,
)
from mujo.record.game import Game, Replay, Variation, game_of, record_of, settle
from mujo.record.json_text import FORMAT, VERSION, format_line, format_record, parse_record
from mujo.record.kif import format_kif
from mujo.record.kif_read import parse_kif
from mujo.record.pgn import format_pgn
from mujo.record.pgn_read import parse_pgn
from mujo.record.position_line import format_position_line, parse_position_line

#: The name of the class in the prompt.
Record = Game

__all__ = [
    "FORMAT",
    "VERSION",
    "Fault",
    "Format",
    "Game",
    "Record",
    "Replay",
    "Scan",
    "Variation",
    "find_format",
    "first_fault",
    "format_game",
    "format_games",
    "format_kif",
    "format_line",
    "format_pgn",
    "format_position_line",
    "format_record",
    "game_of",
    "parse_kif",
    "parse_pgn",
    "parse_position_line",
    "parse_record",
    "read_games",
    "read_record",
    "record_of",
    "scan_games",
    "scan_stream",
    "settle",
    "with_faults",
    "write_games",
    "write_record",
]
