"""Commands that study the position and the rules: attackers, threats, pieces, rule sets, counts."""

import textwrap
from collections import Counter

from mujo._core import BLACK, WHITE, Board, option_specs
from mujo.cells import to_ascii, wrap_words
from mujo.comparison import compare
from mujo.describe import side_name
from mujo.diagrams import Style
from mujo.diagrams.words import titled
from mujo.repl.commands.command import Command, count_text, read_count, usage_error
from mujo.repl.reply import Reply
from mujo.repl.session import Session
from mujo.rules import describe_rules, find_rules, list_rules

__all__ = ["COMMANDS"]

#: The largest depth that can be counted, as in `Board.perft`.
_DEEPEST = 64


def _attackers(session: Session, argument: str) -> Reply:
    if not argument:
        return usage_error("attackers SQUARE", "Name a square.")
    board = session.board
    square = board.rules.parse_square(argument)
    stands = board.piece_at(square)
    what = "is empty" if stands is None else f"holds {stands.symbol} of {side_name(stands.side)}"
    lines = [f"{board.rules.square_name(square)} {what}."]
    for side in (BLACK, WHITE):
        words = _on_squares(board, board.attackers(square, side))
        first = f"{side_name(side)} could capture there with:"
        lines.append(wrap_words(words or ["nothing"], session.view.width, first=first))
    return Reply("\n".join(lines))


def _on_squares(board: Board, squares: list[int]) -> list[str]:
    pieces = board.piece_map()
    return [f"{pieces[square].symbol}-{board.rules.square_name(square)}" for square in squares]


def _threats(session: Session, argument: str) -> Reply:
    board, width = session.board, session.view.width
    if session.is_over:
        return Reply("The game is over: nothing is threatened any more.")
    pieces = board.piece_map()
    lines = []
    for side in (board.turn, not board.turn):
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
                # An emperor attacks the whole board: listing it would hide everything else.
                by_emperor += 1
            elif board.attackers(square, side):
                held.append(word)
            else:
                hanging.append(word)
        turn = " (to move)" if side == board.turn else ""
        lines.append(f"{side_name(side)}{turn}:")
        for words, first in (
            (exposed, "  royals in danger:"),
            (hanging, f"  attacked and undefended ({len(hanging)}):"),
            (held, f"  attacked and defended ({len(held)}):"),
        ):
            joined = [word + "," for word in words[:-1]] + words[-1:]
            lines.append(wrap_words(joined or ["none"], width, first=first, indent="    "))
        if by_emperor:
            lines.append(f"  attacked by an emperor only: {count_text(by_emperor, 'piece')}")
    return Reply("\n".join(lines))


def _briefly(board: Board, squares: list[int]) -> str:
    """Name pieces by their symbols, with a number before those that occur several times."""
    counts = Counter(piece.symbol for square in squares if (piece := board.piece_at(square)) is not None)
    return " ".join(symbol if count == 1 else f"{count}{symbol}" for symbol, count in counts.items())


def _pieces(session: Session, argument: str) -> Reply:
    board, width = session.board, session.view.width
    rules = board.rules
    if argument == "all":
        ascii_only = session.view.style is Style.ASCII
        words = [titled(kind, ascii_only=ascii_only) for kind in rules.piece_types.values() if kind.is_initial]
        return Reply(_columns(words, width, f"The types of {rules.game}; 'help ID' explains one:"))
    if argument:
        return usage_error("pieces [all]", f"{argument!r} is not known here.")
    lines = []
    for side in (BLACK, WHITE):
        own = [piece for piece in board.piece_map().values() if piece.side == side]
        counts = Counter(piece.symbol.upper() for piece in own)
        words = [symbol if count == 1 else f"{symbol} x{count}" for symbol, count in sorted(counts.items())]
        known = [rules.moves_as(piece).value for piece in own]
        total = sum(value for value in known if value is not None)
        worth = f", worth {total:g} pawns" if total else ""
        joined = [word + "," for word in words[:-1]] + words[-1:]
        lines.append(wrap_words(joined, width, first=f"{side_name(side)} ({len(own)}{worth}):"))
    return Reply("\n".join(lines))


def _columns(words: list[str], width: int, head: str) -> str:
    """Set words in columns, so that none is broken over two lines."""
    from mujo.cells import cell_width, pad_right

    column = max(map(cell_width, words)) + 2
    across = max(1, width // column)
    down = -(-len(words) // across)
    rows = [words[row::down] for row in range(down)]
    return "\n".join([head, *("".join(pad_right(word, column) for word in row).rstrip() for row in rows)])


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
    lines.append("'rules all' lists every choice with its source, 'rules list' the other rule sets.")
    return Reply(
        "\n".join(textwrap.fill(line, width, subsequent_indent="  ", break_on_hyphens=False) for line in lines)
    )


def _compare(session: Session, argument: str) -> Reply:
    usage = "compare SET [SET]"
    if not argument:
        return usage_error(usage, "Name a rule set; 'rules list' shows them.")
    names = argument.split()
    if len(names) > 2:
        return usage_error(usage, "Two rule sets can be compared.")
    sets = [find_rules(name) for name in names]
    first, second = sets if len(sets) == 2 else (session.board.rules, sets[0])
    text = compare(first, second).text(width=session.view.width)
    return Reply(to_ascii(text) if session.view.style is Style.ASCII else text)


def _perft(session: Session, argument: str) -> Reply:
    depth = read_count(argument, least=0, most=_DEEPEST)
    if depth is None:
        return usage_error("perft N", f"{argument!r} is not a number of plies from 0 to {_DEEPEST}.")
    with session.progress(f"perft {depth}") as report:
        count = session.board.perft(depth, progress=report)
    return Reply(f"{count} lines of play of {depth} {'ply' if depth == 1 else 'plies'}.")


COMMANDS = (
    Command("attackers", "SQUARE", "list what could capture on a square, for both sides", _attackers),
    Command("threats", "", "list royals in danger and attacked pieces", _threats),
    Command("pieces", "[all]", "count what is left on the board, or list all types of pieces", _pieces),
    Command("rules", "[all|list|SET]", "show the rules of this game, or of a rule set", _rules),
    Command("compare", "SET [SET]", "show what differs between two rule sets", _compare),
    Command("perft", "N", "count the lines of play of N plies", _perft),
)
