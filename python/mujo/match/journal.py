"""The journal of a match: a JSONL file of records that grows by a pair of games at a time.

`mujo validate` reads it like any file of records. A match that was interrupted is continued from it: a last line that
was cut off, and a pair of which one game is missing, are dropped.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Final

from mujo._core import RuleSet
from mujo.errors import MujoError
from mujo.files import write_text
from mujo.record import Game, format_line, scan_games

__all__ = ["MATCH", "ROUND", "Journal"]

#: Tags of the games of a match: the digest of its settings, and the number of the pair and of the game in it.
MATCH: Final = "Match"
ROUND: Final = "Round"


class Journal:
    """The games of a match on disk.

    Parameters
    ----------
    path
        The file; ``None`` keeps the games in memory alone.
    settings
        The digest of the settings of the match.
    rules
        Its rules.

    Attributes
    ----------
    pairs
        The games of each finished pair by its number.

    Raises
    ------
    MujoError
        ``match.resume``: the file is of another match; ``file``.
    """

    def __init__(self, path: str | Path | None, settings: str, rules: RuleSet) -> None:
        self.path: Path | None = None if path is None else Path(path)
        self.settings = settings
        self.pairs: dict[int, tuple[Game, Game]] = {}
        if self.path is not None and self.path.exists() and self.path.stat().st_size:
            self._resume(rules)

    def _resume(self, rules: RuleSet) -> None:
        """Read the games that were played, and drop what is not a whole pair."""
        assert self.path is not None
        found: dict[int, dict[int, Game]] = {}
        count = 0
        last_is_cut = not self.path.read_bytes().endswith(b"\n")
        for scan in scan_games(self.path, "jsonl", rules):
            count += 1
            game = scan.game
            if game is None or scan.fault is not None:
                if last_is_cut:
                    continue
                raise self._other(f"line {scan.line} is not a game")
            if game.tags.get(MATCH) != self.settings:
                raise self._other(f"line {scan.line} has other players, rules or settings")
            pair, _, number = game.tags.get(ROUND, "").partition(".")
            if not (pair.isdecimal() and number in ("1", "2")):
                raise self._other(f"line {scan.line} has no round")
            found.setdefault(int(pair), {})[int(number)] = game
        self.pairs = {pair: (games[1], games[2]) for pair, games in found.items() if len(games) == 2}
        if 2 * len(self.pairs) != count:
            lines = [f"{format_line(game)}\n" for pair in sorted(self.pairs) for game in self.pairs[pair]]
            write_text(self.path, lines)

    def _other(self, reason: str) -> MujoError:
        return MujoError(
            f"{self.path} is not the journal of this match: {reason}; choose another file", code="match.resume"
        )

    def add(self, pair: int, games: tuple[Game, Game]) -> None:
        """Add a pair of games, on disk before this returns.

        Raises
        ------
        MujoError
            ``file``
        """
        tagged = tuple(
            replace(game, tags={**game.tags, MATCH: self.settings, ROUND: f"{pair}.{number}"})
            for number, game in enumerate(games, 1)
        )
        if self.path is not None:
            text = "".join(f"{format_line(game)}\n" for game in tagged)
            try:
                with self.path.open("ab") as file:
                    file.write(text.encode())
                    file.flush()
                    os.fsync(file.fileno())
            except OSError as error:
                raise MujoError(f"cannot write {self.path}: {error.strerror or error}", code="file") from None
        self.pairs[pair] = (tagged[0], tagged[1])
