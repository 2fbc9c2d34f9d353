//! Sets up the start of a game from the army or position of a rule file.

use crate::error::{Error, Fault, Problem, Result, Slug};
use crate::geometry::{Square, rank_name};
use crate::rules::cell_text::read_rank;
use crate::rules::source::SetupText;
use crate::rules::{Cell, RuleSet, Side};

/// The pieces and the side to move of a position text, and its faults.
type Placed = (Vec<(Square, Cell)>, Side, Vec<Fault>);

/// The slug that a fault of a position text has in a rule file.
fn data_slug(slug: Slug) -> Slug {
    match slug {
        Slug::PositionUnknownPiece => Slug::DataUnknownType,
        Slug::PositionRankWidth | Slug::PositionRankCount | Slug::PositionCount => Slug::DataSetupSize,
        _ => Slug::DataBadPosition,
    }
}

impl RuleSet {
    pub(super) fn compile_start(&mut self) -> Result<()> {
        let mut start = Vec::new();
        let mut problems = Vec::new();
        let file = self.definition.name.clone();
        let mut report = |slug, line, key: &str, reason: String| {
            problems.push(Problem { slug, file: file.clone(), line, key: key.to_owned(), reason });
        };
        match &self.definition.setup {
            SetupText::Army(rows) => {
                let ranks = self.geometry.ranks();
                if rows.len() > ranks / 2 {
                    let reason = format!("{} rows of an army do not fit twice on a board of {ranks} ranks", rows.len());
                    report(Slug::DataSetupSize, rows[0].line, "setup.army", reason);
                }
                for (at, text) in rows.iter().enumerate().take(ranks / 2) {
                    let row = ranks - rows.len().min(ranks / 2) + at;
                    let mut faults = Vec::new();
                    read_rank(self, row, &text.value, &mut |square, cell| start.push((square, cell)), &mut faults);
                    for fault in faults {
                        let told = fault.message.replace(&format!("rank {}", rank_name(row)), "this row");
                        report(data_slug(fault.slug), text.line, "setup.army", told);
                    }
                }
                for (square, cell) in start.clone() {
                    if cell.side() == Some(Side::White) {
                        report(
                            Slug::DataBadPosition,
                            rows[0].line,
                            "setup.army",
                            "an army is written in UPPER case".into(),
                        );
                    }
                    start.push((self.geometry.half_turn(square), Cell::new(cell.kind(), Side::White)));
                }
            }
            SetupText::Position(text) => {
                let (placed, side, faults) = self.read_start(&text.value);
                start = placed;
                self.start_side = side;
                for Fault { slug, message } in faults {
                    report(slug, text.line, "setup.position", message);
                }
            }
        }
        for (name, named) in &self.definition.starts {
            for Fault { slug, message } in self.read_start(&named.position.value).2 {
                report(slug, named.position.line, &format!("starts.{name}"), message);
            }
        }
        if !problems.is_empty() {
            return Err(Error::Data(problems));
        }
        self.start = start;
        Ok(())
    }

    /// Placement and side of a start written as position text; its state and move number are ignored.
    fn read_start(&self, text: &str) -> Placed {
        let mut fields = text.split_whitespace();
        let mut placed = Vec::new();
        let mut faults = Vec::new();
        let rows: Vec<&str> = fields.next().unwrap_or("").split('/').collect();
        if rows.len() != self.geometry.ranks() {
            faults.push(Fault {
                slug: Slug::PositionRankCount,
                message: format!("{} ranks, the board has {}", rows.len(), self.geometry.ranks()),
            });
        }
        for (row, text) in rows.iter().enumerate().take(self.geometry.ranks()) {
            read_rank(self, row, text, &mut |square, cell| placed.push((square, cell)), &mut faults);
        }
        let side = match fields.next() {
            None | Some("b") => Side::Black,
            Some("w") => Side::White,
            Some(other) => {
                let message = format!("'{}' is no side: b or w", crate::error::quoted(other));
                faults.push(Fault { slug: Slug::PositionSide, message });
                Side::Black
            }
        };
        let state = fields.next().unwrap_or("-");
        let number = fields.next().unwrap_or("1");
        let is_number = number.bytes().all(|digit| digit.is_ascii_digit());
        let is_state = state == "-" || self.geometry.parse(state).is_some();
        if !is_state || !is_number || fields.next().is_some() {
            faults.push(Fault {
                slug: Slug::PositionFields,
                message: "behind board and side stand '-' and a number, and nothing more".into(),
            });
        }
        (placed, side, faults.into_iter().map(|fault| Fault::new(data_slug(fault.slug), fault.message)).collect())
    }
}
