"""Small positions for the tests of the rules: pieces by square name in, whole boards out."""

from __future__ import annotations

import re
from collections.abc import Iterable

from mujo import BLACK, WHITE, Board, Move, MujoError, Piece, RuleSet

PIECE = re.compile(r"(\+?)([A-Za-z]+)(\d+)([a-z]{1,2})")
SIDES = {"b": BLACK, "w": WHITE}


def rule_set(rules: RuleSet | str, **options: str | int) -> RuleSet:
    """Return a rule set with changed options; a reading is an option in capitals."""
    readings = {name: str(value) for name, value in options.items() if name.isupper()}
    others = {name: value for name, value in options.items() if not name.isupper()}
    if isinstance(rules, RuleSet):
        assert not options
        return rules
    return RuleSet(rules, readings=readings, **others)


def rank_number(letters: str) -> int:
    """Return the index of a rank: a, b, ..., z, aa, ab, ..."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("a") + 1
    return number - 1


def board_text(rules: RuleSet, *pieces: str) -> str:
    """Write the board field of a position text, without the engine: ``LN10j +p10i``."""
    cells: dict[tuple[int, int], str] = {}
    for plus, letters, file, rank in PIECE.findall(" ".join(pieces)):
        square = (int(file), rank_number(rank))
        assert square not in cells, f"two pieces on {file}{rank}"
        assert 1 <= square[0] <= rules.files, f"{file}{rank} is off the board"
        assert 0 <= square[1] < rules.ranks, f"{file}{rank} is off the board"
        cells[square] = plus + letters
    ranks = []
    for rank_index in range(rules.ranks):
        row: list[str] = []
        empty = 0
        for file_number in range(rules.files, 0, -1):
            cell = cells.get((file_number, rank_index))
            if cell is None:
                empty += 1
                continue
            row += [str(empty)] * (empty > 0) + [cell]
            empty = 0
        ranks.append(",".join(row + [str(empty)] * (empty > 0)))
    return "/".join(ranks)


def place(
    *pieces: str, rules: RuleSet | str = "maka", turn: str = "b", state: str = "-", **options: str | int
) -> Board:
    """Make a board from pieces such as ``"LN10j", "+p10i"``: capitals are Black's, then the square."""
    rules = rule_set(rules, **options)
    return Board(f"{board_text(rules, *pieces)} {turn} {state} 1", rules)


def squares(board: Board, *names: str) -> tuple[int, ...]:
    """Indices of squares."""
    return tuple(board.rules.parse_square(name) for name in names)


def names(board: Board, indices: Iterable[int]) -> list[str]:
    """Names of squares."""
    return [board.rules.square_name(index) for index in indices]


def check(board: Board, *pieces: str, turn: str, state: str = "-") -> None:
    """Compare a board with pieces, square by square, and with a board set up from them."""
    expected = board_text(board.rules, *pieces)
    assert board.sfen().split(" ")[:3] == [expected, turn, state]
    scratch = Board(f"{expected} {turn} {state} 1", board.rules)
    wanted = {
        squares(board, file + rank)[0]: Piece(letters.upper(), letters.isupper(), bool(plus))
        for plus, letters, file, rank in PIECE.findall(" ".join(pieces))
    }
    for square in range(board.rules.files * board.rules.ranks):
        assert board.piece_at(square) == wanted.get(square), board.rules.square_name(square)
    assert board.piece_map() == wanted
    assert board.turn == SIDES[turn]
    assert board == scratch
    assert board.key == scratch.key
    for side in (BLACK, WHITE):
        assert board.royals(side) == scratch.royals(side)


def played(board: Board, move: str, *pieces: str, turn: str | None = None, state: str = "-") -> Move:
    """Make a move, check the board, undo it, check that the board is restored, and make it again."""
    before, key, moves = board.sfen(), board.key, [str(move) for move in board.legal_moves]
    after = turn or ("w" if board.turn == BLACK else "b")
    made = board.push(move)
    check(board, *pieces, turn=after, state=state)
    assert board.pop() == made
    assert (board.sfen(), board.key) == (before, key)
    assert [str(move) for move in board.legal_moves] == moves
    assert board.push(made) == made
    check(board, *pieces, turn=after, state=state)
    return made


def play(board: Board, *moves: str) -> Board:
    """Play moves and return the board."""
    for move in moves:
        board.push(move)
    return board


def moves_from(board: Board, start: str) -> set[str]:
    """Texts of the legal moves that start on a square, without it."""
    (square,) = squares(board, start)
    texts = [str(move).removeprefix(start) for move in board.legal_moves_from(square)]
    assert len(set(texts)) == len(texts)
    return set(texts)


def plain(start: str, *pieces: str, rules: str = "maka", **options: str | int) -> set[str]:
    """Moves of one piece with promotion and contagion switched off, so that each effect is one move."""
    return moves_from(place(*pieces, rules=rule_set(rules, promotion="never", contagion="off", **options)), start)


def split(text: str) -> list[str]:
    """Squares of a move text."""
    return re.findall(r"\d+[a-z]{1,2}", text)


def marks(board: Board, route: str) -> set[str]:
    """Return the legal promotion marks of a route: nothing, ``+``, or ``+`` and an id."""
    texts = [str(move) for move in board.legal_moves]
    return {text.removeprefix(route) for text in texts if re.fullmatch(re.escape(route) + r"(\+[A-Z]*)?", text)}


def refusal(board: Board, move: Move | str) -> str | None:
    """Return the slug of the refusal of a move, None for a legal one; `is_legal` and `push` must agree."""
    explanation = board.explain(move)
    before = (board.sfen(), board.key, board.ply)
    if explanation.legal:
        assert explanation.code == "legal"
        assert board.is_legal(move)
        board.push(move)
        board.pop()
    else:
        try:
            made: Move | None = board.push(move)
        except MujoError as error:
            made, code = None, error.code
        else:
            code = "legal"
        assert code == explanation.code, f"{move}: push says {code}, explain {explanation.code}; {made}"
    assert (board.sfen(), board.key, board.ply) == before
    return None if explanation.legal else explanation.code


def refused(board: Board, code: str, *moves: str) -> list[bool]:
    """Return for each move whether it is refused for this reason; the others must be legal."""
    reasons = [refusal(board, move) for move in moves]
    assert set(reasons) <= {code, None}, reasons
    return [reason is not None for reason in reasons]


def turned_text(text: str, size: int) -> str:
    """Rotate piece lists or moves by half a turn and swap the colours."""

    def turned_square(match: re.Match[str]) -> str:
        plus, letters, file, rank = match.groups()
        number = size - 1 - rank_number(rank)
        assert size <= 26
        return f"{plus}{letters.swapcase()}{size + 1 - int(file)}{chr(ord('a') + number)}"

    return re.sub(r"(\+?)([A-Za-z]*?)(\d+)([a-z])", turned_square, text)


def turned(colour: str, size: int, *texts: str) -> list[str]:
    """Return texts unchanged for ``"b"``, rotated and with colours swapped for ``"w"``."""
    return [text if colour == "b" else turned_text(text, size) for text in texts]
