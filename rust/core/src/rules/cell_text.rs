//! Reads cells and ranks of position text. Rule files contain them too, so this is below `text`.

use std::borrow::Cow;

use crate::error::{Fault, Slug};
use crate::geometry::{Square, rank_name};
use crate::rules::RuleSet;
use crate::rules::piece::{Cell, Side};

/// Read one rank, from the highest file to file 1. Pieces go to `place`, faults to `faults`.
pub(crate) fn read_rank(
    rules: &RuleSet,
    row: usize,
    text: &str,
    place: &mut dyn FnMut(Square, Cell),
    faults: &mut Vec<Fault>,
) {
    read_cells(rules, row, text.split(','), read_piece, place, faults);
}

/// As [`read_rank`], from the cells of a rank in any notation: counts of empty squares, and pieces that `read` reads.
pub(crate) fn read_cells<'a>(
    rules: &RuleSet,
    row: usize,
    cells: impl Iterator<Item = &'a str>,
    read: impl Fn(&RuleSet, &str) -> Result<Cell, Fault>,
    place: &mut dyn FnMut(Square, Cell),
    faults: &mut Vec<Fault>,
) {
    let geometry = rules.geometry();
    let files = geometry.files();
    let mut filled = 0;
    let mut after_count = false;
    for (number, text) in cells.enumerate() {
        let is_count = text.starts_with(|first: char| first.is_ascii_digit());
        let read = if is_count {
            match read_count(text, files) {
                Ok(_) if after_count => Err(format!("'{text}' follows another count: write their sum")),
                count => count.map(|count| filled += count),
            }
            .map_err(|what| Fault::new(Slug::PositionCount, what))
        } else {
            filled += 1;
            read(rules, text).map(|cell| {
                if filled <= files {
                    place(geometry.at(files - filled, row), cell);
                }
            })
        };
        after_count = is_count;
        if let Err(Fault { slug, message }) = read {
            let message = format!("rank {}, cell {}: {message}", rank_name(row), number + 1);
            faults.push(Fault { slug, message });
        }
    }
    if filled != files {
        let few = if filled < files { "few" } else { "many" };
        let message = format!("rank {} has too {few} squares: {filled}, the board has {files} files", rank_name(row));
        faults.push(Fault { slug: Slug::PositionRankWidth, message });
    }
}

/// Read a count of empty squares.
fn read_count(cell: &str, files: usize) -> Result<usize, String> {
    if cell.starts_with('0') || cell.len() > 2 || !cell.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("'{}' is no count of empty squares: 1 to {files}, without leading zero", shorten(cell)));
    }
    match cell.parse() {
        Ok(count) if count <= files => Ok(count),
        _ => Err(format!("{cell} empty squares do not fit a rank of {files}")),
    }
}

/// Read a piece: `HM`, `+hm`. The caller adds where it stands to the message.
pub(crate) fn read_piece(rules: &RuleSet, cell: &str) -> Result<Cell, Fault> {
    let fault = |slug, message: String| Err(Fault { slug, message });
    let (promoted, id) = match cell.strip_prefix('+') {
        Some(id) => (true, id),
        None => (false, cell),
    };
    if id.is_empty() {
        return fault(Slug::PositionCell, "there is no piece and no count here".into());
    }
    if !id.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        return fault(
            Slug::PositionCell,
            format!(
                "'{}' is no piece: an id of 1 to 3 letters, '+' before it if promoted, a comma between cells",
                shorten(cell)
            ),
        );
    }
    let upper = id.bytes().all(|byte| byte.is_ascii_uppercase());
    if !upper && !id.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return fault(
            Slug::PositionMixedCase,
            format!("'{}' mixes cases: all UPPER for Black or all lower for White", shorten(cell)),
        );
    }
    let key: Cow<'_, str> = if upper { id.into() } else { id.to_ascii_uppercase().into() };
    let cased = |id: &str| {
        if upper { id.to_owned() } else { id.to_ascii_lowercase() }
    };
    let Some(kind) = rules.kind_of(&key, promoted) else {
        if let Some(sources) = rules.sources_of_form(&key) {
            let say: Vec<String> = sources.iter().map(|id| format!("+{}", cased(id))).collect();
            let message = format!("'{}' is the name of a promoted form: say {}", shorten(cell), say.join(" or "));
            return fault(Slug::PositionPromotedName, message);
        }
        if promoted && rules.kind_of(&key, false).is_some() {
            return fault(
                Slug::PositionCannotPromote,
                format!("'{}': {key} has no promoted form in {}", shorten(cell), rules.name()),
            );
        }
        let close = crate::error::close_matches(&key, rules.type_ids());
        let hint = close.first().map_or(String::new(), |close| format!(": did you mean {}?", cased(close)));
        return fault(Slug::PositionUnknownPiece, format!("'{}' is no piece of {}{hint}", shorten(cell), rules.name()));
    };
    Ok(Cell::new(kind, if upper { Side::Black } else { Side::White }))
}

fn shorten(cell: &str) -> String {
    if cell.chars().count() > 12 { cell.chars().take(12).chain(['…']).collect() } else { cell.to_owned() }
}
