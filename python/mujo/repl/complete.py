"""What may be typed next, with its meaning: commands, their arguments, pieces, and legal moves in every form."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from mujo._core import Board, Move, rule_set_names
from mujo.describe import describe_move
from mujo.diagrams.words import titled
from mujo.errors import RuleSetError
from mujo.notation.hodges import hodges_texts
from mujo.notation.names import name_key
from mujo.repl.commands import COMMANDS, find_command
from mujo.repl.commands.look import STYLE_WORDS
from mujo.repl.commands.setup import STEPS
from mujo.repl.course import course, course_games
from mujo.repl.session import Session
from mujo.repl.topics import topics

__all__ = ["Proposal", "Proposer"]

#: Proposals at a time; nobody reads more.
_MOST = 60

_START = re.compile(r"[1-9][0-9]?[a-z]?[a-j]?$")


@dataclass(frozen=True, slots=True)
class Proposal:
    """A way to continue a line.

    Attributes
    ----------
    text
        What replaces the last characters of the line.
    replaces
        How many characters it replaces.
    meaning
        What it means.
    """

    text: str
    replaces: int
    meaning: str = ""


class Proposer:
    """Proposes how to continue a line, and caches the moves of the position.

    Parameters
    ----------
    session
        The session whose game is played.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._revision = -1
        self._texts: dict[int, list[tuple[Move, str]]] = {}

    def propose(self, line: str) -> list[Proposal]:
        """Propose at most sixty ways to continue."""
        found: list[Proposal] = []
        for proposal in self._all(line.lstrip()):
            if len(found) == _MOST:
                break
            found.append(proposal)
        return found

    def _all(self, line: str) -> Iterator[Proposal]:
        word, space, rest = line.partition(" ")
        command = find_command(word) if space else None
        if command is not None:
            yield from self._arguments(command.name, rest.lstrip())
            return
        if not space and word:
            for known in COMMANDS:
                if known.name.startswith(word.lower()):
                    yield Proposal(known.name, len(line), known.summary)
        if line:
            yield from self._moves(line)

    def _arguments(self, name: str, rest: str) -> Iterator[Proposal]:
        match name:
            case "help":
                yield from self._help(rest)
            case "show":
                yield from self._starts(rest)
                yield from self._names(rest)
            case "moves":
                yield from self._starts(rest)
            case "why":
                if rest:
                    yield from self._moves(rest)
                else:
                    yield from self._starts(rest)
            case "attackers" | "window":
                yield from self._squares(rest)
            case "new" | "compare" | "rules":
                last = rest.rpartition(" ")[2]
                yield from _words(sorted(rule_set_names()), last)
            case "board":
                yield from _words(STYLE_WORDS, rest)
            case "setup":
                yield from self._setup(rest)
            case "resign":
                yield from _words(("black", "white"), rest)
            case "learn":
                yield from self._learn(rest)
            case "games":
                for number, game in enumerate(self._session.archive.games(), 1):
                    if str(number).startswith(rest):
                        yield Proposal(str(number), len(rest), f"{game.record.rules}, {len(game.record.moves)} moves")

    def _help(self, rest: str) -> Iterator[Proposal]:
        rules = self._session.board.rules
        wanted = rest.lower()
        for topic in topics():
            if topic.name.startswith(wanted):
                yield Proposal(topic.name, len(rest), topic.title)
            for number in topic.rules:
                if wanted and wanted[0].isdigit() and number.startswith(wanted):
                    yield Proposal(number, len(rest), topic.title)
        if not rest:
            return
        for command in COMMANDS:
            if command.name.startswith(wanted):
                yield Proposal(command.name, len(rest), command.summary)
        for kind in rules.piece_types.values():
            if kind.id.startswith(rest.upper()) or kind.name.startswith(wanted):
                yield Proposal(kind.id, len(rest), f"{titled(kind)} {kind.romaji}")

    def _setup(self, rest: str) -> Iterator[Proposal]:
        if not rest.startswith("put "):
            yield from _words(STEPS, rest)
            return
        symbol = rest.removeprefix("put ").lstrip()
        if " " in symbol:
            return
        for kind in self._session.board.rules.piece_types.values():
            if kind.is_initial:
                for text in (kind.id, kind.id.lower()):
                    if symbol and text.startswith(symbol):
                        yield Proposal(text, len(symbol), titled(kind))

    def _learn(self, rest: str) -> Iterator[Proposal]:
        yield from _words(course_games(), rest)
        try:
            lessons = course(self._session.main.board.rules.game)
        except RuleSetError:
            return
        for number, lesson in enumerate(lessons, 1):
            if str(number).startswith(rest):
                yield Proposal(str(number), len(rest), lesson.title)

    def _squares(self, rest: str) -> Iterator[Proposal]:
        board = self._session.board
        for square, piece in sorted(board.piece_map().items()):
            name = board.rules.square_name(square)
            if name.startswith(rest.lower()):
                yield Proposal(name, len(rest), f"{piece.symbol} {board.rules.moves_as(piece).name}")

    def _starts(self, rest: str) -> Iterator[Proposal]:
        """Propose the squares of pieces that can move."""
        board = self._session.board
        for square, piece in sorted(board.piece_map().items()):
            name = board.rules.square_name(square)
            if piece.side == board.turn and name.startswith(rest.lower()):
                count = len(board.legal_moves_from(square))
                if count:
                    kind = titled(board.rules.moves_as(piece)).partition(" ")[2]
                    yield Proposal(name, len(rest), f"{piece.symbol} {kind}, {count} move{'s' * (count != 1)}")

    def _names(self, rest: str) -> Iterator[Proposal]:
        """Propose the names of pieces on the board."""
        board = self._session.board
        seen = set()
        for _, piece in sorted(board.piece_map().items()):
            kind = board.rules.moves_as(piece)
            if rest and kind.id not in seen and kind.name.startswith(rest.lower()):
                seen.add(kind.id)
                yield Proposal(kind.name, len(rest), titled(kind))

    def _moves(self, line: str) -> Iterator[Proposal]:
        if self._session.is_over:
            return
        if line[0].isdigit():
            yield from self._engine_texts(line)
        elif re.match(r"x\s*\d*[a-z]*$", line):
            yield from self._captures(line)
        else:
            yield from self._piece_texts(line)

    def _engine_texts(self, line: str) -> Iterator[Proposal]:
        board = self._session.board
        wanted = re.sub(r"[-\s]", "", line.lower())
        if _START.match(wanted):
            starts = list(self._starts(wanted))
            if len(starts) > 1 or (starts and starts[0].text != wanted):
                yield from starts
                return
        for move in board.legal_moves:
            text = move.usi()
            if text.startswith(wanted):
                yield Proposal(text, len(line), describe_move(board, move))

    def _captures(self, line: str) -> Iterator[Proposal]:
        """Propose the squares where something can be captured."""
        board = self._session.board
        wanted = line[1:].lstrip()
        takers: dict[int, list[Move]] = {}
        for move in board.legal_captures():
            for victim in move.captures:
                takers.setdefault(victim, []).append(move)
        for victim, moves in sorted(takers.items()):
            name, piece = board.rules.square_name(victim), board.piece_at(victim)
            if name.startswith(wanted) and piece is not None:
                ways = f"{len(moves)} ways" if len(moves) > 1 else describe_move(board, moves[0])
                kind = board.rules.moves_as(piece).name
                yield Proposal(f"x{name}", len(line), f"captures {piece.symbol} {kind}: {ways}")

    def _piece_texts(self, line: str) -> Iterator[Proposal]:
        """Propose pieces, and the moves of the piece that is named, in Hodges' letters or as piece and end."""
        board = self._session.board
        word, rest = self._split(line)
        pieces = {square: piece for square, piece in sorted(board.piece_map().items()) if piece.side == board.turn}
        own = [square for square, piece in pieces.items() if self._is(board, square, word)]
        if not rest:
            seen = set()
            for square, piece in pieces.items():
                text = piece.symbol.upper()
                kind = board.rules.moves_as(piece)
                starts = text.startswith(word.upper()) or (len(word) > 1 and kind.name.startswith(word.lower()))
                if starts and text not in seen and text != word and len(board.legal_moves_from(square)):
                    seen.add(text)
                    yield Proposal(text, len(line), titled(kind))
        short = not rest or rest.startswith(" ")
        wanted = re.sub(r"[-x ]|takes|to", "", rest).lower()
        for square in own:
            symbol = pieces[square].symbol.upper()
            for move, text in self._texts_of(board, square):
                if short:
                    end = board.rules.square_name(move.to_square)
                    if end.startswith(wanted) and (not rest or move.to_square != square):
                        yield Proposal(text, len(line), describe_move(board, move))
                elif text.startswith(f"{symbol}{rest}"):
                    yield Proposal(text, len(line), describe_move(board, move))

    @staticmethod
    def _split(line: str) -> tuple[str, str]:
        """Split a line into the word for the piece and the rest."""
        head = re.match(r"\+?[^\W\d]*", line)
        word = "" if head is None else head[0]
        rest = line[len(word) :]
        if word[-1:] == "x" and len(word) > 1 and rest[:1].isdigit():
            # ``Rx3b``: the x belongs to the move.
            word, rest = word[:-1], "x" + rest
        return word, rest

    @staticmethod
    def _is(board: Board, square: int, word: str) -> bool:
        piece = board.piece_at(square)
        if piece is None or not word:
            return False
        kind = board.rules.moves_as(piece)
        return piece.symbol.upper() == word.upper() or name_key(word) in (name_key(kind.name), kind.board_kanji)

    def _texts_of(self, board: Board, square: int) -> list[tuple[Move, str]]:
        """Return the moves of a piece in Hodges' letters, computed once for each position."""
        if self._session.revision != self._revision:
            self._revision = self._session.revision
            self._texts.clear()
        if square not in self._texts:
            self._texts[square] = hodges_texts(board, square)
        return self._texts[square]


def _words(words: Iterable[str], begun: str) -> Iterator[Proposal]:
    for word in words:
        if word.startswith(begun.lower()):
            yield Proposal(word, len(begun))
