"""Scores, lines and reasons of moves, in words."""

from mujo._core import Board, Line, Move, Piece, Score
from mujo.describe import describe_move, side_name
from mujo.notation import format_hodges

__all__ = ["line_text", "reasons", "score_text"]

#: Pieces that are named in a sentence.
_NAMED = 2


def score_text(score: Score, turn: bool) -> str:
    """Write a score from Black's point of view, in units, or who mates.

    Parameters
    ----------
    score
        A score for the side to move.
    turn
        The side to move.

    Examples
    --------
    >>> from mujo import BLACK, Engine
    >>> board = Board(rules="chu")
    >>> score_text(Engine("chu", hash=1).search(board, depth=1).score, BLACK)[0] in "+-"
    True
    """
    if score.mate is not None:
        winner = side_name(turn if score.mate > 0 else not turn)
        return f"{winner} wins in {(abs(score.mate) + 1) // 2}"
    units = score.units or 0
    return f"{(units if turn else -units) / 100:+.2f}"


def line_text(board: Board, line: Line, most: int = 12) -> str:
    """Write a line in short notation, `most` moves at most.

    Parameters
    ----------
    board
        The position in which the line begins.
    line
        A line of a search of it.
    most
        Moves that are written, 1 or more.

    Raises
    ------
    MujoError
        ``wrong_rules``: the line belongs to another board.

    Examples
    --------
    >>> from mujo import Engine
    >>> board = Board(rules="chu")
    >>> bool(line_text(board, Engine("chu", hash=1).search(board, depth=2).lines[0]))
    True
    """
    words, after = [], board.copy()
    for move in line.moves[:most]:
        words.append(format_hodges(after, move))
        after.push(move)
    return " ".join(words) + (" ..." if len(line.moves) > most else "")


def reasons(board: Board, move: Move, values: dict[str, int], *, names: bool = False) -> str:
    """Explain a legal move by what it takes, what it attacks and what it leaves attacked.

    Parameters
    ----------
    board
        The board before the move.
    move
        A legal move.
    values
        Value of each kind, as `Engine.values` returns.
    names
        Use the names of pieces instead of their symbols throughout.

    Examples
    --------
    >>> from mujo import Engine
    >>> board = Board(rules="chu")
    >>> reasons(board, board.parse_move("6i6h"), Engine("chu", hash=1).values())
    'P from 6i to 6h.'
    """
    side, after = board.turn, board.play(move)
    sentences = [describe_move(board, move, names=names)]
    types = {type_.id: type_.name for type_ in board.rules.piece_types.values()}

    def named(square: int, piece: Piece) -> str:
        if names:
            return f"{board.rules.moves_as(piece).name} on {_square(board, square)}"
        return f"{types.get(piece.type, piece.symbol)}{' (promoted)' * piece.promoted} on {_square(board, square)}"

    def value(piece: Piece) -> int:
        return values.get(("+" if piece.promoted else "") + piece.type, 0)

    if after.is_game_over():
        return f"{sentences[0]}. {after.outcome()}."
    if after.is_check():
        sentences.append("that is check")
    pieces = after.piece_map()
    mover = pieces.get(move.to_square)
    if mover is not None and not move.is_pass:
        before = {square for square in board.piece_map() if move.from_square in board.attackers(square, side)}
        attacked = [
            (value(piece), square, piece)
            for square, piece in pieces.items()
            if piece.side != side and square not in before and move.to_square in after.attackers(square, side)
        ]
        attacked = [each for each in attacked if each[0] > value(mover) or not after.attackers(each[1], not side)]
        for _, square, piece in sorted(attacked, key=lambda each: -each[0])[:_NAMED]:
            sentences.append(f"it attacks the {named(square, piece)}")
    hanging = []
    for square, piece in pieces.items():
        if piece.side != side:
            continue
        attackers = after.attackers(square, not side)
        if not attackers:
            continue
        least = min(value(pieces[attacker]) for attacker in attackers)
        if least < value(piece) or not after.attackers(square, side):
            hanging.append((value(piece), square, piece, len(attackers)))
    for _, square, piece, count in sorted(hanging, key=lambda each: -each[0])[:_NAMED]:
        times = {1: "once", 2: "twice"}.get(count, f"{count} times")
        sentences.append(f"its {named(square, piece)} is then attacked {times}")
    return "; ".join(sentences) + "."


def _square(board: Board, square: int) -> str:
    return board.rules.square_name(square)
