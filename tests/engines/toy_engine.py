"""A small engine for tests: it plays the first legal move in the order of the texts, in USI or CECP.

    toy_engine.py usi|cecp [FAULT]

FAULT is one of: hang, hang-at-start, crash, crash-at-start, illegal, nonsense, endless-line, refuse, resign, win, draw,
silent-quit, slow. It has that fault when it is to move.
"""

import sys
import time

import mujo
from mujo.notation.coordinates import format_cecp, parse_cecp
from mujo.notation.fen import parse_fen


def say(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def choose(board: mujo.Board) -> mujo.Move:
    return min(board.legal_moves, key=lambda move: move.usi())


def misbehave(fault: str) -> None:
    """Do what the fault says, if it is the same in both protocols."""
    if fault == "hang":
        time.sleep(60)
    elif fault == "slow":
        time.sleep(0.3)
    elif fault == "crash":
        print("out of cheese", file=sys.stderr, flush=True)
        raise SystemExit(3)
    elif fault == "nonsense":
        say("info depth nonsense", "\x1b[2J", "hello", "info", "move", "")
    elif fault == "endless-line":
        while True:
            sys.stdout.write("x" * 65536)


def usi(fault: str) -> None:
    board = mujo.Board(rules="chu")
    for line in sys.stdin:
        words = line.split()
        match words[:1]:
            case ["usi"]:
                say("id name Toy engine", "id author Nobody", "option name USI_Hash type spin default 16 min 1 max 64")
                say("option name Style type combo default calm var calm var very wild", "option name Clear type button")
                say("option name USI_Variant type combo default chu var chu var maka var tai", "usiok")
            case ["isready"]:
                say("readyok")
            case ["setoption"] if "USI_Variant" in words:
                board = mujo.Board(rules=words[-1])
            case ["position"]:
                at = words.index("moves") if "moves" in words else len(words)
                start = None if words[1] == "startpos" else " ".join(words[2:at])
                board = mujo.Board(start, board.rules) if start else mujo.Board(rules=board.rules)
                for text in words[at + 1 :]:
                    board.push(text)
            case ["go"]:
                misbehave(fault)
                move = choose(board)
                say(f"info depth 3 seldepth 4 score cp 12 nodes 345 time 6 pv {move.usi()}", "info string thinking")
                answer = {"illegal": "1a1b", "resign": "resign", "win": "win", "protocol": ""}.get(fault, move.usi())
                say(f"bestmove {answer}")
            case ["quit"]:
                if fault == "silent-quit":
                    time.sleep(60)
                return


def cecp(fault: str) -> None:
    board = mujo.Board(rules="chu")
    for line in sys.stdin:
        command, _, rest = line.strip().partition(" ")
        match command:
            case "protover":
                say('feature done=0 myname="Toy engine" ping=1 setboard=1 usermove=1 memory=1 variants="chu,maka,tai"')
                say('feature option="Style -combo calm /// *wild" option="Hash -spin 16 1 64" option="Strict -check 1"')
                say("feature done=1")
            case "variant":
                board = mujo.Board(rules=rest)
            case "setboard":
                board = parse_fen(rest, board.rules, "winboard" if board.rules.game == "chu" else "qboard")
            case "usermove":
                if fault == "refuse":
                    say(f"Illegal move: {rest}")
                else:
                    board.push(parse_cecp(board, rest))
            case "ping":
                say(f"pong {rest}")
            case "go":
                misbehave(fault)
                if fault == "resign":
                    say("resign")
                elif fault == "win":
                    say("1-0 {I win}" if board.turn else "0-1 {I win}")
                elif fault == "illegal":
                    say("move a1a9")
                else:
                    move = choose(board)
                    if fault == "draw":
                        say("offer draw")
                    say("3 12 6 345 " + format_cecp(move))
                    legs = format_cecp(move).split(",")
                    say(*(f"move {leg}," for leg in legs[:-1]), f"move {legs[-1]}")
                    board.push(move)
            case "analyze":
                for depth in range(1, 5):
                    say(f"{depth} 12 6 345 {format_cecp(choose(board))}")
            case "quit":
                return


def main() -> None:
    protocol, *faults = sys.argv[1:]
    fault = faults[0] if faults else ""
    if fault == "hang-at-start":
        time.sleep(60)
    if fault == "crash-at-start":
        raise SystemExit(1)
    {"usi": usi, "cecp": cecp}[protocol](fault)


if __name__ == "__main__":
    main()
