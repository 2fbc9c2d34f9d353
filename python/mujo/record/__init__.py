"""Records of games: the contents of a record, and the formats it is read from and written to.

`Game` holds rules, start, moves, result, tags, comments and variations. Its moves are texts, so a game with an illegal
move can be kept: `Game.replay` plays it as far as possible. `read_games` and `write_games` go through files one game at
a time, `scan_games` yields each game with its first fault. docs/reference/records.md describes the formats:

==========  =================================================================================
json        one game, an object; lossless
jsonl       one game a line; also the NDJSON export of lishogi
position    one game a line, as engines take it
pgn         tags, moves in Hodges' letters, comments, variations
kif         Japanese; also the files of lishogi and ChuShogiLite for chu
xboard      PGN of XBoard, WinBoard and ChuShogiLite
==========  =================================================================================

A record never opens another file: it may name shipped rules or the caller's.

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
    LOSSLESS,
    WRITABLE,
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
from mujo.record.xboard import parse_xboard

#: An alias that the prompt uses.
Record = Game

__all__ = [
    "FORMAT",
    "LOSSLESS",
    "VERSION",
    "WRITABLE",
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
    "parse_xboard",
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
