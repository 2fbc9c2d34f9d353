"""A line of a game while it is read from text: the main line or a variation."""

from __future__ import annotations

from dataclasses import dataclass, field

from mujo._core import Move
from mujo.record.fault import Fault


@dataclass(kw_only=True)
class GameLine:
    """Moves, comments and glyphs of a line; `rest` holds what could not be played, and `fault` says why.

    Attributes
    ----------
    ply
        The ply of its first move.
    """

    ply: int
    moves: list[Move] = field(default_factory=list)
    comments: dict[int, list[str]] = field(default_factory=dict)
    nags: dict[int, list[int]] = field(default_factory=dict)
    rest: list[str] = field(default_factory=list)
    fault: Fault | None = None

    @property
    def next_ply(self) -> int:
        """The ply after the last move."""
        return self.ply + len(self.moves)

    def comment(self, text: str) -> None:
        """Add a comment to the last move."""
        self.comments.setdefault(self.next_ply - 1, []).append(text)

    def annotate(self, *nags: int) -> None:
        """Add glyphs to the last move."""
        self.nags.setdefault(self.next_ply - 1, []).extend(nags)

    def all_comments(self) -> dict[int, str]:
        """Return the comments by ply, several of one ply on lines of their own."""
        return {ply: "\n".join(texts) for ply, texts in self.comments.items()}

    def all_nags(self) -> dict[int, tuple[int, ...]]:
        """Return the glyphs by ply."""
        return {ply: tuple(nags) for ply, nags in self.nags.items()}
