"""Royals, possible captures, the emperor rule and check (rules 5.1 to 5.7, 8.1)."""

from __future__ import annotations

from collections.abc import Iterator

from mujo_reference.board import BLACK, STAND_IN, STONE, WHITE, Board, Piece, Position, Square, other, squares_of
from mujo_reference.moves import Move, board_after, moves_from
from mujo_reference.paths import paths
from mujo_reference.rules import Rules

FEW_EMPERORS, MANY_EMPERORS = 4, 10
"""With more other emperors than this, captures are counted (rule 5.4): if one has several legs, and otherwise."""


def with_role(rules: Rules, board: Board, side: str, *roles: str) -> list[Square]:
    """Return the squares of a side's pieces that currently have one of these roles (rule 2.4)."""
    return [square for square in squares_of(board, side) if rules.role(board[square]) in roles]


def royals(rules: Rules, board: Board, side: str) -> list[Square]:
    """Return the squares of a side's royals (rules 2.4, 5.1)."""
    return with_role(rules, board, side, "emperor", "prince", "king")


def without_royals(rules: Rules, board: Board) -> list[str]:
    """Sides that have no royal (rule 5.2)."""
    return [side for side in (BLACK, WHITE) if not royals(rules, board, side)]


def could_capture(rules: Rules, board: Board, side: str, target: Square) -> bool:
    """Return whether a side could capture on a square (rule 5.3)."""
    return any(True for _ in attackers(rules, board, side, target))


def attackers(rules: Rules, board: Board, side: str, target: Square) -> Iterator[Square]:
    """Yield the squares of a side's pieces that could capture on a square (rules 5.3, 8.1).

    A square that is empty or held by the side itself is judged as if an enemy pawn were on it.
    """
    if target not in board or board[target].side == side:
        board = {**board, target: Piece(other(side), STAND_IN)}
    for start in squares_of(board, side):
        if target in captures(rules, board, start, target):
            yield start


def captures(rules: Rules, board: Board, start: Square, target: Square | None = None) -> set[Square]:
    """Return the squares of the enemies that one piece could capture, or only `target` (rule 5.3).

    An emperor's move counts only if the emperor rule allows it.
    """
    found: set[Square] = set()
    emperor = rules.role(board[start]) == "emperor"
    side = board[start].side
    if rules.options["burning"] != "off":
        taken = {square for move in moves_from(rules, board, start) for square in move.all_victims}
        found = {square for square in taken if board[square].side != side}
        return found if target is None else found & {target}
    for path in paths(rules, board, start, target):
        if not path.victims or (target is not None and target not in path.victims):
            continue
        if not emperor or emperor_may_go(rules, board, start, path.victims, path.end):
            found.update(victim for victim in path.victims if board[victim].side != side)
    return found


def emperor_may_go(rules: Rules, board: Board, start: Square, victims: tuple[Square, ...], end: Square) -> bool:
    """Return whether the emperor on `start` may make this move (rule 5.4)."""
    side = board[start].side
    enemy = other(side)

    def safe() -> bool:
        return not _could_capture_emperor(rules, _judged_board(rules, board, start, victims, end), enemy, end)

    def enemy_emperor_elsewhere() -> bool:
        return any(square not in victims for square in with_role(rules, board, enemy, "emperor"))

    rule = rules.options["emperor"]
    if rule == "protected-royal":
        return not any(rules.role(board[victim]) for victim in victims) or safe()
    if rule == "protected-piece":
        return not victims or safe()
    if rule == "protected-piece-by-emperor":
        return not victims or (not enemy_emperor_elsewhere() and safe())
    if rule == "protected-square":
        return (not victims and bool(with_role(rules, board, side, "prince"))) or safe()
    assert rule == "unrestricted"
    return True


def _could_capture_emperor(rules: Rules, board: Board, side: str, target: Square) -> bool:
    """Return whether a side could capture the emperor on a square, by counting if there are many (rule 5.4)."""
    enemy = other(side)
    others = [
        square for each in (side, enemy) for square in with_role(rules, board, each, "emperor") if square != target
    ]
    several_legs = any(len(term.legs) > 1 for square in others for term in rules.terms(board[square]))
    if len(others) <= (FEW_EMPERORS if several_legs else MANY_EMPERORS):
        return could_capture(rules, board, side, target)

    def reaching(each: str) -> list[Square]:
        judged = board if board[target].side != each else {**board, target: Piece(other(each), STAND_IN)}
        starts = squares_of(judged, each)
        return [
            start for start in starts if any(target in path.victims for path in paths(rules, judged, start, target))
        ]

    own, theirs = reaching(side), reaching(enemy)
    if any(square not in others for square in own):
        return True
    return all(square in others for square in theirs) and len(own) > len(theirs)


def _judged_board(rules: Rules, board: Board, start: Square, victims: tuple[Square, ...], end: Square) -> Board:
    """Return the board on which protection is judged: after the move, or with a stone on the old square (rule 5.5)."""
    judged = board_after(board, Move(start, victims, end, board[start]))
    if rules.options["protection"] == "before" and end != start:
        judged[start] = STONE
    return judged


def last_royal_could_be_taken(rules: Rules, board: Board, side: str) -> bool:
    """Return whether a side has exactly one royal and the enemy could capture it (rules 5.6, 5.7, 6.3)."""
    if side in rules.play_without_royals:
        return False
    own = royals(rules, board, side)
    return len(own) == 1 and could_capture(rules, board, other(side), own[0])


def takes_last_royal(rules: Rules, board: Board, move: Move) -> bool:
    """Return whether a move captures the opponent's last royal (rule 5.1)."""
    enemy = other(board[move.start].side)
    if enemy in rules.play_without_royals:
        return False
    return bool(royals(rules, board, enemy)) and not royals(rules, board_after(board, move), enemy)


def loses_own_last_royal(rules: Rules, board: Board, move: Move) -> bool:
    """Return whether a move removes its own side's last royal, by fire or a sweep (rules 9.4, 10.2)."""
    side = board[move.start].side
    if side in rules.play_without_royals:
        return False
    return bool(royals(rules, board, side)) and not royals(rules, board_after(board, move), side)


def is_check(rules: Rules, position: Position) -> bool:
    """Return whether the side to move is in check (rule 5.7)."""
    return last_royal_could_be_taken(rules, position.board, position.turn)


def exposes(rules: Rules, position: Position, move: Move) -> bool:
    """Return whether a move exposes its side's last royal without capturing the enemy's last (rule 5.6)."""
    if takes_last_royal(rules, position.board, move):
        return False
    if loses_own_last_royal(rules, position.board, move):
        return True
    return last_royal_could_be_taken(rules, board_after(position.board, move), position.turn)
