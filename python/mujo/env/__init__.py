"""Environments for reinforcement learning: PettingZoo, Gymnasium, and OpenSpiel. ``pip install mujo[env]``.

=======================  ==================================================================
`list_env`, `ListEnv`    PettingZoo AEC: an action is an index into the list of legal moves
`factored_env`           PettingZoo AEC: an action is a square; start, then end, then the rest
`EngineEnv`              Gymnasium: one agent against a level of the engine
`mujo.env.openspiel`     the games as OpenSpiel games
=======================  ==================================================================

docs/how-to/reinforcement-learning.md shows how to use them. For speed, step many boards at once with `mujo.Batch`.
"""

from mujo.extras import extra

with extra("env"):
    from mujo.env.aec import FactoredEnv, ListEnv, factored_env, list_env
    from mujo.env.games import MAX_MOVES, GameState
    from mujo.env.observation import MOVE_FEATURES, move_features, observation_names, observation_planes
    from mujo.env.single import EngineEnv

__all__ = [
    "MAX_MOVES",
    "MOVE_FEATURES",
    "EngineEnv",
    "FactoredEnv",
    "GameState",
    "ListEnv",
    "factored_env",
    "list_env",
    "move_features",
    "observation_names",
    "observation_planes",
]
