"""Numbers of every kind are accepted or refused by a documented error, wherever the extension takes a number."""

from __future__ import annotations

import ast
import re
from array import array
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import mujo
from mujo import BLACK, Batch, Board, Clock, Effect, Engine, Move, MujoError, Piece, Playouts, RuleSet, Setup, _core

STUB = Path(mujo.__file__).with_name("_core.pyi")

#: A board on which every search and count is short: two kings that cannot meet.
BARE = "k,18/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/18,K b - 1"


def bare() -> Board:
    return Board(BARE, "maka")


def games() -> Playouts:
    return bare().playouts(2, max_plies=1, moves=True)


def counted(*, divide: bool = False, nodes: Any) -> object:
    with ThreadPoolExecutor(1) as pool:
        return (bare().divide if divide else bare().perft)(1, nodes=nodes, executor=pool)


def batch() -> Batch:
    return Batch(2, rules="maka")


def engine(**settings: Any) -> Engine:
    return Engine("maka", **{"hash": 1, **settings})


def effect(victims: Any = (), changed: Any = ()) -> Effect:
    return Effect(victims, Piece("K", BLACK), None, changed, is_irreversible=False)


def setup_with(name: str, value: Any) -> Setup:
    setup = Setup(rules="chu")
    setattr(setup, name, value)
    return setup


#: A call for each parameter of the extension that takes a number.
CALLS: dict[str, Callable[[Any], object]] = {
    "engine_bench shallower": lambda value: _core.engine_bench(shallower=value),
    "RuleSet.square_name square": lambda value: RuleSet("maka").square_name(value),
    "Move.from_int code": lambda value: Move.from_int(value, "maka"),
    "Effect.__new__ victims": lambda value: effect(victims=[(value, Piece("P", BLACK))]),
    "Effect.__new__ changed": lambda value: effect(changed=[value]),
    "LegalMoves.__getitem__ index": lambda value: bare().legal_moves[value],
    "LegalMoves.index start": lambda value: bare().legal_moves.index(bare().legal_moves[0], value),
    "LegalMoves.index stop": lambda value: bare().legal_moves.index(bare().legal_moves[0], 0, value),
    "Board.piece_at square": lambda value: bare().piece_at(value),
    "Board.attackers square": lambda value: bare().attackers(value, BLACK),
    "Board.is_attacked_by square": lambda value: bare().is_attacked_by(value, BLACK),
    "Board.square_name square": lambda value: bare().square_name(value),
    "Board.legal_moves_from square": lambda value: bare().legal_moves_from(value),
    "Board.is_repetition n": lambda value: bare().is_repetition(value),
    "Board.perft depth": lambda value: bare().perft(value),
    "Board.perft threads": lambda value: bare().perft(1, threads=value),
    "Board.perft hash": lambda value: bare().perft(1, hash=value),
    "Board.perft nodes": lambda value: counted(nodes=value),
    "Board.divide depth": lambda value: bare().divide(value),
    "Board.divide threads": lambda value: bare().divide(1, threads=value),
    "Board.divide hash": lambda value: bare().divide(1, hash=value),
    "Board.divide nodes": lambda value: counted(divide=True, nodes=value),
    "Board.playouts n": lambda value: bare().playouts(value, max_plies=1),
    "Board.playouts seed": lambda value: bare().playouts(1, value, max_plies=1),
    "Board.playouts threads": lambda value: bare().playouts(1, threads=value, max_plies=1),
    "Board.playouts max_plies": lambda value: bare().playouts(1, max_plies=value),
    "Board.playouts first": lambda value: bare().playouts(1, first=value, max_plies=1),
    "Playouts.outcome index": lambda value: games().outcome(value),
    "Playouts.moves_of index": lambda value: games().moves_of(value),
    "Clock.__new__ main": lambda value: Clock(value),
    "Clock.__new__ byoyomi": lambda value: Clock(1, byoyomi=value),
    "Clock.__new__ increment": lambda value: Clock(1, increment=value),
    "Clock.__new__ moves_to_go": lambda value: Clock(1, moves_to_go=value),
    "Engine.__new__ hash": lambda value: engine(hash=value),
    "Engine.__new__ threads": lambda value: engine(threads=value),
    "Engine.__new__ level": lambda value: engine(level=value),
    "Engine.__new__ seed": lambda value: engine(seed=value),
    "Engine.search depth": lambda value: engine().search(bare(), depth=value, nodes=100),
    "Engine.search nodes": lambda value: engine().search(bare(), nodes=value, depth=1),
    "Engine.search seconds": lambda value: engine().search(bare(), seconds=value, depth=1),
    "Engine.search multipv": lambda value: engine().search(bare(), multipv=value, depth=1),
    "Engine.deepen depth": lambda value: next(engine().deepen(bare(), depth=value, nodes=100)),
    "Engine.deepen nodes": lambda value: next(engine().deepen(bare(), nodes=value, depth=1)),
    "Engine.deepen seconds": lambda value: next(engine().deepen(bare(), seconds=value, depth=1)),
    "Engine.deepen multipv": lambda value: next(engine().deepen(bare(), multipv=value, depth=1)),
    "Engine.mate max_plies": lambda value: engine().mate(bare(), value, nodes=100),
    "Engine.mate nodes": lambda value: engine().mate(bare(), 1, nodes=value),
    "Engine.mate seconds": lambda value: engine().mate(bare(), 1, seconds=value),
    "Batch.__new__ n": lambda value: Batch(value, rules="maka"),
    "Batch.__new__ threads": lambda value: Batch(1, rules="maka", threads=value),
    "Batch.from_boards threads": lambda value: Batch.from_boards([bare()], threads=value),
    "Batch.reset indices": lambda value: batch().reset([value]),
    "Batch.board index": lambda value: batch().board(value),
    "Batch.outcome index": lambda value: batch().outcome(value),
    "Setup.state square": lambda value: setup_with("state", value),
    "Setup.move_number number": lambda value: setup_with("move_number", value),
    "Setup.piece_at square": lambda value: Setup(rules="maka").piece_at(value),
    "Setup.put square": lambda value: Setup(rules="maka").put(value, "K"),
    "Setup.remove square": lambda value: Setup(rules="maka").remove(value),
    "Setup.square_name square": lambda value: Setup(rules="maka").square_name(value),
}

#: Numbers that no parameter, or not every one, can mean.
WRONG_SIZE = (-1, -(2**31) - 1, 2**31, 2**63, 2**64, 2**200, -(2**200), 2**5000)


def annotated() -> dict[str, str]:
    """List the parameters of the stub whose annotation names a number, with it."""
    found: dict[str, str] = {}

    def add(body: list[ast.stmt], owner: str) -> None:
        for node in body:
            if isinstance(node, ast.ClassDef):
                add(node.body, f"{node.name}.")
            elif isinstance(node, ast.FunctionDef):
                for argument in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
                    kind = ast.unparse(argument.annotation) if argument.annotation is not None else ""
                    if re.search(r"\b(int|float|SupportsIndex)\b", kind) and "Callable" not in kind:
                        found[f"{owner}{node.name} {argument.arg}"] = kind
            elif owner and isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "int":
                found[f"{owner}{ast.unparse(node.target)} number"] = "int"

    add(ast.parse(STUB.read_text(encoding="utf-8")).body, "")
    return found


ANNOTATED = annotated()


def test_every_number_of_the_extension_is_tried() -> None:
    assert CALLS.keys() == ANNOTATED.keys()


def documented(name: str) -> str:
    """Return the docstring of the function of a parameter, or of the class for a constructor."""
    function = name.split()[0]
    value: Any = _core
    for part in function.removesuffix(".__new__").split("."):
        value = getattr(value, part)
    text = value.__doc__
    assert isinstance(text, str)
    # "As `perft`" stands for the section of that method.
    owner = function.rpartition(".")[0]
    other = re.search(r"As (?:for )?`([a-z]\w+)`", text)
    return text if other is None or not owner else text + documented(f"{owner}.{other[1]}")


def refusal_of(call: Callable[[Any], object], value: int) -> tuple[int, Exception] | None:
    """Return how a value is refused; any other exception is a fault."""
    try:
        call(value)
    except (MujoError, IndexError, ValueError) as error:
        return value, error
    return None


@pytest.mark.parametrize("name", CALLS)
def test_a_number_out_of_range_is_a_documented_error(name: str) -> None:
    refused = [refusal for value in WRONG_SIZE if (refusal := refusal_of(CALLS[name], value)) is not None]
    for value, error in refused:
        if isinstance(error, MujoError):
            assert error.code in mujo.error_slugs()
            assert f"``{error.code}``" in documented(name), error.code
            assert str(value) in str(error) or re.search(r"huge|inf|\d{9}", str(error))
        else:
            assert type(error).__name__ in documented(name) or name.startswith("LegalMoves.__getitem__")
            assert re.search(r"there are \d+ |not among", str(error))
    # Of the bounds of a slice every number has a meaning.
    assert refused or name == "LegalMoves.index stop"


@pytest.mark.parametrize("name", CALLS)
def test_what_is_no_number_is_a_type_error(name: str) -> None:
    kind = ANNOTATED[name]
    values: list[Any] = [True, False, [1], b"1", 1j]
    values += [] if "float" in kind else [1.0, float("nan")]
    # Names of squares are no numbers, but squares.
    values += [] if name.endswith(" square") else ["1"]
    values += [] if "None" in kind and "Iterable" not in kind else [None]
    for value in values:
        with pytest.raises(TypeError) as caught:
            CALLS[name](value)
        assert str(caught.value)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf"), -0.5, 1e300])
def test_times_that_are_no_times_are_refused(value: float) -> None:
    for name, call in CALLS.items():
        if "float" in ANNOTATED[name]:
            with pytest.raises(MujoError) as caught:
                call(value)
            assert caught.value.code == "argument"


def test_indices_count_from_the_end_at_any_size() -> None:
    moves = bare().legal_moves
    assert moves[-1] == moves[len(moves) - 1]
    assert moves.index(moves[0], -(2**200), 2**200) == 0
    assert moves.index(moves[0], 0, None) == 0
    assert batch().board(-1) == batch().board(1)
    assert games().moves_of(-2) == games().moves_of(0)


def test_numbers_of_other_libraries_are_numbers() -> None:
    numpy = pytest.importorskip("numpy")
    assert bare().perft(numpy.int64(1)) == 3
    assert bare().piece_at(numpy.uint16(0)) == bare().piece_at(0)
    assert Clock(numpy.float32(2)).main == 2
    codes = array("Q", [0, 0])
    batch().step(codes)
