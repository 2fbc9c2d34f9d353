"""The text of a position, both ways (rules 2.1 to 2.3)."""

from __future__ import annotations

import re

from mujo_reference.board import BLACK, WHITE, Board, Piece, Position, Square, read_square, square_name
from mujo_reference.errors import Refused
from mujo_reference.rules import Rules


def read_position(rules: Rules, text: str) -> tuple[Position, int]:
    """Read a position and its move number; the defaults are ``b - 1``."""
    if text.strip() == "startpos":
        text = rules.start_text()
    fields = re.split(r"[ _]+", text.strip(" _"))
    if fields == [""]:
        raise Refused("position.empty", "the text is empty")
    if len(fields) > 4:
        raise Refused("position.fields", "at most four fields: board, side, state, number")
    cells, side, state, number = fields + ["b", "-", "1"][len(fields) - 1 :]
    board = _read_board(rules, cells)
    if side not in (BLACK, WHITE):
        raise Refused("position.side", f"the side to move is b or w, not {side!r}")
    if re.fullmatch("[1-9][0-9]*", number) is None:
        raise Refused("position.number", f"the move number is a whole number from 1 on, not {number!r}")
    return Position(board, side, _read_last_lion_capture(rules, state)), int(number)


def _read_board(rules: Rules, text: str) -> Board:
    """Read the ranks, rank a first, each from the highest file down to file 1."""
    rows = text.split("/")
    if len(rows) != rules.ranks:
        raise Refused("position.rank_count", f"{len(rows)} ranks instead of {rules.ranks}")
    board: Board = {}
    for rank, row in enumerate(rows, start=1):
        file = rules.files
        after_count = False
        for cell in row.split(","):
            if cell.isdecimal() and cell.isascii():
                if re.fullmatch("[1-9][0-9]?", cell) is None or int(cell) > rules.files or after_count:
                    raise Refused("position.count", f"rank {rank}: {cell!r} is not a valid count of empty squares here")
                file -= int(cell)
                after_count = True
            else:
                board[file, rank] = _read_piece(rules, cell)
                file -= 1
                after_count = False
        if file != 0:
            raise Refused("position.rank_width", f"rank {rank} has {rules.files - file} files, not {rules.files}")
    return board


def _read_piece(rules: Rules, cell: str) -> Piece:
    """Read one piece; capitals are Black."""
    match = re.fullmatch(r"(\+?)([A-Za-z]{1,3})", cell)
    if match is None:
        raise Refused("position.cell", f"{cell!r} is not a cell: + if promoted, then an id")
    plus, letters = match.groups()
    if not (letters.isupper() or letters.islower()):
        raise Refused("position.mixed_case", f"{cell!r}: capital is Black, small is White")
    id_ = letters.upper()
    if id_ not in rules.pieces:
        known = id_ in rules.lines
        code = "position.promoted_name" if known else "position.unknown_piece"
        raise Refused(code, f"{cell!r} is not an initial type")
    if plus and rules.promotes_to(id_) is None:
        raise Refused("position.cannot_promote", f"{cell!r}: {id_} does not promote")
    return Piece(BLACK if letters.isupper() else WHITE, id_, bool(plus))


def _read_last_lion_capture(rules: Rules, text: str) -> Square | None:
    """Read the third field: a square only in games with counter-strike (rule 7.3)."""
    if text == "-":
        return None
    try:
        square = read_square(text)
    except Refused:
        square = (0, 0)
    if rules.options["lion_trading"] == "off" or not rules.on_board(square):
        raise Refused("position.state", f"{text!r}: - or, with counter-strike, the square of a captured lion")
    return square


def position_text(rules: Rules, position: Position, number: int) -> str:
    """Return the text of a position, with all four fields."""
    rows = []
    for rank in range(1, rules.ranks + 1):
        cells: list[str] = []
        empty = 0
        for file in range(rules.files, 0, -1):
            piece = position.board.get((file, rank))
            if piece is None:
                empty += 1
                continue
            cells += [str(empty)] * (empty > 0) + [symbol(piece)]
            empty = 0
        rows.append(",".join(cells + [str(empty)] * (empty > 0)))
    lion = position.last_lion_capture
    state = "-" if lion is None else square_name(lion)
    return f"{'/'.join(rows)} {position.turn} {state} {number}"


def symbol(piece: Piece) -> str:
    """Return the cell of a piece, such as ``+HM`` or ``q`` (rule 2.3)."""
    return ("+" if piece.promoted else "") + (piece.type if piece.side == BLACK else piece.type.lower())


def from_letters(rules: Rules, text: str) -> str:
    """Convert lishogi's form, one letter per type and no commas, to the form with ids."""
    ids = {line.letter: line.id for line in rules.pieces.values() if line.letter}
    board, *rest = text.split()
    rows = []
    for row in board.split("/"):
        cells = re.findall(r"[0-9]+|\+?[A-Za-z]", row)
        for index, cell in enumerate(cells):
            if not cell.isdecimal():
                id_ = ids[cell[-1].upper()]
                cells[index] = cell[:-1] + (id_ if cell[-1].isupper() else id_.lower())
        rows.append(",".join(cells))
    return " ".join(["/".join(rows), *rest])
