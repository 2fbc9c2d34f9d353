"""One game between two players, refereed by the rules of this package."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from mujo._core import Board, Move
from mujo.engines import Info, Limit, PlayResult
from mujo.errors import EngineError, MujoError
from mujo.match.players import Player
from mujo.record import Game, record_of

__all__ = ["Adjudication", "TimeControl", "play_game"]


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much a player may think. What is ``None`` is not limited.

    Attributes
    ----------
    move
        Seconds a move.
    depth, nodes
        Plies, positions a move.
    clock
        Seconds for the game.
    increment
        Seconds that a move adds.
    byoyomi
        Seconds a move once the clock is empty.
    moves
        Moves after which the clock gets its seconds again; 0 for never.
    grace
        Seconds beyond a limit of time before it counts as overstepped.

    Examples
    --------
    >>> TimeControl(nodes=500).limit([None, None]).nodes
    500
    """

    move: float | None = None
    depth: int | None = None
    nodes: int | None = None
    clock: float | None = None
    increment: float = 0.0
    byoyomi: float = 0.0
    moves: int = 0
    grace: float = 1.0

    def limit(self, clocks: Sequence[float | None], played: int = 0) -> Limit:
        """Return the limit of the next move.

        Parameters
        ----------
        clocks
            What is left to White and Black.
        played
            Moves that the side to move has made.
        """
        if self.clock is None:
            return Limit(time=self.move, depth=self.depth, nodes=self.nodes)
        return Limit(
            depth=self.depth,
            nodes=self.nodes,
            white_clock=clocks[0],
            black_clock=clocks[1],
            white_increment=self.increment,
            black_increment=self.increment,
            byoyomi=self.byoyomi or None,
            moves_to_go=self.moves - played % self.moves if self.moves else None,
        )


@dataclass(frozen=True, slots=True)
class Adjudication:
    """When the referee ends a game that the rules have not ended.

    Attributes
    ----------
    win_score, win_moves
        A side wins when for this many of its moves in a row its own score was at least this, in hundredths, and the
        opponent's at most the negative of it.
    draw_score, draw_moves, draw_from
        The game is drawn when for this many moves of each side in a row both scores were at most this, from this ply
        on.
    max_plies
        A game of this length is drawn.

    Examples
    --------
    >>> Adjudication(max_plies=200).max_plies
    200
    """

    win_score: int | None = None
    win_moves: int = 4
    draw_score: int | None = None
    draw_moves: int = 10
    draw_from: int = 200
    max_plies: int = 1000


def play_game(
    black: Player,
    white: Player,
    opening: Board,
    control: TimeControl,
    adjudication: Adjudication | None = None,
) -> Game:
    """Play one game.

    A player that raises `EngineError`, oversteps its time or plays an illegal move loses.

    Parameters
    ----------
    black, white
        The players.
    opening
        The position with its history to begin from; it is left as it is.
    control
        How much they may think.
    adjudication
        When the referee ends the game.

    Returns
    -------
    Game
        The record, with scores and times as comments. The termination is a word of
        `Outcome.termination`, ``resignation``, ``illegal_move``, ``time``, ``abandonment`` (the engine ended or hung),
        ``adjudication``.

    Examples
    --------
    >>> from mujo import Board
    >>> from mujo.match import parse_player
    >>> black, white = (parse_player("random").open("maka", seed) for seed in (1, 2))
    >>> game = play_game(black, white, Board(rules="maka"), TimeControl(), Adjudication(max_plies=6))
    >>> len(game.moves), game.result, game.termination
    (6, 'draw', 'adjudication')
    """
    return _Referee(black, white, opening, control, adjudication or Adjudication()).play()


class _Referee:
    def __init__(
        self, black: Player, white: Player, opening: Board, control: TimeControl, adjudication: Adjudication
    ) -> None:
        self.players = (white, black)
        self.board = opening.copy()
        self.control = control
        self.rules = adjudication
        self.clocks: list[float | None] = [control.clock, control.clock]
        self.played = [0, 0]
        self.scores: tuple[list[int | None], list[int | None]] = ([], [])
        self.comments: dict[int, str] = {}

    def play(self) -> Game:
        board = self.board
        while True:
            outcome = board.outcome()
            if outcome is not None:
                return self._record(outcome.result, outcome.termination)
            if board.ply >= self.rules.max_plies:
                return self._record("draw", "adjudication", f"{board.ply} plies")
            ended = self._move() or self._adjudicate()
            if ended is not None:
                return self._record(*ended)

    def _move(self) -> tuple[str, str, str] | None:
        """Let the side to move play; return how the game ended if it did."""
        board, side = self.board, self.board.turn
        lost = "white" if side else "black"
        begun = time.monotonic()
        try:
            answer = self.players[side].play(board, self.control.limit(self.clocks, self.played[side]))
        except EngineError as error:
            how = {"engine.illegal_move": "illegal_move", "engine.timeout": "time"}.get(error.code, "abandonment")
            return lost, how, str(error)[:300]
        except (MujoError, ArithmeticError, LookupError, TypeError, ValueError, RuntimeError) as error:
            return lost, "abandonment", f"{type(error).__name__}: {error}"[:300]
        spent = time.monotonic() - begun
        result = answer if isinstance(answer, PlayResult) else PlayResult(answer)
        late = self._overstepped(side, spent)
        if late is not None:
            return lost, "time", late
        if result.move is None:
            if result.claim == ("black" if side else "white") or not (result.resigned or result.claim):
                return lost, "illegal_move", f"it claims {result.claim or 'nothing'} and does not move"
            return (
                (result.claim, "agreement", "it claims a draw") if result.claim == "draw" else (lost, "resignation", "")
            )
        try:
            board.push(result.move)
        except MujoError as error:
            return lost, "illegal_move", f"{_text(result.move)}: {error}"[:300]
        self._note(side, result.info, spent)
        return None

    def _overstepped(self, side: bool, spent: float) -> str | None:
        """Take the time from the clock; return a text if it was too much."""
        clock, control = self.clocks[side], self.control
        if clock is not None:
            left = clock - spent
            if left + control.byoyomi < -control.grace:
                return f"it took {spent:.2f} s and had {clock + control.byoyomi:.2f} s"
            self.played[side] += 1
            gained = control.clock if control.moves and self.played[side] % control.moves == 0 else None
            self.clocks[side] = max(left, 0.0 if control.byoyomi else 0.01) + control.increment + (gained or 0.0)
        elif self.control.move is not None and spent > self.control.move + self.control.grace:
            return f"it took {spent:.2f} s of {self.control.move:.2f} s"
        return None

    def _note(self, side: bool, info: Info, spent: float) -> None:
        number = None if info.score is None else info.score.number()
        self.scores[side].append(number)
        score = ""
        if info.score is not None:
            mate, cp = info.score.mate, info.score.cp or 0
            score = f"mate {mate} " if mate is not None else f"{cp / 100:+.2f} "
        depth = f"depth {info.depth} " if info.depth is not None else ""
        self.comments[self.board.ply] = f"{score}{depth}{spent:.2f} s"

    def _adjudicate(self) -> tuple[str, str, str] | None:
        rules = self.rules
        if rules.win_score is not None:
            for side in (False, True):
                own = self.scores[side][-rules.win_moves :]
                other = self.scores[not side][-rules.win_moves :]
                if len(own) == len(other) == rules.win_moves and all(
                    one is not None and two is not None and one >= rules.win_score and two <= -rules.win_score
                    for one, two in zip(own, other, strict=True)
                ):
                    return ("black" if side else "white"), "adjudication", "both scores agree"
        if rules.draw_score is not None and self.board.ply >= rules.draw_from:
            last = [score for scores in self.scores for score in scores[-rules.draw_moves :]]
            if len(last) == 2 * rules.draw_moves and all(
                score is not None and abs(score) <= rules.draw_score for score in last
            ):
                return "draw", "adjudication", "both scores are even"
        return None

    def _record(self, result: str, termination: str, why: str = "") -> Game:
        game = record_of(self.board, result=result, termination=termination)
        comments = dict(self.comments)
        if why:
            last = self.board.ply
            comments[last] = f"{comments[last]}\n{why}" if last in comments else why
        first = len(self.board.move_stack)
        offset = self.board.ply - first
        return replace(game, comments={ply - offset: text for ply, text in comments.items() if ply >= offset})


def _text(move: object) -> str:
    return move.usi() if isinstance(move, Move) else repr(move)[:40]
