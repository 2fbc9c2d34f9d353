"""A board that can be clicked, in Jupyter and marimo: `mujo.widget`. Needs the extra ``mujo[notebook]``.

The widget shows the board of `mujo serve`; the kernel answers instead of a server.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from mujo._core import Board, RuleSet
from mujo.arguments import choice
from mujo.errors import MujoError
from mujo.extras import extra
from mujo.svg import PieceStyle
from mujo.svg.picture import pixels
from mujo.web.bundle import script, style_sheet
from mujo.web.cards import set_fields, style_fields
from mujo.web.choices import choices
from mujo.web.table import RuleShelf, Table

with extra("notebook"):
    import traitlets

    if not TYPE_CHECKING:
        from anywidget import AnyWidget

if TYPE_CHECKING:

    class AnyWidget(traitlets.HasTraits):
        """What this module uses of `anywidget.AnyWidget`, which inherits from a class without types."""

        def on_msg(self, callback: Callable[[Any, Any, Any], None]) -> None: ...
        def send(self, content: object) -> None: ...
        def hold_sync(self) -> AbstractContextManager[None]: ...


__all__ = ["BoardWidget", "widget"]

#: What a click may do; everything else is done from Python.
_ACTIONS = frozenset({"move", "undo", "redo"})


class BoardWidget(AnyWidget):
    """A board in a notebook.

    Parameters
    ----------
    board
        The board to start from, with its history; the widget plays on a copy.
    size
        Width in pixels, 1 to 100000.
    style
        The label of a piece, as in `mujo.svg.board`.
    flip
        Whether Black's side is at the top.

    Attributes
    ----------
    position : str
        The position, as text; observe it to follow the game.
    moves : list of str
        The moves that have been played, in engine notation; to be observed as well.
    flip : bool
        Whether Black's side is at the top; may be set.
    size : float
        Width in pixels; may be set.

    Examples
    --------
    >>> from mujo import Board
    >>> widget = BoardWidget(Board(rules="maka"))
    >>> widget.push("10n10m")
    >>> widget.moves
    ['10n10m']
    >>> widget.undo()
    >>> widget.moves
    []
    """

    _esm = script("widget")
    _css = style_sheet("widget")

    position: traitlets.Unicode[str, str | bytes] = traitlets.Unicode(read_only=True).tag(sync=True)
    moves: traitlets.List[str] = traitlets.List(traitlets.Unicode(), read_only=True).tag(sync=True)
    flip: traitlets.Bool[bool, bool | int] = traitlets.Bool(False).tag(sync=True)
    size: traitlets.Float[float, int | float] = traitlets.Float(560).tag(sync=True)
    # The revision that the page shows, which it sends back: marimo runs the cells that use a widget when its page
    # changes a trait.
    _shown = traitlets.Int(0).tag(sync=True)
    _view = traitlets.Dict().tag(sync=True)
    _set = traitlets.Dict().tag(sync=True)
    _sprites = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        board: Board | None = None,
        *,
        size: float = 560,
        style: PieceStyle | str = PieceStyle.KANJI,
        flip: bool = False,
    ) -> None:
        board = Board() if board is None else board
        if not isinstance(board, Board):
            raise TypeError(f"board must be a Board, not {type(board).__name__}")
        self._style = choice(PieceStyle, style, "style")
        self._table = Table(RuleShelf((board.rules,)), board.copy())
        super().__init__(flip=flip, size=pixels(size), **self._fields(None))
        self._tell()
        self.on_msg(self._answer)

    @property
    def board(self) -> Board:
        """A copy of the board with its history. Assign a board to show another."""
        return self._table.board.copy()

    @board.setter
    def board(self, board: Board) -> None:
        before = self._table.board.rules
        self._table = Table(RuleShelf((board.rules,)), board.copy())
        self._show(before)

    def push(self, move: str) -> None:
        """Play a move on the board that is shown.

        Parameters
        ----------
        move
            A move in any form that `Board.push` reads.

        Raises
        ------
        NotationError, AmbiguousMoveError, IllegalMoveError
            As `Board.push`.
        """
        self._act({"action": "move", "move": str(move)})

    def undo(self) -> None:
        """Take the last move back.

        Raises
        ------
        MujoError
            ``nothing_to_undo``: there is none.
        """
        self._act({"action": "undo"})

    def _act(self, action: Mapping[str, Any]) -> None:
        self._table.act(action)
        self._show(self._table.board.rules)

    def _show(self, before: RuleSet) -> None:
        with self.hold_sync():
            for name, value in self._fields(before).items():
                setattr(self, name, value)
        self._tell()

    def _fields(self, before: RuleSet | None) -> dict[str, Any]:
        """Return the traits of the page; those of the rule set only if it is another."""
        rules = self._table.board.rules
        fields: dict[str, Any] = {"_view": self._table.view()}
        if before is None or before.digest != rules.digest:
            fields |= {"_set": set_fields(rules), "_sprites": style_fields(rules, self._style)}
        return fields

    def _tell(self) -> None:
        """Update what Python observes, after the board."""
        board = self._table.board
        self.set_trait("moves", [move.usi() for move in board.move_stack])
        self.set_trait("position", board.sfen())

    def _answer(self, _: object, message: Any, buffers: object) -> None:
        """Answer a click."""
        del buffers
        board = self._table.board
        match message:
            case {"kind": "square", "square": int(square)} if 0 <= square < board.rules.files * board.rules.ranks:
                self.send({"kind": "choices", "choices": choices(board, square)})
            case {"kind": "action", "action": str(name)} if name in _ACTIONS:
                try:
                    self._act({key: value for key, value in message.items() if key != "kind"})
                except MujoError as error:
                    self.send({"kind": "fault", "message": str(error)})


def widget(
    board: Board | None = None,
    *,
    size: float = 560,
    style: PieceStyle | str = PieceStyle.KANJI,
    flip: bool = False,
) -> BoardWidget:
    """Show a board that can be clicked in a notebook.

    Parameters
    ----------
    board, size, style, flip
        As in `BoardWidget`; without a board, the start of tai shogi.

    Raises
    ------
    TypeError
        The board is no `Board`.
    MujoError
        ``argument``: a size or style is invalid.

    Examples
    --------
    >>> from mujo import Board
    >>> shown = widget(Board(rules="maka"))
    >>> shown.push("10n10m")
    >>> shown.moves, shown.board.turn
    (['10n10m'], False)
    """
    return BoardWidget(board, size=size, style=style, flip=flip)
