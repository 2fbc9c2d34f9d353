"""The text of a move, read and written (rule 3.10): start, victims before the end, end, and + if the piece changes."""

from __future__ import annotations

import re

from mujo_reference.board import Board, Piece, Position, Square, read_square, square_name
from mujo_reference.errors import Refused
from mujo_reference.moves import Move, effects, moves_with
from mujo_reference.promotion import results
from mujo_reference.rules import Rules

SQUARE = "[1-9][0-9]?[a-z][a-j]?"


def move_text(rules: Rules, board: Board, move: Move) -> str:
    """Return the text of a move, given the board before it."""
    squares = (move.start, *via(rules, board[move.start], move.victims, move.end), move.end)
    joint = ":" if len(squares) == 2 and passed(move.victims, move.end) else ""
    return joint.join(square_name(square) for square in squares) + _mark(rules, board, move)


def via(rules: Rules, mover: Piece, victims: tuple[Square, ...], end: Square) -> tuple[Square, ...]:
    """Return the squares written between start and end: the victims in order, without one on the end.

    What a sweep takes on its way follows from start and end (rule 10.2).
    """
    return () if rules.sweeps_as(rules.moves_as(mover)) else passed(victims, end)


def passed(victims: tuple[Square, ...], end: Square) -> tuple[Square, ...]:
    """Return the victims in order, without one on the end."""
    return victims[:-1] if victims and victims[-1] == end else victims


def _mark(rules: Rules, board: Board, move: Move) -> str:
    """Return + if type or face changes, with an id if the mover chose another contagion than the last (rule 4.5)."""
    if move.becomes == board[move.start]:
        return ""
    first = results(rules, board, move.start, move.victims, move.end)[0]
    return "+" if move.becomes == first else f"+{move.becomes.type}"


def split_text(rules: Rules, text: str) -> tuple[list[Square], str]:
    """Split the text of a move into squares and its mark: nothing, ``=``, or ``+`` and perhaps an id.

    A colon between two squares says that the move sweeps; start and end say so, too (rule 10.2).
    """
    match = re.fullmatch(rf"((?:{SQUARE}){{2,5}}|{SQUARE}:{SQUARE})(\+(?:[A-Z]{{1,3}})?|=)?", text)
    if match is None:
        if re.fullmatch(r"([a-z][a-j]?[1-9][0-9]?){2,5}(\+([A-Z]{1,3})?|=)?", text):
            raise Refused("notation.coordinates_swapped", f"{text!r}: the file comes first, as in 1a2b")
        raise Refused("notation.move_syntax", f"{text!r}: two to five squares and an optional +, as in 5e6f7g+")
    squares = []
    for name in re.findall(SQUARE, match[1]):
        try:
            square = read_square(name)
        except Refused:
            square = (0, 0)
        if not rules.on_board(square):
            raise Refused("notation.off_board", f"{name} is not on this board")
        squares.append(square)
    mark = match[2] or ""
    if mark[1:] and mark[1:] not in rules.contagious:
        raise Refused("notation.promotion_impossible", f"{mark}: only a contagious type can be named here")
    return squares, mark


def check_start(position: Position, start: Square) -> None:
    """Refuse a move that starts on an empty square or on a piece that is not to move (rule 5.9)."""
    piece = position.board.get(start)
    if piece is None:
        raise Refused("illegal_move.no_piece", f"{square_name(start)} is empty")
    if piece.side != position.turn:
        raise Refused("illegal_move.not_your_piece", f"the piece on {square_name(start)} is not to move")


def find_move(rules: Rules, position: Position, squares: list[Square], mark: str) -> Move:
    """Return the pseudo-legal move with these squares and mark.

    Empty squares in between are dropped (the start counts as empty), then the last one if it is the end. The rest must
    be the canonical text of the move.
    """
    board = position.board
    start, *between, end = squares
    check_start(position, start)
    between = [square for square in between if square != start and square in board]
    for square in between:
        if board[square].side == position.turn:
            raise Refused("notation.own_piece_on_route", f"{square_name(square)} holds a piece of its own side")
    if between and between[-1] == end:
        between.pop()
    for path in effects(rules, board, start):
        if path.end == end and list(via(rules, board[start], path.victims, end)) == between:
            return _with_mark(rules, board, moves_with(rules, board, start, path), mark)
    raise _no_such_move(position, start, end)


def _no_such_move(position: Position, start: Square, end: Square) -> Refused:
    """Return the refusal of a move that the piece does not have; ending on its own side has a slug of its own."""
    if end != start and end in position.board and position.board[end].side == position.turn:
        return Refused("illegal_move.own_piece", f"{square_name(end)} holds a piece of its own side")
    return Refused("illegal_move.no_such_move", f"the piece on {square_name(start)} has no such move")


def _with_mark(rules: Rules, board: Board, moves: list[Move], mark: str) -> Move:
    """Return the move of one effect that the mark of the text selects (rules 4.1, 4.5)."""
    marks = {_mark(rules, board, move): move for move in moves}
    if mark == "=" and len(marks) > 1 and "" in marks:
        mark = ""
    if mark in marks:
        return marks[mark]
    if mark == "" or (mark == "=" and "" not in marks):
        right = " or ".join(move_text(rules, board, move) for move in moves)
        raise Refused("notation.promotion_missing", f"the piece changes, so write {right}")
    raise Refused("notation.promotion_impossible", f"this move cannot end with {mark!r}")


def find_exact(rules: Rules, position: Position, move: Move) -> Move:
    """Return the pseudo-legal move equal to a hand-made move (rule 5.9)."""
    check_start(position, move.start)
    for path in effects(rules, position.board, move.start):
        if path.end == move.end and set(path.victims) == set(move.victims):
            found = moves_with(rules, position.board, move.start, path)
            for candidate in found:
                if candidate.becomes == move.becomes:
                    return candidate
            unchanged: Piece = position.board[move.start]
            must = move.becomes == unchanged
            raise Refused(f"illegal_move.{'must' if must else 'cannot'}_promote", "the piece becomes something else")
    raise _no_such_move(position, move.start, move.end)
