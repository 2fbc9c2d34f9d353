"""Matches between engines, refereed by the rules of this package.

Each opening is played twice with colours swapped. A player that crashes, hangs, oversteps its time or plays an illegal
move loses the game. Results are pairs of games, from which Elo differences and sequential tests follow; the games are
kept in a JSONL file from which an interrupted match continues.

Examples
--------
>>> from mujo.match import Adjudication, MatchSettings, parse_player, play_match
>>> players = (parse_player("level=2"), parse_player("random"))
>>> settings = MatchSettings(players, "hishigata", pairs=1, adjudication=Adjudication(max_plies=8))
>>> standing = play_match(settings)
>>> len(standing.pairs), [game.termination for game in standing.pairs[0][2]]
(1, ['adjudication', 'adjudication'])
"""

from mujo.match.match import MatchSettings, Standing, play_match
from mujo.match.openings import openings_of_file, random_opening
from mujo.match.players import Player, PlayerSpec, parse_player, read_player
from mujo.match.referee import Adjudication, TimeControl, play_game
from mujo.match.statistics import Elo, Sprt, cross_table, elo_of, pentanomial

__all__ = [
    "Adjudication",
    "Elo",
    "MatchSettings",
    "Player",
    "PlayerSpec",
    "Sprt",
    "Standing",
    "TimeControl",
    "cross_table",
    "elo_of",
    "openings_of_file",
    "parse_player",
    "pentanomial",
    "play_game",
    "play_match",
    "random_opening",
    "read_player",
]
