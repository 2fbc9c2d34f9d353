"""Hypothesis strategies for rule sets, pieces, positions, moves and games, for testing bots and rule files.

Needs Hypothesis: ``pip install mujo[hypothesis]``. Importing `mujo` does not import this module.

>>> from hypothesis import given, settings
>>> from mujo.testing import positions
>>> @settings(max_examples=5, database=None, deadline=None)
... @given(positions("maka", max_pieces=6))
... def undoing_gives_the_position_back(board):
...     before = board.sfen()
...     for move in board.legal_moves:
...         board.push(move)
...         board.pop()
...     assert board.sfen() == before
>>> undoing_gives_the_position_back()
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Any

from mujo._core import BLACK, WHITE, Board, Move, Piece, RuleSet, Setup, rule_set_names
from mujo.errors import MujoError
from mujo.extras import extra

with extra("hypothesis"):
    from hypothesis import assume
    from hypothesis import strategies as st

__all__ = ["faces", "games", "legal_moves", "move_texts", "option_values", "pieces", "positions", "rule_sets"]


@cache
def option_values() -> dict[str, tuple[str | int, ...]]:
    """Return the values that each option may have; for integers, the smallest six.

    Examples
    --------
    >>> option_values()["stalemate"]
    ('loss', 'draw')
    """
    text = (resources.files("mujo") / "data" / "options.toml").read_text(encoding="utf-8")
    values: dict[str, tuple[str | int, ...]] = {}
    for name, option in tomllib.loads(text).items():
        if option["kind"] == "choice":
            values[name] = tuple(option["values"])
        else:
            values[name] = tuple(range(option["minimum"], min(option["maximum"], option["minimum"] + 5) + 1))
    return values


@st.composite
def rule_sets(
    draw: st.DrawFn, names: Sequence[str] | None = None, *, max_changes: int = 3, readings: bool = True
) -> RuleSet:
    """Draw a rule set with a few changed options and readings.

    Parameters
    ----------
    names
        Names to draw from; by default all shipped rule sets.
    max_changes
        The largest number of changed options, and of changed readings.
    readings
        Whether to change readings of single types too.

    Returns
    -------
    SearchStrategy[RuleSet]
        It shrinks to the first name without changes.

    Raises
    ------
    RuleSetError
        ``rules.unknown_name``: there is no such rule set.

    Examples
    --------
    >>> from hypothesis import find
    >>> find(rule_sets(["chu"]), lambda rules: True).name
    'chu'
    """
    base = RuleSet(draw(st.sampled_from(list(names) if names is not None else rule_set_names())))
    known = option_values()
    options: dict[str, Any] = {
        name: draw(st.sampled_from(known[name]))
        for name in draw(st.lists(st.sampled_from(sorted(known)), max_size=max_changes, unique=True))
    }
    chosen = {}
    read = sorted(id_ for id_, line in base.piece_types.items() if line.readings)
    if readings and read:
        for id_ in draw(st.lists(st.sampled_from(read), max_size=max_changes, unique=True)):
            chosen[id_] = draw(st.sampled_from(sorted(base.piece_types[id_].readings)))
    try:
        return RuleSet(base.name, readings=chosen, **options)
    except MujoError:
        assume(False)
        raise


@cache
def _faces(rules: str) -> dict[str, tuple[str, ...]]:
    """Return the symbols (as Black's) of the faces of a rule set, by their kind."""
    loaded = RuleSet(rules)
    found: dict[str, list[str]] = {kind: [] for kind in ("all", "emperor", "royal", "multistep")}
    for id_, line in loaded.piece_types.items():
        if not line.is_initial:
            continue
        for symbol in [id_, *([f"+{id_}"] if line.promotes_to is not None else [])]:
            moves_as = loaded.moves_as(symbol)
            found["all"].append(symbol)
            if moves_as.royal == "emperor":
                found["emperor"].append(symbol)
            if moves_as.royal is not None:
                found["royal"].append(symbol)
            if "a" in moves_as.betza:
                found["multistep"].append(symbol)
    return {kind: tuple(symbols) for kind, symbols in found.items()}


def faces(rules: RuleSet | str, kind: str = "all") -> tuple[str, ...]:
    """Return the symbols (as Black's) of all pieces that can be on the board.

    Parameters
    ----------
    rules
        A rule set, or the name of one.
    kind
        ``all``; ``royal``: kings, princes and emperors; ``emperor``; ``multistep``: lions, hooks and the like.

    Raises
    ------
    RuleSetError
        ``rules.unknown_name``: there is no such rule set.

    Examples
    --------
    >>> faces("maka", "royal")
    ('K', '+K', '+DE')
    """
    return _faces(rules if isinstance(rules, str) else rules.name)[kind]


def pieces(rules: RuleSet | str, side: bool | None = None) -> st.SearchStrategy[Piece]:
    """Draw a piece: any face; of one side, or of either.

    Parameters
    ----------
    rules
        The rule set, or its name.
    side
        The side; either by default.

    Raises
    ------
    RuleSetError
        ``rules.unknown_name``: there is no such rule set.

    Examples
    --------
    >>> from hypothesis import find
    >>> from mujo import WHITE
    >>> find(pieces("chu", WHITE), lambda piece: piece.promoted).side is WHITE
    True
    """
    sides = st.sampled_from([BLACK, WHITE]) if side is None else st.just(side)
    symbols = st.sampled_from([*faces(rules, "multistep"), *faces(rules)])
    return st.builds(_owned, symbols, sides)


def _owned(symbol: str, side: bool) -> Piece:
    """Make the piece of a symbol and a side."""
    return Piece.from_symbol(symbol if side == BLACK else symbol.lower())


@st.composite
def positions(
    draw: st.DrawFn,
    rules: RuleSet | str = "tai",
    *,
    min_pieces: int = 1,
    max_pieces: int = 30,
    royals: bool | None = None,
    max_emperors: int = 2,
) -> Board:
    """Draw a position with contact between pieces: most of them stand in one part of the board.

    Parameters
    ----------
    rules
        A rule set, or the name of one.
    min_pieces, max_pieces
        How many pieces, including royals.
    royals
        True: a royal on each side; False: none; ``None``: left to chance.
    max_emperors
        The largest number of emperors.

    Returns
    -------
    SearchStrategy[Board]
        It shrinks to fewer pieces. The game may be over already.

    Raises
    ------
    RuleSetError
        ``rules.unknown_name``: there is no such rule set.
    """
    loaded = RuleSet(rules) if isinstance(rules, str) else rules
    emperors, all_royals = faces(loaded, "emperor"), faces(loaded, "royal")
    reach = draw(st.integers(3, 8))
    left = draw(st.integers(0, max(loaded.files - reach, 0)))
    top = draw(st.integers(0, max(loaded.ranks - reach, 0)))
    near = st.builds(
        lambda rank, file: min(top + rank, loaded.ranks - 1) * loaded.files + min(left + file, loaded.files - 1),
        st.integers(0, reach - 1),
        st.integers(0, reach - 1),
    )
    anywhere = st.integers(0, loaded.files * loaded.ranks - 1)
    squares = st.one_of(near, near, near, anywhere)
    placed = dict(
        draw(st.lists(st.tuples(squares, pieces(loaded)), min_size=min_pieces, max_size=max_pieces, unique_by=_square))
    )
    if royals is not None:
        placed = {square: piece for square, piece in placed.items() if _symbol(piece) not in all_royals}
    if royals and all_royals:
        for side in (BLACK, WHITE):
            free = anywhere.filter(lambda square: square not in placed)
            placed[draw(free)] = _owned(draw(st.sampled_from(all_royals)), side)
    setup = Setup(rules=loaded)
    setup.clear()
    left_over = max_emperors
    for square, piece in placed.items():
        if _symbol(piece) in emperors:
            if left_over == 0:
                continue
            left_over -= 1
        setup.put(square, piece)
    setup.turn = draw(st.sampled_from([BLACK, WHITE]))
    setup.move_number = draw(st.sampled_from([1, 2, 300]))
    return setup.board()


def _square(placed: tuple[int, Piece]) -> int:
    """Return the square of a placed piece."""
    return placed[0]


def _symbol(piece: Piece) -> str:
    """Return the symbol that the piece would have as Black's."""
    return piece.symbol.upper()


def legal_moves(board: Board) -> st.SearchStrategy[Move]:
    """Draw a legal move of a position; the strategy is empty if there is none.

    Parameters
    ----------
    board
        The position.

    Raises
    ------
    MujoError
        ``too_complex``, as `mujo.Board.legal_moves`.

    Examples
    --------
    >>> from hypothesis import find
    >>> from mujo import Board
    >>> board = Board(rules="chu")
    >>> find(legal_moves(board), lambda move: True) in board.legal_moves
    True
    """
    moves = list(board.legal_moves)
    return st.sampled_from(moves) if moves else st.nothing()


@st.composite
def games(draw: st.DrawFn, rules: RuleSet | str = "tai", *, max_plies: int = 30) -> Board:
    """Draw a game from the start, as a board with its history; captures are preferred.

    Parameters
    ----------
    rules
        The rule set, or its name.
    max_plies
        The largest number of moves.

    Raises
    ------
    RuleSetError
        ``rules.unknown_name``: there is no such rule set.

    Examples
    --------
    >>> from hypothesis import find
    >>> find(games("chu", max_plies=3), lambda board: board.ply > 0).ply >= 1
    True
    """
    board = Board(rules=rules)
    for choice in draw(st.lists(st.integers(0, 2**16), max_size=max_plies)):
        moves = list(board.legal_captures()) if choice % 2 and board.legal_captures() else list(board.legal_moves)
        if not moves:
            break
        board.push(moves[choice // 2 % len(moves)])
    return board


@st.composite
def move_texts(draw: st.DrawFn, rules: RuleSet | str = "tai") -> str:
    """Draw a text in the form of a move on this board: two to four squares, then sometimes a mark.

    Parameters
    ----------
    rules
        The rule set, or its name.

    Raises
    ------
    RuleSetError
        ``rules.unknown_name``: there is no such rule set.

    Examples
    --------
    >>> from hypothesis import find
    >>> find(move_texts("chu"), lambda text: True)[0].isdigit()
    True
    """
    loaded = RuleSet(rules) if isinstance(rules, str) else rules
    squares = st.integers(0, loaded.files * loaded.ranks - 1).map(loaded.square_name)
    return "".join(draw(st.lists(squares, min_size=2, max_size=4))) + draw(
        st.sampled_from(["", "+", "=", "+DV", "+DS"])
    )
