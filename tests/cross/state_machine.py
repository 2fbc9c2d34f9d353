"""A Hypothesis state machine in which both engines make the same moves and must agree after each step."""

from __future__ import annotations

from random import Random

from hypothesis import event
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from cross.random_cases import few_pieces, play_on, scattered
from cross.side_by_side import Pair
from cross.steps import AIMED, WANTS, SideBySide
from mujo.testing import positions, rule_sets

#: Rule sets under which rare things happen, drawn more often than chance would.
RARE = (
    "maka[hook_captures=2]",
    "maka[contagion_order=choice,TK=free3]",
    "maka[exposure=forbidden]",
    "maka[repetition=jcsa]",
    "maka/revival",
    "maka/tsa",
    "maka/sz[repetition=forbid]",
    "tai[TK=free3]",
    "tai",
    "tai/tsa",
    "tai/japanese[hook_captures=2]",
    "hishigata",
    "chu",
    "chu[stalemate=draw]",
)
KINDS = ("aimed", "aimed", "royals", "royals", "few", "seeded", "scattered", "start", "deep")
NUMBERS = st.integers(0, 2**16)


class EnginesSideBySide(RuleBasedStateMachine):
    """Make moves, undo them, query; the engines must agree after each step."""

    both: SideBySide

    @initialize(data=st.data())
    def start(self, data: st.DataObject) -> None:
        """Choose rules and a position: made for a rule, drawn, scattered, the start, a deep game."""
        kind = data.draw(st.sampled_from(KINDS), "kind")
        event(f"position: {kind}")
        if kind == "aimed":
            row = data.draw(st.sampled_from(AIMED), "row")
            self.both = SideBySide(Pair(row.rules, row.position), row.move)
        else:
            self.both = SideBySide(self._drawn(data, kind))

    def _drawn(self, data: st.DataObject, kind: str) -> Pair:
        """Draw rules and a position."""
        rules = data.draw(st.one_of(st.sampled_from(RARE), rule_sets().map(lambda drawn: drawn.name)), "rules")
        if kind in ("few", "royals"):
            royals = True if kind == "royals" else None
            return Pair(rules, data.draw(positions(rules, max_pieces=16, royals=royals), "position").sfen())
        rng = Random(data.draw(st.integers(0, 2**32), "seed"))
        if kind in ("seeded", "scattered"):
            return Pair(rules, few_pieces(rng, rules) if kind == "seeded" else scattered(rng, rules))
        pair = Pair(rules)
        plies = 210 if kind == "deep" else 0
        while pair.board.ply < plies and play_on(rng, pair):
            pass
        return pair

    @precondition(lambda self: not self.both.is_over)
    @rule(want=st.sampled_from(WANTS), choice=NUMBERS)
    def play(self, want: str, choice: int) -> None:
        """Play a move of a kind."""
        self.both.play(want, choice)

    @precondition(lambda self: not self.both.is_over and self.both.ply >= 2)
    @rule(times=st.integers(1, 12))
    def go_back_and_forth(self, times: int) -> None:
        """Repeat the moves of before."""
        self.both.go_back_and_forth(times)

    @precondition(lambda self: self.both.ply > 0)
    @rule(count=st.integers(1, 3))
    def undo(self, count: int) -> None:
        """Take moves back."""
        self.both.undo(count)

    @rule(seed=st.integers(0, 2**32))
    def compare_refusals(self, seed: int) -> None:
        """Compare the refusals of texts that are mostly wrong."""
        self.both.compare_refusals(seed)

    @rule(choice=NUMBERS, how_many=st.integers(1, 6))
    def compare_moves_rules_may_forbid(self, choice: int, how_many: int) -> None:
        """Compare the refusals of moves that are possible by the powers but that a rule may forbid."""
        self.both.compare_moves_rules_may_forbid(choice, how_many)

    @rule(choice=NUMBERS)
    def compare_attackers(self, choice: int) -> None:
        """Compare the attackers of a square."""
        self.both.compare_attackers(choice)

    @invariant()
    def engines_agree(self) -> None:
        """Compare every property of the position."""
        if hasattr(self, "both"):
            self.both.engines_agree()
