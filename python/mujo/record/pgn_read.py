"""Read PGN text: odd spacing, comments, annotations, variations.

`Dialect` holds the differences between the files of this package and those of chess programs (`mujo.record.xboard`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from mujo._core import Board, Move, RuleSet
from mujo.errors import AmbiguousMoveError, IllegalMoveError, MujoError, NotationError
from mujo.notation import parse_hodges
from mujo.notation.programs import find_variant, game_of_variant
from mujo.record.fault import Fault
from mujo.record.game import RESULTS, Game, Variation, named_changes
from mujo.record.game_line import GameLine
from mujo.record.limits import Allowance, check_depth
from mujo.record.naming import default_rules, rules_named
from mujo.record.pgn import JUDGEMENTS, RESERVED
from mujo.record.pgn_tokens import FOREIGN_RESULTS, Kind, Scanner, Token, tokens, unescaped

__all__ = ["Dialect", "Header", "parse_pgn", "read_game", "read_pgn"]

_TAG = re.compile(r'\[\s*+((?:[^\s"\]\\]|\\.)++)\s*+"([^"\\]*+(?:\\.[^"\\]*+)*+)"\s*+\]\s*+')
_SPACE = re.compile(r"\s*+")
_PERCENT_LINE = re.compile(r"%[^\n]*+\n?")


@dataclass(frozen=True, slots=True)
class Header:
    """What the tags of a game say.

    Attributes
    ----------
    board
        The first position, with the rules.
    tags
        The remaining tags.
    result, termination
        As in `Game`; a result of ``*`` is kept as such, a missing one is ``None``.
    """

    board: Board
    tags: dict[str, str]
    result: str | None
    termination: str | None


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a program writes PGN.

    Attributes
    ----------
    header
        Interprets the tags: those of `RESERVED`, the others, the caller's rules.
    move
        Reads a move.
    result
        Returns a result word as ``black``, ``white``, ``draw`` or ``*``; raises `NotationError` for others.
    """

    header: Callable[[dict[str, str], dict[str, str], RuleSet | None], Header]
    move: Callable[[Board, str], Move]
    result: Callable[[str], str]


def parse_pgn(text: str, rules: RuleSet | None = None) -> Game:
    """Read one game. Everything from the first unreadable or illegal move on becomes `Game.rest`.

    Parameters
    ----------
    text
        The text of one game.
    rules
        The rules of a game that does not name its own (tai if left out), and rules from a file of the caller.

    Raises
    ------
    NotationError
        ``record.tag``, ``record.too_deep``, ``record.variation``, ``record.other_game``.
    RuleSetError, InvalidPositionError
        The rules or the start are unknown or impossible.

    Examples
    --------
    >>> parse_pgn('[Rules "maka"] 1. P-10m {good} P-10g 2. P-10m *').rest
    ('P-10m',)
    """
    return read_pgn(text, rules)[0]


def read_pgn(text: str, rules: RuleSet | None = None) -> tuple[Game, Fault | None]:
    """Read one game as `parse_pgn` does; return it with its first fault."""
    return read_game(text, rules, _MUJO)


def read_game(text: str, rules: RuleSet | None, dialect: Dialect) -> tuple[Game, Fault | None]:
    """Read one game of a dialect; return it with its first fault."""
    reserved, tags, at, remarks = _tags(text)
    escapes = "Rules" in reserved
    header = dialect.header(reserved, tags, rules)
    start = header.board.sfen()
    reader = _Reader(header.board, dialect, len(text))
    for remark in remarks:
        reader.line.comment(remark)
    reader.read(tokens(Scanner(text, at), escapes))
    line = reader.lines[0]
    stated = header.result
    result = stated if stated is not None else next(iter(reader.results), None)
    fault = line.fault
    if fault is None:
        fault = _contradiction(stated, reader.results)
    name, options, readings = named_changes(header.board.rules)
    game = Game(
        rules=name,
        start=start,
        moves=tuple(move.usi() for move in line.moves),
        options=options,
        readings=readings,
        result=None if result == "*" else result,
        termination=header.termination,
        tags=header.tags,
        comments=line.all_comments(),
        variations=tuple(line.variations),
        rest=tuple(line.rest),
        nags=line.all_nags(),
    )
    return game, fault


def _contradiction(stated: str | None, results: Iterable[str]) -> Fault | None:
    """Return the fault of two results that differ."""
    first = stated
    for result in results:
        if first is not None and result != first:
            message = f"the record states two results, {first} and {result}"
            return Fault(None, result, NotationError(message, code="record.result"))
        first = result
    return None


def _tags(text: str) -> tuple[dict[str, str], dict[str, str], int, list[str]]:
    """Read the tags: those of `RESERVED`, the others, the index after them, and the lines that begin with ``%``.

    A name with escapes is never one of `RESERVED`.
    """
    reserved: dict[str, str] = {}
    tags: dict[str, str] = {}
    remarks: list[str] = []
    at = 1 if text.startswith("\ufeff") else 0
    while True:
        space = _SPACE.match(text, at)
        at = at if space is None else space.end()
        remark = _PERCENT_LINE.match(text, at)
        if remark is not None:
            remarks.append(remark[0].rstrip())
            at = remark.end()
            continue
        if not text.startswith("[", at):
            return reserved, tags, at, remarks
        found = _TAG.match(text, at)
        if found is None:
            line = text[at : at + 60].partition("\n")[0]
            raise NotationError(f'{line[:40]!r} is not a tag: write [Name "value"]', code="record.tag", position=at)
        if found[1] in RESERVED:
            reserved[found[1]] = unescaped(found[2])
        else:
            tags[unescaped(found[1])] = unescaped(found[2])
        at = found.end()


def _header(reserved: dict[str, str], tags: dict[str, str], rules: RuleSet | None) -> Header:
    """Interpret the tags of this package's files."""
    named, variant = reserved.get("Rules"), reserved.get("Variant")
    board_rules = rules_named(named, rules) if named is not None else default_rules(rules)
    if variant is not None:
        known = find_variant(variant)
        if known is None:
            raise NotationError(f"[Variant {variant[:40]!r}] is not a game that mujo knows", code="record.other_game")
        if named is None and rules is None:
            board_rules = RuleSet(known)
        elif game_of_variant(variant) != board_rules.game:
            raise NotationError(
                f"[Variant {variant[:40]!r}] contradicts the rules {board_rules.name}", code="record.other_game"
            )
    if "SFEN" not in reserved and ("FEN" in reserved or reserved.get("SetUp", "0").strip() != "0"):
        raise NotationError(
            "the first position stands in the tag FEN, where chess programs call the first player White: "
            "read the file with the format xboard, or write the position as [SFEN ...]",
            code="record.other_form",
        )
    board = Board(reserved.get("SFEN", board_rules.start), board_rules)
    result = reserved.get("Result")
    stated = None if result is None else _result(result, "the tag Result")
    return Header(board, tags, stated, reserved.get("Termination"))


def _result(word: str, where: str = "a result") -> str:
    if word in FOREIGN_RESULTS:
        raise NotationError(
            f"{where} is {word}, which is ambiguous since Black moves first: "
            "write the colour that has won, or read the file with the format xboard",
            code="record.tag",
        )
    if word not in (*RESULTS, "*"):
        raise NotationError(
            f"{where} is {word[:40]!r}: write the colour that has won, black or white, or draw, or *",
            code="record.tag",
        )
    return word


def read_move(board: Board, text: str) -> Move:
    """Read a move in Hodges' letters or in engine notation."""
    return board.parse_move(text) if text[:1].isdigit() else parse_hodges(board, text)


_MUJO: Final = Dialect(_header, read_move, _result)


@dataclass(kw_only=True)
class _Line(GameLine):
    """The main line or a variation while it is read.

    Attributes
    ----------
    undone
        Moves of the parent that were taken back for it, the latest first.
    began
        Whether it has its first move number or move; a variation may state only there where it branches off.
    open_brackets
        Brackets that are open inside `rest`.
    """

    undone: list[Move] = field(default_factory=list)
    began: bool = True
    variations: list[Variation] = field(default_factory=list)
    open_brackets: int = 0


class _Reader:
    """Reads the tokens of one game. One board serves all lines: variations take moves back and replay them."""

    def __init__(self, board: Board, dialect: Dialect, size: int) -> None:
        self.board = board
        self.dialect = dialect
        self.lines = [_Line(ply=1)]
        #: The results at the end of the moves; a set in the order of the text.
        self.results: dict[str, None] = {}
        self.allowance = Allowance(size)

    @property
    def line(self) -> _Line:
        return self.lines[-1]

    def read(self, found: Iterator[Token]) -> None:
        """Read all tokens; variations that are open at the end are closed."""
        for token in found:
            if self.line.rest:
                self._keep(token)
            else:
                self._take(token)
        while len(self.lines) > 1:
            self._close()

    def _take(self, token: Token) -> None:
        line = self.line
        match token.kind:
            case Kind.COMMENT:
                line.comment(token.text)
            case Kind.NUMBER:
                if not line.began:
                    self._branch(token)
            case Kind.NAG:
                self._annotate(int(token.text), "$" + token.text)
            case Kind.JUDGEMENT:
                self._judge(token.text)
            case Kind.OPEN:
                check_depth(len(self.lines))
                if not line.began:
                    self._branch(None)
                self.lines.append(_Line(ply=line.next_ply, began=False))
            case Kind.CLOSE if len(self.lines) > 1:
                self._close()
            case Kind.RESULT if len(self.lines) == 1:
                self.results[self.dialect.result(token.text)] = None
            case Kind.RESULT:
                # The result of a variation that was played out is kept in words.
                line.comment(token.text)
            case Kind.QUOTED:
                self._play(token.text, quoted=True)
            case _:
                self._play(token.text)

    def _judge(self, text: str) -> None:
        """Take signs such as ``!?``; a run that is no glyph counts sign by sign."""
        signs = [text] if text in JUDGEMENTS else list(text)
        if self.line.moves:
            for sign in signs:
                self.line.annotate(JUDGEMENTS[sign])
        else:
            self.line.comment(text)

    def _annotate(self, nag: int, text: str) -> None:
        if self.line.moves and nag <= 255:
            self.line.annotate(nag)
        else:
            self.line.comment(text)

    def _branch(self, number: Token | None) -> None:
        """Go back to where a variation branches off, which its first number may say."""
        line, parent = self.line, self.lines[-2]
        following = parent.next_ply
        ply = max(following - 1, parent.ply)
        if number is not None:
            white_began = self.board.turn != bool(following % 2)
            stated = 2 * number.number - 1 + (len(number.text) > 1) - white_began
            if parent.ply <= stated <= following:
                ply = stated
        self.allowance.spend(2 * (following - ply))
        line.comments = {ply - 1: [text for texts in line.comments.values() for text in texts]} if line.comments else {}
        line.ply, line.began = ply, True
        line.undone = [self.board.pop() for _ in range(following - ply)]

    def _close(self) -> None:
        line = self.line
        if not line.began:
            self._branch(None)
        self.lines.pop()
        self.allowance.spend(len(line.moves))
        for _ in line.moves:
            self.board.pop()
        for move in reversed(line.undone):
            self.board.push_unchecked(move)
        self.line.variations.append(
            Variation(
                line.ply,
                tuple(move.usi() for move in line.moves),
                line.all_comments(),
                tuple(line.variations),
                tuple(line.rest),
                line.all_nags(),
            )
        )

    def _play(self, text: str, quoted: bool = False) -> None:
        if not self.line.began:
            self._branch(None)
        line = self.line
        judgement = ""
        try:
            move, judgement = self._read_move(text)
            if quoted:
                raise NotationError(
                    f"{text[:40]!r} stands in quotes, as text that is not a move", code="record.unreadable"
                )
            self.board.push(move)
        except MujoError as error:
            line.fault = Fault(line.next_ply, text, error)
            line.rest.append(text)
        else:
            line.moves.append(move)
            if judgement:
                self._judge(judgement)

    def _read_move(self, text: str) -> tuple[Move, str]:
        """Read a move with the judgement that may be glued to it."""
        bare = text.rstrip("!?")
        try:
            return self.dialect.move(self.board, text), ""
        except (AmbiguousMoveError, IllegalMoveError):
            if bare == text or not bare:
                raise
        except NotationError:
            if bare == text or not bare:
                raise
        return self.dialect.move(self.board, bare), text[len(bare) :]

    def _keep(self, token: Token) -> None:
        """Keep a token after the first that could not be read."""
        line = self.line
        match token.kind:
            case Kind.OPEN:
                line.open_brackets += 1
            case Kind.CLOSE if line.open_brackets:
                line.open_brackets -= 1
            case Kind.CLOSE if len(self.lines) > 1:
                self._close()
                return
            case Kind.RESULT if len(self.lines) == 1 and not line.open_brackets:
                self.results[self.dialect.result(token.text)] = None
                return
            case Kind.NUMBER:
                return
        line.rest.append(_source(token))


def _source(token: Token) -> str:
    """Write a token of the rest as it stood in the source."""
    if token.kind is Kind.COMMENT:
        return "{" + token.text + "}"
    return "$" + token.text if token.kind is Kind.NAG else token.text
