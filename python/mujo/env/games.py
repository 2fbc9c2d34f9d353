"""The game that an environment plays: a board, its end, and its action spaces."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from gymnasium import spaces

from mujo._core import Board, Outcome, RuleSet
from mujo.env.observation import MOVE_FEATURES, move_features, observation_names, observation_planes
from mujo.errors import MujoError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["MAX_MOVES", "RENDER_MODES", "GameState", "check_render_mode"]

#: Rows of the table of moves by default: several times what games between equals reach.
MAX_MOVES: Final = 4096

#: How the environments can draw.
RENDER_MODES: Final = ("human", "ansi")

Observation = dict[str, Any]


def check_render_mode(render_mode: str | None) -> None:
    """Refuse a mode that is none of `RENDER_MODES`."""
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise MujoError(
            f"render_mode is {render_mode!r}, but should be None or one of {', '.join(RENDER_MODES)}", code="argument"
        )


class GameState:
    r"""A game in progress, for the environments.

    Parameters
    ----------
    rules
        The rule set, or its name.
    position
        Position text of the start; by default that of the rule set.
    max_plies
        A game that is longer is truncated, 1 or more.
    max_moves
        Rows of the table of moves, and actions. A position with more legal moves is an error.

    Raises
    ------
    MujoError
        As `RuleSet` and `Board`; ``argument`` for numbers below 1.

    Examples
    --------
    >>> from mujo import BLACK
    >>> state = GameState("chu", None, max_plies=300, max_moves=500)
    >>> state.play(0)
    >>> state.board.ply, state.reward(BLACK), state.picture("ansi").count("\n") > 10
    (1, 0, True)
    >>> state.observation_space().contains(state.observe(BLACK)), state.planes_space().shape[1:]
    (True, (12, 12))
    >>> state.restart()
    >>> state.board.ply
    0
    """

    def __init__(self, rules: RuleSet | str, position: str | None, max_plies: int, max_moves: int) -> None:
        if max_plies < 1 or max_moves < 1:
            raise MujoError("max_plies and max_moves must be 1 or more", code="argument")
        self.rules: RuleSet = RuleSet(rules) if isinstance(rules, str) else rules
        self.start: Board = Board(position, self.rules)
        self.board: Board = self.start.copy()
        self.max_plies: int = max_plies
        self.max_moves: int = max_moves

    def restart(self) -> None:
        """Begin a new game."""
        self.board = self.start.copy()

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; ``None`` while it goes on."""
        return self.board.outcome()

    @property
    def is_truncated(self) -> bool:
        """Whether the game has reached `max_plies` without an end."""
        return self.board.ply >= self.max_plies and self.outcome is None

    def reward(self, side: bool) -> int:
        """Return 1 if a side has won, -1 if it has lost, and 0 otherwise.

        Parameters
        ----------
        side
            ``mujo.BLACK`` or ``mujo.WHITE``.
        """
        outcome = self.outcome
        if outcome is None or outcome.winner is None:
            return 0
        return 1 if outcome.winner == side else -1

    def planes_space(self) -> spaces.Box:
        """Return the space of the planes."""
        shape = (len(observation_names(self.rules)), self.rules.ranks, self.rules.files)
        return spaces.Box(0, 1, shape, np.uint8)

    def observation_space(self) -> spaces.Dict:
        """Return the space of `observe`."""
        most = 4 * len(self.rules.piece_types)
        return spaces.Dict(
            {
                "observation": self.planes_space(),
                "moves": spaces.Box(-most, most, (self.max_moves, len(MOVE_FEATURES)), np.int16),
                "action_mask": spaces.Box(0, 1, (self.max_moves,), np.int8),
            }
        )

    def observe(self, side: bool) -> Observation:
        """Return planes, moves and mask as a side sees them; the side that is not to move has no actions.

        Parameters
        ----------
        side
            ``mujo.BLACK`` or ``mujo.WHITE``.

        Raises
        ------
        MujoError
            ``argument``: the position has more legal moves than `max_moves`.
        """
        moves = np.full((self.max_moves, len(MOVE_FEATURES)), -1, np.int16)
        if side == self.board.turn and self.outcome is None:
            moves = move_features(self.board, most=self.max_moves)
        mask: NDArray[np.int8] = (moves[:, 0] >= 0).astype(np.int8)
        return {"observation": observation_planes(self.board, seen_by=side), "moves": moves, "action_mask": mask}

    def picture(self, render_mode: str | None) -> str | None:
        """Return the board as text in render mode ``ansi``, and print it in mode ``human``.

        Parameters
        ----------
        render_mode
            ``human``, ``ansi`` or ``None``.
        """
        if render_mode == "human":
            sys.stdout.write(f"{self.board}\n")
        return str(self.board) if render_mode == "ansi" else None

    def play(self, action: int) -> None:
        """Make the move with this index in ``board.legal_moves``.

        Parameters
        ----------
        action
            0-based.

        Raises
        ------
        MujoError
            ``argument``: there is no such move.
        """
        moves = self.board.legal_moves
        if not 0 <= int(action) < len(moves):
            raise MujoError(
                f"action {action} is not among the {len(moves)} legal moves: use the action mask", code="argument"
            )
        self.board.push(moves[int(action)])
