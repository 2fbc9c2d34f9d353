//! The fields after the board of a position text: side, state, move number. Both forms of boards share them.

use crate::position::Placement;
use crate::rules::{RuleSet, Side};

/// A board text with side, state and number after it.
pub(super) fn with_fields(rules: &RuleSet, placement: &Placement, number: u32, mut text: String) -> String {
    text.push_str(if placement.turn() == Side::Black { " b " } else { " w " });
    match placement.last_lion_capture() {
        Some(square) => rules.geometry().write_name(square, &mut text),
        None => text.push('-'),
    }
    text.push(' ');
    text.push_str(&number.to_string());
    text
}
