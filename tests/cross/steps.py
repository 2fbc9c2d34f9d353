"""One game played by both engines, step by step; after each step the engines must agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random

from hypothesis import currently_in_test_context, event, note

import mujo
from cross.side_by_side import (
    Difference,
    Pair,
    attacker_differences,
    doubtful_texts,
    pseudo_legal_of,
    reference_moves,
    refusal_differences,
    state_differences,
)
from cross.tags import tags
from mujo_reference import Move
from mujo_reference.board import square_name
from perft.tables import Row, read

#: How often each tag has been seen by this process.
SEEN: Counter[str] = Counter()

#: Kinds of moves that a step may look for.
WANTS = ("any", "capture", "two", "three", "pass", "igui", "choice", "infect", "royal", "quiet", "back", "back")

#: Positions that were each made for one power or rule.
AIMED = [row for row in read(Path(__file__).parents[1] / "perft" / "powers.txt") if row.move]


def seen(tag: str) -> None:
    """Count a tag, for this run and for Hypothesis."""
    SEEN[tag] += 1
    if currently_in_test_context():
        event(tag)


class SideBySide:
    """Both engines in one game.

    Parameters
    ----------
    pair
        Where they stand.
    aimed_at
        The move that the position was made for.
    """

    def __init__(self, pair: Pair, aimed_at: str | None = None) -> None:
        self.pair = pair
        self.aimed_at = aimed_at
        self.known: tuple[int, dict[str, Move]] | None = None
        self.keys = {self._placement(): pair.board.key}

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, by the core."""
        return self.pair.board.is_game_over()

    @property
    def ply(self) -> int:
        """Moves played."""
        return self.pair.board.ply

    def must_agree(self, differences: Iterable[Difference]) -> None:
        """Fail with a message that can be pasted to reproduce the position."""
        found = list(differences)
        if found:
            raise AssertionError("\n".join([*map(str, found), self.pair.line()]))

    def _placement(self) -> str:
        """Text of the position without its move number."""
        return self.pair.board.sfen().rpartition(" ")[0]

    def moves(self) -> dict[str, Move]:
        """Legal moves of the reference by their texts, found once for each position."""
        ply = len(self.pair.game.positions)
        if self.known is None or self.known[0] != ply:
            self.known = ply, reference_moves(self.pair.game)
        return self.known[1]

    def _back(self) -> str | None:
        """Text of the move that takes back the last move of the side to move."""
        moves = self.pair.game.moves
        return f"{square_name(moves[-2].end)}{square_name(moves[-2].start)}" if len(moves) >= 2 else None

    def wanted(self, want: str) -> list[str]:
        """Texts of the legal moves that show what is wanted."""
        game, moves = self.pair.game, self.moves()
        if want == "back":
            back = self._back()
            return [back] if back is not None and back in moves else []
        infecting = game.rules.contagious

        def fits(text: str) -> bool:
            move = moves[text]
            victims = [game.position.board[victim] for victim in move.victims]
            return {
                "any": True,
                "capture": bool(victims),
                "two": len(victims) >= 2,
                "three": len(victims) == 3,
                "pass": move.is_pass,
                "igui": bool(victims) and move.start == move.end,
                "choice": f"{text}+" in moves or "+D" in text,
                "infect": any(victim.type in infecting for victim in victims),
                "royal": any(game.rules.role(victim) for victim in victims),
                "quiet": not victims,
            }[want]

        return [text for text in moves if fits(text)]

    def _play(self, text: str) -> None:
        """Play a legal move."""
        game = self.pair.game
        for tag in tags(game.rules, game.position.board, self.moves()[text]):
            seen(tag)
        if currently_in_test_context():
            note(text)
        self.pair.push(text)
        key = self.keys.setdefault(self._placement(), self.pair.board.key)
        assert key == self.pair.board.key, f"one position, two keys\n{self.pair.line()}"

    def play(self, want: str, choice: int) -> None:
        """Play a move of a kind, or any where there is none; at first the move that the position was made for."""
        if self.ply == 0 and choice % 4 and self.aimed_at is not None and self.aimed_at in self.moves():
            self._play(self.aimed_at)
            return
        texts = self.wanted(want) or self.wanted("any")
        self._play(sorted(texts)[choice % len(texts)])

    def go_back_and_forth(self, times: int) -> None:
        """Repeat the moves of before, as long as that is legal: towards repetition."""
        for _ in range(times):
            texts = [] if self.is_over else self.wanted("back")
            if not texts:
                break
            self._play(texts[0])
            self.must_agree(state_differences(self.pair))

    def undo(self, count: int) -> None:
        """Take moves back."""
        for _ in range(min(count, self.ply)):
            self.pair.pop()
        self.known = None

    def compare_refusals(self, seed: int) -> None:
        """Compare the verdicts on texts that are mostly wrong."""
        self.must_agree(refusal_differences(self.pair, doubtful_texts(self.pair, Random(seed), 4)))

    def compare_moves_rules_may_forbid(self, choice: int, how_many: int) -> None:
        """Compare the verdicts on moves that a piece could make but for the rules that forbid."""
        game = self.pair.game
        back = self._back()
        texts = [] if back is None else [back]
        own = [square for square, piece in game.position.board.items() if piece.side == game.position.turn]
        for square in sorted(own, key=lambda square: game.rules.role(game.position.board[square]) is None)[:how_many]:
            by_powers = list(pseudo_legal_of(game, square_name(square)))
            forbidden = [text for text in by_powers if text not in self.moves()]
            for some in (by_powers, forbidden, forbidden):
                texts += [some[choice % len(some)]] if some else []
                choice += 7
        for text in texts:
            code = game.refusal(text)
            if code is not None:
                seen(f"refused: {code.rpartition('.')[2].replace('_', ' ')}")
        self.must_agree(refusal_differences(self.pair, texts))

    def compare_attackers(self, choice: int) -> None:
        """Compare the attackers of a square."""
        rules = self.pair.board.rules
        square = rules.square_name(choice % (rules.files * rules.ranks))
        self.must_agree(attacker_differences(self.pair, square))

    def engines_agree(self) -> None:
        """Compare moves, text, outcome, check, repetition; the key is that of the position built afresh."""
        board = self.pair.board
        self.must_agree(state_differences(self.pair))
        core, reference = {str(move) for move in board.legal_moves}, self.moves().keys()
        if core != reference:
            self.must_agree([Difference("legal moves", sorted(core - reference), sorted(reference - core))])
        afresh = mujo.Board(board.sfen(), rules=board.rules)
        assert afresh.key == board.key, f"the key depends on the way\n{self.pair.line()}"
        assert afresh == board, f"a position is not equal to itself read afresh\n{self.pair.line()}"
        outcome = self.pair.game.outcome()
        if outcome is not None:
            seen("repetition: ends the game" if outcome[1] == "repetition" else f"outcome: {outcome[1]}")
        if board.repetitions() == 2:
            seen("repetition: second occurrence")
        if board.is_check():
            seen("check")


CHANGES = (
    "", "", "repetition=forbid", "repetition=forbid", "repetition=jcsa", "exposure=forbidden",
    "contagion_order=choice", "emperor=protected-piece",
)  # fmt: skip


def with_change(rules: str, change: str) -> str:
    """Change one more option of a rule set that is known by its name."""
    if not change or change.partition("=")[0] in rules:
        return rules
    return f"{rules[:-1]},{change}]" if rules.endswith("]") else f"{rules}[{change}]"


def without_royals(pair: Pair, side: bool) -> Pair:
    """Stand both engines on the same position without the royals of one side."""
    setup = mujo.Setup(pair.board.sfen(), rules=pair.board.rules)
    for square in pair.board.royals(side):
        setup.remove(square)
    return Pair(pair.rules, setup.sfen())


def short_game(rng: Random, row: Row, change: str, steps: int = 6) -> None:
    """Play from an aimed position, the steps drawn."""
    pair = Pair(with_change(row.rules, change), row.position)
    if rng.random() < 0.05:
        pair = without_royals(pair, rng.choice([mujo.BLACK, mujo.WHITE]))
    game = SideBySide(pair, row.move)
    for _ in range(steps):
        game.engines_agree()
        kind = rng.random()
        if kind < 0.55 and not game.is_over:
            game.play(rng.choice(WANTS), rng.randrange(2**16))
        elif kind < 0.75 and not game.is_over and game.ply >= 2:
            game.go_back_and_forth(rng.randint(1, 14))
        elif kind < 0.8:
            game.undo(rng.randint(1, 3))
        elif kind < 0.95:
            game.compare_moves_rules_may_forbid(rng.randrange(2**16), rng.randint(1, 4))
        else:
            game.compare_refusals(rng.randrange(2**32))
        if game.is_over and rng.random() < 0.7:
            break
    game.engines_agree()


def fixed_run(seed: int, games: int, expected: Sequence[str], enough: int) -> None:
    """Play from every aimed position, then from those that produced tags that are still rare; at most `games` games."""
    rng = Random(seed)
    shown: dict[str, list[tuple[Row, str]]] = {}
    rows = list(AIMED)
    for number in range(games):
        rarest = min(expected, key=lambda tag: SEEN[tag])
        if number >= len(rows) and SEEN[rarest] >= enough:
            break
        if number < len(rows):
            row, change = rows[number], ""
        elif rarest in shown and rng.random() < 0.9:
            row, change = rng.choice(shown[rarest])
        else:
            row, change = rng.choice(rows), rng.choice(CHANGES)
        before = SEEN.copy()
        short_game(rng, row, change)
        for tag in SEEN - before:
            shown.setdefault(tag, []).append((row, change))
