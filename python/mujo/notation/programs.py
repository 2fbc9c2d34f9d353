"""Names that other programs give to games and pieces, from ``data/programs.toml``."""

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from mujo._core import RuleSet
from mujo.errors import MujoError

__all__ = [
    "GameNames",
    "find_variant",
    "game_names",
    "game_of_variant",
    "is_even_game",
    "letters_of",
    "unnamed_kif_rules",
]


@dataclass(frozen=True, slots=True)
class GameNames:
    """What other programs call a game and its pieces.

    Attributes
    ----------
    game
        The game, as `RuleSet.game`.
    kif
        Values of ``手合割`` in KIF.
    variants
        Names of the variant in PGN, XBoard, USI and exports of lishogi; lower case, the shortest first.
    rules
        Rule sets by those names that stand for another one than that of the game's name.
    form
        The form of positions that boards of this game use, see `mujo.notation.fen`.
    pawn
        The id of the type whose letter algebraic notation leaves out; empty if the game has no letters.
    ids
        Ids of initial types by letter.
    letters
        The reverse of `ids`.
    promoted
        Letters of promoted types that are not ``+`` and the letter of the initial type.
    handicaps
        Position texts by Japanese name.
    """

    game: str
    kif: tuple[str, ...]
    variants: tuple[str, ...]
    rules: dict[str, str]
    form: str
    pawn: str
    ids: dict[str, str]
    letters: dict[str, str]
    promoted: dict[str, str]
    handicaps: dict[str, str]


@lru_cache(maxsize=1)
def _data() -> tuple[dict[str, GameNames], frozenset[str], str]:
    table = tomllib.loads(files("mujo").joinpath("data/programs.toml").read_text(encoding="utf-8"))
    games = {
        game: GameNames(
            game,
            tuple(entry["kif"]),
            tuple(entry["variants"]),
            entry.get("rules", {}),
            entry["form"],
            entry["pawn"],
            entry.get("letters", {}),
            {kind: letter for letter, kind in entry.get("letters", {}).items()},
            entry.get("promoted", {}),
            entry.get("handicaps", {}),
        )
        for game, entry in table["games"].items()
    }
    return games, frozenset(table["even_game"]), table["unnamed_kif"]


def game_names(rules: RuleSet) -> GameNames:
    """Return the names for the game of a rule set; a game of the user's own has none.

    Examples
    --------
    >>> game_names(RuleSet("maka/tsa")).letters["LD"]
    'N!'
    """
    return _data()[0].get(rules.game) or GameNames(rules.game, (), (), {}, "winboard", "", {}, {}, {}, {})


def find_variant(name: str) -> str | None:
    """Return the rule set that another program's name of a game stands for, or ``None``.

    Parameters
    ----------
    name
        A variant name, such as ``Chu Shogi``, or a value of ``手合割``.

    Examples
    --------
    >>> find_variant("chu"), find_variant("Chushogi"), find_variant("泰将棋"), find_variant("xiangqi")
    ('chu', 'chu/lishogi', 'tai', None)
    """
    known = name.strip().lower()
    for game, names in _data()[0].items():
        if known in names.variants or name.strip() in names.kif:
            return names.rules.get(known, game)
    return None


def game_of_variant(name: str) -> str | None:
    """Return the game that another program's name stands for, whatever the rule set; ``None`` if it is unknown.

    Examples
    --------
    >>> game_of_variant("Chushogi"), game_of_variant("xiangqi")
    ('chu', None)
    """
    rules = find_variant(name)
    return None if rules is None else RuleSet(rules).game


def is_even_game(name: str) -> bool:
    """Return whether a value of ``手合割`` stands for an even game without naming the game.

    Examples
    --------
    >>> is_even_game("平手"), is_even_game("香落ち")
    (True, False)
    """
    return name.strip() in _data()[1]


def letters_of(rules: RuleSet) -> GameNames:
    """Return the names for a game that has letters.

    Raises
    ------
    MujoError
        ``no_letters``: no other program has letters for this game.
    """
    names = game_names(rules)
    if not names.ids:
        raise MujoError(f"no other program is known to have letters for {rules.game}", code="no_letters")
    return names


def unnamed_kif_rules(handicap: str) -> str | None:
    """Return the rule set of a KIF file that names no game but has a ``手合割``, or ``None``.

    An empty value is the even game of chu, as lishogi writes it; the handicaps are lishogi's too.

    Examples
    --------
    >>> unnamed_kif_rules(""), unnamed_kif_rules("2枚王"), unnamed_kif_rules("平手")
    ('chu/lishogi', 'chu/lishogi', None)
    """
    games, _, unnamed = _data()
    is_known = not handicap or handicap in games[RuleSet(unnamed).game].handicaps
    return unnamed if is_known else None
