//! Random commands, whole, broken and shuffled: the loop ends, answers what it must, and plays only legal moves.

use std::io::Cursor;
use std::sync::Arc;

use mujo_core::game::Board;
use mujo_core::parallel::NeverInterrupt;
use mujo_core::rules::RuleSet;
use mujo_core::text::{parse_position, read_move};
use mujo_protocols::{Ending, Protocol, run};

/// Commands whose searches end soon or with the input.
const USI: [&str; 30] = [
    "usi",
    "isready",
    "usinewgame",
    "position startpos",
    "position startpos moves 7i7h",
    "position startpos moves 7i7h 7d7e 7j6h",
    "position startpos moves 1a1b",
    "position sfen 11,k/l,11/12/12/12/5,p,6/5,LN,6/12/12/12/12/K,11 b - 1",
    "position sfen 11k/l11/12/12/12/5p6/5N6/12/12/12/12/K11 w - 1 moves 12b12c",
    "position sfen 12/12",
    "position",
    "go depth 1",
    "go nodes 40",
    "go movetime 1",
    "go btime 5 wtime 5 byoyomi 1",
    "go infinite",
    "go ponder nodes 40",
    "go mate 1",
    "go searchmoves 7i7h depth 1",
    "go depth -1",
    "stop",
    "ponderhit",
    "gameover win",
    "setoption name MultiPV value 3",
    "setoption name USI_Hash value 0",
    "setoption name Level value 1",
    "setoption name Threads value 0",
    "setoption name USI_Variant value chushogi",
    "setoption name USI_Variant value chu",
    "\u{0}\u{7f}é",
];

const CECP: [&str; 36] = [
    "protover 2",
    "new",
    "variant chu",
    "variant xiangqi",
    "force",
    "go",
    "playother",
    "usermove f4f5",
    "usermove g4g5",
    "usermove f9f8",
    "usermove f3g5,",
    "@@@@",
    "usermove z9",
    "setboard 11k/l11/12/12/12/5p6/5N6/12/12/12/12/K11 w 0 1",
    "setboard 11k/l11/12/12/12/5p6/5N6/12/12/12/12/K11 b 1",
    "setboard 12/12",
    "undo",
    "remove",
    "analyze",
    "exit",
    ".",
    "?",
    "hard",
    "easy",
    "post",
    "nopost",
    "hint",
    "draw",
    "result 1-0",
    "level 0 0:01 0",
    "st 0.001",
    "sd 1",
    "time 1",
    "option Level=1",
    "memory 0",
    "option MultiPV=2",
];

/// A small generator; the same numbers everywhere.
struct Dice(u64);

impl Dice {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % count as u64).unwrap()
    }
}

fn script(words: &[&str], dice: &mut Dice, first: &[&str]) -> Vec<u8> {
    let mut lines: Vec<String> = first.iter().map(|line| (*line).to_owned()).collect();
    for _ in 0..30 {
        let mut line = words[dice.below(words.len())].to_owned();
        match dice.below(12) {
            0 => {
                let cut = dice.below(line.chars().count() + 1);
                line = line.chars().take(cut).collect();
            }
            1 => line = format!("{line} {}", words[dice.below(words.len())]),
            _ => {}
        }
        lines.push(line);
    }
    lines.join("\n").into_bytes()
}

fn talk(protocol: Protocol, mut input: Vec<u8>, last: &str) -> String {
    input.extend(format!("\n{last}\n").bytes());
    let rules = RuleSet::named("chu").unwrap();
    let mut output = Vec::new();
    let ending = run(protocol, &rules, Cursor::new(input), &mut output, &mut NeverInterrupt).unwrap();
    assert_eq!(ending, Ending::InputEnded);
    String::from_utf8(output).unwrap()
}

/// The positions that the `go` commands of a script search, in order; the same reading as the session's.
fn searched(input: &[u8]) -> Vec<Option<Board>> {
    let rules = RuleSet::named("chu").unwrap();
    let mut board = Some(Board::new(Arc::clone(&rules)));
    let mut found = Vec::new();
    for line in String::from_utf8_lossy(input).lines() {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match words.as_slice() {
            ["go", ..] => found.push(board.clone()),
            ["setoption", "name", "USI_Variant", "value", "chu" | "chushogi"] => {
                board = Some(Board::new(Arc::clone(&rules)));
            }
            ["position", "startpos" | "sfen", rest @ ..] => {
                let at = rest.iter().position(|word| *word == "moves").unwrap_or(rest.len());
                let start = &rest[..at];
                if start.is_empty() == (words[1] == "sfen") {
                    continue;
                }
                let text = if start.is_empty() { "startpos".to_owned() } else { start.join(" ") };
                board = parse_position(&rules, &text).ok().and_then(|parsed| {
                    let mut board = Board::from_position(Arc::clone(&rules), parsed.position, parsed.number);
                    for word in rest.iter().skip(at + 1) {
                        let mv = read_move(&board, word).ok()?;
                        board.push(mv).ok()?;
                    }
                    Some(board)
                });
            }
            _ => {}
        }
    }
    found
}

#[test]
fn usi() {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let mut moves = 0;
    for _ in 0..40 {
        let input = script(&USI, &mut dice, &["setoption name USI_Hash value 0"]);
        let boards = searched(&input);
        let shown = String::from_utf8_lossy(&input).into_owned();
        let output = talk(Protocol::Usi, input, "isready");
        assert!(output.contains("readyok"), "{shown}\n{output}");
        let answers: Vec<&str> =
            output.lines().filter(|line| line.starts_with("bestmove") || line.starts_with("checkmate")).collect();
        assert_eq!(answers.len(), boards.len(), "{shown}\n{output}");
        for (answer, board) in answers.iter().zip(&boards) {
            let text = answer.split_ascii_whitespace().nth(1).unwrap();
            if text.starts_with(|first: char| first.is_ascii_digit()) {
                let board = board.as_ref().expect("only a position has moves");
                let mv = read_move(board, text).unwrap_or_else(|error| panic!("{error}\n{shown}\n{output}"));
                assert!(board.is_legal(mv));
                moves += 1;
            }
        }
    }
    assert!(moves > 50, "{moves}");
}

#[test]
fn cecp() {
    let mut dice = Dice(0xd1b5_4a32_d192_ed03);
    let mut moves = 0;
    for number in 0..40 {
        let input = script(&CECP, &mut dice, &["memory 0", "st 0.001", "sd 1"]);
        let shown = String::from_utf8_lossy(&input).into_owned();
        let output = talk(Protocol::Cecp, input, &format!("ping {number}"));
        assert!(output.contains(&format!("pong {number}")), "{shown}\n{output}");
        moves += output.lines().filter(|line| line.starts_with("move ")).count();
    }
    // Most searches are given up, since the next command does not wait for their end.
    assert!(moves > 3, "{moves}");
}
