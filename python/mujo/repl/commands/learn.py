"""Commands that teach: what attacks what, what hangs, what is left, what the rules say."""

import textwrap
from collections import Counter

from mujo._core import BLACK, WHITE, Board, option_specs
from mujo.cells import to_ascii, wrap_words
from mujo.comparison import compare
from mujo.describe import side_name
from mujo.diagrams import Style
from mujo.repl.commands.command import Command, read_count, usage_error
from mujo.repl.reply import Reply
from mujo.repl.session import Session
from mujo.rules import describe_rules, find_rules, list_rules

__all__ = ["COMMANDS"]

#: Plies that a count may look ahead.
_DEEPEST = 6


def _attackers(session: Session, argument: str) -> Reply:
    if not argument:
        return usage_error("attackers SQUARE", "A square is missing.")
    board = session.board
    square = board.rules.parse_square(argument)
    stands = board.piece_at(square)
    what = "is empty" if stands is None else f"holds {stands.symbol} of {side_name(stands.side)}"
    lines = [f"{board.rules.square_name(square)} {what}."]
    for side in (BLACK, WHITE):
        words = _on_squares(board, board.attackers(square, side))
        lines.append(wrap_words(words or ["nothing"], session.view.width, first=f"{side_name(side)} could take with:"))
    return Reply("\n".join(lines))


def _on_squares(board: Board, squares: list[int]) -> list[str]:
    pieces = board.piece_map()
    return [f"{pieces[square].symbol}-{board.rules.square_name(square)}" for square in squares]


def _threats(session: Session, argument: str) -> Reply:
    board, width = session.board, session.view.width
    if board.is_game_over():
        return Reply("The game is over: nothing is threatened any more.")
    pieces = board.piece_map()
    lines = []
    for side in (board.turn, not board.turn):
        name = side_name(side)
        hanging, held, exposed = [], [], []
        by_emperor = 0
        for square, piece in sorted(pieces.items()):
            if piece.side != side:
                continue
            attackers = board.attackers(square, not side)
            if not attackers:
                continue
            word = f"{piece.symbol}-{board.rules.square_name(square)} by {_briefly(board, attackers)}"
            if board.rules.moves_as(piece).royal is not None:
                exposed.append(word)
            elif all(board.rules.moves_as(pieces[other]).royal == "emperor" for other in attackers):
                # It goes anywhere: all that nothing covers, and most of what something does, would be listed.
                by_emperor += 1
            elif board.attackers(square, side):
                held.append(word)
            else:
                hanging.append(word)
        turn = ", which is to move" if side == board.turn else ""
        lines.append(f"{name}{turn}:")
        for words, first in (
            (exposed, "  royals that can be taken:"),
            (hanging, f"  hanging, that is attacked and not covered ({len(hanging)}):"),
            (held, f"  attacked and covered ({len(held)}):"),
        ):
            joined = [word + "," for word in words[:-1]] + words[-1:]
            lines.append(wrap_words(joined or ["none"], width, first=first, indent="    "))
        if by_emperor:
            lines.append(f"  attacked by an emperor alone: {by_emperor}")
    return Reply("\n".join(lines))


def _briefly(board: Board, squares: list[int]) -> str:
    """Name attackers by their ids, alike ones once."""
    pieces = board.piece_map()
    counts = Counter(pieces[square].symbol for square in squares)
    return "+".join(symbol if count == 1 else f"{count}{symbol}" for symbol, count in counts.items())


def _pieces(session: Session, argument: str) -> Reply:
    board, width = session.board, session.view.width
    rules = board.rules
    if argument == "all":
        words = [f"{kind.id} {kind.name}," for kind in rules.piece_types.values() if kind.is_initial]
        return Reply(wrap_words(words, width, first=f"Types of {rules.game}:"))
    if argument:
        return usage_error("pieces [all]", f"{argument!r} is not known here.")
    lines = []
    for side in (BLACK, WHITE):
        own = [piece for piece in board.piece_map().values() if piece.side == side]
        counts = Counter(piece.symbol.upper() for piece in own)
        words = [symbol if count == 1 else f"{symbol} x{count}" for symbol, count in sorted(counts.items())]
        known = [rules.moves_as(piece).value for piece in own]
        total = sum(value for value in known if value is not None)
        worth = f", worth {total:g}" if total else ""
        joined = [word + "," for word in words[:-1]] + words[-1:]
        lines.append(wrap_words(joined, width, first=f"{side_name(side)} ({len(own)}{worth}):"))
    return Reply("\n".join(lines))


def _rules(session: Session, argument: str) -> Reply:
    width, rules = session.view.width, session.board.rules
    if argument == "list":
        return Reply(list_rules(width))
    if argument:
        return Reply(describe_rules(rules if argument == "all" else find_rules(argument), width))
    lines = [f"{rules.name}: {rules.title}. {rules.description}."]
    for option, spec in option_specs().items():
        value = rules.options[option]
        meaning = spec.values.get(str(value), spec.summary)
        lines.append(f"{option} = {value} (rule {spec.rule}): {meaning}")
    chosen = ", ".join(f"{kind}={reading}" for kind, reading in rules.readings.items())
    if chosen:
        lines.append(f"readings: {chosen}")
    lines.append("'rules all' tells every choice with its source; 'rules list' the other rule sets.")
    return Reply("\n".join(textwrap.fill(line, width, subsequent_indent="  ") for line in lines))


def _compare(session: Session, argument: str) -> Reply:
    if not argument:
        return usage_error("compare SET [SET]", "A rule set is missing.")
    names = argument.split()
    if len(names) > 2:
        return usage_error("compare SET [SET]", "Two rule sets can be compared.")
    sets = [find_rules(name) for name in names]
    first, second = sets if len(sets) == 2 else (session.board.rules, sets[0])
    text = compare(first, second).text(width=session.view.width)
    return Reply(to_ascii(text) if session.view.style is Style.ASCII else text)


def _perft(session: Session, argument: str) -> Reply:
    depth = read_count(argument, most=_DEEPEST)
    if depth is None:
        return usage_error("perft N", f"{argument!r} is no number of plies up to {_DEEPEST}.")
    with session.progress(f"perft {depth}") as report:
        count = session.board.perft(depth, progress=report)
    return Reply(f"{count} lines of play of {depth} {'ply' if depth == 1 else 'plies'}.")


COMMANDS = (
    Command("attackers", "SQUARE", "list what could take on a square, of either side", _attackers),
    Command("threats", "", "tell which royals are exposed, what hangs and what is attacked", _threats),
    Command("pieces", "[all]", "tell what is left on the board, or list all types", _pieces),
    Command("rules", "[all|list|SET]", "tell the rules of this game, or of a rule set", _rules),
    Command("compare", "SET [SET]", "tell what differs between these rules, or one set, and another", _compare),
    Command("perft", "N", "count the lines of play of N plies", _perft),
)
