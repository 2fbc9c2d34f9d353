"""A Gymnasium environment: one agent against a level of the engine."""

from __future__ import annotations

from typing import Any, Literal

import gymnasium
from gymnasium import spaces

from mujo._core import BLACK, Engine, RuleSet
from mujo.env.games import MAX_MOVES, RENDER_MODES, GameState, check_render_mode
from mujo.errors import MujoError

__all__ = ["EngineEnv"]


class EngineEnv(gymnasium.Env[dict[str, Any], Any]):
    """Play against the engine. Actions and observations are those of `mujo.env.ListEnv`.

    Parameters
    ----------
    rules
        The rule set, or its name.
    level
        The opponent's level, 1 to 10.
    side
        The side of the agent: ``mujo.BLACK`` or ``mujo.WHITE``.
    position
        Position text of the start; by default that of the rule set.
    max_plies
        A game that is longer is truncated, 1 or more.
    max_moves
        Number of actions.
    illegal
        What an action that is no legal move does: ``"raise"`` an error, or ``"lose"`` the game.
    render_mode
        ``"human"``, ``"ansi"`` or ``None``.

    Raises
    ------
    MujoError
        As `Engine`, `RuleSet` and `Board`; ``argument``.

    Examples
    --------
    >>> env = EngineEnv("hishigata", level=1, max_plies=6)
    >>> observation, info = env.reset(seed=1)
    >>> truncated = False
    >>> while not truncated:
    ...     action = int(observation["action_mask"].argmax())
    ...     observation, reward, terminated, truncated, info = env.step(action)
    >>> terminated, reward
    (False, 0)
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES)}  # noqa: RUF012 - as the base class declares it

    def __init__(
        self,
        rules: RuleSet | str = "tai",
        *,
        level: int = 1,
        side: bool = BLACK,
        position: str | None = None,
        max_plies: int = 2000,
        max_moves: int = MAX_MOVES,
        illegal: Literal["raise", "lose"] = "raise",
        render_mode: str | None = None,
    ) -> None:
        check_render_mode(render_mode)
        if illegal not in ("raise", "lose"):
            raise MujoError(f"illegal is {illegal!r}, but should be 'raise' or 'lose'", code="argument")
        self._state = GameState(rules, position, max_plies, max_moves)
        self._level = level
        self._side = side
        self._illegal = illegal
        self.render_mode = render_mode
        self._engine = Engine(self._state.rules, 16, level=level)
        self.observation_space: spaces.Dict = self._state.observation_space()
        self.action_space: spaces.Discrete[Any] = spaces.Discrete(max_moves)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a new game; the seed decides between the opponent's equally good moves.

        Parameters
        ----------
        seed
            Decides between the opponent's equally good moves; 0 or more.
        options
            Not used.
        """
        super().reset(seed=seed)
        self._state.restart()
        self._engine = Engine(self._state.rules, 16, level=self._level, seed=int(self.np_random.integers(2**62)))
        self._reply()
        return self._state.observe(self._side), {}

    def _reply(self) -> None:
        board = self._state.board
        if board.turn != self._side and self._state.outcome is None and not self._state.is_truncated:
            board.push(self._engine.search(board).best)

    def step(self, action: Any) -> tuple[dict[str, Any], int, bool, bool, dict[str, Any]]:
        """Make a move, and let the opponent answer.

        Parameters
        ----------
        action
            Index of a legal move.

        Raises
        ------
        MujoError
            ``argument``: the action is no legal move and `illegal` is ``"raise"``.
        """
        if self._illegal == "lose" and not 0 <= int(action) < len(self._state.board.legal_moves):
            return self._state.observe(self._side), -1, True, False, {"termination": "illegal"}
        self._state.play(action)
        self._reply()
        outcome = self._state.outcome
        info = {} if outcome is None else {"termination": outcome.termination}
        reward = self._state.reward(self._side)
        return self._state.observe(self._side), reward, outcome is not None, self._state.is_truncated, info

    def render(self) -> Any:
        r"""Return the board as text in render mode ``ansi``, and print it in mode ``human``.

        Examples
        --------
        >>> env = EngineEnv("hishigata", level=1, render_mode="ansi")
        >>> _ = env.reset(seed=1)
        >>> env.render().count("\n") > 10
        True
        """
        return self._state.picture(self.render_mode)
