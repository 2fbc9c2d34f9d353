"""Other programs as players: start and drive any engine that speaks USI or CECP.

`UsiEngine` and `CecpEngine` work in an event loop, `SimpleEngine` without one. Both tell the engine the whole game,
give it a limit, and check every move that it sends. An engine that hangs, ends, talks nonsense or plays an illegal move
raises `EngineError`; the next call starts it anew.

A dialect defines how an engine writes positions and moves: `MUJO`, `LISHOGI`, `CECP` (as QBoard and WinBoard write tai,
maka and chu) or `HACHU`. It is detected from the engine's answers, or passed by the caller.

Examples
--------
>>> from mujo import Board
>>> from mujo.engines import EngineError, Limit, SimpleEngine
>>> def first_move(command):
...     with SimpleEngine.open_cecp(command) as engine:
...         return engine.play(Board(rules="chu"), Limit(time=1)).move
>>> try:
...     first_move("no-such-engine")
... except EngineError as error:
...     print(error.code)
engine.start
"""

from mujo.engines.analysis import Analysis
from mujo.engines.cecp import CecpEngine
from mujo.engines.dialects import CECP, DIALECTS, HACHU, LISHOGI, MUJO, Dialect
from mujo.engines.engine import Engine
from mujo.engines.simple import SimpleAnalysis, SimpleEngine
from mujo.engines.types import Info, Limit, Option, PlayResult, Score
from mujo.engines.usi import UsiEngine
from mujo.errors import EngineError

__all__ = [
    "CECP",
    "DIALECTS",
    "HACHU",
    "LISHOGI",
    "MUJO",
    "Analysis",
    "CecpEngine",
    "Dialect",
    "Engine",
    "EngineError",
    "Info",
    "Limit",
    "Option",
    "PlayResult",
    "Score",
    "SimpleAnalysis",
    "SimpleEngine",
    "UsiEngine",
]
