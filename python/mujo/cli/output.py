"""The JSON output of the command line; its schema is described in docs/reference/cli.md."""

import json
from collections.abc import Mapping
from typing import Any, Final

from mujo._core import Board, Move, RuleSet
from mujo.errors import IllegalMoveError, InvalidPositionError, MujoError, NotationError, RuleSetError

__all__ = ["FORMAT", "board_fields", "error_json", "move_fields", "to_json"]

FORMAT: Final = "mujo-cli/1"


def to_json(command: str, fields: Mapping[str, Any]) -> str:
    """Write what a command found as one line of JSON."""
    return json.dumps({"format": FORMAT, "command": command, **fields}, ensure_ascii=False)


def error_json(error: MujoError) -> str:
    """Write an error as one line of JSON."""
    fields: dict[str, Any] = {"code": error.code, "message": str(error)}
    match error:
        case NotationError():
            fields["position"] = error.position
        case IllegalMoveError():
            fields["rule"] = error.rule
        case InvalidPositionError():
            fields["problems"] = list(error.problems)
        case RuleSetError():
            fields["matches"] = list(error.matches)
    return json.dumps({"format": FORMAT, "error": fields}, ensure_ascii=False)


def board_fields(board: Board) -> dict[str, Any]:
    """List what names a position: its rules and its text."""
    return {"rules": board.rules.name, "position": board.sfen()}


def move_fields(move: Move, rules: RuleSet) -> dict[str, Any]:
    """Take a move apart."""
    return {
        "usi": move.usi(),
        "from": rules.square_name(move.from_square),
        "captures": [rules.square_name(square) for square in move.captures],
        "to": rules.square_name(move.to_square),
        "promotes": move.promotes,
        "pass": move.is_pass,
        "igui": move.is_igui,
    }
