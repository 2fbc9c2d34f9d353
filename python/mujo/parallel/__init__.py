"""Long work in parts, on any `concurrent.futures.Executor`: threads, processes, or other machines.

Work is cut into parts that can be pickled and repeated. Results depend neither on the executor nor on the number of its
workers or the order in which they finish, and the parts of a lost worker are done again. There is no scheduler here:
Dask, MPI or a process pool have one. docs/how-to/clusters.md shows how to use them.

=====================  ==============================================================================
function               does
=====================  ==============================================================================
`perft`, `divide`      counts, as `Board.perft(..., executor=...)`
`playouts`             random games, as `Board.playouts(..., executor=...)`
`analyse`, `solve`     engine searches and mating problems of many positions
`mujo.review`          ``review_games(..., executor=...)``: evaluation of the moves of games
`mujo.match`           ``play_match(..., executor=...)``: games between players
`run_parts`            any function on many arguments, with repetition of what was lost
`open_executor`        processes or a Dask cluster, by their description
=====================  ==============================================================================

Examples
--------
>>> from concurrent.futures import ThreadPoolExecutor
>>> import mujo
>>> with ThreadPoolExecutor(2) as pool:
...     mujo.Board(rules="maka").perft(2, executor=pool)
6400
"""

from mujo.parallel.counting import CountingOptions, CountingPart, count_part, counting_parts, divide, perft
from mujo.parallel.games import playouts
from mujo.parallel.opening import open_executor
from mujo.parallel.parts import ExecutorSource, run_parts
from mujo.parallel.positions import analyse, solve

__all__ = [
    "CountingOptions",
    "CountingPart",
    "ExecutorSource",
    "analyse",
    "count_part",
    "counting_parts",
    "divide",
    "open_executor",
    "perft",
    "playouts",
    "run_parts",
    "solve",
]
