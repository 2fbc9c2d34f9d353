"""The command that lists moves in words, grouped by what they do."""

from collections.abc import Iterable

from mujo._core import Board, Move
from mujo.cells import wrap_words
from mujo.describe import side_name
from mujo.diagrams import Style
from mujo.diagrams.words import titled
from mujo.repl.commands.command import moves_text
from mujo.repl.reply import Reply
from mujo.repl.session import Session

__all__ = ["describe_moves", "whose"]

#: The groups in the order in which they are listed.
_GROUPS = ("goes to", "captures", "captures two", "captures several", "captures and returns (igui)", "passes")


def describe_moves(session: Session, argument: str) -> Reply:
    """List the legal moves of the side to move, or those of the piece on a square."""
    board, width = session.board, session.view.width
    if session.is_over:
        return Reply("The game is over: there are no legal moves.")
    if not argument:
        moves = board.legal_moves
        lines = [f"{moves_text(len(moves))}. 'moves SQUARE' explains those of one piece."]
        by_start: dict[int, list[str]] = {}
        for move in moves:
            by_start.setdefault(move.from_square, []).append(move.usi())
        for start, texts in sorted(by_start.items()):
            piece = board.piece_at(start)
            symbol = "" if piece is None else piece.symbol
            head = f"{symbol} on {board.rules.square_name(start)} ({len(texts)}):"
            lines.append(wrap_words(texts, width, first=head))
        return Reply("\n".join(lines))
    square = board.rules.parse_square(argument)
    piece = board.piece_at(square)
    name = board.rules.square_name(square)
    if piece is None:
        return Reply(f"{name} is empty.")
    if piece.side != board.turn:
        return Reply(whose(board, square))
    moves = board.legal_moves_from(square)
    kind = titled(board.rules.moves_as(piece), ascii_only=session.view.style is Style.ASCII)
    title = kind if kind.startswith(f"{piece.symbol.upper()} ") else f"{piece.symbol.upper()}, now {kind},"
    if not moves:
        return Reply(f"{title} on {name} has no legal move.")
    return Reply("\n".join([f"{title} on {name}: {moves_text(len(moves))}", *_grouped(board, moves, width)]))


def whose(board: Board, square: int) -> str:
    """Say whose piece stands on a square, when it is not that side's turn."""
    piece = board.piece_at(square)
    assert piece is not None
    name = f"{piece.symbol} ({board.rules.moves_as(piece).name}) on {board.rules.square_name(square)}"
    turn = "" if piece.side == board.turn else f": it is {side_name(board.turn)}'s turn"
    return f"{name} is {side_name(piece.side)}'s{turn}."


def _grouped(board: Board, moves: Iterable[Move], width: int) -> list[str]:
    """List moves by what they do; moves that differ only in the promotion stand together."""
    ways: dict[tuple[str, tuple[int, ...], int], list[Move]] = {}
    for move in moves:
        victims = move.captures
        ways.setdefault((_group(move, victims), victims, move.to_square), []).append(move)
    name = board.rules.square_name
    lines = []
    for group in _GROUPS:
        found = [(victims, end, same) for (other, victims, end), same in ways.items() if other == group]
        if not found:
            continue
        head = f"  {group} ({len(found)}):"
        if not any(victims for victims, _, _ in found):
            words = [name(end) if group == _GROUPS[0] else same[0].usi() for _, end, same in found]
            lines.append(wrap_words(words, width, first=head, indent="    "))
            continue
        lines.append(head)
        for victims, end, same in found:
            taken = " and ".join(f"{_symbol(board, victim)} on {name(victim)}" for victim in victims)
            onward = f", ends on {name(end)}" if group.startswith("captures") and _goes_on(victims, end, same) else ""
            codes = " or ".join(sorted(move.usi() for move in same))
            lines.append(f"    {taken}{onward}: {codes}")
    return lines


def _goes_on(victims: tuple[int, ...], end: int, same: list[Move]) -> bool:
    return victims[-1] != end and end != same[0].from_square


def _group(move: Move, victims: tuple[int, ...]) -> str:
    if move.is_pass:
        return _GROUPS[5]
    if not victims:
        return _GROUPS[0]
    if len(victims) == 1:
        return _GROUPS[4] if move.is_igui else _GROUPS[1]
    return _GROUPS[2] if len(victims) == 2 else _GROUPS[3]


def _symbol(board: Board, square: int) -> str:
    piece = board.piece_at(square)
    return "?" if piece is None else piece.symbol
