"""Moves and positions in words."""

from mujo._core import Board, Move, Piece

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


def describe_move(board: Board, move: Move, *, names: bool = False) -> str:
    """Describe a legal move: its piece, where it goes, what it captures and what the piece becomes.

    Parameters
    ----------
    board
        The board before the move.
    move
        A legal move.
    names
        Use the names of pieces instead of their symbols.

    Examples
    --------
    >>> board = Board()
    >>> describe_move(board, board.parse_move("8r8q"))
    'GB from 8r to 8q'
    >>> describe_move(board, board.parse_move("8r8q"), names=True)
    'go-between from 8r to 8q'
    """
    name = board.rules.square_name

    def called(piece: Piece) -> str:
        return board.rules.moves_as(piece).name if names else piece.symbol

    piece = board.piece_at(move.from_square)
    symbol = called(piece) if piece is not None else "?"
    here = name(move.from_square)
    effect = board.effect(move)
    taken = " and ".join(f"{called(victim)} on {name(square)}" for square, victim in effect.victims)
    if move.is_pass:
        text = f"{symbol} on {here} passes" + (f" and burns {taken}" if taken else "")
    elif move.to_square == move.from_square:
        text = f"{symbol} on {here} takes {taken} and stays"
    else:
        text = f"{symbol} from {here} to {name(move.to_square)}" + (f", taking {taken}" if taken else "")
    if effect.after is None:
        text += ", and vanishes beside an enemy's fire demon"
    elif move.promotes:
        text += f", becoming {called(effect.after)}"
    return text
