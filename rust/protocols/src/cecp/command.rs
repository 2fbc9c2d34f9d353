//! Commands of CECP: text to values, without a position.

use std::time::Duration;

/// A command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    ProtocolVersion,
    New,
    Variant(String),
    SetBoard(String),
    Move(String),
    Go,
    PlayOther,
    Force,
    MoveNow,
    Analyze,
    ExitAnalysis,
    AnalysisStatus,
    Level {
        moves: u32,
        base: Duration,
        increment: Duration,
    },
    MoveTime(Duration),
    Depth(u32),
    Clock {
        own: bool,
        left: Duration,
    },
    Thinking(bool),
    Ponder(bool),
    Ping(String),
    Undo(usize),
    Draw,
    Hint,
    Result,
    Set {
        name: String,
        value: String,
    },
    Quit,
    /// A command that needs no answer.
    Ignored,
    /// A known command that is incomplete.
    Malformed(&'static str),
    Unknown(String),
}

/// Words that mean nothing to this engine, and may come.
const IGNORED: [&str; 16] = [
    "xboard", "accepted", "rejected", "random", "computer", "name", "rating", "ics", "bk", "white", "black", "pause",
    "resume", "nps", "hover", "egtpath",
];

/// Read a line.
pub(crate) fn parse(line: &str) -> Command {
    let line = line.trim();
    let (word, rest) = line.split_once(|sign: char| sign.is_ascii_whitespace()).unwrap_or((line, ""));
    let rest = rest.trim();
    match word {
        "" => Command::Ignored,
        "protover" => Command::ProtocolVersion,
        "new" => Command::New,
        "variant" if !rest.is_empty() => Command::Variant(rest.to_owned()),
        "variant" => Command::Malformed("variant NAME"),
        "setboard" => Command::SetBoard(rest.to_owned()),
        "usermove" if !rest.is_empty() => Command::Move(rest.to_owned()),
        "usermove" => Command::Malformed("usermove MOVE"),
        "go" => Command::Go,
        "playother" => Command::PlayOther,
        "force" => Command::Force,
        "?" => Command::MoveNow,
        "analyze" => Command::Analyze,
        "exit" => Command::ExitAnalysis,
        "." => Command::AnalysisStatus,
        "level" => level(rest).unwrap_or(Command::Malformed("level MOVES MINUTES[:SECONDS] INCREMENT")),
        "st" => seconds(rest).map_or(Command::Malformed("st SECONDS"), Command::MoveTime),
        "sd" => match rest.parse() {
            Ok(depth) => Command::Depth(depth),
            Err(_) => Command::Malformed("sd PLIES"),
        },
        "time" | "otim" => match centiseconds(rest) {
            Some(left) => Command::Clock { own: word == "time", left },
            None => Command::Malformed("time CENTISECONDS"),
        },
        "post" | "nopost" => Command::Thinking(word == "post"),
        "hard" | "easy" => Command::Ponder(word == "hard"),
        "ping" => Command::Ping(rest.to_owned()),
        "undo" => Command::Undo(1),
        "remove" => Command::Undo(2),
        "draw" => Command::Draw,
        "hint" => Command::Hint,
        "result" => Command::Result,
        "memory" | "cores" => Command::Set { name: word.replace("memory", "hash"), value: rest.to_owned() },
        "option" => {
            let (name, value) = rest.split_once('=').unwrap_or((rest, ""));
            Command::Set { name: name.trim().to_owned(), value: value.trim().to_owned() }
        }
        "quit" => Command::Quit,
        word if IGNORED.contains(&word) => Command::Ignored,
        word if looks_like_move(word) => Command::Move(line.to_owned()),
        word => Command::Unknown(word.to_owned()),
    }
}

/// Whether a word is a move of a board that does not know `usermove`.
fn looks_like_move(word: &str) -> bool {
    if word.starts_with('@') {
        return true;
    }
    let mut letters = word.chars();
    letters.next().is_some_and(|first| first.is_ascii_lowercase())
        && letters.next().is_some_and(|second| second.is_ascii_digit())
}

fn level(text: &str) -> Option<Command> {
    let [moves, base, increment] = text.split_ascii_whitespace().collect::<Vec<_>>().try_into().ok()?;
    let base = match base.split_once(':') {
        None => 60.0 * base.parse::<f64>().ok()?,
        Some((minutes, seconds)) => 60.0 * minutes.parse::<f64>().ok()? + seconds.parse::<f64>().ok()?,
    };
    Some(Command::Level { moves: moves.parse().ok()?, base: span(base)?, increment: seconds(increment)? })
}

fn seconds(text: &str) -> Option<Duration> {
    text.parse().ok().and_then(span)
}

/// A clock that has run out may be negative.
fn centiseconds(text: &str) -> Option<Duration> {
    text.parse::<f64>().ok().and_then(|number| span((number / 100.0).max(0.0)))
}

fn span(seconds: f64) -> Option<Duration> {
    /// A year and more would be too long for the arithmetic of clocks.
    const MOST: f64 = 400.0 * 24.0 * 3600.0;
    (seconds >= 0.0).then(|| Duration::from_secs_f64(seconds.min(MOST)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        let level = |text: &str| parse(&format!("level {text}"));
        let wanted = |moves, base, increment| Command::Level {
            moves,
            base: Duration::from_secs(base),
            increment: Duration::from_millis(increment),
        };
        assert_eq!(level("40 5 0"), wanted(40, 300, 0));
        assert_eq!(level("0 0:30 0.5"), wanted(0, 30, 500));
        assert_eq!(level("0 2:05 12"), wanted(0, 125, 12_000));
        for broken in ["", "40", "40 5", "a b c", "40 -5 0", "40 5 -1", "0 nan 0", "1 2 3 4"] {
            assert!(matches!(level(broken), Command::Malformed(_)), "{broken}");
        }
        assert_eq!(parse("st 5"), Command::MoveTime(Duration::from_secs(5)));
        assert_eq!(parse("time -3"), Command::Clock { own: true, left: Duration::ZERO });
        assert_eq!(parse("otim 150"), Command::Clock { own: false, left: Duration::from_millis(1500) });
        assert!(matches!(parse("st 1e999"), Command::MoveTime(_)));
        assert!(matches!(parse("sd -1"), Command::Malformed(_)));
    }

    #[test]
    fn moves_with_and_without_their_command() {
        for line in ["usermove f8g7,g7h8+", "f8g7,g7h8+", " usermove   f8g7,g7h8+ "] {
            assert_eq!(parse(line), Command::Move("f8g7,g7h8+".into()), "{line}");
        }
        assert_eq!(parse("@@@64"), Command::Move("@@@64".into()));
        assert_eq!(parse("usermove"), Command::Malformed("usermove MOVE"));
        assert_eq!(parse("exit"), Command::ExitAnalysis);
        assert_eq!(parse("e"), Command::Unknown("e".into()));
    }

    #[test]
    fn options() {
        let set = |name: &str, value: &str| Command::Set { name: name.into(), value: value.into() };
        assert_eq!(parse("option Level=3"), set("Level", "3"));
        assert_eq!(parse("option Clear Hash"), set("Clear Hash", ""));
        assert_eq!(parse("memory 64"), set("hash", "64"));
        assert_eq!(parse("cores 2"), set("cores", "2"));
    }
}
