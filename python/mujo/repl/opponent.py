"""The engine at the prompt: an opponent, and somebody to ask."""

from mujo._core import Board, Engine, SearchResult
from mujo.commentary import reasons, score_text
from mujo.describe import describe_move
from mujo.manners import DRAW_PLY, HOPELESS_MOVES, accepts_draw, is_hopeless, is_lost
from mujo.notation import format_hodges
from mujo.repl.session import Session

__all__ = ["LEVELS", "Opponent", "adviser", "search"]

LEVELS = range(1, 11)
#: Seconds for a hint, and for a move without a level.
_SECONDS = 3.0
#: MiB of the transposition table.
_HASH = 32


def search(
    session: Session, engine: Engine, board: Board, *, lines: int = 1, seconds: float | None = None
) -> SearchResult:
    """Search with the progress of the prompt. Ctrl-C ends the search, and what was found until then counts."""
    found: list[SearchResult] = []
    with session.progress("thinking, Ctrl-C to move now") as report:

        def progress(result: SearchResult) -> None:
            found.append(result)
            if report is not None:
                report(result.depth, max(result.depth + 1, 8))

        try:
            return engine.search(board, seconds=seconds, multipv=lines, progress=progress)
        except KeyboardInterrupt:
            if found:
                return found[-1]
            raise


def adviser(session: Session) -> Engine:
    """Return the engine that gives hints: as strong as possible, whatever the level of the opponent."""
    if session.adviser is None or session.adviser.rules != session.board.rules:
        session.adviser = Engine(session.board.rules, _HASH)
    return session.adviser


class Opponent:
    """The engine as a player.

    Parameters
    ----------
    session
        The prompt.
    side
        The side that it plays.
    level
        1 to 10.
    seed
        Makes it err in another way in every game.

    Attributes
    ----------
    side : bool
        The side that it plays.
    level : int
        Its level.
    """

    def __init__(self, session: Session, side: bool, level: int, seed: int) -> None:
        self.side: bool = side
        self.level: int = level
        self._seed = seed
        self._make(session.board)
        self._bad_moves = 0
        self._last: SearchResult | None = None
        self._reasons = ""

    def _make(self, board: Board) -> None:
        self._engine = Engine(board.rules, _HASH, level=self.level, seed=self._seed)

    def change_level(self, session: Session, level: int) -> None:
        """Play at another level from now on."""
        self.level = level
        self._make(session.board)

    def is_to_move(self, session: Session) -> bool:
        """Whether it is the engine's turn in a game that goes on."""
        return session.lesson is None and not session.is_over and session.board.turn == self.side

    def move(self, session: Session) -> str:
        """Play its move, or resign, and say so."""
        if self._engine.rules != session.board.rules:
            self._make(session.board)
        board = session.board.copy()
        result = search(session, self._engine, board, seconds=_SECONDS)
        self._last = result
        values = self._engine.values()
        if is_lost(result):
            self._bad_moves = HOPELESS_MOVES
        else:
            self._bad_moves = self._bad_moves + 1 if is_hopeless(result, board.rules, values) else 0
        if self._bad_moves >= HOPELESS_MOVES:
            session.game.resign(self.side)
            return "The engine resigns."
        self._reasons = reasons(board, result.best, values)
        text = f"The engine plays {format_hodges(board, result.best)} ({result.best.usi()}): "
        text += describe_move(board, result.best) + "."
        session.play(result.best)
        return text

    def answer_draw(self, session: Session) -> str:
        """Agree to a draw, or say no."""
        if session.board.ply < DRAW_PLY:
            return "The engine plays on: it is too early for a draw."
        result = search(session, self._engine, session.board.copy(), seconds=1.0)
        if not accepts_draw(result, to_move=session.board.turn == self.side):
            return "The engine plays on: it stands better."
        session.game.agree()
        return "The engine agrees. 'resume' continues the game after all."

    def explain(self, session: Session) -> str:
        """Explain its last move."""
        if self._last is None:
            return "The engine has not moved yet."
        score = score_text(self._last.score, self.side)
        return f"{self._reasons} It judges the position as {score} (for Black), {self._last.depth} plies deep."
