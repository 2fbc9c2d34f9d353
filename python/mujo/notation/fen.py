"""Positions as WinBoard and QBoard write them: one letter a piece, some with a suffix, the first player in capitals.

==========  ==========================================================
form        fields
==========  ==========================================================
winboard    placement, ``w`` or ``b``, ``0``, number of the pair of moves
qboard      placement, ``w`` or ``b``, number of the move
==========  ==========================================================

Both call the side that moves first White: ``w`` is Black to move in the terms of this package. They have letters for
chu, maka and tai. Three promoted types share their letters with another (``data/programs.json``); those are read back
as the commoner one.

Examples
--------
>>> from mujo import Board
>>> format_fen(Board(rules="maka"), "qboard")[:48]
"le'ut'jcsgg!ka!gscjt'ue'l/a1z1m!1j!ftetfi!1k!1z1"
"""

import re

from mujo._core import Board, RuleSet
from mujo.errors import InvalidPositionError, MujoError
from mujo.notation.programs import letters_of

__all__ = ["FORMS", "format_fen", "parse_fen"]

#: The forms that are known by name.
FORMS = ("winboard", "qboard")
#: Characters; far more than any position of these boards has.
LONGEST = 8192
_CELL = re.compile(r"(\d{1,2})|(\+?)([A-Za-z][!'~`]?)")


def format_fen(board: Board, form: str = "winboard") -> str:
    """Write a position in another program's form.

    Parameters
    ----------
    board
        The position. The square of a lion just captured (rule 7.3) has no place in these forms.
    form
        One of `FORMS`.

    Raises
    ------
    MujoError
        ``argument``: the form is unknown; ``no_letters``: the game has no letters in these forms.

    Examples
    --------
    >>> format_fen(Board("12/12/12/12/12/12/5,+KR,6/12/12/12/12/12 w - 14", "chu"))
    '12/12/12/12/12/12/5+O6/12/12/12/12/12 b 0 7'
    """
    _check_form(form)
    names = letters_of(board.rules)
    ranks = []
    for rank in board.sfen().split(" ", 1)[0].split("/"):
        cells = []
        for cell in rank.split(","):
            if cell.isdigit():
                cells.append(cell)
                continue
            kind, promoted = cell.lstrip("+").upper(), cell.startswith("+")
            text = ("+" if promoted else "") + names.letters[kind]
            if promoted:
                text = names.promoted.get(kind, text)
            cells.append(text if cell.lstrip("+")[0].isupper() else text.lower())
        ranks.append("".join(cells))
    side = "w" if board.turn else "b"
    number = board.move_number
    tail = f"0 {(number + 1) // 2}" if form == "winboard" else str(number)
    return f"{'/'.join(ranks)} {side} {tail}"


def parse_fen(text: str, rules: RuleSet | str, form: str = "winboard") -> Board:
    """Read a position in another program's form.

    Parameters
    ----------
    text
        The position. The fields after the placement may be missing. A third field that is a square is the one of a lion
        just captured, as ChuShogiLite writes it.
    rules
        The rules to play by.
    form
        One of `FORMS`.

    Raises
    ------
    MujoError
        ``argument``, ``no_letters``: as in `format_fen`.
    InvalidPositionError
        ``position.*``: the text cannot be read, or the position is impossible.

    Examples
    --------
    >>> board = parse_fen("12/12/12/12/12/12/5+O6/12/12/12/12/12 b 0 7", "chu")
    >>> board.sfen()
    '12/12/12/12/12/12/5,+KR,6/12/12/12/12/12 w - 14'
    """
    _check_form(form)
    rules = RuleSet(rules) if isinstance(rules, str) else rules
    names = letters_of(rules)
    if len(text) > LONGEST:
        raise InvalidPositionError(f"the position is longer than {LONGEST} characters", code="position.too_long")
    placement, *fields = text.split() or [""]
    if not placement:
        raise InvalidPositionError("the position is empty", code="position.empty")
    spelled = {letters: kind for kind, letters in names.promoted.items()}
    ranks = []
    for number, rank in enumerate(placement.split("/"), 1):
        cells, at = [], 0
        while at < len(rank):
            found = _CELL.match(rank, at)
            if found is None:
                raise InvalidPositionError(
                    f"rank {number}: {rank[at : at + 3]!r} is neither a piece nor a count", code="position.cell"
                )
            at = found.end()
            cells.append(found[1] or _symbol(found, names.ids, spelled, rules, number))
        ranks.append(",".join(cells))
    return Board("/".join(ranks) + _tail(fields, form), rules)


def _symbol(found: re.Match[str], ids: dict[str, str], spelled: dict[str, str], rules: RuleSet, number: int) -> str:
    """Return the symbol that a letter stands for in position text."""
    plus, letter = found[2], found[3]
    kind = ids.get(letter.upper())
    if plus and (kind is None or rules.piece_types[kind].promotes_to is None):
        kind = spelled.get(plus + letter.upper(), kind)
    if kind is None:
        raise InvalidPositionError(
            f"rank {number}: no piece of {rules.game} has the letter {letter!r}", code="position.unknown_piece"
        )
    symbol = plus + kind
    return symbol if letter[0].isupper() else symbol.lower()


def _tail(fields: list[str], form: str) -> str:
    """Return side, state and move number as position text."""
    side = fields.pop(0) if fields else "w"
    if side not in ("w", "b"):
        raise InvalidPositionError(
            f"the side {side[:20]!r} should be w (the player who begins) or b", code="position.side"
        )
    state = fields.pop(0) if fields and not fields[0].isdigit() else "-"
    if fields and fields[0] == "-":  # the field of chess for en passant
        fields.pop(0)
    if len(fields) > 2 or not all(field.isascii() and field.isdigit() and len(field) < 8 for field in fields):
        raise InvalidPositionError(f"{' '.join(fields)[:40]!r} should be a move number", code="position.number")
    number = max(1, int(fields[-1])) if fields else 1
    if form == "winboard":
        number = 2 * number - (side == "w")
    return f" {'b' if side == 'w' else 'w'} {state} {number}"


def _check_form(form: str) -> None:
    if form not in FORMS:
        raise MujoError(f"{form[:40]!r} is not a form of positions; the forms are {', '.join(FORMS)}", code="argument")
