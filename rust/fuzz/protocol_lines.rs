//! What the fuzz target of the protocols does with its bytes. `rust/protocols/tests/fuzz_bodies.rs` runs the same function over
//! the kept inputs.

use std::io::Cursor;
use std::sync::{Arc, OnceLock};

use mujo_core::parallel::Interrupt;
use mujo_core::rules::RuleSet;
use mujo_protocols::{Ending, Protocol, run};

/// Polls of the loop before the conversation is cut off: a search without an end would go on. Without events they come
/// 20 ms apart.
const POLLS: u32 = 40;

struct Limit(u32);

impl Interrupt for Limit {
    fn should_stop(&mut self) -> bool {
        self.0 = self.0.saturating_sub(1);
        self.0 == 0
    }
}

/// Games that the first byte chooses from.
fn games() -> &'static [Arc<RuleSet>] {
    static GAMES: OnceLock<Vec<Arc<RuleSet>>> = OnceLock::new();
    GAMES.get_or_init(|| {
        ["chu", "maka", "hishigata", "tenjiku"]
            .map(|name| RuleSet::named(name).expect("a game that comes with mujo"))
            .into()
    })
}

/// A protocol and a game, then what the other side sends: every conversation ends, and what is printed are whole lines of text.
/// If the input ends first, the last question is answered.
pub fn protocol_lines(data: &[u8]) {
    let Some((first, rest)) = data.split_first() else { return };
    let (protocol, small, question, answer) = match first % 2 {
        0 => (Protocol::Usi, "setoption name USI_Hash value 0", "isready", "readyok"),
        _ => (Protocol::Cecp, "memory 0", "ping 7", "pong 7"),
    };
    let rules = &games()[usize::from(first / 2) % games().len()];
    let mut input = format!("{small}\n").into_bytes();
    input.extend(rest);
    input.extend(format!("\n{question}\n").bytes());
    let mut output = Vec::new();
    let ending = run(protocol, rules, Cursor::new(input), &mut output, &mut Limit(POLLS)).expect("writing to memory");
    let text = String::from_utf8(output).expect("the output is text");
    assert!(text.is_empty() || text.ends_with('\n'), "{text:?}");
    assert!(!text.contains(|sign: char| sign.is_control() && sign != '\n'), "{text:?}");
    assert!(ending != Ending::InputEnded || text.lines().any(|line| line == answer), "{text:?}");
}
