"""The games as OpenSpiel games; importing this module registers them.

OpenSpiel is not part of the extra ``mujo[env]``: ``pip install open_spiel``.

Examples
--------
>>> import pyspiel, mujo.env.openspiel
>>> game = pyspiel.load_game("mujo(rules=hishigata,max_plies=50)")
>>> state = game.new_initial_state()
>>> state.apply_action(state.legal_actions()[0])
>>> state.current_player()
1
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from mujo._core import BLACK, WHITE, Board, RuleSet
from mujo.env.games import MAX_MOVES
from mujo.env.observation import observation_names, observation_planes
from mujo.env.openspiel_bases import Game, State

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["MujoGame", "MujoState"]

_TYPE = pyspiel.GameType(
    short_name="mujo",
    long_name="Large shogi games (mujo)",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"rules": "tai", "max_plies": 2000, "max_moves": MAX_MOVES},
)


class MujoGame(Game):
    """A rule set as an OpenSpiel game.

    Parameters
    ----------
    parameters
        ``rules``: name of a rule set; ``max_plies``: a longer game is a draw; ``max_moves``: number of actions. Action
        `i` is ``board.legal_moves[i]``.
    """

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        known = parameters or {}
        self.rules: RuleSet = RuleSet(str(known.get("rules", "tai")))
        self.max_plies: int = int(known.get("max_plies", 2000))
        info = pyspiel.GameInfo(
            num_distinct_actions=int(known.get("max_moves", MAX_MOVES)),
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_plies,
        )
        super().__init__(_TYPE, info, known)

    def new_initial_state(self) -> MujoState:
        """Return the start of a game."""
        return MujoState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """Return an observer that writes the planes of `mujo.env.observation_planes`."""
        return _Observer(self.rules)


class MujoState(State):
    """A state of a game.

    Parameters
    ----------
    game
        The game.
    """

    def __init__(self, game: MujoGame) -> None:
        super().__init__(game)
        self.board: Board = Board(None, game.rules)
        self._max_plies = game.max_plies

    def current_player(self) -> int:
        """Return 0 if Black is to move, 1 if White is, or `pyspiel.PlayerId.TERMINAL`."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return 0 if self.board.turn == BLACK else 1

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.board.legal_moves)))

    def _apply_action(self, action: int) -> None:
        self.board.push(self.board.legal_moves[action])

    def _action_to_string(self, player: int, action: int) -> str:
        moves = self.board.legal_moves
        return moves[action].usi() if action < len(moves) else f"none:{action}"

    def is_terminal(self) -> bool:
        """Return whether the game has ended, or has reached its largest length."""
        return self.board.ply >= self._max_plies or self.board.is_game_over()

    def returns(self) -> list[float]:
        """Return 1 for the winner and -1 for the loser; zeros otherwise."""
        outcome = self.board.outcome()
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if outcome.winner == BLACK else [-1.0, 1.0]

    def __str__(self) -> str:
        return self.board.sfen()


class _Observer:
    """Writes the planes of the side of a player into ``tensor``."""

    def __init__(self, rules: RuleSet) -> None:
        shape = (len(observation_names(rules)), rules.ranks, rules.files)
        self.tensor: NDArray[np.float32] = np.zeros(int(np.prod(shape)), np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: MujoState, player: int) -> None:
        """Write the planes that a player sees."""
        self.dict["observation"][:] = observation_planes(state.board, seen_by=BLACK if player == 0 else WHITE)

    def string_from(self, state: MujoState, player: int) -> str:
        """Return the position."""
        return str(state)


pyspiel.register_game(_TYPE, MujoGame)
