"""Classes of OpenSpiel, which has no types; the stub beside this module gives them those that mujo relies on."""

from pyspiel import Game as Game
from pyspiel import State as State
