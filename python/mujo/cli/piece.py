"""``mujo piece``: how a type of piece moves."""

import argparse
from typing import Any

from mujo._core import Piece, PieceType, RuleSet
from mujo.cli.common import (
    Commands,
    add_json_option,
    add_picture_options,
    add_rule_set_options,
    add_style_option,
    clean,
    forbid,
    read_rules,
    write_picture,
)
from mujo.cli.output import emit, say, shown_style, to_json
from mujo.diagrams import Style, find_piece, moves_text, piece_moving_as
from mujo.errors import RuleSetError
from mujo.notation.names import find_types

__all__ = ["add_parser", "run"]


def add_parser(commands: Commands) -> None:
    """Describe the subcommand."""
    parser = commands.add_parser(
        "piece", help="show how a type moves", description="Describe how a type of piece moves, and draw it."
    )
    parser.add_argument(
        "type",
        metavar="PIECE",
        nargs="+",
        help="id, name, kanji or romaji, as in LN, lion, 獅 or shishi; +LN: promoted",
    )
    add_rule_set_options(parser)
    add_style_option(parser)
    add_picture_options(parser)
    add_json_option(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Describe and draw the moves."""
    if options.json:
        forbid(options, "--json", "--svg", "--png", "--style")
    if options.svg:
        forbid(options, "--svg", "--png", "--style")
    if options.png:
        forbid(options, "--png", "--style")
    rules = read_rules(options)
    pieces = _pieces(rules, clean(" ".join(options.type)))
    if options.json:
        emit(to_json("piece", {"rules": rules.name, "pieces": [_fields(rules, *pair) for pair in pieces]}) + "\n")
        return 0
    if options.svg or options.png:
        from mujo import svg

        if len(pieces) > 1:
            ids = " or ".join(kind.id for kind, _ in pieces)
            raise RuleSetError(f"several pieces have this name: {ids}", code="rules.unknown_type")
        write_picture(options, svg.moves(pieces[0][1].symbol, rules))
        return 0
    style = shown_style(None if options.style is None else Style(options.style), rules)
    say("\n\n".join(_text(rules, kind, piece, style) for kind, piece in pieces), ascii_only=style is Style.ASCII)
    return 0


def _pieces(rules: RuleSet, text: str) -> list[tuple[PieceType, Piece]]:
    """Find what a text names: types, and a piece that moves as each."""
    if text.startswith("+"):
        promoted = find_piece(rules, text)
        return [(rules.moves_as(promoted), promoted)]
    kinds = find_types(rules, text)
    pieces = [(kind, piece) for kind in kinds if (piece := piece_moving_as(rules, kind)) is not None]
    if not pieces:
        raise RuleSetError(f"no piece of {rules.name} moves as {kinds[0].id}", code="rules.unknown_type")
    return pieces


def _text(rules: RuleSet, kind: PieceType, piece: Piece, style: Style) -> str:
    from mujo.diagrams.words import power_words

    begun = rules.piece_types[piece.type]
    lines = [f"{kind.id} {kind.name}, {kind.kanji} {kind.romaji}, {kind.betza}"]
    if piece.promoted:
        lines.append(f"promoted {begun.name} (+{begun.id})")
    elif begun.promotes_to is not None:
        lines.append(f"promotes to {rules.piece_types[begun.promotes_to].name}")
    lines += power_words(rules, piece, 100)
    lines.append(moves_text(rules, piece, style))
    return "\n".join(lines)


def _fields(rules: RuleSet, kind: PieceType, piece: Piece) -> dict[str, Any]:
    from mujo.diagrams.words import sentences

    return {
        "id": kind.id,
        "name": kind.name,
        "kanji": kind.kanji,
        "romaji": kind.romaji,
        "betza": kind.betza,
        "piece": piece.symbol,
        "promotes_to": kind.promotes_to,
        "royal": kind.royal,
        "value": kind.value,
        "words": sentences(rules, piece),
        "diagram": moves_text(rules, piece).split("\n"),
    }
