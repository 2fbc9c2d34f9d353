"""What may be typed next, with its meaning: commands, what follows them, and legal moves in every form."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from mujo._core import Board, Move, rule_set_names
from mujo.describe import describe_move
from mujo.notation.hodges import hodges_texts
from mujo.repl.commands import COMMANDS, find_command
from mujo.repl.session import Session

__all__ = ["Proposal", "Proposer"]

#: Proposals at a time: more cannot be read.
_MOST = 60

_STEPS = ("put", "remove", "clear", "turn black", "turn white", "check", "done", "cancel")
_WAYS = ("ids", "kanji", "stacked", "ascii", "fit", "whole", "rare", "on", "off")
_START = re.compile(r"[1-9][0-9]?[a-z]?[a-j]?$")


@dataclass(frozen=True, slots=True)
class Proposal:
    """A way to go on with a line.

    Attributes
    ----------
    text
        What takes the place of the last characters of the line.
    replaces
        How many characters it takes the place of.
    meaning
        What it means.
    """

    text: str
    replaces: int
    meaning: str = ""


class Proposer:
    """Proposes how to go on with a line, and remembers the moves of the position.

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
        """Propose how to go on, at most sixty ways."""
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
        rules = self._session.board.rules
        match name:
            case "help":
                for known in COMMANDS:
                    if rest and known.name.startswith(rest.lower()):
                        yield Proposal(known.name, len(rest), known.summary)
                for kind in rules.piece_types.values():
                    if kind.id.startswith(rest.upper()) or kind.name.startswith(rest.lower()):
                        yield Proposal(kind.id, len(rest), f"{kind.name} {kind.kanji} {kind.romaji}")
            case "moves" | "show":
                yield from self._starts(rest)
            case "why":
                yield from self._moves(rest)
            case "attackers" | "window":
                yield from self._squares(rest)
            case "new" | "compare" | "rules":
                last = rest.rpartition(" ")[2]
                yield from _words(sorted(rule_set_names()), last)
            case "board":
                yield from _words(_WAYS, rest)
            case "setup":
                yield from _words(_STEPS, rest)
            case "resign":
                yield from _words(("black", "white"), rest)

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
                    kind = board.rules.moves_as(piece).name
                    yield Proposal(name, len(rest), f"{piece.symbol} {kind}, {count} move{'s' * (count != 1)}")

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
        board, wanted = self._session.board, line.lower()
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
        """Propose the squares where something can be taken."""
        board = self._session.board
        wanted = line[1:].lstrip()
        takers: dict[int, list[Move]] = {}
        for move in board.legal_captures():
            victims = {*move.captures} | ({move.to_square} if board.piece_at(move.to_square) is not None else set())
            for victim in victims - {move.from_square}:
                takers.setdefault(victim, []).append(move)
        for victim, moves in sorted(takers.items()):
            name, piece = board.rules.square_name(victim), board.piece_at(victim)
            if name.startswith(wanted) and piece is not None:
                ways = f"{len(moves)} ways" if len(moves) > 1 else describe_move(board, moves[0])
                kind = board.rules.moves_as(piece).name
                yield Proposal(f"x{name}", len(line), f"takes {piece.symbol} {kind}: {ways}")

    def _piece_texts(self, line: str) -> Iterator[Proposal]:
        """Propose moves in Hodges' letters: first the pieces, then all that one of them can do."""
        board = self._session.board
        head = re.match(r"\+?[A-Za-z]*", line)
        assert head is not None
        symbol, rest = head[0], line[head.end() :]
        pieces = {
            square: piece
            for square, piece in sorted(board.piece_map().items())
            if piece.side == board.turn and piece.symbol.upper().startswith(symbol.upper())
        }
        own = [square for square, piece in pieces.items() if piece.symbol.upper() == symbol.upper()]
        if not rest:
            seen = set()
            for square, piece in pieces.items():
                text = piece.symbol.upper()
                if text not in seen and len(board.legal_moves_from(square)):
                    seen.add(text)
                    yield Proposal(text, len(line), board.rules.moves_as(piece).name)
        if len(pieces) > len(own) and not rest:
            return
        short = rest.startswith(" ")
        wanted = re.sub(r"[-x ]", "", rest).lower() if short else f"{symbol.upper()}{rest}"
        for square in own:
            for move, text in self._texts_of(board, square):
                if short:
                    end = board.rules.square_name(move.to_square)
                    if end.startswith(wanted) and move.to_square != square:
                        yield Proposal(text, len(line), describe_move(board, move))
                elif text.startswith(wanted):
                    yield Proposal(text, len(line), describe_move(board, move))

    def _texts_of(self, board: Board, square: int) -> list[tuple[Move, str]]:
        """Write the moves of a piece in Hodges' letters, once for each position."""
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
