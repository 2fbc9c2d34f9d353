"""PettingZoo environments: two agents that move in turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from gymnasium import spaces

from mujo._core import BLACK, WHITE, RuleSet
from mujo.env.bases import AECEnv, OrderEnforcingWrapper
from mujo.env.games import MAX_MOVES, RENDER_MODES, GameState, check_render_mode
from mujo.errors import MujoError

__all__ = ["FactoredEnv", "ListEnv", "factored_env", "list_env"]

_SIDES = {"black": BLACK, "white": WHITE}


class _GameEnv(AECEnv[str, Any, Any]):
    """What the environments of a game share: agents, rewards, the end, pictures of the board."""

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "is_parallelizable": False}  # noqa: RUF012 - as the base class declares it

    def __init__(self, state: GameState, render_mode: str | None) -> None:
        super().__init__()
        check_render_mode(render_mode)
        self.state_of_game: GameState = state
        self.render_mode: str | None = render_mode
        self.possible_agents: list[str] = list(_SIDES)
        self.agents: list[str] = []

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. The rules use no chance, so the seed changes nothing."""
        self.state_of_game.restart()
        self.agents = self.possible_agents[:]
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(self.agents, 0)
        self.terminations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.truncations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()
        self._end()

    def _select(self) -> None:
        """Let the agent of the side to move go on."""
        turn = self.state_of_game.board.turn
        self.agent_selection: str = next(agent for agent, side in _SIDES.items() if side == turn)

    def _end(self) -> None:
        """Note the end of the game, if there is one."""
        outcome = self.state_of_game.outcome
        for agent, side in _SIDES.items():
            self.terminations[agent] = outcome is not None
            self.truncations[agent] = self.state_of_game.is_truncated
            self.rewards[agent] = self.state_of_game.reward(side)
            if outcome is not None:
                self.infos[agent] = {"termination": outcome.termination}

    def step(self, action: Any) -> None:
        """Play for the selected agent."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0
        self._clear_rewards()
        self._act(int(action))
        self._accumulate_rewards()

    def _act(self, action: int) -> None:
        raise NotImplementedError

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def render(self) -> str | None:
        """Return the board as text in render mode ``ansi``, and print it in mode ``human``."""
        return self.state_of_game.picture(self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


class ListEnv(_GameEnv):
    """An environment whose actions are indices into the list of legal moves.

    Parameters
    ----------
    rules
        The rule set, or its name.
    position
        Position text of the start; by default that of the rule set.
    max_plies
        A game that is longer is truncated, 1 or more.
    max_moves
        Number of actions. A position with more legal moves raises `MujoError`.
    render_mode
        ``"human"``, ``"ansi"`` or ``None``.

    Notes
    -----
    Observations are dictionaries: ``observation`` (`observation_planes`), ``moves`` (`move_features`) and
    ``action_mask``. Row `i` of ``moves`` describes action `i`: a network scores rows, not a fixed list of actions.
    Rewards are 1 and -1 at the end of the game, 0 for a draw.

    Examples
    --------
    >>> env = ListEnv("chu")
    >>> env.reset(seed=1)
    >>> int(env.observe(env.agent_selection)["action_mask"].sum())
    36
    >>> env.step(0)
    >>> env.state_of_game.board.ply, env.agent_selection
    (1, 'white')
    """

    def __init__(
        self,
        rules: RuleSet | str = "tai",
        *,
        position: str | None = None,
        max_plies: int = 2000,
        max_moves: int = MAX_MOVES,
        render_mode: str | None = None,
    ) -> None:
        super().__init__(GameState(rules, position, max_plies, max_moves), render_mode)
        self.metadata: dict[str, Any] = {**self.metadata, "name": f"mujo_{self.state_of_game.rules.game}_list_v0"}
        space = self.state_of_game.observation_space()
        self.observation_spaces: dict[str, spaces.Space[Any]] = dict.fromkeys(self.possible_agents, space)
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(max_moves) for agent in self.possible_agents
        }

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees.

        Parameters
        ----------
        agent
            ``black`` or ``white``.

        Raises
        ------
        MujoError
            ``argument``: the position has more legal moves than `max_moves`.
        """
        return self.state_of_game.observe(_SIDES[agent])

    def _act(self, action: int) -> None:
        self.state_of_game.play(action)
        self._select()
        self._end()


class FactoredEnv(_GameEnv):
    """An environment in which an agent chooses a move in up to three steps: start, end, and the rest.

    Parameters
    ----------
    rules, position, max_plies, render_mode
        As `ListEnv`.

    Notes
    -----
    Actions are squares as the agent sees them (for White rotated by half a turn). The first step chooses the piece, the
    second its end square. If several moves have these squares (promotion, captures on the way), the third step chooses
    one by its number, in the order of ``board.legal_moves``. A step with one choice is taken too, except the third. The
    planes of ``observation`` are those of `observation_planes` and two more: the chosen start and the chosen end.

    Examples
    --------
    >>> env = FactoredEnv("chu")
    >>> env.reset(seed=1)
    >>> mask = env.observe(env.agent_selection)["action_mask"]
    >>> env.step(int(mask.argmax()))
    >>> env.state_of_game.board.ply, env.agent_selection
    (0, 'black')
    """

    def __init__(
        self,
        rules: RuleSet | str = "tai",
        *,
        position: str | None = None,
        max_plies: int = 2000,
        render_mode: str | None = None,
    ) -> None:
        super().__init__(GameState(rules, position, max_plies, MAX_MOVES), render_mode)
        own = self.state_of_game.rules
        self.metadata: dict[str, Any] = {**self.metadata, "name": f"mujo_{own.game}_factored_v0"}
        self._squares = own.ranks * own.files
        planes = self.state_of_game.planes_space()
        shape = (planes.shape[0] + 2, *planes.shape[1:])
        space = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, shape, np.uint8),
                "action_mask": spaces.Box(0, 1, (self._squares,), np.int8),
            }
        )
        self.observation_spaces: dict[str, spaces.Space[Any]] = dict.fromkeys(self.possible_agents, space)
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(self._squares) for agent in self.possible_agents
        }
        self._chosen: list[int] = []

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. The rules use no chance, so the seed changes nothing.

        Parameters
        ----------
        seed, options
            Not used.
        """
        self._chosen = []
        super().reset(seed, options)

    def _seen(self, square: int) -> int:
        """Convert between a square and how the side to move sees it; the same both ways."""
        return square if self.state_of_game.board.turn == BLACK else self._squares - 1 - square

    def _candidates(self) -> Iterator[tuple[int, int]]:
        """List index and end square of the moves that fit what is chosen."""
        chosen = [self._seen(square) for square in self._chosen]
        for index, move in enumerate(self.state_of_game.board.legal_moves):
            if [move.from_square, move.to_square][: len(chosen)] == chosen:
                yield index, (move.to_square if chosen else move.from_square)

    def _choices(self) -> list[int]:
        """List the actions of the side to move."""
        if self.state_of_game.outcome is not None:
            return []
        if len(self._chosen) == 2:
            return list(range(min(len(list(self._candidates())), self._squares)))
        return sorted({self._seen(square) for _, square in self._candidates()})

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees: the planes with its choices so far, and the mask of the next.

        Parameters
        ----------
        agent
            ``black`` or ``white``.

        Raises
        ------
        MujoError
            As `ListEnv.observe`.
        """
        state = self.state_of_game
        planes = state.observe(_SIDES[agent])["observation"]
        choices = np.zeros((2, *planes.shape[1:]), np.uint8)
        mask = np.zeros(self._squares, np.int8)
        if _SIDES[agent] == state.board.turn:
            for plane, square in enumerate(self._chosen):
                choices[plane].flat[square] = 1
            mask[self._choices()] = 1
        return {"observation": np.concatenate([planes, choices]), "action_mask": mask}

    def _act(self, action: int) -> None:
        if action not in self._choices():
            raise MujoError(f"action {action} is not among the choices: use the action mask", code="argument")
        fitting = list(self._candidates())
        if len(self._chosen) == 2:
            fitting = [fitting[action]]
        else:
            self._chosen.append(action)
            fitting = list(self._candidates())
        if len(self._chosen) == 2 and len(fitting) == 1:
            self.state_of_game.play(fitting[0][0])
            self._chosen = []
            self._select()
            self._end()


def list_env(rules: RuleSet | str = "tai", **settings: Any) -> AECEnv[str, Any, Any]:
    """Make a `ListEnv` with PettingZoo's usual wrappers, which name wrong calls.

    Parameters
    ----------
    rules, settings
        As `ListEnv`.

    Raises
    ------
    MujoError, RuleSetError, InvalidPositionError
        As `ListEnv`.

    Examples
    --------
    >>> env = list_env("maka", max_plies=4)
    >>> env.reset()
    >>> for agent in env.agent_iter():
    ...     observation, reward, termination, truncation, info = env.last()
    ...     action = None if termination or truncation else int(observation["action_mask"].argmax())
    ...     env.step(action)
    >>> env.agents
    []
    """
    return OrderEnforcingWrapper(ListEnv(rules, **settings))


def factored_env(rules: RuleSet | str = "tai", **settings: Any) -> AECEnv[str, Any, Any]:
    """Make a `FactoredEnv` with PettingZoo's usual wrappers, which name wrong calls.

    Parameters
    ----------
    rules, settings
        As `FactoredEnv`.

    Raises
    ------
    MujoError, RuleSetError, InvalidPositionError
        As `ListEnv`.

    Examples
    --------
    >>> env = factored_env("maka")
    >>> env.reset()
    >>> env.action_space("black"), int(env.observe("black")["action_mask"].sum())
    (Discrete(361), 55)
    """
    return OrderEnforcingWrapper(FactoredEnv(rules, **settings))
