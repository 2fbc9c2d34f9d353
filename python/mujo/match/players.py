"""Who plays: levels of this package's engine, other programs, simple reference players, or any function.

A `PlayerSpec` describes a player and can be pickled, so that games may run in other processes; `PlayerSpec.open` makes
the player.

======================  ======================================================================
text                    player
======================  ======================================================================
``random``              uniformly random moves
``level=5``             this package's engine, level 1 to 10
``nodes=2000``          the same, with a limit of its own: ``nodes``, ``depth`` or ``seconds``
``nodes=2000,KEY=...``  the same, changed: ``without=null_move+history`` switches parts of the search off (see
                        `Engine.without`), ``evaluation=FILE`` reads another evaluation, ``hash=64`` sets the MiB,
                        ``threads=2`` the threads
``material=2``          a plain search of that depth over material alone, values by mobility; 1 is a greedy capturer.
                        It does not change with the engine, so it serves as an anchor
``usi:COMMAND``         an engine that speaks USI
``cecp:COMMAND``        an engine that speaks CECP
``usi,ponder:COMMAND``  the same, thinking on the opponent's time too; so ``cecp,ponder:COMMAND``
``FILE.toml``           a player with its settings in a file, see `read_player`
``NAME=TEXT``           any of these under another name, such as ``old=usi:./old-engine``
======================  ======================================================================
"""

from __future__ import annotations

import random
import re
import shlex
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Protocol

from mujo._core import Board, Clock, Engine, Move
from mujo.engines import DIALECTS, Info, Limit, PlayResult, Score, SimpleEngine
from mujo.errors import MujoError
from mujo.files import read_text

__all__ = ["Player", "PlayerSpec", "parse_player", "read_player"]

#: Bytes of a file of settings.
_LARGEST: Final = 1 << 20
_LIMITS: Final = ("nodes", "depth", "seconds")
_NAMED: Final = re.compile(
    r"([^=:\s]+)=((?:random|usi[,:]|cecp[,:]|level=|nodes=|depth=|seconds=|material=).*|[^=]*\.toml)", re.DOTALL
)
#: How many of the best lines a material player looks at, to choose among equal ones.
_EQUAL_LINES: Final = 8


class Player(Protocol):
    """Anything that chooses moves.

    Examples
    --------
    >>> from mujo import Board
    >>> from mujo.engines import Limit
    >>> player: Player = parse_player("random").open(Board(rules="chu").rules, 1)
    >>> board = Board(rules="chu")
    >>> played = player.play(board, Limit())
    >>> player.close()
    """

    def play(self, board: Board, limit: Limit, /) -> PlayResult | Move:
        """Choose a move; the board may not be changed.

        Parameters
        ----------
        board
            The position, with its history.
        limit
            How much the player may think.

        Raises
        ------
        MujoError
            ``engine.*``: another program failed.
        """

    def close(self) -> None:
        """End the player."""


@dataclass(frozen=True)
class PlayerSpec:
    """A description of a player.

    Attributes
    ----------
    name
        Its name in records and tables.
    kind
        ``random``, ``mujo``, ``material``, ``usi``, ``cecp`` or ``function``.
    command
        The program and its arguments.
    level
        A level of this package's engine.
    limits
        Limits of its own (``nodes``, ``depth``, ``seconds``), instead of those of the match.
    options
        Options of an engine.
    hash, threads
        Mebibytes and threads of this package's engine.
    without
        Parts of this package's search that are switched off, see `Engine.without`.
    dialect
        Name of the `mujo.engines.Dialect` of another program; empty for the one that is detected.
    timeout
        Seconds that another program may take for an answer that needs no search.
    ponder
        Whether another program thinks on while its opponent does. Both then need a processor of their own.
    evaluation
        The text of an evaluation file for this package's engine, instead of the one that comes with the game.
    function
        A function that returns a move of a board. It must be picklable if games run in other processes.

    Examples
    --------
    >>> PlayerSpec("weak", "mujo", level=1).level
    1
    """

    name: str
    kind: str
    command: tuple[str, ...] = ()
    level: int | None = None
    limits: tuple[tuple[str, float], ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    hash: int = 16
    without: tuple[str, ...] = ()
    evaluation: str | None = None
    threads: int = 1
    dialect: str = ""
    timeout: float = 10.0
    ponder: bool = False
    function: Callable[[Board], Move] | None = field(default=None, compare=False)

    def open(self, rules: object, seed: int) -> Player:
        """Make the player.

        Parameters
        ----------
        rules
            The rule set of the match.
        seed
            For players that draw lots.

        Raises
        ------
        MujoError
            ``engine.start``; ``argument``: a limit or level is out of range.

        Examples
        --------
        >>> from mujo import RuleSet
        >>> parse_player("random").open(RuleSet("chu"), 1).close()
        """
        match self.kind:
            case "random":
                return _Random(seed)
            case "mujo":
                return _Mujo(self, rules, seed)
            case "material":
                return _Material(rules, int(dict(self.limits)["depth"]), seed)
            case "function" if self.function is not None:
                return _Function(self.function)
            case "usi" | "cecp":
                start = SimpleEngine.open_usi if self.kind == "usi" else SimpleEngine.open_cecp
                engine = start(list(self.command), dialect=DIALECTS.get(self.dialect), timeout=self.timeout)
                if self.options:
                    engine.configure(dict(self.options))
                return _Other(engine, dict(self.limits), self.ponder)
        raise MujoError(f"there is no kind of player {self.kind[:40]!r}", code="match.player")


def parse_player(text: str) -> PlayerSpec:
    """Read the description of a player.

    Parameters
    ----------
    text
        ``KIND`` or ``NAME=KIND``, as in docs/reference/cli.md.

    Raises
    ------
    MujoError
        ``match.player``

    Examples
    --------
    >>> parse_player("level=3").name, parse_player("strong=nodes=5000").limits
    ('level=3', (('nodes', 5000),))
    >>> parse_player("hachu=cecp:/usr/games/hachu").command
    ('/usr/games/hachu',)
    >>> parse_player("nodes=5000,without=null_move+history").without
    ('null_move', 'history')
    >>> parse_player("usi,ponder:mujo usi").ponder
    True
    """
    found = _NAMED.fullmatch(text.strip())
    name, rest = (found[1], found[2]) if found else (text.strip(), text.strip())
    name = name[:60]
    if rest == "random":
        return PlayerSpec(name, "random")
    if rest.endswith(".toml") and ":" not in rest and "=" not in rest:
        spec = read_player(rest)
        return replace(spec, name=name) if found else spec
    head, colon, command = rest.partition(":")
    kind, comma, change = head.partition(",")
    if colon and kind in ("usi", "cecp") and change == ("ponder" if comma else ""):
        words = _words(command, text)
        if words:
            return PlayerSpec(name, kind, words, ponder=bool(comma))
    try:
        own = _own_player(name, rest)
    except MujoError:
        raise
    except ValueError:
        own = None
    if own is not None:
        return own
    raise MujoError(
        f"{text[:60]!r} is not a player: write random, level=5, nodes=2000, depth=3, seconds=0.5, material=2, "
        "usi:COMMAND, cecp:COMMAND, usi,ponder:COMMAND or FILE.toml, with NAME= before it for another name",
        code="match.player",
    )


def _own_player(name: str, text: str) -> PlayerSpec | None:
    """Read a player of this package; ``None`` or `ValueError` if the text does not describe one."""
    first, *changes = text.split(",")
    key, _, value = first.partition("=")
    if key == "material" and not changes and int(value) > 0:
        return PlayerSpec(name, "material", limits=(("depth", int(value)),))
    if key == "level":
        spec = PlayerSpec(name, "mujo", level=int(value))
    elif key in _LIMITS:
        spec = PlayerSpec(name, "mujo", limits=((key, float(value) if key == "seconds" else int(value)),))
    else:
        return None
    for change in changes:
        key, _, value = change.partition("=")
        if key == "without":
            spec = replace(spec, without=tuple(value.split("+")))
        elif key == "evaluation":
            spec = replace(spec, evaluation=_evaluation_text(value))
        elif key == "hash":
            spec = replace(spec, hash=int(value))
        elif key == "threads":
            spec = replace(spec, threads=int(value))
        else:
            return None
    return spec


def _evaluation_text(path: str | Path) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeError) as error:
        raise MujoError(f"cannot read {str(path)[:200]}: {error}", code="file") from None


def _words(command: str, text: str) -> tuple[str, ...]:
    try:
        return tuple(shlex.split(command))
    except ValueError as error:
        raise MujoError(f"{text[:60]!r} has no readable command: {error}", code="match.player") from None


def read_player(path: str | Path) -> PlayerSpec:
    r"""Read a player from a TOML file.

    ``name`` is its name, by default that of the file; ``protocol`` is ``usi``, ``cecp`` or ``mujo``. Another program
    has ``command`` (a text or a list of words), ``dialect``, ``timeout`` and ``ponder`` (true or false), and its
    options in a table ``options``.
    This package's engine has ``level``, ``hash``, ``threads``, ``without`` (a list) and ``evaluation`` (a file). The
    table ``limits`` holds ``nodes``, ``depth`` or ``seconds`` of either.

    Parameters
    ----------
    path
        The file.

    Raises
    ------
    MujoError
        ``match.player``: the file does not describe a player; ``file``.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "weak.toml")
    ...     _ = path.write_text('protocol = "mujo"\nlevel = 1\n')
    ...     read_player(path).level
    1
    """
    file = Path(path)
    text = read_text(file, _LARGEST, code_too_long="match.player", code_bytes="match.player")
    try:
        return _described(file, tomllib.loads(text))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        reason = f"it has no {error}" if isinstance(error, KeyError) else str(error)
        raise MujoError(f"{file} does not describe a player: {reason}"[:500], code="match.player") from None


def _described(file: Path, table: dict[str, Any]) -> PlayerSpec:
    kind = table.pop("protocol")
    limits = {key: float(value) if key == "seconds" else int(value) for key, value in table.pop("limits", {}).items()}
    if not set(limits) <= set(_LIMITS):
        raise ValueError(f"the limits are {', '.join(_LIMITS)}")
    spec = PlayerSpec(str(table.pop("name", file.stem))[:60], kind, limits=tuple(limits.items()))
    if kind in ("usi", "cecp"):
        command = table.pop("command")
        spec = replace(
            spec,
            command=_words(command, command) if isinstance(command, str) else tuple(map(str, command)),
            options=tuple((key, _option_text(value)) for key, value in table.pop("options", {}).items()),
            dialect=str(table.pop("dialect", "")),
            timeout=float(table.pop("timeout", spec.timeout)),
            ponder=_yes_or_no(table.pop("ponder", False), "ponder"),
        )
        if spec.dialect and spec.dialect not in DIALECTS:
            raise ValueError(f"the dialects are {', '.join(DIALECTS)}")
    elif kind == "mujo":
        level, evaluation = table.pop("level", None), table.pop("evaluation", None)
        spec = replace(
            spec,
            level=None if level is None else int(level),
            hash=int(table.pop("hash", spec.hash)),
            threads=int(table.pop("threads", spec.threads)),
            without=tuple(map(str, table.pop("without", ()))),
            evaluation=None if evaluation is None else _evaluation_text(file.parent / str(evaluation)),
        )
    else:
        raise ValueError("the protocol is usi, cecp or mujo")
    if table:
        raise ValueError(f"{', '.join(table)} means nothing here")
    return spec


def _yes_or_no(value: object, name: str) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{name} is true or false")
    return value


def _option_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


class _Random:
    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)

    def play(self, board: Board, limit: Limit, /) -> Move:
        moves = board.legal_moves
        return moves[self._dice.randrange(len(moves))]

    def close(self) -> None:
        pass


class _Function:
    def __init__(self, function: Callable[[Board], Move]) -> None:
        self._function = function

    def play(self, board: Board, limit: Limit, /) -> Move:
        return self._function(board.copy())

    def close(self) -> None:
        pass


class _Mujo:
    """The engine of this package."""

    def __init__(self, spec: PlayerSpec, rules: object, seed: int) -> None:
        self._engine = Engine(
            rules,  # type: ignore[arg-type]
            spec.hash,
            spec.threads,
            level=spec.level,
            seed=seed,
            evaluation=spec.evaluation,
        )
        self._engine.without(spec.without)
        self._own = dict(spec.limits)
        self._has_level = spec.level is not None

    def play(self, board: Board, limit: Limit, /) -> PlayResult:
        result = self._engine.search(board, **self._limits(board, limit))  # type: ignore[arg-type]
        score = result.score
        stated = Score(cp=score.number) if score.mate is None else Score(mate=score.mate)
        info = Info(depth=result.depth, time=result.seconds, nodes=result.nodes, score=stated)
        return PlayResult(result.best, info=info)

    def _limits(self, board: Board, limit: Limit) -> dict[str, object]:
        if self._own:
            return {key: value if key == "seconds" else int(value) for key, value in self._own.items()}
        if self._has_level:
            return {}
        limits: dict[str, object] = {"depth": limit.depth, "nodes": limit.nodes, "seconds": limit.time}
        main = limit.black_clock if board.turn else limit.white_clock
        if main is not None:
            increment = limit.black_increment if board.turn else limit.white_increment
            limits["clock"] = Clock(
                main, byoyomi=limit.byoyomi or 0.0, increment=increment or 0.0, moves_to_go=limit.moves_to_go
            )
        return limits

    def close(self) -> None:
        pass


class _Material:
    """A plain search over material alone that chooses at random among equal moves."""

    def __init__(self, rules: object, depth: int, seed: int) -> None:
        self._engine = Engine(rules, 16, evaluation=_material_only(rules))  # type: ignore[arg-type]
        self._engine.without(Engine.FEATURES)
        self._depth = depth
        self._dice = random.Random(seed)

    def play(self, board: Board, limit: Limit, /) -> Move:
        lines = self._engine.search(board, depth=self._depth, multipv=_EQUAL_LINES).lines
        return self._dice.choice([line.moves[0] for line in lines if line.score == lines[0].score])

    def close(self) -> None:
        pass


def _material_only(rules: object) -> str:
    """Return an evaluation file with values by mobility and nothing else."""
    text = Engine(rules, 0, evaluation="mobility").evaluation  # type: ignore[arg-type]
    head, _, rest = text.partition("[weights]\n")
    weights, _, values = rest.partition("[values]\n")
    zeros = re.sub(r"= .*", "= 0", weights)
    return f"{head}[weights]\n{zeros}[values]\n{values.partition('[ranks]')[0]}"


class _Other:
    """Another program."""

    def __init__(self, engine: SimpleEngine, own: dict[str, float], ponder: bool) -> None:
        self._engine = engine
        self._own = own
        self._ponder = ponder

    def play(self, board: Board, limit: Limit, /) -> PlayResult:
        if self._own:
            nodes, depth = self._own.get("nodes"), self._own.get("depth")
            limit = Limit(
                time=self._own.get("seconds"),
                depth=None if depth is None else int(depth),
                nodes=None if nodes is None else int(nodes),
            )
        return self._engine.play(board, limit, ponder=self._ponder)

    def close(self) -> None:
        self._engine.close()
