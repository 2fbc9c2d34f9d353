"""What a piece can do on a board, as plain values: its moves square by square, what is refused, who attacks it.

A move is made on a page by clicking its `path`: the squares of its victims on the way, then its end. Moves with the
same path differ in what the piece becomes.
"""

from collections.abc import Iterable
from typing import Any

from mujo._core import BLACK, WHITE, Board, Move, Piece
from mujo.diagrams import movement

__all__ = ["choices"]

#: Refusals that need no words: the piece does not move so, or the target is occupied by its own side.
_PLAIN = frozenset({"illegal_move.no_such_move", "illegal_move.own_piece", "illegal_move.no_piece"})

#: Beginnings of moves of several steps whose refusals are listed.
_MOST_PREFIXES = 50


def choices(board: Board, square: int) -> dict[str, Any]:
    """Describe the piece on a square, of either side.

    Parameters
    ----------
    board
        The board.
    square
        The square, as an index.

    Returns
    -------
    dict
        ``square``, ``piece`` (its symbol or ``None``), ``playable`` (whether it may move now), ``moves``, ``refused``,
        ``attackers`` (by side) and ``guards``; docs/reference/web.md lists the fields.

    Examples
    --------
    >>> from mujo import Board
    >>> board = Board(rules="maka")
    >>> pawn = choices(board, board.parse_square("10n"))
    >>> pawn["piece"], [move["usi"] for move in pawn["moves"]], pawn["moves"][0]["kind"]
    ('P', ['10n10m'], 'quiet')
    """
    piece = board.piece_at(square)
    if piece is None:
        return {
            "square": square,
            "piece": None,
            "playable": False,
            "moves": [],
            "refused": [],
            "attackers": _attackers(board, square),
            "guards": [],
        }
    over = board.is_game_over()
    playable = piece.side == board.turn and not over
    moves: Iterable[Move] = ()
    if playable:
        moves = board.legal_moves_from(square)
    elif not over:
        moves = [move for move in board.legal_moves_of(piece.side) if move.from_square == square]
    listed = list(moves)
    quiet = {move.to_square for move in listed if not move.via and not move.is_capture}
    return {
        "square": square,
        "piece": piece.symbol,
        "playable": playable,
        "moves": [_move(board, move, piece, quiet, playable=playable) for move in listed],
        "refused": _refused(board, square, listed) if playable else [],
        "attackers": _attackers(board, square),
        "guards": [
            other
            for other, friend in board.piece_map().items()
            if friend.side == piece.side and other != square and square in board.attackers(other, piece.side)
        ],
    }


def _attackers(board: Board, square: int) -> dict[str, list[int]]:
    return {"black": board.attackers(square, BLACK), "white": board.attackers(square, WHITE)}


def _move(board: Board, move: Move, piece: Piece, quiet: set[int], *, playable: bool) -> dict[str, Any]:
    # The core tells the effect of moves of the side to move only.
    becomes = board.effect(move).after if playable and move.promotes else None
    return {
        "usi": move.usi(),
        "path": [*move.via, move.to_square],
        "kind": _kind(move),
        "captures": list(move.captures),
        "promotes": move.promotes,
        "becomes": None if becomes is None else becomes.symbol,
        "corners": _corners(board, move, piece, quiet),
    }


def _kind(move: Move) -> str:
    if move.is_pass:
        return "pass"
    if move.is_igui:
        return "igui"
    if len(move.captures) > 1:
        return "double"
    return "capture" if move.captures else "quiet"


def _corners(board: Board, move: Move, piece: Piece, quiet: set[int]) -> list[int]:
    """Return the squares where a hook may turn, for display: empty squares that the piece reaches, in line with both.

    The core knows no route, since moves with the same effect are one move (rule 3.1).
    """
    how = movement(board.rules, piece)
    if not how.turns or move.via:
        return []
    files = board.rules.files
    # A piece of White moves as one of Black turned around.
    ahead = 1 if piece.side == BLACK else -1
    start, end = _point(move.from_square, files), _point(move.to_square, files)
    straight = _way(start, end)
    if straight is not None and how.lines[ahead * straight[0], ahead * straight[1]] != 0:
        return []
    found = []
    for corner in quiet:
        point = _point(corner, files)
        first, second = _way(start, point), _way(point, end)
        if first is None or second is None or first[0] * second[0] + first[1] * second[1]:
            continue
        if (ahead * first[0], ahead * first[1]) in how.turns and all(
            board.piece_at(between) is None for between in _between(point, end, second, files)
        ):
            found.append(corner)
    return found


def _point(square: int, files: int) -> tuple[int, int]:
    rank, file = divmod(square, files)
    return -file, rank


def _way(start: tuple[int, int], end: tuple[int, int]) -> tuple[int, int] | None:
    """Return the direction of a straight line between two points, if there is one."""
    right, down = end[0] - start[0], end[1] - start[1]
    if (right, down) == (0, 0) or (right and down and abs(right) != abs(down)):
        return None
    return (right > 0) - (right < 0), (down > 0) - (down < 0)


def _between(start: tuple[int, int], end: tuple[int, int], way: tuple[int, int], files: int) -> Iterable[int]:
    x, y = start[0] + way[0], start[1] + way[1]
    while (x, y) != end:
        yield y * files - x
        x, y = x + way[0], y + way[1]


def _refused(board: Board, square: int, listed: list[Move]) -> list[dict[str, Any]]:
    """List the squares where a rule forbids what the piece could otherwise do, at once or after other squares."""
    rules, found = board.rules, []
    start = rules.square_name(square)
    # What can be clicked next, by what has been clicked.
    following: dict[tuple[int, ...], set[int]] = {(): {move.to_square for move in listed}}
    for move in listed:
        path = (*move.via, move.to_square)
        for length in range(1, len(path)):
            following.setdefault(path[:length], set()).add(path[length])
    for after, ends in list(following.items())[:_MOST_PREFIXES]:
        words = start + "".join(rules.square_name(each) for each in after)
        for end in range(rules.files * rules.ranks):
            if end in ends or (end == square and not after):
                continue
            reason = board.explain(words + rules.square_name(end))
            if reason.code == "notation.promotion_missing":
                reason = board.explain(f"{words}{rules.square_name(end)}+")
            if reason.legal or reason.code in _PLAIN or not reason.code.startswith("illegal_move."):
                continue
            found.append(
                {
                    "square": end,
                    "after": list(after),
                    "code": reason.code,
                    "rule": reason.rule,
                    "message": reason.message,
                    "squares": [other for other in reason.squares if other not in (square, end)],
                }
            )
    return found
