"""Types of the compiled core. The docstrings are written by ``tools/stub_docstrings.py`` from those in ``rust/py``."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from os import PathLike
from typing import Final, Literal, SupportsIndex, final, overload

BLACK: Final[Literal[True]]
WHITE: Final[Literal[False]]
STREAM_VERSION: Final[int]
TERMINATIONS: Final[tuple[str, ...]]
__version__: Final[str]

def build_profile() -> Literal["release", "debug"]:
    """Return the build profile of the extension.

    Returns
    -------
    str
        ``"release"`` or ``"debug"``. Measure only the first.

    Examples
    --------
    >>> from mujo._core import build_profile
    >>> build_profile() in ("release", "debug")
    True
    """

def data_digest() -> str:
    """Return the digest of the embedded rule data.

    Returns
    -------
    str
        SHA-256 in hexadecimal, over the files of ``mujo/data`` in order of name: each name without its ending, a zero
        byte, its text, a zero byte. A different digest of the installed files means that the extension was not rebuilt.

    Examples
    --------
    >>> from mujo._core import data_digest
    >>> len(data_digest())
    64
    """

def rule_set_names() -> list[str]:
    """Return the names of the rule sets that come with mujo, sorted.

    Examples
    --------
    >>> import mujo
    >>> "tai/tsa" in mujo.rule_set_names()
    True
    """

def option_specs() -> dict[str, OptionSpec]:
    """Return the description of each option of a rule set.

    Examples
    --------
    >>> import mujo
    >>> mujo.option_specs()["hook_captures"].range
    (1, 2)
    """

def check_rule_text(text: str, name: str = "file") -> list[Problem]:
    """Return every fault of a rule file at once.

    Parameters
    ----------
    text : str
        The TOML text.
    name : str, default "file"
        What to call the file in the problems.

    Returns
    -------
    list of Problem
        In the order of the lines; empty if the file can be played. Not checked: whether the game makes sense.

    Examples
    --------
    >>> from mujo._core import check_rule_text
    >>> [problem.code for problem in check_rule_text("format = 1\\nnmae = 'x'\\nbase = 'tai'")][0]
    'data.missing_key'
    """

def lishogi_position_text(board: Board) -> str:
    """Write a position as lishogi does: one letter a type, no commas. Use `mujo.lishogi.position_text`.

    Parameters
    ----------
    board : Board
        Of a game whose types have letters.

    Raises
    ------
    MujoError
        ``no_letters``.

    Examples
    --------
    >>> import mujo
    >>> from mujo._core import lishogi_position_text
    >>> lishogi_position_text(mujo.Board(rules="chu"))[:30]
    'lfcsgekgscfl/a1b1txot1b1a/mvrh'
    """

def lishogi_move_text(board: Board, move: Move) -> str:
    """Write a move of a position as lishogi does. Use `mujo.lishogi.move_text`.

    Parameters
    ----------
    board : Board
        The position before the move.
    move : Move
        Not checked: whether it is legal.

    Raises
    ------
    MujoError
        ``no_letters``, ``no_lishogi_move`` or ``wrong_rules``.

    Examples
    --------
    >>> import mujo
    >>> from mujo._core import lishogi_move_text
    >>> board = mujo.Board(rules="chu")
    >>> lishogi_move_text(board, board.parse_move("6i6h"))
    '6i6h'
    """

def fen_text(board: Board, form: str) -> str:
    """Write a position in the letters of other programs. Use `mujo.notation.fen.format_fen`.

    Parameters
    ----------
    board : Board
        The position.
    form : str
        ``winboard`` or ``qboard``.

    Raises
    ------
    MujoError
        ``argument``, ``no_letters``.

    Examples
    --------
    >>> import mujo
    >>> from mujo._core import fen_text
    >>> fen_text(mujo.Board(rules="chu"), "qboard")[-5:]
    'L w 1'
    """

def parse_fen(text: str, rules: RuleSet | str, form: str) -> Board:
    """Read a position in the letters of other programs. Use `mujo.notation.fen.parse_fen`.

    Parameters
    ----------
    text : str
        The position.
    rules : RuleSet or str
        The rules to play by.
    form : str
        ``winboard`` or ``qboard``.

    Raises
    ------
    MujoError
        ``argument``, ``no_letters``.
    InvalidPositionError
        ``position.*``.

    Examples
    --------
    >>> from mujo._core import parse_fen
    >>> parse_fen("12/12/12/12/12/12/5N6/12/12/12/12/12 b 5", "chu", "qboard").sfen()
    '12/12/12/12/12/12/5,LN,6/12/12/12/12/12 w - 5'
    """

def cecp_move_text(move: Move) -> str:
    """Write a move as CECP programs do. Use `mujo.notation.coordinates.format_cecp`.

    Parameters
    ----------
    move : Move
        The move.

    Examples
    --------
    >>> import mujo
    >>> from mujo._core import cecp_move_text
    >>> cecp_move_text(mujo.Board(rules="chu").parse_move("7i7h"))
    'f4f5'
    """

def parse_cecp_move(board: Board, text: str) -> Move:
    """Read a move of a CECP program. Use `mujo.notation.coordinates.parse_cecp`.

    Parameters
    ----------
    board : Board
        The position before the move.
    text : str
        The move.

    Raises
    ------
    NotationError, IllegalMoveError
        ``notation.*``, ``illegal_move.*``.

    Examples
    --------
    >>> import mujo
    >>> from mujo._core import parse_cecp_move
    >>> parse_cecp_move(mujo.Board(rules="chu"), "f4f5").usi()
    '7i7h'
    """

def speak(protocol: str, rules: RuleSet | str) -> str:
    """Speak a protocol on standard input and output. Use ``mujo usi`` and ``mujo cecp``.

    Parameters
    ----------
    protocol : str
        ``usi`` or ``cecp``.
    rules : RuleSet or str
        The rule set until the other side chooses one.

    Returns
    -------
    str
        ``quit``, or ``end`` if the input has ended or the other side has closed its end.

    Raises
    ------
    MujoError
        ``argument``: there is no such protocol.
    OSError
        No thread can be started.

    Examples
    --------
    >>> from mujo import MujoError
    >>> from mujo._core import speak
    >>> try:
    ...     speak("uci", "tai")
    ... except MujoError as error:
    ...     print(error.code)
    argument
    """

def fill_squares(board: Board, array: object, seen_by: bool) -> None:
    """Fill an array with the squares of a board.

    Parameters
    ----------
    board : Board
        The board.
    array : buffer of int16, ``ranks * files`` elements
        Filled with 0 for an empty square, else ``1 + 2 * type + promoted``, negative for pieces of the other side; the
        type is its place among the types a side may begin with.
    seen_by : bool
        The side whose pieces are positive; for White the board is turned by half a turn.

    Raises
    ------
    MujoError
        ``array``: another kind of element, another size, or an array that cannot be written.

    Examples
    --------
    >>> from array import array
    >>> import mujo
    >>> squares = array("h", bytes(2 * 625))
    >>> mujo._core.fill_squares(mujo.Board(), squares, mujo.BLACK)
    >>> sum(cell > 0 for cell in squares), sum(cell < 0 for cell in squares)
    (177, 177)
    """

def fill_planes(board: Board, array: object, seen_by: bool) -> None:
    """Fill an array with one plane of the board for each kind of piece and side.

    Parameters
    ----------
    board : Board
        The board.
    array : buffer of uint8, ``4 * types * ranks * files`` elements
        Filled with 1 where a piece of the plane's kind stands, else 0. Plane ``2 * type + promoted`` is of the side
        `seen_by`, plane ``2 * types + 2 * type + promoted`` of the other.
    seen_by : bool
        The side that comes first; for White the board is turned by half a turn.

    Raises
    ------
    MujoError
        ``array``, as in `fill_squares`.

    Examples
    --------
    >>> import mujo
    >>> from mujo._core import fill_planes
    >>> planes = bytearray(200 * 19 * 19)
    >>> fill_planes(mujo.Board(rules="maka"), planes, mujo.BLACK)
    >>> sum(planes)
    192
    """

def fill_moves(board: Board, array: object) -> int:
    """Fill an array with the numbers of the legal moves.

    Parameters
    ----------
    board : Board
        The board.
    array : buffer of uint64
        Its first elements become ``int(move)`` of the legal moves, in the order of `Board.legal_moves`; if it is too
        short, of as many as fit. The others become 0, which is no move.

    Returns
    -------
    int
        The number of legal moves, which may be more than fit.

    Raises
    ------
    MujoError
        ``array``: another kind of element, or an array that cannot be written.

    Examples
    --------
    >>> from array import array
    >>> import mujo
    >>> codes = array("Q", bytes(8 * 500))
    >>> board = mujo.Board()
    >>> count = mujo._core.fill_moves(board, codes)
    >>> count, mujo.Move.from_int(codes[0], "tai") == board.legal_moves[0]
    (479, True)
    """

def engine_bench(
    shallower: int = 0, progress: Callable[[str, int, SearchResult], object] | None = None
) -> tuple[int, float]:
    """Search a fixed list of positions, each with a new engine of one thread. Use ``mujo bench``.

    Parameters
    ----------
    shallower : int, default 0
        Plies less than usual, 0 to 10.
    progress : callable, optional
        Called with the name of the rule set, the random plies before the position and a `SearchResult`.

    Returns
    -------
    tuple of int and float
        Positions visited, the same on every machine for one version of the engine, and seconds.

    Raises
    ------
    MujoError
        ``argument``.

    Examples
    --------
    >>> from mujo._core import engine_bench
    >>> nodes, seconds = engine_bench(9)
    >>> nodes == engine_bench(9)[0]
    True
    """

def error_slugs() -> dict[str, tuple[str, str | None, str]]:
    """Return the list of error slugs.

    Returns
    -------
    dict of str to tuple
        Slug to (name of the exception class, number of the rule in rules.md or None, meaning).

    Examples
    --------
    >>> from mujo._core import error_slugs
    >>> error_slugs()["illegal_move.emperor"][:2]
    ('IllegalMoveError', '5.4')
    """

@final
class Problem:
    """One fault of a rule file.

    Examples
    --------
    >>> from mujo._core import check_rule_text
    >>> problem = check_rule_text("format = 1\\nbase = 'tia'")[-1]
    >>> problem.line, problem.key
    (2, 'base')
    """

    @property
    def file(self) -> str:
        """Name of the file or rule set."""
    @property
    def line(self) -> int:
        """Line, from 1."""
    @property
    def key(self) -> str:
        """Dotted key, or ""."""
    @property
    def code(self) -> str:
        """Slug, ``data.*``."""
    @property
    def reason(self) -> str:
        """What is wrong and what would be right."""

@final
class OptionSpec:
    """The description of an option.

    Examples
    --------
    >>> import mujo
    >>> option = mujo.option_specs()["stalemate"]
    >>> option.default, sorted(option.values), option.rule
    ('loss', ['draw', 'loss'], '5.8')
    """

    @property
    def name(self) -> str:
        """Name of the option."""
    @property
    def rule(self) -> str:
        """Number of its rule in docs/reference/rules.md."""
    @property
    def summary(self) -> str:
        """What it decides, in one line."""
    @property
    def default(self) -> str | int:
        """Value unless a game sets one."""
    @property
    def values(self) -> dict[str, str]:
        """Words and what each means; empty for a number."""
    @property
    def range(self) -> tuple[int, int] | None:
        """Smallest and largest number, or None for words."""

@final
class PieceType:
    """A type of piece as a rule set reads it: one line of a rule file.

    Examples
    --------
    >>> import mujo
    >>> hook = mujo.RuleSet("tai").piece_types["HM"]
    >>> hook.name, hook.betza, hook.promotes_to
    ('hook mover', 'RmasR', 'G')
    """

    @property
    def id(self) -> str:
        """Id: 1 to 3 capital letters."""
    @property
    def name(self) -> str:
        """English name."""
    @property
    def kanji(self) -> str:
        """The characters on the piece."""
    @property
    def board_kanji(self) -> str:
        """One character for boards, unique among the initial types of a game."""
    @property
    def romaji(self) -> str:
        """Romanised name."""
    @property
    def betza(self) -> str:
        """The move in force, in the language of docs/reference/move-language.md."""
    @property
    def promotes_to(self) -> str | None:
        """Id of the type that it promotes to, or None."""
    @property
    def royal(self) -> str | None:
        """``"emperor"``, ``"prince"``, ``"king"`` or None (rule 2.4)."""
    @property
    def value(self) -> float | None:
        """Published value, in pawns, or None."""
    @property
    def source(self) -> str:
        """Where the line comes from."""
    @property
    def letter(self) -> str | None:
        """One-letter id in lishogi's notation, or None."""
    @property
    def aliases(self) -> tuple[str, ...]:
        """Ids of this type in other sources."""
    @property
    def last_rank(self) -> bool:
        """Whether it may promote on the last rank (rule 7.1)."""
    @property
    def rank(self) -> int:
        """Its rank: jumps pass pieces of lower rank (rule 9.1). 0 to 9."""
    @property
    def burns(self) -> bool:
        """Whether it burns the enemies beside it, in games with that rule (rule 9.4)."""
    @property
    def is_initial(self) -> bool:
        """Whether it may stand on the board under its own id."""
    @property
    def readings(self) -> dict[str, str]:
        """Named readings: name to move."""
    @property
    def reading_sources(self) -> dict[str, str]:
        """Where each named reading comes from."""
    @property
    def reading(self) -> str | None:
        """Name of the reading in force, or None if it has no name."""
    def _repr_svg_(self) -> str:
        """Draw the moves of the type, for notebooks: `mujo.svg.moves`."""

@final
class RuleSet:
    """A game with every option fixed. A frozen value, shared and compiled once.

    Parameters
    ----------
    name : str, default "tai"
        One of `mujo.rule_set_names()`, or such a name with changes: ``"maka[emperor=protected-piece,LD=limited]"``.
    readings : mapping of str to str, optional
        Type id to the name of a reading, see `PieceType.readings`.
    **options : str or int
        Option to value, as in docs/reference/rules.md.

    Raises
    ------
    RuleSetError
        ``rules.unknown_name``, ``rules.unknown_option``, ``rules.unknown_value``, ``rules.unknown_reading``,
        ``rules.unknown_type``, ``rules.impossible_combination``; with close matches.

    Notes
    -----
    Two rule sets are equal if they play alike (board, pieces, moves, options, start), whatever their names.

    Examples
    --------
    >>> from mujo import RuleSet
    >>> rules = RuleSet("maka", emperor="protected-piece", readings={"LD": "limited"})
    >>> rules.name
    'maka[emperor=protected-piece,LD=limited]'
    >>> RuleSet(rules.name) == rules
    True
    """
    def __new__(
        cls, name: str = "tai", *, readings: Mapping[str, str] | None = None, **options: str | int
    ) -> RuleSet: ...
    @staticmethod
    def from_toml(text: str) -> RuleSet:
        """Read a rule file from its text (docs/reference/rule-files.md).

        Parameters
        ----------
        text : str
            The content of the file, at most a few megabytes.

        Raises
        ------
        DataError
            ``data.*``: the first fault; the message tells all. `mujo.check_rule_text` lists them.

        Examples
        --------
        >>> from mujo import RuleSet
        >>> text = '''
        ... format = 1
        ... name = "mine"
        ... title = "Mine"
        ... description = "tai without contagion"
        ... source = "own"
        ... base = "tai"
        ... [options]
        ... contagion = { value = "off", source = "own" }
        ... '''
        >>> RuleSet.from_toml(text).options["contagion"]
        'off'
        """
    @staticmethod
    def from_file(path: str | PathLike[str]) -> RuleSet:
        """Read a rule file.

        Parameters
        ----------
        path : str or os.PathLike
            The file, UTF-8. No more than 256 KiB are read, even of a pipe or device that never ends.

        Raises
        ------
        OSError
            If it cannot be opened or read.
        DataError
            As `from_toml`.

        Examples
        --------
        >>> import mujo, pathlib, tempfile
        >>> text = 'format = 1\\nname = "mine"\\ntitle = "Mine"\\ndescription = "tai"\\nsource = "own"\\nbase = "tai"\\n'
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "mine.toml")
        ...     size = file.write_text(text)
        ...     mujo.RuleSet.from_file(file).name
        'mine'
        """
    def changed(self, *, readings: Mapping[str, str] | None = None, **options: str | int) -> RuleSet:
        """Return this rule set with options and readings changed.

        Parameters
        ----------
        readings, **options
            As for `RuleSet` itself.

        Raises
        ------
        RuleSetError
            ``rules.*``, as for `RuleSet` itself.

        Examples
        --------
        >>> from mujo import RuleSet
        >>> RuleSet("maka[LD=limited]").changed(stalemate="draw").name
        'maka[stalemate=draw,LD=limited]'
        """
    @property
    def name(self) -> str:
        """Name, with its changes in brackets."""
    @property
    def game(self) -> str:
        """Name of the game: the file that has the setup."""
    @property
    def title(self) -> str:
        """Title."""
    @property
    def description(self) -> str:
        """One-line description."""
    @property
    def source(self) -> str:
        """Where the set comes from."""
    @property
    def digest(self) -> str:
        """SHA-256 of everything that affects play, in hexadecimal."""
    @property
    def files(self) -> int:
        """Number of files, 3 to 36."""
    @property
    def ranks(self) -> int:
        """Number of ranks, 3 to 36."""
    @property
    def start(self) -> str:
        """Position text of the start."""
    @property
    def starts(self) -> dict[str, str]:
        """Further starts: name to position text."""
    @property
    def contagious(self) -> tuple[str, ...]:
        """Ids of the initial types that infect (rule 4.3)."""
    @property
    def exempt(self) -> tuple[str, ...]:
        """Ids of the initial types that are immune to contagion (rule 4.4)."""
    @property
    def lions(self) -> tuple[str, ...]:
        """Ids of the types that count as lions (rule 7.2)."""
    @property
    def worthless(self) -> tuple[str, ...]:
        """Ids of the types whose capture on the way does not justify a lion trade (rule 7.2)."""
    @property
    def start_descriptions(self) -> dict[str, str]:
        """One-line description of each further start."""
    @property
    def start_sources(self) -> dict[str, str]:
        """Where each further start comes from."""
    @property
    def options(self) -> dict[str, str | int]:
        """Every option and its value."""
    @property
    def option_sources(self) -> dict[str, str]:
        """Where the value of every option comes from."""
    @property
    def readings(self) -> dict[str, str]:
        """Types with named readings, and the reading in force, whether chosen by name or by an option."""
    @property
    def piece_types(self) -> dict[str, PieceType]:
        """Every type by its id, initial types first, in the order of the rule file."""
    def moves_as(self, piece: Piece | str) -> PieceType:
        """Return the type that a piece moves as.

        Parameters
        ----------
        piece : Piece or str
            A piece, or its symbol: ``"+HM"`` or ``"+hm"``.

        Raises
        ------
        NotationError
            ``position.*`` if the rule set has no such piece.

        Examples
        --------
        >>> from mujo import RuleSet
        >>> RuleSet("tai").moves_as("+HM").id
        'G'
        """
    def square_name(self, square: int) -> str:
        """Return the name of a square.

        Parameters
        ----------
        square : int
            Square index, 0-based, 1a first, rank by rank.

        Raises
        ------
        MujoError
            ``off_board``.

        Examples
        --------
        >>> from mujo import RuleSet
        >>> RuleSet("tai").square_name(624)
        '25y'
        """
    def parse_square(self, text: str) -> int:
        """Return the index of a square from its name.

        Parameters
        ----------
        text : str
            File number and rank letter, ``"2b"``.

        Raises
        ------
        NotationError
            ``notation.square``, ``notation.off_board`` or ``notation.coordinates_swapped``.

        Examples
        --------
        >>> from mujo import RuleSet
        >>> RuleSet("maka").parse_square("2a")
        1
        """

@final
class Piece:
    """A piece: initial type, side, promoted or not (rule 2.3). A frozen value.

    Parameters
    ----------
    type : str
        Id of the initial type, 1 to 3 letters, any case.
    side : bool
        ``mujo.BLACK`` or ``mujo.WHITE``.
    promoted : bool, default False
        Whether the promoted face is up.

    Notes
    -----
    Does not check whether a game has such a piece. ``+HM``, the gold general that a hook mover became, is not ``G``.

    Examples
    --------
    >>> from mujo import Piece, WHITE
    >>> Piece("HM", WHITE, promoted=True).symbol
    '+hm'
    >>> Piece.from_symbol("+hm") == Piece("HM", WHITE, True)
    True
    """

    def __new__(cls, type: str, side: bool, promoted: bool = False) -> Piece: ...
    @staticmethod
    def from_symbol(symbol: str) -> Piece:
        """Read the text of a piece.

        Parameters
        ----------
        symbol : str
            ``HM`` for Black, ``hm`` for White, ``+`` before it if promoted.

        Raises
        ------
        MujoError
            ``data.bad_id`` or ``position.mixed_case``.

        Examples
        --------
        >>> from mujo import Piece
        >>> Piece.from_symbol("+LN").promoted
        True
        """
    @property
    def type(self) -> str:
        """Id of the initial type, capital letters."""
    @property
    def side(self) -> bool:
        """Owner: ``mujo.BLACK`` (True) or ``mujo.WHITE`` (False)."""
    @property
    def promoted(self) -> bool:
        """Whether it is promoted."""
    @property
    def symbol(self) -> str:
        """Text of the piece as in positions."""
    def _repr_svg_(self) -> str:
        """Draw the piece, for notebooks: `mujo.svg.piece`."""
    __match_args__: Final[tuple[str, ...]]

@final
class Move:
    """A move by its effect: start, victims before the end, end, and whether the mover changes (rule 3.1). A frozen value.

    Get moves from `Board.legal_moves`, `Board.parse_move` or `Move.from_usi`. ``str(move)`` is the canonical text,
    ``int(move)`` a number.

    Notes
    -----
    Equality and hash are those of the number (and of the id after ``+``, where one is written): moves of two rule sets on
    boards of one width can be equal.

    Examples
    --------
    >>> import mujo
    >>> move = mujo.Move.from_usi("8r8q")
    >>> mujo.Board().push(move)
    Move.from_usi('8r8q')
    >>> mujo.Move.from_int(int(move)) == move
    True
    """
    @staticmethod
    def from_usi(text: str, rules: RuleSet | str | None = None) -> Move:
        """Read the canonical text of a move.

        Parameters
        ----------
        text : str
            Start, squares of the victims before the end in order, end, and ``+`` if the mover changes: ``8n8m``,
            ``5e6f7g``, ``5e6f5e`` (igui), ``5e5e`` (pass). See docs/reference/formats.md.
        rules : RuleSet or str, default "tai"
            Gives the board its size and the types their ids.

        Raises
        ------
        NotationError
            ``notation.*``, with the place of the fault.
        RuleSetError
            ``rules.unknown_name``.

        Notes
        -----
        Not checked: whether any piece can move so. `Board.parse_move` does that, and reads friendlier texts.

        Examples
        --------
        >>> from mujo import Move
        >>> Move.from_usi("5e6f5e", "maka").is_igui
        True
        """
    @staticmethod
    def from_int(code: int, rules: RuleSet | str | None = None) -> Move:
        """Return the move of a number.

        Parameters
        ----------
        code : int
            From the low end: start, end, first and second victim before the end (11 bits each, the square as an int, 2047
            for none), the change (2 bits: 0 none, 1 ``+``, 2 and 3 ``+`` and the id of the game's first or second
            contagious type), the number of files (6 bits).
        rules : RuleSet or str, optional
            Needed only where the change names an id; any set with that number of files will do otherwise.

        Raises
        ------
        MujoError
            ``off_board`` if the number is none of a move, ``wrong_rules`` if the rule set has another number of files.

        Examples
        --------
        >>> from mujo import Move
        >>> Move.from_int(int(Move.from_usi("8n8m+"))).usi()
        '8n8m+'
        """
    def __int__(self) -> int: ...
    def usi(self) -> str:
        """Return the canonical text; the same as ``str(move)``.

        Examples
        --------
        >>> import mujo
        >>> mujo.Move.from_usi("8r8q").usi()
        '8r8q'
        """
    @property
    def from_square(self) -> int:
        """Start: square index, 0-based, 1a first."""
    @property
    def captures(self) -> tuple[int, ...]:
        """All squares that the move captures on, in the order taken, the end included (rule 3.10).

        Raises
        ------
        MujoError
            ``move.no_board`` if the move was read without a board (`Move.from_usi`, `Move.from_int`): whether an enemy
            stands on its end depends on the position. `Board.effect` and `Board.parse_move` know.

        Examples
        --------
        >>> import mujo
        >>> board = mujo.Board("19/19/19/19/19/19/19/19/9,p,9/9,LN,9/19/19/19/19/19/19/19/19/19", rules="maka")
        >>> [board.rules.square_name(square) for square in board.parse_move("10j10i").captures]
        ['10i']
        """
    @property
    def is_capture(self) -> bool:
        """Whether the move captures anything.

        Raises
        ------
        MujoError
            ``move.no_board``, as `captures`.
        """
    @property
    def via(self) -> tuple[int, ...]:
        """Squares of the victims written between start and end, in the order taken; a victim on the end is not among them, and
        neither is what a sweep passes.
        """
    @property
    def to_square(self) -> int:
        """End: square index, 0-based, 1a first."""
    @property
    def promotes(self) -> bool:
        """Whether the mover changes: promotion or contagion."""
    @property
    def is_pass(self) -> bool:
        """Whether it is the pass, jitto (rule 3.8)."""
    @property
    def is_igui(self) -> bool:
        """Whether it takes without moving away, igui (rule 3.8)."""
    @property
    def is_sweep(self) -> bool:
        """Whether it is a sweep, which captures every piece between its start and its end (rule 10.2).

        Examples
        --------
        >>> import mujo
        >>> board = mujo.Board(rules="taikyoku")
        >>> sweep = next(move for move in board.legal_moves if move.is_sweep)
        >>> len(board.effect(sweep).victims) > len(sweep.via)
        True
        """

@final
class Effect:
    """What a move changes on the board: the pieces captured, and the mover before and after. A frozen value.

    Get one from `Board.effect`.

    Parameters
    ----------
    victims : iterable of tuple of int and Piece
        The captured pieces with their squares (0-based, 1a first), in the order taken.
    before : Piece
        The moving piece before the move.
    after : Piece or None
        The moving piece after the move; None if it vanishes.
    changed : iterable of int
        The squares whose content changes, ascending.
    is_irreversible : bool
        Whether no earlier position can occur again after the move.

    Raises
    ------
    MujoError
        ``off_board``: a number is not a square of any board.

    Examples
    --------
    A lion captures two pieces in one move and stands on the second square:

    >>> import mujo
    >>> board = mujo.Board("19/19/19/19/19/19/19/10,p,8/9,p,9/9,LN,9/19/19/19/19/19/19/19/19/19", rules="maka")
    >>> effect = board.effect("10j10i9h")
    >>> [(board.rules.square_name(square), str(piece)) for square, piece in effect.victims]
    [('10i', 'p'), ('9h', 'p')]
    >>> effect.is_capture, str(effect.before), str(effect.after)
    (True, 'LN', 'LN')
    >>> [board.rules.square_name(square) for square in effect.changed]
    ['9h', '10i', '10j']
    """

    def __new__(
        cls,
        victims: Iterable[tuple[int, Piece]],
        before: Piece,
        after: Piece | None,
        changed: Iterable[int],
        is_irreversible: bool,
    ) -> Effect: ...
    @property
    def victims(self) -> tuple[tuple[int, Piece], ...]:
        """The captured pieces with their squares (0-based, 1a first), in the order taken, the end of the move included
        (rule 3.10); then those that burn (rule 9.4).
        """
    @property
    def before(self) -> Piece:
        """The moving piece before the move."""
    @property
    def after(self) -> Piece | None:
        """The moving piece after the move: promoted or infected where `Move.promotes`; None if it vanishes beside an enemy's
        fire demon (rule 9.4).
        """
    @property
    def changed(self) -> tuple[int, ...]:
        """The squares whose content changes, ascending."""
    @property
    def is_capture(self) -> bool:
        """Whether the move captures anything."""
    @property
    def is_irreversible(self) -> bool:
        """Whether no earlier position can occur again after the move: it captures, or its piece changes or vanishes."""

@final
class Outcome:
    """How a game ended (rule 5.8). A frozen value.

    Parameters
    ----------
    winner : bool or None
        ``mujo.BLACK``, ``mujo.WHITE``, or None for a draw.
    termination : str
        ``royals_captured``, ``no_royals``, ``repetition``, ``checkmate``, ``stalemate`` or ``bare_king``.

    Raises
    ------
    MujoError
        ``outcome.termination`` for another word.

    Examples
    --------
    >>> import mujo
    >>> outcome = mujo.Outcome(mujo.BLACK, "royals_captured")
    >>> outcome.result, outcome.rule
    ('black', '5.1')
    >>> print(outcome)
    Black wins: White's last royal was captured (rule 5.1)
    """

    def __new__(cls, winner: bool | None, termination: str) -> Outcome: ...
    @property
    def winner(self) -> bool | None:
        """Who won: ``mujo.BLACK`` (True), ``mujo.WHITE`` (False), or None for a draw."""
    @property
    def termination(self) -> str:
        """Why, as a word."""
    @property
    def rule(self) -> str:
        """Number of the rule in docs/reference/rules.md."""
    @property
    def result(self) -> Literal["black", "white", "draw"]:
        """``"black"``, ``"white"`` or ``"draw"``."""
    __match_args__: Final[tuple[str, ...]]

@final
class Explanation:
    """Why a move may or may not be played: the rule, the squares that decide, a sentence. True if the move is legal.

    Examples
    --------
    >>> import mujo
    >>> explanation = mujo.Board().explain("13y13a")
    >>> bool(explanation), explanation.code, explanation.rule
    (False, 'illegal_move.emperor', '5.4')
    """

    @property
    def legal(self) -> bool:
        """Whether the move is legal."""
    @property
    def code(self) -> str:
        """``"legal"``, or the slug of the reason (``illegal_move.*``, ``notation.*``)."""
    @property
    def rule(self) -> str | None:
        """Number of the rule in docs/reference/rules.md, or None if no single rule decides."""
    @property
    def squares(self) -> tuple[int, ...]:
        """Squares that decide, such as the one from which an emperor could be captured."""
    @property
    def message(self) -> str:
        """The sentence; the same as ``str(explanation)``."""
    def __bool__(self) -> bool: ...

@final
class LegalMoves:
    """A snapshot of the legal moves of a position. It does not change when the board does.

    A sequence: it can be indexed, sliced and searched; ``in``, `index` and `count` take a move or its canonical text.
    ``len``, truth value and ``in`` build no move objects; iterating and indexing build them one by one. The moves come by
    start square, 1a first.

    Examples
    --------
    >>> import mujo
    >>> board = mujo.Board()
    >>> moves = board.legal_moves
    >>> len(moves), bool(moves), "8r8q" in moves
    (479, True, True)
    >>> moves[-1] == list(moves)[-1], len(moves[:10]), moves.index(moves[3])
    (True, 10, 3)
    """

    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __contains__(self, move: object, /) -> bool: ...
    def __iter__(self) -> Iterator[Move]: ...
    @overload
    def __getitem__(self, index: int, /) -> Move: ...
    @overload
    def __getitem__(self, index: slice, /) -> LegalMoves: ...
    def count(self, move: Move | str | None = None) -> int:
        """Return how often a move is among these, 0 or 1; without an argument the number of moves, as ``len``.

        Parameters
        ----------
        move : Move or str, optional
            A move, or its canonical text.

        Examples
        --------
        >>> import mujo
        >>> board = mujo.Board(rules="maka")
        >>> board.legal_moves.count(), board.legal_moves.count("10n10m"), board.legal_moves.count("10n10l")
        (80, 1, 0)
        """
    def index(self, move: Move | str, start: int = 0, stop: int | None = None) -> int:
        """Return the index of a move.

        Parameters
        ----------
        move : Move or str
            A move, or its canonical text.
        start, stop : int, optional
            Where to look, as for a list.

        Raises
        ------
        ValueError
            If the move is not there.

        Examples
        --------
        >>> import mujo
        >>> board = mujo.Board(rules="maka")
        >>> moves = board.legal_moves
        >>> moves.index(moves[3])
        3
        """

@final
class Board:
    """A position and how it came about.

    Parameters
    ----------
    position : str, optional
        Position text (docs/reference/formats.md), or ``"startpos"``; the start of the rule set by default.
    rules : RuleSet or str, default "tai"
        The rule set.

    Raises
    ------
    InvalidPositionError
        ``position.*``, with all problems at once.
    RuleSetError
        ``rules.*`` if the rule set is not known.

    Notes
    -----
    Two boards are equal if their positions are (placement, side, state) under equal rule sets; history does not count.
    Squares are ints, ``rank * files + (file - 1)``: 1a is 0, 2a is 1. A refused call leaves the board as it was. One board
    belongs to one thread at a time: a call that meets another raises `MujoError` ``board_busy``.

    Examples
    --------
    >>> import mujo
    >>> board = mujo.Board()
    >>> len(board.legal_moves)
    479
    >>> board.push("8r8q")
    Move.from_usi('8r8q')
    >>> board.turn == mujo.WHITE, board.ply
    (True, 1)
    >>> board.pop()
    Move.from_usi('8r8q')
    """
    def __new__(cls, position: str | None = None, rules: RuleSet | str | None = None) -> Board: ...
    @staticmethod
    def from_setup(setup: Setup) -> Board:
        """Make a board of a `Setup`.

        Parameters
        ----------
        setup : Setup
            The position; later changes of it leave the board alone.

        Raises
        ------
        InvalidPositionError
            With all problems of the setup.

        Examples
        --------
        >>> import mujo
        >>> setup = mujo.Setup(mujo.Board(rules="maka").sfen(), "maka")
        >>> mujo.Board.from_setup(setup) == mujo.Board(rules="maka")
        True
        """
    @staticmethod
    def from_bytes(data: bytes) -> Board:
        """Make a board of what `to_bytes` gave.

        Parameters
        ----------
        data : bytes
            The result of `to_bytes`.

        Raises
        ------
        MujoError
            ``pickle`` if the bytes are none of a board.

        Examples
        --------
        >>> import mujo
        >>> board = mujo.Board(rules="maka")
        >>> board.push("10n10m").usi(), mujo.Board.from_bytes(board.to_bytes()) == board
        ('10n10m', True)
        """
    @property
    def rules(self) -> RuleSet:
        """The rule set."""
    @property
    def turn(self) -> bool:
        """Side to move: ``mujo.BLACK`` (True) or ``mujo.WHITE`` (False)."""
    @property
    def ply(self) -> int:
        """Moves made on this board, 0 or more."""
    @property
    def move_number(self) -> int:
        """Number of the move to come, as in the position text: 1 at the start, one more after every move of either side."""
    @property
    def state(self) -> int | None:
        """Square of a lion just taken by another piece, in games that have that state (rule 7.3); None otherwise."""
    @property
    def key(self) -> int:
        """64-bit key of the position: equal positions have equal keys, on every machine (stable between releases)."""
    @property
    def move_stack(self) -> list[Move]:
        """The moves made, first to last, in a new list."""
    def piece_at(self, square: int | str) -> Piece | None:
        """Return the piece on a square, or None.

        Parameters
        ----------
        square : int or str
            Square index, 0-based, 1a first; or its name.

        Raises
        ------
        MujoError
            ``off_board``.

        Examples
        --------
        >>> import mujo
        >>> board = mujo.Board()
        >>> board.piece_at("13y")
        Piece.from_symbol('E')
        """
    def piece_map(self) -> dict[int, Piece]:
        """Return every piece by its square index, in order of squares.

        Examples
        --------
        >>> import mujo
        >>> board = mujo.Board(rules="maka")
        >>> len(board.piece_map()), board.piece_map()[board.parse_square("10n")].type
        (192, 'P')
        """
    def pieces(self, type: str, side: bool) -> list[int]:
        """Return the squares of a side's pieces of one kind.

        Parameters
        ----------
        type : str
            Id of an initial type, with ``+`` for its promoted face: ``"HM"``, ``"+HM"``; any case.
        side : bool
            ``mujo.BLACK`` or ``mujo.WHITE``.

        Raises
        ------
        NotationError
            ``position.*`` if the rule set has no such piece.

        Examples
        --------
        >>> import mujo
        >>> len(mujo.Board().pieces("P", mujo.BLACK))
        25
        """
    def royals(self, side: bool) -> list[int]:
        """Return the squares of a side's royals (rule 2.4), in order of squares.

        Parameters
        ----------
        side : bool
            ``mujo.BLACK`` or ``mujo.WHITE``.

        Examples
        --------
        >>> import mujo
        >>> board = mujo.Board(rules="maka")
        >>> [board.square_name(square) for square in board.royals(mujo.BLACK)]
        ['10s']
        """
    def attackers(self, square: int | str, side: bool) -> list[int]:
        """Return the squares of the pieces of a side that could take an enemy standing on a square (rule 8.1).

        Parameters
        ----------
        square : int or str
            Square index or name; whatever stands there counts as an enemy.
        side : bool
            Whose pieces attack.

        Raises
        ------
        MujoError
            ``off_board``.

        Notes
        -----
        Second steps, igui and hooks count; an emperor only if the emperor rule lets it. Not asked: repetition, exposure,
        whose turn it is, whether the game is over.

        Examples
        --------
        >>> import mujo
        >>> board = mujo.Board(rules="maka")
        >>> [board.square_name(square) for square in board.attackers("10m", mujo.BLACK)]
        ['10n', '10p']
        """
    def is_attacked_by(self, square: int | str, side: bool) -> bool:
        """Return whether a piece of a side could capture an enemy standing on a square (rule 8.1).

        Parameters
        ----------
        square : int or str
            Square index or name.
        side : bool
            The side that attacks: ``mujo.BLACK`` or ``mujo.WHITE``.

        Raises
        ------
        MujoError
            ``off_board``.

        Notes
        -----
        The square comes first, as in `attackers`.

        Examples
        --------
        >>> import mujo
        >>> board = mujo.Board(rules="maka")
        >>> board.is_attacked_by("10m", mujo.BLACK), board.is_attacked_by("10m", mujo.WHITE)
        (True, False)
        """
    def checkers(self) -> list[int]:
        """Return the squares of the pieces that give check; none if the side to move is not in check (rule 5.7).

        Examples
        --------
        >>> import mujo
        >>> board = mujo.Board(rules="maka")
        >>> board.checkers()
        []
        """
    def square_name(self, square: int) -> str:
        """Return the name of a square of this board.

        Parameters
        ----------
        square : int
            Square index, 0-based, 1a first.

        Raises
        ------
        MujoError
            ``off_board``.

        Examples
        --------
        >>> import mujo
        >>> mujo.Board(rules="maka").square_name(20)
        '2b'
        """
    def parse_square(self, text: str) -> int:
        """Return the index of a square of this board from its name.

        Parameters
        ----------
        text : str
            File number and rank letter, ``"2b"``.

        Raises
        ------
        NotationError
            ``notation.square``, ``notation.off_board`` or ``notation.coordinates_swapped``.

        Examples
        --------
        >>> import mujo
        >>> mujo.Board(rules="maka").parse_square("2b")
        20
        """
    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves, as a snapshot."""
    def legal_moves_from(self, square: int | str) -> LegalMoves:
        """Return the legal moves of the piece on a square; none if there is no piece of the side to move.

        Parameters
        ----------
        square : int or str
            Square index, 0-based, 1a first, or name.

        Raises
        ------
        MujoError
            ``off_board``.

        Examples
        --------
        >>> import mujo
        >>> board = mujo.Board(rules="maka")
        >>> [move.usi() for move in board.legal_moves_from("10n")]
        ['10n10m']
        """
    def legal_moves_of(self, side: bool) -> LegalMoves:
        """Return the legal moves of a side, as if it were its turn.

        Parameters
        ----------
        side : bool
            ``mujo.BLACK`` or ``mujo.WHITE``.

        Returns
        -------
        LegalMoves
            For the side to move as `legal_moves`. For the other side the moves after a pass of the side to move, without
            regard to repetition.

        Examples
        --------
        >>> import mujo
        >>> board = mujo.Board(rules="maka")
        >>> len(board.legal_moves_of(mujo.WHITE)), "10f10g" in board.legal_moves_of(mujo.WHITE)
        (80, True)
        """
    def legal_captures(self) -> LegalMoves:
        """Return the legal moves that capture.

        Examples
        --------
        >>> import mujo
        >>> board = mujo.Board(rules="maka")
        >>> len(board.legal_captures())
        0
        """
    def is_legal(self, move: Move | str) -> bool:
        """Tell whether a move is legal.

        Parameters
        ----------
        move : Move or str
            A move, or any text that `parse_move` reads.

        Raises
        ------
        NotationError
            If the text is malformed.

        Examples
        --------
        >>> import mujo
        >>> board = mujo.Board(rules="maka")
        >>> board.is_legal("10n10m"), board.is_legal("10n10l")
        (True, False)
        """
    def explain(self, move: Move | str) -> Explanation:
        """Tell why a move may or may not be played, naming the rule and the squares that matter.

        Parameters
        ----------
        move : Move or str
            A move, or its text.

        Returns
        -------
        Explanation
            True if the move is legal. A text that cannot be read is explained too.

        Examples
        --------
        >>> import mujo
        >>> print(mujo.Board().explain("8r8p").code)
        illegal_move.no_such_move
        """
    def effect(self, move: Move | str) -> Effect:
        """Return what a move would change, without making it.

        Parameters
        ----------
        move : Move or str
            A move that its piece can make, legal or not; or any text that `parse_move` reads.

        Returns
        -------
        Effect
            The captured pieces with their squares, the mover before and after, the squares that change (rule 3.1).

        Raises
        ------
        IllegalMoveError
            ``illegal_move.*`` if the piece cannot move so at all.
        NotationError, AmbiguousMoveError
            If a text cannot be read.

        Examples
        --------
        >>> import mujo
        >>> effect = mujo.Board().effect("8r8q")
        >>> effect.victims, effect.before == effect.after
        ((), True)
        """
    def is_capture(self, move: Move | str) -> bool:
        """Return whether a move captures anything.

        Parameters
        ----------
        move : Move or str
            As `effect`.

        Raises
        ------
        NotationError, IllegalMoveError, AmbiguousMoveError
            As `effect`.

        Examples
        --------
        >>> import mujo
        >>> board = mujo.Board(rules="maka")
        >>> board.is_capture("10n10m")
        False
        """
    def victims(self, move: Move | str) -> tuple[tuple[int, Piece], ...]:
        """Return the pieces that a move captures, with their squares, in the order taken, as `Effect.victims`.

        Parameters
        ----------
        move : Move or str
            As `effect`.

        Raises
        ------
        NotationError, IllegalMoveError, AmbiguousMoveError
            As `effect`.

        Examples
        --------
        >>> import mujo
        >>> board = mujo.Board("k,18/19/19/19/19/19/19/19/19/p,18/R,18/19/19/19/19/19/19/19/18,K", "maka")
        >>> [(board.square_name(square), piece.symbol) for square, piece in board.victims("19k19j")]
        [('19j', 'p')]
        """
    def gives_check(self, move: Move | str) -> bool:
        """Return whether a legal move gives check (rule 5.7).

        Parameters
        ----------
        move : Move or str
            As `push`.

        Raises
        ------
        NotationError, IllegalMoveError, AmbiguousMoveError
            As `push`.

        Examples
        --------
        >>> import mujo
        >>> board = mujo.Board(rules="maka")
        >>> board.gives_check("10n10m")
        False
        """
    def push(self, move: Move | str) -> Move:
        """Make a legal move.

        Parameters
        ----------
        move : Move or str
            A move, or any text that `parse_move` reads.

        Returns
        -------
        Move
            The move made.

        Raises
        ------
        IllegalMoveError
            ``illegal_move.*``; the board is as before.
        NotationError, AmbiguousMoveError
            If a text cannot be read.

        Notes
        -----
        Quickest with moves taken from `legal_moves` of this very board and position: those need no search.

        Examples
        --------
        >>> import mujo
        >>> board = mujo.Board(rules="maka")
        >>> board.push("10n10m"), board.turn == mujo.WHITE
        (Move.from_usi('10n10m', 'maka'), True)
        """
    def push_usi(self, text: str) -> Move:
        """Make a legal move given in engine text.

        Parameters
        ----------
        text : str
            As `parse_usi`.

        Returns
        -------
        Move
            The move made.

        Raises
        ------
        NotationError, IllegalMoveError, AmbiguousMoveError
            As `push`; the board is as before.

        Examples
        --------
        >>> import mujo
        >>> board = mujo.Board(rules="maka")
        >>> board.push_usi("10n10m").usi()
        '10n10m'
        """
    def push_unchecked(self, move: Move) -> None:
        """Make a move without asking whether it is legal.

        Parameters
        ----------
        move : Move
            A move whose start holds a piece of the side to move, and that piece can move so (pseudo-legal).

        Raises
        ------
        IllegalMoveError
            If the piece cannot move so at all: this is checked, so that no call can break a board. Not checked: emperor,
            exposure, repetition, whether the game is over.

        Examples
        --------
        >>> import mujo
        >>> board = mujo.Board(rules="maka")
        >>> for move in board.legal_moves[:3]:
        ...     board.push_unchecked(move)
        ...     undone = board.pop()
        >>> board.ply
        0
        """
    def pop(self) -> Move:
        """Take the last move back and return it.

        Raises
        ------
        MujoError
            ``nothing_to_undo``.

        Examples
        --------
        >>> import mujo
        >>> board = mujo.Board(rules="maka")
        >>> move = board.push("10n10m")
        >>> board.pop() == move, board.ply
        (True, 0)
        """
    def peek(self) -> Move:
        """Return the last move without taking it back.

        Raises
        ------
        MujoError
            ``nothing_to_undo``.

        Examples
        --------
        >>> import mujo
        >>> board = mujo.Board(rules="maka")
        >>> move = board.push("10n10m")
        >>> board.peek() == move, board.ply
        (True, 1)
        """
    def play(self, move: Move | str) -> Board:
        """Return a new board on which a move was made; this one stays.

        Parameters
        ----------
        move : Move or str
            A move, or any text that `parse_move` reads.

        Raises
        ------
        IllegalMoveError, NotationError, AmbiguousMoveError
            As `push`.

        Examples
        --------
        >>> import mujo
        >>> board = mujo.Board(rules="maka")
        >>> board.play("10n10m").ply, board.ply
        (1, 0)
        """
    def copy(self, *, history: bool = True) -> Board:
        """Return an independent copy.

        Parameters
        ----------
        history : bool, default True
            Whether the moves made come along; without them nothing counts as a repetition.

        Examples
        --------
        >>> import mujo
        >>> board = mujo.Board(rules="maka")
        >>> move = board.push("10n10m")
        >>> board.copy() == board, board.copy(history=False).ply
        (True, 0)
        """
    def is_game_over(self) -> bool:
        """Tell whether the game has ended.

        Examples
        --------
        >>> import mujo
        >>> board = mujo.Board(rules="maka")
        >>> board.is_game_over()
        False
        """
    def outcome(self) -> Outcome | None:
        """Return the outcome (rule 5.8), or None while the game goes on.

        Examples
        --------
        >>> import mujo
        >>> print(mujo.Board(rules="maka").outcome())
        None
        >>> mujo.Board("19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/18,K", "maka").outcome().winner == mujo.BLACK
        True
        """
    def is_check(self) -> bool:
        """Tell whether the side to move has exactly one royal and the enemy could capture it (rule 5.7).

        Examples
        --------
        >>> import mujo
        >>> board = mujo.Board(rules="maka")
        >>> board.is_check()
        False
        """
    def is_checkmate(self) -> bool:
        """Tell whether the side to move is in check and no legal move helps (rule 5.7).

        Examples
        --------
        >>> import mujo
        >>> board = mujo.Board(rules="maka")
        >>> board.is_checkmate()
        False
        """
    def is_repetition(self, n: int = 2) -> bool:
        """Tell whether the position has occurred at least ``n`` times in this game, now included (rule 6.1).

        Parameters
        ----------
        n : int, default 2
            Occurrences, 1 or more.

        Raises
        ------
        MujoError
            ``argument``: `n` is 0 or less.

        Examples
        --------
        >>> import mujo
        >>> board = mujo.Board(rules="maka")
        >>> board.is_repetition(), board.is_repetition(1)
        (False, True)
        """
    def repetitions(self) -> int:
        """Return how often the position has occurred in this game, now included: 1 or more (rule 6.1).

        Examples
        --------
        >>> import mujo
        >>> board = mujo.Board(rules="maka")
        >>> board.repetitions()
        1
        """
    def perft(
        self,
        depth: int,
        *,
        by: Literal["effect", "path"] = "effect",
        threads: int = 1,
        hash: int = 0,
        progress: Callable[[int, int], object] | None = None,
        executor: Executor | Callable[[], Executor] | None = None,
        nodes: int | None = None,
    ) -> int:
        """Count sequences of legal moves (rules 8.2 and 8.3).

        Parameters
        ----------
        depth : int
            Plies, 0 to 64.
        by : {"effect", "path"}, default "effect"
            ``"path"`` counts each start, first step, end and promotion; for games of at most two steps a move.
        threads : int, default 1
            1 to 256; the result does not depend on it.
        hash : int, default 0
            MiB, 0 to 1048576, for a table of positions met before; 0 for none. The result does not depend on it.
        progress : callable, optional
            Called now and then with (first moves done, first moves).
        executor : concurrent.futures.Executor, optional
            Counts in parts on the workers of an executor, which may be other machines: see `mujo.parallel`. `threads` and `hash`
            are those of each part; `progress` is called with (parts done, parts).
        nodes : int, optional
            Estimated size of a part for an executor, 1 to 2^64 - 1; 500 million by default.

        Returns
        -------
        int
            Nodes at that depth. Repetition is not counted in, by definition; a game that has ended goes no further.

        Raises
        ------
        MujoError
            ``depth``, ``threads``, ``paths_refused``, ``argument`` (`hash`, `nodes`), or ``count_too_large`` for 2^64 and more.
            ``executor.lost`` and ``executor.version`` as `mujo.parallel.run_parts`.
        KeyboardInterrupt
            On Ctrl-C, within about a tenth of a second.

        Notes
        -----
        Works on a copy without the interpreter lock: other threads may use the board meanwhile. The table belongs to one
        call. It keeps what tells two positions apart, not their keys alone, so no count can be wrong by it; docs/how-to/self-play.md
        says when it helps.

        Examples
        --------
        >>> import mujo
        >>> mujo.Board(rules="maka").perft(1)
        80
        >>> kings = mujo.Board("k,18/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/18,K", "maka")
        >>> kings.perft(16, hash=16)
        2446346246400
        """
    def divide(
        self,
        depth: int,
        *,
        by: Literal["effect", "path"] = "effect",
        threads: int = 1,
        hash: int = 0,
        progress: Callable[[int, int], object] | None = None,
        executor: Executor | Callable[[], Executor] | None = None,
        nodes: int | None = None,
    ) -> dict[Move, int]:
        """Count below every legal move: a dict of move to nodes, in the order of `legal_moves` (repetition left out).

        Parameters
        ----------
        depth : int
            Plies, 1 to 64.
        by, threads, hash, progress, executor, nodes
            As `perft`.

        Raises
        ------
        MujoError
            As `perft`.

        Examples
        --------
        >>> import mujo
        >>> board = mujo.Board(rules="maka")
        >>> counts = board.divide(2)
        >>> len(counts), sum(counts.values()) == board.perft(2)
        (80, True)
        """
    def playouts(
        self,
        n: int,
        seed: int = 0,
        *,
        threads: int = 1,
        max_plies: int = 1000,
        first: int = 0,
        moves: bool = False,
        progress: Callable[[int, int], object] | None = None,
        executor: Executor | Callable[[], Executor] | None = None,
    ) -> Playouts:
        """Play random games from this board, each move uniform over the legal moves.

        Parameters
        ----------
        n : int
            Number of games, 0 to 1000000000.
        seed : int, default 0
            0 to 2^64 - 1. A game depends on the board, the seed, its number and `max_plies`, on nothing else.
        threads : int, default 1
            1 to 256; the result does not depend on it.
        max_plies : int, default 1000
            0 to 1000000: a game that goes on after so many moves is left unfinished.
        first : int, default 0
            Number of the first game, so that many games can be played in parts, or one of them again.
        moves : bool, default False
            Whether to keep the moves: 8 bytes each.
        progress : callable, optional
            Called now and then with (games done, games).
        executor : concurrent.futures.Executor, optional
            Plays in parts on the workers of an executor, which may be other machines: see `mujo.parallel`. `threads` are those of
            each part.

        Returns
        -------
        Playouts
            Plies, winner and termination of each game, and the moves if they are kept.

        Raises
        ------
        MujoError
            ``argument`` or ``threads``; ``executor.lost`` and ``executor.version`` as `mujo.parallel.run_parts`.
        KeyboardInterrupt
            On Ctrl-C, within about a tenth of a second.

        Notes
        -----
        The rule set's repetition is in force and knows what happened on this board before; `copy(history=False)` forgets it.
        Works on a copy without the interpreter lock. Games of one seed are the same on every machine as long as
        ``mujo.STREAM_VERSION`` is.

        Examples
        --------
        >>> import mujo
        >>> games = mujo.Board(rules="chu").playouts(20, seed=1, max_plies=5, threads=2)
        >>> len(games), games.unfinished, list(games.plies) == [5] * 20
        (20, 20, True)
        """
    def sfen(self) -> str:
        """Return the canonical position text.

        Examples
        --------
        >>> import mujo
        >>> text = mujo.Board(rules="hishigata").sfen()
        >>> mujo.Board(text, "hishigata").sfen() == text
        True
        """
    def parse_move(self, text: str) -> Move:
        """Read a move of this position.

        Parameters
        ----------
        text : str
            Any form that people type: engine text as `parse_usi` reads it, Hodges' letters, Japanese text or shorthand
            (`mujo.notation.read_move`).

        Raises
        ------
        NotationError
            ``notation.*``: cannot be read.
        IllegalMoveError
            ``illegal_move.*``: can be read, but is not legal.
        AmbiguousMoveError
            ``notation.ambiguous_move`` or ``notation.ambiguous_pass``: fits several legal moves.

        Examples
        --------
        >>> import mujo
        >>> board = mujo.Board(rules="maka")
        >>> {board.parse_move(text).usi() for text in ("10n10m", "P-10m", "１０十三歩兵", "10n-10m", "pawn 10m")}
        {'10n10m'}
        """
    def parse_usi(self, text: str) -> Move:
        """Read a move in engine text alone.

        Parameters
        ----------
        text : str
            The canonical text; also with empty squares on the way, ``=`` for a declined promotion, and ``pass`` where one
            piece alone can pass (docs/reference/formats.md).

        Raises
        ------
        NotationError, IllegalMoveError, AmbiguousMoveError
            As `parse_move`.

        Examples
        --------
        >>> import mujo
        >>> mujo.Board().parse_usi("8r8q")
        Move.from_usi('8r8q')
        """
    def mirror(self) -> Board:
        """Return a board with the sides exchanged and no history: rotated by half a turn, every piece and the turn of the other
        side.

        The game is the same from the other side, so a position and its mirror have the same value: twice the data for
        learning. (A reflection would not do: left and right chariots differ.)

        Examples
        --------
        >>> import mujo
        >>> board = mujo.Board(rules="maka")
        >>> move = board.push("10n10m")
        >>> board.mirror().piece_at("10g"), board.mirror().mirror() == board
        (Piece.from_symbol('p'), True)
        """
    def to_bytes(self) -> bytes:
        """Return the board, its rule set and its history as bytes, for `from_bytes`.

        Raises
        ------
        MujoError
            ``pickle`` for a rule set from a file that was changed since.

        Examples
        --------
        >>> import mujo
        >>> data = mujo.Board(rules="maka").to_bytes()
        >>> mujo.Board.from_bytes(data).ply
        0
        """
    def _repr_svg_(self) -> str:
        """Draw the board, for notebooks: `mujo.svg.board`."""
    def __copy__(self) -> Board: ...
    def __deepcopy__(self, memo: object, /) -> Board: ...

@final
class Playouts:
    """Results of random games: arrays with one number per game, and totals. A frozen value, made by `Board.playouts`.

    Notes
    -----
    The arrays are read-only memoryviews; ``numpy.asarray`` and the like take them without copying.

    Examples
    --------
    >>> import mujo
    >>> games = mujo.Board(rules="hishigata").playouts(10, seed=3, max_plies=400)
    >>> games
    <Playouts of hishigata: 10 games, ...>
    >>> games.black_wins + games.white_wins + games.draws + games.unfinished == len(games)
    True
    >>> game = 7
    >>> games.plies[game] <= 400, mujo.TERMINATIONS[games.terminations[game]] in mujo.TERMINATIONS
    (True, True)
    >>> again = mujo.Board(rules="hishigata").playouts(1, seed=3, max_plies=400, first=game, moves=True)
    >>> len(again.moves_of(0)) == games.plies[game]
    True
    """

    @property
    def rules(self) -> RuleSet:
        """The rule set."""
    @property
    def seed(self) -> int:
        """The seed, 0 to 2^64 - 1."""
    @property
    def first(self) -> int:
        """Number of the first game."""
    @property
    def max_plies(self) -> int:
        """Maximal number of moves of a game."""
    @property
    def plies(self) -> memoryview:
        """Moves made in each game: memoryview of uint32 (format ``I``), ``len(games)`` elements."""
    @property
    def winners(self) -> memoryview:
        """Winner of each game, 1 Black, -1 White, 0 nobody: memoryview of int8 (format ``b``), ``len(games)`` elements."""
    @property
    def terminations(self) -> memoryview:
        """How each game ended, as an index into `mujo.TERMINATIONS`, 0 for unfinished: memoryview of uint8 (format ``B``)."""
    @property
    def moves(self) -> memoryview:
        """``int(move)`` of all moves, game after game: memoryview of uint64 (format ``Q``).

        Those of game `i` are ``moves[offsets[i] : offsets[i + 1]]``.

        Raises
        ------
        MujoError
            ``argument`` if the moves were not kept.
        """
    @property
    def offsets(self) -> memoryview:
        """Where the moves of each game begin, and their number at the end: memoryview of int64 (format ``q``).

        Raises
        ------
        MujoError
            ``argument`` if the moves were not kept.
        """
    @property
    def black_wins(self) -> int:
        """Games that Black won."""
    @property
    def white_wins(self) -> int:
        """Games that White won."""
    @property
    def draws(self) -> int:
        """Games that ended in a draw."""
    @property
    def unfinished(self) -> int:
        """Games that went on after `max_plies` moves."""
    @property
    def total_plies(self) -> int:
        """Moves made in all games together."""
    def outcomes(self) -> dict[Outcome | None, int]:
        """Return how many games ended in which way: a dict of `Outcome` to number, None for unfinished ones.

        Examples
        --------
        >>> import mujo
        >>> mujo.Board(rules="maka").playouts(5, max_plies=0).outcomes()
        {None: 5}
        """
    def outcome(self, index: int) -> Outcome | None:
        """Return the outcome of one game, None if it is unfinished.

        Parameters
        ----------
        index : int
            0-based; negative ones count from the end.

        Raises
        ------
        IndexError
            If there is no such game.

        Examples
        --------
        >>> import mujo
        >>> print(mujo.Board(rules="maka").playouts(1, max_plies=5).outcome(0))
        None
        """
    def moves_of(self, index: int) -> list[Move]:
        """Return the moves of one game in a new list.

        Parameters
        ----------
        index : int
            0-based; negative ones count from the end.

        Raises
        ------
        IndexError
            If there is no such game.
        MujoError
            ``argument`` if the moves were not kept.

        Examples
        --------
        >>> import mujo
        >>> games = mujo.Board(rules="maka").playouts(2, max_plies=5, moves=True)
        >>> len(games.moves_of(-1))
        5
        """
    @staticmethod
    def joined(parts: Sequence[Playouts]) -> Playouts:
        """Join the results of consecutive games that were played in parts.

        Parameters
        ----------
        parts : sequence of Playouts
            At least one, of one board, seed and `max_plies`; each begins where the one before it ends (`first`).

        Returns
        -------
        Playouts
            What one call for all games would have returned.

        Raises
        ------
        MujoError
            ``argument`` if the parts do not fit together.

        Examples
        --------
        >>> import mujo
        >>> board = mujo.Board(rules="maka")
        >>> parts = [board.playouts(2, 7, max_plies=5, first=first) for first in (0, 2)]
        >>> mujo.Playouts.joined(parts) == board.playouts(4, 7, max_plies=5)
        True
        """
    def __len__(self) -> int: ...

@final
class Clock:
    """The clock of the side to move, in seconds. A frozen value.

    Parameters
    ----------
    main : float
        Time that is left, 0 or more.
    byoyomi : float, default 0
        Time for each move once the main time is used up.
    increment : float, default 0
        Time added after each move.
    moves_to_go : int, optional
        Moves until the next time control, 1 to 10,000.

    Raises
    ------
    MujoError
        ``argument`` for a number out of range.

    Examples
    --------
    >>> import mujo
    >>> mujo.Clock(300, byoyomi=10)
    Clock(300.0, byoyomi=10.0, increment=0.0, moves_to_go=None)
    """

    def __new__(
        cls, main: float, *, byoyomi: float = 0.0, increment: float = 0.0, moves_to_go: int | None = None
    ) -> Clock: ...
    @property
    def main(self) -> float:
        """Time that is left, in seconds."""
    @property
    def byoyomi(self) -> float:
        """Time for each move once the main time is used up, in seconds."""
    @property
    def increment(self) -> float:
        """Time added after each move, in seconds."""
    @property
    def moves_to_go(self) -> int | None:
        """Moves until the next time control, or None."""

@final
class Score:
    """The value of a position for the side to move: a number of units, or a mate. Frozen; the better score is the greater one.

    Examples
    --------
    >>> import mujo
    >>> board = mujo.Board("k,11/11,R/10,R,1/12/12/12/12/12/12/12/12/K,5,p,5 b - 1", "chu")
    >>> score = mujo.Engine("chu", hash=1).search(board, depth=3).score
    >>> score.mate, score.units, str(score)
    (3, None, 'mate in 3')
    """

    @property
    def units(self) -> int | None:
        """Hundredths of the value of the engine's unit (`Engine.unit`), or None where the score is a mate."""
    @property
    def mate(self) -> int | None:
        """Plies to the end of the game by force: positive if the side to move wins, 0 or negative if it loses; None otherwise."""
    @property
    def number(self) -> int:
        """One number that orders scores, mates beyond all others."""
    def __lt__(self, other: Score, /) -> bool: ...
    def __le__(self, other: Score, /) -> bool: ...
    def __gt__(self, other: Score, /) -> bool: ...
    def __ge__(self, other: Score, /) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Line:
    """One of the best lines of a search. A frozen value.

    Examples
    --------
    >>> import mujo
    >>> board = mujo.Board(rules="chu")
    >>> first, second = mujo.Engine("chu", hash=1).search(board, depth=2, multipv=2).lines
    >>> first.score >= second.score, first.moves[0] == second.moves[0]
    (True, False)
    """

    @property
    def score(self) -> Score:
        """For the side to move."""
    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves, at least one."""

@final
class SearchResult:
    """What a search found. A frozen value.

    Examples
    --------
    >>> import mujo
    >>> board = mujo.Board(rules="maka")
    >>> result = mujo.Engine("maka", hash=1).search(board, depth=2)
    >>> result.best in board.legal_moves, result.depth, result.lines[0].moves[0] == result.best
    (True, 2, True)
    """

    @property
    def best(self) -> Move:
        """The best move."""
    @property
    def score(self) -> Score:
        """The score of the best line, for the side to move."""
    @property
    def lines(self) -> list[Line]:
        """The best lines, the best first: at least one, and no more than there are moves."""
    @property
    def depth(self) -> int:
        """The last depth that was completed, in plies; 0 if the search was stopped before that."""
    @property
    def seldepth(self) -> int:
        """Deepest ply that was looked at."""
    @property
    def nodes(self) -> int:
        """Positions visited by all threads."""
    @property
    def quiescence(self) -> float:
        """Positions a call of the quiescence search visited, on average."""
    @property
    def seconds(self) -> float:
        """Time used, in seconds."""
    @property
    def nps(self) -> float:
        """Positions a second."""
    @property
    def hash_use(self) -> float:
        """Used part of the transposition table, 0 to 1."""

@final
class Mate:
    """The answer of a search for mate. A frozen value, true if a mate was found.

    Examples
    --------
    >>> import mujo
    >>> board = mujo.Board("k,11/11,R/10,R,1/12/12/12/12/12/12/12/12/K,5,p,5 b - 1", "chu")
    >>> mate = mujo.Engine("chu", hash=1).mate(board)
    >>> mate.status, len(mate.moves)
    ('mate', 1)
    """

    @property
    def status(self) -> str:
        """``"mate"``; ``"no mate"``: checks alone do not mate within the limit of plies; ``"unknown"``: a limit came first."""
    @property
    def moves(self) -> tuple[Move, ...]:
        """One line to the mate, the mating move last; empty if none was found."""
    @property
    def nodes(self) -> int:
        """Positions visited."""
    @property
    def seconds(self) -> float:
        """Time used, in seconds."""
    def __bool__(self) -> bool: ...

@final
class Deepening:
    """An iterator over results of growing depth, made by `Engine.deepen`.

    Examples
    --------
    >>> import mujo
    >>> results = mujo.Engine("chu", hash=1).deepen(mujo.Board(rules="chu"), depth=2)
    >>> next(results).depth
    1
    """

    def __iter__(self) -> Deepening: ...
    def __next__(self) -> SearchResult: ...

@final
class Engine:
    """A player of one rule set: searches for the best move, evaluates, finds mates.

    Parameters
    ----------
    rules : RuleSet or str, optional
        The rule set; ``tai`` if left out. Any will do, those of a user's file too.
    hash : int, default 64
        Size of the transposition table in MiB, 0 to 1,048,576.
    threads : int, default 1
        Threads of a search, 1 to 256.
    level : int, optional
        Strength, 1 (beginner) to 10; as strong as possible if left out.
    seed : int, default 0
        Makes a level err in another way; give every game its own.
    evaluation : str, optional
        Text of an evaluation file (``data/evaluation``) to use instead of the game's own, or ``"mobility"`` for values by the
        mobility of the pieces alone.

    Raises
    ------
    MujoError
        ``argument`` or ``threads`` for a number out of range, ``engine.memory``, ``engine.numbers``.

    Notes
    -----
    Engines share nothing: any number of them work side by side. One engine makes one search at a time. Searches run without
    the interpreter lock and end within a tenth of a second of `stop` or Ctrl-C. With one thread, and limits of depth or
    nodes alone, a new (or cleared) engine finds the same on every machine.

    Examples
    --------
    >>> import mujo
    >>> board = mujo.Board(rules="chu")
    >>> engine = mujo.Engine("chu", hash=1)
    >>> result = engine.search(board, nodes=2000)
    >>> board.push(result.best) in board.move_stack
    True
    """

    FEATURES: Final[tuple[str, ...]]
    def __new__(
        cls,
        rules: RuleSet | str | None = None,
        hash: int = 64,
        threads: int = 1,
        *,
        level: int | None = None,
        seed: int = 0,
        evaluation: str | None = None,
    ) -> Engine: ...
    @property
    def rules(self) -> RuleSet:
        """The rule set."""
    @property
    def hash(self) -> int:
        """Size of the transposition table in MiB."""
    @property
    def threads(self) -> int:
        """Threads of a search."""
    @property
    def level(self) -> int | None:
        """The level, 1 to 10, or None."""
    @property
    def unit(self) -> str:
        """Id of the type whose value is 100: the most numerous one of the start."""
    @property
    def evaluation(self) -> str:
        """The evaluation as the text of a file, with all its numbers and where they come from."""
    def search(
        self,
        board: Board,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        clock: Clock | None = None,
        multipv: int = 1,
        progress: Callable[[SearchResult], object] | None = None,
    ) -> SearchResult:
        """Search for the best moves. The board stays as it is.

        Parameters
        ----------
        board : Board
            Of the engine's rule set; its history counts, since positions must not come back.
        depth : int, optional
            Deepest iteration in plies, 1 to 100.
        nodes : int, optional
            Positions visited, 1 or more. A depth of two is completed first.
        seconds : float, optional
            Time, 0 or more. A depth of two is completed first.
        clock : Clock, optional
            The clock of the side to move, from which the search takes its share.
        multipv : int, default 1
            Number of best lines, 1 to 500.
        progress : callable, optional
            Called with a `SearchResult` after each iteration; the search ends if it returns something false other than None.

        Returns
        -------
        SearchResult
            Always with a legal move.

        Raises
        ------
        MujoError
            ``engine.finished`` if the game has ended; ``wrong_rules``, ``engine.busy``; ``argument`` for a number out of range.

        Notes
        -----
        Whatever limit comes first ends the search; without any it goes on until `stop` is called or a mate is found. To
        ponder, search the position after the expected answer in a thread, without limits, then `stop` and search again: the
        table keeps what was found.

        Examples
        --------
        >>> import mujo
        >>> engine = mujo.Engine("hishigata", hash=1)
        >>> board = mujo.Board(rules="hishigata")
        >>> engine.search(board, depth=1).depth
        1
        >>> len(engine.search(board, nodes=500, multipv=3).lines)
        3
        """
    def deepen(
        self,
        board: Board,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        multipv: int = 1,
    ) -> Deepening:
        """Iterate over results of growing depth.

        Parameters
        ----------
        board, depth, nodes, seconds, multipv
            As for `search`; the limits are for all iterations together.

        Returns
        -------
        iterator of SearchResult
            One a depth, from 1 on, until a limit is reached, a mate is found or the iterator is dropped.

        Raises
        ------
        MujoError
            As `search`.

        Examples
        --------
        >>> import mujo
        >>> engine = mujo.Engine("chu", hash=1)
        >>> [result.depth for result in engine.deepen(mujo.Board(rules="chu"), depth=3)]
        [1, 2, 3]
        """
    def evaluate(self, board: Board) -> dict[str, int]:
        """Evaluate a position without searching.

        Parameters
        ----------
        board : Board
            A board of the rule set of the engine.

        Returns
        -------
        dict of str to int
            Terms by name, in hundredths of the unit, for the side to move; their sum is the value of the position.

        Raises
        ------
        MujoError
            ``wrong_rules``, ``engine.busy``.

        Examples
        --------
        >>> import mujo
        >>> terms = mujo.Engine("tai", hash=1).evaluate(mujo.Board())
        >>> terms["material"], sum(terms.values()) == terms["tempo"]
        (0, True)
        """
    def values(self) -> dict[str, int]:
        """Return the value of every piece of the game.

        Returns
        -------
        dict of str to int
            Type, with ``+`` for the promoted face, to hundredths of the unit.

        Examples
        --------
        >>> import mujo
        >>> engine = mujo.Engine("chu", hash=1)
        >>> values = engine.values()
        >>> values[engine.unit], values["LN"] > values["G"]
        (100, True)
        """
    def mate(
        self, board: Board, max_plies: int = 99, *, nodes: int | None = None, seconds: float | None = None
    ) -> Mate:
        """Look for a forced mate of the side to move in which it gives check with every move.

        Parameters
        ----------
        board : Board
            Of the engine's rule set.
        max_plies : int, default 99
            Longest line, 1 to 400.
        nodes : int, optional
            Positions visited at most.
        seconds : float, optional
            Time at most.

        Returns
        -------
        Mate
            True if a mate was found. The line is one of those that the proof holds, not always the shortest.

        Raises
        ------
        MujoError
            ``engine.finished``, ``wrong_rules``, ``engine.busy``, ``engine.memory``, ``argument``.

        Examples
        --------
        >>> import mujo
        >>> board = mujo.Board("k,11/11,R/10,R,1/12/12/12/12/12/12/12/12/K,5,p,5 b - 1", "chu")
        >>> [move.usi() for move in mujo.Engine("chu", hash=1).mate(board).moves]
        ['2c2a']
        """
    def stop(self) -> None:
        """End the search that runs, from another thread; it gives the best move so far. Nothing happens if none runs.

        Examples
        --------
        >>> import mujo
        >>> mujo.Engine("chu", hash=1).stop()
        """
    def clear(self) -> None:
        """Forget everything that earlier searches found.

        Raises
        ------
        MujoError
            ``engine.busy``.

        Examples
        --------
        >>> import mujo
        >>> engine, board = mujo.Engine("chu", hash=1), mujo.Board(rules="chu")
        >>> first = engine.search(board, nodes=1000).nodes
        >>> engine.clear()
        >>> engine.search(board, nodes=1000).nodes == first
        True
        """
    def without(self, names: Sequence[str]) -> None:
        """Switch parts of the search off, to measure what each is worth.

        Parameters
        ----------
        names : sequence of str
            Of :attr:`FEATURES`; an empty list switches every part on.

        Raises
        ------
        MujoError
            ``argument`` for another name; ``engine.busy``.

        Examples
        --------
        >>> import mujo
        >>> engine = mujo.Engine("chu", hash=1)
        >>> "null_move" in engine.FEATURES
        True
        >>> engine.without(["null_move"])
        """

@final
class Batch:
    """Many boards of one rule set, stepped side by side: one call makes a move on each or lists the moves of all.

    Parameters
    ----------
    n : int
        Number of boards, 1 to 100000.
    position : str, optional
        Position text that all begin with, or ``"startpos"``; the start of the rule set by default.
    rules : RuleSet or str, default "tai"
        The rule set.
    threads : int, default 1
        1 to 256, for every call; no result depends on it.

    Raises
    ------
    MujoError
        ``argument`` or ``threads``.
    InvalidPositionError, RuleSetError
        As `Board`.

    Notes
    -----
    A batch holds positions without history: repetition neither forbids a move nor ends a game, whatever the rule set says.
    Everything else is as on a `Board`. `keys` and `plies` help to detect games that go in circles.

    You supply the arrays: any object with the buffer protocol (array.array, numpy, ctypes, memoryview). Calls release the
    interpreter lock, and Ctrl-C ends them within about a tenth of a second with every board unchanged. Only one thread
    may use a batch at a time: a concurrent call raises `MujoError` ``board_busy``.

    Examples
    --------
    >>> from array import array
    >>> import mujo
    >>> batch = mujo.Batch(3, rules="maka")
    >>> offsets, codes = array("q", bytes(8 * 4)), array("Q", bytes(8 * 1000))
    >>> batch.legal_moves(offsets, codes)
    240
    >>> list(offsets)
    [0, 80, 160, 240]
    >>> batch.step(array("Q", [codes[offsets[0]], codes[offsets[1] + 5], 0]))
    >>> list(batch.plies), list(batch.turns), list(batch.terminations)
    ([1, 1, 0], [0, 0, 1], [0, 0, 0])
    """

    def __new__(
        cls, n: int, position: str | None = None, rules: RuleSet | str | None = None, *, threads: int = 1
    ) -> Batch: ...
    @staticmethod
    def from_boards(boards: Iterable[Board], *, threads: int = 1) -> Batch:
        """Make a batch of the positions of boards, without their history.

        Parameters
        ----------
        boards : iterable of Board
            1 to 100000 boards of one rule set.
        threads : int, default 1
            1 to 256.

        Raises
        ------
        MujoError
            ``argument``, ``threads``, or ``wrong_rules`` for boards of different rule sets.

        Examples
        --------
        >>> import mujo
        >>> board = mujo.Board(rules="maka")
        >>> batch = mujo.Batch.from_boards(board.play(move) for move in board.legal_moves)
        >>> len(batch)
        80
        """
    @property
    def rules(self) -> RuleSet:
        """The rule set."""
    @property
    def threads(self) -> int:
        """Threads that calls may use, 1 to 256."""
    def __len__(self) -> int: ...
    def step(self, codes: object) -> None:
        """Make a move on every board, or on none.

        Parameters
        ----------
        codes : buffer of uint64, ``len(batch)`` elements
            ``int(move)`` of a legal move for each board, or 0 for a board that waits. A board whose game has ended can only
            wait, or be `reset`.

        Raises
        ------
        IllegalMoveError
            ``illegal_move.*`` of the first board whose move is not legal.
        MujoError
            ``off_board`` for a number that is none of a move, ``wrong_rules`` for one of another board; ``array`` for
            another kind of element or another size.

        Notes
        -----
        The message names the board, and so does the attribute ``index`` of the exception. After an exception, Ctrl-C
        included, no board has moved.

        Examples
        --------
        >>> from array import array
        >>> import mujo
        >>> batch = mujo.Batch(2, rules="maka")
        >>> good, bad = (int(mujo.Move.from_usi(text, "maka")) for text in ("10n10m", "10n10l"))
        >>> try:
        ...     batch.step(array("Q", [good, bad]))
        ... except mujo.IllegalMoveError as error:
        ...     print(error.index, error.code, list(batch.plies))
        1 illegal_move.no_such_move [0, 0]
        """
    def legal_moves(self, offsets: object, codes: object | None = None) -> int:
        """List the legal moves of all boards in your arrays.

        Parameters
        ----------
        offsets : buffer of int64 or uint64, ``len(batch) + 1`` elements
            Filled with where the moves of each board begin, and their number at the end: those of board ``i`` are
            ``codes[offsets[i] : offsets[i + 1]]``. None where the game has ended.
        codes : buffer of uint64, optional
            Its first elements become ``int(move)`` of the legal moves, each board's in the order of `Board.legal_moves`; the
            others stay. Without it the moves are only counted.

        Returns
        -------
        int
            The number of legal moves of all boards: what `codes` needs.

        Raises
        ------
        MujoError
            ``array``: another kind of element, a wrong size of `offsets`, too few elements of `codes` (the message says how
            many are needed), arrays that cannot be written to, are not contiguous, or overlap. Neither is then changed.

        Examples
        --------
        >>> from array import array
        >>> import mujo
        >>> batch = mujo.Batch(2)
        >>> offsets = array("q", bytes(8 * 3))
        >>> needed = batch.legal_moves(offsets)
        >>> codes = array("Q", bytes(8 * needed))
        >>> batch.legal_moves(offsets, codes) == needed == 2 * 479
        True
        """
    def reset(self, indices: Iterable[SupportsIndex] | None = None, *, board: Board | None = None) -> None:
        """Reset boards.

        Parameters
        ----------
        indices : iterable of int, optional
            Which boards, 0-based, negative ones from the end; all by default. No mask: ``numpy.flatnonzero`` makes indices
            of one.
        board : Board, optional
            The position they begin with from now on; where each began before by default. Its history is left behind.

        Raises
        ------
        IndexError
            If there is no such board. None is then reset.
        MujoError
            ``wrong_rules`` for a board of another rule set.

        Examples
        --------
        >>> from array import array
        >>> import mujo
        >>> batch = mujo.Batch(3, rules="maka")
        >>> move = int(mujo.Move.from_usi("10n10m", "maka"))
        >>> batch.step(array("Q", [move] * 3))
        >>> batch.reset([0, 2])
        >>> list(batch.plies)
        [0, 1, 0]
        """
    def board(self, index: int) -> Board:
        """Return one board by itself, without history.

        Parameters
        ----------
        index : int
            0-based; negative ones count from the end.

        Raises
        ------
        IndexError
            If there is no such board.

        Examples
        --------
        >>> import mujo
        >>> mujo.Batch(2, rules="maka").board(1) == mujo.Board(rules="maka")
        True
        """
    def outcome(self, index: int) -> Outcome | None:
        """Return the outcome of one board, None while its game goes on.

        Parameters
        ----------
        index : int
            0-based; negative ones count from the end.

        Raises
        ------
        IndexError
            If there is no such board.

        Examples
        --------
        >>> import mujo
        >>> mujo.Batch(2, rules="maka").outcome(-1) is None
        True
        """
    def copy(self) -> Batch:
        """Return an independent copy of all boards.

        Examples
        --------
        >>> import mujo
        >>> len(mujo.Batch(2, rules="maka").copy())
        2
        """
    @property
    def winners(self) -> memoryview:
        """Winner on each board, 1 Black, -1 White, 0 nobody (yet): a snapshot, memoryview of int8 (format ``b``)."""
    @property
    def terminations(self) -> memoryview:
        """How each game ended, as an index into `mujo.TERMINATIONS`, 0 while it goes on: a snapshot, memoryview of uint8
        (format ``B``).
        """
    @property
    def turns(self) -> memoryview:
        """Whether it is Black's turn on each board, 1 or 0: a snapshot, memoryview of uint8 (format ``B``)."""
    @property
    def plies(self) -> memoryview:
        """Moves made on each board since it was reset: a snapshot, memoryview of uint32 (format ``I``)."""
    @property
    def keys(self) -> memoryview:
        """`Board.key` of each board: a snapshot, memoryview of uint64 (format ``Q``)."""
    def squares(self, array: object, seen_by: bool | None = None) -> None:
        """Fill an array with the squares of all boards, as `mujo.arrays.board_array` does for one.

        Parameters
        ----------
        array : buffer of int16, ``len(batch) * ranks * files`` elements
            Filled board after board.
        seen_by : bool, optional
            The side whose pieces are positive; on each board the one to move by default.

        Raises
        ------
        MujoError
            ``array``: another kind of element, another size, or an array that is not contiguous or cannot be written.

        Examples
        --------
        >>> from array import array
        >>> import mujo
        >>> batch = mujo.Batch(2, rules="maka")
        >>> squares = array("h", bytes(2 * 2 * 19 * 19))
        >>> batch.squares(squares)
        >>> sum(number != 0 for number in squares)
        384
        """
    def planes(self, array: object, seen_by: bool | None = None) -> None:
        """Fill an array with the planes of all boards, as `mujo.arrays.planes` does for one.

        Parameters
        ----------
        array : buffer of uint8, ``len(batch) * 4 * types * ranks * files`` elements
            Filled board after board.
        seen_by : bool, optional
            The side that comes first; on each board the one to move by default.

        Raises
        ------
        MujoError
            ``array``, as in `squares`.

        Examples
        --------
        >>> import mujo
        >>> batch = mujo.Batch(2, rules="maka")
        >>> planes = bytearray(2 * 200 * 19 * 19)
        >>> batch.planes(planes)
        >>> sum(planes)
        384
        """
    def __copy__(self) -> Batch: ...
    def __deepcopy__(self, memo: object, /) -> Batch: ...

@final
class Setup:
    """An editable board that may hold any position, to be turned into a `Board`.

    Parameters
    ----------
    position : str, optional
        Position text to begin with; an empty board otherwise.
    rules : RuleSet or str, default "tai"
        The rule set.

    Raises
    ------
    InvalidPositionError
        ``position.*`` if the text cannot be read.
    RuleSetError
        ``rules.*`` if the rule set is not known.

    Examples
    --------
    >>> from mujo import Setup
    >>> setup = Setup(rules="maka")
    >>> setup.put(setup.rules.parse_square("10j"), "LN")
    >>> len(setup.board().legal_moves)
    25
    """

    def __new__(cls, position: str | None = None, rules: RuleSet | str | None = None) -> Setup: ...
    turn: bool
    """Side to move: ``mujo.BLACK`` or ``mujo.WHITE``. May be set."""
    move_number: int
    """Move number, from 1. May be set, to 4294967295 at most: ``position.number``."""
    @property
    def state(self) -> int | None:
        """State square as an index, or None. May be set, also by name: ``off_board`` or ``notation.*`` for what is no square."""
    @state.setter
    def state(self, square: int | str | None) -> None: ...
    @property
    def rules(self) -> RuleSet:
        """The rule set."""
    def piece_at(self, square: int | str) -> Piece | None:
        """Return the piece on a square, or None.

        Parameters
        ----------
        square : int or str
            Square index, 0-based, 1a first, or name.

        Raises
        ------
        MujoError
            ``off_board``.

        Examples
        --------
        >>> import mujo
        >>> setup = mujo.Setup(rules="maka")
        >>> setup.put("10j", "LN")
        >>> setup.piece_at("10j").type, setup.piece_at("1a")
        ('LN', None)
        """
    def piece_map(self) -> dict[int, Piece]:
        """Return every piece by its square index.

        Examples
        --------
        >>> import mujo
        >>> mujo.Setup(rules="maka").piece_map()
        {}
        """
    def put(self, square: int | str, piece: Piece | str) -> None:
        """Put a piece on a square, replacing any piece there.

        Parameters
        ----------
        square : int
            Square index, 0-based, 1a first.
        piece : Piece or str
            A piece or its symbol, ``"+hm"``.

        Raises
        ------
        MujoError
            ``off_board``.
        NotationError
            ``position.*`` if the rule set has no such piece.

        Examples
        --------
        >>> import mujo
        >>> setup = mujo.Setup(rules="maka")
        >>> setup.put(20, "+hm")
        >>> setup.piece_at("2b").symbol
        '+hm'
        """
    def remove(self, square: int | str) -> Piece | None:
        """Remove a piece and return it; None if there was none.

        Parameters
        ----------
        square : int or str
            Square index, 0-based, 1a first, or name.

        Raises
        ------
        MujoError
            ``off_board``.

        Examples
        --------
        >>> import mujo
        >>> setup = mujo.Setup(rules="maka")
        >>> setup.put("10j", "LN")
        >>> setup.remove("10j").symbol, setup.remove("10j")
        ('LN', None)
        """
    def clear(self) -> None:
        """Remove every piece.

        Examples
        --------
        >>> import mujo
        >>> setup = mujo.Setup(mujo.Board(rules="maka").sfen(), "maka")
        >>> setup.clear()
        >>> setup.piece_map()
        {}
        """
    def problems(self) -> list[str]:
        """Return the faults that prevent turning this into a board, one sentence each.

        Any number of royals may stand (rule 5.2).

        Examples
        --------
        >>> import mujo
        >>> mujo.Setup(mujo.Board(rules="maka").sfen(), "maka").problems()
        []
        """
    def sfen(self) -> str:
        """Return the position text.

        Examples
        --------
        >>> import mujo
        >>> text = mujo.Board(rules="maka").sfen()
        >>> mujo.Setup(text, "maka").sfen() == text
        True
        """
    def board(self) -> Board:
        """Return a board with this position and no history.

        Raises
        ------
        InvalidPositionError
            With all `problems`.

        Examples
        --------
        >>> import mujo
        >>> mujo.Setup(mujo.Board(rules="maka").sfen(), "maka").board() == mujo.Board(rules="maka")
        True
        """
    def copy(self) -> Setup:
        """Return an independent copy.

        Examples
        --------
        >>> import mujo
        >>> setup = mujo.Setup(rules="maka")
        >>> other = setup.copy()
        >>> other.put("10j", "LN")
        >>> len(setup.piece_map()), len(other.piece_map())
        (0, 1)
        """
    def mirror(self) -> Setup:
        """Return a setup with the sides exchanged: the board rotated by half a turn, every piece and the turn of the other
        side.

        Examples
        --------
        >>> from mujo import Setup
        >>> setup = Setup(rules="maka")
        >>> setup.put("10s", "K")
        >>> setup.mirror().piece_at("10a")
        Piece.from_symbol('k')
        """
    def square_name(self, square: int) -> str:
        """Return the name of a square of this board.

        Parameters
        ----------
        square : int
            Square index, 0-based, 1a first.

        Raises
        ------
        MujoError
            ``off_board``.

        Examples
        --------
        >>> import mujo
        >>> mujo.Setup(rules="maka").square_name(20)
        '2b'
        """
    def parse_square(self, text: str) -> int:
        """Return the index of a square of this board from its name.

        Parameters
        ----------
        text : str
            File number and rank letter, ``"2b"``.

        Raises
        ------
        NotationError
            As `RuleSet.parse_square`.

        Examples
        --------
        >>> from mujo import Setup
        >>> Setup(rules="maka").parse_square("2b")
        20
        """
    def _repr_svg_(self) -> str:
        """Draw the setup, for notebooks: `mujo.svg.board`."""
    def __copy__(self) -> Setup: ...
    def __deepcopy__(self, memo: object, /) -> Setup: ...
