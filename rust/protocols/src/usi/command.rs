//! Commands of USI: text to values, without a position.

use std::time::Duration;

/// A command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    Usi,
    IsReady,
    NewGame,
    SetOption {
        name: String,
        value: String,
    },
    Position {
        start: Start,
        moves: Vec<String>,
    },
    Go(Go),
    Stop,
    PonderHit,
    GameOver,
    Quit,
    /// An empty line.
    Nothing,
    /// Any other line, by its first word.
    Unknown(String),
    /// A known command that is incomplete.
    Malformed(&'static str),
}

/// Where a game starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    Usual,
    Text(String),
}

/// What `go` asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Go {
    pub ponder: bool,
    pub infinite: bool,
    pub moves: Vec<String>,
    pub black_time: Option<Duration>,
    pub white_time: Option<Duration>,
    pub black_increment: Option<Duration>,
    pub white_increment: Option<Duration>,
    pub byoyomi: Option<Duration>,
    pub session_moves: Option<u32>,
    pub move_time: Option<Duration>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub mate: Option<Mate>,
    /// Words that were not understood.
    pub unread: Vec<String>,
}

/// How long a mate is looked for; `None` is without a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mate(pub Option<Duration>);

impl Go {
    /// Whether nothing ends the search by itself.
    pub(crate) fn is_unlimited(&self) -> bool {
        let clock = self.black_time.or(self.white_time).or(self.byoyomi).or(self.move_time);
        clock.is_none() && self.depth.is_none() && self.nodes.is_none() && self.mate.is_none()
    }
}

/// Read a line.
pub(crate) fn parse(line: &str) -> Command {
    let mut words = line.split_ascii_whitespace();
    let Some(first) = words.next() else { return Command::Nothing };
    match first {
        "usi" => Command::Usi,
        "isready" => Command::IsReady,
        "usinewgame" => Command::NewGame,
        "setoption" => set_option(words),
        "position" => position(words),
        "go" => Command::Go(go(words)),
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "gameover" => Command::GameOver,
        "quit" => Command::Quit,
        other => Command::Unknown(other.to_owned()),
    }
}

fn set_option<'a>(words: impl Iterator<Item = &'a str>) -> Command {
    let (mut name, mut value) = (Vec::new(), Vec::new());
    let mut in_value = None;
    for word in words {
        match (in_value, word) {
            (None, "name") => in_value = Some(false),
            (None, _) => return Command::Malformed("setoption name NAME value VALUE"),
            (Some(false), "value") if !name.is_empty() => in_value = Some(true),
            (Some(false), _) => name.push(word),
            (Some(true), _) => value.push(word),
        }
    }
    if name.is_empty() {
        return Command::Malformed("setoption name NAME value VALUE");
    }
    Command::SetOption { name: name.join(" "), value: value.join(" ") }
}

fn position<'a>(mut words: impl Iterator<Item = &'a str>) -> Command {
    const FORM: Command = Command::Malformed("position startpos|sfen TEXT moves MOVE ...");
    let is_text = match words.next() {
        Some("startpos") => false,
        Some("sfen") => true,
        _ => return FORM,
    };
    let mut fields = Vec::new();
    let mut ended = false;
    for word in words.by_ref() {
        if word == "moves" {
            ended = true;
            break;
        }
        fields.push(word);
    }
    if fields.is_empty() == is_text {
        return FORM;
    }
    let moves = if ended { words.map(str::to_owned).collect() } else { Vec::new() };
    Command::Position { start: if is_text { Start::Text(fields.join(" ")) } else { Start::Usual }, moves }
}

fn go<'a>(words: impl Iterator<Item = &'a str>) -> Go {
    const NAMES: [&str; 14] = [
        "ponder",
        "infinite",
        "searchmoves",
        "btime",
        "wtime",
        "binc",
        "winc",
        "byoyomi",
        "movestogo",
        "movetime",
        "depth",
        "nodes",
        "mate",
        "moves",
    ];
    let mut go = Go::default();
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        match word {
            "ponder" => go.ponder = true,
            "infinite" => go.infinite = true,
            "searchmoves" => {
                while let Some(mv) = words.next_if(|word| !NAMES.contains(word)) {
                    go.moves.push(mv.to_owned());
                }
            }
            "mate" => {
                // Without a time, as other engines take it, the search is without a limit.
                let time = words.next_if(|word| !NAMES.contains(word) || *word == "infinite");
                go.mate = Some(Mate(time.and_then(milliseconds)));
            }
            "btime" | "wtime" | "binc" | "winc" | "byoyomi" | "movetime" | "movestogo" | "depth" | "nodes" => {
                let value = words.next_if(|word| !NAMES.contains(word)).unwrap_or("");
                if !number(&mut go, word, value) {
                    go.unread.push(format!("{word} {value}"));
                }
            }
            other => go.unread.push(other.to_owned()),
        }
    }
    go
}

/// Take a number; false if it is none. A negative time is no time.
fn number(go: &mut Go, name: &str, value: &str) -> bool {
    let count = || value.parse::<u64>().ok().filter(|number| *number > 0);
    match name {
        "movestogo" => go.session_moves = count().and_then(|number| u32::try_from(number).ok()),
        "depth" => go.depth = count().map(|number| u32::try_from(number).unwrap_or(u32::MAX)),
        "nodes" => go.nodes = count(),
        _ => {
            let Some(time) = milliseconds(value) else { return false };
            let place = match name {
                "btime" => &mut go.black_time,
                "wtime" => &mut go.white_time,
                "binc" => &mut go.black_increment,
                "winc" => &mut go.white_increment,
                "byoyomi" => &mut go.byoyomi,
                _ => &mut go.move_time,
            };
            *place = Some(time);
            return true;
        }
    }
    count().is_some()
}

/// A time in milliseconds; a negative one counts as none left.
fn milliseconds(text: &str) -> Option<Duration> {
    // A year and more would be too long for the arithmetic of clocks.
    const MOST: i128 = 400 * 24 * 3600 * 1000;
    let number: i128 = text.parse().ok()?;
    u64::try_from(number.clamp(0, MOST)).ok().map(Duration::from_millis)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(text: &str) -> Go {
        match parse(text) {
            Command::Go(go) => go,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn positions() {
        let usual = |moves: &[&str]| Command::Position {
            start: Start::Usual,
            moves: moves.iter().map(|mv| (*mv).to_owned()).collect(),
        };
        assert_eq!(parse("position startpos"), usual(&[]));
        assert_eq!(parse("  position   startpos moves "), usual(&[]));
        assert_eq!(parse("position startpos moves 7i7h 7d7e"), usual(&["7i7h", "7d7e"]));
        let text = Command::Position { start: Start::Text("9/9 b - 1".into()), moves: vec!["1a1b".into()] };
        assert_eq!(parse("position sfen 9/9 b - 1 moves 1a1b"), text);
        for broken in ["position", "position sfen", "position sfen moves 1a1b", "position startpos x", "position fen 8"]
        {
            assert!(matches!(parse(broken), Command::Malformed(_)), "{broken}");
        }
    }

    #[test]
    fn options_with_spaces_in_name_and_value() {
        let set = |name: &str, value: &str| Command::SetOption { name: name.into(), value: value.into() };
        assert_eq!(parse("setoption name Clear Hash"), set("Clear Hash", ""));
        assert_eq!(parse("setoption name Rule x value on and off"), set("Rule x", "on and off"));
        assert_eq!(parse("setoption name value value 3"), set("value", "3"));
        for broken in ["setoption", "setoption name", "setoption Hash 3"] {
            assert!(matches!(parse(broken), Command::Malformed(_)), "{broken}");
        }
    }

    #[test]
    fn every_form_of_go() {
        let seconds = |number| Some(Duration::from_secs(number));
        let go = limits("go ponder btime 60000 wtime 30000 binc 1000 winc 2000 byoyomi 5000 movestogo 7");
        assert!(go.ponder && !go.infinite);
        assert_eq!((go.black_time, go.white_time, go.byoyomi), (seconds(60), seconds(30), seconds(5)));
        assert_eq!((go.black_increment, go.white_increment, go.session_moves), (seconds(1), seconds(2), Some(7)));
        assert!(limits("go infinite").infinite && limits("go").is_unlimited() && !limits("go").infinite);
        let go = limits("go depth 5 nodes 1000 movetime 2000 searchmoves 1a1b 2a2b depth 6");
        assert_eq!((go.depth, go.nodes, go.move_time), (Some(6), Some(1000), seconds(2)));
        assert_eq!(go.moves, ["1a1b", "2a2b"]);
        assert_eq!(limits("go mate infinite").mate, Some(Mate(None)));
        assert_eq!(limits("go mate").mate, Some(Mate(None)));
        assert_eq!(limits("go mate 3000").mate, Some(Mate(seconds(3))));
    }

    #[test]
    fn numbers_that_are_none() {
        assert_eq!(limits("go btime -5").black_time, Some(Duration::ZERO));
        assert!(limits("go btime 99999999999999999999999").black_time.is_some());
        let go = limits("go depth 0 nodes x movetime wtime 5 fast");
        assert_eq!(go.unread, ["depth 0", "nodes x", "movetime ", "fast"]);
        assert_eq!((go.depth, go.nodes, go.white_time), (None, None, Some(Duration::from_millis(5))));
    }

    #[test]
    fn anything_else() {
        assert_eq!(parse(""), Command::Nothing);
        assert_eq!(parse("\t "), Command::Nothing);
        assert_eq!(parse("uci"), Command::Unknown("uci".into()));
        assert_eq!(parse("isready now"), Command::IsReady);
    }
}
