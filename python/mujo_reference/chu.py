"""Additions of chu: lion trading, counter-strike, the bare king (rules 7.2 to 7.4)."""

from __future__ import annotations

from mujo_reference.betza import Term, directions
from mujo_reference.board import BLACK, STAND_IN, WHITE, Board, Piece, Position, Square, other, shifted, squares_of
from mujo_reference.moves import Move, board_after
from mujo_reference.royals import captures, could_capture, royals
from mujo_reference.rules import Rules


def lion_trading_forbids(rules: Rules, position: Position, move: Move) -> bool:
    """Return whether a move is a lion's capture of a distant, protected lion (rule 7.2).

    The capture is legal if the move also captures a piece of worth on the way. A worthless piece still protects if it
    is captured on the way.
    """
    board = position.board
    if rules.options["lion_trading"] == "off" or not rules.is_lion(board[move.start]):
        return False
    far_lions = [
        victim for victim in move.victims if rules.is_lion(board[victim]) and not _neighbours(victim, move.start)
    ]
    on_the_way = [victim for victim in move.victims if victim not in far_lions]
    if any(rules.moves_as(board[victim]) not in rules.worthless for victim in on_the_way):
        return False
    return any(_is_protected(rules, position, move, lion) for lion in far_lions)


def counter_strike_forbids(rules: Rules, position: Position, move: Move) -> bool:
    """Return whether a piece other than a lion captures a lion elsewhere, right after such a capture (rule 7.3)."""
    board, value = position.board, rules.options["lion_trading"]
    if value == "off" or position.last_lion_capture is None or rules.is_lion(board[move.start]):
        return False
    elsewhere = [
        victim for victim in move.victims if rules.is_lion(board[victim]) and victim != position.last_lion_capture
    ]
    if value == "lishogi":
        return move.end in elsewhere
    if value == "jcsa":
        return any(_is_protected(rules, position, move, lion) for lion in elsewhere)
    assert value == "chu"
    return bool(elsewhere)


def _is_protected(rules: Rules, position: Position, move: Move, lion: Square) -> bool:
    """Return whether a lion that a move captures is protected, perhaps by a worthless piece that falls too (7.2)."""
    board = position.board
    if could_capture(rules, board_after(board, move), other(position.turn), move.end):
        return True
    without_mover = {square: piece for square, piece in board.items() if square != move.start}
    return any(
        could_capture_from(rules, without_mover, victim, lion)
        for victim in move.victims
        if victim != lion and rules.moves_as(board[victim]) in rules.worthless
    )


def could_capture_from(rules: Rules, board: Board, start: Square, target: Square) -> bool:
    """Return whether the piece on `start` could capture on a square that its own side holds (rule 5.3)."""
    held = {**board, target: Piece(other(board[start].side), STAND_IN)}
    return target in captures(rules, held, start, target)


def bare_king_losers(rules: Rules, board: Board) -> list[str]:
    """Return the side that is bare against enough pieces, both if each has only a royal, else nobody (rule 7.4).

    Whether the bare side can reverse it is not asked here.
    """
    if all(is_alone(rules, board, side) for side in (BLACK, WHITE)):
        return [BLACK, WHITE]
    return [side for side in (BLACK, WHITE) if _is_bare(rules, board, side) and is_enough(rules, board, other(side))]


def is_alone(rules: Rules, board: Board, side: str) -> bool:
    """Return whether a side has a royal and nothing else (rule 7.4)."""
    return len(squares_of(board, side)) == 1 == len(royals(rules, board, side))


def is_enough(rules: Rules, board: Board, side: str) -> bool:
    """Return whether a side has enough pieces to win against a bare one (rule 7.4)."""
    if rules.options["bare_king"] == "chu":
        return not is_alone(rules, board, side)
    return bool(royals(rules, board, side)) and len(_counting(rules, board, side)) >= 2


def threatens_reversal(rules: Rules, board: Board, side: str) -> bool:
    """Return whether a bare side could capture a royal, or one of only two pieces that count (rule 7.4, lishogi)."""
    enemy = other(side)
    last_two = _counting(rules, board, enemy)
    targets = [*royals(rules, board, enemy), *(last_two if len(last_two) <= 2 else [])]
    return any(could_capture(rules, board, side, target) for target in targets)


def _is_bare(rules: Rules, board: Board, side: str) -> bool:
    """Return whether nothing but one royal of a side counts (rule 7.4)."""
    if rules.options["bare_king"] == "chu":
        return is_alone(rules, board, side)
    alive = [square for square in squares_of(board, side) if not _is_dead(rules, board, square)]
    own_royals = royals(rules, board, side)
    return len(own_royals) == 1 and set(alive) <= set(own_royals)


def _counting(rules: Rules, board: Board, side: str) -> list[Square]:
    """Return the squares of a side's pieces that count when it is the stronger side (rule 7.4)."""
    return [
        square
        for square in squares_of(board, side)
        if rules.moves_as(board[square]) not in rules.worthless and not _is_dead(rules, board, square)
    ]


def _is_dead(rules: Rules, board: Board, square: Square) -> bool:
    """Return whether every move of a piece begins with a step off the board (rule 7.4)."""
    piece = board[square]

    def begins_on_the_board(term: Term) -> bool:
        if term.atom == "U":
            return True
        return any(rules.on_board(shifted(square, *vector, piece.side)) for vector in directions(term, 0, None))

    return not any(begins_on_the_board(term) for term in rules.terms(piece))


def _neighbours(one: Square, two: Square) -> bool:
    """Return whether two squares are neighbours."""
    return max(abs(one[0] - two[0]), abs(one[1] - two[1])) == 1
