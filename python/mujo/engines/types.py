"""The values that calls of engines take and return."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from mujo._core import Move
from mujo.errors import EngineError

__all__ = ["Info", "Limit", "Option", "PlayResult", "Score"]


@dataclass(frozen=True, slots=True)
class Limit:
    """When an engine is to move. What is ``None`` is not limited.

    Attributes
    ----------
    time
        Seconds for this move.
    depth, nodes
        Plies of search, positions.
    black_clock, white_clock
        Seconds on the clocks.
    black_increment, white_increment
        Seconds that a move adds.
    byoyomi
        Seconds a move once the clock is empty (USI).
    moves_to_go
        Moves until the clock gets more time; ``None`` if it never does.

    Examples
    --------
    >>> Limit(time=0.5).slowest(True), Limit(white_clock=60, black_clock=30).slowest(False)
    (0.5, 60)
    """

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None
    black_clock: float | None = None
    white_clock: float | None = None
    black_increment: float | None = None
    white_increment: float | None = None
    byoyomi: float | None = None
    moves_to_go: int | None = None

    def slowest(self, black: bool) -> float | None:
        """Return how many seconds a move of this side may take at most, ``None`` if that is not limited.

        Parameters
        ----------
        black
            ``mujo.BLACK`` or ``mujo.WHITE``.

        Examples
        --------
        >>> Limit(time=2).slowest(True), Limit(nodes=100).slowest(True)
        (2, None)
        """
        if self.time is not None:
            return self.time
        clock = self.black_clock if black else self.white_clock
        return None if clock is None and self.byoyomi is None else (clock or 0) + (self.byoyomi or 0)

    def after_move(self, black: bool, seconds: float) -> Limit:
        """Return the limit of this side's next move, after a move that took so long.

        The opponent's clock stays as it is, and so does an empty clock that more moves would fill again.

        Parameters
        ----------
        black
            ``mujo.BLACK`` or ``mujo.WHITE``, the side that has moved.
        seconds
            How long it took.

        Examples
        --------
        >>> limit = Limit(black_clock=30, black_increment=1, moves_to_go=9).after_move(True, 2.5)
        >>> limit.black_clock, limit.moves_to_go
        (28.5, 8)
        """
        own = "black_clock" if black else "white_clock"
        clock: float | None = getattr(self, own)
        if clock is None:
            return self
        increment = self.black_increment if black else self.white_increment
        moves = None if self.moves_to_go is None else max(1, self.moves_to_go - 1)
        left = max(0.0, clock - seconds) + (increment or 0.0)
        return replace(self, moves_to_go=moves, **{own: left})  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Score:
    """A score from the engine's side, the side to move.

    Attributes
    ----------
    cp
        In hundredths of the engine's unit; ``None`` if it is a mate.
    mate
        Distance of the mate as the protocol counts it, plies in USI and moves in CECP: positive if the engine mates,
        negative if it is mated; ``None`` if it is no mate.

    Examples
    --------
    >>> Score(cp=150).cp, Score(mate=-2).mate
    (150, -2)
    """

    cp: int | None = None
    mate: int | None = None

    def number(self, mate_score: int = 100_000) -> int:
        """Return the score as one number, a mate as `mate_score` less its length.

        Parameters
        ----------
        mate_score
            The score of a mate on the board, far above every `cp`.

        Examples
        --------
        >>> Score(cp=-35).number(), Score(mate=3).number(), Score(mate=-3).number()
        (-35, 99997, -99997)
        """
        if self.mate is None:
            return self.cp or 0
        return mate_score - self.mate if self.mate > 0 else -mate_score - self.mate


@dataclass(slots=True)
class Info:
    """The report of an engine on one line of play.

    Attributes
    ----------
    depth, seldepth, nodes, nps, hashfull, multipv
        As in USI.
    time
        Seconds.
    score
        The score.
    pv
        The best line, as far as its moves are legal.
    text
        A remark.

    Examples
    --------
    >>> Info(depth=3, score=Score(cp=20)).score.number()
    20
    """

    depth: int | None = None
    seldepth: int | None = None
    time: float | None = None
    nodes: int | None = None
    nps: int | None = None
    hashfull: int | None = None
    multipv: int = 1
    score: Score | None = None
    pv: tuple[Move, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class PlayResult:
    """The answer of an engine to a position.

    Attributes
    ----------
    move
        The move; ``None`` if the engine resigned or claimed the end of the game.
    ponder
        The reply that it expects, if it sent a legal one.
    info
        Its last report on its best line.
    resigned, draw_offered
        Whether it did.
    claim
        A result that it stated: ``black``, ``white`` or ``draw``.

    Examples
    --------
    >>> PlayResult(None, resigned=True).move is None
    True
    """

    move: Move | None
    ponder: Move | None = None
    info: Info = field(default_factory=Info)
    resigned: bool = False
    draw_offered: bool = False
    claim: str | None = None


#: Kinds of options: those of USI, and those that only CECP has.
_KINDS: Final = ("check", "spin", "combo", "button", "string", "filename", "file", "path", "slider", "save", "reset")


@dataclass(frozen=True, slots=True)
class Option:
    """An option that an engine offers.

    Attributes
    ----------
    name
        Its name.
    kind
        ``check``, ``spin``, ``combo``, ``button``, ``string`` or ``filename``, and what else CECP has.
    default
        The value it has, as text.
    least, most
        The range of a ``spin``.
    choices
        The values of a ``combo``.

    Examples
    --------
    >>> Option("Hash", "spin", "16", 1, 1024).most
    1024
    """

    name: str
    kind: str
    default: str = ""
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()

    def text(self, value: bool | int | str | None, engine: str = "") -> str:
        """Return a value as the engine takes it.

        Parameters
        ----------
        value
            The value; ``None`` for a button.
        engine
            Name of the engine, for the error.

        Raises
        ------
        EngineError
            ``engine.option``: the value does not fit.

        Examples
        --------
        >>> Option("Hash", "spin", "16", 1, 1024).text(64)
        '64'
        >>> Option("Hash", "spin", "16", 1, 1024).text(0)
        Traceback (most recent call last):
        mujo.EngineError: option Hash: 0 is not a whole number from 1 to 1024
        """
        wanted = None
        if self.kind == "check":
            if not isinstance(value, bool) and str(value).lower() not in ("true", "false", "0", "1"):
                wanted = "true or false"
            else:
                value = str(value).lower() in ("true", "1")
        elif self.kind in ("spin", "slider"):
            number = _whole(value)
            least = -(2**63) if self.least is None else self.least
            most = 2**63 if self.most is None else self.most
            if number is None or not least <= number <= most:
                wanted = f"a whole number from {least} to {most}"
        elif self.kind == "combo" and value not in self.choices:
            wanted = f"one of {', '.join(self.choices)}"
        text = "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
        if not text.isprintable():
            wanted = "a text of one line"
        if wanted is not None:
            raise EngineError(f"option {self.name}: {value!r:.60} is not {wanted}", code="engine.option", engine=engine)
        return text


def _whole(value: object) -> int | None:
    try:
        return int(str(value))
    except ValueError:
        return None
