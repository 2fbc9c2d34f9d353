"""A game as plain values for a page: the board, the state of the game, its moves and what may be done with it."""

from collections import Counter
from typing import Any

from mujo._core import BLACK, WHITE, Move
from mujo.describe import side_name
from mujo.web.game import TreeGame

__all__ = ["VERSION", "game_view", "side_word"]

#: The version of the interface; it grows when a field changes its meaning or goes.
VERSION = 1


def side_word(side: bool) -> str:
    """Return ``black`` or ``white``.

    Examples
    --------
    >>> side_word(BLACK)
    'black'
    """
    return side_name(side).lower()


def game_view(game: TreeGame) -> dict[str, Any]:
    """Describe a game; docs/reference/web.md lists the fields.

    Examples
    --------
    >>> from mujo import Board
    >>> view = game_view(TreeGame(Board(rules="maka")))
    >>> view["turn"], view["status"], view["can"]["undo"], len(view["pieces"])
    ('black', 'Move 1, Black to move', False, 192)
    """
    board = game.board
    over = board.is_game_over()
    result, termination = game.stated
    rule = None
    outcome = board.outcome()
    if outcome is not None:
        result, termination, rule = outcome.result, outcome.termination, outcome.rule
    line = game.line()
    ply = len(board.move_stack)
    return {
        "version": VERSION,
        "set": board.rules.digest,
        "rules": board.rules.name,
        "title": board.rules.title,
        "position": board.sfen(),
        "turn": side_word(board.turn),
        "ply": ply,
        "move_number": board.move_number,
        "status": game.standing(),
        "over": game.is_over,
        "result": result,
        "termination": termination,
        "rule": rule,
        "check": not over and board.is_check(),
        "pieces": [[square, piece.symbol] for square, piece in board.piece_map().items()],
        "last": _last(board.peek()) if board.move_stack else None,
        "danger": [
            square
            for side in (BLACK, WHITE)
            for square in board.royals(side)
            if not over and board.attackers(square, not side)
        ],
        "captured": _captured(game),
        "legal_moves": 0 if game.is_over else len(board.legal_moves),
        "first_turn": side_word(board.turn == (ply % 2 == 0)),
        "line": [{"usi": each.usi, "text": each.text, "words": each.words} for each in line],
        "branches": [
            {"ply": each.ply, "texts": list(each.texts), "length": each.length} for each in game.branch_list()
        ],
        "comments": {str(at): text for at, text in sorted(game.comments.items())},
        "can": {
            "undo": ply > 0,
            "redo": game.redoable > 0,
            "end": not game.is_over and not game.redoable,
            "resume": game.stated[0] is not None and not over,
        },
    }


def _last(move: Move) -> dict[str, Any]:
    return {"usi": move.usi(), "from": move.from_square, "via": list(move.via), "to": move.to_square}


def _captured(game: TreeGame) -> dict[str, list[list[Any]]]:
    """List what each side has captured, as symbols with counts, in the order of the first capture."""
    taken: dict[bool, Counter[str]] = {BLACK: Counter(), WHITE: Counter()}
    for played in game.line()[: len(game.board.move_stack)]:
        for victim in played.victims:
            taken[not victim.side][victim.symbol] += 1
    return {side_word(side): [[symbol, count] for symbol, count in counts.items()] for side, counts in taken.items()}
