"""Moves and positions in words."""

from mujo._core import Board, Move

__all__ = ["describe_move", "describe_turn", "side_name"]


def side_name(side: bool) -> str:
    """Name a side: ``Black`` or ``White``."""
    return "Black" if side else "White"


def describe_turn(board: Board) -> str:
    """Describe the state of the game in one line: its result, or whose turn it is.

    Examples
    --------
    >>> describe_turn(Board())
    'Move 1, Black to move'
    """
    outcome = board.outcome()
    if outcome is not None:
        return str(outcome)
    check = ", in check" if board.is_check() else ""
    return f"Move {board.move_number}, {side_name(board.turn)} to move{check}"


def describe_move(board: Board, move: Move) -> str:
    """Describe a legal move: its piece, where it goes, what it captures and what the piece becomes.

    Parameters
    ----------
    board
        The board before the move.
    move
        A legal move.

    Examples
    --------
    >>> board = Board()
    >>> describe_move(board, board.parse_move("8r8q"))
    'GB from 8r to 8q'
    """
    name = board.rules.square_name
    piece = board.piece_at(move.from_square)
    symbol = piece.symbol if piece is not None else "?"
    here = name(move.from_square)
    if move.is_pass:
        return f"{symbol} on {here} passes"
    taken = " and ".join(f"{victim} on {name(square)}" for square, victim in board.effect(move).victims)
    if move.to_square == move.from_square:
        text = f"{symbol} on {here} takes {taken} and stays"
    else:
        text = f"{symbol} from {here} to {name(move.to_square)}" + (f", taking {taken}" if taken else "")
    if move.promotes:
        text += f", becoming {_symbol(board.play(move), move.to_square)}"
    return text


def _symbol(board: Board, square: int) -> str:
    piece = board.piece_at(square)
    return "?" if piece is None else piece.symbol
