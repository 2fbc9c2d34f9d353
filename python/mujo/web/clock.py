"""The clocks of a game: main time, byoyomi and increment for both sides, as a server keeps them.

The clocks start with the first move, so that nobody loses time before the game has begun, and stand still while an
earlier position is shown. The time in which no server runs does not count.
"""

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from mujo._core import BLACK, WHITE, Clock
from mujo.errors import MujoError
from mujo.web import values
from mujo.web.view import side_word

__all__ = ["GameClock", "TimeControl"]

#: Seconds: a day of main time, an hour for a move.
_LONGEST_MAIN, _LONGEST_MOVE = 86_400, 3600
#: Seconds of its time that the computer does not use, for the way from the search to the clock.
_RESERVE = 0.2


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time a side has.

    Attributes
    ----------
    main
        Seconds for the game, 0 to 86,400.
    byoyomi
        Seconds for each move once the main time is used up, 0 to 3600.
    increment
        Seconds added after each move, 0 to 3600.
    """

    main: int
    byoyomi: int = 0
    increment: int = 0

    @classmethod
    def read(cls, data: object) -> "TimeControl":
        """Read the fields of an object.

        Raises
        ------
        MujoError
            ``argument``: it is no object, a field is wrong, or there is no time at all.
        """
        if not isinstance(data, dict):
            raise MujoError("clock must be an object with main, byoyomi and increment in seconds", code="argument")
        found = cls(
            values.number(data, "main", 0, _LONGEST_MAIN, 0),
            values.number(data, "byoyomi", 0, _LONGEST_MOVE, 0),
            values.number(data, "increment", 0, _LONGEST_MOVE, 0),
        )
        if found.main == found.byoyomi == 0:
            raise MujoError("clock gives no time: set main, byoyomi or both", code="argument")
        return found


@dataclass(frozen=True, slots=True)
class _Times:
    """What is left when a position arises: main time of both sides, and what its mover has used of its turn."""

    white: float
    black: float
    used: float = 0.0

    def main(self, side: bool) -> float:
        return self.black if side else self.white


class GameClock:
    """The clocks of both sides.

    Parameters
    ----------
    control
        The time of each side.
    now
        The time in seconds, from any beginning; must not go back.

    Attributes
    ----------
    control : TimeControl
        The time of each side.

    Examples
    --------
    >>> clock = GameClock(TimeControl(60, byoyomi=5), now=iter([0.0, 62.0]).__next__)
    >>> clock.follow(1, WHITE, runs=True, played=True)
    >>> clock.left(WHITE)
    (0.0, 3.0)
    """

    def __init__(self, control: TimeControl, now: Callable[[], float] = time.monotonic) -> None:
        self.control = control
        self._now = now
        # By ply; those after the present position are used again if its moves are.
        self._times = [_Times(float(control.main), float(control.main))]
        self._ply = 0
        self._turn: bool = BLACK
        # When the running clock was started; nothing while both stand.
        self._since: float | None = None

    def follow(self, ply: int, turn: bool, *, runs: bool, played: bool = False) -> None:
        """Take note of the present position.

        Parameters
        ----------
        ply
            Moves that have been played.
        turn
            The side to move.
        runs
            Whether the game goes on from here: it is not over, and no later moves have been taken back.
        played
            Whether a new move has just been made, which uses time and may earn an increment.
        """
        self._stop()
        if played:
            del self._times[ply:]
        while (known := len(self._times)) <= ply:
            # The sides take turns.
            self._times.append(self._after_move(known - 1, turn ^ ((ply - known) % 2 == 0)))
        self._ply, self._turn = ply, turn
        if runs and ply:
            self._since = self._now()

    def forget_after(self, ply: int) -> None:
        """Forget the times of later positions: other moves follow now."""
        self._stop()
        del self._times[ply + 1 :]
        self._ply = min(self._ply, ply)

    def left(self, side: bool) -> tuple[float, float]:
        """Return the seconds that a side has: main time, then what is left of its byoyomi for this move."""
        times = self._present
        main, byoyomi = times.main(side), float(self.control.byoyomi)
        if side != self._turn:
            return main, byoyomi
        used = times.used + (0.0 if self._since is None else self._now() - self._since)
        return max(0.0, main - used), max(0.0, min(byoyomi, byoyomi + main - used))

    @property
    def is_up(self) -> bool:
        """Whether the side to move has no time left."""
        return self._since is not None and sum(self.left(self._turn)) <= 0

    def for_search(self) -> Clock:
        """Return the time of the side to move as an engine takes it, with a reserve."""
        main, byoyomi = self.left(self._turn)
        if main:
            return Clock(
                max(0.0, main - _RESERVE), byoyomi=self.control.byoyomi, increment=float(self.control.increment)
            )
        return Clock(0.0, byoyomi=max(0.0, byoyomi - _RESERVE), increment=float(self.control.increment))

    def view(self) -> dict[str, Any]:
        """Describe the clocks; docs/reference/web.md lists the fields."""
        sides = {}
        for side in (BLACK, WHITE):
            main, byoyomi = self.left(side)
            sides[side_word(side)] = {"main": round(main, 2), "byoyomi": round(byoyomi, 2)}
        running = None if self._since is None else side_word(self._turn)
        return {"control": asdict(self.control), **sides, "running": running}

    def saved(self) -> dict[str, Any]:
        """Return what `restored` reads; the running clock is stopped at this moment in it."""
        times = [[each.white, each.black, each.used] for each in self._times]
        times[self._ply][2] += 0.0 if self._since is None else self._now() - self._since
        rounded = [[round(seconds, 2) for seconds in each] for each in times]
        return {"control": asdict(self.control), "times": rounded}

    @classmethod
    def restored(cls, data: Mapping[str, Any], now: Callable[[], float] = time.monotonic) -> "GameClock":
        """Continue with what `saved` returned; `follow` starts the clock again.

        Raises
        ------
        MujoError
            ``argument``: it is something else.
        """
        clock = cls(TimeControl.read(data.get("control")), now)
        times = data.get("times")
        if not isinstance(times, list) or not times or not all(_is_times(each) for each in times):
            raise MujoError("times of a clock must be lists of three numbers", code="argument")
        clock._times = [_Times(*map(float, each)) for each in times]
        return clock

    @property
    def _present(self) -> _Times:
        return self._times[self._ply]

    def _stop(self) -> None:
        """Note the time that the present turn has used, in case the position comes back."""
        if self._since is None:
            return
        times = self._present
        self._times[self._ply] = replace(times, used=times.used + self._now() - self._since)
        self._since = None

    def _after_move(self, ply: int, mover: bool) -> _Times:
        """Return what is left when the move after `ply` moves has been made."""
        times = self._times[ply]
        if ply == 0:
            # The first move is free: the clocks start after it.
            return _Times(times.white, times.black)
        left = max(0.0, times.main(mover) - times.used) + self.control.increment
        return _Times(times.white, left) if mover else _Times(left, times.black)


def _is_times(each: object) -> bool:
    return (
        isinstance(each, list)
        and len(each) == 3
        and all(isinstance(n, int | float) and not isinstance(n, bool) and math.isfinite(n) and n >= 0 for n in each)
    )
