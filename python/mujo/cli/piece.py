"""``mujo piece``: how a type moves."""

import argparse

from mujo.cells import printable, to_ascii
from mujo.cli.common import Commands, add_rule_set_options, add_style_options, clean, read_rules
from mujo.diagrams import Style, find_piece, moves_text

__all__ = ["add_parser", "run"]


def add_parser(commands: Commands) -> None:
    """Describe the sub-command."""
    parser = commands.add_parser(
        "piece", help="show how a type moves", description="Draw how a type of piece moves, with a legend."
    )
    parser.add_argument("type", metavar="TYPE", help="id of a type, or + and the id of the type a piece begins as")
    add_rule_set_options(parser)
    add_style_options(parser)
    parser.add_argument("--svg", action="store_true", help="write a picture in SVG")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Draw the diagram."""
    rules = read_rules(options)
    kind = clean(options.type)
    if options.svg:
        from mujo import svg

        print(svg.moves(kind, rules), end="")
        return 0
    piece = find_piece(rules, kind)
    moves_as = rules.moves_as(piece)
    begun = rules.piece_types[piece.type]
    lines = [f"{moves_as.id} {moves_as.name}, {moves_as.kanji} {moves_as.romaji}, {moves_as.betza}"]
    if piece.promoted:
        lines.append(f"promoted {begun.name} (+{begun.id})")
    elif begun.promotes_to is not None:
        lines.append(f"promotes to {rules.piece_types[begun.promotes_to].name}")
    style = options.style or Style.ASCII
    text = "\n".join([*lines, moves_text(rules, piece, style)])
    print(printable(to_ascii(text) if options.style is Style.ASCII else text))
    return 0
