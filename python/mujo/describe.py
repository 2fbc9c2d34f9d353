"""Moves, results and positions in words."""

from mujo._core import Board, Move, Outcome

__all__ = ["describe_move", "describe_outcome", "describe_turn", "side_name"]


def side_name(side: bool) -> str:
    """Name a side: ``Black`` or ``White``."""
    return "Black" if side else "White"


#: How a game was won, by the words of `Outcome.termination`; ``{}`` is the side that has lost.
_WON = {
    "royals_captured": "{}'s last royal was captured",
    "no_royals": "{} has no royal",
    "checkmate": "{} is in check and has no legal move",
    "stalemate": "{} has no legal move",
    "repetition": "{} is at fault for the fourth occurrence of the position",
    "bare_king": "{} has a lone royal and cannot bare the other",
}

#: How a game was drawn.
_DRAWN = {
    "repetition": "the position occurred for the fourth time and nobody is at fault",
    "stalemate": "the side to move has no legal move and is not in check",
    "bare_king": "both sides have a lone royal",
}


def describe_outcome(outcome: Outcome) -> str:
    """Say who has won, how, and by which rule.

    Examples
    --------
    >>> from mujo import BLACK, Outcome
    >>> describe_outcome(Outcome(BLACK, "royals_captured"))
    "Black wins: White's last royal was captured (rule 5.1)"
    """
    plain = outcome.termination.replace("_", " ")
    if outcome.winner is None:
        how = _DRAWN.get(outcome.termination, plain)
        who = "Draw"
    else:
        how = _WON.get(outcome.termination, plain).format(side_name(not outcome.winner))
        who = f"{side_name(outcome.winner)} wins"
    return f"{who}: {how} (rule {outcome.rule})"


def describe_turn(board: Board) -> str:
    """Say in one line how the game stands: its result, or whose turn it is.

    Examples
    --------
    >>> describe_turn(Board())
    'Move 1, Black to move'
    """
    outcome = board.outcome()
    if outcome is not None:
        return describe_outcome(outcome)
    check = ", in check" if board.is_check() else ""
    return f"Move {board.move_number}, {side_name(board.turn)} to move{check}"


def describe_move(board: Board, move: Move) -> str:
    """Say what a legal move does: what moves where, what it takes and what the piece becomes.

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
    'P from 8r to 8q'
    """
    name = board.rules.square_name
    piece = board.piece_at(move.from_square)
    symbol = piece.symbol if piece is not None else "?"
    here = name(move.from_square)
    if move.is_pass:
        return f"{symbol} on {here} passes"
    victims = [*move.captures]
    if not move.is_igui and board.piece_at(move.to_square) is not None and move.to_square != move.from_square:
        victims.append(move.to_square)
    taken = " and ".join(f"{_symbol(board, square)} on {name(square)}" for square in victims)
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
