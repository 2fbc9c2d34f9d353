//! What USI engines say.

use std::time::Duration;

use mujo_core::moves::Move;
use mujo_engine::{Line, Running, Score, SearchResult};

use crate::settings::{Kind, Offer};

/// The line that offers an option.
pub(super) fn option_line(name: &str, kind: &Kind) -> String {
    let name = name.replace(' ', "_");
    match kind {
        Kind::Check(default) => format!("option name {name} type check default {default}"),
        Kind::Spin(default, least, most) => {
            format!("option name {name} type spin default {default} min {least} max {most}")
        }
        Kind::Combo(default, values) => {
            let default = values.get(*default).map(|value| format!(" default {value}")).unwrap_or_default();
            let all: String = values.iter().flat_map(|value| [" var ", value]).collect();
            format!("option name {name} type combo{default}{all}")
        }
        Kind::Button => format!("option name {name} type button"),
    }
}

/// As [`option_line`].
pub(super) fn offer_line(offer: &Offer) -> String {
    option_line(&offer.name, &offer.kind)
}

/// A score: `cp` in hundredths of the evaluation's unit, `mate` in plies.
fn score_text(score: Score) -> String {
    match score {
        Score::Units(units) => format!("cp {units}"),
        Score::Mate(plies) if plies > 0 => format!("mate {plies}"),
        // The side to move has lost; a number cannot say that at distance 0.
        Score::Mate(0) => "mate -0".into(),
        Score::Mate(plies) => format!("mate {plies}"),
    }
}

/// The line that reports what a search is doing.
pub(super) fn running_line(state: &Running, current: &str) -> String {
    format!(
        "info depth {} seldepth {} currmove {current} currmovenumber {} nodes {} nps {} hashfull {} time {}",
        state.depth,
        state.seldepth,
        state.number,
        state.nodes,
        nodes_per_second(state.nodes, state.time),
        state.hashfull,
        state.time.as_millis(),
    )
}

fn nodes_per_second(nodes: u64, time: Duration) -> u128 {
    u128::from(nodes) * 1_000_000 / time.as_micros().max(1)
}

/// The lines that report an iteration, one for each line of play.
pub(super) fn info_lines(found: &SearchResult, write: &dyn Fn(&[Move]) -> Vec<String>) -> Vec<String> {
    let time = found.time.as_millis();
    let nps = nodes_per_second(found.nodes, found.time);
    let line = |number: usize, line: &Line| {
        format!(
            "info depth {} seldepth {} multipv {} score {} nodes {} nps {nps} hashfull {} time {time} pv {}",
            found.depth,
            found.seldepth,
            number + 1,
            score_text(line.score),
            found.nodes,
            found.hashfull,
            write(&line.moves).join(" "),
        )
    };
    found.lines.iter().enumerate().map(|(number, moves)| line(number, moves)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options() {
        let combo = Kind::Combo(1, vec!["a".into(), "b c".into()]);
        assert_eq!(option_line("Rule x", &combo), "option name Rule_x type combo default b c var a var b c");
        assert_eq!(option_line("Hash", &Kind::Spin(1, 0, 9)), "option name Hash type spin default 1 min 0 max 9");
        assert_eq!(option_line("Ponder", &Kind::Check(true)), "option name Ponder type check default true");
        assert_eq!(option_line("Clear Hash", &Kind::Button), "option name Clear_Hash type button");
    }

    #[test]
    fn scores() {
        assert_eq!(
            [Score::Units(-7), Score::Mate(3), Score::Mate(-4), Score::Mate(0)].map(score_text),
            ["cp -7", "mate 3", "mate -4", "mate -0"]
        );
    }
}
