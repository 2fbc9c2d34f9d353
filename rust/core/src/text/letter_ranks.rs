//! The ranks of a board in one letter a piece, as FEN and SFEN write them: `/` between ranks, digits for empty squares, White's
//! letters in lower case.

use std::borrow::Cow;

use crate::position::Placement;
use crate::rules::{Kind, RuleSet, Side};

/// Write the ranks; `letter` gives the text of Black's piece of a kind, or refuses it.
pub(super) fn letter_ranks<'a, E>(
    rules: &RuleSet,
    placement: &Placement,
    letter: impl Fn(Kind) -> Result<Cow<'a, str>, E>,
) -> Result<String, E> {
    let geometry = rules.geometry();
    let mut text = String::with_capacity(256);
    for row in 0..geometry.ranks() {
        if row > 0 {
            text.push('/');
        }
        let mut empty = 0;
        for column in (0..geometry.files()).rev() {
            let Some((kind, side)) = placement.at(geometry.at(column, row)).piece() else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                text.push_str(&std::mem::take(&mut empty).to_string());
            }
            let letter = letter(kind)?;
            match side {
                Side::Black => text.push_str(&letter),
                Side::White => text.push_str(&letter.to_ascii_lowercase()),
            }
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
    }
    Ok(text)
}
