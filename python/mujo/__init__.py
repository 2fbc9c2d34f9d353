"""Rules of the great historical shogi games: tai, maka dai dai and hishigata shogi.

>>> import mujo
>>> board = mujo.Board()
>>> len(board.legal_moves)
479
>>> board.push("8r8q").usi()
'8r8q'

The engine is the compiled module `mujo._core`, re-exported here. `import mujo` loads neither the prompt nor numpy;
`compare` and the submodules (`mujo.record`, `mujo.notation`, `mujo.svg` and others) are loaded when first used.
"""

# `collections.abc` itself would load six more modules.
from _collections_abc import Sequence

from mujo._core import (
    BLACK,
    STREAM_VERSION,
    TERMINATIONS,
    WHITE,
    Batch,
    Board,
    Clock,
    Effect,
    Engine,
    Explanation,
    LegalMoves,
    Line,
    Mate,
    Move,
    OptionSpec,
    Outcome,
    Piece,
    PieceType,
    Playouts,
    Problem,
    RuleSet,
    Score,
    SearchResult,
    Setup,
    __version__,
    build_profile,
    check_rule_text,
    data_digest,
    error_slugs,
    option_specs,
    rule_set_names,
)
from mujo.errors import (
    AmbiguousMoveError,
    DataError,
    EngineError,
    IllegalMoveError,
    InvalidPositionError,
    MujoError,
    NotationError,
    RuleSetError,
)
from mujo.squares import parse_square, square_name

# The name that type checkers look for; `typing` itself is slow to import.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from mujo.comparison import Comparison, Difference, compare
    from mujo.notebook import widget as widget

__all__ = [
    "BLACK",
    "STREAM_VERSION",
    "TERMINATIONS",
    "WHITE",
    "AmbiguousMoveError",
    "Batch",
    "Board",
    "Clock",
    "Comparison",
    "DataError",
    "Difference",
    "Effect",
    "Engine",
    "EngineError",
    "Explanation",
    "IllegalMoveError",
    "InvalidPositionError",
    "LegalMoves",
    "Line",
    "Mate",
    "Move",
    "MujoError",
    "NotationError",
    "OptionSpec",
    "Outcome",
    "Piece",
    "PieceType",
    "Playouts",
    "Problem",
    "RuleSet",
    "RuleSetError",
    "Score",
    "SearchResult",
    "Setup",
    "__version__",
    "build_profile",
    "check_rule_text",
    "compare",
    "data_digest",
    "error_slugs",
    "option_specs",
    "parse_square",
    "rule_set_names",
    "square_name",
]

# Indexing, slicing, searching: all that a sequence has.
Sequence.register(LegalMoves)

#: Names that are loaded when first used, with their modules. `widget` needs an extra, so it is not in `__all__`.
_LAZY = {"Comparison": "comparison", "Difference": "comparison", "compare": "comparison", "widget": "notebook"}
_LAZY_MODULES = frozenset(
    {
        "arrays",
        "cli",
        "comparison",
        "describe",
        "diagrams",
        "env",
        "files",
        "lishogi",
        "notation",
        "notebook",
        "parallel",
        "record",
        "repl",
        "rules",
        "svg",
        "testing",
    }
)


def __getattr__(name: str) -> object:
    if name in _LAZY:
        import importlib

        found: object = getattr(importlib.import_module(f"mujo.{_LAZY[name]}"), name)
        globals()[name] = found
        return found
    if name in _LAZY_MODULES:
        import importlib

        # The import system stores the module as an attribute of this package.
        return importlib.import_module(f"mujo.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY, *_LAZY_MODULES})
