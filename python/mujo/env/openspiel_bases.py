"""Classes of OpenSpiel, which has no types; the stub beside this module gives them those that mujo relies on."""

from pyspiel import Game, State

__all__ = ["Game", "State"]
